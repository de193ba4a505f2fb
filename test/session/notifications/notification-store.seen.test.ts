import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CustomerIdentity } from '../../../src/session/customer-identity.js';
import type { NotificationStore } from '../../../src/session/notifications/notification-store.js';
import type { NotificationSource } from '../../../src/session/sources/source.js';
import {
  FakeSource,
  FakeStorage,
  flushPromises,
  itemIds,
  makeDevice,
  makeRecord,
  makeReferences,
  recordEvents,
  setUpStore,
  tearDown,
  type FakeService,
  type MakeStore,
  type MakeStoreOn,
} from '../fakes.js';
import { stubBroadcastChannel } from '../fake-channel.js';

type SetSeen = NonNullable<NotificationSource['setSeen']>;

let service: FakeService;
let makeStore: MakeStore;
let makeStoreOn: MakeStoreOn;

beforeEach(() => void ({ service, makeStore, makeStoreOn } = setUpStore()));
afterEach(tearDown);

const unseenOf = ({ state }: NotificationStore): unknown[] => [
  state.unseenCount,
  state.isUnseenCountComplete,
];
const dated = (id: string, minute: number) => ({
  id,
  isRead: false,
  createdDate: `2025-11-20T10:${String(minute).padStart(2, '0')}:00Z`,
});

describe('NotificationStore.markSeen()', () => {
  it('makes unread notifications seen, so that only later ones count', async () => {
    const store = makeStore({ ids: ['a', 'b'] });
    const { events } = recordEvents(store);
    await flushPromises();
    expect(unseenOf(store)).toEqual([2, true]);
    store.markSeen();
    expect(store.state).toMatchObject({ unreadCount: 2, unseenCount: 0 });
    expect(events.at(-1)).toEqual({ type: 'seen-change', ids: ['a', 'b'] });
    store.markSeen();
    expect(events.filter(({ type }) => type === 'seen-change')).toHaveLength(1);
    store.add(['new']);
    await flushPromises();
    expect(unseenOf(store)).toEqual([1, true]);
  });

  it('covers the pages that are not loaded, in the count of the host too', async () => {
    const source = new FakeSource();
    source.pages = [
      { references: makeReferences(['a', 'b'], false), nextCursor: 'two', unreadCount: 9, unseenCount: 7 },
      { references: makeReferences(['c', 'd'], false), nextCursor: 'three' },
    ];
    const store = makeStore({ source });
    recordEvents(store);
    await flushPromises();
    expect(unseenOf(store)).toEqual([7, true]);
    store.markSeen();
    expect(unseenOf(store)).toEqual([0, true]);
    await store.loadMore();
    expect(store.state.unreadCount).toBe(9);
    expect(store.state.isUnseenCountComplete).toBe(true);
  });

  it('marks nothing before the first page has come', async () => {
    const source = new FakeSource();
    source.pages = [{ references: [dated('a', 1)] }];
    const store = makeStore({ source });
    recordEvents(store);
    store.markSeen();
    await flushPromises();
    expect(unseenOf(store)).toEqual([1, true]);
  });

  it('is saved at the host once for each notification', async () => {
    const setSeen = vi.fn<SetSeen>(() => Promise.resolve());
    const store = makeStore({ ids: ['a', 'b'], source: { setSeen } });
    recordEvents(store);
    await flushPromises();
    store.markRead(['b']);
    store.markSeen();
    store.markSeen();
    await flushPromises();
    expect(setSeen.mock.calls.map(([ids]) => ids)).toEqual([['a']]);
  });

  it('is saved at the host with the date of the newest, also if only what is not loaded was unseen', async () => {
    vi.setSystemTime('2025-11-20T12:00:00Z');
    const setSeen = vi.fn<SetSeen>(() => Promise.resolve());
    const source = Object.assign(new FakeSource(), { setSeen });
    const references = [dated('b', 2), { ...dated('a', 1), isSeen: true }];
    source.pages = [{ references, nextCursor: 'two', unreadCount: 9, unseenCount: 5 }];
    const store = makeStore({ source });
    const { events } = recordEvents(store);
    await flushPromises();
    const calls = (): unknown[] => setSeen.mock.calls.map(([ids, { until }]) => [ids, until]);
    store.markSeen();
    expect(calls()).toEqual([[['b'], '2025-11-20T10:02:00.000Z']]);
    await flushPromises();
    store.reset();
    const seen = references.map((entry) => ({ ...entry, isSeen: true }));
    const page = { references: seen, nextCursor: 'two', unreadCount: 9 };
    source.pages = [
      { ...page, unseenCount: 1 },
      { ...page, unseenCount: 0 },
    ];
    await store.refresh();
    events.length = 0;
    store.markSeen();
    expect(calls().slice(1)).toEqual([[[], '2025-11-20T10:02:00.000Z']]);
    expect(events).toEqual([]);
    await flushPromises();
    store.reset();
    await store.refresh();
    store.markSeen();
    expect(calls()).toHaveLength(2);
  });

  it('is tried three times, then reported, and not rolled back', async () => {
    const error = new Error('broken');
    const setSeen = vi.fn<SetSeen>(() => Promise.reject(error));
    const store = makeStore({ ids: ['a'], source: { setSeen } });
    const { events } = recordEvents(store);
    await flushPromises();
    store.markSeen();
    await vi.advanceTimersByTimeAsync(19_000);
    expect(setSeen).toHaveBeenCalledTimes(3);
    expect(store.state.unseenCount).toBe(0);
    expect(events.filter(({ type }) => type === 'error')).toEqual([
      { type: 'error', error, operation: 'set-seen', ids: ['a'] },
    ]);
  });
});

