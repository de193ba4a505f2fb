import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CustomerIdentity } from '../../../src/session/customer-identity.js';
import { parseRow } from '../../../src/session/device/stored-row.js';
import type { NotificationStore } from '../../../src/session/notifications/notification-store.js';
import type { NotificationSource, ReferencePage } from '../../../src/session/sources/source.js';
import { stubBroadcastChannel } from '../fake-channel.js';
import {
  apiError,
  FakeSource,
  FakeStorage,
  flushPromises,
  itemIds,
  makeDevice,
  makeReferences,
  recordEvents,
  setUpStore,
  tearDown,
  type FakeBrowser,
  type FakeService,
  type MakeStore,
  type MakeStoreOn,
} from '../fakes.js';

type SetSnoozed = NonNullable<NotificationSource['setSnoozed']>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let service: FakeService;
let browser: FakeBrowser;
let makeStore: MakeStore;
let makeStoreOn: MakeStoreOn;
let storage: FakeStorage;
let stops: (() => void)[];

beforeEach(() => {
  ({ service, browser, makeStore, makeStoreOn } = setUpStore());
  vi.setSystemTime('2025-11-18T14:10:00Z');
  stubBroadcastChannel();
  storage = new FakeStorage();
  stops = [];
});

afterEach(async () => {
  for (const stop of stops) stop();
  await Promise.resolve();
  tearDown();
});

interface Visit {
  store: NotificationStore;
  recorder: ReturnType<typeof recordEvents>;
}

/** A store on this device, in a tab of its own, with everything loaded. */
async function startVisit(options: Parameters<MakeStore>[0] = {}): Promise<Visit> {
  const store = makeStoreOn(storage, options);
  const recorder = recordEvents(store);
  stops.push(recorder.stop);
  await flushPromises();
  store.setVisible(itemIds(store));
  await flushPromises();
  return { store, recorder };
}

/** Closes the page, and waits until all is written. */
async function endVisit({ recorder }: Visit): Promise<void> {
  recorder.stop();
  await flushPromises();
}

const inAnHour = (): Date => new Date(Date.now() + hourMs);
const withoutSeen = ({ events }: Visit['recorder']): unknown[] =>
  events.filter(({ type }) => type !== 'seen-change');

