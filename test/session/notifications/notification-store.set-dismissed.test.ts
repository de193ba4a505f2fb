import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NotificationSource } from '../../../src/session/sources/source.js';
import {
  FakeSource,
  flushPromises,
  itemIds,
  makeReferences,
  recordEvents,
  setUpStore,
  tearDown,
  type FakeService,
  type MakeStore,
} from '../fakes.js';

type SetDismissed = NonNullable<NotificationSource['setDismissed']>;

let service: FakeService;
let makeStore: MakeStore;

beforeEach(() => void ({ service, makeStore } = setUpStore()));
afterEach(tearDown);

const withoutSignal = ({ mock }: ReturnType<typeof vi.fn<SetDismissed>>): unknown[] =>
  mock.calls.map(([ids, isDismissed]) => [ids, isDismissed]);

describe('setDismissed() of the source', () => {
  it('receives what is dismissed and restored, and only what changed', async () => {
    const setDismissed = vi.fn<SetDismissed>(() => Promise.resolve());
    const store = makeStore({ ids: ['a', 'b'], source: { setDismissed } });
    recordEvents(store);
    await flushPromises();
    store.dismiss(['a', 'a']);
    store.dismiss(['a', 'b']);
    await flushPromises();
    store.restore(['a', 'unknown']);
    await flushPromises();
    expect(withoutSignal(setDismissed)).toEqual([
      [['a'], true],
      [['b'], true],
      [['a'], false],
    ]);
  });

  it('rolls back what it rejects, and reports it', async () => {
    const error = new Error('broken');
    const setDismissed = vi.fn<SetDismissed>(() => Promise.reject(error));
    const store = makeStore({ ids: ['a', 'b'], source: { setDismissed } });
    const { events } = recordEvents(store);
    await flushPromises();
    store.dismiss(['b']);
    expect(itemIds(store)).toEqual(['a']);
    await flushPromises();
    expect(itemIds(store)).toEqual(['a', 'b']);
    expect(events).toEqual([
      { type: 'dismiss-change', ids: ['b'], isDismissed: true },
      { type: 'dismiss-change', ids: ['b'], isDismissed: false },
      { type: 'error', error, operation: 'set-dismissed', ids: ['b'], isDismissed: true },
    ]);
  });

  it('rolls back only what the source has not saved before it rejects, and reports that', async () => {
    const error = new Error('broken');
    const setDismissed = vi.fn<SetDismissed>((ids, _, { setSaved }) => {
      setSaved?.(ids.slice(0, 1));
      setSaved?.(ids.slice(1, 2));
      return Promise.reject(error);
    });
    const store = makeStore({ ids: ['a', 'b', 'c', 'd'], source: { setDismissed } });
    const { events } = recordEvents(store);
    await flushPromises();
    store.dismiss(['a', 'b', 'c']);
    await flushPromises();
    expect(itemIds(store)).toEqual(['c', 'd']);
    expect(events.slice(1)).toEqual([
      { type: 'dismiss-change', ids: ['c'], isDismissed: false },
      { type: 'error', error, operation: 'set-dismissed', ids: ['c'], isDismissed: true },
    ]);
    store.dismiss(['c']);
    expect(withoutSignal(setDismissed).at(-1)).toEqual([['c'], true]);
  });

  it('can be undone while the event about the dismissal is late', async () => {
    const finish: (() => void)[] = [];
    const setDismissed = vi.fn<SetDismissed>(() => new Promise((resolve) => finish.push(resolve)));
    const source = Object.assign(new FakeSource(), { setDismissed });
    source.pages = [{ references: makeReferences(['a'], false) }];
    const store = makeStore({ source });
    const { events } = recordEvents(store);
    await flushPromises();
    store.dismiss(['a']);
    finish[0]!();
    await flushPromises();
    store.restore(['a']);
    source.emit({ type: 'dismiss', ids: ['a'], isDismissed: true });
    expect(itemIds(store)).toEqual(['a']);
    finish[1]!();
    await flushPromises();
    source.emit({ type: 'dismiss', ids: ['a'], isDismissed: false });
    expect(itemIds(store)).toEqual(['a']);
    expect(events).toEqual([
      { type: 'dismiss-change', ids: ['a'], isDismissed: true },
      { type: 'dismiss-change', ids: ['a'], isDismissed: false },
    ]);
    source.emit({ type: 'dismiss', ids: ['a'], isDismissed: true });
    expect(itemIds(store)).toEqual([]);
  });

  it('may finish what is under way after a reset, but receives nothing that waits', async () => {
    const signals: AbortSignal[] = [];
    const finish: ((error?: Error) => void)[] = [];
    const setDismissed = vi.fn<SetDismissed>(
      (_, __, { signal }) =>
        new Promise((resolve, reject) => {
          signals.push(signal);
          finish.push((error) => (error ? reject(error) : resolve()));
        }),
    );
    const store = makeStore({ ids: ['a', 'b'], source: { setDismissed } });
    const { events } = recordEvents(store);
    await flushPromises();
    store.dismiss(['a']);
    store.dismiss(['b']);
    store.restore(['a']);
    store.reset();
    events.length = 0;
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
    store.setHostIds(['a', 'b']);
    finish[0]!();
    finish[1]!(new Error('broken'));
    await flushPromises();
    expect(setDismissed).toHaveBeenCalledTimes(2);
    expect(events).toEqual([]);
    expect(itemIds(store)).toEqual(['a', 'b']);
  });

  it('does not keep the read state from being saved, and the other way round', async () => {
    const setDismissed = vi.fn<SetDismissed>(() => new Promise(() => undefined));
    const setRead = vi.fn(() => Promise.resolve());
    const store = makeStore({ ids: ['a'], source: { setRead, setDismissed } });
    recordEvents(store);
    await flushPromises();
    store.dismiss(['a']);
    store.markRead(['a']);
    await flushPromises();
    expect([setRead.mock.calls.length, setDismissed.mock.calls.length]).toEqual([1, 1]);
  });
});

