import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NotificationStore } from '../../../src/inbox/notifications/notification-store.js';
import {
  type FakeService,
  FakeSource,
  makeIds,
  recordEvents,
  cpuTimeMs,
  makeRecord,
  makeReferences,
  flushPromises,
  setUpStore,
  type MakeStore,
  tearDown,
} from '../fakes.js';

let service: FakeService;
let makeStore: MakeStore;
let source: FakeSource & {
  setRead: ReturnType<typeof vi.fn<(ids: string[], isRead: boolean) => Promise<void>>>;
};

beforeEach(() => {
  ({ service, makeStore } = setUpStore());
  source = Object.assign(new FakeSource(), { setRead: vi.fn(() => Promise.resolve()) });
});
afterEach(tearDown);

const setReadCalls = (): unknown[] => source.setRead.mock.calls.map(([ids, isRead]) => [ids, isRead]);

async function startStore(): Promise<NotificationStore> {
  source.pages = [
    {
      references: [
        { id: 'a', isRead: false },
        { id: 'b', isRead: true },
      ],
      nextCursor: 'two',
    },
    {
      references: [
        { id: 'c', isRead: false },
        { id: 'd', isRead: true },
      ],
      nextCursor: 'three',
    },
    { references: makeReferences(['e'], false) },
  ];
  const store = makeStore({ source });
  recordEvents(store);
  await flushPromises();
  return store;
}

describe('NotificationStore.markAllRead()', () => {
  it('also marks pages loaded later, and informs the host as they load', async () => {
    const store = await startStore();
    store.markAllRead();
    expect(store.state).toMatchObject({ unreadCount: 0, isUnreadCountComplete: true, hasMore: true });
    await store.loadMore();
    await store.loadMore();
    expect(store.state).toMatchObject({ unreadCount: 0, isUnreadCountComplete: true });
    expect(setReadCalls()).toEqual([
      [['a'], true],
      [['c'], true],
      [['e'], true],
    ]);
  });

  it('can be undone after the host has published the change itself', async () => {
    source.setRead.mockImplementation((ids, isRead) => {
      source.emit({ type: 'read', ids, isRead });
      return Promise.resolve();
    });
    const store = await startStore();
    const undo = store.markAllRead();
    await flushPromises();
    undo();
    await flushPromises();
    expect(store.state.items.map(({ isRead }) => isRead)).toEqual([false, true]);
    expect(setReadCalls()).toEqual([
      [['a'], true],
      [['a'], false],
    ]);
  });

  it('also marks the first page while it is loading', async () => {
    source.pages = [{ references: makeReferences(['a'], false) }];
    const store = makeStore({ source });
    recordEvents(store);
    store.markAllRead();
    await flushPromises();
    expect(store.state).toMatchObject({ unreadCount: 0, isUnreadCountComplete: true });
    expect(setReadCalls()).toEqual([[['a'], true]]);
  });

  it('does not mark what arrives afterwards', async () => {
    const store = await startStore();
    store.markAllRead();
    source.emit({ type: 'add', references: makeReferences(['new'], false) });
    source.pages.unshift({ references: makeReferences(['newer', 'new', 'a'], false) });
    await store.refresh();
    expect(store.state).toMatchObject({ unreadCount: 2, isUnreadCountComplete: true });
    store.add(['unknown']);
    expect(store.state.isUnreadCountComplete).toBe(false);
    await flushPromises();
  });

  it('does not mark what arrives afterwards and is listed again on a later page', async () => {
    const store = await startStore();
    store.markAllRead();
    store.add([{ id: 'c', isRead: false }]);
    await store.loadMore();
    expect(store.get('c').isRead).toBe(false);
    expect(store.state.unreadCount).toBe(1);
  });

  it('restores each previous read state on undo, and informs the host', async () => {
    const store = await startStore();
    store.add([
      { id: 'later read', isRead: false },
      { id: 'later unread', isRead: false },
    ]);
    const undo = store.markAllRead();
    await store.loadMore();
    store.markUnread(['later read', 'later unread']);
    store.markRead(['later read']);
    await flushPromises();
    source.setRead.mockClear();
    undo();
    const readStates = (...ids: string[]): unknown[] => ids.map((id) => store.get(id).isRead);
    expect(readStates('a', 'b', 'c', 'd', 'later read', 'later unread')).toEqual([
      false,
      true,
      false,
      true,
      true,
      false,
    ]);
    expect(store.state).toMatchObject({ unreadCount: 3, isUnreadCountComplete: false });
    expect(setReadCalls()).toEqual([[['a', 'c'], false]]);
    await store.loadMore();
    expect(store.get('e').isRead).toBe(false);
    undo();
    expect(setReadCalls()).toHaveLength(1);
  });

  it('restores an unknown read state on undo', async () => {
    service.respond = (id) => makeRecord(id, { isRead: null });
    const store = makeStore({ ids: ['a'], source });
    recordEvents(store);
    await flushPromises();
    const undo = store.markAllRead();
    undo();
    expect(store.get('a').isRead).toBeNull();
    await flushPromises();
    expect(setReadCalls()).toEqual([
      [['a'], true],
      [['a'], false],
    ]);
  });

  it('is undone only by its own undo function when called twice', async () => {
    const store = await startStore();
    const undoFirst = store.markAllRead();
    source.emit({ type: 'add', references: makeReferences(['new'], false) });
    const undoSecond = store.markAllRead();
    undoFirst();
    expect(store.get('a').isRead).toBe(false);
    expect(store.get('new').isRead).toBe(true);
    expect(store.state.isUnreadCountComplete).toBe(true);
    undoSecond();
    expect(store.state).toMatchObject({ unreadCount: 2, isUnreadCountComplete: false });
  });

  it('is rolled back if the host fails to persist it', async () => {
    const store = await startStore();
    const { events } = recordEvents(store);
    source.setRead.mockRejectedValueOnce(new Error('not saved'));
    const undo = store.markAllRead();
    await flushPromises();
    expect(store.state).toMatchObject({ unreadCount: 1, isUnreadCountComplete: false });
    expect(events.at(-1)).toMatchObject({ type: 'error', operation: 'set-read' });
    await store.loadMore();
    expect(store.get('c').isRead).toBe(false);
    undo();
    expect(setReadCalls()).toEqual([[['a'], true]]);
  });

  it('stays in place if the host fails to persist the undo', async () => {
    const store = await startStore();
    const undo = store.markAllRead();
    await flushPromises();
    source.setRead.mockRejectedValueOnce(new Error('not saved'));
    undo();
    expect(store.get('a').isRead).toBe(false);
    await flushPromises();
    expect(store.get('a').isRead).toBe(true);
  });

  it('ends with reset()', async () => {
    const store = await startStore();
    store.markAllRead();
    store.reset();
    source.pages = [{ references: makeReferences(['z'], false), nextCursor: 'more' }];
    await store.refresh();
    expect(store.state).toMatchObject({ unreadCount: 1, isUnreadCountComplete: false });
  });

  it('is quick for 100,000 items, and so is its undo', () => {
    const store = makeStore({ ids: makeIds(100_000) });
    const start = process.cpuUsage();
    store.markAllRead()();
    expect(cpuTimeMs(start)).toBeLessThan(3000);
  });
});

