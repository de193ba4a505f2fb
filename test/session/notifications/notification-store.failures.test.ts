import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, SignedOutError } from '../../../src/api/errors.js';
import { expectResponse } from '../../../src/common/page-observer.js';
import type { NotificationSource, ReferencePage } from '../../../src/session/sources/source.js';
import type { NotificationStore } from '../../../src/session/notifications/notification-store.js';
import {
  type FakeBrowser,
  type FakeService,
  FakeSource,
  makeIds,
  itemIds,
  recordEvents,
  networkError,
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

/** From now on nothing responds, and the browser says so. */
function loseNetwork(): void {
  service.respond = () => {
    throw networkError();
  };
  browser.setOnline(false);
}

function regainNetwork(): void {
  service.respond = (id) => makeRecord(id);
  browser.setOnline(true);
}

describe('NotificationStore with a source whose load() never settles', () => {
  it('gives up after a minute, says so, and tries again', async () => {
    const load = vi.fn<() => Promise<ReferencePage>>(() => new Promise(() => undefined));
    const store = makeStore({ source: { load } });
    const { stop } = recordEvents(store);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(store.state).toMatchObject({ status: 'loading', problem: null });
    await vi.advanceTimersByTimeAsync(2000);
    expect(store.state.problem).toBe('unreachable');
    load.mockResolvedValue({ references: makeReferences(['a']) });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.state).toMatchObject({ status: 'ready', problem: null });
    expect(load).toHaveBeenCalledTimes(2);
    stop();
  });
});