describe('snooze()', () => {
  it('lists them with the time at which they come back, without those that are dismissed or gone', async () => {
    const { store } = await startVisit({ ids: ['a', 'b', 'c', 'd'] });
    expect(store.state.snoozedItems).toEqual([]);
    await store.snooze(['d', 'a', 'b', 'c'], inAnHour());
    const { snoozedItems } = store.state;
    expect(snoozedItems.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    expect(snoozedItems[0]).toEqual({ ...store.get('a'), snoozedUntil: inAnHour().toISOString() });
    store.dismiss(['b']);
    store.setHostIds(['a', 'b', 'd']);
    expect(store.state.snoozedItems.map(({ id }) => id)).toEqual(['a', 'd']);
    expect(store.state.snoozedItems[0], 'the same object, since nothing of it changed').toBe(snoozedItems[0]);
    await store.snooze(['a'], new Date(Date.now() + dayMs));
    expect(store.state.snoozedItems[0]?.snoozedUntil).toBe(new Date(Date.now() + dayMs).toISOString());
    await store.unsnooze(['a', 'd']);
    expect(store.state.snoozedItems).toEqual([]);
  });

  it('takes notifications off the list and out of the counts until they come back as an arrival', async () => {
    const { store, recorder } = await startVisit({ ids: ['a', 'b', 'c'] });
    store.markSeen();
    expect(await store.snooze(['b', 'unknown'], inAnHour())).toBe(true);
    expect(itemIds(store)).toEqual(['a', 'c']);
    expect(store.state).toMatchObject({ unreadCount: 2, unseenCount: 0, dismissedItems: [] });
    await vi.advanceTimersByTimeAsync(hourMs - 1);
    expect(withoutSeen(recorder)).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(withoutSeen(recorder)).toEqual([{ type: 'arrival', ids: ['b'] }]);
    expect(itemIds(store)).toEqual(['b', 'a', 'c']);
    expect(store.state).toMatchObject({ unreadCount: 3, unseenCount: 1 });
    expect(store.get('b').returnedDate).toBe('2025-11-18T15:10:00.000Z');
  });

  it('brings back what was read as unread, at the host, too', async () => {
    const setRead = vi.fn(() => Promise.resolve());
    const { store, recorder } = await startVisit({ ids: ['a', 'b'], source: { setRead } });
    store.markRead(['b']);
    await store.snooze(['b'], inAnHour());
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(store.get('b').isRead).toBe(false);
    expect(withoutSeen(recorder)).toEqual([
      { type: 'read-change', ids: ['b'], isRead: true },
      { type: 'read-change', ids: ['b'], isRead: false },
      { type: 'arrival', ids: ['b'] },
    ]);
    expect(setRead.mock.calls.map((call: unknown[]) => call.slice(0, 2))).toEqual([
      [['b'], true],
      [['b'], false],
    ]);
  });

  it('brings it back as unread, too, after late events of what another device did before that', async () => {
    const setRead = vi.fn<NonNullable<NotificationSource['setRead']>>(() => Promise.resolve());
    const source = Object.assign(new FakeSource(), { setRead });
    source.pages = [{ references: makeReferences(['a', 'b'], false) }];
    const { store } = await startVisit({ source });
    store.markRead(['b']);
    const until = inAnHour();
    await store.snooze(['b'], until);
    await vi.advanceTimersByTimeAsync(1);
    for (const isRead of [false, true]) source.emit({ type: 'read', ids: ['b'], isRead });
    const reference = { id: 'b', isRead: true, snoozedUntil: until.toISOString() };
    source.emit({ type: 'add', references: [reference] });
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(store.get('b').isRead).toBe(false);
    expect(setRead).toHaveBeenLastCalledWith(['b'], false, expect.anything());
  });

  describe('leaves as read', () => {
    const setRead = vi.fn<NonNullable<NotificationSource['setRead']>>(() => Promise.resolve());
    let source: FakeSource & Pick<NotificationSource, 'setRead'>;

    beforeEach(() => {
      setRead.mockClear();
      source = Object.assign(new FakeSource(), { setRead });
      source.pages = [{ references: makeReferences(['a', 'b'], false) }];
    });

    it('what was read on another device meanwhile', async () => {
      const { store, recorder } = await startVisit({ source });
      await store.snooze(['b'], inAnHour());
      source.emit({ type: 'read', ids: ['b'], isRead: true });
      await vi.advanceTimersByTimeAsync(hourMs);
      expect(setRead).not.toHaveBeenCalled();
      expect(store.get('b').isRead).toBe(true);
      expect(itemIds(store)).toEqual(['b', 'a']);
      expect(withoutSeen(recorder)).toEqual([
        { type: 'read-change', ids: ['b'], isRead: true },
        { type: 'insert', ids: ['b'] },
      ]);
    });

    it('what was read on another device while the page was closed', async () => {
      const first = await startVisit({ source });
      await first.store.snooze(['b'], inAnHour());
      await endVisit(first);
      source.pages = [
        {
          references: [
            { id: 'a', isRead: false },
            { id: 'b', isRead: true },
          ],
        },
      ];
      const { store } = await startVisit({ source });
      await vi.advanceTimersByTimeAsync(hourMs);
      expect(itemIds(store)).toEqual(['b', 'a']);
      expect(store.get('b').isRead).toBe(true);
      expect(setRead).not.toHaveBeenCalled();
    });

    it('what was read before, and again on another device', async () => {
      const { store } = await startVisit({ source });
      store.markRead(['b']);
      await flushPromises();
      await store.snooze(['b'], inAnHour());
      await vi.advanceTimersByTimeAsync(1);
      for (const isRead of [false, true]) source.emit({ type: 'read', ids: ['b'], isRead });
      await vi.advanceTimersByTimeAsync(hourMs);
      expect(store.get('b').isRead).toBe(true);
      expect(setRead).toHaveBeenCalledOnce();
    });

    it.each([1, 90])(
      'what was read before, and again on another device, where the page is loaded again %i s later',
      async (seconds) => {
        const until = inAnHour();
        const first = await startVisit({ source });
        first.store.markRead(['b']);
        await flushPromises();
        await first.store.snooze(['b'], until);
        await vi.advanceTimersByTimeAsync(1000);
        for (const isRead of [false, true]) source.emit({ type: 'read', ids: ['b'], isRead });
        await vi.advanceTimersByTimeAsync(seconds * 1000);
        await endVisit(first);
        const reference = { id: 'b', isRead: true, snoozedUntil: until.toISOString() };
        source.pages = [{ references: [{ id: 'a', isRead: false }, reference] }];
        const { store } = await startVisit({ source });
        await vi.advanceTimersByTimeAsync(hourMs);
        expect([itemIds(store), store.get('b').isRead]).toEqual([['b', 'a'], true]);
        expect(setRead).toHaveBeenCalledOnce();
      },
    );

    it('what was read before and is dismissed now', async () => {
      const { store, recorder } = await startVisit({ source });
      store.markRead(['b']);
      await store.snooze(['b'], inAnHour());
      source.emit({ type: 'dismiss', ids: ['b'], isDismissed: true });
      await vi.advanceTimersByTimeAsync(hourMs);
      expect(store.get('b').isRead).toBe(true);
      expect(setRead).toHaveBeenCalledOnce();
      expect(itemIds(store)).toEqual(['a']);
      expect(recorder.events.map(({ type }) => type)).not.toContain('arrival');
    });

    it('what the customer marked as read here with everything else', async () => {
      const { store } = await startVisit({ source });
      await store.snooze(['b'], inAnHour());
      await vi.advanceTimersByTimeAsync(1);
      store.markAllRead();
      await vi.advanceTimersByTimeAsync(hourMs);
      expect(store.get('b').isRead).toBe(true);
    });
  });

  it('brings back as unread what was read before an earlier visit snoozed it', async () => {
    const setRead = vi.fn<NonNullable<NotificationSource['setRead']>>(() => Promise.resolve());
    const ids = ['a', 'b'];
    const first = await startVisit({ ids, source: { setRead } });
    first.store.markRead(['b']);
    await first.store.snooze(['b'], inAnHour());
    await endVisit(first);
    const { store, recorder } = await startVisit({ ids, source: { setRead } });
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(store.get('b').isRead).toBe(false);
    expect(recorder.events).toContainEqual({ type: 'arrival', ids: ['b'] });
    expect(setRead.mock.lastCall?.slice(0, 2)).toEqual([['b'], false]);
  });

  it('brings it back as unread, too, if the device names it again before the list is loaded', async () => {
    const source = Object.assign(new FakeSource(), { setRead: () => Promise.resolve() });
    source.pages = [{ references: makeReferences(['a', 'b'], true) }];
    const first = await startVisit({ source });
    first.store.markUnread(['b']);
    first.store.markRead(['b']);
    await first.store.snooze(['b'], inAnHour());
    await endVisit(first);
    let respond: (page: ReferencePage) => void = () => undefined;
    const slow = Object.assign(new FakeSource(), { setRead: () => Promise.resolve() });
    slow.load = () => new Promise((resolve) => (respond = resolve));
    const { store } = await startVisit({ source: slow });
    browser.setVisible(false);
    browser.setVisible(true);
    await vi.advanceTimersByTimeAsync(1000);
    respond({ references: makeReferences(['a', 'b'], true) });
    await flushPromises();
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(store.get('b').isRead).toBe(false);
  });

  it('counts as new what was read before and comes back late', async () => {
    const ids = ['a', 'b'];
    const first = await startVisit({ ids });
    first.store.markRead(['b']);
    first.store.markSeen();
    await first.store.snooze(['b'], inAnHour());
    await endVisit(first);
    await vi.advanceTimersByTimeAsync(2 * hourMs);
    const { store } = await startVisit({ ids });
    await flushPromises();
    expect(store.state).toMatchObject({ unreadCount: 2, unseenCount: 1 });
    const later = await startVisit({ ids });
    await flushPromises();
    expect(later.store.state).toMatchObject({ unreadCount: 2, unseenCount: 1 });
  });

  it('lists what has come back below what is newer, and above what is older', async () => {
    const source = new FakeSource();
    source.pages = [
      {
        references: [
          { id: 'a', createdDate: '2025-11-18T14:00:00Z' },
          { id: 'b', createdDate: '2025-11-01T10:00:00Z' },
        ],
      },
    ];
    const { store } = await startVisit({ source });
    await store.snooze(['b'], inAnHour());
    await vi.advanceTimersByTimeAsync(hourMs);
    source.emit({ type: 'add', references: [{ id: 'new', createdDate: '2025-11-18T15:11:00Z' }] });
    source.emit({ type: 'add', references: [{ id: 'late', createdDate: '2025-11-18T14:30:00Z' }] });
    expect(itemIds(store)).toEqual(['new', 'b', 'late', 'a']);
  });

  it('refuses a time that is over, too far ahead or none, and keeps the one before', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { store, recorder } = await startVisit({ ids: ['a', 'b'] });
    await store.snooze(['b'], inAnHour());
    for (const time of [Date.now() - 1, Date.now() + 367 * dayMs, NaN])
      expect(await store.snooze(['a', 'b'], new Date(time)), String(time)).toBe(false);
    expect(itemIds(store)).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(withoutSeen(recorder)).toEqual([{ type: 'arrival', ids: ['b'] }]);
    expect(warn.mock.calls.map(([message]) => String(message))).toEqual([
      expect.stringContaining('snooze() needs a date within the next year'),
    ]);
  });

  it('brings back in time what was snoozed after the clock was set back by a day', async () => {
    const { store } = await startVisit({ ids: ['a', 'b'] });
    await store.snooze(['a'], inAnHour());
    browser.setVisible(false);
    browser.setVisible(true);
    vi.setSystemTime(Date.now() - dayMs);
    await store.snooze(['b'], inAnHour());
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(itemIds(store)).toEqual(['b']);
  });

  it('waits longer than a timer of the browser can, and catches up with a clock that jumps ahead', async () => {
    const { store, recorder } = await startVisit({ ids: ['a'] });
    await store.snooze(['a'], new Date(Date.now() + 30 * dayMs));
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(withoutSeen(recorder)).toEqual([]);
    vi.setSystemTime(Date.now() + 30 * dayMs);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(withoutSeen(recorder)).toEqual([{ type: 'arrival', ids: ['a'] }]);
  });

  it('leaves no timer in a hidden page, and catches up when it is shown', async () => {
    const { store, recorder } = await startVisit({ ids: ['a'] });
    await store.snooze(['a'], inAnHour());
    browser.setVisible(false);
    await flushPromises();
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(2 * hourMs);
    expect(withoutSeen(recorder)).toEqual([]);
    browser.setVisible(true);
    await vi.advanceTimersByTimeAsync(300);
    expect(withoutSeen(recorder)).toEqual([{ type: 'arrival', ids: ['a'] }]);
  });

  it('does not bring back what was removed meanwhile', async () => {
    const source = new FakeSource();
    source.pages = [{ references: makeReferences(['a', 'b']) }];
    const first = await startVisit({ source });
    await first.store.snooze(['b'], inAnHour());
    source.emit({ type: 'remove', ids: ['b'] });
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(withoutSeen(first.recorder)).toEqual([]);
    expect(itemIds(first.store)).toEqual(['a']);
    await endVisit(first);
    source.pages = [{ references: makeReferences(['a']), nextCursor: '2' }];
    const second = await startVisit({ source });
    expect(itemIds(second.store)).toEqual(['a']);
    expect(withoutSeen(second.recorder)).toEqual([]);
  });

  it('does not bring back what the list of the host no longer names', async () => {
    const source = new FakeSource();
    source.pages = [
      { references: makeReferences(['a', 'b', 'c']), nextCursor: '2' },
      { references: makeReferences(['a', 'c']), nextCursor: '2' },
    ];
    const { store, recorder } = await startVisit({ source });
    await store.snooze(['b'], inAnHour());
    await store.refresh();
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(withoutSeen(recorder)).toEqual([]);
    expect(itemIds(store)).toEqual(['a', 'c']);
  });

  it('is ended by reveal(), as by a link to the notification', async () => {
    const { store } = await startVisit({ ids: ['a', 'b'] });
    await store.snooze(['b'], inAnHour());
    await store.reveal('b');
    await flushPromises();
    expect(itemIds(store)).toEqual(['a', 'b']);
  });
});

