import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NudgeError, RequestError } from '../../../src/api/errors.js';
import {
  arrivalEvents,
  type FakeBrowser,
  type FakeService,
  FakeSource,
  makeIds,
  itemIds,
  recordEvents,
  makeRecord,
  makeReferences,
  apiError,
  flushPromises,
  setUpStore,
  type MakeStore,
  tearDown,
  unauthorizedError,
} from '../fakes.js';

let service: FakeService;
let browser: FakeBrowser;
let makeStore: MakeStore;

beforeEach(() => void ({ service, browser, makeStore } = setUpStore()));
afterEach(tearDown);

describe('NotificationStore', () => {
  it('requests nothing before the first subscriber', async () => {
    const source = new FakeSource();
    const store = makeStore({ ids: ['a'], source });
    store.setVisible(['a']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([service.requests, source.cursors, source.subscriptionCount]).toEqual([[], [], 0]);
    expect(store.state).toMatchObject({ status: 'idle', unreadCount: 0, problem: null });
  });

  it('requests the newest 25 records', async () => {
    const store = makeStore({ ids: makeIds(500) });
    recordEvents(store);
    await flushPromises();
    expect(service.requests).toEqual(makeIds(25));
    expect(store.state).toMatchObject({ unreadCount: 25, isUnreadCountComplete: false });
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(service.requests).toHaveLength(25);
  });

  it('does not request records whose read state the source knows', async () => {
    const source = new FakeSource();
    source.pages = [
      { references: [...makeReferences(makeIds(20), false), ...makeReferences(['a', 'b', 'c'])] },
    ];
    const store = makeStore({ source });
    recordEvents(store);
    await flushPromises();
    expect(service.requests).toEqual(['a', 'b', 'c']);
    expect(store.state).toMatchObject({ unreadCount: 23, isUnreadCountComplete: true });
  });

  it('requests and lists each id once, also if ids and source list the same', async () => {
    const source = new FakeSource();
    source.pages = [{ references: makeReferences(['a', 'b', 'a']) }];
    const store = makeStore({ ids: ['b', 'b', 'c'], source });
    recordEvents(store);
    await flushPromises();
    expect(service.requests.toSorted()).toEqual(['a', 'b', 'c']);
    expect(itemIds(store)).toEqual(['a', 'b', 'c']);
  });

  it('requests the next record of the list when one of the newest is removed', async () => {
    const source = new FakeSource();
    const store = makeStore({ ids: makeIds(30), source });
    recordEvents(store);
    await flushPromises();
    source.emit({ type: 'remove', ids: ['n1', 'n2'] });
    await flushPromises();
    expect(service.requests).toEqual(makeIds(27));
  });
});

describe('NotificationStore.state.unreadCount', () => {
  it('is complete once every read state is known', async () => {
    service.respond = null;
    const store = makeStore({ ids: ['a', 'b'] });
    recordEvents(store);
    expect(store.state).toMatchObject({ unreadCount: 0, isUnreadCountComplete: false });
    await service.succeed('a', { isRead: false });
    await service.succeed('b', { isRead: true });
    expect(store.state).toMatchObject({ unreadCount: 1, isUnreadCountComplete: true });
  });

  it('is incomplete if a record has no read state', async () => {
    service.respond = (id) => makeRecord(id, { isRead: null });
    const store = makeStore({ ids: ['a'] });
    recordEvents(store);
    await flushPromises();
    expect(store.state).toMatchObject({ unreadCount: 0, isUnreadCountComplete: false });
    expect(store.get('a').isRead).toBeNull();
  });

  it('counts a fetched notification as unread: fetched is not read', async () => {
    const source = new FakeSource();
    source.pages = [{ references: makeReferences(['a'], false) }];
    service.respond = (id) => makeRecord(id, { isRead: true });
    const store = makeStore({ source });
    recordEvents(store);
    await flushPromises();
    store.setVisible(['a']);
    await flushPromises();
    expect(store.get('a').record).toMatchObject({ isRead: false });
    expect(store.state.unreadCount).toBe(1);
  });
});

describe('NotificationStore with an id that does not exist', () => {
  beforeEach(() => {
    service.respond = (id) => {
      if (id === 'gone') throw apiError(404);
      return makeRecord(id);
    };
  });

  it('marks it as missing, does not count it, and never requests it again by itself', async () => {
    const source = new FakeSource();
    const store = makeStore({ ids: ['gone', 'a'], source });
    const recorder = recordEvents(store);
    await flushPromises();
    expect(store.get('gone')).toMatchObject({ status: 'missing', error: { status: 404 } });
    expect(store.state).toMatchObject({ unreadCount: 1, isUnreadCountComplete: true, problem: null });
    expect(recorder.events).toMatchObject([{ type: 'error', operation: 'load', error: { status: 404 } }]);
    browser.setOnline(false);
    browser.setOnline(true);
    await store.refresh();
    source.emit({ type: 'remove', ids: ['gone'] });
    store.add(['gone', 'b']);
    store.setVisible(['gone', 'a']);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(service.requests.filter((id) => id === 'gone')).toHaveLength(1);
    expect(store.get('gone').status).toBe('missing');
  });

  it('requests it again on load()', async () => {
    const store = makeStore({ ids: ['gone'] });
    recordEvents(store);
    await flushPromises();
    service.respond = (id) => makeRecord(id);
    await expect(store.load('gone')).resolves.toMatchObject({ id: 'gone' });
    expect(store.get('gone')).toMatchObject({ status: 'loaded', error: null });
  });

  it.each([
    [new RequestError('id', 'something else'), 'missing'],
    [apiError(410), 'missing'],
    [apiError(403), 'failed'],
    [apiError(200), 'failed'],
    [apiError(500), 'failed'],
    [new TypeError('a bug'), 'failed'],
  ])('distinguishes missing from failed: %s is %s', async (error, status) => {
    service.respond = (id) => {
      if (id === 'a') throw error;
      return makeRecord(id);
    };
    const store = makeStore({ ids: ['a', 'b'] });
    recordEvents(store);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.get('a').status).toBe(status);
    expect(store.state.problem).toBeNull();
    service.respond = (id) => makeRecord(id);
    await store.refresh();
    await flushPromises();
    expect(store.get('a').status).toBe(status === 'failed' ? 'loaded' : 'missing');
  });
});