describe('NotificationStore without a network', () => {
  it.each([undefined, {}])('assumes a network if the platform does not report one: %j', async (navigator) => {
    vi.stubGlobal('navigator', navigator);
    const store = makeStore({ ids: ['a'] });
    recordEvents(store);
    await flushPromises();
    expect(service.requests).toEqual(['a']);
    expect(store.state.problem).toBeNull();
  });

  it('says nothing of it while nothing has failed', async () => {
    const source = new FakeSource();
    source.pages = [{ references: makeReferences(['a']) }];
    browser.setOnline(false);
    const store = makeStore({ source, ids: ['b'] });
    const recorder = recordEvents(store);
    await flushPromises();
    expect(store.state).toMatchObject({ problem: null, status: 'ready', unreadCount: 2 });
    expect(await store.load('c')).toMatchObject({ id: 'c' });
    expect(recorder.events).toEqual([]);
  });

  it('keeps its items, reports no error, and continues when the network returns', async () => {
    const store = makeStore({ ids: ['a'] });
    const recorder = recordEvents(store);
    await flushPromises();
    loseNetwork();
    expect(store.state.problem).toBeNull();
    store.add(['b']);
    const loading = store.load('c');
    await store.refresh();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(store.state).toMatchObject({ problem: 'offline', unreadCount: 1 });
    regainNetwork();
    await flushPromises();
    expect(store.state).toMatchObject({ problem: null, unreadCount: 2 });
    await expect(loading).resolves.toMatchObject({ id: 'c' });
    expect(recorder.events).toMatchObject([{ type: 'arrival' }]);
  });

  it('finds out by itself that there is one if no event says so', async () => {
    const source = new FakeSource();
    source.pages = [new TypeError('no network'), { references: makeReferences(['a']) }];
    loseNetwork();
    const store = makeStore({ source, ids: ['b'] });
    recordEvents(store);
    await vi.advanceTimersByTimeAsync(1);
    expect(store.state.problem).toBe('offline');
    service.respond = (id) => makeRecord(id);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.state).toMatchObject({ problem: null, status: 'ready', unreadCount: 2 });
  });

  it('finds out at once whether a network is lost', async () => {
    const source = new FakeSource();
    source.pages = [{ references: makeReferences(['a']) }];
    const store = makeStore({ source });
    const recorder = recordEvents(store);
    await flushPromises();
    source.pages = [{ references: makeReferences(['a']) }];
    browser.setOnline(false);
    await flushPromises();
    expect([store.state.problem, source.cursors.length]).toEqual([null, 2]);
    source.pages = [new TypeError('no network')];
    browser.setOnline(false);
    await flushPromises();
    expect(store.state).toMatchObject({ problem: 'offline', unreadCount: 1 });
    expect(recorder.events).toEqual([]);
  });

  it('finds it out by a request of its own, since one under way was sent before', async () => {
    let respond: (page: ReferencePage) => void = () => undefined;
    const underWay = new Promise<ReferencePage>((resolve) => (respond = resolve));
    const source = new FakeSource();
    const load = vi
      .fn<FakeSource['load']>()
      .mockReturnValueOnce(underWay)
      .mockRejectedValue(new TypeError('no network'));
    const store = makeStore({ source: Object.assign(source, { load }) });
    recordEvents(store);
    await flushPromises();
    browser.setOnline(false);
    respond({ references: makeReferences(['a']) });
    await flushPromises();
    expect(store.state).toMatchObject({ problem: 'offline', unreadCount: 1 });
  });

  it.each([
    ['calls a lost connection offline', 'never', 'offline'],
    ['calls it so despite a late response to what was sent before', 'before', 'offline'],
    ['does not, if what was sent since has been responded to', 'since', null],
  ] as const)('%s', async (_, sent, problem) => {
    let setConnected: (isConnected: boolean) => void = () => undefined;
    const source = new FakeSource();
    const store = makeStore({
      source: Object.assign(source, {
        subscribe: (_emit: unknown, options: { setConnected: typeof setConnected }) => {
          ({ setConnected } = options);
        },
      }),
    });
    recordEvents(store);
    await flushPromises();
    const noteLateResponse = expectResponse();
    browser.setOnline(false);
    if (sent === 'before') noteLateResponse();
    if (sent === 'since') expectResponse()();
    setConnected(false);
    expect(store.state).toMatchObject({ problem, isReconnecting: true });
  });

  it('no longer calls a lost stream offline once there is a network', async () => {
    const source: NotificationSource = {
      subscribe: (_emit, { setConnected }) => {
        browser.setOnline(false);
        setConnected?.(false);
        return undefined;
      },
    };
    const store = makeStore({ source });
    recordEvents(store);
    expect(store.state).toMatchObject({ problem: 'offline', isReconnecting: true });
    browser.setOnline(true);
    await flushPromises();
    expect(store.state).toMatchObject({ problem: null, isReconnecting: true });
  });

  it('loses no pending request when the network goes away', async () => {
    service.respond = null;
    const store = makeStore({ ids: makeIds(10) });
    const recorder = recordEvents(store);
    const loading = store.load('n1');
    browser.setOnline(false);
    for (const id of makeIds(6)) await service.fail(id, networkError());
    expect(recorder.events).toEqual([]);
    service.respond = (id) => makeRecord(id);
    browser.setOnline(true);
    await flushPromises();
    expect(store.state).toMatchObject({ unreadCount: 10, problem: null });
    await expect(loading).resolves.toMatchObject({ id: 'n1' });
  });

  it('loads the source again when the network returns', async () => {
    const source = new FakeSource();
    source.pages = [new Error('no network'), { references: makeReferences(['a']) }];
    browser.setOnline(false);
    const store = makeStore({ source });
    recordEvents(store);
    await flushPromises();
    browser.setOnline(true);
    await flushPromises();
    expect(store.state).toMatchObject({ status: 'ready', problem: null, unreadCount: 1 });
  });
});

