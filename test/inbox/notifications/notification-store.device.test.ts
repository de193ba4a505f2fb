import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Device } from '../../../src/inbox/device/device.js';
import type { NotificationStore } from '../../../src/inbox/notifications/notification-store.js';
import {
  arrivals,
  type FakeNetwork,
  type FakeService,
  FakeSource,
  FakeStorage,
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
} from '../fakes.js';

let service: FakeService;
let network: FakeNetwork;
let makeStore: StoreMaker;
let storage: FakeStorage;
let stops: (() => void)[];

beforeEach(() => {
  ({ service, network, makeStore } = setUpStore());
  storage = new FakeStorage();
  stops = [];
});

afterEach(async () => {
  for (const stop of stops) stop();
  await Promise.resolve();
  tearDown();
});

/** A visit on this device, begun. */
function visit(
  options: Parameters<StoreMaker>[0] = {},
): NotificationStore & { heard: ReturnType<typeof listen> } {
  const device = new Device('key', storage);
  const store = makeStore({ device: () => Promise.resolve(device), ...options });
  const heard = listen(store);
  stops.push(heard.stop);
  return Object.assign(store, { heard });
}

/** Ends a visit, with all written, and goes on a minute later. */
async function leave(store: ReturnType<typeof visit>): Promise<void> {
  store.heard.stop();
  await settled();
  await vi.advanceTimersByTimeAsync(60_000);
  service.requests.length = 0;
}

const dated = (id: string, day: number): { id: string; createdDate: string } => ({
  id,
  createdDate: `2025-11-${String(day).padStart(2, '0')}T10:00:00Z`,
});