describe('unsnooze()', () => {
  it('puts notifications back in their places at once, without an arrival', async () => {
    const { store, recorder } = await startVisit({ ids: ['a', 'b', 'c'] });
    await store.snooze(['b'], inAnHour());
    await store.unsnooze(['b', 'c']);
    expect(itemIds(store)).toEqual(['a', 'b', 'c']);
    expect(store.get('b').returnedDate).toBeUndefined();
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(withoutSeen(recorder)).toEqual([]);
  });
});

describe('The device', () => {
  it('brings back once what was due while the page was closed, as new', async () => {
    const source = new FakeSource();
    source.pages = [{ references: makeReferences(['a', 'b']) }];
    const first = await startVisit({ source });
    first.store.markSeen();
    await first.store.snooze(['b'], inAnHour());
    await endVisit(first);
    await vi.advanceTimersByTimeAsync(2 * hourMs);
    source.pages = [{ references: makeReferences(['a', 'b']) }];
    const second = await startVisit({ source });
    expect(withoutSeen(second.recorder)).toEqual([{ type: 'arrival', ids: ['b'] }]);
    expect(itemIds(second.store)).toEqual(['b', 'a']);
    expect(second.store.state).toMatchObject({ unseenCount: 1 });
    second.store.markSeen();
    await endVisit(second);
    source.pages = [{ references: makeReferences(['a', 'b']) }];
    const third = await startVisit({ source });
    expect(withoutSeen(third.recorder)).toEqual([]);
    expect(itemIds(third.store)).toEqual(['b', 'a']);
    expect(third.store.state).toMatchObject({ unseenCount: 0 });
  });

  it('takes what is snoozed on further pages off the counts of the host', async () => {
    const source = Object.assign(new FakeSource(), { setRead: () => Promise.resolve() });
    const counts = { unreadCount: 4, unseenCount: 4 };
    const pages = [
      { references: makeReferences(['a', 'b'], false), nextCursor: '2', ...counts },
      { references: makeReferences(['c', 'd'], false), ...counts },
    ];
    source.pages = [...pages];
    const first = await startVisit({ source });
    await first.store.loadMore();
    await first.store.snooze(['c'], inAnHour());
    expect(first.store.state).toMatchObject({ unreadCount: 3, unseenCount: 3 });
    await endVisit(first);
    source.pages = [...pages];
    const { store } = await startVisit({ source });
    const complete = { unreadCount: 3, isUnreadCountComplete: true, unseenCount: 3 };
    expect(store.state).toMatchObject(complete);
    await store.loadMore();
    expect(itemIds(store)).toEqual(['a', 'b', 'd']);
    expect(store.state).toMatchObject(complete);
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(store.state).toMatchObject({ unreadCount: 4, unseenCount: 4 });
  });

  it('takes off the counts of the host only what it counts', async () => {
    const source = Object.assign(new FakeSource(), { setRead: () => Promise.resolve() });
    const counts = { unreadCount: 3 };
    const pages = [
      { references: makeReferences(['a', 'b'], false), nextCursor: '2', ...counts },
      {
        references: [...makeReferences(['c'], true), ...makeReferences(['d'], false)],
        ...counts,
      },
    ];
    source.pages = [...pages];
    const first = await startVisit({ source });
    await first.store.loadMore();
    await first.store.snooze(['c', 'd', 'unknown'], inAnHour());
    await endVisit(first);
    source.pages = [...pages];
    const { store } = await startVisit({ source });
    expect(store.state).toMatchObject({ unreadCount: 2 });
    source.emit({ type: 'read', ids: ['d'], isRead: true });
    expect(store.state).toMatchObject({ unreadCount: 2 });
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(store.state.items).toContainEqual(expect.objectContaining({ id: 'd', isRead: true }));
    expect(store.get('c').isRead).toBe(false);
  });

  it('leaves the count of the host as it is when one comes back that was read elsewhere', async () => {
    const source = Object.assign(new FakeSource(), { setRead: () => Promise.resolve() });
    const pages = [
      { references: makeReferences(['a', 'b'], false), nextCursor: '2', unreadCount: 4 },
      { references: makeReferences(['c', 'd'], false), unreadCount: 4 },
    ];
    source.pages = [...pages];
    const first = await startVisit({ source });
    await first.store.loadMore();
    await first.store.snooze(['d'], inAnHour());
    await endVisit(first);
    source.pages = [...pages];
    const { store } = await startVisit({ source });
    source.emit({ type: 'read', ids: ['d'], isRead: true });
    expect(store.state).toMatchObject({ unreadCount: 3 });
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(itemIds(store)).toContain('d');
    expect(store.state).toMatchObject({ unreadCount: 3 });
  });

  it('goes on counting as new what came back, although the host says that it was seen before', async () => {
    const source = Object.assign(new FakeSource(), { setSeen: () => Promise.resolve() });
    const page = {
      references: [
        { id: 'a', isSeen: true },
        { id: 'b', isSeen: true },
      ],
      unseenCount: 0,
    };
    source.pages = [page];
    const first = await startVisit({ source });
    await first.store.snooze(['b'], inAnHour());
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(first.store.state).toMatchObject({ unseenCount: 1 });
    await endVisit(first);
    source.pages = [page];
    const second = await startVisit({ source });
    expect(second.store.state).toMatchObject({ unseenCount: 1 });
    second.store.markSeen();
    expect(second.store.state).toMatchObject({ unseenCount: 0 });
    await endVisit(second);
    source.pages = [page];
    const third = await startVisit({ source });
    expect(third.store.state).toMatchObject({ unseenCount: 0 });
  });

  it('brings back what is due from a page that is not loaded', async () => {
    const source = new FakeSource();
    source.pages = [
      { references: makeReferences(['a', 'b']), nextCursor: '2' },
      { references: makeReferences(['c']), nextCursor: '3' },
    ];
    const first = await startVisit({ source });
    await first.store.loadMore();
    await first.store.snooze(['c', 'gone'], inAnHour());
    await endVisit(first);
    await vi.advanceTimersByTimeAsync(2 * hourMs);
    service.requests.length = 0;
    const respond = service.respond!;
    service.respond = (id) => {
      if (id === 'gone') throw apiError(404);
      return respond(id);
    };
    source.pages = [
      { references: makeReferences(['a', 'b']), nextCursor: '2' },
      { references: makeReferences(['c']), nextCursor: '3' },
    ];
    const second = await startVisit({ source });
    expect(withoutSeen(second.recorder)).toContainEqual({ type: 'arrival', ids: ['c'] });
    expect(itemIds(second.store)).toEqual(['c', 'a', 'b']);
    expect(service.requests.filter((id) => id === 'gone')).toHaveLength(1);
    await second.store.loadMore();
    expect(itemIds(second.store)).toEqual(['c', 'a', 'b']);
  });

  it('keeps a longer time than other marks, also if the page is not opened for months', async () => {
    const first = await startVisit({ ids: ['a', 'b'] });
    await first.store.snooze(['b'], new Date(Date.now() + 200 * dayMs));
    first.store.markRead(['a']);
    await endVisit(first);
    vi.setSystemTime(Date.now() + 289 * dayMs);
    expect(parseRow(storage.row)).toMatchObject({ snoozes: [{ id: 'b' }], reads: [] });
    vi.setSystemTime(Date.now() + 2 * dayMs);
    expect(parseRow(storage.row)).toBeNull();
  });

  describe('without a customer key', () => {
    const page = { references: makeReferences(['a', 'b', 'c'], false), unreadCount: 3 };

    /** A store whose device opens when a record has named the customer, in a page that shows none. */
    async function startClosed(pages = [page]): Promise<Visit> {
      const identity = new CustomerIdentity();
      const device = makeDevice(storage, identity);
      const source = new FakeSource();
      source.pages = pages;
      const openDevice = () => identity.first.then(() => device);
      const store = makeStore({ device: openDevice, deviceWaitsForCustomer: true, source }, identity);
      const recorder = recordEvents(store);
      stops.push(recorder.stop);
      await flushPromises();
      return { store, recorder };
    }

    it('remembers what is snoozed after one request, also in another tab', async () => {
      const first = await startVisit({ source: Object.assign(new FakeSource(), { pages: [page] }) });
      await first.store.snooze(['a'], inAnHour());
      await endVisit(first);
      service.requests.length = 0;
      const one = await startClosed();
      const other = await startClosed();
      expect(service.requests).toEqual([]);
      for (const { store } of [one, other]) {
        store.restoreSnoozes();
        await flushPromises();
        expect(itemIds(store)).toEqual(['b', 'c']);
        expect(store.state).toMatchObject({ unreadCount: 2 });
      }
      expect(service.requests).toEqual(['a', 'a']);
      await one.store.snooze(['b'], inAnHour());
      await flushPromises();
      expect(itemIds(other.store)).toEqual(['c']);
      await vi.advanceTimersByTimeAsync(hourMs);
      for (const { recorder } of [one, other])
        expect(withoutSeen(recorder)).toContainEqual(
          expect.objectContaining({ type: 'arrival', ids: expect.arrayContaining(['a']) as unknown }),
        );
    });

    it('requests another record if the newest does not exist, and none of an empty list', async () => {
      const respond = service.respond!;
      service.respond = (id) => {
        if (id === 'a') throw apiError(404);
        return respond(id);
      };
      const { store } = await startClosed([{ references: [] }, page] as (typeof page)[]);
      store.restoreSnoozes();
      await flushPromises();
      expect(service.requests).toEqual([]);
      await store.refresh();
      await flushPromises();
      await store.refresh();
      await flushPromises();
      expect(service.requests).toEqual(['a', 'b']);
    });
  });

  it('requests no record to find out what is snoozed where it is open from the start', async () => {
    const source = new FakeSource();
    source.pages = [{ references: makeReferences(['a'], false) }];
    const store = makeStoreOn(storage, { source });
    stops.push(recordEvents(store).stop);
    store.restoreSnoozes();
    await flushPromises();
    expect(itemIds(store)).toEqual(['a']);
    expect(service.requests).toEqual([]);
  });

  it('may fail: then notifications are snoozed in this page', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    storage.beforeChange = () => Promise.reject(new Error('blocked'));
    const { store, recorder } = await startVisit({ ids: ['a'] });
    expect(await store.snooze(['a'], inAnHour())).toBe(true);
    expect(itemIds(store)).toEqual([]);
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(withoutSeen(recorder)).toEqual([{ type: 'arrival', ids: ['a'] }]);
  });
});

