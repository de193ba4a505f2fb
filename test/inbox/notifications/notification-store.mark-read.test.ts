import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NotificationStore } from '../../../src/inbox/notifications/notification-store.js';
import type { NotificationSource } from '../../../src/inbox/sources/source.js';
import {
  type FakeService,
  FakeSource,
  idsFrom,
  listen,
  record,
  settled,
  setUpStore,
  type StoreMaker,
  tearDown,
} from '../fakes.js';

let service: FakeService;
let makeStore: StoreMaker;

beforeEach(() => void ({ service, makeStore } = setUpStore()));
afterEach(tearDown);

describe('reading', () => {
  it('is told to the host, once and only what changed', async () => {
    const setRead = vi.fn(() => Promise.resolve());
    const store = makeStore({ ids: ['a', 'b'], source: { setRead } });
    const heard = listen(store);
    await settled();
    store.markRead(['a', 'a']);
    store.markRead(['a', 'b']);
    await settled();
    expect(setRead.mock.calls).toEqual([
      [['a'], true, { signal: expect.any(AbortSignal) as unknown }],
      [['b'], true, { signal: expect.any(AbortSignal) as unknown }],
    ]);
    expect(heard.events).toEqual([
      { type: 'read', ids: ['a'], isRead: true },
      { type: 'read', ids: ['b'], isRead: true },
    ]);
    expect(store.state.unreadCount).toBe(0);
    store.markUnread(['b']);
    expect(store.state).toMatchObject({ unreadCount: 1 });
    expect(store.get('b').record).toMatchObject({ isRead: false });
  });

  it('of all covers what is not loaded yet', async () => {
    const setRead = vi.fn(() => Promise.resolve());
    const store = makeStore({ ids: idsFrom(100), source: { setRead } });
    listen(store);
    await settled();
    store.markAllRead();
    expect(store.state).toMatchObject({ unreadCount: 0, isUnreadCountComplete: true });
    expect(setRead).toHaveBeenCalledTimes(1);
    store.show(['n90']);
    await settled();
    expect(store.get('n90')).toMatchObject({ status: 'loaded', isRead: true, record: { isRead: true } });
  });

  it('of the host is followed and not told back', async () => {
    const source = Object.assign(new FakeSource(), { setRead: vi.fn(() => Promise.resolve()) });
    const store = makeStore({ ids: ['a', 'b'], source });
    const heard = listen(store);
    await settled();
    source.emit({ type: 'read', ids: ['a', 'on a later page'], isRead: true });
    expect(store.state.unreadCount).toBe(1);
    expect(heard.events).toEqual([{ type: 'read', ids: ['a', 'on a later page'], isRead: true }]);
    store.add(['on a later page']);
    expect(store.state.unreadCount).toBe(1);
    expect(source.setRead).not.toHaveBeenCalled();
  });

  it('needs no host to keep it', async () => {
    const store = makeStore({ ids: ['a'] });
    const heard = listen(store);
    await settled();
    store.markRead(['a']);
    await settled();
    expect(store.state.unreadCount).toBe(0);
    expect(heard.events).toEqual([{ type: 'read', ids: ['a'], isRead: true }]);
  });

  describe('that the host cannot keep', () => {
    let answers: { resolve: () => void; reject: (error: Error) => void }[];
    let store: NotificationStore;
    let source: FakeSource & NotificationSource;
    let heard: ReturnType<typeof listen>;
    const failure = new Error('not kept');

    beforeEach(async () => {
      answers = [];
      source = Object.assign(new FakeSource(), {
        setRead: () => new Promise<void>((resolve, reject) => answers.push({ resolve, reject })),
      });
      service.answer = (id) => record(id, { isRead: id === 'unknown' ? null : id === 'read' });
      store = makeStore({ ids: ['a', 'b', 'read', 'unknown'], source });
      heard = listen(store);
      await settled();
    });

    const reading = (...ids: string[]): unknown[] => ids.map((id) => store.get(id).isRead);

    it('is as before, and the failure is told', async () => {
      store.markRead(['a', 'read', 'unknown']);
      expect(reading('a', 'b', 'read', 'unknown')).toEqual([true, false, true, true]);
      heard.events.length = 0;
      answers[0]!.reject(failure);
      await settled();
      expect(reading('a', 'b', 'read', 'unknown')).toEqual([false, false, true, null]);
      expect(store.state).toMatchObject({ unreadCount: 2, isUnreadCountComplete: false });
      expect(heard.events).toContainEqual({ type: 'read', ids: ['a'], isRead: false });
      expect(heard.events.at(-1)).toEqual({ type: 'error', error: failure, operation: 'set-read' });
    });

    it('leaves alone what was changed again meanwhile', async () => {
      store.markRead(['a', 'b']);
      store.markUnread(['a']);
      store.markRead(['a']);
      answers[0]!.reject(failure);
      await settled();
      expect(reading('a', 'b')).toEqual([true, false]);
      answers[1]!.resolve();
      answers[2]!.resolve();
      await settled();
      expect(reading('a', 'b')).toEqual([true, false]);
    });

    it('goes back to what the host knows, not to what it could not keep either', async () => {
      store.markRead(['a']);
      store.markUnread(['a']);
      store.markRead(['a']);
      for (const { reject } of answers) reject(failure);
      await settled();
      expect(reading('a')).toEqual([false]);
    });

    it('goes back to what the host kept last', async () => {
      store.markRead(['a']);
      store.markUnread(['a']);
      answers[0]!.resolve();
      answers[1]!.reject(failure);
      await settled();
      expect(reading('a')).toEqual([true]);
    });

    it('leaves alone what the host says itself', async () => {
      store.markRead(['a', 'b']);
      source.emit({ type: 'read', ids: ['a'], isRead: true });
      answers[0]!.reject(failure);
      await settled();
      expect(reading('a', 'b')).toEqual([true, false]);
    });

    it('brings back nothing that was removed', async () => {
      store.markRead(['a']);
      source.emit({ type: 'remove', ids: ['a'] });
      heard.events.length = 0;
      answers[0]!.reject(failure);
      await settled();
      expect(heard.events).toEqual([{ type: 'error', error: failure, operation: 'set-read' }]);
      expect(store.state.items).toHaveLength(3);
    });

    it('is nothing to those who come after clear', async () => {
      store.markRead(['a']);
      store.clear();
      store.add([{ id: 'a', isRead: true }]);
      heard.events.length = 0;
      answers[0]!.reject(failure);
      await settled();
      expect(reading('a')).toEqual([true]);
      expect(heard.events).toEqual([]);
    });
  });

  it('survives a setRead that throws', async () => {
    const setRead = (): never => {
      throw new Error('broken');
    };
    const store = makeStore({ ids: ['a'], source: { setRead } });
    const heard = listen(store);
    await settled();
    store.markRead(['a']);
    await settled();
    expect(store.state.unreadCount).toBe(1);
    expect(heard.events.at(-1)).toMatchObject({ type: 'error', operation: 'set-read' });
  });
});
