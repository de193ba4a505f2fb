import { describe, expect, it } from 'vitest';
import {
  countUnread,
  newItem,
  withRead,
  withRecord,
  type NotificationItem,
} from '../../../src/inbox/notifications/notification-item.js';
import { makeRecord } from '../fakes.js';

const day = (number: number): string => `2025-11-${String(number).padStart(2, '0')}T10:00:00Z`;

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