describe('NotificationStore with a failing service', () => {
  it('retries by itself, and reports the problem until it succeeds', async () => {
    let isDown = true;
    service.respond = (id) => {
      if (isDown) throw apiError(503);
      return makeRecord(id);
    };
    const store = makeStore({ ids: makeIds(10) });
    const recorder = recordEvents(store);
    await flushPromises();
    expect(store.state.problem).toBe('retrying');
    isDown = false;
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.state).toMatchObject({ problem: null, unreadCount: 10 });
    expect(recorder.events).toEqual([]);
  });

  it('reports once that it gives up for now, and recovers by itself or on refresh()', async () => {
    for (const recover of [
      () => vi.advanceTimersByTimeAsync(62_000),
      (store: NotificationStore) => store.refresh(),
    ]) {
      service.respond = () => {
        throw networkError();
      };
      const store = makeStore({ ids: makeIds(10) });
      const recorder = recordEvents(store);
      await vi.advanceTimersByTimeAsync(3_600_000);
      expect(store.state.problem).toBe('unreachable');
      expect(recorder.events).toMatchObject([{ type: 'error', operation: 'load' }]);
      service.respond = (id) => makeRecord(id);
      await recover(store);
      await flushPromises();
      expect(store.state).toMatchObject({ problem: null, unreadCount: 10 });
    }
  });

  it('sends one request after each growing pause in a visible page, and keeps the problem until one succeeds', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.9);
    service.respond = () => {
      throw networkError();
    };
    const store = makeStore({ ids: makeIds(30) });
    const { events } = recordEvents(store);
    await vi.advanceTimersByTimeAsync(6400);
    expect(store.state.problem).toBe('unreachable');
    service.requests.length = 0;
    const problems = new Set<string | null>();
    store.subscribe(() => problems.add(store.state.problem));
    const counts = [];
    for (const pauseMs of [5600, 9200, 16_400, 30_800, 56_000, 56_000]) {
      await vi.advanceTimersByTimeAsync(pauseMs);
      counts.push(service.requests.length);
    }
    expect(counts).toEqual([1, 2, 3, 4, 5, 6]);
    expect([...problems, store.state.problem]).toEqual(['unreachable', 'unreachable']);
    expect(events, 'nothing is reported again').toHaveLength(1);
    browser.setVisible(false);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(service.requests).toHaveLength(6);
  });

  it('requests what is visible once the service responds again', async () => {
    const source = new FakeSource();
    source.pages = [{ references: makeReferences(makeIds(40)).map((given) => ({ ...given, isRead: true })) }];
    service.respond = () => {
      throw networkError();
    };
    const store = makeStore({ source });
    recordEvents(store);
    await flushPromises();
    store.setVisible(['n30', 'n31']);
    await vi.advanceTimersByTimeAsync(600_000);
    service.respond = (id) => makeRecord(id);
    await vi.advanceTimersByTimeAsync(62_000);
    expect(['n30', 'n31'].map((id) => store.get(id).status)).toEqual(['loaded', 'loaded']);
  });

  it('loads the first page of a source again by itself, and keeps the problem until it comes, without another report', async () => {
    const source = new FakeSource();
    source.pages = [new Error('no'), new Error('no'), { references: makeReferences(['a']) }];
    const store = makeStore({ source });
    const { events } = recordEvents(store);
    await flushPromises();
    const problems: (string | null)[] = [];
    store.subscribe(() => problems.push(store.state.problem));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(new Set(problems.slice(0, problems.indexOf(null)))).toEqual(new Set(['unreachable']));
    expect(store.state).toMatchObject({ problem: null, status: 'ready' });
    expect(events.filter(({ type }) => type === 'error')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(source.cursors).toHaveLength(3);
  });

  it('loads the first page of a source no sooner than its response allows', async () => {
    const source = new FakeSource();
    source.pages = [new ApiError('Busy', null, { status: 503, retryAfter: 600 }), { references: [] }];
    recordEvents(makeStore({ source }));
    await vi.advanceTimersByTimeAsync(599_000);
    expect(source.cursors).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(source.cursors).toHaveLength(2);
  });

  it('leaves it to the customer to load a further page again', async () => {
    const source = new FakeSource();
    source.pages = [{ references: makeReferences(['a']), nextCursor: 'two' }, new Error('no')];
    const store = makeStore({ source });
    recordEvents(store);
    await flushPromises();
    await store.loadMore();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(source.cursors).toEqual([undefined, 'two']);
  });
});

