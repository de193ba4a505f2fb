import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  FakeSource,
  flushPromises,
  itemIds,
  makeIds,
  makeRecord,
  makeReferences,
  recordEvents,
  setUpStore,
  tearDown,
  type FakeService,
  type MakeStore,
} from '../fakes.js';
import type { NotificationStore } from '../../../src/session/notifications/notification-store.js';
import type { NotificationReference } from '../../../src/session/notifications/state/notification-item.js';
import type { NotificationSource, ReferencePage, SourceEvent } from '../../../src/session/sources/source.js';

let service: FakeService;
let makeStore: MakeStore;
let source: FakeSource;

beforeEach(() => {
  ({ service, makeStore } = setUpStore());
  source = new FakeSource();
});
afterEach(tearDown);

/** The first page: `n1` is read, `n2` and `n3` are not. More pages follow. */
const firstPage = (unreadCount?: number): ReferencePage => ({
  references: [...makeReferences(['n1'], true), ...makeReferences(['n2', 'n3'], false)],
  nextCursor: 'next',
  unreadCount,
});

/** The number, with a plus if it is incomplete. */
function countOf(store: NotificationStore): string {
  const { unreadCount, isUnreadCountComplete } = store.state;
  return `${unreadCount}${isUnreadCountComplete ? '' : '+'}`;
}

async function openStore(page: ReferencePage, more: NotificationSource = {}): Promise<NotificationStore> {
  source.pages.push(page);
  const store = makeStore({ source: Object.assign(source, { setRead: () => Promise.resolve() }, more) });
  recordEvents(store);
  await flushPromises();
  return store;
}

