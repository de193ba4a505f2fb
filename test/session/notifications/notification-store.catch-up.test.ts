import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NotificationStore } from '../../../src/session/notifications/notification-store.js';
import type { ReferencePage } from '../../../src/session/sources/source.js';
import {
  arrivalEvents,
  type FakeService,
  FakeSource,
  FakeStorage,
  flushPromises,
  itemIds,
  makeDevice,
  makeReferences,
  type MakeStore,
  recordEvents,
  setUpStore,
  tearDown,
} from '../fakes.js';

let service: FakeService;
let makeStore: MakeStore;
let source: FakeSource;

beforeEach(() => {
  ({ service, makeStore } = setUpStore());
  source = new FakeSource();
});
afterEach(tearDown);

/** A page of these ids, separated by spaces. A trailing `…` says that there are more pages. */
function makePage(ids: string): ReferencePage {
  const names = ids.split(' ').filter(Boolean);
  const hasMore = names.at(-1) === '…';
  return {
    references: makeReferences(hasMore ? names.slice(0, -1) : names),
    ...(hasMore && { nextCursor: ids }),
  };
}

/** A store with a subscriber that has loaded these pages. */
async function startStore(
  ...pages: string[]
): Promise<NotificationStore & { recorder: ReturnType<typeof recordEvents> }> {
  source.pages = pages.map(makePage);
  const store = makeStore({ source });
  const recorder = recordEvents(store);
  await flushPromises();
  while (source.pages.length > 0) await store.loadMore();
  return Object.assign(store, { recorder });
}

async function reload(store: NotificationStore, page: string): Promise<void> {
  source.pages = [makePage(page)];
  await store.refresh();
}

describe('A source that has lost events', () => {
  it('makes the list load anew, further pages too', async () => {
    const store = await startStore('a b c …', 'd e f …', 'g h');
    source.pages = ['new a …', 'b f …', 'h'].map(makePage);
    source.emit({ type: 'reset' });
    await flushPromises();
    expect(itemIds(store).join(' ')).toBe('new a');
    while (source.pages.length > 0) await store.loadMore();
    expect(itemIds(store).join(' ')).toBe('new a b f h');
  });

  it('keeps what is snoozed on a further page, and lists only what came as arrivals', async () => {
    const store = await startStore('a b c …', 'd e f');
    await store.snooze(['e'], new Date(Date.now() + 3_600_000));
    source.pages = ['new a b …', 'c d e f'].map(makePage);
    source.emit({ type: 'reset' });
    await flushPromises();
    while (source.pages.length > 0) await store.loadMore();
    expect(itemIds(store).join(' ')).toBe('new a b c d f');
    expect(store.state.snoozedItems.map(({ id }) => id)).toEqual(['e']);
    expect(arrivalEvents(store.recorder)).toEqual([{ type: 'arrival', ids: ['new'] }]);
  });

  it('drops a further page that is under way', async () => {
    const store = await startStore('a b c …', 'd e f …');
    source.pages = ['g h …', 'new a …', 'b c d'].map(makePage);
    const late = store.loadMore();
    source.emit({ type: 'reset' });
    await late;
    await flushPromises();
    while (source.pages.length > 0) await store.loadMore();
    expect(itemIds(store).join(' ')).toBe('new a b c d');
  });
});

