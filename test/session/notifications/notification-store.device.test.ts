import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest';
import { NudgeError, SignedOutError } from '../../../src/api/errors.js';
import { CustomerIdentity } from '../../../src/session/customer-identity.js';
import { Device } from '../../../src/session/device/device.js';
import { parseRow } from '../../../src/session/device/stored-row.js';
import { noChange, type StoredChange } from '../../../src/session/stored-change.js';
import type { NotificationStore } from '../../../src/session/notifications/notification-store.js';
import type { NotificationSource } from '../../../src/session/sources/source.js';
import { stubBroadcastChannel } from '../fake-channel.js';
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
  stubSessionStorage,
  type MakeStore,
  type MakeStoreOn,
  tearDown,
  unauthorizedError,
} from '../fakes.js';

let service: FakeService;
let browser: FakeBrowser;
let makeStore: MakeStore;
let makeStoreOn: MakeStoreOn;
let storage: FakeStorage;
let cleanups: (() => void)[];

beforeEach(() => {
  ({ service, browser, makeStore, makeStoreOn } = setUpStore());
  stubBroadcastChannel();
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
  const store = makeStoreOn(storage, options);
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

describe('A tab of a former customer', () => {
  it('changes nothing here after a reset, so that nothing of that customer is requested', async () => {
    const source = new FakeSource();
    source.pages = [{ references: makeReferences(['a1']), nextCursor: 'of-a' }];
    service.respond = (id) => makeRecord(id, { uniqueCustomerId: id.startsWith('a') ? 'Ann' : 'Bob' });
    const store = startVisit({ source });
    await flushPromises();
    store.add(['b1']);
    await flushPromises();
    expect(store.state).toMatchObject({ items: [], problem: 'unauthenticated' });
    const snooze = { id: 'a2', value: Date.now() + 5000, at: Date.now(), wasRead: false };
    const change = { ...noChange, uniqueCustomerId: 'Ann', snoozes: [snooze] };
    new BroadcastChannel('nudge-inbox:key').postMessage(change);
    await flushPromises();
    service.requests.length = 0;
    source.pages = [{ references: makeReferences(['b1']), nextCursor: 'of-b' }];
    await store.refresh();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(service.requests).toEqual(['b1']);
    expect(store.state.problem).toBeNull();
  });
});

/** What another tab of the customer does or learns reaches this one. */
async function receive(change: Partial<StoredChange>): Promise<void> {
  new BroadcastChannel('nudge-inbox:key').postMessage({
    ...noChange,
    uniqueCustomerId: 'customer-1',
    ...change,
  });
  await flushPromises();
}

describe('A notification that the service takes as read, since another tab has fetched it', () => {
  it.each(['markRead', 'markAllRead'] as const)(
    'stays read after %s(), whatever that tab says',
    async (method) => {
      service.respond = (id) => makeRecord(id, { isRead: true });
      const store = startVisit({ ids: ['a', 'b'] });
      await flushPromises();
      store[method](['a']);
      await receive({ fetched: [{ id: 'a', value: false, at: Date.now() }] });
      expect(store.get('a').isRead).toBe(true);
    },
  );

  it('is as that tab says once markAllRead() is undone', async () => {
    service.respond = (id) => makeRecord(id, { isRead: true });
    const store = startVisit({ ids: ['a'] });
    await flushPromises();
    const undo = store.markAllRead();
    await receive({ fetched: [{ id: 'a', value: false, at: Date.now() }] });
    undo();
    expect(store.get('a').isRead).toBe(false);
  });
});

describe('markAllRead() before all pages are loaded', () => {
  it('covers what was known by id only, but not what another tab marks as unread afterwards', async () => {
    const source = new FakeSource();
    source.pages = [
      { references: [dated('a', 9)], nextCursor: 'two' },
      { references: ['b', 'c', 'd'].map((id) => dated(id, 8)) },
    ];
    const store = startVisit({ source });
    await flushPromises();
    await store.load('b');
    await receive({ reads: [{ id: 'c', value: false, at: Date.now() }] });
    await vi.advanceTimersByTimeAsync(1000);
    store.markAllRead();
    await vi.advanceTimersByTimeAsync(1000);
    await receive({ reads: [{ id: 'd', value: false, at: Date.now() }] });
    await store.loadMore();
    expect(store.state.items.map(({ id, isRead }) => [id, isRead])).toEqual([
      ['a', true],
      ['b', true],
      ['c', true],
      ['d', false],
    ]);
  });

  it.each([
    ['marks', true],
    ['does not mark, if the host does not save it,', false],
  ])('%s what a further page lists in another tab, too, which has that page already', async (_, isSaved) => {
    const startTab = (): ReturnType<typeof startVisit> => {
      const setRead = (ids: readonly string[]): Promise<void> =>
        isSaved || !ids.includes('b') ? Promise.resolve() : Promise.reject(new Error('broken'));
      const source = Object.assign(new FakeSource(), { setRead });
      source.pages = [
        { references: [{ ...dated('a', 9), isRead: false }], nextCursor: 'two' },
        { references: [{ ...dated('b', 8), isRead: false }] },
      ];
      return startVisit({ source });
    };
    const one = startTab();
    const other = startTab();
    await flushPromises();
    one.markAllRead();
    await vi.advanceTimersByTimeAsync(1000);
    await other.loadMore();
    await vi.advanceTimersByTimeAsync(1000);
    await one.loadMore();
    await flushPromises();
    expect([one, other].map((store) => store.get('b').isRead)).toEqual([isSaved, isSaved]);
  });

  it('leaves nothing on the device if the host does not save it, also once somebody has to sign in', async () => {
    let fail: (error: Error) => void = () => undefined;
    const setRead = (): Promise<void> => new Promise((_, reject) => (fail = reject));
    const source = Object.assign(new FakeSource(), { setRead });
    source.pages = [
      { references: [dated('a', 9)], nextCursor: 'two' },
      new SignedOutError('refused', null, { status: 401 }),
    ];
    const store = startVisit({ source });
    await flushPromises();
    store.markAllRead();
    await flushPromises();
    expect(storage.row?.watermark).not.toBe('');
    await store.refresh();
    expect(store.state.problem).toBe('signed-out');
    fail(new Error('broken'));
    await flushPromises();
    expect(storage.row?.watermark).toBe('');
  });
});

describe('A customer whose token is refused', () => {
  it('finds nothing of the former visit until it is accepted, and then all of it', async () => {
    const source = new FakeSource();
    const references = makeReferences(['a', 'b', 'c']).map((reference) => ({ ...reference, isRead: false }));
    source.load = () => Promise.resolve({ references });
    service.respond = (id) => makeRecord(id);
    const before = startVisit({ source });
    await flushPromises();
    before.setVisible(['a', 'b', 'c']);
    await flushPromises();
    before.markRead(['a']);
    before.dismiss(['b']);
    await endVisit(before);
    service.respond = () => {
      throw unauthorizedError();
    };
    const store = startVisit({ source });
    await flushPromises();
    store.setVisible(store.state.items.map(({ id }) => id));
    await flushPromises();
    expect(store.state).toMatchObject({
      items: [],
      dismissedItems: [],
      unreadCount: 0,
      problem: 'unauthenticated',
    });
    service.respond = null;
    await store.refresh();
    expect(store.state, 'a retry shows nothing yet').toMatchObject({ items: [], problem: 'unauthenticated' });
    for (const id of service.pending) await service.succeed(id);
    expect(store.state.problem).toBeNull();
    expect(store.state.items.map(({ id, isRead }) => [id, isRead])).toEqual([
      ['a', true],
      ['c', false],
    ]);
    expect(store.state.dismissedItems.map(({ id }) => id)).toEqual(['b']);
  });
});

describe('A change that the host did not save', () => {
  it('is no act of another tab when the device names it later: what the host says counts', async () => {
    const source = Object.assign(new FakeSource(), { setRead: () => Promise.reject(new Error('broken')) });
    source.pages = [{ references: makeReferences(['a'], true) }];
    const store = startVisit({ source });
    await flushPromises();
    store.markUnread(['a']);
    await flushPromises();
    expect(store.get('a').isRead).toBe(true);
    browser.setVisible(false);
    source.pages = [{ references: makeReferences(['a'], false) }];
    browser.setVisible(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.get('a').isRead).toBe(false);
  });

  it('counts no more on the next page, whose list says what the host has: the request may have arrived', async () => {
    const source = Object.assign(new FakeSource(), { setRead: () => Promise.reject(networkError()) });
    source.load = () => Promise.resolve({ references: makeReferences(['a'], false) });
    const store = startVisit({ source });
    await flushPromises();
    store.markRead(['a']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.get('a').isRead).toBe(false);
    store.recorder.stop();
    await flushPromises();
    source.load = () => Promise.resolve({ references: makeReferences(['a'], true) });
    const next = startVisit({ source });
    await flushPromises();
    expect(next.get('a').isRead).toBe(true);
  });
});

describe('A service that takes as read what was fetched', () => {
  /** Opens a visit on the same device, shows everything, and returns how many are unread. */
  async function visit(hasKey: boolean): Promise<number> {
    const identity = new CustomerIdentity();
    const isMarksOnly = !hasKey;
    const device = new Device('key', storage, identity, { isMarksOnly });
    const open = hasKey ? Promise.resolve(device) : identity.first.then(() => device);
    const store = makeStore(
      { ids: makeIds(3), device: () => open, deviceWaitsForCustomer: !hasKey },
      identity,
    );
    const { stop } = recordEvents(store);
    store.setVisible(makeIds(3));
    await vi.advanceTimersByTimeAsync(1000);
    const { unreadCount } = store.state;
    stop();
    await flushPromises();
    return unreadCount;
  }

  it.each([
    ['with', true],
    ['without', false],
  ])('leaves unread what nobody has opened, on later visits too, %s a customer key', async (_, hasKey) => {
    const fetched = new Set<string>();
    service.respond = (id) => {
      const isRead = fetched.has(id);
      fetched.add(id);
      return makeRecord(id, { isRead });
    };
    const counts = [];
    for (let count = 0; count < 3; count += 1) counts.push(await visit(hasKey));
    expect(counts).toEqual([3, 3, 3]);
  });
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

  it('does not show cached records that have expired meanwhile', async () => {
    const source = new FakeSource();
    const expiresDate = new Date(Date.now() + 3_600_000).toISOString();
    source.pages = [
      {
        references: [
          { id: 'a', expiresDate },
          { id: 'b', expiresDate: null },
        ],
      },
    ];
    const first = startVisit({ source });
    await flushPromises();
    first.setVisible(['a', 'b']);
    await flushPromises();
    await endVisit(first);
    vi.setSystemTime(Date.now() + 3_600_000);
    // As the database loads it.
    storage.row = parseRow(storage.row);
    const second = startVisit({ source: { load: () => new Promise(() => undefined) } });
    await flushPromises();
    expect(itemIds(second)).toEqual(['b']);
  });

  it.each([
    ['at once', 0],
    ['after the source has failed', 300],
  ])('shows its cached records if the source fails, with a device that responds %s', async (_, delayMs) => {
    const source = new FakeSource();
    source.pages = [{ references: makeReferences(['a', 'b']) }];
    const first = startVisit({ source });
    await flushPromises();
    first.setVisible(['a', 'b']);
    await endVisit(first);
    source.pages = [new Error('broken'), { references: makeReferences(['b']) }];
    storage.beforeChange = () => new Promise((resolve) => setTimeout(resolve, delayMs));
    const second = startVisit({ source });
    await vi.advanceTimersByTimeAsync(1000);
    expect(second.state).toMatchObject({
      problem: 'unreachable',
      isUnreadCountComplete: false,
      unreadCount: 2,
    });
    expect(second.state.items.map(({ id, status }) => [id, status])).toEqual([
      ['a', 'loaded'],
      ['b', 'loaded'],
    ]);
    await second.refresh();
    expect(second.state).toMatchObject({ status: 'ready', problem: null });
    expect(itemIds(second)).toEqual(['b']);
  });

  it('keeps its cached records when the service is unreachable', async () => {
    await endVisit(await startLoadedVisit(['a']));
    service.respond = () => {
      throw networkError();
    };
    const second = startVisit({ ids: ['a'] });
    await flushPromises();
    second.setVisible(['a']);
    await expect(second.load('a')).resolves.toMatchObject({ id: 'a' });
    const loaded = { status: 'loaded', record: { id: 'a' } };
    expect(second.get('a')).toMatchObject(loaded);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(second.get('a')).toMatchObject(loaded);
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

  it('treats everything up to the newest item of an earlier markAllRead() as read, whatever a hint says', async () => {
    vi.setSystemTime('2025-11-05T12:00:00Z');
    const first = startVisit({ ids: [], source: {} });
    first.add([dated('a', 5)]);
    await flushPromises();
    first.markAllRead();
    await endVisit(first);
    const source = new FakeSource();
    source.pages = [
      {
        references: [
          { id: 'undated' },
          { id: 'newer' },
          { ...dated('hinted', 3), isRead: false },
          dated('referenced', 5),
        ],
      },
    ];
    const second = startVisit({ source });
    service.respond = (id) => makeRecord(id, { createdDate: dated(id, id === 'newer' ? 6 : 4).createdDate });
    await flushPromises();
    const readStates = ['undated', 'newer', 'hinted', 'referenced'].map((id) => second.get(id).isRead);
    expect(readStates).toEqual([true, false, true, true]);
  });

  it('treats older pages as read after markAllRead() before the first page came, but nothing that was sent later', async () => {
    vi.setSystemTime('2025-11-05T12:00:00Z');
    const source = Object.assign(new FakeSource(), { load: () => new Promise<never>(() => undefined) });
    const first = startVisit({ source });
    await flushPromises();
    first.markAllRead();
    await endVisit(first);
    vi.setSystemTime('2025-11-07T12:00:00Z');
    const later = new FakeSource();
    later.pages = [{ references: [dated('later', 6), dated('earlier', 5)] }];
    const second = startVisit({ source: later });
    await flushPromises();
    expect(['later', 'earlier'].map((id) => second.get(id).isRead)).toEqual([false, true]);
  });

  it.each(['2099-01-01T00:00:00Z', 'soon'])(
    'does not let one record dated "%s" decide what markAllRead() covers',
    async (createdDate) => {
      vi.setSystemTime('2025-11-06T12:00:00Z');
      const first = startVisit();
      first.add([{ id: 'odd', createdDate }, dated('a', 5)]);
      await flushPromises();
      first.markAllRead();
      await endVisit(first);
      vi.setSystemTime('2025-11-08T12:00:00Z');
      const later = new FakeSource();
      later.pages = [{ references: [dated('newer', 7), dated('older', 4)] }];
      const second = startVisit({ source: later });
      await flushPromises();
      expect(['newer', 'older'].map((id) => second.get(id).isRead)).toEqual([false, true]);
    },
  );

  it.each([
    ['lists nothing', []],
    ['has only dismissed notifications', [dated('dismissed', 1)]],
  ])('does not treat what it missed as read after markAllRead() when it %s', async (_, references) => {
    vi.setSystemTime('2025-11-21T12:00:00Z');
    const source = new FakeSource();
    source.pages = [{ references }];
    const first = startVisit({ source });
    await flushPromises();
    first.dismiss(itemIds(first));
    first.markAllRead();
    await flushPromises();
    const secondSource = new FakeSource();
    secondSource.pages = [{ references: [dated('missed', 20)] }];
    const second = startVisit({ source: secondSource });
    await flushPromises();
    expect(second.get('missed').isRead).toBe(false);
  });

  it('does not trust a date of markAllRead() that a wrong clock has stored, nor one that is too old', async () => {
    vi.setSystemTime('2025-11-06T12:00:00Z');
    const first = startVisit();
    first.add([dated('a', 5)]);
    await flushPromises();
    first.markAllRead();
    await endVisit(first);
    storage.row = { ...storage.row!, watermark: '2099-01-01T00:00:00Z' };
    const source = new FakeSource();
    source.pages = [
      { references: [{ id: 'in an hour', createdDate: '2025-11-06T13:10:00Z' }, dated('b', 6)] },
    ];
    const second = startVisit({ source });
    await flushPromises();
    expect(['in an hour', 'b'].map((id) => second.get(id).isRead)).toEqual([false, true]);
    await endVisit(second);
    storage.row = { ...storage.row, watermark: dated('', 5).createdDate };
    vi.setSystemTime('2026-02-20T12:00:00Z');
    storage.row = { ...storage.row, savedAt: Date.now() };
    source.pages = [{ references: [dated('c', 4)] }];
    const third = startVisit({ source });
    await flushPromises();
    expect(third.get('c').isRead).toBe(false);
  });

  it.each(['an event', 'a later page'])(
    'keeps an arrival unread that %s names late, after markAllRead(), also on the next visit',
    async (how) => {
      vi.setSystemTime('2025-11-06T12:00:00Z');
      const source = new FakeSource();
      const first = startVisit({ source });
      await flushPromises();
      first.add([dated('a', 5)]);
      await flushPromises();
      first.markAllRead();
      await endVisit(first);
      const second = startVisit({ source });
      await flushPromises();
      source.pages.push({ references: [dated('late', 4)] });
      if (how === 'an event') source.emit({ type: 'add', references: [dated('late', 4)] });
      else await second.refresh();
      await flushPromises();
      expect(second.get('late').isRead).toBe(false);
      expect(arrivalEvents(second.recorder)).toEqual([{ type: 'arrival', ids: ['late'] }]);
      await endVisit(second);
      const third = startVisit({ ids: ['late'] });
      await flushPromises();
      expect(third.get('late').isRead).toBe(false);
    },
  );

  it('does not let a mark from a wrong clock overrule everything for ever', async () => {
    const first = await startLoadedVisit(['a']);
    first.markRead(['a']);
    await endVisit(first);
    storage.row = { ...storage.row!, reads: [{ id: 'a', value: true, at: Date.now() + 1e12 }] };
    const second = startVisit({ ids: ['a'] });
    await flushPromises();
    await vi.advanceTimersByTimeAsync(1000);
    second.markUnread(['a']);
    await endVisit(second);
    const third = startVisit({ ids: ['a'] });
    await flushPromises();
    expect(third.get('a').isRead).toBe(false);
  });

  it('remembers what was marked after the clock was set back by a day', async () => {
    const first = await startLoadedVisit(['a']);
    first.markRead(['a']);
    await flushPromises();
    vi.setSystemTime(Date.now() - 86_400_000);
    // A database takes a while.
    storage.beforeChange = () => new Promise((resolve) => setTimeout(resolve, 5));
    first.markUnread(['a']);
    await endVisit(first);
    const second = startVisit({ ids: ['a'] });
    await vi.advanceTimersByTimeAsync(10);
    expect(second.get('a').isRead).toBe(false);
  });

  it('takes nothing as read after a markAllRead() that was undone', async () => {
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
  it('stores at most fifty records and two thousand marks, the newest', async () => {
    const store = startVisit({ ids: makeIds(3000) });
    await flushPromises();
    store.setVisible(makeIds(60));
    await flushPromises();
    store.markRead(makeIds(1500, 'older'));
    await vi.advanceTimersByTimeAsync(1000);
    store.markRead(makeIds(1500, 'newer'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(storage.row?.records.map(({ record }) => record.id)).toEqual(makeIds(50));
    expect(storage.row?.reads).toHaveLength(2000);
    expect(storage.row?.reads.filter(({ id }) => id.startsWith('newer'))).toHaveLength(1500);
  });

  it('stores what was read although a record of the host cannot be stored as it is', async () => {
    const record = { ...makeRecord('a'), extra: new Proxy({ greet: () => 'hello', size: 1 }, {}), big: 1n };
    const plain = { ...makeRecord('b'), extra: new Proxy({ greet: () => 'hello', size: 1 }, {}) };
    const source = new FakeSource();
    source.pages = [{ references: [record, plain].map((given) => ({ id: given.id, record: given })) }];
    const store = startVisit({ source });
    await flushPromises();
    store.markRead(['a']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(storage.row).toMatchObject({
      reads: [{ id: 'a', value: true }],
      records: [{ record: { id: 'b', extra: { size: 1 } } }],
    });
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

  it('warns once about a device that fails', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    storage.beforeChange = () => Promise.reject(new DOMException('not here', 'SecurityError'));
    const store = await startLoadedVisit(['a']);
    expect(store.get('a').status).toBe('loaded');
    store.markRead(['a']);
    store.dismiss(['a']);
    await vi.advanceTimersByTimeAsync(1000);
    browser.setVisible(false);
    browser.setVisible(true);
    await flushPromises();
    expect(store.state.items).toEqual([]);
    expect(warn.mock.calls).toEqual([
      ['[nudge-inbox] Nothing is stored on the device: SecurityError: not here'],
    ]);
  });

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

/** Has the service return each notification as that of the customer whose initial its id begins with. */
function respondForEach(): void {
  service.respond = (id) => makeRecord(id, { uniqueCustomerId: id.startsWith('a') ? 'Ann' : 'Bob' });
}

describe('The row of a customer key', () => {
  beforeEach(() => {
    stubSessionStorage();
    respondForEach();
  });

  /** Another customer signs in while the page has the key of Ann, and the store loads their list. */
  async function signInBob(store: ReturnType<typeof startVisit>, source: FakeSource): Promise<void> {
    source.pages = [{ references: makeReferences(['b1', 'b2']) }];
    source.emit({ type: 'add', references: makeReferences(['b1']) });
    await flushPromises();
    expect(store.state).toMatchObject({ items: [], problem: 'unauthenticated' });
    await store.refresh();
    await flushPromises();
    expect(itemIds(store)).toEqual(['b1', 'b2']);
  }

  function listAnn(): FakeSource {
    const source = new FakeSource();
    source.pages = [{ references: makeReferences(['a1', 'a2']) }];
    return source;
  }

  it('stays that of its customer when another one turns up in the page', async () => {
    const source = listAnn();
    const store = startVisit({ source });
    await flushPromises();
    store.markRead(['a1']);
    await vi.advanceTimersByTimeAsync(1000);
    const row = storage.row;
    expect(row).toMatchObject({ uniqueCustomerId: 'Ann', reads: [{ id: 'a1' }] });
    await signInBob(store, source);
    store.markRead(['b1']);
    store.markSeen();
    await vi.advanceTimersByTimeAsync(1000);
    await endVisit(store);
    expect(storage.row).toEqual(row);
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it('is found again by its customer after another one was there', async () => {
    const source = listAnn();
    const store = startVisit({ source });
    await flushPromises();
    store.markRead(['a1']);
    await vi.advanceTimersByTimeAsync(1000);
    await signInBob(store, source);
    await endVisit(store);
    const next = startVisit({ source: listAnn() });
    await flushPromises();
    expect(next.state).toMatchObject({ problem: null, items: [{ id: 'a1', isRead: true }, { id: 'a2' }] });
  });

  it('is stored as far as its customer has decided when another one turns up in the same moment', async () => {
    const source = listAnn();
    const store = startVisit({ source });
    await flushPromises();
    const records = makeReferences(['b1']).map((reference) => ({
      ...reference,
      record: makeRecord('b1', { uniqueCustomerId: 'Bob' }),
    }));
    store.dismiss(['a2']);
    store.add(records);
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.state.items).toEqual([]);
    expect(storage.row).toMatchObject({ uniqueCustomerId: 'Ann', dismissals: [{ id: 'a2' }] });
  });

  it('takes no message of another tab once another customer has turned up', async () => {
    const source = listAnn();
    const store = startVisit({ source });
    await flushPromises();
    await signInBob(store, source);
    for (const message of [
      { ...noChange, reads: [{ id: 'b1', value: true, at: Date.now() }] },
      { record: makeRecord('b3', { uniqueCustomerId: 'Bob' }) },
      'sign-out',
    ])
      new BroadcastChannel('nudge-inbox:key').postMessage(message);
    await flushPromises();
    expect(store.state).toMatchObject({ problem: null, items: [{ id: 'b1', isRead: false }, { id: 'b2' }] });
  });

  describe('that is another customer’s than the page', () => {
    async function visitAnn(): Promise<unknown> {
      const store = startVisit({ source: listAnn() });
      await flushPromises();
      store.markRead(['a1']);
      await vi.advanceTimersByTimeAsync(1000);
      await endVisit(store);
      return storage.row;
    }

    it('is shown no longer than until a record names another one, whose list is loaded without a problem', async () => {
      await visitAnn();
      const source = new FakeSource();
      source.pages = [1, 2].map(() => ({ references: makeReferences(['b1', 'b2']) }));
      const store = startVisit({ source });
      await flushPromises();
      expect(store.state).toMatchObject({ problem: null, status: 'ready' });
      expect(store.state.items.map(({ id, record }) => [id, record?.uniqueCustomerId])).toEqual([
        ['b1', 'Bob'],
        ['b2', 'Bob'],
      ]);
      expect(store.recorder.events.filter(({ type }) => type === 'error')).toEqual([]);
      expect([source.subscriptionCount, store.get('a1').record]).toEqual([1, null]);
    });

    it('goes on with the ids that the host lists itself', async () => {
      await visitAnn();
      const store = startVisit({ ids: ['b1', 'b2'] });
      await flushPromises();
      expect(store.state.problem).toBeNull();
      expect(store.state.items.map(({ id, status }) => [id, status])).toEqual([
        ['b1', 'loaded'],
        ['b2', 'loaded'],
      ]);
    });

    it('goes on with the records that the source hands over', async () => {
      await visitAnn();
      const page = {
        references: ['b1', 'b2'].map((id) => ({
          id,
          record: makeRecord(id, { uniqueCustomerId: 'Bob' }),
        })),
      };
      const source = new FakeSource();
      source.pages = [page, page];
      const store = startVisit({ source });
      await flushPromises();
      store.setVisible(['b1', 'b2']);
      await flushPromises();
      expect(store.state.problem).toBeNull();
      expect(store.state.items.map(({ id, status }) => [id, status])).toEqual([
        ['b1', 'loaded'],
        ['b2', 'loaded'],
      ]);
    });

    it('is as it was, whatever is done there, also before a record says whose the list is', async () => {
      const row = await visitAnn();
      const source = new FakeSource();
      source.pages = [1, 2].map(() => ({ references: makeReferences(['b1', 'b2']) }));
      service.respond = null;
      const store = startVisit({ source });
      await flushPromises();
      store.markSeen();
      await vi.advanceTimersByTimeAsync(1000);
      respondForEach();
      // The response comes all the same.
      service.ignoresAbort = true;
      await service.succeed('b1', { uniqueCustomerId: 'Bob' });
      store.markRead(['b1']);
      await vi.advanceTimersByTimeAsync(1000);
      expect(store.state.items).toMatchObject([{ id: 'b1', status: 'loaded', isRead: true }, { id: 'b2' }]);
      await endVisit(store);
      expect(storage.row).toEqual(row);
      expect(Object.keys(sessionStorage)).toEqual([]);
    });

    describe('while another tab is of its customer', () => {
      type Visit = ReturnType<typeof startVisit>;

      /** Two tabs with the key of Ann: one is known to be hers, and nobody knows yet that the other one is of Bob. */
      async function openBoth(): Promise<{ ann: Visit; bob: Visit }> {
        await visitAnn();
        const ann = startVisit({ source: listAnn() });
        await flushPromises();
        return { ann, bob: await openAsBob() };
      }

      async function openAsBob(): Promise<Visit> {
        const source = new FakeSource();
        source.pages = [1, 2].map(() => ({ references: makeReferences(['a1', 'a2', 'b1']) }));
        service.respond = null;
        const bob = startVisit({ source });
        await vi.advanceTimersByTimeAsync(1000);
        return bob;
      }

      async function actIn(visit: Visit, act: (visit: Visit) => unknown): Promise<void> {
        act(visit);
        await vi.advanceTimersByTimeAsync(1000);
      }

      /** A record says whose the tab is. */
      const identifyBob = (bob: Visit): Promise<void> =>
        actIn(bob, () => bob.add([{ id: 'b2', record: makeRecord('b2', { uniqueCustomerId: 'Bob' }) }]));

      it.each<[string, (visit: Visit) => unknown, object]>([
        ['reads', (visit) => visit.markRead(['a2']), { reads: [{ id: 'a2' }, { id: 'a1' }] }],
        ['dismisses', (visit) => visit.dismiss(['a2']), { dismissals: [{ id: 'a2' }] }],
        [
          'marks as read with all others',
          (visit) => visit.markAllRead(),
          { watermark: expect.any(String) as string },
        ],
        [
          'snoozes',
          (visit) => visit.snooze(['a2'], new Date(Date.now() + 3_600_000)),
          { snoozes: [{ id: 'a2' }] },
        ],
        ['sees', (visit) => visit.markSeen(), { seen: [{ id: 'a2' }] }],
      ])('has what the customer %s there, and nothing of the other one', async (_, act, stored) => {
        const { ann, bob } = await openBoth();
        await actIn(bob, () => bob.markRead(['b1']));
        await actIn(ann, act);
        await actIn(bob, () => bob.dismiss(['b1']));
        expect(storage.row?.dismissals.map(({ id }) => id)).toContain('b1');
        await identifyBob(bob);
        expect(storage.row).toMatchObject({ uniqueCustomerId: 'Ann', ...stored });
        expect(JSON.stringify(storage.row)).not.toContain('b1');
      });

      it.each([
        ['before', true],
        ['after', false],
      ])(
        'has what the customer decided %s the other one about the same notification',
        async (_, isBefore) => {
          const { ann, bob } = await openBoth();
          const acts = [
            () => actIn(ann, () => ann.markUnread(['a1'])),
            () => actIn(bob, () => (isBefore ? bob.markRead(['a1']) : bob.markUnread(['a1']))),
          ];
          for (const act of isBefore ? acts : acts.toReversed()) await act();
          if (!isBefore) await actIn(ann, () => ann.markRead(['a1']));
          await identifyBob(bob);
          expect(storage.row?.reads).toMatchObject([{ id: 'a1', value: !isBefore }]);
        },
      );

      it.each([
        ['first', false],
        ['last', true],
      ])(
        'has nothing of the other one in two more tabs, of which the one opened %s is known first',
        async (_, isLast) => {
          const { bob } = await openBoth();
          await actIn(bob, () => bob.markRead(['b1']));
          const last = await openAsBob();
          await actIn(last, () => last.dismiss(['b1']));
          await actIn(bob, () => bob.dismiss(['a2']));
          const [first, second] = isLast ? [last, bob] : [bob, last];
          await identifyBob(first);
          await actIn(second, () => second.markRead(['a2']));
          await identifyBob(second);
          expect(storage.row).toMatchObject({ reads: [{ id: 'a1' }], dismissals: [] });
          expect(storage.row?.reads).toHaveLength(1);
        },
      );
    });

    it('is neither shown nor written if it comes later than the first record', async () => {
      const row = await visitAnn();
      let respond = (): void => undefined;
      storage.beforeChange = () => new Promise((resolve) => (respond = resolve));
      const store = startVisit({ ids: ['b1'] });
      await vi.advanceTimersByTimeAsync(300);
      expect(store.state.items).toMatchObject([{ id: 'b1', status: 'loaded' }]);
      storage.beforeChange = null;
      respond();
      await flushPromises();
      store.markRead(['b1']);
      await vi.advanceTimersByTimeAsync(1000);
      expect(itemIds(store)).toEqual(['b1']);
      expect(storage.row).toEqual(row);
    });
  });

  it('takes no change of another tab in which another customer is signed in', async () => {
    const one = await startLoadedVisit(['a1']);
    const other = await startLoadedVisit(['z']);
    other.markRead(['z', 'a1']);
    await flushPromises();
    expect([one.get('a1').isRead, itemIds(one)]).toEqual([false, ['a1']]);
  });
});

describe('NotificationStore in two tabs', () => {
  it('shares read and dismissed state, and each tab informs its own host', async () => {
    const setRead = vi.fn(() => Promise.resolve());
    const one = await startLoadedVisit(['a', 'b', 'c']);
    const other = startVisit({ ids: ['a', 'b', 'c'], source: { setRead } });
    await flushPromises();
    one.markRead(['a']);
    one.dismiss(['c']);
    await flushPromises();
    expect([other.get('a').isRead, itemIds(other)]).toEqual([true, ['a', 'b']]);
    expect(other.recorder.events).toEqual([
      { type: 'read-change', ids: ['a'], isRead: true },
      { type: 'dismiss-change', ids: ['c'], isDismissed: true },
    ]);
    other.markUnread(['a']);
    await flushPromises();
    expect(one.state.unreadCount).toBe(2);
    const undo = one.markAllRead();
    one.restore(['c']);
    await flushPromises();
    expect([one.get('a').isRead, other.state.unreadCount, itemIds(other)]).toEqual([
      true,
      0,
      ['a', 'b', 'c'],
    ]);
    undo();
    await flushPromises();
    expect(other.state.unreadCount).toBe(3);
    expect(setRead.mock.calls).toHaveLength(1);
  });

  it("does not pass on as the customer's own what an outdated page of the host says", async () => {
    const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
    const late = { id: 'late', createdDate: hoursAgo(2), isRead: false };
    const setRead = (): Promise<void> => Promise.resolve();
    const open = (): [FakeSource, ReturnType<typeof startVisit>] => {
      const source = Object.assign(new FakeSource(), { setRead });
      source.pages = [{ references: [{ id: 'new', createdDate: hoursAgo(1), isRead: false }] }];
      return [source, startVisit({ source })];
    };
    const [oneSource, one] = open();
    const [otherSource, other] = open();
    await flushPromises();
    one.markAllRead();
    await flushPromises();
    oneSource.emit({ type: 'add', references: [late] });
    one.markRead(['late']);
    otherSource.emit({ type: 'add', references: [late] });
    await flushPromises();
    expect(one.get('late').isRead).toBe(true);
    otherSource.pages = [{ references: ['new', 'late'].map((id) => ({ id, isRead: true })) }];
    await other.refresh();
    expect(other.get('late').isRead).toBe(true);
  });

  it('does not pass on again what the customer has done when a late event of the host says otherwise', async () => {
    const source = Object.assign(new FakeSource(), { setRead: () => new Promise<void>(() => undefined) });
    source.pages = [{ references: [{ id: 'a', isRead: false }] }];
    const store = startVisit({ source });
    await flushPromises();
    store.markRead(['a']);
    await flushPromises();
    const stored = storage.row?.reads;
    source.emit({ type: 'read', ids: ['a'], isRead: false });
    await flushPromises();
    expect(store.get('a').isRead).toBe(true);
    expect(stored).toMatchObject([{ id: 'a', value: true }]);
    expect(storage.row?.reads).toEqual(stored);
  });

  it('takes what an event of the host has said for no act of the customer, on the next page and in another tab', async () => {
    const open = (isRead: boolean) => {
      const source = Object.assign(new FakeSource(), { setRead: () => Promise.resolve() });
      source.pages = [{ references: [{ id: 'a', isRead }] }];
      return { source, store: startVisit({ source }) };
    };
    const [one, other] = [open(false), open(false)];
    await vi.advanceTimersByTimeAsync(1000);
    one.source.emit({ type: 'read', ids: ['a'], isRead: true });
    await flushPromises();
    expect([one.store.get('a').isRead, other.store.get('a').isRead]).toEqual([true, true]);
    await vi.advanceTimersByTimeAsync(1000);
    const { store: next } = open(false);
    other.source.pages = [{ references: [{ id: 'a', isRead: false }] }];
    await Promise.all([flushPromises(), other.store.refresh()]);
    expect([next.get('a').isRead, other.store.get('a').isRead]).toEqual([false, false]);
  });

  it('keeps what another tab saved when an earlier change of this tab fails at the host', async () => {
    let fail: (error: Error) => void = () => undefined;
    const one = startVisit({
      ids: ['a'],
      source: { setRead: () => new Promise((_, reject) => (fail = reject)) },
    });
    const other = startVisit({ ids: ['a'], source: { setRead: () => Promise.resolve() } });
    await flushPromises();
    one.markRead(['a']);
    await flushPromises();
    other.markUnread(['a']);
    await flushPromises();
    other.markRead(['a']);
    await flushPromises();
    one.recorder.events.length = 0;
    fail(new Error('not saved'));
    await flushPromises();
    expect([one.get('a').isRead, other.get('a').isRead]).toEqual([true, true]);
    expect(one.recorder.events).toEqual([]);
  });

  describe('with a host that receives what was decided first after what was decided last', () => {
    type SetRead = NonNullable<NotificationSource['setRead']>;
    let setRead: Mock<SetRead>;
    let respond: (ids?: string[]) => void;
    let hostSource: FakeSource;
    let one: ReturnType<typeof startVisit>;
    let other: ReturnType<typeof startVisit>;
    const saves = (): unknown[] => setRead.mock.calls.map(([ids, isRead]) => [ids, isRead]);

    beforeEach(async () => {
      setRead = vi.fn<SetRead>(() => new Promise((resolve) => (respond = (ids) => resolve(ids ?? []))));
      hostSource = Object.assign(new FakeSource(), { setRead });
      one = startVisit({ source: hostSource });
      other = startVisit({ source: { setRead: () => Promise.resolve() } });
      one.setHostIds(['a', 'b']);
      other.setHostIds(['a', 'b', 'c']);
      await flushPromises();
    });

    it('sends once more what another tab has decided last', async () => {
      other.markAllRead();
      await flushPromises();
      one.markUnread(['a', 'b']);
      await vi.advanceTimersByTimeAsync(10);
      other.markRead(['a']);
      await flushPromises();
      respond();
      await flushPromises();
      respond();
      await flushPromises();
      expect(saves()).toEqual([
        [['a', 'b'], false],
        [['a'], true],
      ]);
      expect([one.get('a').isRead, one.get('b').isRead]).toEqual([true, false]);
    });

    it('does so, too, with what "mark all as read" covers on pages that are not loaded', async () => {
      Object.assign(hostSource, { pages: [{ references: [dated('a', 2)], nextCursor: 'more' }] });
      await one.refresh();
      other.markRead(['c']);
      await vi.advanceTimersByTimeAsync(10);
      one.markAllRead();
      await vi.advanceTimersByTimeAsync(10);
      other.markUnread(['c']);
      await flushPromises();
      respond(['a', 'c']);
      await flushPromises();
      expect(saves()).toEqual([
        [['a', 'b'], true],
        [['c'], false],
      ]);
      expect(one.get('c').isRead).toBe(false);
    });
  });

  it('takes back in the other tabs what the host did not save', async () => {
    let fail: (error: Error) => void = () => undefined;
    const one = startVisit({
      ids: ['a'],
      source: { setRead: () => new Promise((_, reject) => (fail = reject)) },
    });
    const other = startVisit({ ids: ['a'] });
    await flushPromises();
    one.markRead(['a']);
    await flushPromises();
    expect(other.get('a').isRead).toBe(true);
    fail(new Error('not saved'));
    await flushPromises();
    expect([one.get('a').isRead, other.get('a').isRead]).toEqual([false, false]);
  });

  it.each<[string, (store: NotificationStore) => void]>([
    ['another customer is signed in', (store) => store.startOver()],
    ['the customer has to sign in', (store) => store.reset(new NudgeError('Sign in.'))],
  ])('takes back in the other tabs what is not saved when %s', async (_, end) => {
    const source = { setRead: () => new Promise<void>(() => undefined) };
    const [one, other] = [startVisit({ ids: ['a'], source }), startVisit({ ids: ['a'], source })];
    await flushPromises();
    one.markRead(['a']);
    await flushPromises();
    expect(other.get('a').isRead).toBe(true);
    end(one);
    await flushPromises();
    expect(other.get('a').isRead).toBe(false);
  });

  it('takes back what the host did not save, although the device has returned it meanwhile', async () => {
    let fail: (error: Error) => void = () => undefined;
    const store = startVisit({
      ids: ['a'],
      source: { setRead: () => new Promise((_, reject) => (fail = reject)) },
    });
    await flushPromises();
    store.markRead(['a']);
    await flushPromises();
    browser.dispatchPageTransition('pagehide');
    browser.dispatchPageTransition('pageshow');
    await flushPromises();
    expect(store.get('a').isRead).toBe(true);
    fail(new Error('not saved'));
    await flushPromises();
    expect(store.get('a').isRead).toBe(false);
  });

  it('stores nothing after a sign-out in another tab, although its message does not come', async () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    const store = await startLoadedVisit(['a']);
    await vi.advanceTimersByTimeAsync(1000);
    await makeDevice(storage).signOut();
    store.markRead(['a']);
    await flushPromises();
    expect(storage.row).toMatchObject({ uniqueCustomerId: null, reads: [] });
  });

  it('clears and closes both tabs on sign-out in one, and deletes what is stored', async () => {
    const one = await startLoadedVisit(['a']);
    const other = await startLoadedVisit(['a']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(storage.row).not.toBeNull();
    const device = makeDevice(storage);
    one.reset();
    one.close();
    void device.signOut();
    other.markRead(['a']);
    await flushPromises();
    expect(other.state.items).toEqual([]);
    const nothing = { uniqueCustomerId: null, reads: [], dismissals: [], preferences: [], records: [] };
    expect(storage.row).toMatchObject(nothing);
    other.markRead(['a']);
    await flushPromises();
    expect(storage.row).toMatchObject(nothing);
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
      { ...noChange, reads: 'a' },
      { ...noChange, reads: [{ id: 5, value: true, at }] },
      { ...noChange, reads: [{ id: 'a', value: true }] },
    ]) {
      channel.postMessage(message);
    }
    await flushPromises();
    expect(store.get('a').isRead).toBe(false);
    channel.postMessage({ ...noChange, reads: [{ id: 'a', value: true, at }] });
    await flushPromises();
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

  it('covers by a "mark all as read" of another tab that it missed in the back/forward cache what it loads later', async () => {
    vi.setSystemTime('2025-11-05T12:00:00Z');
    const one = await startLoadedVisit(['a']);
    browser.dispatchPageTransition('pagehide');
    await flushPromises();
    const other = makeStore({ ids: ['a'], device: () => Promise.resolve(makeDevice(storage)) });
    cleanups.push(recordEvents(other).stop);
    await vi.advanceTimersByTimeAsync(1000);
    other.markAllRead();
    await vi.advanceTimersByTimeAsync(1000);
    browser.dispatchPageTransition('pageshow');
    await flushPromises();
    service.respond = (id) => makeRecord(id, { createdDate: '2025-11-01T12:00:00Z' });
    one.setHostIds(['a', 'older']);
    await one.load('older');
    expect(one.get('older').isRead).toBe(true);
  });

  it('learns of a sign-out that it missed in the back/forward cache', async () => {
    const one = await startLoadedVisit(['a']);
    await vi.advanceTimersByTimeAsync(1000);
    browser.dispatchPageTransition('pagehide');
    await flushPromises();
    await makeDevice(storage).signOut();
    browser.dispatchPageTransition('pageshow');
    await flushPromises();
    expect(one.state.items).toEqual([]);
    const next = startVisit({ ids: ['a'] });
    await flushPromises();
    expect(itemIds(next)).toEqual(['a']);
  });

  it('learns of other tabs on its return where there is no BroadcastChannel', async () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    const one = await startLoadedVisit(['a', 'b']);
    const other = await startLoadedVisit(['a', 'b']);
    other.markRead(['a']);
    other.dismiss(['b']);
    await flushPromises();
    expect([one.get('a').isRead, itemIds(one)]).toEqual([false, ['a', 'b']]);
    browser.setVisible(false);
    browser.setVisible(true);
    await flushPromises();
    expect([one.get('a').isRead, itemIds(one)]).toEqual([true, ['a']]);
  });

  it('stays signed in, and keeps what it knows, when the storage was emptied', async () => {
    const one = await startLoadedVisit(['a', 'b']);
    one.markRead(['a']);
    browser.setVisible(false);
    await vi.advanceTimersByTimeAsync(1000);
    storage.row = null;
    browser.setVisible(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect([itemIds(one), one.get('a').isRead]).toEqual([['a', 'b'], true]);
    one.markRead(['b']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(storage.row).toMatchObject({ reads: [{ id: 'b', value: true }] });
  });

  it('learns on its return what other tabs did, also without a network, and on a first visit', async () => {
    const one = startVisit({ ids: ['a', 'b', 'c'] });
    await flushPromises();
    browser.setVisible(false);
    browser.setOnline(false);
    await flushPromises();
    storage.row = null;
    const other = makeDevice(storage);
    const at = Date.now() + 1;
    await vi.advanceTimersByTimeAsync(5);
    other.persist({
      uniqueCustomerId: null,
      reads: [{ id: 'a', value: true, at }],
      dismissals: [{ id: 'b', value: true, at }],
    });
    await flushPromises();
    browser.setVisible(true);
    await flushPromises();
    expect([one.get('a').isRead, itemIds(one)]).toEqual([true, ['a', 'c']]);
    expect(one.recorder.events).toContainEqual({ type: 'read-change', ids: ['a'], isRead: true });
  });
});

describe('A network that returns', () => {
  it('is no failure to load while what other tabs did is read, before it is requested again', async () => {
    const source = new FakeSource();
    const page = { references: makeReferences(['a']) };
    source.pages = [page, new Error('no network'), page];
    const store = startVisit({ source });
    await flushPromises();
    browser.setOnline(false);
    await store.refresh();
    expect(store.state.problem).toBe('offline');
    const problems: (string | null)[] = [];
    const stop = store.subscribe(() => problems.push(store.state.problem));
    browser.setOnline(true);
    await flushPromises();
    stop();
    expect(store.state.problem).toBeNull();
    expect(problems).not.toContain('unreachable');
  });
});

describe('What a customer does right before leaving', () => {
  it('is written at once, without a timer', async () => {
    const store = await startLoadedVisit(['a', 'b']);
    await vi.advanceTimersByTimeAsync(1000);
    store.markRead(['a']);
    store.dismiss(['b']);
    await flushPromises();
    expect(storage.row).toMatchObject({
      reads: [{ id: 'a', value: true }],
      dismissals: [{ id: 'b', value: true }],
    });
  });

  describe('and the page aborts its writes', () => {
    beforeEach(() => stubSessionStorage());

    /** Reloads the page before anything is written that the customer has done just now. */
    async function leaveAndReturn(store: ReturnType<typeof startVisit>, ids: string[]) {
      storage.beforeChange = null;
      await endVisit(store);
      const next = startVisit({ ids });
      await flushPromises();
      return next;
    }

    /** From now on, nothing is written any more. */
    const abortWrites = (): void => void (storage.beforeChange = () => new Promise(() => undefined));

    it('is there on the next page, and then in the storage alone', async () => {
      const ids = ['a', 'b', 'c', 'd'];
      const first = await startLoadedVisit(ids);
      await vi.advanceTimersByTimeAsync(1000);
      abortWrites();
      first.markSeen();
      first.markRead(['a']);
      first.dismiss(['b']);
      void first.snooze(['c'], new Date(Date.now() + 3_600_000));
      await flushPromises();
      const next = await leaveAndReturn(first, ids);
      expect([next.get('a').isRead, itemIds(next), next.state.unseenCount]).toEqual([true, ['a', 'd'], 0]);
      expect(storage.row).toMatchObject({
        reads: [{ id: 'a' }],
        dismissals: [{ id: 'b' }],
        snoozes: [{ id: 'c' }],
      });
      expect(Object.keys(sessionStorage)).toEqual([]);
    });

    it('does not undo what another tab has decided since', async () => {
      const one = await startLoadedVisit(['a']);
      abortWrites();
      one.markRead(['a']);
      await vi.advanceTimersByTimeAsync(10);
      storage.beforeChange = null;
      const other = makeDevice(storage);
      other.persist({ reads: [{ id: 'a', value: false, at: Date.now() }] });
      await flushPromises();
      const next = await leaveAndReturn(one, ['a']);
      expect(next.get('a').isRead).toBe(false);
    });

    it('does not mark everything as read that another tab has undone since', async () => {
      const one = startVisit({ source: new FakeSource() });
      await vi.advanceTimersByTimeAsync(1000);
      abortWrites();
      one.markAllRead();
      await vi.advanceTimersByTimeAsync(10);
      storage.beforeChange = null;
      makeDevice(storage).persist({ watermark: '' });
      await flushPromises();
      await leaveAndReturn(one, []);
      expect(storage.row?.watermark).toBe('');
    });

    it('is forgotten if the customer has signed out since', async () => {
      vi.stubGlobal('BroadcastChannel', undefined);
      const one = await startLoadedVisit(['a']);
      abortWrites();
      one.markRead(['a']);
      await vi.advanceTimersByTimeAsync(10);
      storage.beforeChange = null;
      await makeDevice(storage).signOut();
      await leaveAndReturn(one, ['a']);
      expect(storage.row?.reads).toEqual([]);
    });

    it('does not go to another customer with the same key', async () => {
      const one = await startLoadedVisit(['a']);
      abortWrites();
      one.markRead(['a']);
      await vi.advanceTimersByTimeAsync(10);
      storage.beforeChange = null;
      const identity = new CustomerIdentity();
      identity.identify('customer-2');
      makeDevice(storage, identity).persist({ reads: [{ id: 'z', value: true, at: Date.now() }] });
      await leaveAndReturn(one, []);
      expect(storage.row).toMatchObject({ uniqueCustomerId: 'customer-2', reads: [{ id: 'z' }] });
    });
  });

  it('releases the storage with the page', async () => {
    await startLoadedVisit(['a']);
    browser.dispatchPageTransition('pagehide');
    await flushPromises();
    expect(storage.closeCount).toBeGreaterThan(0);
  });
});

describe('A sign-out', () => {
  it('says whether the device has forgotten the customer, after one more attempt', async () => {
    const device = makeDevice(storage);
    expect(await device.signOut()).toBe(true);
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    let failures = 1;
    storage.beforeChange = () => (failures-- > 0 ? Promise.reject(new Error('locked')) : Promise.resolve());
    expect(await makeDevice(storage).signOut()).toBe(true);
    failures = 2;
    expect(await makeDevice(storage).signOut()).toBe(false);
  });

  it('says within 3 seconds that a storage which never responds may not have forgotten the customer', async () => {
    storage.beforeChange = () => new Promise(() => undefined);
    const isForgotten = vi.fn();
    void makeDevice(storage).signOut().then(isForgotten);
    await vi.advanceTimersByTimeAsync(3000);
    expect(isForgotten.mock.calls).toEqual([[false]]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not sign out who signs in after the clock was set back by a day', async () => {
    await makeDevice(storage).signOut();
    vi.setSystemTime(Date.now() - 86_400_000);
    // As the database loads it.
    storage.row = parseRow(storage.row);
    const store = startVisit({ ids: ['a'] });
    await flushPromises();
    store.markRead(['a']);
    await endVisit(store);
    expect(storage.row).toMatchObject({ reads: [{ id: 'a', value: true }] });
  });
});
