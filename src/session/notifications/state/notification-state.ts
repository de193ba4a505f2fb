import type { Answer } from './marks/answers.js';
import type { Claim } from './marks/claims.js';
import { Counts } from './counts.js';
import { createFlags, type Flags } from './marks/flags.js';
import { ItemList } from './item-list.js';
import type { Flag } from './marks/marks.js';
import type { AnswerAction, AnswerOrigin, NotificationItem } from './notification-item.js';

/**
 * What keeps the list from being complete.
 * - `offline`: requests have failed, or the source has lost its connection, and the browser says that there is no network. They are
 *   repeated with growing pauses, and as soon as it says that there is one.
 * - `retrying`: the service does not respond. Requests are repeated with growing pauses.
 * - `unreachable`: the service did not respond for too long; `refresh()` tries again.
 * - `unauthenticated`: `getToken` failed, or the token was refused, or every request was; `refresh()` requests another.
 * - `signed-out`: `getToken` returned null, which is no error; `refresh()` calls it again. Or a sign-out has ended the session.
 *
 * With the last two the list is empty, until a response shows who is signed in.
 */
export type NotificationProblem = 'offline' | 'retrying' | 'unreachable' | 'unauthenticated' | 'signed-out';

/** Whether the customer has to sign in: nothing is shown of whoever was signed in before. */
export function needsSignIn(problem: NotificationProblem | null): boolean {
  return problem === 'signed-out' || problem === 'unauthenticated';
}

/** The list at one moment. Never changed, only replaced. */
export interface NotificationState {
  /** The pinned ones first, else newest first, in the host's order, without the dismissed, the snoozed and the expired ones. */
  readonly items: readonly NotificationItem[];
  /** The dismissed ones that exist, newest first. */
  readonly dismissedItems: readonly NotificationItem[];
  /** The snoozed ones that are on the pages loaded so far, newest first, without the dismissed ones. */
  readonly snoozedItems: readonly NotificationItem[];
  /** `loading` until the source's first page is known. */
  readonly status: 'idle' | 'loading' | 'ready';
  /** How many are unread, as far as is known. */
  readonly unreadCount: number;
  /**
   * Whether `unreadCount` is exact. It is if the source says how many are unread; otherwise not while the read state of
   * some is unknown, or more pages wait.
   */
  readonly isUnreadCountComplete: boolean;
  /** How many are unread with each tag, on all pages; null unless the source says that, and what has changed since is known. */
  readonly unreadCountByTag: ReadonlyMap<string, number> | null;
  /** How many are unread and have come since the customer looked at the list last, as far as is known. */
  readonly unseenCount: number;
  /** Whether `unseenCount` is exact, as `isUnreadCountComplete` says of `unreadCount`. */
  readonly isUnseenCountComplete: boolean;
  /** Whether the source has more pages. */
  readonly hasMore: boolean;
  /** Whether so many pages in a row were empty that the next one is loaded only by `loadMore()`. */
  readonly isLoadingPaused: boolean;
  /** What keeps the list from being complete; null if nothing does. */
  readonly problem: NotificationProblem | null;
  /** Whether new notifications may be delayed: the source has lost its connection, and tries to connect again. */
  readonly isReconnecting: boolean;
}

/** The state without any notification. */
export const emptyNotifications: NotificationState = {
  items: [],
  dismissedItems: [],
  snoozedItems: [],
  status: 'ready',
  unreadCount: 0,
  isUnreadCountComplete: true,
  unreadCountByTag: null,
  unseenCount: 0,
  isUnseenCountComplete: true,
  hasMore: false,
  isLoadingPaused: false,
  problem: null,
  isReconnecting: false,
};

/**
 * What a listener of the store receives.
 * - `change`: the state was replaced.
 * - `arrival`: new notifications came on top, or snoozed ones came back.
 * - `insert`: others came on top that were read before, for instance elsewhere.
 * - `read-change`: the read state of notifications changed, whoever changed it: the customer here or in another tab, the
 *   host, or a rollback of what the host did not save.
 * - `seen-change`: notifications were seen, whoever reported that.
 * - `dismiss-change`: notifications were dismissed or restored, whoever did that, as above.
 * - `answer-change`: a notification was answered, is about to be, or is open again, whoever did that, as above. `from` says who.
 * - `reconnect`: the source works again, after `isReconnecting` or a list that could not be loaded.
 * - `error`: something could not be loaded (`load`: a record, `list`: the source) or saved (`set-read`, `set-seen`,
 *   `set-dismissed`, `set-snoozed`, `set-answer`) or deleted (`remove`). Only "seen" is not rolled back then.
 */