describe('Another tab', () => {
  it('hides and shows what is snoozed here, and has the same arrival', async () => {
    const one = await startVisit({ ids: ['a', 'b'] });
    const other = await startVisit({ ids: ['a', 'b'] });
    await one.store.snooze(['b'], inAnHour());
    await flushPromises();
    expect(itemIds(other.store)).toEqual(['a']);
    await one.store.unsnooze(['b']);
    await flushPromises();
    expect(itemIds(other.store)).toEqual(['a', 'b']);
    await one.store.snooze(['b'], inAnHour());
    await flushPromises();
    expect(itemIds(other.store)).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(hourMs);
    for (const { recorder } of [one, other])
      expect(withoutSeen(recorder)).toEqual([{ type: 'arrival', ids: ['b'] }]);
  });

  it('shows again what is not snoozed any more, after the clock was set back by a day', async () => {
    const one = await startVisit({ ids: ['a', 'b'] });
    const other = await startVisit({ ids: ['a', 'b'] });
    await one.store.snooze(['b'], inAnHour());
    await flushPromises();
    vi.setSystemTime(Date.now() - dayMs);
    await one.store.unsnooze(['b']);
    await flushPromises();
    expect(itemIds(other.store)).toEqual(['a', 'b']);
  });

  it('leaves as read what was read after it came back', async () => {
    const one = await startVisit({ ids: ['a', 'b'] });
    one.store.markRead(['b']);
    await one.store.snooze(['b'], inAnHour());
    const other = await startVisit({ ids: ['a', 'b'] });
    other.recorder.stop();
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(one.store.get('b').isRead).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    one.store.markRead(['b']);
    await flushPromises();
    const { events, stop } = recordEvents(other.store);
    stops.push(stop);
    await vi.advanceTimersByTimeAsync(300);
    expect(itemIds(other.store)).toEqual(['b', 'a']);
    expect(other.store.get('b').isRead).toBe(true);
    expect(events.map(({ type }) => type)).not.toContain('arrival');
    expect(one.store.get('b').isRead).toBe(true);
  });
});