describe('the read state of a page that is loaded again', () => {
  const refreshWith = async (store: NotificationStore, isRead: boolean): Promise<void> => {
    source.pages = [{ references: makeReferences(['a'], isRead) }];
    await store.refresh();
  };

  it('is applied and published if the host persists read state', async () => {
    const store = await startStore();
    const { events } = recordEvents(store);
    await refreshWith(store, true);
    expect(store.get('a').isRead).toBe(true);
    await refreshWith(store, false);
    expect(store.get('a').isRead).toBe(false);
    source.emit({ type: 'add', references: makeReferences(['a'], true) });
    expect(events).toEqual([
      { type: 'read-change', ids: ['a'], isRead: true },
      { type: 'read-change', ids: ['a'], isRead: false },
      { type: 'read-change', ids: ['a'], isRead: true },
    ]);
    expect(setReadCalls()).toEqual([]);
  });

  it('is applied after an event of the host, too', async () => {
    const store = await startStore();
    source.emit({ type: 'read', ids: ['a'], isRead: true });
    await refreshWith(store, false);
    expect(store.get('a').isRead).toBe(false);
  });

  it('does not override what the customer did in this visit', async () => {
    const store = await startStore();
    store.markRead(['a']);
    await refreshWith(store, false);
    await flushPromises();
    await refreshWith(store, false);
    expect(store.get('a').isRead).toBe(true);
  });

  it('counts where it is "read", and not where it is "unread", if the host does not persist read state', async () => {
    const store = makeStore({ source: { load: source.load, subscribe: source.subscribe } });
    source.pages = [{ references: makeReferences(['a'], false) }];
    const { events } = recordEvents(store);
    await flushPromises();
    await refreshWith(store, true);
    await refreshWith(store, false);
    expect(store.get('a').isRead).toBe(true);
    expect(events).toEqual([{ type: 'read-change', ids: ['a'], isRead: true }]);
  });
});
