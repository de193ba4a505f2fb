import type { NotificationState } from '../../session/notifications/state/notification-state.js';
import type { Localization } from '../../localization/localization.js';
import { formatCount, plural } from '../../localization/messages.js';

/** What the badge of a bell counts: what came since the panel was opened last, or all that is unread. */
export type BellBadge = 'unseen' | 'unread';

export interface BellCount {
  badge: BellBadge;
  count: number;
  /** Whether `count` is exact; if not, it is at least so many. */
  isComplete: boolean;
}

/** Selects the count that the page has chosen. */
export function selectCount(state: NotificationState, badge: BellBadge): BellCount {
  return badge === 'unread'
    ? { badge, count: state.unreadCount, isComplete: state.isUnreadCountComplete }
    : { badge: 'unseen', count: state.unseenCount, isComplete: state.isUnseenCountComplete };
}

/**
 * The text of the badge. Empty for a plain dot: a number that only grows while pages are loaded would mislead.
 *
 * @param max the highest number to show; more are `99+`
 */
export function badgeText({ count, isComplete }: BellCount, max: number, locale: string): string {
  if (!isComplete) return '';
  return `${formatCount(Math.min(count, max), locale)}${count > max ? '+' : ''}`;
}

/** The accessible name of the bell: its label, with the count in words. */
export function nameWithCount(
  label: string,
  { badge, count, isComplete }: BellCount,
  { locale, messages }: Localization,
): string {
  if (count === 0) return label;
  const [exact, atLeast] =
    badge === 'unread'
      ? [messages.bellUnread, messages.bellUnreadAtLeast]
      : [messages.bellUnseen, messages.bellUnseenAtLeast];
  return plural(isComplete ? exact : atLeast, count, locale, { label });
}
