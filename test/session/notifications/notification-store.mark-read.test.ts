import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NotificationStore } from '../../../src/session/notifications/notification-store.js';
import type { NotificationSource } from '../../../src/session/sources/source.js';
import {
  type FakeService,
  FakeSource,
  recordEvents,
  makeRecord,
  flushPromises,
  setUpStore,
  type MakeStore,
  tearDown,
} from '../fakes.js';

let service: FakeService;
let makeStore: MakeStore;

beforeEach(() => void ({ service, makeStore } = setUpStore()));
afterEach(tearDown);

describe('NotificationStore', () => {
  it('markRead() informs the host once, and only of what changed', async () => {
    const setRead = vi.fn(() => Promise.resolve());
    const store = makeStore({ ids: ['a', 'b'], source: { setRead } });
    const recorder = recordEvents(store);
    await flushPromises();
    store.markRead(['a', 'a']);
    store.markRead(['a', 'b']);
    await flushPromises();
    const options: unknown = expect.objectContaining({ signal: expect.any(AbortSignal) as unknown });
    expect(setRead.mock.calls).toEqual([
      [['a'], true, options],
      [['b'], true, options],
    ]);
    expect(recorder.events).toEqual([
      { type: 'read-change', ids: ['a'], isRead: true },
      { type: 'read-change', ids: ['b'], isRead: true },
    ]);
    expect(store.state.unreadCount).toBe(0);
    store.markUnread(['b']);
    expect(store.state).toMatchObject({ unreadCount: 1 });
    expect(store.get('b').record).toMatchObject({ isRead: false });
  });

  it('sends the changes of one notification to the host one after the other, and only the latest', async () => {
    const finish: (() => void)[] = [];
    const setRead = vi.fn<NonNullable<NotificationSource['setRead']>>(
      () => new Promise((resolve) => finish.push(resolve)),
    );
    const store = makeStore({ ids: ['a', 'b'], source: { setRead } });
    recordEvents(store);
    await flushPromises();
    const calls = (): unknown[] => setRead.mock.calls.map(([ids, isRead]) => [ids, isRead]);
    store.markRead(['a']);
    store.markUnread(['a']);
    store.markRead(['a']);
    store.markUnread(['a']);
    store.markRead(['b']);
    expect(calls()).toEqual([
      [['a'], true],
      [['b'], true],
    ]);
    finish[0]!();
    await flushPromises();
    expect(calls().slice(2)).toEqual([[['a'], false]]);
    finish[2]!();
    await flushPromises();
    expect(calls()).toHaveLength(3);
    expect(store.get('a').isRead).toBe(false);
  });

  it('gives up a save that takes longer than 20 seconds, so that later changes are saved', async () => {
    const setRead = vi.fn<NonNullable<NotificationSource['setRead']>>(() => new Promise(() => undefined));
    const store = makeStore({ ids: ['a', 'b'], source: { setRead } });
    const { events } = recordEvents(store);
    await flushPromises();
    store.markRead(['a', 'b']);
    store.markUnread(['a']);
    store.markRead(['a']);
    await vi.advanceTimersByTimeAsync(19_999);
    expect(setRead).toHaveBeenCalledTimes(1);
    setRead.mockResolvedValue();
    await vi.advanceTimersByTimeAsync(1);
    expect(setRead.mock.calls.map(([ids, isRead]) => [ids, isRead])).toEqual([
      [['a', 'b'], true],
      [['a'], true],
    ]);
    expect([store.get('a').isRead, store.get('b').isRead]).toEqual([true, false]);
    expect(events.at(-1)).toMatchObject({ type: 'error', operation: 'set-read' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('saves the latest change even if the host reports the earlier one meanwhile', async () => {
    const finish: (() => void)[] = [];
    const setRead = vi.fn<NonNullable<NotificationSource['setRead']>>(
      () => new Promise((resolve) => finish.push(resolve)),
    );
    const source = Object.assign(new FakeSource(), { setRead });
    const store = makeStore({ ids: ['a'], source });
    recordEvents(store);
    await flushPromises();
    store.markRead(['a']);
    store.markUnread(['a']);
    source.emit({ type: 'read', ids: ['a'], isRead: true });
    expect(store.get('a').isRead).toBe(false);
    finish[0]!();
    await flushPromises();
    expect(setRead.mock.calls.map(([, isRead]) => isRead)).toEqual([true, false]);
  });

  it('shows the latest change while it is saved, although the host repeats what it had before', async () => {
    const source = Object.assign(new FakeSource(), { setRead: () => new Promise<void>(() => undefined) });
    const store = makeStore({ ids: ['a'], source });
    recordEvents(store);
    await flushPromises();
    source.emit({ type: 'read', ids: ['a'], isRead: false });
    store.markRead(['a']);
    for (let repetition = 0; repetition < 2; repetition += 1) {
      await vi.advanceTimersByTimeAsync(1);
      source.emit({ type: 'read', ids: ['a'], isRead: false });
    }
    expect(store.get('a').isRead).toBe(true);
  });

  it('applies what the host reports after it has named it that way', async () => {
    const source = Object.assign(new FakeSource(), { setRead: () => Promise.resolve() });
    const store = makeStore({ ids: ['a'], source });
    recordEvents(store);
    await flushPromises();
    store.markRead(['a']);
    await flushPromises();
    await vi.advanceTimersByTimeAsync(1);
    store.add([{ id: 'a', isRead: false }]);
    source.emit({ type: 'read', ids: ['a'], isRead: false });
    expect(store.get('a').isRead).toBe(false);
  });

  it('applies the read state of the host and does not send it back', async () => {
    const source = Object.assign(new FakeSource(), { setRead: vi.fn(() => Promise.resolve()) });
    const store = makeStore({ ids: ['a', 'b'], source });
    const recorder = recordEvents(store);
    await flushPromises();
    source.emit({ type: 'read', ids: ['a', 'on a later page'], isRead: true });
    expect(store.state.unreadCount).toBe(1);
    expect(recorder.events).toEqual([{ type: 'read-change', ids: ['a', 'on a later page'], isRead: true }]);
    store.add(['on a later page']);
    expect(store.state.unreadCount).toBe(1);
    expect(source.setRead).not.toHaveBeenCalled();
  });

  describe('with a setRead() that fails', () => {
    let hostRequests: { resolve: () => void; reject: (error: Error) => void }[];
    let store: NotificationStore;
    let source: FakeSource & NotificationSource;
    let recorder: ReturnType<typeof recordEvents>;
    const failure = new Error('not saved');

    beforeEach(async () => {
      hostRequests = [];
      source = Object.assign(new FakeSource(), {
        setRead: () => new Promise<void>((resolve, reject) => hostRequests.push({ resolve, reject })),
      });
      service.respond = (id) => makeRecord(id, { isRead: id === 'unknown' ? null : id === 'read' });
      store = makeStore({ ids: ['a', 'b', 'read', 'unknown'], source });
      recorder = recordEvents(store);
      await flushPromises();
    });

    const readStates = (...ids: string[]): unknown[] => ids.map((id) => store.get(id).isRead);

    it('restores the previous read state and publishes the failure', async () => {
      store.markRead(['a', 'read', 'unknown']);
      expect(readStates('a', 'b', 'read', 'unknown')).toEqual([true, false, true, true]);
      recorder.events.length = 0;
      hostRequests[0]!.reject(failure);
      await flushPromises();
      expect(readStates('a', 'b', 'read', 'unknown')).toEqual([false, false, true, null]);
      expect(store.state).toMatchObject({ unreadCount: 2, isUnreadCountComplete: false });
      expect(recorder.events).toContainEqual({ type: 'read-change', ids: ['a'], isRead: false });
      expect(recorder.events.at(-1)).toEqual({
        type: 'error',
        error: failure,
        operation: 'set-read',
        ids: ['a', 'read', 'unknown'],
        isRead: true,
        isAll: false,
      });
    });

    it('says nothing of a failure that a later change has made irrelevant', async () => {
      store.markRead(['a']);
      store.markUnread(['a']);
      recorder.events.length = 0;
      hostRequests[0]!.reject(failure);
      await flushPromises();
      hostRequests[1]!.resolve();
      await flushPromises();
      expect(recorder.events).toEqual([]);
      expect(readStates('a')).toEqual([false]);
    });

    it('restores what the host knows, not another change that failed', async () => {
      store.markRead(['a']);
      store.markUnread(['a']);
      store.markRead(['a']);
      for (const index of [0, 1]) {
        hostRequests[index]!.reject(failure);
        await flushPromises();
      }
      expect(hostRequests).toHaveLength(2);
      expect(readStates('a')).toEqual([false]);
    });

    it('restores what the host persisted last', async () => {
      store.markRead(['a']);
      store.markUnread(['a']);
      hostRequests[0]!.resolve();
      await flushPromises();
      hostRequests[1]!.reject(failure);
      await flushPromises();
      expect(readStates('a')).toEqual([true]);
    });

    it('does not restore over what the host has listed since', async () => {
      store.markUnread(['read']);
      hostRequests[0]!.resolve();
      await flushPromises();
      store.markRead(['read']);
      await vi.advanceTimersByTimeAsync(1);
      store.add([{ id: 'read', isRead: true }]);
      hostRequests[1]!.reject(failure);
      await flushPromises();
      expect(readStates('read')).toEqual([true]);
    });

    it('does not restore what the host itself has published', async () => {
      store.markRead(['a', 'b']);
      source.emit({ type: 'read', ids: ['a'], isRead: true });
      hostRequests[0]!.reject(failure);
      await flushPromises();
      expect(readStates('a', 'b')).toEqual([true, false]);
    });

    it('does not bring back what was removed', async () => {
      store.markRead(['a']);
      source.emit({ type: 'remove', ids: ['a'] });
      recorder.events.length = 0;
      hostRequests[0]!.reject(failure);
      await flushPromises();
      expect(recorder.events).toEqual([
        { type: 'error', error: failure, operation: 'set-read', ids: ['a'], isRead: true, isAll: false },
      ]);
      expect(store.state.items).toHaveLength(3);
    });
  });

  it('handles a setRead() that throws', async () => {
    const setRead = (): never => {
      throw new Error('broken');
    };
    const store = makeStore({ ids: ['a'], source: { setRead } });
    const recorder = recordEvents(store);
    await flushPromises();
    store.markRead(['a']);
    await flushPromises();
    expect(store.state.unreadCount).toBe(1);
    expect(recorder.events.at(-1)).toMatchObject({ type: 'error', operation: 'set-read' });
  });
});
