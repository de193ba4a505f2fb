import { describe, expect, it } from 'vitest';
import { notificationSchema } from '../../src/api/schemas/notification.js';
import {
  newItem,
  withRead,
  withRecord,
  type NotificationItem,
} from '../../src/inbox/notifications/notification-item.js';
import { Selection } from '../../src/elements/inbox/selection.js';

function itemOf(id: string, isRead: boolean | null, ...tags: string[]): NotificationItem {
  const payload = { tags: tags.map((tagName) => ({ tagName })) };
  return withRead(withRecord(newItem(id), notificationSchema.parse({ id, payload })), isRead);
}

const ids = (items: readonly NotificationItem[]): string => items.map(({ id }) => id).join(' ');
const all = { filter: 'all', tag: null } as const;
const unread = { filter: 'unread', tag: null } as const;

describe('Selection', () => {
  it('shows all, as they are', () => {
    const items = [itemOf('a', true), itemOf('b', false)];
    expect(new Selection().select(items, all)).toBe(items);
  });

  it('holds back what waits, counts of it what there is, and lets it go', () => {
    const selection = new Selection();
    const items = ['a', 'b', 'c'].map((id) => itemOf(id, false));
    selection.hold(['a', 'b', 'gone']);
    expect([ids(selection.select(items, all)), selection.waitingCount]).toEqual(['c', 2]);
    expect([ids(selection.select(items.slice(1), all)), selection.waitingCount]).toEqual(['c', 1]);
    selection.release();
    expect([ids(selection.select(items, all)), selection.waitingCount]).toEqual(['a b c', 0]);
  });

  it('keeps among the unread what is read meanwhile, until it begins anew', () => {
    const selection = new Selection();
    const before = [itemOf('a', false), itemOf('b', true), itemOf('c', null)];
    expect(ids(selection.select(before, unread))).toBe('a c');
    const after = [itemOf('a', true), itemOf('b', true), itemOf('c', false)];
    expect(ids(selection.select(after, unread))).toBe('a c');
    selection.reset();
    expect(ids(selection.select(after, unread))).toBe('c');
  });

  it('does not count as unread what does not exist, nor take what waits for seen', () => {
    const selection = new Selection();
    const missing: NotificationItem = { ...newItem('x'), status: 'missing' };
    selection.hold(['b']);
    expect(ids(selection.select([missing, itemOf('a', false), itemOf('b', false)], unread))).toBe('a');
    selection.release();
    expect(ids(selection.select([itemOf('b', true)], unread))).toBe('');
  });

  it('shows those with the tag, and those of which nobody knows yet', () => {
    const items = [
      itemOf('a', false, 'Orders'),
      itemOf('b', false, 'orders'),
      newItem('c'),
      { ...newItem('d'), status: 'failed' as const },
      itemOf('e', true, 'x', 'Orders'),
    ];
    expect(ids(new Selection().select(items, { filter: 'all', tag: 'Orders' }))).toBe('a c e');
    expect(ids(new Selection().select(items, { filter: 'unread', tag: 'Orders' }))).toBe('a c');
    expect(ids(new Selection().select(items, { filter: 'all', tag: '__proto__' }))).toBe('c');
  });
});
