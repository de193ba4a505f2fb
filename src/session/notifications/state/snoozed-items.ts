import { snoozedUntil } from '../../device/stored-snooze.js';
import type { NotificationItem } from './notification-item.js';
import type { StoreState } from './notification-state.js';

/** Each item with when it comes back: the same object for as long as both are. */
const snoozedItems = new WeakMap<NotificationItem, NotificationItem>();

function withUntil(item: NotificationItem, until: number): NotificationItem {
  const date = new Date(until).toISOString();
  let snoozed = snoozedItems.get(item);
  if (snoozed?.snoozedUntil !== date) snoozedItems.set(item, (snoozed = { ...item, snoozedUntil: date }));
  return snoozed;
}

/** The snoozed notifications that are listed, newest first, without those that are dismissed or no longer exist. */
export function selectSnoozed({ list, snoozes }: StoreState): NotificationItem[] {
  const times = new Map<string, number>();
  for (const [id, snooze] of snoozes) {
    const until = snoozedUntil(snooze);
    if (until !== null && !list.isDismissed(id) && list.get(id).status !== 'missing') times.set(id, until);
  }
  // Most customers have none, and the list may be long.
  if (times.size === 0) return [];
  return list.wholeOrder.flatMap((id) => {
    const until = times.get(id);
    return until === undefined ? [] : withUntil(list.get(id), until);
  });
}
