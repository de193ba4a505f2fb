import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CustomerIdentity } from '../../../src/inbox/customer-identity.js';
import type { NotificationStore } from '../../../src/inbox/notifications/notification-store.js';
import {
  arrivalEvents,
  type FakeBrowser,
  type FakeService,
  FakeSource,
  FakeStorage,
  makeDevice,
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
} from '../fakes.js';

let service: FakeService;
let browser: FakeBrowser;
let makeStore: MakeStore;
let storage: FakeStorage;
let cleanups: (() => void)[];

beforeEach(() => {
  ({ service, browser, makeStore } = setUpStore());
  storage = new FakeStorage();
  cleanups = [];
});

afterEach(async () => {
  for (const cleanup of cleanups) cleanup();
  await Promise.resolve();
  tearDown();
});

/** A store on this device with a subscriber. */
function startVisit(
  options: Parameters<MakeStore>[0] = {},
): NotificationStore & { recorder: ReturnType<typeof recordEvents> } {
  const identity = new CustomerIdentity();
  const device = makeDevice(storage, identity);
  const store = makeStore({ device: () => Promise.resolve(device), ...options }, identity);
  const recorder = recordEvents(store);
  cleanups.push(recorder.stop);
  return Object.assign(store, { recorder });
}

/** Ends a visit, waits until all is written, and continues a minute later. */
async function endVisit(store: ReturnType<typeof startVisit>): Promise<void> {
  store.recorder.stop();
  await flushPromises();
  await vi.advanceTimersByTimeAsync(60_000);
  service.requests.length = 0;
}

const dated = (id: string, day: number): { id: string; createdDate: string } => ({
  id,
  createdDate: `2025-11-${String(day).padStart(2, '0')}T10:00:00Z`,
});