describe('setSnoozed() of the source', () => {
  const withoutSignal = ({ mock }: ReturnType<typeof vi.fn<SetSnoozed>>): unknown[] =>
    mock.calls.map(([ids, until]) => [ids, until]);

  it('receives what is snoozed and what is not any more', async () => {
    const setSnoozed = vi.fn<SetSnoozed>(() => Promise.resolve());
    const { store } = await startVisit({ ids: ['a', 'b'], source: { setSnoozed } });
    expect(store.isSnoozeSaved).toBe(true);
    await store.snooze(['a', 'b', 'a'], inAnHour());
    await store.unsnooze(['b']);
    await flushPromises();
    expect(withoutSignal(setSnoozed)).toEqual([
      [['a', 'b'], '2025-11-18T15:10:00.000Z'],
      [['b'], null],
    ]);
  });

  it('rolls back what it rejects, on the device, too, and reports it', async () => {
    const error = new Error('broken');
    const setSnoozed = vi.fn<SetSnoozed>(() => Promise.reject(error));
    const source = { setSnoozed };
    const first = await startVisit({ ids: ['a', 'b'], source });
    const until = inAnHour();
    await first.store.snooze(['b'], until);
    expect(itemIds(first.store)).toEqual(['a']);
    await flushPromises();
    expect(itemIds(first.store)).toEqual(['a', 'b']);
    expect(withoutSeen(first.recorder)).toEqual([
      { type: 'error', error, operation: 'set-snoozed', ids: ['b'], until: Number(until) },
    ]);
    await endVisit(first);
    const second = await startVisit({ ids: ['a', 'b'], source });
    expect(itemIds(second.store)).toEqual(['a', 'b']);
  });

  it('rolls back to what the host has, and not what the customer changed again', async () => {
    const finish: ((error?: Error) => void)[] = [];
    const setSnoozed = vi.fn<SetSnoozed>(
      () => new Promise((resolve, reject) => finish.push((error) => (error ? reject(error) : resolve()))),
    );
    const { store, recorder } = await startVisit({ ids: ['a'], source: { setSnoozed } });
    await store.snooze(['a'], inAnHour());
    await vi.advanceTimersByTimeAsync(1);
    await store.unsnooze(['a']);
    await vi.advanceTimersByTimeAsync(1);
    await store.snooze(['a'], new Date(Date.now() + 2 * hourMs));
    expect(setSnoozed).toHaveBeenCalledTimes(1);
    finish[0]!(new Error('broken'));
    await flushPromises();
    expect(itemIds(store)).toEqual([]);
    expect(withoutSeen(recorder)).toEqual([]);
    finish[1]!(new Error('broken'));
    await flushPromises();
    expect(itemIds(store)).toEqual(['a']);
    expect(setSnoozed).toHaveBeenCalledTimes(2);
  });

  it('rolls several changes back to the one that it has saved', async () => {
    const setSnoozed = vi.fn<SetSnoozed>(() => Promise.resolve());
    const { store, recorder } = await startVisit({ ids: ['a'], source: { setSnoozed } });
    await store.snooze(['a'], inAnHour());
    await vi.advanceTimersByTimeAsync(1);
    setSnoozed.mockImplementation(() => Promise.reject(new Error('broken')));
    const now = Date.now();
    void store.snooze(['a'], new Date(now + 2 * hourMs));
    void store.snooze(['a'], new Date(now + 3 * hourMs));
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(withoutSeen(recorder)).toMatchObject([{ type: 'error' }, { type: 'arrival', ids: ['a'] }]);
  });

  it('brings back as unread what was marked as unread in vain', async () => {
    const source = Object.assign(new FakeSource(), {
      setSnoozed: () => Promise.resolve(),
      setRead: (): Promise<void> => Promise.reject(new Error('broken')),
    });
    source.pages = [{ references: [{ id: 'a', isRead: true }] }];
    const { store } = await startVisit({ source });
    await store.snooze(['a'], inAnHour());
    store.markUnread(['a']);
    await flushPromises();
    expect(store.get('a').isRead).toBe(true);
    source.setRead = () => Promise.resolve();
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(store.get('a').isRead).toBe(false);
  });

  it('rolls back only until the host says that it was saved, although the response was lost', async () => {
    const source = Object.assign(new FakeSource(), {
      setSnoozed: () => Promise.reject(new Error('The response was lost.')),
    });
    source.pages = [{ references: [{ id: 'a', snoozedUntil: null }] }];
    const { store } = await startVisit({ source });
    await store.snooze(['a'], inAnHour());
    await flushPromises();
    expect(itemIds(store)).toEqual(['a']);
    source.pages = [{ references: [{ id: 'a', snoozedUntil: inAnHour().toISOString() }] }];
    await store.refresh();
    expect(itemIds(store)).toEqual([]);
  });

  it('is not overruled by a list that lacks what it has just saved, but by one a minute later', async () => {
    const source = Object.assign(new FakeSource(), { setSnoozed: () => Promise.resolve() });
    const page = { references: [{ id: 'a', snoozedUntil: null }] };
    source.pages = [page, page, page];
    const { store } = await startVisit({ source });
    await store.snooze(['a'], inAnHour());
    await flushPromises();
    await store.refresh();
    expect(itemIds(store)).toEqual([]);
    await vi.advanceTimersByTimeAsync(60_000);
    await store.refresh();
    expect(itemIds(store)).toEqual(['a']);
  });

  it('rolls back what is on no page yet, too', async () => {
    const source = Object.assign(new FakeSource(), { setSnoozed: () => Promise.reject(new Error('broken')) });
    source.pages = [{ references: [{ id: 'a' }] }];
    const { store } = await startVisit({ source });
    await store.snooze(['far'], inAnHour());
    await flushPromises();
    source.emit({ type: 'add', references: [{ id: 'far' }] });
    expect(itemIds(store)).toEqual(['far', 'a']);
  });

  it('counts as failed after twenty seconds', async () => {
    const setSnoozed = vi.fn<SetSnoozed>(() => new Promise(() => undefined));
    const { store, recorder } = await startVisit({ ids: ['a'], source: { setSnoozed } });
    await store.snooze(['a'], inAnHour());
    await vi.advanceTimersByTimeAsync(20_000);
    expect(itemIds(store)).toEqual(['a']);
    expect(recorder.events.map(({ type }) => type)).toContain('error');
  });
});

