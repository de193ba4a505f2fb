import type { NotificationItem } from '../../session/notifications/state/notification-item.js';
import type { NotificationState } from '../../session/notifications/state/notification-state.js';

/** Which notifications an inbox shows. */
export type InboxFilter = 'all' | 'unread' | 'dismissed' | 'snoozed';

/** Whether the filter shows what the customer has dismissed or snoozed, and may put back. */
export const isPutAside = (filter: InboxFilter): boolean => filter === 'dismissed' || filter === 'snoozed';

/** What the list selects from. */
export function itemsOf(
  { items, dismissedItems, snoozedItems }: NotificationState,
  filter: InboxFilter,
): readonly NotificationItem[] {
  if (filter === 'dismissed') return dismissedItems;
  return filter === 'snoozed' ? snoozedItems : items;
}