describe('NotificationStore on a later visit', () => {
  it('restores read, unread and dismissed state', async () => {
    const first = startVisit({ ids: ['a', 'b', 'c', 'd'] });
    await flushPromises();
    first.markRead(['a', 'b']);
    first.markUnread(['b']);
    first.dismiss(['c', 'd']);
    first.restore(['d']);
    await endVisit(first);
    const second = startVisit({ ids: ['a', 'b', 'c', 'd'] });
    await flushPromises();
    expect(second.recorder.events).toEqual([]);
    expect(itemIds(second)).toEqual(['a', 'b', 'd']);
    expect(['a', 'b', 'd'].map((id) => second.get(id).isRead)).toEqual([true, false, false]);
    second.restore(['c']);
    expect(itemIds(second)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('shows the cached records in order before any request, and revalidates the visible ones', async () => {
    const source = new FakeSource();
    source.pages = [{ references: [dated('a', 3), dated('b', 2), dated('gone', 1)] }];
    const first = startVisit({ source });
    await flushPromises();
    first.setVisible(['a', 'b', 'gone']);
    await flushPromises();
    await endVisit(first);
    service.respond = null;
    const secondSource = new FakeSource();
    let respond: (page: object) => void = () => undefined;
    secondSource.load = () => new Promise((resolve) => (respond = resolve as typeof respond));
    const second = startVisit({ source: secondSource });
    expect(second.state.status).toBe('loading');
    await flushPromises();
    expect(second.state.items.map(({ id, status }) => [id, status])).toEqual([
      ['a', 'loaded'],
      ['b', 'loaded'],
      ['gone', 'loaded'],
    ]);
    expect(service.requests).toEqual([]);
    second.setVisible(['a', 'b']);
    expect(service.pending).toEqual(['a', 'b']);
    respond({ references: [dated('new', 4), dated('b', 2), dated('a', 3)] });
    await flushPromises();
    expect(itemIds(second)).toEqual(['new', 'b', 'a']);
    expect(arrivalEvents(second.recorder)).toEqual([]);
    await service.succeed('a', { payload: { ...makeRecord('a').payload, title: 'Another' }, isRead: true });
    expect(second.get('a').record).toMatchObject({ payload: { title: 'Another' }, isRead: false });
    await service.fail('b', apiError(404));
    expect(second.get('b')).toMatchObject({ status: 'missing', record: null });
    second.setVisible(['a']);
    expect(service.pending).toEqual(['new']);
  });

  it('keeps its cached records when the service is unreachable', async () => {
    await endVisit(await startLoadedVisit(['a']));
    service.respond = () => {
      throw networkError();
    };
    const second = startVisit({ ids: ['a'] });
    await flushPromises();
    second.setVisible(['a']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(second.get('a')).toMatchObject({ status: 'loaded', record: { id: 'a' } });
    await expect(second.load('a')).resolves.toMatchObject({ id: 'a' });
  });

  it('follows the order of the host when the host lists ids, also later', async () => {
    await endVisit(await startLoadedVisit(['a', 'b', 'c']));
    const second = startVisit({ ids: ['c', 'a'] });
    await flushPromises();
    expect(second.state.items.map(({ id, status }) => [id, status])).toEqual([
      ['c', 'loaded'],
      ['a', 'loaded'],
    ]);
    second.setHostIds(['b', 'c', 'a']);
    expect(second.get('b').status).toBe('loaded');
    await flushPromises();
    expect(service.requests).toEqual([]);
  });

  it('keeps a notification that the host lists or that arrived meanwhile when the page does not list it', async () => {
    const source = new FakeSource();
    source.pages = [{ references: makeReferences(['a', 'b', 'c']) }];
    const first = startVisit({ source });
    await flushPromises();
    await endVisit(first);
    const secondSource = new FakeSource();
    let respond: (page: object) => void = () => undefined;
    secondSource.load = () => new Promise((resolve) => (respond = resolve as typeof respond));
    const second = startVisit({ source: secondSource });
    await flushPromises();
    second.setHostIds(['a']);
    second.add(['b']);
    respond({ references: makeReferences(['c']) });
    await flushPromises();
    expect(itemIds(second).toSorted()).toEqual(['a', 'b', 'c']);
  });

  it('treats everything up to the newest item of an earlier markAllRead() as read, unless a hint says otherwise', async () => {
    const first = startVisit({ ids: [], source: {} });
    first.add([dated('a', 5)]);
    await flushPromises();
    first.markAllRead();
    await endVisit(first);
    const second = startVisit();
    await flushPromises();
    service.respond = (id) => makeRecord(id, { createdDate: dated(id, id === 'newer' ? 6 : 4).createdDate });
    second.add(['undated', 'newer', { ...dated('hinted', 3), isRead: false }, dated('referenced', 5)]);
    await flushPromises();
    const readStates = ['undated', 'newer', 'hinted', 'referenced'].map((id) => second.get(id).isRead);
    expect(readStates).toEqual([true, false, false, true]);
  });

  it('does not do so if markAllRead() was undone', async () => {
    const first = startVisit();
    first.add([dated('a', 5)]);
    await flushPromises();
    first.markAllRead()();
    await endVisit(first);
    const second = startVisit();
    second.add([dated('a', 5), dated('b', 4)]);
    await flushPromises();
    expect(second.state.unreadCount).toBe(2);
  });

  it.each([
    ['that persists read state more than the device', true, [false, true]],
    ['that persists none less than the device', false, [true, true]],
  ])('trusts a host %s', async (_, persistsReadState, expected) => {
    const first = await startLoadedVisit(['a', 'b']);
    first.markRead(['a', 'b']);
    await endVisit(first);
    const source = persistsReadState ? { setRead: () => Promise.resolve() } : {};
    const second = startVisit({ source });
    second.add([{ id: 'a', isRead: false }, { id: 'b' }]);
    await flushPromises();
    expect([second.get('a').isRead, second.get('b').isRead]).toEqual(expected);
  });

  it('does not restore what the host failed to persist', async () => {
    const first = startVisit({ ids: ['a'], source: { setRead: () => Promise.reject(new Error('no')) } });
    await flushPromises();
    first.markRead(['a']);
    await endVisit(first);
    const second = startVisit({ ids: ['a'] });
    await flushPromises();
    expect(second.get('a').isRead).toBe(false);
  });

  it('forgets a dismissal when the source removes the notification', async () => {
    const source = new FakeSource();
    const first = startVisit({ ids: ['a'], source });
    await flushPromises();
    first.dismiss(['a']);
    source.emit({ type: 'remove', ids: ['a'] });
    await endVisit(first);
    const second = startVisit({ ids: ['a'] });
    await flushPromises();
    expect(itemIds(second)).toEqual(['a']);
  });
});

async function startLoadedVisit(ids: string[]): Promise<ReturnType<typeof startVisit>> {
  const store = startVisit({ ids });
  await flushPromises();
  return store;
}

describe('NotificationStore on a device', () => {
  it('writes once for a burst of changes', async () => {
    const store = await startLoadedVisit(makeIds(25));
    store.markRead(['n1']);
    store.markRead(['n2']);
    store.dismiss(['n3']);
    await vi.advanceTimersByTimeAsync(200);
    expect(storage.changeCount).toBe(2);
    expect(storage.row).toMatchObject({
      uniqueCustomerId: 'customer-1',
      reads: [
        { id: 'n2', value: true },
        { id: 'n1', value: true },
      ],
      dismissals: [{ id: 'n3', value: true }],
    });
    expect(storage.row?.records).toHaveLength(24);
  });

  it('writes without a timer when the page is hidden', async () => {
    const store = await startLoadedVisit(['a']);
    store.markRead(['a']);
    await Promise.resolve();
    browser.setVisible(false);
    await flushPromises();
    expect([storage.changeCount, vi.getTimerCount()]).toEqual([2, 0]);
  });

  it('stores at most fifty records and two thousand marks, the newest', async () => {
    const store = startVisit({ ids: makeIds(3000) });
    await flushPromises();
    store.setVisible(makeIds(60));
    await flushPromises();
    store.markRead(makeIds(1500, 'older'));
    await vi.advanceTimersByTimeAsync(1000);
    store.markRead(makeIds(1500, 'newer'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(storage.row?.records.map(({ id }) => id)).toEqual(makeIds(50));
    expect(storage.row?.reads).toHaveLength(2000);
    expect(storage.row?.reads.filter(({ id }) => id.startsWith('newer'))).toHaveLength(1500);
  });

  it('does not overwrite what another tab stored', async () => {
    const one = await startLoadedVisit(['a', 'b']);
    const other = await startLoadedVisit(['a', 'b']);
    one.markRead(['a']);
    other.markRead(['b']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(storage.row?.reads.map(({ id }) => id).toSorted()).toEqual(['a', 'b']);
  });
});

describe('NotificationStore on a failing device', () => {
  it('does not wait long for a device that never responds', async () => {
    storage.beforeChange = () => new Promise(() => undefined);
    const store = startVisit({ ids: ['a'] });
    const loading = store.load('a');
    store.markRead(['a']);
    await vi.advanceTimersByTimeAsync(200);
    await expect(loading).resolves.toMatchObject({ isRead: true });
    expect(store.state).toMatchObject({ status: 'ready', problem: null });
  });

  it.each(['SecurityError', 'QuotaExceededError', 'InvalidStateError'])(
    'warns once about a device that fails (%s)',
    async (name) => {
      const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
      storage.beforeChange = () => Promise.reject(new DOMException('not here', name));
      const store = await startLoadedVisit(['a']);
      expect(store.get('a').status).toBe('loaded');
      store.markRead(['a']);
      store.dismiss(['a']);
      await vi.advanceTimersByTimeAsync(1000);
      browser.setVisible(false);
      browser.setVisible(true);
      await flushPromises();
      expect(store.state.items).toEqual([]);
      expect(warn.mock.calls).toEqual([[`[nudge-inbox] Nothing is kept on the device: ${name}: not here`]]);
    },
  );

  it('works without persistence if there is no device', async () => {
    const store = startVisit({ ids: ['a'], device: () => Promise.resolve(null) });
    await flushPromises();
    expect(store.get('a').status).toBe('loaded');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('applies what the device returns late', async () => {
    await endVisit(await startLoadedVisit(['a', 'b']));
    storage.row = { ...storage.row!, dismissals: [{ id: 'b', value: true, at: Date.now() }] };
    let release: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (release = resolve));
    storage.beforeChange = () => waiting;
    const store = startVisit({ ids: ['a', 'b'] });
    await vi.advanceTimersByTimeAsync(1000);
    expect(itemIds(store)).toEqual(['a', 'b']);
    release();
    await flushPromises();
    expect(itemIds(store)).toEqual(['a']);
  });
});

describe('NotificationStore for another customer', () => {
  it('clears itself and the device row of the previous customer', async () => {
    await endVisit(await startLoadedVisit(['a']));
    service.respond = (id) => makeRecord(id, { uniqueCustomerId: 'customer-2' });
    const store = startVisit({ ids: ['a', 'b'] });
    await flushPromises();
    expect(store.state).toMatchObject({ items: [], problem: 'unauthenticated' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(storage.row).toBeNull();
  });

  it('ignores the changes of another tab with the same key', async () => {
    const one = await startLoadedVisit(['a']);
    service.respond = (id) => makeRecord(id, { uniqueCustomerId: 'customer-2' });
    const other = await startLoadedVisit(['z']);
    other.markRead(['z', 'a']);
    await waitForChannel();
    expect([one.get('a').isRead, itemIds(one)]).toEqual([false, ['a']]);
  });
});

/** Waits for the messages between tabs, which need the real clock. */
async function waitForChannel(): Promise<void> {
  vi.useRealTimers();
  await new Promise((resolve) => setTimeout(resolve, 30));
}

describe('NotificationStore in two tabs', () => {
  it('shares read and dismissed state, and each tab informs its own host', async () => {
    const setRead = vi.fn(() => Promise.resolve());
    const one = await startLoadedVisit(['a', 'b', 'c']);
    const other = startVisit({ ids: ['a', 'b', 'c'], source: { setRead } });
    await flushPromises();
    one.markRead(['a']);
    one.dismiss(['c']);
    await waitForChannel();
    expect([other.get('a').isRead, itemIds(other)]).toEqual([true, ['a', 'b']]);
    expect(other.recorder.events).toEqual([
      { type: 'read', ids: ['a'], isRead: true },
      { type: 'dismiss', ids: ['c'], isDismissed: true },
    ]);
    other.markUnread(['a']);
    await waitForChannel();
    expect(one.state.unreadCount).toBe(2);
    const undo = one.markAllRead();
    one.restore(['c']);
    await waitForChannel();
    expect([one.get('a').isRead, other.state.unreadCount, itemIds(other)]).toEqual([
      true,
      1,
      ['a', 'b', 'c'],
    ]);
    undo();
    await waitForChannel();
    expect(other.state.unreadCount).toBe(3);
    expect(setRead.mock.calls).toHaveLength(1);
  });

  it('clears and closes both tabs on sign-out in one, and deletes the row', async () => {
    const one = await startLoadedVisit(['a']);
    const other = await startLoadedVisit(['a']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(storage.row).not.toBeNull();
    const device = makeDevice(storage);
    one.reset();
    one.close();
    device.signOut();
    other.markRead(['a']);
    await waitForChannel();
    expect(other.state.items).toEqual([]);
    expect(storage.row).toBeNull();
    other.markRead(['a']);
    await waitForChannel();
    expect(storage.row).toBeNull();
  });

  it('ignores messages that are not its own', async () => {
    const store = await startLoadedVisit(['a']);
    const channel = new BroadcastChannel('nudge-inbox:key');
    const at = Date.now() + 1;
    for (const message of [
      null,
      5,
      'sign out',
      {},
      { reads: [{ id: 'a', value: true, at }] },
      { reads: 'a', dismissals: [], preferences: [] },
      { reads: [{ id: 5, value: true, at }], dismissals: [], preferences: [] },
      { reads: [{ id: 'a', value: true }], dismissals: [], preferences: [] },
    ]) {
      channel.postMessage(message);
    }
    await waitForChannel();
    expect(store.get('a').isRead).toBe(false);
    channel.postMessage({ reads: [{ id: 'a', value: true, at }], dismissals: [], preferences: [] });
    await waitForChannel();
    expect(store.get('a').isRead).toBe(true);
    channel.close();
  });

  it('catches up after the back/forward cache', async () => {
    const one = await startLoadedVisit(['a', 'b']);
    browser.dispatchPageTransition('pagehide');
    await flushPromises();
    // The other page has its own window, and so its own visibility.
    const other = makeStore({ ids: ['a', 'b'], device: () => Promise.resolve(makeDevice(storage)) });
    cleanups.push(recordEvents(other).stop);
    await vi.advanceTimersByTimeAsync(1000);
    other.markRead(['a']);
    other.dismiss(['b']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(one.get('a').isRead).toBe(false);
    browser.dispatchPageTransition('pageshow');
    await flushPromises();
    expect([one.get('a').isRead, itemIds(one)]).toEqual([true, ['a']]);
  });

  it('treats a deleted row as a missed sign-out', async () => {
    const one = await startLoadedVisit(['a']);
    await vi.advanceTimersByTimeAsync(1000);
    browser.dispatchPageTransition('pagehide');
    await flushPromises();
    storage.row = null;
    browser.dispatchPageTransition('pageshow');
    await flushPromises();
    expect(one.state.items).toEqual([]);
  });
});