describe('NotificationStore, if the source says how many are unread', () => {
  it('counts those on pages that are not loaded', async () => {
    expect(countOf(await openStore(firstPage(12)))).toBe('12');
  });

  it('has only a minimum if it does not', async () => {
    expect(countOf(await openStore(firstPage()))).toBe('2+');
  });

  it('follows what the customer does', async () => {
    const store = await openStore(firstPage(12));
    store.markRead(['n2']);
    expect(countOf(store)).toBe('11');
    store.markUnread(['n1', 'n2']);
    expect(countOf(store)).toBe('13');
    store.dismiss(['n3']);
    expect(countOf(store)).toBe('12');
    store.restore(['n3']);
    expect(countOf(store)).toBe('13');
    const undo = store.markAllRead();
    expect(countOf(store)).toBe('0');
    undo();
    expect(countOf(store)).toBe('13');
  });

  it('follows what arrives and what is read elsewhere', async () => {
    const store = await openStore(firstPage(12));
    source.emit({ type: 'add', references: [{ id: 'new', isRead: false }] });
    expect(countOf(store)).toBe('13');
    source.emit({ type: 'read', ids: ['n2'], isRead: true });
    expect(countOf(store)).toBe('12');
    source.emit({ type: 'read', ids: ['on-another-page'], isRead: true });
    source.emit({ type: 'read', ids: ['on-another-page'], isRead: true });
    expect(countOf(store)).toBe('11');
    source.emit({ type: 'remove', ids: ['n3'] });
    expect(countOf(store)).toBe('10');
  });

  it('counts an arrival once its record says that it is unread', async () => {
    const store = await openStore(firstPage(12));
    source.emit({ type: 'add', references: [{ id: 'new' }] });
    await flushPromises();
    expect(countOf(store)).toBe('13');
  });

  it('keeps the number while the other pages are loaded', async () => {
    const store = await openStore(firstPage(4));
    source.pages.push(
      { references: [...makeReferences(['n4'], false), ...makeReferences(['n5'], true)], nextCursor: 'last' },
      { references: makeReferences(['n6'], false) },
    );
    await store.loadMore();
    expect(countOf(store)).toBe('4');
    await store.loadMore();
    expect(countOf(store)).toBe('4');
    expect(itemIds(store)).toHaveLength(6);
  });

  it('trusts the list if it is complete and has another number', async () => {
    const store = await openStore(firstPage(7));
    source.pages.push({ references: makeReferences(['n4'], false) });
    await store.loadMore();
    expect(countOf(store)).toBe('3');
  });

  it('keeps the number while later pages without a hint are loaded, and their records', async () => {
    service.respond = (id) => makeRecord(id, { isRead: Number(id.slice(1)) > 40 });
    const ids = makeIds(60);
    const pageOf = (start: number): ReferencePage => ({
      references: makeReferences(ids.slice(start, start + 25)),
      nextCursor: start < 50 ? `from ${start}` : undefined,
    });
    const store = await openStore({ ...pageOf(0), unreadCount: 40 });
    source.pages.push(pageOf(25), pageOf(50));
    const counts = [countOf(store)];
    for (let page = 0; page < 3; page += 1) {
      await store.loadMore();
      counts.push(countOf(store));
      store.setVisible(itemIds(store));
      await flushPromises();
      counts.push(countOf(store));
    }
    expect(itemIds(store)).toHaveLength(60);
    expect(counts).toEqual(Array(7).fill('40'));
  });

  it('is a minimum while the read state of an arrival is unknown', async () => {
    service.respond = null;
    const store = await openStore(firstPage(12));
    store.add(['new']);
    expect(countOf(store)).toBe('12+');
    await service.succeed('new');
    expect(countOf(store)).toBe('13');
  });

  it.each([
    ['here', (store: NotificationStore) => store.markRead(['n1'])],
    ['elsewhere', () => source.emit({ type: 'read', ids: ['n1'], isRead: true })],
  ])('follows what is read %s before its record is loaded', async (_, act) => {
    service.respond = null;
    const store = await openStore({ references: makeReferences(makeIds(2)), unreadCount: 2 });
    act(store);
    expect(countOf(store)).toBe('1');
  });

  it('requests the record of an arrival that the number does not contain', async () => {
    service.respond = null;
    const store = await openStore({ references: makeReferences(makeIds(2)), unreadCount: 2 });
    store.add(['n9']);
    expect(service.requests).toEqual(['n9']);
  });

  it('keeps the number while records without a hint are loaded', async () => {
    service.respond = null;
    const store = await openStore({
      references: makeReferences(makeIds(2)),
      nextCursor: 'x',
      unreadCount: 9,
    });
    expect(countOf(store)).toBe('9');
    expect(service.requests).toEqual([]);
    store.setVisible(makeIds(2));
    await service.succeed('n1', { isRead: false });
    await service.succeed('n2', { isRead: true });
    expect(countOf(store)).toBe('9');
  });

  it('forgets the number when it is reset', async () => {
    const store = await openStore(firstPage(12));
    store.reset();
    source.pages.push(firstPage());
    await store.refresh();
    expect(countOf(store)).toBe('2+');
  });

  it('counts what a record says if the host says nothing about it', async () => {
    service.respond = (id) => makeRecord(id, { isRead: id === 'n1' });
    const store = await openStore({
      references: makeReferences(makeIds(3)),
      nextCursor: 'x',
      unreadCount: 5,
    });
    store.setVisible(makeIds(3));
    await flushPromises();
    source.pages.push({ references: makeReferences(makeIds(3)), nextCursor: 'x', unreadCount: 5 });
    await store.refresh();
    expect(countOf(store)).toBe('5');
  });
});

describe('NotificationStore, if the source says how many are unread, but not how many are unseen', () => {
  const unseenOf = ({ state }: NotificationStore): [number, boolean] => [
    state.unseenCount,
    state.isUnseenCountComplete,
  ];

  it('takes them all for unseen, and requests nothing for that', async () => {
    service.respond = null;
    const store = await openStore({ references: makeReferences(makeIds(2)), unreadCount: 2 });
    expect([unseenOf(store), service.requests]).toEqual([[2, true], []]);
  });

  it('takes those on pages that are not loaded for unseen', async () => {
    expect(unseenOf(await openStore(firstPage(12)))).toEqual([12, true]);
  });

  it('has nothing new once all is seen', async () => {
    service.respond = null;
    const store = await openStore({
      references: makeReferences(makeIds(2)),
      nextCursor: 'x',
      unreadCount: 9,
    });
    store.markSeen();
    expect([unseenOf(store), service.requests]).toEqual([[0, true], []]);
  });

  it('requests the records of those that may be unseen if only some are', async () => {
    service.respond = null;
    const [first, ...others] = makeReferences(makeIds(3));
    const references = [{ ...first!, isSeen: true }, ...others];
    const store = await openStore({ references, unreadCount: 2 });
    expect([unseenOf(store), service.requests]).toEqual([
      [1, false],
      ['n2', 'n3'],
    ]);
    await service.succeed('n2', { isRead: true });
    await service.succeed('n3');
    expect(unseenOf(store)).toEqual([1, true]);
  });
});

