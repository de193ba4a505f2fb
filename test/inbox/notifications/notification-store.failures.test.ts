import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NudgeError } from '../../../src/api/errors.js';
import {
  type FakeNetwork,
  type FakeService,
  FakeSource,
  idsFrom,
  idsOf,
  listen,
  noNetwork,
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

describe('without a network', () => {
  it.each([undefined, {}])('is not where the platform does not say: %j', async (navigator) => {
    vi.stubGlobal('navigator', navigator);
    const store = makeStore({ ids: ['a'] });
    listen(store);
    await settled();
    expect(service.requests).toEqual(['a']);
    expect(store.state.problem).toBeNull();
  });

  it('asks for nothing, keeps what it has, and goes on when there is one', async () => {
    const store = makeStore({ ids: ['a'] });
    listen(store);
    await settled();
    network.set(false);
    store.add(['b']);
    const loading = store.load('c');
    await store.refresh();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(service.requests).toEqual(['a']);
    expect(store.state).toMatchObject({ problem: 'offline', unreadCount: 1 });
    network.set(true);
    await settled();
    expect(store.state).toMatchObject({ problem: null, unreadCount: 2 });
    await expect(loading).resolves.toMatchObject({ id: 'c' });
  });

  it('starts by waiting for one', async () => {
    network.set(false);
    const store = makeStore({ ids: ['a'] });
    listen(store);
    await settled();
    expect(service.requests).toEqual([]);
    expect(store.state.problem).toBe('offline');
    network.set(true);
    await settled();
    expect(service.requests).toEqual(['a']);
  });

  it('loses none of what was under way as it went', async () => {
    service.answer = null;
    const store = makeStore({ ids: idsFrom(10) });
    const heard = listen(store);
    const loading = store.load('n1');
    network.set(false);
    for (const id of idsFrom(6)) await service.fail(id, noNetwork());
    expect(heard.events).toEqual([]);
    service.answer = (id) => record(id);
    network.set(true);
    await settled();
    expect(store.state).toMatchObject({ unreadCount: 10, problem: null });
    await expect(loading).resolves.toMatchObject({ id: 'n1' });
  });

  it('asks the source again once there is one', async () => {
    const source = new FakeSource();
    source.pages = [new Error('no network'), { references: references(['a']) }];
    network.set(false);
    const store = makeStore({ source });
    listen(store);
    await settled();
    network.set(true);
    await settled();
    expect(store.state).toMatchObject({ status: 'ready', problem: null, unreadCount: 1 });
  });
});

describe('a service that does not answer', () => {
  it('is asked again by itself, which is said, and then is no more', async () => {
    let isDown = true;
    service.answer = (id) => {
      if (isDown) throw refused(503);
      return record(id);
    };
    const store = makeStore({ ids: idsFrom(10) });
    const heard = listen(store);
    await settled();
    expect(store.state.problem).toBe('retrying');
    isDown = false;
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.state).toMatchObject({ problem: null, unreadCount: 10 });
    expect(heard.events).toEqual([]);
  });

  it('is left alone for as long as it asks, also by one who wants a record', async () => {
    service.answer = () => {
      throw refused(429, 20);
    };
    const store = makeStore({ ids: ['a'] });
    listen(store);
    await settled();
    service.answer = (id) => record(id);
    const loading = store.load('b');
    await vi.advanceTimersByTimeAsync(19_999);
    expect(service.requests).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(1);
    await expect(loading).resolves.toMatchObject({ id: 'b' });
  });

  it('is given up after some time, once, and refresh recovers', async () => {
    service.answer = () => {
      throw noNetwork();
    };
    const store = makeStore({ ids: idsFrom(10) });
    const heard = listen(store);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(store.state.problem).toBe('unreachable');
    expect(heard.events).toMatchObject([{ type: 'error', operation: 'load' }]);
    const { length } = service.requests;
    service.answer = (id) => record(id);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(service.requests).toHaveLength(length);
    await store.refresh();
    await settled();
    expect(store.state).toMatchObject({ problem: null, unreadCount: 10 });
  });

  it('for one id alone is no problem of the list', async () => {
    service.answer = () => {
      throw refused(500);
    };
    const store = makeStore({ ids: ['a'] });
    const heard = listen(store);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(service.requests).toEqual(['a', 'a', 'a']);
    expect(store.state).toMatchObject({ problem: null, items: [{ status: 'failed' }] });
    expect(heard.events).toHaveLength(1);
  });
});

