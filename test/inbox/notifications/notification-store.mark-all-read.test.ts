import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NotificationStore } from '../../../src/inbox/notifications/notification-store.js';
import {
  type FakeService,
  FakeSource,
  idsFrom,
  listen,
  processorTime,
  record,
  references,
  settled,
  setUpStore,
  type StoreMaker,
  tearDown,
} from '../fakes.js';

let service: FakeService;
let makeStore: StoreMaker;
let source: FakeSource & {
  setRead: ReturnType<typeof vi.fn<(ids: string[], isRead: boolean) => Promise<void>>>;
};

beforeEach(() => {
  ({ service, makeStore } = setUpStore());
  source = Object.assign(new FakeSource(), { setRead: vi.fn(() => Promise.resolve()) });
});
afterEach(tearDown);

const told = (): unknown[] => source.setRead.mock.calls.map(([ids, isRead]) => [ids, isRead]);

async function started(): Promise<NotificationStore> {
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
    { references: references(['e'], false) },
  ];
  const store = makeStore({ source });
  listen(store);
  await settled();
  return store;
}

describe('marking all as read', () => {
  it('covers the pages that are not loaded, and tells the host as they come', async () => {
    const store = await started();
    store.markAllRead();
    expect(store.state).toMatchObject({ unreadCount: 0, isUnreadCountComplete: true, hasMore: true });
    await store.loadMore();
    await store.loadMore();
    expect(store.state).toMatchObject({ unreadCount: 0, isUnreadCountComplete: true });
    expect(told()).toEqual([
      [['a'], true],
      [['c'], true],
      [['e'], true],
    ]);
  });

  it('is undone also where the host has told of it in its own name', async () => {
    source.setRead.mockImplementation((ids, isRead) => {
      source.emit({ type: 'read', ids, isRead });
      return Promise.resolve();
    });
    const store = await started();
    const undo = store.markAllRead();
    await settled();
    undo();
    await settled();
    expect(store.state.items.map(({ isRead }) => isRead)).toEqual([false, true]);
    expect(told()).toEqual([
      [['a'], true],
      [['a'], false],
    ]);
  });

  it('covers the first page while it is under way', async () => {
    source.pages = [{ references: references(['a'], false) }];
    const store = makeStore({ source });
    listen(store);
    store.markAllRead();
    await settled();
    expect(store.state).toMatchObject({ unreadCount: 0, isUnreadCountComplete: true });
    expect(told()).toEqual([[['a'], true]]);
  });

  it('leaves alone what arrives after it', async () => {
    const store = await started();
    store.markAllRead();
    source.emit({ type: 'add', references: references(['new'], false) });
    source.pages.unshift({ references: references(['newer', 'new', 'a'], false) });
    await store.refresh();
    expect(store.state).toMatchObject({ unreadCount: 2, isUnreadCountComplete: true });
    store.add(['unknown']);
    expect(store.state.isUnreadCountComplete).toBe(false);
    await settled();
  });

  it('is undone to what was before, one by one, and the host is told', async () => {
    const store = await started();
    store.add([
      { id: 'later read', isRead: false },
      { id: 'later unread', isRead: false },
    ]);
    const undo = store.markAllRead();
    await store.loadMore();
    store.markUnread(['later read', 'later unread']);
    store.markRead(['later read']);
    source.setRead.mockClear();
    undo();
    const reading = (...ids: string[]): unknown[] => ids.map((id) => store.get(id).isRead);
    expect(reading('a', 'b', 'c', 'd', 'later read', 'later unread')).toEqual([
      false,
      true,
      false,
      true,
      true,
      false,
    ]);
    expect(store.state).toMatchObject({ unreadCount: 3, isUnreadCountComplete: false });
    expect(told()).toEqual([[['a', 'c'], false]]);
    await store.loadMore();
    expect(store.get('e').isRead).toBe(false);
    undo();
    expect(told()).toHaveLength(1);
  });

  it('is undone to not knowing, where nobody knew', async () => {
    service.answer = (id) => record(id, { isRead: null });
    const store = makeStore({ ids: ['a'], source });
    listen(store);
    await settled();
    const undo = store.markAllRead();
    undo();
    expect(store.get('a').isRead).toBeNull();
    expect(told()).toEqual([
      [['a'], true],
      [['a'], false],
    ]);
  });

  it('is undone by its own undo only, where it was done twice', async () => {
    const store = await started();
    const undoFirst = store.markAllRead();
    source.emit({ type: 'add', references: references(['new'], false) });
    const undoSecond = store.markAllRead();
    undoFirst();
    expect(store.get('a').isRead).toBe(false);
    expect(store.get('new').isRead).toBe(true);
    expect(store.state.isUnreadCountComplete).toBe(true);
    undoSecond();
    expect(store.state).toMatchObject({ unreadCount: 2, isUnreadCountComplete: false });
  });

  it('is rolled back where the host cannot keep it', async () => {
    const store = await started();
    const { events } = listen(store);
    source.setRead.mockRejectedValueOnce(new Error('not kept'));
    const undo = store.markAllRead();
    await settled();
    expect(store.state).toMatchObject({ unreadCount: 1, isUnreadCountComplete: false });
    expect(events.at(-1)).toMatchObject({ type: 'error', operation: 'set-read' });
    await store.loadMore();
    expect(store.get('c').isRead).toBe(false);
    undo();
    expect(told()).toEqual([[['a'], true]]);
  });

  it('stays, where the host cannot keep the undoing', async () => {
    const store = await started();
    const undo = store.markAllRead();
    await settled();
    source.setRead.mockRejectedValueOnce(new Error('not kept'));
    undo();
    expect(store.get('a').isRead).toBe(false);
    await settled();
    expect(store.get('a').isRead).toBe(true);
  });

  it('is over with all else', async () => {
    const store = await started();
    store.markAllRead();
    store.clear();
    source.pages = [{ references: references(['z'], false), nextCursor: 'more' }];
    await store.refresh();
    expect(store.state).toMatchObject({ unreadCount: 1, isUnreadCountComplete: false });
  });

  it('of 100,000 is quick, and so is its undoing', () => {
    const store = makeStore({ ids: idsFrom(100_000) });
    const start = process.cpuUsage();
    store.markAllRead()();
    expect(processorTime(start)).toBeLessThan(3000);
  });
});