describe('NotificationStore, if the source says how many are unread and unseen', () => {
  it('keeps the number of unseen ones while records without a hint are loaded', async () => {
    const references = makeReferences(makeIds(4));
    const store = await openStore({ references, nextCursor: 'x', unreadCount: 9, unseenCount: 5 });
    expect(store.state.unseenCount).toBe(5);
    store.setVisible(makeIds(4));
    await flushPromises();
    expect(store.state).toMatchObject({ unreadCount: 9, unseenCount: 5 });
  });

  const setDismissed = (): Promise<void> => Promise.resolve();

  /** 65 unread and unseen ones; the first page has 25. */
  async function openLongList(): Promise<NotificationStore> {
    const references = makeReferences(makeIds(25), false);
    const counts = { unreadCount: 65, unseenCount: 65 };
    return openStore({ references, nextCursor: 'next', ...counts }, { setDismissed });
  }
  const countsOf = ({ state }: NotificationStore): number[] => [state.unreadCount, state.unseenCount];
  const others = Array.from({ length: 40 }, (_, index) => `other ${index}`);

  it('does not take what is read for unseen, although it was not on the list before', async () => {
    const references = makeReferences(makeIds(5), true).map((entry) => ({ ...entry, isSeen: false }));
    const store = await openStore({ references, nextCursor: 'next', unreadCount: 3, unseenCount: 3 });
    expect(countsOf(store)).toEqual([3, 3]);
  });

  it('keeps the numbers when a page without numbers names dismissed ones', async () => {
    const references = makeReferences(['n1'], true);
    const store = await openStore(
      { references, nextCursor: 'next', unreadCount: 4, unseenCount: 4 },
      { setDismissed },
    );
    const unseen = makeReferences(makeIds(5).slice(1), false).map((entry) => ({ ...entry, isSeen: false }));
    const dismissed = unseen.slice(1).map((entry) => ({ ...entry, isDismissed: true }));
    source.pages.push({ references: [...unseen.slice(0, 1), ...dismissed], nextCursor: 'last' });
    await store.loadMore();
    expect(countsOf(store)).toEqual([4, 4]);
  });

  it('counts an unseen one that is dismissed only here once', async () => {
    const references = makeReferences(['n1', 'n2'], false);
    const page = { references, nextCursor: 'next', unreadCount: 2, unseenCount: 2 };
    const store = await openStore(page);
    store.dismiss(['n2']);
    source.pages.push(page);
    await store.refresh();
    expect(countsOf(store)).toEqual([1, 1]);
  });

  it('has nothing new once all is read elsewhere, on pages that are not loaded too', async () => {
    const store = await openLongList();
    source.emit({ type: 'read', ids: others.slice(0, 30), isRead: true });
    expect(countsOf(store)).toEqual([35, 35]);
    source.emit({ type: 'read', ids: [...makeIds(25), ...others], isRead: true });
    expect(countsOf(store)).toEqual([0, 0]);
  });

  it('has nothing new once all is seen elsewhere, on pages that are not loaded too', async () => {
    const store = await openLongList();
    source.emit({ type: 'seen', ids: [...makeIds(25), ...others] });
    source.emit({ type: 'seen', ids: others });
    expect(countsOf(store)).toEqual([65, 0]);
    source.emit({ type: 'add', references: [{ id: 'new', isRead: false }] });
    expect(countsOf(store)).toEqual([66, 1]);
  });

  const disappearances: Record<string, (ids: string[]) => SourceEvent> = {
    'dismissed elsewhere': (ids) => ({ type: 'dismiss', ids, isDismissed: true }),
    removed: (ids) => ({ type: 'remove', ids }),
  };
  for (const [action, eventOf] of Object.entries(disappearances))
    it(`counts anew when some are ${action} that are not loaded`, async () => {
      const store = await openLongList();
      const { length } = source.cursors;
      source.emit(eventOf(['n1']));
      expect(source.cursors).toHaveLength(length);
      const references = makeReferences(makeIds(25), false);
      source.pages.push({ references, nextCursor: 'next', unreadCount: 44, unseenCount: 43 });
      source.emit(eventOf(others.slice(0, 20)));
      await flushPromises();
      expect(source.cursors).toHaveLength(length + 1);
      expect(countsOf(store)).toEqual([44, 43]);
    });
});