describe('What the host says of dismissed notifications', () => {
  it('keeps a notification off the list, but restorable, if a page names it as dismissed', async () => {
    const source = new FakeSource();
    source.pages = [
      {
        references: [{ id: 'a' }, { id: 'b', isDismissed: true, isRead: false }, { id: 'c' }],
        unreadCount: 2,
      },
    ];
    const store = makeStore({ source });
    const { events } = recordEvents(store);
    await flushPromises();
    expect(itemIds(store)).toEqual(['a', 'c']);
    expect(store.state.dismissedItems.map(({ id }) => id)).toEqual(['b']);
    expect(events.filter(({ type }) => type === 'dismiss-change')).toEqual([]);
    store.restore(['b']);
    expect(itemIds(store)).toEqual(['a', 'b', 'c']);
  });

  it('is not part of the unread count of a host that saves it', async () => {
    const source = Object.assign(new FakeSource(), { setDismissed: () => Promise.resolve() });
    source.pages = [
      {
        references: [
          { id: 'a', isRead: false },
          { id: 'b', isDismissed: true, isRead: false },
        ],
        nextCursor: 'two',
        unreadCount: 3,
      },
    ];
    const store = makeStore({ source });
    recordEvents(store);
    await flushPromises();
    expect(store.state.unreadCount).toBe(3);
  });

  it('is applied as an event, in both directions, without being sent back', async () => {
    const setDismissed = vi.fn<SetDismissed>(() => Promise.resolve());
    const source = Object.assign(new FakeSource(), { setDismissed });
    source.pages = [{ references: makeReferences(['a', 'b']) }];
    const store = makeStore({ source });
    const { events } = recordEvents(store);
    await flushPromises();
    source.emit({ type: 'dismiss', ids: ['a', 'later'], isDismissed: true });
    expect(itemIds(store)).toEqual(['b']);
    store.add(['later']);
    expect(itemIds(store)).toEqual(['b']);
    source.emit({ type: 'dismiss', ids: ['a'], isDismissed: false });
    expect(itemIds(store)).toEqual(['a', 'b']);
    expect(events.filter(({ type }) => type === 'dismiss-change')).toEqual([
      { type: 'dismiss-change', ids: ['a', 'later'], isDismissed: true },
      { type: 'dismiss-change', ids: ['a'], isDismissed: false },
    ]);
    expect(setDismissed).not.toHaveBeenCalled();
  });
});

describe('NotificationStore with dismissed notifications', () => {
  it('dismissRead() dismisses what is read, and returns what restore() needs', async () => {
    const store = makeStore({ ids: ['a', 'b', 'c'] });
    recordEvents(store);
    await flushPromises();
    store.markRead(['a', 'c']);
    const dismissed = store.dismissRead();
    expect([dismissed, itemIds(store)]).toEqual([['a', 'c'], ['b']]);
    store.restore(dismissed);
    expect(itemIds(store)).toEqual(['a', 'b', 'c']);
    expect(store.get('a').isRead).toBe(true);
  });

  it('fetches the record of a dismissed one only if it is said to be visible among those', async () => {
    const source = new FakeSource();
    source.pages = [{ references: [{ id: 'a', isDismissed: true }] }];
    const store = makeStore({ source });
    recordEvents(store);
    await flushPromises();
    store.setVisible(['a']);
    await flushPromises();
    expect(service.requests).toEqual([]);
    store.setVisible(['a'], { includeDismissed: true });
    await flushPromises();
    expect(service.requests).toEqual(['a']);
    expect(store.state.dismissedItems).toMatchObject([{ id: 'a', status: 'loaded' }]);
  });

  it('does not list a dismissed one that no longer exists', async () => {
    const store = makeStore({ ids: ['a', 'b'] });
    recordEvents(store);
    await flushPromises();
    store.dismiss(['a']);
    expect(store.state.dismissedItems).toMatchObject([{ id: 'a' }]);
    store.reset();
    expect(store.state.dismissedItems).toEqual([]);
  });
});
