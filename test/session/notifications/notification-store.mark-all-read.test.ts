import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SignedOutError } from '../../../src/api/errors.js';
import type { NotificationSource, ReferencePage } from '../../../src/session/sources/source.js';
import type { NotificationStore } from '../../../src/session/notifications/notification-store.js';
import {
  type FakeService,
  FakeSource,
  recordEvents,
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

  it('does not mark what is listed once somebody has signed in again, who may be another customer', async () => {
    const store = await startStore();
    store.markAllRead();
    await flushPromises();
    source.pages = [
      new SignedOutError('refused', null, { status: 401 }),
      { references: makeReferences(['x'], false), nextCursor: 'more' },
      { references: makeReferences(['y'], false) },
    ];
    await store.refresh();
    expect(store.state.problem).toBe('signed-out');
    await store.refresh();
    await store.loadMore();
    expect([store.get('x').isRead, store.get('y').isRead]).toEqual([false, false]);
    expect(setReadCalls()).toEqual([[['a'], true]]);
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
    expect(setReadCalls()).toEqual([
      [[], true],
      [['a'], true],
    ]);
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
});

describe('NotificationStore.markAllRead() with a host that marks up to a date', () => {
  const dateOf = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString();
  /** What the host has, newest first: three pages of two. Of all but the first, the odd ones are read. */
  let facts: { id: string; createdDate: string; isRead: boolean }[];
  /** Lets the host respond. */
  let respond: () => void;
  let setRead: ReturnType<typeof vi.fn<NonNullable<NotificationSource['setRead']>>>;
  const unreadCount = (): number => facts.filter(({ isRead }) => !isRead).length;
  const unreadIds = (): string[] => facts.flatMap(({ id, isRead }) => (isRead ? [] : id));

  function loadPage(start: number): ReferencePage {
    const end = start + 2;
    const references = facts.slice(start, end).map((fact) => ({ ...fact }));
    return { references, unreadCount: unreadCount(), ...(end < facts.length && { nextCursor: String(end) }) };
  }

  async function startDatedStore(): Promise<NotificationStore> {
    facts = Array.from({ length: 6 }, (_, index) => ({
      id: `n${index}`,
      createdDate: dateOf(10 - index),
      isRead: index > 0 && index % 2 === 1,
    }));
    const store = makeStore({
      source: {
        load: ({ cursor = '0' }) => Promise.resolve(loadPage(Number(cursor))),
        subscribe: source.subscribe,
        setRead,
      },
    });
    recordEvents(store);
    await flushPromises();
    return store;
  }

  beforeEach(() => {
    let isOpen = true;
    let waiting: (() => void)[] = [];
    respond = () => {
      isOpen = true;
      for (const resolve of waiting) resolve();
      waiting = [];
    };
    setRead = vi.fn(
      async (ids: string[], isRead: boolean, { until = '' }: { until?: string | undefined }) => {
        const marked = facts.filter((fact) => fact.isRead !== isRead);
        const changed = marked.filter(({ id, createdDate }) => ids.includes(id) || createdDate <= until);
        for (const fact of changed) fact.isRead = isRead;
        if (!isOpen) await new Promise<void>((resolve) => waiting.push(resolve));
        return changed.map(({ id }) => id);
      },
    );
    holdResponses = () => {
      isOpen = false;
    };
  });
  let holdResponses: () => void;
  const calls = (): unknown[] => setRead.mock.calls.map(([ids, isRead, { until }]) => [ids, isRead, until]);

  it('marks what is on pages that are not loaded, with one request', async () => {
    const store = await startDatedStore();
    expect(store.state.unreadCount).toBe(3);
    store.markAllRead();
    await flushPromises();
    expect(calls()).toEqual([[['n0'], true, dateOf(10)]]);
    expect(unreadIds()).toEqual([]);
    await store.loadMore();
    await store.loadMore();
    expect(store.state).toMatchObject({ unreadCount: 0, isUnreadCountComplete: true });
    expect(calls()).toHaveLength(1);
  });

  it('sends no date where everything is listed', async () => {
    const store = await startDatedStore();
    await store.loadMore();
    await store.loadMore();
    store.markAllRead();
    await flushPromises();
    expect(calls()).toEqual([[['n0', 'n2', 'n4'], true, undefined]]);
  });

  it('restores on undo what the host has marked, and nothing that was read before', async () => {
    const store = await startDatedStore();
    const undo = store.markAllRead();
    await flushPromises();
    expect(store.state.unreadCount).toBe(0);
    undo();
    expect(store.state.unreadCount).toBe(3);
    await flushPromises();
    expect(unreadIds()).toEqual(['n0', 'n2', 'n4']);
    await store.loadMore();
    expect(store.state.items.map(({ isRead }) => isRead)).toEqual([false, true, false, true]);
    expect(store.state.unreadCount).toBe(3);
  });

  it('restores it, too, if the undo is faster than the response', async () => {
    const store = await startDatedStore();
    holdResponses();
    const undo = store.markAllRead();
    await flushPromises();
    undo();
    await flushPromises();
    expect(setRead).toHaveBeenCalledTimes(1);
    respond();
    await flushPromises();
    expect(unreadIds()).toEqual(['n0', 'n2', 'n4']);
    expect(store.state.unreadCount).toBe(3);
  });

  it('sends a change that follows at once after it, so that the host receives it last', async () => {
    const store = await startDatedStore();
    holdResponses();
    store.markAllRead();
    store.markUnread(['n1']);
    await flushPromises();
    expect(setRead).toHaveBeenCalledTimes(1);
    respond();
    await flushPromises();
    expect(unreadIds()).toEqual(['n1']);
    expect(store.state.unreadCount).toBe(1);
  });

  it('does not take back what is decided later about what was loaded meanwhile', async () => {
    const store = await startDatedStore();
    holdResponses();
    store.markAllRead();
    await store.loadMore();
    store.markUnread(['n2']);
    await flushPromises();
    respond();
    await flushPromises();
    expect(unreadIds()).toEqual(['n2']);
    expect(store.get('n2').isRead).toBe(false);
  });

  it('restores on undo what was loaded meanwhile from a list that still had it as unread', async () => {
    const store = await startDatedStore();
    holdResponses();
    const undo = store.markAllRead();
    facts[2]!.isRead = false;
    await store.loadMore();
    facts[2]!.isRead = true;
    respond();
    await flushPromises();
    expect(store.get('n2').isRead).toBe(true);
    undo();
    await flushPromises();
    expect(store.get('n2').isRead).toBe(false);
    expect(unreadIds()).toContain('n2');
  });

  it('is still waited for by the next change when one from before a reset() is saved at last', async () => {
    const finish: (() => void)[] = [];
    const store = await startDatedStore();
    setRead.mockImplementation(() => new Promise((resolve) => finish.push(() => resolve([]))));
    store.markAllRead();
    await flushPromises();
    store.reset();
    await store.refresh();
    store.markAllRead();
    finish[0]!();
    await flushPromises();
    store.markUnread(['n1']);
    await flushPromises();
    expect(setRead).toHaveBeenCalledTimes(2);
    finish[1]!();
    await flushPromises();
    expect(calls().at(-1)).toEqual([['n1'], false, undefined]);
  });

  it('shows what another device marks as unread afterwards', async () => {
    const store = await startDatedStore();
    store.markAllRead();
    await flushPromises();
    facts[2]!.isRead = false;
    source.emit({ type: 'read', ids: ['n2'], isRead: false });
    expect(store.state.unreadCount).toBe(1);
    await store.loadMore();
    expect(store.get('n2').isRead).toBe(false);
    expect(store.state.unreadCount).toBe(1);
  });

  it('leaves alone what another device has marked as unread since then, without an event', async () => {
    const store = await startDatedStore();
    store.markAllRead();
    await flushPromises();
    facts[3]!.isRead = false;
    await store.loadMore();
    expect(store.get('n3').isRead).toBe(false);
    await flushPromises();
    expect(unreadIds()).toEqual(['n3']);
  });

  it('counts once what the host also reports as events', async () => {
    const store = await startDatedStore();
    store.markAllRead();
    source.emit({ type: 'read', ids: ['n0', 'n2', 'n4'], isRead: true });
    await flushPromises();
    source.emit({ type: 'read', ids: ['n4'], isRead: false });
    expect(store.state.unreadCount).toBe(1);
  });

  it('is rolled back and reported if the host fails, although nothing that is loaded was unread', async () => {
    const store = await startDatedStore();
    store.markRead(['n0']);
    await flushPromises();
    const { events } = recordEvents(store);
    setRead.mockRejectedValueOnce(new Error('not saved'));
    store.markAllRead();
    expect(store.state.unreadCount).toBe(0);
    await flushPromises();
    expect(events).toMatchObject([
      { type: 'error', operation: 'set-read', ids: [], isRead: true, isAll: true },
    ]);
    expect(store.state.unreadCount).toBe(2);
  });

  it.each([
    ['stays in place if all of it was saved', ['n0', 'n2', 'n4'], [], 0],
    ['is rolled back but for what was saved', ['n0'], [['n2']], 2],
  ])('%s before a request of it failed', async (_, saved, reported, unread) => {
    const store = await startDatedStore();
    await store.loadMore();
    const { events } = recordEvents(store);
    setRead.mockImplementationOnce((_ids, _isRead, { setSaved }) => {
      setSaved?.(saved);
      return Promise.reject(new Error('not saved'));
    });
    store.markAllRead();
    await flushPromises();
    const errors = events.filter((event) => event.type === 'error');
    expect(errors.map((event) => 'ids' in event && event.ids)).toEqual(reported);
    expect(store.state.unreadCount).toBe(unread);
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