describe('NotificationStore with visible items', () => {
  it('requests them first', async () => {
    service.respond = null;
    const store = makeStore({ ids: makeIds(50) });
    recordEvents(store);
    store.setVisible(['n40', 'unknown', 'n41']);
    await service.succeed('n1');
    await service.succeed('n2');
    expect(service.requests.slice(6)).toEqual(['n40', 'n41']);
  });

  it('does not request them again once they are loaded or removed', async () => {
    const source = new FakeSource();
    const store = makeStore({ ids: ['a', 'b'], source });
    recordEvents(store);
    await flushPromises();
    source.emit({ type: 'remove', ids: ['a'] });
    store.setVisible(['a', 'b', 'unlisted']);
    await flushPromises();
    expect(service.requests).toEqual(['a', 'b']);
    expect(itemIds(store)).toEqual(['b']);
  });
});

describe('NotificationStore.load()', () => {
  it('resolves with the record, with one request for all callers', async () => {
    const store = makeStore({ ids: ['a'] });
    recordEvents(store);
    const [first, second] = await Promise.all([store.load('a'), store.load('a')]);
    expect(first).toBe(second);
    expect(await store.load('a')).toBe(first);
    expect(service.requests).toEqual(['a']);
  });

  it('works for an unlisted id without a subscriber, and does not list it', async () => {
    const store = makeStore({ ids: [] });
    await expect(store.load('x')).resolves.toMatchObject({ id: 'x' });
    expect(store.get('x')).toMatchObject({ status: 'loaded', isRead: false });
    expect(store.state).toMatchObject({ items: [], unreadCount: 0 });
  });

  it('rejects with the error', async () => {
    const error = apiError(404);
    service.respond = () => {
      throw error;
    };
    const store = makeStore();
    await expect(store.load('x')).rejects.toBe(error);
    expect(store.get('x')).toMatchObject({ status: 'missing', error });
  });

  it('shows the new attempt at once', async () => {
    service.respond = null;
    const store = makeStore({ ids: ['a'] });
    recordEvents(store);
    await service.fail('a', new NudgeError('broken'));
    expect(store.state.items).toMatchObject([{ status: 'failed', error: { message: 'broken' } }]);
    const loading = store.load('a');
    expect(store.state.items).toMatchObject([{ status: 'pending', error: null }]);
    await service.succeed('a');
    await expect(loading).resolves.toMatchObject({ id: 'a' });
  });

  it('restarts a store that has given up', async () => {
    service.respond = () => {
      throw unauthorizedError();
    };
    const store = makeStore({ ids: ['a'] });
    recordEvents(store);
    await flushPromises();
    expect(store.state.problem).toBe('unauthenticated');
    service.respond = (id) => makeRecord(id);
    await store.load('a');
    expect(store.state).toMatchObject({ problem: null, unreadCount: 1 });
  });
});

