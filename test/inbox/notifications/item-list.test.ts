import { describe, expect, it } from 'vitest';
import { newItem, withRecord } from '../../../src/inbox/notifications/notification-item.js';
import { arrangeHostIds, insertNewest, ItemList } from '../../../src/inbox/notifications/item-list.js';
import { ReadStates } from '../../../src/inbox/notifications/read-state.js';
import { makeIds, cpuTimeMs, makeRecord } from '../fakes.js';

const makeList = (): ItemList => new ItemList(new ReadStates(false));
const makeReferences = (...ids: string[]): { id: string }[] => ids.map((id) => ({ id }));

describe('ItemList', () => {
  it('contains each id once and returns the new ones', () => {
    const list = makeList();
    expect(list.insert(makeReferences('a', 'b', 'a'))).toEqual(['a', 'b']);
    expect(list.insert(makeReferences('c', 'b'))).toEqual(['c']);
    list.append(makeReferences('a', 'd', 'd'));
    expect(list.order).toEqual(['c', 'a', 'b', 'd']);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', ' ', '0', 'ä\u0000'])(
    'accepts %j as an id like any other',
    (id) => {
      const reads = new ReadStates(false);
      const list = new ItemList(reads);
      expect(list.get(id)).toEqual(newItem(id));
      list.insert(makeReferences('a', id));
      reads.applyRecord(id, false, Date.now());
      list.replace(withRecord(list.get(id), makeRecord(id)));
      expect(list.items.map((item) => item.id)).toEqual(['a', id]);
      expect(list.get(id)).toMatchObject({ id, status: 'loaded', isRead: false });
      list.remove([id]);
      expect(list.order).toEqual(['a']);
    },
  );

  it('keeps what the source lists again after it was removed, although the host names it no more', () => {
    const list = makeList();
    list.syncHostIds(makeReferences('a', 'b'));
    list.remove(['a']);
    list.insert(makeReferences('a'));
    list.syncHostIds(makeReferences('b'));
    expect(list.order).toEqual(['a', 'b']);
  });

  it('moves what was inserted early to the place where a page names it', () => {
    const list = makeList();
    list.append(makeReferences('a', 'b'));
    list.insertEarly({ id: 'early' });
    list.insertEarly({ id: 'removed' });
    list.remove(['removed']);
    list.append(makeReferences('c'));
    expect(list.order).toEqual(['early', 'a', 'b', 'c']);
    list.append(makeReferences('d', 'early', 'e'));
    expect(list.order).toEqual(['a', 'b', 'c', 'd', 'early', 'e']);
    list.append(makeReferences('f', 'early'));
    expect(list.order).toEqual(['a', 'b', 'c', 'd', 'early', 'e', 'f']);
  });

  it('takes a date that comes later and keeps a known one', () => {
    const list = makeList();
    list.insert(makeReferences('a'));
    list.insert([{ id: 'a', createdDate: '2025-11-01T10:00:00Z' }]);
    list.insert([{ id: 'a', createdDate: '2020-01-01T10:00:00Z' }]);
    expect(list.get('a')).toMatchObject({ createdDate: '2025-11-01T10:00:00Z' });
  });

  it('replaces the ids of the host and leaves those of the source', () => {
    const list = makeList();
    list.syncHostIds(makeReferences('g1', 'g2'));
    list.append(makeReferences('s1'));
    list.syncHostIds(makeReferences('g3', 'g2'));
    expect(list.order).toEqual(['g3', 'g2', 's1']);
    list.syncHostIds([]);
    expect(list.order).toEqual(['s1']);
  });

  it('keeps an id that the source also listed when the host drops it', () => {
    const list = makeList();
    list.syncHostIds(makeReferences('a', 'b', 'c'));
    list.append(makeReferences('a', 'd'));
    list.insert(makeReferences('b'));
    list.syncHostIds(makeReferences('e'));
    expect(list.order).toEqual(['e', 'a', 'b', 'd']);
  });

  it('returns the ids added on top of those of the host, but not appended or first ones', () => {
    const list = makeList();
    expect(list.syncHostIds(makeReferences('a', 'b'))).toEqual([]);
    expect(list.syncHostIds(makeReferences('d', 'c', 'a', 'b'))).toEqual(['d', 'c']);
    expect(list.syncHostIds(makeReferences('d', 'c', 'a', 'b', 'older'))).toEqual([]);
    expect(list.syncHostIds(makeReferences('x', 'y'))).toEqual([]);
  });

  it('can be cleared', () => {
    const list = makeList();
    list.syncHostIds(makeReferences('a'));
    list.clear();
    expect(list.order).toEqual([]);
    list.append(makeReferences('a'));
    list.syncHostIds([]);
    expect(list.order).toEqual(['a']);
  });

  it('takes 100,000 ids in well under a second, one call each', () => {
    const ids = makeIds(100_000);
    const dated = ids.map((id, index) => ({ id, createdDate: new Date(2e12 - index * 1000).toISOString() }));
    const list = makeList();
    const start = process.cpuUsage();
    list.insert(dated);
    list.insert(dated);
    list.syncHostIds(dated);
    list.append(dated);
    list.remove(ids.slice(0, 50_000));
    expect(list.items).toHaveLength(50_000);
    // Far below the time of a quadratic algorithm, on any machine.
    expect(cpuTimeMs(start)).toBeLessThan(3000);
  }, 30_000);
});

const day = (number: number): string => `2025-11-${String(number).padStart(2, '0')}T10:00:00Z`;

describe('insertNewest()', () => {
  const dates: Record<string, string | null> = { d9: day(9), d5: day(5), d1: day(1), undated: null };
  const insert = (order: string[], ...references: { id: string; createdDate?: string }[]): string[] => {
    const hints = new Map(references.map(({ id, createdDate }) => [id, createdDate]));
    return insertNewest(
      order,
      references.map(({ id }) => id),
      (id) => dates[id] ?? hints.get(id),
    );
  };

  it('inserts ids without a date at the top, in the given order', () => {
    expect(insert(['d9'], { id: 'x' }, { id: 'y' })).toEqual(['x', 'y', 'd9']);
  });

  it.each([
    [day(10), ['x', 'd9', 'd5', 'd1']],
    [day(7), ['d9', 'x', 'd5', 'd1']],
    [day(5), ['d9', 'x', 'd5', 'd1']],
    ['2025-11-01T12:00:00+05:00', ['d9', 'd5', 'd1', 'x']],
  ])('inserts an id dated %s in date order', (createdDate, expected) => {
    expect(insert(['d9', 'd5', 'd1'], { id: 'x', createdDate })).toEqual(expected);
  });

  it('inserts several ids in date order', () => {
    const references = [
      { id: 'a', createdDate: day(10) },
      { id: 'b', createdDate: day(6) },
      { id: 'c', createdDate: day(2) },
    ];
    expect(insert(['d9', 'd5', 'd1'], ...references)).toEqual(['a', 'd9', 'b', 'd5', 'c', 'd1']);
  });

  it('keeps the ids of one call in the given order, whatever their dates', () => {
    const references = [
      { id: 'a', createdDate: day(2) },
      { id: 'b', createdDate: day(10) },
    ];
    expect(insert(['d9', 'd1'], ...references)).toEqual(['d9', 'a', 'b', 'd1']);
  });

  it('inserts before an id with an unknown date', () => {
    expect(insert(['undated', 'd1'], { id: 'x', createdDate: day(5) })).toEqual(['x', 'undated', 'd1']);
  });

  it.each(['', 'yesterday', 'NaN'])('treats the date %j as missing', (createdDate) => {
    expect(insert(['d9'], { id: 'x', createdDate })).toEqual(['x', 'd9']);
  });
});

describe('arrangeHostIds()', () => {
  it('orders the ids of the host as the host does and leaves the others around them', () => {
    expect(arrangeHostIds(['s1', 'g1', 's2', 'g2', 's3'], new Set(['g2', 'new', 'g1']))).toEqual([
      's1',
      'g2',
      'new',
      'g1',
      's2',
      's3',
    ]);
  });

  it('puts the ids of the host on top if none was listed before', () => {
    expect(arrangeHostIds(['s1'], new Set(['g1', 'g2']))).toEqual(['g1', 'g2', 's1']);
  });
});