describe('NotificationStore, if the source says how many are unread with each tag', () => {
  const tagged = (id: string, isRead: boolean, ...tagNames: string[]): NotificationReference => {
    const tags = tagNames.map((tagName) => ({ tagName, url: null, icon: null }));
    const record = makeRecord(id, { isRead: null });
    return { id, isRead, record: { ...record, payload: { ...record.payload, tags } } };
  };

  /** `n1` is read, `n2` and `n3` are not, and `n4` has no record. More pages follow. */
  const taggedPage = (): ReferencePage => ({
    references: [
      tagged('n1', true, 'order'),
      tagged('n2', false, 'order', 'return'),
      tagged('n3', false, 'return'),
      { id: 'n4', isRead: false },
    ],
    nextCursor: 'next',
    unreadCount: 12,
    unreadCountByTag: { order: 7, return: 5 },
  });
  async function openTagged(page = taggedPage(), more: NotificationSource = {}): Promise<NotificationStore> {
    service.respond = null;
    const store = await openStore(page, more);
    await show(store);
    return store;
  }

  /** Their records are taken once they come into view. */
  async function show(store: NotificationStore): Promise<void> {
    store.setVisible(itemIds(store));
    await flushPromises();
  }

  const byTag = (store: NotificationStore): object | null => {
    const { unreadCountByTag } = store.state;
    return unreadCountByTag && Object.fromEntries(unreadCountByTag);
  };

  it('follows what happens to those whose tags are known', async () => {
    const store = await openTagged();
    expect(byTag(store)).toEqual({ order: 7, return: 5 });
    store.markRead(['n2']);
    expect(byTag(store)).toEqual({ order: 6, return: 4 });
    store.markUnread(['n1', 'n2']);
    expect(byTag(store)).toEqual({ order: 8, return: 5 });
    store.dismiss(['n2']);
    expect(byTag(store)).toEqual({ order: 7, return: 4 });
    source.emit({ type: 'add', references: [tagged('new', false, 'invoice')] });
    source.emit({ type: 'read', ids: ['n3'], isRead: true });
    await show(store);
    expect(byTag(store)).toEqual({ order: 7, return: 3, invoice: 1 });
  });

  it('counts those that are listed once if the source says no other number', async () => {
    const store = await openTagged({ ...taggedPage(), unreadCount: undefined });
    expect(byTag(store)).toEqual({ order: 7, return: 5 });
  });

  it('counts those of further pages once', async () => {
    const store = await openTagged();
    source.pages.push({ references: [tagged('n5', false, 'order'), tagged('n6', true, 'order')] });
    void store.loadMore();
    await flushPromises();
    await show(store);
    expect(itemIds(store)).toHaveLength(6);
    expect(byTag(store)).toEqual({ order: 7, return: 5 });
    store.markRead(['n5']);
    expect(byTag(store)).toEqual({ order: 6, return: 5 });
  });

  it.each([
    ['one whose tags are unknown is read', (store: NotificationStore) => store.markRead(['n4'])],
    ['one of another page is read', () => source.emit({ type: 'read', ids: ['other'], isRead: true })],
    ['one that was counted is deleted', () => source.emit({ type: 'remove', ids: ['n2'] })],
  ])('does not know them after %s, until the source says them again', async (_, act) => {
    const store = await openTagged();
    act(store);
    await flushPromises();
    expect(byTag(store)).toBeNull();
    source.pages.push({ ...taggedPage(), references: [], unreadCountByTag: { order: 3 } });
    await store.refresh();
    expect(byTag(store)).toEqual({ order: 3 });
  });

  it('does not know them if the source leaves out whether one is read', async () => {
    const page = taggedPage();
    const store = await openTagged({ ...page, references: [...page.references, { id: 'n5' }] });
    expect(byTag(store)).toBeNull();
  });

  it('has none after all is marked as read, and the former ones after that is undone', async () => {
    const store = await openTagged(taggedPage(), {
      setRead: () => new Promise(() => undefined),
    });
    const undo = store.markAllRead();
    expect(byTag(store)).toEqual({});
    source.emit({ type: 'add', references: [tagged('new', false, 'order')] });
    await show(store);
    expect(byTag(store)).toEqual({ order: 1 });
    undo();
    expect(byTag(store)).toEqual({ order: 8, return: 5 });
  });

  it('has none once the source has marked all as read', async () => {
    const store = await openTagged(taggedPage(), {
      setRead: () => Promise.resolve(['n2', 'n3', 'n4', 'far']),
    });
    store.markAllRead();
    await vi.runOnlyPendingTimersAsync();
    expect(byTag(store)).toEqual({});
  });
});