describe('NotificationStore.state', () => {
  it('is the same object until something changes, and then another one', async () => {
    const store = makeStore({ ids: ['a'] });
    expect(store.state).toBe(store.state);
    recordEvents(store);
    await flushPromises();
    const { state } = store;
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(store.state).toBe(state);
    store.markRead(['a']);
    expect(store.state).not.toBe(state);
    expect(state.unreadCount).toBe(1);
    expect(state.items[0]).toMatchObject({ isRead: false, record: { isRead: false } });
  });

  it('is a new object on each change event', async () => {
    const source = new FakeSource();
    source.pages = [{ references: makeReferences(['a']), nextCursor: 'two' }, new Error('broken')];
    const store = makeStore({ source });
    const states: unknown[] = [];
    store.subscribe(({ type }) => {
      if (type === 'change') states.push(store.state);
    });
    await flushPromises();
    await store.loadMore();
    await store.refresh();
    expect(new Set(states).size).toBe(states.length);
    expect(store.state.problem).toBeNull();
  });

  it('is ready at once if there are only ids', () => {
    const store = makeStore({ ids: ['a'] });
    recordEvents(store);
    expect(store.state.status).toBe('ready');
  });
});

describe('NotificationStore arrivals', () => {
  it('are published after the first page, not with it', async () => {
    const source = new FakeSource();
    source.pages = [
      { references: makeReferences(['a', 'b']) },
      { references: makeReferences(['c', 'd', 'a', 'b']) },
    ];
    const store = makeStore({ source });
    const recorder = recordEvents(store);
    source.emit({ type: 'add', references: makeReferences(['early']) });
    await flushPromises();
    expect(arrivalEvents(recorder)).toEqual([]);
    source.emit({ type: 'add', references: makeReferences(['d', 'a']) });
    expect(arrivalEvents(recorder)).toEqual([{ type: 'arrival', ids: ['d'] }]);
    await store.refresh();
    expect(arrivalEvents(recorder)).toEqual([
      { type: 'arrival', ids: ['d'] },
      { type: 'arrival', ids: ['c'] },
    ]);
    expect(itemIds(store)).toEqual(['c', 'd', 'a', 'b', 'early']);
  });

  it('are published for unread notifications only', async () => {
    const store = makeStore();
    const recorder = recordEvents(store);
    store.add([{ id: 'read', isRead: true }]);
    expect(arrivalEvents(recorder)).toEqual([]);
    store.add([{ id: 'x', isRead: true }, { id: 'y', isRead: false }, 'z']);
    expect(arrivalEvents(recorder)).toEqual([{ type: 'arrival', ids: ['y', 'z'] }]);
    await flushPromises();
  });

  it('are not published for further pages', async () => {
    const source = new FakeSource();
    source.pages = [
      { references: makeReferences(['a']), nextCursor: 'two' },
      { references: makeReferences(['b']) },
    ];
    const store = makeStore({ source });
    const recorder = recordEvents(store);
    await flushPromises();
    await store.loadMore();
    expect(arrivalEvents(recorder)).toEqual([]);
    expect(itemIds(store)).toEqual(['a', 'b']);
  });
});

describe('NotificationStore.state.items', () => {
  it('leaves out invalid ids, warns the developer once, and shows the rest', async () => {
    vi.resetModules();
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const { NotificationStore } = await import('../../../src/session/notifications/notification-store.js');
    const source = new FakeSource();
    source.pages = [{ references: [{ id: 1 }, null, { id: 'a' }] as never }];
    const store = new NotificationStore({ retrieve: service.retrieve, source, ids: 'a' as never });
    recordEvents(store);
    await flushPromises();
    source.emit({ type: 'add', references: [5, 'b', { id: null }] as never });
    for (const ids of [null, undefined, 'a', [null, 5, {}, '']]) {
      store.add(ids as never);
      store.setHostIds(ids as never);
    }
    expect(itemIds(store)).toEqual(['b', 'a']);
    expect(warn.mock.calls).toEqual([['[nudge-inbox] Notifications without an id are left out.']]);
  });

  it('drops what the host no longer lists, and cancels its requests', async () => {
    service.respond = null;
    const store = makeStore({ ids: makeIds(10) });
    recordEvents(store);
    store.setHostIds(['n2', 'x']);
    await flushPromises();
    expect(service.pending).toEqual(['n2', 'x']);
    expect(itemIds(store)).toEqual(['n2', 'x']);
  });

  it('drops what the source removes, and ignores late responses for it', async () => {
    service.respond = null;
    const source = new FakeSource();
    const store = makeStore({ ids: ['a', 'b'], source });
    const recorder = recordEvents(store);
    source.emit({ type: 'remove', ids: ['a'] });
    await flushPromises();
    expect(service.pending).toEqual(['b']);
    expect(itemIds(store)).toEqual(['b']);
    await service.succeed('b');
    expect(store.state.unreadCount).toBe(1);
    expect(recorder.events).toEqual([]);
  });
});
