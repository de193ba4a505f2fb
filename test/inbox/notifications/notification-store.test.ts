import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NudgeError, RequestError } from '../../../src/api/errors.js';
import {
  arrivals,
  type FakeNetwork,
  type FakeService,
  FakeSource,
  idsFrom,
  idsOf,
  processorTime,
  listen,
  record,
  references,
  refused,
  settled,
  setUpStore,
  type StoreMaker,
  tearDown,
  unauthorized,
} from '../fakes.js';

let service: FakeService;
let network: FakeNetwork;
let makeStore: StoreMaker;

beforeEach(() => void ({ service, network, makeStore } = setUpStore()));
afterEach(tearDown);

describe('what it fetches by itself', () => {
  it('is nothing before somebody subscribes', async () => {
    const source = new FakeSource();
    const store = makeStore({ ids: ['a'], source });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([service.requests, source.cursors, source.subscriptions]).toEqual([[], [], 0]);
    expect(store.state).toMatchObject({ status: 'idle', unreadCount: 0, problem: null });
  });

  it('is the newest 25', async () => {
    const store = makeStore({ ids: idsFrom(500) });
    listen(store);
    await settled();
    expect(service.requests).toEqual(idsFrom(25));
    expect(store.state).toMatchObject({ unreadCount: 25, isUnreadCountComplete: false });
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(service.requests).toHaveLength(25);
  });

  it('leaves out those whose reading the source knows', async () => {
    const source = new FakeSource();
    source.pages = [{ references: [...references(idsFrom(20), false), ...references(['a', 'b', 'c'])] }];
    const store = makeStore({ source });
    listen(store);
    await settled();
    expect(service.requests).toEqual(['a', 'b', 'c']);
    expect(store.state).toMatchObject({ unreadCount: 23, isUnreadCountComplete: true });
  });

  it('is each of its ids once, also where ids and source name the same', async () => {
    const source = new FakeSource();
    source.pages = [{ references: references(['a', 'b', 'a']) }];
    const store = makeStore({ ids: ['b', 'b', 'c'], source });
    listen(store);
    await settled();
    expect(service.requests.toSorted()).toEqual(['a', 'b', 'c']);
    expect(idsOf(store)).toEqual(['a', 'b', 'c']);
  });

  it('is what arrives', async () => {
    const store = makeStore({ ids: ['a'] });
    listen(store);
    await settled();
    store.add(['b']);
    await settled();
    expect(service.requests).toEqual(['a', 'b']);
    expect(store.state.unreadCount).toBe(2);
  });

  it('is the next of the list as one of the newest is taken away', async () => {
    const source = new FakeSource();
    const store = makeStore({ ids: idsFrom(30), source });
    listen(store);
    await settled();
    source.emit({ type: 'remove', ids: ['n1', 'n2'] });
    await settled();
    expect(service.requests).toEqual(idsFrom(27));
  });
});

describe('the unread count', () => {
  it('is complete once all is known', async () => {
    service.answer = null;
    const store = makeStore({ ids: ['a', 'b'] });
    listen(store);
    expect(store.state).toMatchObject({ unreadCount: 0, isUnreadCountComplete: false });
    await service.succeed('a', { isRead: false });
    await service.succeed('b', { isRead: true });
    expect(store.state).toMatchObject({ unreadCount: 1, isUnreadCountComplete: true });
  });

  it('is not complete while more pages wait', async () => {
    const source = new FakeSource();
    source.pages = [
      { references: references(['a'], false), nextCursor: 'two' },
      { references: references(['b'], false) },
    ];
    const store = makeStore({ source });
    listen(store);
    await settled();
    expect(store.state).toMatchObject({ unreadCount: 1, isUnreadCountComplete: false, hasMore: true });
    await store.loadMore();
    expect(store.state).toMatchObject({ unreadCount: 2, isUnreadCountComplete: true, hasMore: false });
  });

  it('is not complete where a record does not say', async () => {
    service.answer = (id) => record(id, { isRead: null });
    const store = makeStore({ ids: ['a'] });
    listen(store);
    await settled();
    expect(store.state).toMatchObject({ unreadCount: 0, isUnreadCountComplete: false });
    expect(store.get('a').isRead).toBeNull();
  });

  it('does not take fetched for read', async () => {
    const source = new FakeSource();
    source.pages = [{ references: references(['a'], false) }];
    service.answer = (id) => record(id, { isRead: true });
    const store = makeStore({ source });
    listen(store);
    await settled();
    store.show(['a']);
    await settled();
    expect(store.get('a').record).toMatchObject({ isRead: false });
    expect(store.state.unreadCount).toBe(1);
  });
});

