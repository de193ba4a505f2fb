import { listDate, type NotificationItem } from '../../session/notifications/state/notification-item.js';
import { dayKey, headingKey, parseDate } from '../../localization/dates.js';

/** Items are immutable, and parsing their dates is slow. */
const dayByItem = new WeakMap<NotificationItem, number | null>();

/**
 * Groups items by the heading that they belong below; the key is the time at which its day or month begins. An item
 * without a date belongs below the heading of the item before it, or to the key null if there is none.
 */
export function groupByDate(
  items: readonly NotificationItem[],
  now: number,
): Map<number | null, NotificationItem[]> {
  const groups = new Map<number | null, NotificationItem[]>();
  let day: number | null = null;
  let key: number | null = null;
  for (const item of items) {
    if (!dayByItem.has(item)) {
      const time = parseDate(listDate(item));
      dayByItem.set(item, time === null ? null : dayKey(time));
    }
    const itemDay: number | null = dayByItem.get(item) ?? day;
    // Neighbours are mostly of the same day, and calculating with dates is slow, too.
    if (itemDay !== day && itemDay !== null) key = headingKey(itemDay, now);
    day = itemDay;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