describe('what a page that is read again says of reading', () => {
  const again = async (store: NotificationStore, isRead: boolean): Promise<void> => {
    source.pages = [{ references: references(['a'], isRead) }];
    await store.refresh();
  };

  it('counts where the host keeps it, and is told', async () => {
    const store = await started();
    const { events } = listen(store);
    await again(store, true);
    expect(store.get('a').isRead).toBe(true);
    await again(store, false);
    expect(store.get('a').isRead).toBe(false);
    source.emit({ type: 'add', references: references(['a'], true) });
    expect(events).toEqual([
      { type: 'read', ids: ['a'], isRead: true },
      { type: 'read', ids: ['a'], isRead: false },
      { type: 'read', ids: ['a'], isRead: true },
    ]);
    expect(told()).toEqual([]);
  });

  it('counts after an event of the host, too', async () => {
    const store = await started();
    source.emit({ type: 'read', ids: ['a'], isRead: true });
    await again(store, false);
    expect(store.get('a').isRead).toBe(false);
  });

  it('does not count against what the customer did in this visit', async () => {
    const store = await started();
    store.markRead(['a']);
    await again(store, false);
    await settled();
    await again(store, false);
    expect(store.get('a').isRead).toBe(true);
  });

  it('does not count where the host keeps nothing', async () => {
    const store = makeStore({ source: { load: source.load, subscribe: source.subscribe } });
    source.pages = [{ references: references(['a'], false) }];
    const { events } = listen(store);
    await settled();
    await again(store, true);
    expect([store.get('a').isRead, events]).toEqual([false, []]);
  });
});