describe('an id that does not exist', () => {
  beforeEach(() => {
    service.answer = (id) => {
      if (id === 'gone') throw refused(404);
      return record(id);
    };
  });

  it('is missing, not counted, and never asked for again by itself', async () => {
    const source = new FakeSource();
    const store = makeStore({ ids: ['gone', 'a'], source });
    const heard = listen(store);
    await settled();
    expect(store.get('gone')).toMatchObject({ status: 'missing', error: { status: 404 } });
    expect(store.state).toMatchObject({ unreadCount: 1, isUnreadCountComplete: true, problem: null });
    expect(heard.events).toMatchObject([{ type: 'error', operation: 'load', error: { status: 404 } }]);
    store.show(['gone', 'a']);
    store.add(['gone', 'b']);
    network.set(false);
    network.set(true);
    await store.refresh();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(service.requests.filter((id) => id === 'gone')).toHaveLength(1);
  });

  it('may be asked for by whoever wants to know', async () => {
    const store = makeStore({ ids: ['gone'] });
    listen(store);
    await settled();
    service.answer = (id) => record(id);
    await expect(store.load('gone')).resolves.toMatchObject({ id: 'gone' });
    expect(store.get('gone')).toMatchObject({ status: 'loaded', error: null });
  });

  it.each([
    [new RequestError('id', 'something else'), 'missing'],
    [refused(403), 'missing'],
    [refused(200), 'missing'],
    [refused(408), 'failed'],
    [refused(500), 'failed'],
    [new TypeError('a bug'), 'failed'],
  ])('is not the same as one that cannot be had: %s is %s', async (error, status) => {
    service.answer = () => {
      throw error;
    };
    const store = makeStore({ ids: ['a'] });
    listen(store);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.get('a').status).toBe(status);
    expect(store.state.problem).toBeNull();
    service.answer = (id) => record(id);
    await store.refresh();
    await settled();
    expect(store.get('a').status).toBe(status === 'failed' ? 'loaded' : 'missing');
  });
});

describe('what is on the screen', () => {
  it('goes first', async () => {
    service.answer = null;
    const store = makeStore({ ids: idsFrom(50) });
    listen(store);
    store.show(['n40', 'n41']);
    await service.succeed('n1');
    await service.succeed('n2');
    expect(service.requests.slice(6)).toEqual(['n40', 'n41']);
  });

  it('is not fetched again once it is there, nor after it was removed', async () => {
    const source = new FakeSource();
    const store = makeStore({ ids: ['a', 'b'], source });
    listen(store);
    await settled();
    source.emit({ type: 'remove', ids: ['a'] });
    store.show(['a', 'b', 'unheard of']);
    await settled();
    expect(service.requests).toEqual(['a', 'b']);
    expect(idsOf(store)).toEqual(['b']);
  });

  it('is nothing to a store that does not run', async () => {
    const store = makeStore({ ids: ['a'] });
    store.show(['a']);
    await settled();
    expect(service.requests).toEqual([]);
  });
});

