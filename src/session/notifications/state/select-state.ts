import {
  emptyNotifications,
  needsSignIn,
  type NotificationState,
  type StoreState,
} from './notification-state.js';

/** What the store shows of its state: nothing while the customer has to sign in. */
export function selectState(state: StoreState): NotificationState {
  const { list, counts, source, markAll, requestProblem, isSignedOut } = state;
  const { isRunning, isOffline, isDevicePending } = state;
  const cause = isSignedOut ? 'signed-out' : (requestProblem ?? source.problem);
  const problem = isRunning && isOffline ? 'offline' : cause;
  if (needsSignIn(cause)) return { ...emptyNotifications, problem };
  const { items } = list;
  return {
    items,
    dismissedItems: list.dismissedItems.filter(({ status }) => status !== 'missing'),
    snoozedItems: list.snoozedItems,
    status: source.status === 'idle' && isDevicePending ? 'loading' : source.status,
    ...counts.select(items, {
      isListComplete: source.status === 'ready' && !source.hasMore,
      markAll,
    }),
    hasMore: source.hasMore,
    isLoadingPaused: source.isPaused,
    problem,
    isReconnecting: source.isReconnecting,
  };
}
