import { describe, expect, it } from 'vitest';
import { arrangeHostIds, insertNewest } from '../../../src/inbox/notifications/list-order.js';
import {
  countUnread,
  newItem,
  withRead,
  withRecord,
  type NotificationItem,
} from '../../../src/inbox/notifications/notification-item.js';
import { makeRecord } from '../fakes.js';

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

describe('withRecord()', () => {
  it('takes the read state of the service while no other is known', () => {
    const item = withRecord(newItem('a'), makeRecord('a', { isRead: true }));
    expect(item).toMatchObject({ status: 'loaded', isRead: true, record: { isRead: true } });
  });

  it('keeps a known read state: fetched is not read', () => {
    const item = withRecord({ ...newItem('a'), isRead: false }, makeRecord('a', { isRead: true }));
    expect(item).toMatchObject({ isRead: false, record: { isRead: false } });
  });

  it('takes the date of the record, or keeps the hint if it has none', () => {
    const item = { ...newItem('a'), createdDate: day(3) };
    expect(withRecord(item, makeRecord('a', { createdDate: day(4) })).createdDate).toBe(day(4));
    expect(withRecord(item, makeRecord('a')).createdDate).toBe(day(3));
  });
});

describe('withRead()', () => {
  it('returns a changed item and record without changing the originals', () => {
    const before = withRecord(newItem('a'), makeRecord('a'));
    const after = withRead(before, true);
    expect(after).toMatchObject({ isRead: true, record: { isRead: true } });
    expect(before).toMatchObject({ isRead: false, record: { isRead: false } });
  });

  it('works without a record', () => {
    expect(withRead(newItem('a'), true)).toMatchObject({ isRead: true, record: null });
  });
});

describe('countUnread()', () => {
  const item = (isRead: boolean | null, status: NotificationItem['status'] = 'loaded'): NotificationItem => ({
    ...newItem('a'),
    isRead,
    status,
  });

  it('counts the items known to be unread', () => {
    expect(countUnread([item(false), item(true), item(false, 'pending')])).toEqual({
      unreadCount: 2,
      isComplete: true,
    });
  });

  it('is incomplete while the read state of an item is unknown', () => {
    expect(countUnread([item(false), item(null, 'pending')])).toEqual({ unreadCount: 1, isComplete: false });
    expect(countUnread([item(null, 'failed')])).toEqual({ unreadCount: 0, isComplete: false });
  });

  it('does not count missing items', () => {
    expect(countUnread([item(false, 'missing'), item(null, 'missing')])).toEqual({
      unreadCount: 0,
      isComplete: true,
    });
  });

  it('returns a complete zero for no items', () => {
    expect(countUnread([])).toEqual({ unreadCount: 0, isComplete: true });
  });
});