export type NotificationStoreEvent =
  | { type: 'change' }
  | { type: 'arrival'; ids: readonly string[] }
  | { type: 'insert'; ids: readonly string[] }
  | { type: 'read-change'; ids: readonly string[]; isRead: boolean }
  | { type: 'seen-change'; ids: readonly string[] }
  | { type: 'dismiss-change'; ids: readonly string[]; isDismissed: boolean }
  | { type: 'answer-change'; ids: readonly string[]; answer: Answer | null; from: AnswerOrigin }
  | { type: 'reconnect' }
  | { type: 'error'; error: unknown; operation: 'load' | 'list' }
  // `isAll`: everything was to be marked, the pages that are not loaded too.
  | {
      type: 'error';
      error: unknown;
      operation: 'set-read';
      ids: readonly string[];
      isRead: boolean;
      isAll: boolean;
    }
  | { type: 'error'; error: unknown; operation: 'set-seen' | 'remove'; ids: readonly string[] }
  | {
      type: 'error';
      error: unknown;
      operation: 'set-dismissed';
      ids: readonly string[];
      isDismissed: boolean;
    }
  // `until`: milliseconds since 1970; null if they were to come back at once.
  | {
      type: 'error';
      error: unknown;
      operation: 'set-snoozed';
      ids: readonly string[];
      until: number | null;
    }
  // `action`: the button.
  | {
      type: 'error';
      error: unknown;
      operation: 'set-answer';
      ids: readonly string[];
      action: AnswerAction | null;
    };

/** One "mark all as read", which also covers the pages that are loaded later. */
export interface MarkAll {
  /** What the customer claims of each notification that it marks. */
  readonly claim: Claim<boolean>;
  /** ISO 8601: what is dated later was not there yet. */
  readonly until: string;
  /** Whether the host has marked what is on no page here: then it knows better how many are unread. */
  readonly isSaved: boolean;
}

/** How far the host's source was loaded. */
export interface SourceProgress {
  readonly status: NotificationState['status'];
  readonly hasMore: boolean;
  /** Whether the next page is loaded only on request. */
  readonly isPaused: boolean;
  /** Why the last page could not be loaded. */
  readonly problem: 'unreachable' | 'signed-out' | null;
  /** Whether it has lost the connection over which its events come. */
  readonly isReconnecting: boolean;
}

/** What the store can do at the moment. */
export interface StoreConditions {
  /** Whether the store has a subscriber. */
  readonly isRunning: boolean;
  /** Whether the browser says that there is no network, and nothing has proved it wrong: what has failed has another name then. */
  readonly isOffline: boolean;
  readonly isPageHidden: boolean;
  /** Whether what the device stored may still come. */
  readonly isDevicePending: boolean;
  /**
   * Why nothing is shown and requested: the page is in the back/forward cache, or has returned from it, and it is not known who is signed
   * in. Null if that is known.
   */
  readonly returning: 'checking' | 'unreachable' | null;
}

/**
 * Everything the store knows. `reduce` replaces it as a whole, with one exception: `list`, `flags` and `counts` may hold
 * an entry for each notification and are updated in place, because to copy 100,000 entries for each change would freeze
 * the page. Only `selectState` hands anything out, and what it returns never changes.
 */
export interface StoreState extends StoreConditions {
  readonly list: ItemList;
  readonly flags: Flags;
  readonly counts: Counts;
  readonly source: SourceProgress;
  /** The "mark all as read" that covers what is loaded from now on. */
  readonly markAll: MarkAll | null;
  /** The buttons whose press the host handles, by their `onclickAction`. */
  readonly hostActions: readonly string[];
  readonly requestProblem: Exclude<NotificationProblem, 'offline'> | null;
  /** Whether the session has ended by a sign-out. */
  readonly isSignedOut: boolean;
  /** Identifies the visit of one customer: another object once that has ended, so that whatever is noted of it goes. */
  readonly visit: object;
}

/** What the host's source can do. */
export interface SourceAbilities {
  /** Whether it has pages to load. */
  readonly canLoadPages: boolean;
  /** What it saves. */
  readonly saves: Readonly<Record<Flag, boolean>>;
}

export function createStoreState({ canLoadPages, saves }: SourceAbilities): StoreState {
  const flags = createFlags(saves);
  const list = new ItemList(flags);
  return {
    list,
    flags,
    counts: new Counts(list, flags),
    // A source without pages is ready at once.
    source: {
      status: canLoadPages ? 'idle' : 'ready',
      hasMore: false,
      isPaused: false,
      problem: null,
      isReconnecting: false,
    },
    markAll: null,
    hostActions: [],
    requestProblem: null,
    isSignedOut: false,
    visit: {},
    isRunning: false,
    isOffline: false,
    isPageHidden: false,
    isDevicePending: false,
    returning: null,
  };
}

/** What the store shows of its state: nothing while the customer has to sign in. */
export function selectState(state: StoreState): NotificationState {
  const { list, counts, source, markAll, requestProblem, isSignedOut } = state;
  const { isDevicePending, returning } = state;
  const cause = isSignedOut ? 'signed-out' : (requestProblem ?? source.problem);
  const problem = nameProblem(state, cause, source.isReconnecting);
  if (returning && !isSignedOut) return selectReturning(state, returning);
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

/** What has failed is named after the network, if there seems to be none. */
function nameProblem(
  { isRunning, isOffline }: StoreState,
  cause: NotificationProblem | null,
  isReconnecting = false,
): NotificationProblem | null {
  const hasFailed = cause === 'retrying' || cause === 'unreachable' || (cause === null && isReconnecting);
  return isRunning && isOffline && hasFailed ? 'offline' : cause;
}

/** Whoever sees the page may not be the customer who has left it. */
function selectReturning(
  state: StoreState,
  returning: NonNullable<StoreConditions['returning']>,
): NotificationState {
  return {
    ...emptyNotifications,
    status: 'loading',
    isUnreadCountComplete: false,
    isUnseenCountComplete: false,
    problem: nameProblem(state, returning === 'unreachable' ? returning : null),
  };
}
