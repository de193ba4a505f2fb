import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NudgeError } from '../../../src/api/errors.js';
import { CustomerIdentity } from '../../../src/session/customer-identity.js';
import type { NotificationStore } from '../../../src/session/notifications/notification-store.js';
import type { ReferencePage } from '../../../src/session/sources/source.js';
import {
  arrivalEvents,
  type FakeBrowser,
  type FakeService,
  FakeSource,
  itemIds,
  recordEvents,
  networkError,
  makeRecord,
  makeReferences,
  flushPromises,
  setUpStore,
  type MakeStore,
  tearDown,
} from '../fakes.js';

let service: FakeService;
let browser: FakeBrowser;
let makeStore: MakeStore;

beforeEach(() => void ({ service, browser, makeStore } = setUpStore()));
afterEach(tearDown);

describe('NotificationStore', () => {
  it('starts with the first subscriber and stops with the last', async () => {
    service.respond = null;
    const source = new FakeSource();
    const store = makeStore({ ids: ['a'], source });
    const first = recordEvents(store);
    const second = recordEvents(store);
    await flushPromises();
    expect([source.cursors.length, source.subscriptionCount, service.pending]).toEqual([1, 1, ['a']]);
    first.stop();
    await flushPromises();
    expect([source.subscriptionCount, service.pending]).toEqual([1, ['a']]);
    second.stop();
    second.stop();
    await flushPromises();
    expect([source.subscriptionCount, service.pending]).toEqual([0, []]);
    expect([browser.listenerCount, vi.getTimerCount()]).toEqual([0, 0]);
    source.emit({ type: 'add', references: makeReferences(['late']) });
    browser.setOnline(false);
    browser.setOnline(true);
    await flushPromises();
    expect(itemIds(store)).toEqual(['a']);
    expect(service.requests).toEqual(['a']);
  });

  it('runs in a page that counts as hidden once the customer presses something, until the browser says it again', async () => {
    const source = new FakeSource();
    source.pages = [{ references: makeReferences(['a']) }, { references: makeReferences(['b', 'a']) }];
    browser.setVisible(false);
    const store = makeStore({ source });
    recordEvents(store);
    browser.press({ isTrusted: false });
    await flushPromises();
    expect([source.cursors.length, store.state.status]).toEqual([0, 'idle']);
    browser.press();
    await flushPromises();
    expect([itemIds(store), source.subscriptionCount]).toEqual([['a'], 1]);
    browser.press();
    await flushPromises();
    expect(source.cursors).toHaveLength(1);
    browser.setVisible(false);
    expect(source.subscriptionCount).toBe(0);
    browser.press();
    await flushPromises();
    expect(itemIds(store)).toEqual(['b', 'a']);
    browser.setVisible(true);
  });

  it('keeps running when a subscriber leaves and returns in one task', async () => {
    service.respond = null;
    const source = new FakeSource();
    const store = makeStore({ ids: ['a'], source });
    recordEvents(store).stop();
    recordEvents(store);
    await flushPromises();
    expect(source.cursors).toHaveLength(1);
    expect(service.requests).toEqual(['a']);
    await service.succeed('a');
    expect(store.state.unreadCount).toBe(1);
  });

  it('restarts with its items and loads what is new', async () => {
    const source = new FakeSource();
    source.pages = [{ references: makeReferences(['a']) }, { references: makeReferences(['b', 'a']) }];
    const store = makeStore({ source });
    const first = recordEvents(store);
    await flushPromises();
    first.stop();
    await flushPromises();
    const recorder = recordEvents(store);
    expect(itemIds(store)).toEqual(['a']);
    await flushPromises();
    expect(itemIds(store)).toEqual(['b', 'a']);
    expect(arrivalEvents(recorder)).toEqual([{ type: 'arrival', ids: ['b'] }]);
    expect(service.requests).toEqual(['a', 'b']);
  });

  it('sends nothing after close()', async () => {
    const source = new FakeSource();
    const store = makeStore({ ids: ['a', 'b'], source });
    service.respond = null;
    recordEvents(store);
    await flushPromises();
    await service.succeed('a');
    store.close();
    await flushPromises();
    expect([source.subscriptionCount, service.pending]).toEqual([0, []]);
    service.requests.length = 0;
    source.cursors.length = 0;
    recordEvents(store);
    store.setVisible(['b']);
    store.add(['c']);
    browser.setOnline(false);
    browser.setOnline(true);
    await store.refresh();
    await store.loadMore();
    await expect(store.load('b')).rejects.toBeInstanceOf(NudgeError);
    await expect(store.load('a')).resolves.toMatchObject({ id: 'a' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([service.requests, source.cursors, source.subscriptionCount]).toEqual([[], [], 0]);
  });

  it('ignores the list if it was closed while that was on its way', async () => {
    let respond: (page: ReferencePage) => void = () => undefined;
    const store = makeStore({
      source: { load: () => new Promise<ReferencePage>((resolve) => (respond = resolve)) },
    });
    const recorder = recordEvents(store);
    await flushPromises();
    store.close();
    respond({ references: makeReferences(['a']), nextCursor: 'next' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.state).toMatchObject({ items: [], hasMore: false, problem: null });
    expect([service.requests, recorder.events, vi.getTimerCount()]).toEqual([[], [], 0]);
  });
});

describe('NotificationStore.reset()', () => {
  it('removes everything and ignores pending responses', async () => {
    service.respond = null;
    service.ignoresAbort = true;
    let respond: (page: ReferencePage) => void = () => undefined;
    const source = new FakeSource();
    const store = makeStore({
      ids: ['a'],
      source: Object.assign(source, {
        load: () => new Promise<ReferencePage>((resolve) => (respond = resolve)),
      }),
    });
    const recorder = recordEvents(store);
    const loading = store.load('b').catch((error: unknown) => error);
    store.markRead(['a']);
    store.reset();
    expect(store.state).toMatchObject({ items: [], unreadCount: 0, problem: null, status: 'idle' });
    expect(await loading).toMatchObject({ name: 'AbortError' });
    respond({ references: makeReferences(['old']) });
    source.emit({ type: 'add', references: makeReferences(['old']) });
    await service.succeed('a');
    await service.succeed('b');
    expect(store.state.items).toEqual([]);
    expect(store.get('b').record).toBeNull();
    expect(arrivalEvents(recorder)).toEqual([]);
  });

  it('lets in the next customer, whose first page is no arrival', async () => {
    const source = new FakeSource();
    source.pages = [
      { references: makeReferences(['a']), nextCursor: 'same' },
      { references: makeReferences(['b']), nextCursor: 'same' },
    ];
    service.respond = (id) => makeRecord(id, { uniqueCustomerId: id });
    const identity = new CustomerIdentity();
    const store = makeStore({ source }, identity);
    const recorder = recordEvents(store);
    await flushPromises();
    identity.forget();
    store.reset();
    await store.refresh();
    await flushPromises();
    expect(store.state).toMatchObject({ unreadCount: 1, hasMore: true, problem: null, status: 'ready' });
    expect(recorder.events).toEqual([]);
  });
});

describe('NotificationStore.reset() in the middle of a save', () => {
  const later = new Date(Date.UTC(2030, 0));

  it.each<[string, (store: NotificationStore) => unknown]>([
    ['markRead()', (store) => store.markRead(['a'])],
    ['markAllRead()', (store) => store.markAllRead()],
    ['markSeen()', (store) => store.markSeen()],
    ['dismiss()', (store) => store.dismiss(['a'])],
    ['snooze()', (store) => store.snooze(['a'], later)],
  ])('leaves the next visit alone if %s fails afterwards', async (_, act) => {
    vi.setSystemTime(Date.UTC(2029, 6));
    const fail: ((error: Error) => void)[] = [];
    const save = vi.fn((): Promise<void> => new Promise((__, reject) => fail.push(reject)));
    const source = { setRead: save, setSeen: save, setDismissed: save, setSnoozed: save };
    const store = makeStore({ ids: ['a', 'b'], source });
    const recorder = recordEvents(store);
    await flushPromises();
    act(store);
    await flushPromises();
    expect(save).toHaveBeenCalledTimes(1);
    store.reset();
    store.setHostIds(['a']);
    await store.refresh();
    await flushPromises();
    recorder.events.length = 0;
    const { state } = store;
    fail[0]!(new Error('too late'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([store.state, recorder.events, save.mock.calls.length]).toEqual([state, [], 1]);
  });
});

describe('NotificationStore in a hidden page', () => {
  it('suspends events, requests and timers, and catches up when the page is visible', async () => {
    service.respond = null;
    const source = new FakeSource();
    source.pages = [{ references: makeReferences(['a', 'b']) }];
    const store = makeStore({ source });
    const recorder = recordEvents(store);
    await flushPromises();
    await service.fail('a', networkError());
    expect(vi.getTimerCount()).toBe(1);
    browser.setVisible(false);
    expect([source.subscriptionCount, vi.getTimerCount()]).toEqual([0, 0]);
    expect(store.state.problem).not.toBe('offline');
    await service.succeed('b');
    source.emit({ type: 'add', references: makeReferences(['late']) });
    store.add(['own']);
    store.setVisible(['own']);
    await store.refresh();
    browser.setOnline(false);
    browser.setOnline(true);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect([source.cursors.length, service.requests]).toEqual([1, ['a', 'b']]);
    source.pages = [{ references: makeReferences(['missed', 'a', 'b']) }];
    browser.setVisible(true);
    await flushPromises();
    expect([source.cursors.length, source.subscriptionCount]).toEqual([2, 1]);
    expect(itemIds(store)).toEqual(['missed', 'own', 'a', 'b']);
    expect(arrivalEvents(recorder)).toEqual([
      { type: 'arrival', ids: ['own'] },
      { type: 'arrival', ids: ['missed'] },
    ]);
    expect(service.pending.toSorted()).toEqual(['a', 'missed', 'own']);
  });

  it('does not start, as in a prerendered page', async () => {
    browser.setVisible(false);
    const source = new FakeSource();
    const store = makeStore({ ids: ['a'], source });
    recordEvents(store);
    await flushPromises();
    expect([source.cursors, source.subscriptionCount, service.requests]).toEqual([[], 0, []]);
    browser.setVisible(true);
    await flushPromises();
    expect([source.cursors.length, source.subscriptionCount, service.requests]).toEqual([1, 1, ['a']]);
  });

  it('suspends in the back/forward cache in the same way', async () => {
    const source = new FakeSource();
    const store = makeStore({ source });
    recordEvents(store);
    await flushPromises();
    browser.dispatchPageTransition('pageshow', false);
    expect(source.cursors).toHaveLength(1);
    browser.dispatchPageTransition('pagehide');
    expect(source.subscriptionCount).toBe(0);
    browser.dispatchPageTransition('pageshow');
    browser.setVisible(true);
    await flushPromises();
    expect([source.cursors.length, source.subscriptionCount]).toEqual([2, 1]);
  });

  it('does not start when another page is restored from the cache hidden', async () => {
    const source = new FakeSource();
    recordEvents(makeStore({ source }));
    await flushPromises();
    browser.setVisible(false);
    browser.dispatchPageTransition('pageshow');
    await flushPromises();
    expect([source.cursors.length, source.subscriptionCount]).toEqual([1, 0]);
  });

  it('gets arrivals and loads their records if it runs hidden, until the page is left', async () => {
    const source = new FakeSource();
    source.pages = [{ references: makeReferences(['a']) }];
    const store = makeStore({ source });
    const recorder = recordEvents(store);
    await flushPromises();
    browser.setVisible(false);
    expect(source.subscriptionCount).toBe(0);
    store.setRunsHidden(true);
    await flushPromises();
    expect(source.subscriptionCount).toBe(1);
    source.emit({ type: 'add', references: makeReferences(['late']) });
    expect(recorder.events).toContainEqual({ type: 'arrival', ids: ['late'] });
    await expect(store.load('late')).resolves.toMatchObject({ id: 'late' });
    store.setRunsHidden(false);
    expect(source.subscriptionCount).toBe(0);
    store.setRunsHidden(true);
    await flushPromises();
    browser.dispatchPageTransition('pagehide');
    expect(source.subscriptionCount).toBe(0);
  });

  it('still loads a record without a subscriber after the last one left', async () => {
    const store = makeStore({ ids: ['a'] });
    const { stop } = recordEvents(store);
    browser.setVisible(false);
    stop();
    await flushPromises();
    await expect(store.load('a')).resolves.toMatchObject({ id: 'a' });
  });
});
