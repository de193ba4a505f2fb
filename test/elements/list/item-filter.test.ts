import { expect } from '@open-wc/testing';
import { notificationSchema } from '../../../src/api/schemas/notification.js';
import { ItemFilter } from '../../../src/elements/list/shown-items.js';
import {
  newItem,
  withRead,
  withRecord,
  type NotificationItem,
} from '../../../src/session/notifications/state/notification-item.js';

function makeItem(id: string, isRead: boolean | null, ...tags: string[]): NotificationItem {
  const payload = { tags: tags.map((tagName) => ({ tagName })) };
  return withRead(withRecord(newItem(id), notificationSchema.parse({ id, payload })), isRead);
}

const idsOf = (items: readonly NotificationItem[]): string => items.map(({ id }) => id).join(' ');
const allFilter = { filter: 'all', tag: null } as const;
const unreadFilter = { filter: 'unread', tag: null } as const;

describe('ItemFilter', () => {
  it('returns all items unchanged without a filter', () => {
    const items = [makeItem('a', true), makeItem('b', false)];
    expect(new ItemFilter().select(items, allFilter)).to.equal(items);
  });

  it('holds back pending arrivals, counts those still listed, and releases them', () => {
    const itemFilter = new ItemFilter();
    const items = ['a', 'b', 'c'].map((id) => makeItem(id, false));
    itemFilter.hold(['a', 'b', 'gone']);
    expect([idsOf(itemFilter.select(items, allFilter)), itemFilter.waitingCount]).to.deep.equal(['c', 2]);
    expect([idsOf(itemFilter.select(items.slice(1), allFilter)), itemFilter.waitingCount]).to.deep.equal([
      'c',
      1,
    ]);
    itemFilter.release();
    expect([idsOf(itemFilter.select(items, allFilter)), itemFilter.waitingCount]).to.deep.equal(['a b c', 0]);
  });

  it('keeps items that are read meanwhile in the unread filter until reset()', () => {
    const itemFilter = new ItemFilter();
    const before = [makeItem('a', false), makeItem('b', true), makeItem('c', null)];
    expect(idsOf(itemFilter.select(before, unreadFilter))).to.equal('a c');
    const after = [makeItem('a', true), makeItem('b', true), makeItem('c', false)];
    expect(idsOf(itemFilter.select(after, unreadFilter))).to.equal('a c');
    itemFilter.reset();
    expect(idsOf(itemFilter.select(after, unreadFilter))).to.equal('c');
  });

  it('keeps a loaded item whose read state was unknown when it is read', () => {
    const itemFilter = new ItemFilter();
    const pending = newItem('b');
    expect(idsOf(itemFilter.select([makeItem('a', null), pending], unreadFilter))).to.equal('a b');
    expect(
      idsOf(itemFilter.select([makeItem('a', true), makeItem('b', true)], unreadFilter)),
      'what loads as read was never unread',
    ).to.equal('a');
  });

  it('counts as held back only what the filter and the tag show', () => {
    const itemFilter = new ItemFilter();
    const items = [
      makeItem('a', true, 'Orders'),
      makeItem('b', false),
      makeItem('c', false, 'Orders'),
      makeItem('d', false),
    ];
    itemFilter.hold(['a', 'b', 'c']);
    const countFor = (filter: 'all' | 'unread', tag: string | null): number => {
      itemFilter.select(items, { filter, tag });
      return itemFilter.waitingCount;
    };
    expect([countFor('all', null), countFor('unread', null)]).to.deep.equal([3, 2]);
    expect([countFor('all', 'Orders'), countFor('unread', 'Orders')]).to.deep.equal([2, 1]);
  });

  it('excludes missing items from the unread filter, and does not treat held items as shown', () => {
    const itemFilter = new ItemFilter();
    const missing: NotificationItem = { ...newItem('x'), status: 'missing' };
    itemFilter.hold(['b']);
    expect(
      idsOf(itemFilter.select([missing, makeItem('a', false), makeItem('b', false)], unreadFilter)),
    ).to.equal('a');
    itemFilter.release();
    expect(idsOf(itemFilter.select([makeItem('b', true)], unreadFilter))).to.equal('');
  });

  it('filters by tag, and includes items whose tags are not known yet', () => {
    const items = [
      makeItem('a', false, 'Orders'),
      makeItem('b', false, 'orders'),
      newItem('c'),
      { ...newItem('d'), status: 'failed' as const },
      makeItem('e', true, 'x', 'Orders'),
    ];
    expect(idsOf(new ItemFilter().select(items, { filter: 'all', tag: 'Orders' }))).to.equal('a c e');
    expect(idsOf(new ItemFilter().select(items, { filter: 'unread', tag: 'Orders' }))).to.equal('a c');
    expect(idsOf(new ItemFilter().select(items, { filter: 'all', tag: '__proto__' }))).to.equal('c');
  });
});