describe('NotificationStore.refresh()', () => {
  it.each([
    ['removes what the page lists no more', ['a b c …'], ['a c …'], 'a c'],
    ['removes the newest, too', ['a b c …'], ['b c …'], 'b c'],
    ['removes it below what is new', ['a b c …'], ['new a c …'], 'new a c'],
    ['removes it up to the last known one of the page', ['a b c …', 'd e f …'], ['a c d …'], 'a c d e f'],
    ['keeps what is beyond the page', ['a b c …', 'd e'], ['new a b …'], 'new a b c d e'],
    ['keeps all if the page has only new ones', ['a b c …'], ['x y z …'], 'x y z a b c'],
    ['keeps the last one of the page if an unknown one follows', ['a b c …'], ['a b d …'], 'a b c d'],
    ['removes everything else if it is the last page', ['a b c …', 'd e …'], ['a d'], 'a d'],
    ['removes everything if there is nothing any more', ['a b c …', 'd e'], [''], ''],
    ['lists below the known ones what moved up onto the page', ['a b c …'], ['b c d …'], 'b c d'],
    ['removes what moved up onto the page before', ['a b c …'], ['b c d …', 'b d …'], 'b d'],
  ])('%s: %j, then %j', async (_, pages, reloads, expected) => {
    const store = await startStore(...pages);
    for (const page of reloads) await reload(store, page);
    expect(itemIds(store).join(' ')).toBe(expected);
  });

  it('keeps all if empty pages say that there are more', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const store = await startStore('a b c …');
    source.pages = Array.from({ length: 10 }, (_, page) => ({ references: [], nextCursor: String(page) }));
    await store.refresh();
    expect(source.pages).toEqual([]);
    expect(itemIds(store).join(' ')).toBe('a b c');
  });

  it('keeps what the host lists itself until the host drops it', async () => {
    const store = await startStore('a b c');
    store.setHostIds(['b', 'own']);
    await reload(store, 'a');
    expect(itemIds(store)).toEqual(['a', 'b', 'own']);
    store.setHostIds([]);
    expect(itemIds(store)).toEqual(['a']);
  });

  it('keeps what the host has added', async () => {
    const store = await startStore('a b');
    store.add(['added']);
    await reload(store, 'b');
    expect(itemIds(store)).toEqual(['added', 'b']);
  });

  it('removes what an event brought before, and keeps what one brings while the page loads', async () => {
    const store = await startStore('a b …', 'c');
    source.emit({ type: 'add', references: makeReferences(['before']) });
    let respond: (page: ReferencePage) => void = () => undefined;
    source.load = () => new Promise((resolve) => (respond = resolve));
    const refreshed = store.refresh();
    source.emit({ type: 'add', references: makeReferences(['meanwhile']) });
    respond(makePage('a b …'));
    await refreshed;
    expect(itemIds(store)).toEqual(['meanwhile', 'a', 'b', 'c']);
  });

  it('keeps what the host adds after an event removed it', async () => {
    const store = await startStore('a b');
    source.emit({ type: 'remove', ids: ['a'] });
    store.add(['a']);
    await reload(store, 'b');
    expect(itemIds(store)).toEqual(['a', 'b']);
  });

  it('has no more pages once the first page is the last one', async () => {
    const store = await startStore('a b …');
    await reload(store, 'a');
    expect(store.state).toMatchObject({ hasMore: false });
  });

  it('keeps the next page if that loads at the same time', async () => {
    const store = await startStore('a b …');
    const responses: ((page: ReferencePage) => void)[] = [];
    source.load = () => new Promise((resolve) => responses.push(resolve));
    const loaded = Promise.all([store.refresh(), store.loadMore()]);
    responses[1]?.(makePage('c d …'));
    responses[0]?.(makePage('a …'));
    await loaded;
    expect(itemIds(store)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('keeps what is dismissed, so that it can be restored', async () => {
    const store = await startStore('a b c');
    store.dismiss(['b']);
    await reload(store, 'a c');
    expect(itemIds(store)).toEqual(['a', 'c']);
    store.restore(['b']);
    expect(itemIds(store)).toEqual(['a', 'b', 'c']);
  });

  it('cancels the requests of what it removes, and counts it no more', async () => {
    service.respond = null;
    const store = await startStore('a b');
    await reload(store, 'b');
    expect(service.pending).toEqual(['b']);
    await service.succeed('b');
    expect(store.state).toMatchObject({ unreadCount: 1, isUnreadCountComplete: true });
  });

  it('publishes an arrival for what is new, but not for what moved up onto the page', async () => {
    const store = await startStore('a b c …');
    await reload(store, 'new a c older …');
    expect(arrivalEvents(store.recorder)).toEqual([{ type: 'arrival', ids: ['new'] }]);
  });

  it('marks as read what moved up onto the page after markAllRead(), but not what is new', async () => {
    const store = await startStore('a b …');
    store.markAllRead();
    await reload(store, 'new b older …');
    expect([store.get('new').isRead, store.get('older').isRead]).toEqual([false, true]);
  });

  it('loads every page that was missed, in its place, before it goes on with older ones', async () => {
    const store = await startStore('c b …');
    await reload(store, 'i h …');
    expect([itemIds(store).join(' '), store.state.hasMore]).toEqual(['i h c b', true]);
    source.pages = [makePage('g f …')];
    await store.loadMore();
    await reload(store, 'l k …');
    source.pages = ['j i …', 'e d …', 'c b …', 'a'].map(makePage);
    await store.loadMore();
    expect(itemIds(store).join(' ')).toBe('l k j i h g f c b');
    while (store.state.hasMore) await store.loadMore();
    expect(itemIds(store).join(' ')).toBe('l k j i h g f e d c b a');
    expect(source.pages).toEqual([]);
  });

  it('keeps the place of the pages that were missed when the notification before them is removed', async () => {
    const store = await startStore('b a …');
    await reload(store, 'f e …');
    source.emit({ type: 'remove', ids: ['e'] });
    source.pages = [makePage('d c …')];
    await store.loadMore();
    expect(itemIds(store).join(' ')).toBe('f d c b a');
    await reload(store, 'f d …');
    expect(itemIds(store).join(' ')).toBe('f d c b a');
  });

  it('removes it from the device as well', async () => {
    const storage = new FakeStorage();
    const device = makeDevice(storage);
    source.pages = [makePage('a b')];
    const store = makeStore({ source, device: () => Promise.resolve(device) });
    const recorder = recordEvents(store);
    await flushPromises();
    await reload(store, 'b');
    recorder.stop();
    await flushPromises();
    expect(storage.row?.records.map(({ record }) => record.id)).toEqual(['b']);
  });

  it('still loads the next page when all of it has moved up onto the first', async () => {
    const store = await startStore('a b c d …');
    await reload(store, 'c d e f …');
    await reload(store, 'e f g h …');
    source.pages = [makePage('e f g h …'), makePage('i j')];
    await store.loadMore();
    expect(store.state.hasMore).toBe(true);
    await store.loadMore();
    expect(itemIds(store).join(' ')).toBe('e f g h i j');
  });
});