describe('NotificationStore with one notification that never arrives', () => {
  it('shows its failure alone, fetches all others, and tries it again on refresh()', async () => {
    let isBlocked = true;
    service.respond = (id) => {
      if (id === 'bad' && isBlocked) throw networkError();
      return makeRecord(id);
    };
    const source = new FakeSource();
    const firstPage = { references: makeReferences(['bad', ...makeIds(8)]), nextCursor: 'two' };
    source.pages = [firstPage, firstPage];
    const store = makeStore({ source });
    recordEvents(store);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(service.requests.filter((id) => id === 'bad')).toHaveLength(3);
    expect(store.get('bad').status).toBe('failed');
    expect(store.state).toMatchObject({ problem: null, unreadCount: 8 });

    browser.setVisible(false);
    browser.setVisible(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(service.requests.filter((id) => id === 'bad').length).toBeGreaterThan(3);
    expect(store.state).toMatchObject({ problem: null, unreadCount: 8 });

    store.add(['late']);
    source.pages = [{ references: makeReferences(['old']) }];
    await store.loadMore();
    await flushPromises();
    store.setVisible(['old']);
    await flushPromises();
    expect([store.get('late').status, store.get('old').status]).toEqual(['loaded', 'loaded']);

    isBlocked = false;
    source.pages = [firstPage];
    await store.refresh();
    await flushPromises();
    expect(store.get('bad').status).toBe('loaded');
  });
});

describe('NotificationStore with a refused token', () => {
  it('stops, and refresh() tries another token', async () => {
    service.respond = () => {
      throw unauthorizedError();
    };
    const store = makeStore({ ids: makeIds(10) });
    const recorder = recordEvents(store);
    await flushPromises();
    expect(store.state.problem).toBe('unauthenticated');
    expect(recorder.events).toMatchObject([{ type: 'error', error: { status: 401 } }]);
    expect(service.requests.length).toBeLessThanOrEqual(6);
    service.respond = (id) => makeRecord(id);
    store.add(['new']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.state.problem).toBe('unauthenticated');
    await store.refresh();
    await flushPromises();
    expect(store.state).toMatchObject({ problem: null, unreadCount: 11 });
  });
});

describe('NotificationStore with a record of another customer', () => {
  it('clears itself and publishes an error; refresh() starts again', async () => {
    const source = new FakeSource();
    source.pages = [
      { references: makeReferences(['a1', 'a2']), nextCursor: 'of-a' },
      { references: makeReferences(['b1']), nextCursor: 'of-b' },
    ];
    service.respond = (id) => makeRecord(id, { uniqueCustomerId: id.startsWith('a') ? 'Ann' : 'Bob' });
    const store = makeStore({ source });
    const recorder = recordEvents(store);
    await flushPromises();
    expect(store.state.items).toHaveLength(2);
    source.emit({ type: 'add', references: makeReferences(['b1']) });
    await flushPromises();
    expect(store.state).toMatchObject({
      items: [],
      unreadCount: 0,
      hasMore: false,
      problem: 'unauthenticated',
    });
    expect(store.get('a1').record).toBeNull();
    expect(recorder.events.at(-1)).toMatchObject({ type: 'error', operation: 'load' });
    expect(source.subscriptionCount).toBe(0);
    const { length } = service.requests;
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(service.requests).toHaveLength(length);

    await store.refresh();
    await flushPromises();
    expect(itemIds(store)).toEqual(['b1']);
    expect(store.state).toMatchObject({ unreadCount: 1, problem: null, hasMore: true });
    expect(source.subscriptionCount).toBe(1);
  });

  it('does not load a list of two customers in an endless loop', async () => {
    service.respond = (id) => makeRecord(id, { uniqueCustomerId: id });
    const source = { load: () => Promise.resolve({ references: makeReferences(['a', 'b']) }) };
    const store = makeStore({ source });
    recordEvents(store);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(service.requests).toHaveLength(2);
    expect(store.state).toMatchObject({ items: [], problem: 'unauthenticated' });
  });

  it('accepts records that do not name their customer', async () => {
    service.respond = (id) => makeRecord(id, { uniqueCustomerId: id === 'b' ? null : 'Ann' });
    const store = makeStore({ ids: ['a', 'b', 'c'] });
    recordEvents(store);
    await flushPromises();
    expect(store.state).toMatchObject({ unreadCount: 3, problem: null });
  });
});

describe('NotificationStore with a failing source', () => {
  it('is unreachable until the source responds, whatever the records do', async () => {
    const source = new FakeSource();
    source.pages = [new Error('broken'), { references: makeReferences(['a']) }];
    const store = makeStore({ source });
    const recorder = recordEvents(store);
    await flushPromises();
    expect(store.state).toMatchObject({ status: 'loading', problem: 'unreachable' });
    expect(recorder.events).toMatchObject([{ type: 'error', operation: 'list' }]);
    await store.load('x');
    expect(store.state.problem).toBe('unreachable');
    const refreshing = store.refresh();
    expect(store.state.problem).toBeNull();
    await refreshing;
    await flushPromises();
    expect(store.state).toMatchObject({ status: 'ready', problem: null, unreadCount: 1 });
  });

  it('keeps its items when a further page fails', async () => {
    const source = new FakeSource();
    source.pages = [
      { references: makeReferences(['a']), nextCursor: 'two' },
      new Error('broken'),
      { references: makeReferences(['a']), nextCursor: 'two' },
      { references: makeReferences(['b']) },
    ];
    const store = makeStore({ source });
    recordEvents(store);
    await flushPromises();
    await store.loadMore();
    expect(store.state).toMatchObject({ problem: 'unreachable', hasMore: true, unreadCount: 1 });
    await store.refresh();
    expect(store.state.problem).toBeNull();
    await store.loadMore();
    expect(itemIds(store)).toEqual(['a', 'b']);
    expect(source.cursors).toEqual([undefined, 'two', undefined, 'two']);
  });
});

describe('NotificationStore with a source for which nobody is signed in', () => {
  it('reports no error, ends the source, and loads it again on refresh()', async () => {
    const source = new FakeSource();
    source.pages = [
      new SignedOutError('Nobody is signed in.', null, { status: 401 }),
      { references: [{ id: 'a' }] },
    ];
    const store = makeStore({ source });
    const { events } = recordEvents(store);
    await flushPromises();
    expect(store.state).toMatchObject({ problem: 'signed-out', items: [] });
    expect(source.subscriptionCount).toBe(0);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(source.cursors).toHaveLength(1);
    expect(events).toEqual([]);
    await store.refresh();
    await flushPromises();
    expect(store.state).toMatchObject({ problem: null, unreadCount: 1 });
    expect(source.subscriptionCount).toBe(1);
  });

  it('shows nothing until a page comes, also if refresh() fails', async () => {
    service.respond = (id) => makeRecord(id);
    const source = new FakeSource();
    const signedOut = new SignedOutError('Nobody is signed in.', null, { status: 401 });
    const page = { references: makeReferences(['a']) };
    source.pages = [page, signedOut, networkError(), page];
    const store = makeStore({ source });
    recordEvents(store);
    await flushPromises();
    expect(itemIds(store)).toEqual(['a']);
    await store.refresh();
    for (const response of ['none', 'a page']) {
      expect(store.state).toMatchObject({ problem: 'signed-out', items: [] });
      const loading = store.refresh();
      expect(store.state, `before ${response}`).toMatchObject({ problem: 'signed-out', items: [] });
      await loading;
    }
    expect(store.state.problem).toBeNull();
    expect(itemIds(store)).toEqual(['a']);
  });
});
