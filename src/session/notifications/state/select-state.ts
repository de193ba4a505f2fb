import { countUnread, type NotificationItem } from './notification-item.js';
import type { NotificationState, StoreState } from './notification-state.js';

/** What the store shows of its state. While all is marked as read, what is not loaded yet counts as read, unless the host counts. */
export function selectState(state: StoreState): NotificationState {
  const { list, unlistedUnread, source, markAll, requestProblem, isSignedOut } = state;
  const { isRunning, isOffline, isDevicePending } = state;
  const { items } = list;
  const { unreadCount, isComplete } = countUnread(items);
  const hasPages = source.status === 'ready' && !source.hasMore;
  const isMarking = markAll !== null && !(markAll.isSaved && unlistedUnread.count !== null);
  const hasAll = isComplete && (isMarking || hasPages);
  const isMarked = hasAll || isMarking;
  const problem = isSignedOut ? 'signed-out' : (requestProblem ?? source.problem);
  return {
    items,
    dismissedItems: list.dismissedItems.filter(({ status }) => status !== 'missing'),
    snoozedItems: list.snoozedItems,
    status: source.status === 'idle' && isDevicePending ? 'loading' : source.status,
    unreadCount: unreadCount + (isMarked ? 0 : (unlistedUnread.count ?? 0)),
    isUnreadCountComplete: hasAll || unlistedUnread.count !== null,
    ...countUnseen(state, items, hasPages),
    hasMore: source.hasMore,
    problem: isRunning && isOffline ? 'offline' : problem,
  };
}

function countUnseen(
  { flags: { seen }, markAll, unlistedUnread, unlistedUnseen }: StoreState,
  items: readonly NotificationItem[],
  hasPages: boolean,
): Pick<NotificationState, 'unseenCount' | 'isUnseenCountComplete'> {
  let unseenCount = 0;
  let isComplete = true;
  // The list may be long.
  for (const item of items) {
    const isUnseen = seen.isUnseen(item);
    if (isUnseen) unseenCount += 1;
    else if (isUnseen === null) isComplete = false;
  }
  const areUnlistedSeen = hasPages || markAll !== null || seen.areUnlistedSeenBelow(items.at(-1));
  const { count } = unlistedUnseen;
  // What is read elsewhere is seen too, but was not necessarily unseen before: at most what is unread can be unseen.
  const outside = Math.min(count ?? 0, unlistedUnread.count ?? Infinity);
  return {
    unseenCount: unseenCount + (areUnlistedSeen ? 0 : outside),
    isUnseenCountComplete: (isComplete && areUnlistedSeen) || count !== null,
  };
}