describe('a refused token', () => {
  it('stops the store, and refresh asks for another', async () => {
    service.answer = () => {
      throw unauthorized();
    };
    const store = makeStore({ ids: idsFrom(10) });
    const heard = listen(store);
    await settled();
    expect(store.state.problem).toBe('unauthenticated');
    expect(heard.events).toMatchObject([{ type: 'error', error: { status: 401 } }]);
    expect(service.requests.length).toBeLessThanOrEqual(6);
    service.answer = (id) => record(id);
    store.add(['new']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.state.problem).toBe('unauthenticated');
    await store.refresh();
    await settled();
    expect(store.state).toMatchObject({ problem: null, unreadCount: 11 });
  });
});

describe('another customer', () => {
  it('empties the store and is told; refresh starts anew', async () => {
    const source = new FakeSource();
    source.pages = [
      { references: references(['a1', 'a2']), nextCursor: 'of-a' },
      { references: references(['b1']), nextCursor: 'of-b' },
    ];
    service.answer = (id) => record(id, { uniqueCustomerId: id.startsWith('a') ? 'Ann' : 'Bob' });
    const store = makeStore({ source });
    const heard = listen(store);
    await settled();
    expect(store.state.items).toHaveLength(2);
    source.emit({ type: 'add', references: references(['b1']) });
    await settled();
    expect(store.state).toMatchObject({
      items: [],
      unreadCount: 0,
      hasMore: false,
      problem: 'unauthenticated',
    });
    expect(store.get('a1').record).toBeNull();
    expect(heard.events.at(-1)).toMatchObject({ type: 'error', operation: 'load' });
    expect(source.subscriptions).toBe(0);
    const { length } = service.requests;
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(service.requests).toHaveLength(length);

    await store.refresh();
    await settled();
    expect(idsOf(store)).toEqual(['b1']);
    expect(store.state).toMatchObject({ unreadCount: 1, problem: null, hasMore: true });
    expect(source.subscriptions).toBe(1);
  });

  it('does not make a list that mixes two go round and round', async () => {
    service.answer = (id) => record(id, { uniqueCustomerId: id });
    const source = { load: () => Promise.resolve({ references: references(['a', 'b']) }) };
    const store = makeStore({ source });
    listen(store);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(service.requests).toHaveLength(2);
    expect(store.state).toMatchObject({ items: [], problem: 'unauthenticated' });
  });

  it("gives nobody the other's record", async () => {
    service.answer = (id) => record(id, { uniqueCustomerId: id });
    const store = makeStore();
    listen(store);
    await store.load('a');
    await expect(store.load('b')).rejects.toBeInstanceOf(NudgeError);
    expect(store.get('b').record).toBeNull();
  });

  it('is not taken for one where the record does not say whose it is', async () => {
    service.answer = (id) => record(id, { uniqueCustomerId: id === 'b' ? null : 'Ann' });
    const store = makeStore({ ids: ['a', 'b', 'c'] });
    listen(store);
    await settled();
    expect(store.state).toMatchObject({ unreadCount: 3, problem: null });
  });
});

describe('a source that fails', () => {
  it('is unreachable until it answers, whatever the records do', async () => {
    const source = new FakeSource();
    source.pages = [new Error('broken'), { references: references(['a']) }];
    const store = makeStore({ source });
    const heard = listen(store);
    await settled();
    expect(store.state).toMatchObject({ status: 'loading', problem: 'unreachable' });
    expect(heard.events).toMatchObject([{ type: 'error', operation: 'list' }]);
    await store.load('x');
    expect(store.state.problem).toBe('unreachable');
    const refreshing = store.refresh();
    expect(store.state.problem).toBeNull();
    await refreshing;
    await settled();
    expect(store.state).toMatchObject({ status: 'ready', problem: null, unreadCount: 1 });
  });

  it('at a further page keeps what is there', async () => {
    const source = new FakeSource();
    source.pages = [
      { references: references(['a']), nextCursor: 'two' },
      new Error('broken'),
      { references: [] },
      { references: references(['b']) },
    ];
    const store = makeStore({ source });
    listen(store);
    await settled();
    await store.loadMore();
    expect(store.state).toMatchObject({ problem: 'unreachable', hasMore: true, unreadCount: 1 });
    await store.refresh();
    expect(store.state.problem).toBeNull();
    await store.loadMore();
    expect(idsOf(store)).toEqual(['a', 'b']);
    expect(source.cursors).toEqual([undefined, 'two', undefined, 'two']);
  });
});
