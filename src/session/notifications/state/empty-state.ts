import type { NotificationState } from './notification-state.js';

/** The state without any notification. */
export const emptyNotifications: NotificationState = {
  items: [],
  dismissedItems: [],
  snoozedItems: [],
  status: 'ready',
  unreadCount: 0,
  isUnreadCountComplete: true,
  unseenCount: 0,
  isUnseenCountComplete: true,
  hasMore: false,
  problem: null,
};
