import type { NotificationItem } from '../../inbox/notifications/notification-item.js';
import { dayKey, parseDate } from '../../localization/dates.js';

/** An item never changes, and to read its date takes long. */
const known = new WeakMap<NotificationItem, number | null>();

/**
 * The items of each calendar day, by the time at which it begins. One whose date nobody knows goes with those before
 * it; the day of those that come before all others is null.
 */
export function groupByDay(items: readonly NotificationItem[]): Map<number | null, NotificationItem[]> {
  const days = new Map<number | null, NotificationItem[]>();
  let day: number | null = null;
  for (const item of items) {
    if (!known.has(item)) {
      const time = parseDate(item.createdDate);
      known.set(item, time === null ? null : dayKey(time));
    }
    day = known.get(item) ?? day;
    const others = days.get(day);
    if (others) others.push(item);
    else days.set(day, [item]);
  }
  return days;
}