describe('a later visit', () => {
  it('knows what was read, unread and dismissed', async () => {
    const first = visit({ ids: ['a', 'b', 'c', 'd'] });
    await settled();
    first.markRead(['a', 'b']);
    first.markUnread(['b']);
    first.dismiss(['c', 'd']);
    first.restore(['d']);
    await leave(first);
    const second = visit({ ids: ['a', 'b', 'c', 'd'] });
    await settled();
    expect(second.heard.events).toEqual([]);
    expect(idsOf(second)).toEqual(['a', 'b', 'd']);
    expect(['a', 'b', 'd'].map((id) => second.get(id).isRead)).toEqual([true, false, false]);
    second.restore(['c']);
    expect(idsOf(second)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('shows the last records in their order before anything is asked, and asks again for what is on the screen', async () => {
    const source = new FakeSource();
    source.pages = [{ references: [dated('a', 3), dated('b', 2), dated('gone', 1)] }];
    const first = visit({ source });
    await settled();
    first.show(['a', 'b', 'gone']);
    await settled();
    await leave(first);
    service.answer = null;
    const again = new FakeSource();
    let answer: (page: object) => void = () => undefined;
    again.load = () => new Promise((resolve) => (answer = resolve as typeof answer));
    const second = visit({ source: again });
    expect(second.state.status).toBe('loading');
    await settled();
    expect(second.state.items.map(({ id, status }) => [id, status])).toEqual([
      ['a', 'loaded'],
      ['b', 'loaded'],
      ['gone', 'loaded'],
    ]);
    expect(service.requests).toEqual([]);
    second.show(['a', 'b']);
    expect(service.open).toEqual(['a', 'b']);
    answer({ references: [dated('new', 4), dated('b', 2), dated('a', 3)] });
    await settled();
    expect(idsOf(second)).toEqual(['new', 'b', 'a']);
    expect(arrivals(second.heard)).toEqual([]);
    await service.succeed('a', { payload: { ...record('a').payload, title: 'Another' }, isRead: true });
    expect(second.get('a').record).toMatchObject({ payload: { title: 'Another' }, isRead: false });
    await service.fail('b', refused(404));
    expect(second.get('b')).toMatchObject({ status: 'missing', record: null });
    second.show(['a']);
    expect(service.open).toEqual(['new']);
  });

  it('keeps what it knows where the service cannot be asked', async () => {
    await leave(await loaded(['a']));
    service.answer = () => {
      throw noNetwork();
    };
    const second = visit({ ids: ['a'] });
    await settled();
    second.show(['a']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(second.get('a')).toMatchObject({ status: 'loaded', record: { id: 'a' } });
    await expect(second.load('a')).resolves.toMatchObject({ id: 'a' });
  });

  it('has the order of the host where the host names ids, also later', async () => {
    await leave(await loaded(['a', 'b', 'c']));
    const second = visit({ ids: ['c', 'a'] });
    await settled();
    expect(second.state.items.map(({ id, status }) => [id, status])).toEqual([
      ['c', 'loaded'],
      ['a', 'loaded'],
    ]);
    second.setIds(['b', 'c', 'a']);
    expect(second.get('b').status).toBe('loaded');
    await settled();
    expect(service.requests).toEqual([]);
  });

  it('keeps a notification that the host names, or that came meanwhile, when the page does not', async () => {
    const source = new FakeSource();
    source.pages = [{ references: references(['a', 'b', 'c']) }];
    const first = visit({ source });
    await settled();
    await leave(first);
    const again = new FakeSource();
    let answer: (page: object) => void = () => undefined;
    again.load = () => new Promise((resolve) => (answer = resolve as typeof answer));
    const second = visit({ source: again });
    await settled();
    second.setIds(['a']);
    second.add(['b']);
    answer({ references: references(['c']) });
    await settled();
    expect(idsOf(second).toSorted()).toEqual(['a', 'b', 'c']);
  });

  it('takes all up to the newest that was marked with all for read, unless somebody speaks of it', async () => {
    const first = visit({ ids: [], source: {} });
    first.add([dated('a', 5)]);
    await settled();
    first.markAllRead();
    await leave(first);
    const second = visit();
    await settled();
    service.answer = (id) => record(id, { createdDate: dated(id, id === 'newer' ? 6 : 4).createdDate });
    second.add(['unheard of', 'newer', { ...dated('hinted', 3), isRead: false }, dated('referred to', 5)]);
    await settled();
    const reading = ['unheard of', 'newer', 'hinted', 'referred to'].map((id) => second.get(id).isRead);
    expect(reading).toEqual([true, false, false, true]);
  });

  it('does not where the marking was undone', async () => {
    const first = visit();
    first.add([dated('a', 5)]);
    await settled();
    first.markAllRead()();
    await leave(first);
    const second = visit();
    second.add([dated('a', 5), dated('b', 4)]);
    await settled();
    expect(second.state.unreadCount).toBe(2);
  });

  it.each([
    ['that keeps read state, more than the device', true, [false, true]],
    ['that keeps none, less than the device', false, [true, true]],
  ])('believes a host %s', async (_, isKept, expected) => {
    const first = await loaded(['a', 'b']);
    first.markRead(['a', 'b']);
    await leave(first);
    const source = isKept ? { setRead: () => Promise.resolve() } : {};
    const second = visit({ source });
    second.add([{ id: 'a', isRead: false }, { id: 'b' }]);
    await settled();
    expect([second.get('a').isRead, second.get('b').isRead]).toEqual(expected);
  });

  it('does not know what the host could not keep', async () => {
    const first = visit({ ids: ['a'], source: { setRead: () => Promise.reject(new Error('no')) } });
    await settled();
    first.markRead(['a']);
    await leave(first);
    const second = visit({ ids: ['a'] });
    await settled();
    expect(second.get('a').isRead).toBe(false);
  });

  it('forgets that it was dismissed as the source removes it', async () => {
    const source = new FakeSource();
    const first = visit({ ids: ['a'], source });
    await settled();
    first.dismiss(['a']);
    source.emit({ type: 'remove', ids: ['a'] });
    await leave(first);
    const second = visit({ ids: ['a'] });
    await settled();
    expect(idsOf(second)).toEqual(['a']);
  });
});

async function loaded(ids: string[]): Promise<ReturnType<typeof visit>> {
  const store = visit({ ids });
  await settled();
  return store;
}

describe('writing', () => {
  it('is once for a burst', async () => {
    const store = await loaded(idsFrom(25));
    store.markRead(['n1']);
    store.markRead(['n2']);
    store.dismiss(['n3']);
    await vi.advanceTimersByTimeAsync(200);
    expect(storage.changes).toBe(2);
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

  it('waits for no timer in a page that is hidden', async () => {
    const store = await loaded(['a']);
    store.markRead(['a']);
    await Promise.resolve();
    network.show(false);
    await settled();
    expect([storage.changes, vi.getTimerCount()]).toEqual([2, 0]);
  });

  it('holds no more than fifty records and two thousand marks, the newest', async () => {
    const store = visit({ ids: idsFrom(3000) });
    await settled();
    store.show(idsFrom(60));
    await settled();
    store.markRead(idsFrom(1500, 'older'));
    await vi.advanceTimersByTimeAsync(1000);
    store.markRead(idsFrom(1500, 'newer'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(storage.row?.records.map(({ id }) => id)).toEqual(idsFrom(50));
    expect(storage.row?.reads).toHaveLength(2000);
    expect(storage.row?.reads.filter(({ id }) => id.startsWith('newer'))).toHaveLength(1500);
  });

  it('of one tab loses nothing of another', async () => {
    const one = await loaded(['a', 'b']);
    const other = await loaded(['a', 'b']);
    one.markRead(['a']);
    other.markRead(['b']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(storage.row?.reads.map(({ id }) => id).toSorted()).toEqual(['a', 'b']);
  });
});

describe('a device that does not answer', () => {
  it('delays nothing for long', async () => {
    storage.failure = () => new Promise(() => undefined);
    const store = visit({ ids: ['a'] });
    const loading = store.load('a');
    store.markRead(['a']);
    await vi.advanceTimersByTimeAsync(200);
    await expect(loading).resolves.toMatchObject({ isRead: true });
    expect(store.state).toMatchObject({ status: 'ready', problem: null });
  });

  it.each(['SecurityError', 'QuotaExceededError', 'InvalidStateError'])(
    'or fails (%s) is told once',
    async (name) => {
      const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
      storage.failure = () => Promise.reject(new DOMException('not here', name));
      const store = await loaded(['a']);
      expect(store.get('a').status).toBe('loaded');
      store.markRead(['a']);
      store.dismiss(['a']);
      await vi.advanceTimersByTimeAsync(1000);
      network.show(false);
      network.show(true);
      await settled();
      expect(store.state.items).toEqual([]);
      expect(warn.mock.calls).toEqual([[`[nudge-inbox] Nothing is kept on the device: ${name}: not here`]]);
    },
  );

  it('or could not be had, costs only what it would have kept', async () => {
    const store = visit({ ids: ['a'], device: () => Promise.resolve(null) });
    await settled();
    expect(store.get('a').status).toBe('loaded');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('and answers late is heard all the same', async () => {
    await leave(await loaded(['a', 'b']));
    storage.row = { ...storage.row!, dismissals: [{ id: 'b', value: true, at: Date.now() }] };
    let go: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (go = resolve));
    storage.failure = () => waiting;
    const store = visit({ ids: ['a', 'b'] });
    await vi.advanceTimersByTimeAsync(1000);
    expect(idsOf(store)).toEqual(['a', 'b']);
    go();
    await settled();
    expect(idsOf(store)).toEqual(['a']);
  });
});

describe('another customer', () => {
  it('on the device empties both', async () => {
    await leave(await loaded(['a']));
    service.answer = (id) => record(id, { uniqueCustomerId: 'customer-2' });
    const store = visit({ ids: ['a', 'b'] });
    await settled();
    expect(store.state).toMatchObject({ items: [], problem: 'unauthenticated' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(storage.row).toBeNull();
  });

  it('in another tab of the same key is nothing to this one', async () => {
    const one = await loaded(['a']);
    service.answer = (id) => record(id, { uniqueCustomerId: 'customer-2' });
    const other = await loaded(['z']);
    other.markRead(['z', 'a']);
    await channelled();
    expect([one.get('a').isRead, idsOf(one)]).toEqual([false, ['a']]);
  });
});

/** Lets what one tab told reach the others, for which the real clock has to go on. */
async function channelled(): Promise<void> {
  vi.useRealTimers();
  await new Promise((resolve) => setTimeout(resolve, 30));
}

describe('two tabs', () => {
  it('agree on what is read and dismissed, and each tells the host its own', async () => {
    const setRead = vi.fn(() => Promise.resolve());
    const one = await loaded(['a', 'b', 'c']);
    const other = visit({ ids: ['a', 'b', 'c'], source: { setRead } });
    await settled();
    one.markRead(['a']);
    one.dismiss(['c']);
    await channelled();
    expect([other.get('a').isRead, idsOf(other)]).toEqual([true, ['a', 'b']]);
    expect(other.heard.events).toEqual([
      { type: 'read', ids: ['a'], isRead: true },
      { type: 'dismiss', ids: ['c'], isDismissed: true },
    ]);
    other.markUnread(['a']);
    await channelled();
    expect(one.state.unreadCount).toBe(2);
    const undo = one.markAllRead();
    one.restore(['c']);
    await channelled();
    expect([one.get('a').isRead, other.state.unreadCount, idsOf(other)]).toEqual([true, 1, ['a', 'b', 'c']]);
    undo();
    await channelled();
    expect(other.state.unreadCount).toBe(3);
    expect(setRead.mock.calls).toHaveLength(1);
  });

  it('are both emptied and ended by signing out in one, and the row is gone', async () => {
    const one = await loaded(['a']);
    const other = await loaded(['a']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(storage.row).not.toBeNull();
    const device = new Device('key', storage);
    one.clear();
    one.close();
    device.signOut();
    other.markRead(['a']);
    await channelled();
    expect(other.state.items).toEqual([]);
    expect(storage.row).toBeNull();
    other.markRead(['a']);
    await channelled();
    expect(storage.row).toBeNull();
  });

  it('hear nothing that is not theirs', async () => {
    const store = await loaded(['a']);
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
    await channelled();
    expect(store.get('a').isRead).toBe(false);
    channel.postMessage({ reads: [{ id: 'a', value: true, at }], dismissals: [], preferences: [] });
    await channelled();
    expect(store.get('a').isRead).toBe(true);
    channel.close();
  });

  it('catch up with what they missed in the back/forward cache', async () => {
    const one = await loaded(['a', 'b']);
    network.cache('pagehide');
    await settled();
    // The other page has a window of its own.
    const other = makeStore({ ids: ['a', 'b'], device: () => Promise.resolve(new Device('key', storage)) });
    stops.push(listen(other).stop);
    await vi.advanceTimersByTimeAsync(1000);
    other.markRead(['a']);
    other.dismiss(['b']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(one.get('a').isRead).toBe(false);
    network.cache('pageshow');
    await settled();
    expect([one.get('a').isRead, idsOf(one)]).toEqual([true, ['a']]);
  });

  it('take a row that is gone for a sign-out that they missed', async () => {
    const one = await loaded(['a']);
    await vi.advanceTimersByTimeAsync(1000);
    network.cache('pagehide');
    await settled();
    storage.row = null;
    network.cache('pageshow');
    await settled();
    expect(one.state.items).toEqual([]);
  });
});
