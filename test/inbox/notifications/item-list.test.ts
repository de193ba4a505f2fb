import { expect, it } from 'vitest';
import { newItem, withRecord } from '../../../src/inbox/notifications/notification-item.js';
import { NotificationList } from '../../../src/inbox/notifications/item-list.js';
import { idsFrom, processorTime, record } from '../fakes.js';

const references = (...ids: string[]): { id: string }[] => ids.map((id) => ({ id }));

it('holds each id once, and tells which were new', () => {
  const list = new NotificationList();
  expect(list.insert(references('a', 'b', 'a'))).toEqual(['a', 'b']);
  expect(list.insert(references('c', 'b'))).toEqual(['c']);
  list.append(references('a', 'd', 'd'));
  expect(list.order).toEqual(['c', 'a', 'b', 'd']);
});

it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', ' ', '0', 'ä\u0000'])(
  'takes %j as an id like any other',
  (id) => {
    const list = new NotificationList();
    expect(list.get(id)).toEqual(newItem(id));
    list.insert(references('a', id));
    list.set(withRecord(list.get(id), record(id)));
    expect(list.items.map((item) => item.id)).toEqual(['a', id]);
    expect(list.get(id)).toMatchObject({ id, status: 'loaded', isRead: false });
    list.remove([id]);
    expect(list.order).toEqual(['a']);
  },
);

it('takes a date that comes later, and keeps one that it knows', () => {
  const list = new NotificationList();
  list.insert(references('a'));
  list.insert([{ id: 'a', createdDate: '2025-11-01T10:00:00Z' }]);
  list.insert([{ id: 'a', createdDate: '2020-01-01T10:00:00Z' }]);
  expect(list.get('a')).toMatchObject({ createdDate: '2025-11-01T10:00:00Z' });
});

it('follows the ids of the host and leaves those of the source', () => {
  const list = new NotificationList();
  list.follow(references('g1', 'g2'));
  list.append(references('s1'));
  list.follow(references('g3', 'g2'));
  expect(list.order).toEqual(['g3', 'g2', 's1']);
  list.follow([]);
  expect(list.order).toEqual(['s1']);
});

it('keeps what the source told too, when the host no longer names it', () => {
  const list = new NotificationList();
  list.follow(references('a', 'b', 'c'));
  list.append(references('a', 'd'));
  list.insert(references('b'));
  list.follow(references('e'));
  expect(list.order).toEqual(['e', 'a', 'b', 'd']);
});

it('tells which ids came on top of those of the host, but not those that came at the end or first of all', () => {
  const list = new NotificationList();
  expect(list.follow(references('a', 'b'))).toEqual([]);
  expect(list.follow(references('d', 'c', 'a', 'b'))).toEqual(['d', 'c']);
  expect(list.follow(references('d', 'c', 'a', 'b', 'older'))).toEqual([]);
  expect(list.follow(references('x', 'y'))).toEqual([]);
});

it('forgets all there was', () => {
  const list = new NotificationList();
  list.follow(references('a'));
  list.clear();
  expect(list.order).toEqual([]);
  list.append(references('a'));
  list.follow([]);
  expect(list.order).toEqual(['a']);
});

it('takes 100,000 ids in well under a second, one call each', () => {
  const ids = idsFrom(100_000);
  const dated = ids.map((id, index) => ({ id, createdDate: new Date(2e12 - index * 1000).toISOString() }));
  const list = new NotificationList();
  const start = process.cpuUsage();
  list.insert(dated);
  list.insert(dated);
  list.follow(dated);
  list.append(dated);
  list.remove(ids.slice(0, 50_000));
  expect(list.items).toHaveLength(50_000);
  // Far from what a second look at each for each would take, on any machine.
  expect(processorTime(start)).toBeLessThan(3000);
}, 30_000);