describe('load', () => {
  it('gives the record, by one request however many ask', async () => {
    const store = makeStore({ ids: ['a'] });
    listen(store);
    const [first, second] = await Promise.all([store.load('a'), store.load('a')]);
    expect(first).toBe(second);
    expect(await store.load('a')).toBe(first);
    expect(service.requests).toEqual(['a']);
  });

  it('works for one that is not on the list, without a subscriber, and does not put it there', async () => {
    const store = makeStore({ ids: [] });
    await expect(store.load('x')).resolves.toMatchObject({ id: 'x' });
    expect(store.get('x')).toMatchObject({ status: 'loaded', isRead: false });
    expect(store.state).toMatchObject({ items: [], unreadCount: 0 });
  });

  it('rejects with what went wrong', async () => {
    const error = refused(404);
    service.answer = () => {
      throw error;
    };
    const store = makeStore();
    await expect(store.load('x')).rejects.toBe(error);
    expect(store.get('x')).toMatchObject({ status: 'missing', error });
  });

  it('shows at once that it tries again', async () => {
    service.answer = null;
    const store = makeStore({ ids: ['a'] });
    listen(store);
    await service.fail('a', new NudgeError('broken'));
    expect(store.state.items).toMatchObject([{ status: 'failed', error: { message: 'broken' } }]);
    const loading = store.load('a');
    expect(store.state.items).toMatchObject([{ status: 'pending', error: null }]);
    await service.succeed('a');
    await expect(loading).resolves.toMatchObject({ id: 'a' });
  });

  it('wakes a store that had given up', async () => {
    service.answer = () => {
      throw unauthorized();
    };
    const store = makeStore({ ids: ['a'] });
    listen(store);
    await settled();
    expect(store.state.problem).toBe('unauthenticated');
    service.answer = (id) => record(id);
    await store.load('a');
    expect(store.state).toMatchObject({ problem: null, unreadCount: 1 });
  });
});

describe('state', () => {
  it('is the same object until something changes', async () => {
    const store = makeStore({ ids: ['a'] });
    expect(store.state).toBe(store.state);
    listen(store);
    await settled();
    const { state } = store;
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(store.state).toBe(state);
    store.markRead(['a']);
    expect(store.state).not.toBe(state);
    expect(state.unreadCount).toBe(1);
    expect(state.items[0]).toMatchObject({ isRead: false, record: { isRead: false } });
  });

  it('is new whenever a change is told', async () => {
    const source = new FakeSource();
    source.pages = [{ references: references(['a']), nextCursor: 'two' }, new Error('broken')];
    const store = makeStore({ source });
    const seen: unknown[] = [];
    store.subscribe(({ type }) => {
      if (type === 'change') seen.push(store.state);
    });
    await settled();
    await store.loadMore();
    await store.refresh();
    expect(new Set(seen).size).toBe(seen.length);
    expect(store.state.problem).toBeNull();
  });

  it('is loading until the first page is there', async () => {
    const source = new FakeSource();
    const store = makeStore({ source });
    listen(store);
    expect(store.state.status).toBe('loading');
    await settled();
    expect(store.state).toMatchObject({ status: 'ready', items: [] });
  });

  it('is ready at once where there are only ids', () => {
    const store = makeStore({ ids: ['a'] });
    listen(store);
    expect(store.state.status).toBe('ready');
  });

  it('is still quick with 100,000 ids', async () => {
    const start = process.cpuUsage();
    const store = makeStore({ ids: idsFrom(100_000) });
    listen(store);
    await settled();
    store.setIds(['new', ...idsFrom(100_000)]);
    store.markAllRead();
    expect(store.state.items).toHaveLength(100_001);
    expect(processorTime(start)).toBeLessThan(3000);
  }, 30_000);
});

