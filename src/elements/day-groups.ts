import type { NotificationItem } from '../inbox/collection.js';
import { dayKey, parseDate } from '../localization/dates.js';

/**
 * The items of each calendar day, by the time at which it begins. One whose date nobody knows goes with those before
 * it; the day of those that come before all others is null.
 */
export function groupByDay(items: readonly NotificationItem[]): Map<number | null, NotificationItem[]> {
  const days = new Map<number | null, NotificationItem[]>();
  let day: number | null = null;
  for (const item of items) {
    const time = parseDate(item.createdDate);
    if (time !== null) day = dayKey(time);
    const others = days.get(day);
    if (others) others.push(item);
    else days.set(day, [item]);
  }
  return days;
}
