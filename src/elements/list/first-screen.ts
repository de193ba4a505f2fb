import type { NotificationItem } from '../../session/notifications/state/notification-item.js';

/** The height of the smallest card, in pixels: one that has only a title. */
const minCardHeightPx = 66;
/** Further records are requested as they come into view, however large the list is. */
export const maxFirstCards = 8;

/** How many cards the part of the list that is on the screen has room for; 0 where it is hidden or has no height. */
function countCards(list: Element): number {
  const { top, bottom, width } = list.getBoundingClientRect();
  if (width === 0 || document.visibilityState !== 'visible') return 0;
  return Math.ceil((Math.min(bottom, innerHeight) - Math.max(top, 0)) / minCardHeightPx);
}

/**
 * Finds the ids of what a list shows first, at most 8, if any of these needs a record. It can be requested at once: the
 * browser reports which rows are visible only after they are laid out.
 *
 * @param needsRecord Whether a record is still to be fetched.
 */
export function findFirstScreen(
  list: Element | null,
  items: readonly NotificationItem[],
  needsRecord: (id: string) => boolean,
): string[] {
  const ids = items.slice(0, maxFirstCards).map(({ id }) => id);
  // To measure the list forces a layout.
  return list && ids.some(needsRecord) ? ids.slice(0, Math.max(0, countCards(list))) : [];
}
