import type { NotificationItem } from '../../inbox/notifications/notification-item.js';
import { dayKey, parseDate } from '../../localization/dates.js';

/** Items are immutable, and parsing their dates is slow. */
const dayByItem = new WeakMap<NotificationItem, number | null>();

/**
 * Groups items by calendar day; the key is the time at which the day begins. An item without a date belongs to the day
 * of the item before it, or to the key null if there is none.
 */
export function groupByDay(items: readonly NotificationItem[]): Map<number | null, NotificationItem[]> {
  const days = new Map<number | null, NotificationItem[]>();
  let day: number | null = null;
  for (const item of items) {
    if (!dayByItem.has(item)) {
      const time = parseDate(item.createdDate);
      dayByItem.set(item, time === null ? null : dayKey(time));
    }
    day = dayByItem.get(item) ?? day;
    const group = days.get(day);
    if (group) group.push(item);
    else days.set(day, [item]);
  }
  return days;
}
