import type { Notification } from '../../api/schemas/notification.js';
import { countUnread, type NotificationItem } from './notification-item.js';
import type { Device } from '../device/device.js';
import type { NotificationSource } from '../sources/source.js';

export interface NotificationStoreOptions {
  /** #7, without retries: the store's queue has its own. */
  retrieve: (id: string, options: { signal: AbortSignal }) => Promise<Notification>;
  ids?: readonly string[];
  source?: NotificationSource;
  /** What the device keeps of the customer, which comes on its own. Without it nothing is kept. */
  device?: () => Promise<Device | null>;
}

/**
 * What keeps the list from being whole.
 * - `offline`: the device has no network. It goes on by itself.
 * - `retrying`: the service does not answer. It is asked again by itself.
 * - `unreachable`: it was given up; `refresh()` tries again.
 * - `unauthenticated`: there is no token, or it was refused; `refresh()` asks for another.
 */
export type NotificationProblem = 'offline' | 'retrying' | 'unreachable' | 'unauthenticated';

/** A picture of the list at one moment; never changed, only replaced. */
export interface NotificationState {
  /** Newest first, as the host told them, without those that are dismissed. */
  readonly items: readonly NotificationItem[];
  /** `loading` until the source's first page is known. */
  readonly status: 'idle' | 'loading' | 'ready';
  /** How many are known to be unread. */
  readonly unreadCount: number;
  /** Whether `unreadCount` is all; false while the reading of some is unknown, or more pages wait. */
  readonly isUnreadCountComplete: boolean;
  /** Whether the source has more pages. */
  readonly hasMore: boolean;
  readonly problem: NotificationProblem | null;
}

export type NotificationStoreEvent =
  | { type: 'change' }
  | { type: 'arrival'; ids: readonly string[] }
  | { type: 'read'; ids: readonly string[]; isRead: boolean }
  | { type: 'dismiss'; ids: readonly string[]; isDismissed: boolean }
  | { type: 'error'; error: unknown; operation: 'load' | 'list' | 'set-read' };

/** The state where these are the items. When all was marked as read, what is not loaded yet is read as well. */
export function pictureOf(
  items: readonly NotificationItem[],
  { status, hasMore }: Pick<NotificationState, 'status' | 'hasMore'>,
  isAllRead: boolean,
  problem: NotificationProblem | null,
): NotificationState {
  const { unreadCount, isComplete } = countUnread(items);
  const isUnreadCountComplete = isComplete && (isAllRead || (status === 'ready' && !hasMore));
  return { items, status, unreadCount, isUnreadCountComplete, hasMore, problem };
}