describe('The references of the host', () => {
  it('hide what is snoozed there, and bring it back at its time', async () => {
    const source = new FakeSource();
    const references = [{ id: 'a' }, { id: 'b', snoozedUntil: inAnHour().toISOString() }];
    source.pages = [{ references }];
    const { store, recorder } = await startVisit({ source });
    expect(itemIds(store)).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(withoutSeen(recorder)).toEqual([{ type: 'arrival', ids: ['b'] }]);
    source.pages = [{ references }];
    await store.refresh();
    expect(withoutSeen(recorder)).toEqual([{ type: 'arrival', ids: ['b'] }]);
    expect(itemIds(store)).toEqual(['b', 'a']);
  });

  it('never show what is snoozed there, nor report it as an arrival', async () => {
    const source = new FakeSource();
    source.pages = [
      {
        references: [
          { id: 'a', isRead: false },
          { id: 'b', isRead: false, snoozedUntil: inAnHour().toISOString() },
        ],
        unreadCount: 2,
      },
    ];
    const store = makeStore({ source });
    const views: unknown[] = [];
    const arrivals: string[] = [];
    stops.push(
      store.subscribe((event) => {
        if (event.type === 'arrival') arrivals.push(...event.ids);
        views.push([itemIds(store).join(), store.state.unreadCount].join());
      }),
    );
    await flushPromises();
    const reference = { id: 'c', isRead: false, snoozedUntil: inAnHour().toISOString() };
    source.emit({ type: 'add', references: [reference, { id: 'd', isRead: false }] });
    await flushPromises();
    expect(arrivals).toEqual(['d']);
    expect([...new Set(views)]).toEqual([',0', 'a,1', 'd,a,2']);
  });

  it('take off the list what came back on this device and is on no page any more', async () => {
    const source = Object.assign(new FakeSource(), { setSnoozed: () => Promise.resolve() });
    source.pages = [{ references: [{ id: 'a' }, { id: 'b' }] }];
    const first = await startVisit({ source });
    await first.store.snooze(['b'], inAnHour());
    await endVisit(first);
    await vi.advanceTimersByTimeAsync(hourMs);
    source.pages = [
      { references: [{ id: 'c' }], nextCursor: 'next' },
      { references: [{ id: 'a', snoozedUntil: null }] },
    ];
    const { store } = await startVisit({ source });
    await vi.advanceTimersByTimeAsync(1000);
    expect(itemIds(store)).toEqual(['b', 'c']);
    void store.loadMore();
    await flushPromises();
    expect(itemIds(store)).toEqual(['c', 'a']);
  });

  it('show what is over or invalid', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const source = new FakeSource();
    source.pages = [
      {
        references: [
          { id: 'a', snoozedUntil: '2025-11-17T10:00:00Z' },
          { id: 'b', snoozedUntil: 'soon' },
          { id: 'c', snoozedUntil: null },
        ],
      },
    ];
    const { store, recorder } = await startVisit({ source });
    expect(itemIds(store)).toEqual(['a', 'b', 'c']);
    expect(withoutSeen(recorder)).toEqual([]);
  });

  it('overrule the device if the host saves what is snoozed', async () => {
    const first = await startVisit({ ids: ['a', 'b'] });
    await first.store.snooze(['a', 'b'], inAnHour());
    await endVisit(first);
    const references = makeReferences(['a', 'b']).map((reference) => ({ ...reference, snoozedUntil: null }));
    const source = new FakeSource();
    source.pages = [{ references }];
    const second = await startVisit({ source });
    expect(itemIds(second.store)).toEqual([]);
    await endVisit(second);
    // The list of a page right after that may still lack it.
    await vi.advanceTimersByTimeAsync(60_000);
    const saving = Object.assign(new FakeSource(), { setSnoozed: () => Promise.resolve() });
    saving.pages = [{ references }];
    const third = await startVisit({ source: saving });
    expect(itemIds(third.store)).toEqual(['a', 'b']);
  });

  it('overrule what the customer has decided in this visit, once the host has saved that', async () => {
    let save = (): void => undefined;
    const setSnoozed = (): Promise<void> => new Promise((resolve) => (save = resolve));
    const source = Object.assign(new FakeSource(), { setSnoozed });
    source.pages = [{ references: makeReferences(['a', 'b']) }];
    const { store } = await startVisit({ source });
    await store.snooze(['b'], inAnHour());
    const end = { type: 'add', references: [{ id: 'b', snoozedUntil: null }] } as const;
    source.emit(end);
    expect(itemIds(store)).toEqual(['a']);
    save();
    await flushPromises();
    source.emit(end);
    expect(itemIds(store)).toEqual(['a', 'b']);
  });

  it.each(['an event', 'the list'])(
    'say whether it was read when it was snoozed, of which this tab had not heard: by %s',
    async (way) => {
      const source = Object.assign(new FakeSource(), { setRead: vi.fn(), setSnoozed: vi.fn() });
      source.pages = [{ references: makeReferences(['a'], false) }];
      const { store, recorder } = await startVisit({ source });
      const until = inAnHour();
      await store.snooze(['a'], until);
      await vi.advanceTimersByTimeAsync(1000);
      source.emit({ type: 'read', ids: ['a'], isRead: true });
      const references = [{ id: 'a', isRead: true, snoozedUntil: until.toISOString() }];
      if (way === 'an event') source.emit({ type: 'add', references });
      else {
        source.pages = [{ references }];
        await store.refresh();
      }
      await vi.advanceTimersByTimeAsync(hourMs);
      expect(recorder.events).toContainEqual({ type: 'arrival', ids: ['a'] });
      expect(store.get('a').isRead).toBe(false);
    },
  );

  it('name what is snoozed on further pages, which comes back to the top, and what has come back', async () => {
    const source = new FakeSource();
    const date = (hours: number): string => new Date(Date.now() + hours * hourMs).toISOString();
    const old = { createdDate: date(-90), isRead: false };
    const references = [{ id: 'new', createdDate: date(-1), isRead: false }];
    const snoozed = [
      { id: 'back', ...old, snoozedUntil: date(-0.5) },
      { id: 'away', ...old, snoozedUntil: date(1) },
    ];
    source.pages = [
      { references, snoozed, nextCursor: 'two', unreadCount: 4 },
      { references: [...snoozed.toReversed(), { id: 'last', ...old }], unreadCount: 4 },
    ];
    const { store, recorder } = await startVisit({ source });
    const { state } = store;
    expect([itemIds(store), state.unreadCount]).toEqual([['back', 'new'], 3]);
    expect(state.snoozedItems).toMatchObject([{ id: 'away' }]);
    expect(withoutSeen(recorder)).toEqual([]);
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(withoutSeen(recorder)).toEqual([{ type: 'arrival', ids: ['away'] }]);
    expect([itemIds(store), store.state.unreadCount]).toEqual([['away', 'back', 'new'], 4]);
    await store.loadMore();
    expect([itemIds(store), store.state.unreadCount]).toEqual([['away', 'back', 'new', 'last'], 4]);
  });
});