describe('arrivals', () => {
  it('are told after the first page, not with it', async () => {
    const source = new FakeSource();
    source.pages = [{ references: references(['a', 'b']) }, { references: references(['c', 'a', 'b']) }];
    const store = makeStore({ source });
    const heard = listen(store);
    source.emit({ type: 'add', references: references(['early']) });
    await settled();
    expect(arrivals(heard)).toEqual([]);
    source.emit({ type: 'add', references: references(['d', 'a']) });
    expect(arrivals(heard)).toEqual([{ type: 'arrival', ids: ['d'] }]);
    await store.refresh();
    expect(arrivals(heard)).toEqual([
      { type: 'arrival', ids: ['d'] },
      { type: 'arrival', ids: ['c'] },
    ]);
    expect(idsOf(store)).toEqual(['c', 'd', 'a', 'b', 'early']);
  });

  it('are told only of what is not read', async () => {
    const store = makeStore();
    const heard = listen(store);
    store.add([{ id: 'read', isRead: true }]);
    expect(arrivals(heard)).toEqual([]);
    store.add([{ id: 'x', isRead: true }, { id: 'y', isRead: false }, 'z']);
    expect(arrivals(heard)).toEqual([{ type: 'arrival', ids: ['y', 'z'] }]);
    await settled();
  });

  it('are not told of further pages', async () => {
    const source = new FakeSource();
    source.pages = [{ references: references(['a']), nextCursor: 'two' }, { references: references(['b']) }];
    const store = makeStore({ source });
    const heard = listen(store);
    await settled();
    await store.loadMore();
    expect(arrivals(heard)).toEqual([]);
    expect(idsOf(store)).toEqual(['a', 'b']);
  });

  it('are not told where the host replaces its ids or adds older ones', () => {
    const store = makeStore({ ids: [] });
    const heard = listen(store);
    store.setIds(['a', 'b']);
    store.setIds(['a', 'b', 'older']);
    store.setIds(['x', 'y']);
    expect(arrivals(heard)).toEqual([]);
    store.setIds(['new', 'x', 'y']);
    expect(arrivals(heard)).toEqual([{ type: 'arrival', ids: ['new'] }]);
  });
});

describe('the list', () => {
  it('takes what is added on top, and each once', () => {
    const store = makeStore({ ids: ['a'] });
    store.add(['b', 'c']);
    store.add(['a', { id: 'd' }]);
    expect(idsOf(store)).toEqual(['d', 'b', 'c', 'a']);
  });

  it.each([[null], [undefined], ['a'], [[null, 5, {}]]])('passes over %j', (ids) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const store = makeStore({ ids: ids as never });
    store.add(ids as never);
    store.setIds(ids as never);
    expect(store.state.items).toEqual([]);
  });

  it('tells the developer once of ids that are none, and shows the rest', async () => {
    vi.resetModules();
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const { NotificationStore } = await import('../../../src/inbox/notifications/notification-store.js');
    const source = new FakeSource();
    source.pages = [{ references: [{ id: 1 }, null, { id: 'a' }] as never }];
    const store = new NotificationStore({ retrieve: service.retrieve, source });
    listen(store);
    await settled();
    source.emit({ type: 'add', references: [5, 'b', { id: null }] as never });
    expect(idsOf(store)).toEqual(['b', 'a']);
    expect(warn.mock.calls).toEqual([['[nudge-inbox] Notifications without an id are left out.']]);
  });

  it('takes a flood of 100,000 in one event, and 1,000 single arrivals, with its state read each time', async () => {
    const source = new FakeSource();
    const store = makeStore({ source });
    listen(store);
    await settled();
    const start = process.cpuUsage();
    source.emit({ type: 'add', references: references(idsFrom(100_000, 'flood')) });
    expect(store.state.items).toHaveLength(100_000);
    const other = makeStore({ ids: idsFrom(1000) });
    for (const id of idsFrom(1000, 'new')) {
      other.add([id]);
      expect(other.state.items[0]?.id).toBe(id);
    }
    expect(processorTime(start)).toBeLessThan(3000);
  }, 30_000);

  it('forgets what the host names no longer, and stops asking for it', async () => {
    service.answer = null;
    const store = makeStore({ ids: idsFrom(10) });
    listen(store);
    store.setIds(['n2', 'x']);
    await settled();
    expect(service.open).toEqual(['n2', 'x']);
    expect(idsOf(store)).toEqual(['n2', 'x']);
  });

  it('loses what the source removes, and lets no late answer put it back', async () => {
    service.answer = null;
    const source = new FakeSource();
    const store = makeStore({ ids: ['a', 'b'], source });
    const heard = listen(store);
    source.emit({ type: 'remove', ids: ['a'] });
    await settled();
    expect(service.open).toEqual(['b']);
    expect(idsOf(store)).toEqual(['b']);
    await service.succeed('b');
    expect(store.state.unreadCount).toBe(1);
    expect(heard.events).toEqual([]);
  });
});