describe('setSeen() of the source', () => {
  it('is not tried again after a reset', async () => {
    const setSeen = vi.fn<SetSeen>(() => Promise.reject(new Error('broken')));
    const store = makeStore({ ids: ['a'], source: { setSeen } });
    const { events } = recordEvents(store);
    await flushPromises();
    store.markSeen();
    await flushPromises();
    store.reset();
    events.length = 0;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(setSeen).toHaveBeenCalledTimes(1);
    expect(events).toEqual([]);
  });
});

describe('What was seen', () => {
  it('stays seen when the customer marks it as unread again', async () => {
    const store = makeStore({ ids: ['a', 'b'] });
    recordEvents(store);
    await flushPromises();
    store.markRead(['a']);
    store.markUnread(['a']);
    expect(store.state).toMatchObject({ unreadCount: 2, unseenCount: 1 });
  });

  it('is what the host says as a hint or an event', async () => {
    const source = new FakeSource();
    source.pages = [
      {
        references: [
          { id: 'a', isRead: false, isSeen: false },
          { id: 'b', isRead: false, isSeen: true },
        ],
      },
    ];
    const store = makeStore({ source });
    const { events } = recordEvents(store);
    await flushPromises();
    expect(store.state.unseenCount).toBe(1);
    source.emit({ type: 'seen', ids: ['a', 'b'] });
    expect(store.state.unseenCount).toBe(0);
    expect(events.filter(({ type }) => type === 'seen-change')).toEqual([
      { type: 'seen-change', ids: ['a'] },
    ]);
  });

  it('is stored on the device, with what was not loaded, but not what is delivered late', async () => {
    vi.setSystemTime('2025-11-20T12:00:00Z');
    const storage = new FakeStorage();
    const device = (): ReturnType<NonNullable<Parameters<MakeStore>[0]>['device'] & object> =>
      Promise.resolve(makeDevice(storage));
    const source = new FakeSource();
    source.pages = [{ references: [dated('c', 3), dated('b', 2)], nextCursor: 'older' }];
    const first = makeStore({ source, device });
    const { stop } = recordEvents(first);
    await flushPromises();
    first.markSeen();
    first.add([dated('late', 1)]);
    await vi.advanceTimersByTimeAsync(1000);
    stop();
    await flushPromises();
    const later = new FakeSource();
    later.pages = [
      { references: [dated('d', 4), dated('c', 3), dated('late', 1), dated('a', 0)], nextCursor: 'older' },
    ];
    const second = makeStore({ source: later, device });
    recordEvents(second);
    await flushPromises();
    expect(unseenOf(second), 'd and late, and nothing older').toEqual([2, true]);
  });

  it('is the same in another tab at once', async () => {
    stubBroadcastChannel();
    const storage = new FakeStorage();
    const identity = new CustomerIdentity();
    const [one, other] = [1, 2].map(() => makeStoreOn(storage, { ids: ['a', 'b'] }, identity));
    recordEvents(one!);
    const { events } = recordEvents(other!);
    await flushPromises();
    one!.markSeen();
    await flushPromises();
    expect(other!.state).toMatchObject({ unreadCount: 2, unseenCount: 0 });
    expect(events.at(-1)).toEqual({ type: 'seen-change', ids: ['a', 'b'] });
  });

  it('does not cover what a later page adds on top with the same date', async () => {
    vi.setSystemTime('2025-11-20T12:00:00Z');
    const source = new FakeSource();
    source.pages = [{ references: [dated('a', 1)] }];
    const store = makeStore({ source });
    const { events } = recordEvents(store);
    await flushPromises();
    store.markSeen();
    source.pages = [{ references: [dated('b', 1), dated('a', 1)] }];
    await store.refresh();
    expect(events.at(-1)).toEqual({ type: 'arrival', ids: ['b'] });
    expect(unseenOf(store)).toEqual([1, true]);
  });

  it.each([true, false])(
    'does not cover what came in between, on a page that is not loaded yet (host counts: %s)',
    async (hasCounts) => {
      vi.setSystemTime('2025-11-20T12:00:00Z');
      const source = new FakeSource();
      const older = { references: [dated('b', 2), dated('a', 1)], nextCursor: 'older' };
      source.pages = [{ ...older, ...(hasCounts && { unreadCount: 9, unseenCount: 2 }) }];
      const store = makeStore({ source });
      recordEvents(store);
      await flushPromises();
      store.markSeen();
      expect(unseenOf(store)).toEqual([0, true]);
      const newer = { references: [dated('f', 9), dated('e', 8)], nextCursor: 'gap' };
      source.pages = [{ ...newer, ...(hasCounts && { unreadCount: 13, unseenCount: 4 }) }];
      await store.refresh();
      expect(unseenOf(store)).toEqual(hasCounts ? [4, true] : [2, false]);
      source.pages = [{ references: [dated('d', 7), dated('c', 6), dated('b', 2)], nextCursor: 'more' }];
      await store.loadMore();
      expect(itemIds(store).join('')).toBe('fedcba');
      expect(unseenOf(store)).toEqual([4, true]);
      store.markSeen();
      expect(unseenOf(store)).toEqual([0, true]);
    },
  );

  it('does not cover a gap in the list of a source without dates', async () => {
    vi.setSystemTime('2025-11-20T12:00:00Z');
    service.respond = (id) => makeRecord(id, { createdDate: dated(id, 'abef'.indexOf(id) + 1).createdDate });
    const source = new FakeSource();
    source.pages = [{ references: makeReferences(['b', 'a']), nextCursor: 'older' }];
    const store = makeStore({ source });
    recordEvents(store);
    await flushPromises();
    store.markSeen();
    expect(unseenOf(store)).toEqual([0, true]);
    source.pages = [{ references: makeReferences(['f', 'e']), nextCursor: 'gap' }];
    await store.refresh();
    await flushPromises();
    expect(unseenOf(store)).toEqual([2, false]);
  });

  it('covers a gap in the list once everything is seen in another tab', async () => {
    vi.setSystemTime('2025-11-20T12:00:00Z');
    stubBroadcastChannel();
    const storage = new FakeStorage();
    const identity = new CustomerIdentity();
    const openTab = (source: FakeSource) => makeStoreOn(storage, { source }, identity);
    const [oneSource, otherSource] = [new FakeSource(), new FakeSource()];
    const newer = { references: [dated('c', 9)], nextCursor: 'gap', unreadCount: 12, unseenCount: 3 };
    oneSource.pages = [{ references: [dated('a', 1)], nextCursor: 'older', unreadCount: 9, unseenCount: 1 }];
    otherSource.pages = [newer];
    const one = openTab(oneSource);
    recordEvents(one);
    await flushPromises();
    one.markSeen();
    oneSource.pages = [newer];
    await one.refresh();
    expect(unseenOf(one)).toEqual([3, true]);
    const other = openTab(otherSource);
    recordEvents(other);
    await flushPromises();
    other.markSeen();
    await flushPromises();
    expect(unseenOf(one)).toEqual([0, true]);
  });

  it('stays seen in the next visit if another tab loads it later', async () => {
    vi.setSystemTime('2025-11-20T12:00:00Z');
    stubBroadcastChannel();
    const storage = new FakeStorage();
    const identity = new CustomerIdentity();
    const openTab = (source: FakeSource) => makeStoreOn(storage, { source }, identity);
    const [oneSource, otherSource] = [new FakeSource(), new FakeSource()];
    const one = openTab(oneSource);
    const other = openTab(otherSource);
    otherSource.pages = [{ references: [dated('a', 1)] }, { references: [dated('b', 2), dated('a', 1)] }];
    oneSource.pages = otherSource.pages.slice(1);
    const recorders = [recordEvents(one), recordEvents(other)];
    await flushPromises();
    one.markSeen();
    await flushPromises();
    await other.refresh();
    expect(unseenOf(other)).toEqual([0, true]);
    await vi.advanceTimersByTimeAsync(1000);
    for (const { stop } of recorders) stop();
    await flushPromises();
    const laterSource = new FakeSource();
    laterSource.pages = [{ references: [dated('b', 2), dated('a', 1)] }];
    const later = openTab(laterSource);
    recordEvents(later);
    await flushPromises();
    expect(unseenOf(later)).toEqual([0, true]);
  });

  it('does not hide what comes later if the clock of the device went back', async () => {
    vi.setSystemTime('2025-11-20T09:00:00Z');
    const store = makeStore({});
    recordEvents(store);
    store.add([dated('a', 1)]);
    await flushPromises();
    store.markSeen();
    vi.setSystemTime('2025-11-20T08:00:00Z');
    store.add([dated('b', 2)]);
    await flushPromises();
    expect(store.state.unseenCount).toBe(1);
    store.markSeen();
    expect(store.state.unseenCount).toBe(0);
  });
});
