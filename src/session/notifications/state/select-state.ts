import { countUnread, type NotificationItem } from './notification-item.js';
import {
  emptyNotifications,
  needsSignIn,
  type NotificationState,
  type StoreState,
} from './notification-state.js';

/**
 * What the store shows of its state: nothing while the customer has to sign in. While all is marked as read, what is not loaded yet
 * counts as read, unless the host counts.
 */
export function selectState(state: StoreState): NotificationState {
  const { list, unlistedUnread, unreadByTag, source, markAll, requestProblem, isSignedOut } = state;
  const { isRunning, isOffline, isDevicePending } = state;
  const cause = isSignedOut ? 'signed-out' : (requestProblem ?? source.problem);
  const problem = isRunning && isOffline ? 'offline' : cause;
  if (needsSignIn(cause)) return { ...emptyNotifications, problem };
  const { items } = list;
  const { unreadCount, isComplete } = countUnread(items);
  const isCounted = ({ id, isRead, status }: NotificationItem): boolean =>
    isRead !== null || status === 'missing' || unlistedUnread.covers(id);
  const isCountedByHost = unlistedUnread.count !== null && (isComplete || items.every(isCounted));
  const isListComplete = source.status === 'ready' && !source.hasMore;
  const isMarking = markAll !== null && !(markAll.isSaved && unlistedUnread.count !== null);
  const hasAll = isComplete && (isMarking || isListComplete);
  const isMarked = hasAll || isMarking;
  return {
    items,
    dismissedItems: list.dismissedItems.filter(({ status }) => status !== 'missing'),
    snoozedItems: list.snoozedItems,
    status: source.status === 'idle' && isDevicePending ? 'loading' : source.status,
    unreadCount: unreadCount + (isMarked ? 0 : (unlistedUnread.count ?? 0)),
    isUnreadCountComplete: hasAll || isCountedByHost,
    unreadCountByTag: unreadByTag.select(list, isMarking),
    ...countUnseen(state, items, isListComplete),
    hasMore: source.hasMore,
    problem,
    isReconnecting: source.isReconnecting,
  };
}

function countUnseen(
  { flags: { seen }, markAll, unlistedUnread, unlistedUnseen }: StoreState,
  items: readonly NotificationItem[],
  isListComplete: boolean,
): Pick<NotificationState, 'unseenCount' | 'isUnseenCountComplete'> {
  let unseenCount = 0;
  let isComplete = true;
  // The host has counted these, if they are unread.
  let unseenIfUnread = 0;
  let seenIfUnread = 0;
  // The list may be long.
  for (const item of items) {
    const { id, isRead, status } = item;
    const isUnseen = seen.isUnseen(item);
    if (isUnseen) unseenCount += 1;
    else if (isRead !== null || status === 'missing') continue;
    else if (!unlistedUnread.covers(id) && !unlistedUnseen.covers(id)) isComplete &&= isUnseen === false;
    else if (isUnseen === null) unseenIfUnread += 1;
    else seenIfUnread += 1;
  }
  const areUnlistedSeen = isListComplete || markAll !== null || seen.areUnlistedSeenBelow(items.at(-1));
  const unread = unlistedUnread.count;
  const { count } = unlistedUnseen;
  if (count !== null) {
    // What is read elsewhere is seen too, but was not necessarily unseen before: at most what is unread can be unseen.
    const outside = Math.min(count, unread ?? Infinity, areUnlistedSeen ? unseenIfUnread : Infinity);
    return { unseenCount: unseenCount + outside, isUnseenCountComplete: true };
  }
  if (unread === null) return { unseenCount, isUnseenCountComplete: isComplete && areUnlistedSeen };
  // The host says how many are unread, but not which, nor how many of them are unseen: all that are not known as seen.
  const atMost = areUnlistedSeen ? Math.min(unread, unseenIfUnread) : unread;
  const seenAtMost = areUnlistedSeen && !isListComplete ? Infinity : seenIfUnread;
  const atLeast = Math.min(atMost, Math.max(0, unread - seenAtMost));
  return { unseenCount: unseenCount + atLeast, isUnseenCountComplete: isComplete && atLeast === atMost };
}
