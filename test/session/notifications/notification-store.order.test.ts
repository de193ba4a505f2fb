import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NotificationStore } from '../../../src/session/notifications/notification-store.js';
import type { NotificationReference } from '../../../src/session/sources/source.js';
import {
  arrivalEvents,
  FakeSource,
  flushPromises,
  itemIds,
  recordEvents,
  setUpStore,
  tearDown,
  type MakeStore,
} from '../fakes.js';

let makeStore: MakeStore;
let source: FakeSource;

beforeEach(() => {
  ({ makeStore } = setUpStore());
  source = new FakeSource();
});
afterEach(tearDown);

/** A reference dated on this day, or undated. */
const dated = (id: string, day?: number): NotificationReference =>
  day === undefined ? { id } : { id, createdDate: `2025-11-${String(day).padStart(2, '0')}T10:00:00Z` };

/** A store with a subscriber that has loaded this page. */
async function openStore(
  references: NotificationReference[],
  ids: string[] = [],
): Promise<NotificationStore> {
  source.pages = [{ references }];
  const store = makeStore({ source, ids });
  recordEvents(store);
  await flushPromises();
  return store;
}

describe('The order of arrivals', () => {
  it.each<[string, NotificationReference[], string]>([
    ['puts the newest on top', [dated('x', 10)], 'x d9 d5 d1'],
    ['puts a late one in its place by date', [dated('x', 7)], 'd9 x d5 d1'],
    ['puts one above what has the same date', [dated('x', 5)], 'd9 x d5 d1'],
    [
      'compares dates of different time zones',
      [{ id: 'x', createdDate: '2025-11-01T12:00:00+05:00' }],
      'd9 d5 d1 x',
    ],
    ['merges several by date', [dated('x', 10), dated('y', 6), dated('z', 2)], 'x d9 y d5 z d1'],
    [
      'keeps several as they are named, whatever their dates',
      [dated('x', 2), dated('y', 10)],
      'd9 d5 x y d1',
    ],
    ['puts those without a date on top, as they are named', [dated('x'), dated('y')], 'x y d9 d5 d1'],
    ['treats a broken date as none', [{ id: 'x', createdDate: 'yesterday' }], 'x d9 d5 d1'],
    ['leaves those in their places that are listed already', [dated('d1', 30), dated('x')], 'x d9 d5 d1'],
  ])('%s', async (_, references, expected) => {
    const store = await openStore([dated('d9', 9), dated('d5', 5), dated('d1', 1)]);
    store.add(references);
    expect(itemIds(store).join(' ')).toBe(expected);
  });

  it('puts one above what has an unknown date', async () => {
    const store = await openStore([dated('undated'), dated('d1', 1)]);
    store.add([dated('x', 5)]);
    expect(itemIds(store)).toEqual(['x', 'undated', 'd1']);
  });

  it('takes a date that comes later, and keeps a known one', async () => {
    const store = await openStore([dated('a')]);
    store.add([dated('a', 2)]);
    store.add([dated('a', 9)]);
    expect(store.get('a').createdDate).toBe(dated('a', 2).createdDate);
  });
});

describe('The order of the ids of the host', () => {
  it('is that of the host, with what the source lists around them', async () => {
    const store = await openStore([dated('s1'), dated('g1'), dated('s2'), dated('g2'), dated('s3')]);
    store.setHostIds(['g2', 'new', 'g1']);
    expect(itemIds(store)).toEqual(['s1', 'g2', 'new', 'g1', 's2', 's3']);
  });

  it('puts them on top if none of them was listed before', async () => {
    const store = await openStore([dated('s1')]);
    store.setHostIds(['g1', 'g2']);
    expect(itemIds(store)).toEqual(['g1', 'g2', 's1']);
  });

  it('drops what the host no longer names, unless the source lists it as well', async () => {
    const store = await openStore([dated('a'), dated('d')], ['a', 'b', 'c']);
    source.emit({ type: 'add', references: [dated('b')] });
    store.setHostIds(['e']);
    expect(itemIds(store)).toEqual(['e', 'd', 'a', 'b']);
  });

  it('keeps what arrives again after it was removed', async () => {
    const store = await openStore([], ['a', 'b']);
    source.emit({ type: 'remove', ids: ['a'] });
    source.emit({ type: 'add', references: [dated('a')] });
    store.setHostIds(['b']);
    expect(itemIds(store)).toEqual(['a', 'b']);
  });

  it('reports as arrivals what the host puts on top of its list, and nothing else', () => {
    const store = makeStore({ ids: [] });
    const recorder = recordEvents(store);
    store.setHostIds(['a', 'b']);
    store.setHostIds(['a', 'b', 'older']);
    store.setHostIds(['x', 'y']);
    expect(arrivalEvents(recorder)).toEqual([]);
    store.setHostIds(['new', 'newer', 'x', 'y']);
    expect(arrivalEvents(recorder)).toEqual([{ type: 'arrival', ids: ['new', 'newer'] }]);
  });
});

describe('An id', () => {
  it('may be any text, also the name of a property of every object', async () => {
    const ids = ['__proto__', 'constructor', 'hasOwnProperty', ' ', '0', 'ä\u0000'];
    const store = await openStore([], ids);
    store.markRead(ids);
    expect(store.state.items.map(({ id, status, isRead }) => [id, status, isRead])).toEqual(
      ids.map((id) => [id, 'loaded', true]),
    );
    source.emit({ type: 'remove', ids });
    expect(store.state.items).toEqual([]);
  });
});
