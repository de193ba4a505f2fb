import { describe, expect, it } from 'vitest';
import { newItem, withRecord } from '../../../src/inbox/notifications/notification-item.js';
import { ItemList } from '../../../src/inbox/notifications/item-list.js';
import { makeIds, cpuTimeMs, makeRecord } from '../fakes.js';

const makeReferences = (...ids: string[]): { id: string }[] => ids.map((id) => ({ id }));

describe('ItemList', () => {
  it('contains each id once and returns the new ones', () => {
    const list = new ItemList();
    expect(list.insert(makeReferences('a', 'b', 'a'))).toEqual(['a', 'b']);
    expect(list.insert(makeReferences('c', 'b'))).toEqual(['c']);
    list.append(makeReferences('a', 'd', 'd'));
    expect(list.order).toEqual(['c', 'a', 'b', 'd']);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', ' ', '0', 'ä\u0000'])(
    'accepts %j as an id like any other',
    (id) => {
      const list = new ItemList();
      expect(list.get(id)).toEqual(newItem(id));
      list.insert(makeReferences('a', id));
      list.set(withRecord(list.get(id), makeRecord(id)));
      expect(list.items.map((item) => item.id)).toEqual(['a', id]);
      expect(list.get(id)).toMatchObject({ id, status: 'loaded', isRead: false });
      list.remove([id]);
      expect(list.order).toEqual(['a']);
    },
  );

  it('takes a date that comes later and keeps a known one', () => {
    const list = new ItemList();
    list.insert(makeReferences('a'));
    list.insert([{ id: 'a', createdDate: '2025-11-01T10:00:00Z' }]);
    list.insert([{ id: 'a', createdDate: '2020-01-01T10:00:00Z' }]);
    expect(list.get('a')).toMatchObject({ createdDate: '2025-11-01T10:00:00Z' });
  });

  it('replaces the ids of the host and leaves those of the source', () => {
    const list = new ItemList();
    list.syncHostIds(makeReferences('g1', 'g2'));
    list.append(makeReferences('s1'));
    list.syncHostIds(makeReferences('g3', 'g2'));
    expect(list.order).toEqual(['g3', 'g2', 's1']);
    list.syncHostIds([]);
    expect(list.order).toEqual(['s1']);
  });

  it('keeps an id that the source also listed when the host drops it', () => {
    const list = new ItemList();
    list.syncHostIds(makeReferences('a', 'b', 'c'));
    list.append(makeReferences('a', 'd'));
    list.insert(makeReferences('b'));
    list.syncHostIds(makeReferences('e'));
    expect(list.order).toEqual(['e', 'a', 'b', 'd']);
  });

  it('returns the ids added on top of those of the host, but not appended or first ones', () => {
    const list = new ItemList();
    expect(list.syncHostIds(makeReferences('a', 'b'))).toEqual([]);
    expect(list.syncHostIds(makeReferences('d', 'c', 'a', 'b'))).toEqual(['d', 'c']);
    expect(list.syncHostIds(makeReferences('d', 'c', 'a', 'b', 'older'))).toEqual([]);
    expect(list.syncHostIds(makeReferences('x', 'y'))).toEqual([]);
  });

  it('can be cleared', () => {
    const list = new ItemList();
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
    const list = new ItemList();
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
