import { snoozedUntil } from '../../stored.js';
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
    snoozedItems: selectSnoozed(state),
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

/** Each item with when it comes back: the same object for as long as both are. */
const snoozedItems = new WeakMap<NotificationItem, NotificationItem>();

function withUntil(item: NotificationItem, until: number): NotificationItem {
  const date = new Date(until).toISOString();
  let snoozed = snoozedItems.get(item);
  if (snoozed?.snoozedUntil !== date) snoozedItems.set(item, (snoozed = { ...item, snoozedUntil: date }));
  return snoozed;
}

/** The snoozed notifications that are listed, newest first, without those that are dismissed or no longer exist. */
function selectSnoozed({ list, snoozes }: StoreState): NotificationItem[] {
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
