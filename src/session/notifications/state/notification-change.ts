import type { NudgeError } from '../../../api/errors.js';
import type { Notification } from '../../../api/schemas/notification.js';
import type { StateContainer, Update } from '../../../common/state-container.js';
import type { StoredChange, StoredContent } from '../../stored-change.js';
import type { PageCounts } from './counts.js';
import type { Claim, Mark } from './marks/claims.js';
import type { Flag, FlagValue } from './marks/marks.js';
import type { AnswerAction, AnswerOrigin, NotificationReference } from './notification-item.js';
import type {
  NotificationState,
  NotificationStoreEvent,
  SourceProgress,
  StoreConditions,
  StoreState,
} from './notification-state.js';

/** Everything that can happen. */
export type NotificationChange =
  // The list
  | { type: 'hostIds'; references: readonly NotificationReference[] }
  // `isAheadOfPage`: they are on a page that is not loaded, and so no arrivals: the customer has followed a link to one, or they are snoozed.
  | { type: 'added'; references: readonly NotificationReference[]; isAheadOfPage?: boolean }
  // `gone`: what the source had listed within the range of the page, and lists no more.
  | ({
      type: 'pageLoaded';
      references: readonly NotificationReference[];
      page: 'first' | 'next';
      /** When the page was requested, in milliseconds since 1970. */
      requestedAt: number;
      /** Whether it is the first page after events were lost: `gone` may be on further pages, which are loaded again. */
      isAfterReset?: boolean;
      /** Whether every page is loaded now. */
      isComplete?: boolean;
      gone: readonly string[];
      /** Those that a former first page has pinned, and this one does not. */
      unpinned?: readonly string[];
      /** The id before a page that was missed; without it, a further page comes last. */
      after?: string | undefined;
      /** The buttons whose press the host handles, by their `onclickAction`. */
      answers?: readonly string[] | undefined;
      /** What the host saves; undefined for all that the source can. */
      saves?: readonly string[] | undefined;
    } & PageCounts)
  | { type: 'deleted'; ids: readonly string[] }
  | { type: 'expired'; ids: readonly string[] }
  | { type: 'deletionFailed'; ids: readonly string[]; error: unknown }
  // Records
  | { type: 'loaded'; id: string; record: Notification; isFetched: boolean }
  | { type: 'failed'; id: string; error: unknown }
  | { type: 'retried'; ids: readonly string[] }
  // This page does what a button is for; null once that is over.
  | { type: 'answering'; id: string; action: AnswerAction | null }
  // What is read, seen, dismissed, snoozed and answered. `ids`: those of the mark that were sent.
  | { type: 'marked'; mark: Mark }
  | { type: 'markSent'; mark: Mark; ids: readonly string[] }
  | { type: 'markSaved'; mark: Mark; ids: readonly string[] }
  | { type: 'markFailed'; mark: Mark; ids: readonly string[]; error: unknown }
  | { type: 'markedByHost'; flag: Flag; ids: readonly string[]; value: FlagValue }
  // `claim` says which "mark all as read".
  | { type: 'allMarked'; claim: Claim<boolean>; until: string }
  // The host has marked everything up to the date. `ids`: what is on no page here.
  | { type: 'markAllSaved'; claim: Claim<boolean>; ids: readonly string[] }
  // It failed, or was undone.
  | { type: 'markAllEnded'; claim: Claim<boolean> }
  // Everything that is there was seen, listed or not. `until`: ISO 8601, as far as dates are known.
  | { type: 'allSeen'; until: string | undefined }
  // The time of what is snoozed has come. `unreadIds`: those that were read before, and have just been marked as unread.
  | { type: 'returned'; ids: readonly string[]; unreadIds: readonly string[] }
  // The device and other tabs
  | { type: 'deviceLoaded'; row: StoredContent; isListed: boolean }
  | { type: 'deviceChanged'; change: StoredChange }
  // Records that another tab has fetched.
  | { type: 'recordShared'; references: readonly NotificationReference[] }
  // Progress and problems
  | { type: 'conditions'; conditions: Partial<StoreConditions> }
  | { type: 'source'; source: SourceProgress }
  | { type: 'sourceFailed'; error: unknown }
  // After it could not be loaded, or had lost its connection.
  | { type: 'sourceReturned' }
  | { type: 'requests'; problem: StoreState['requestProblem']; error?: NudgeError | undefined }
  // Everything was dropped, as when another customer turns up, or the store has ended for good. A sign-out is both.
  // `isRestart`: the store goes on at once, with what the host lists itself.
  | { type: 'cleared'; error?: NudgeError | undefined; isRestart?: boolean }
  | { type: 'closed' };

/** The changes of one type. */
export type ChangeOf<Type extends NotificationChange['type']> = Extract<NotificationChange, { type: Type }>;

/** What a change did, for the subscribers that react to it. */
export interface NotificationOutcome {
  /** For whoever shows the list. */
  readonly events: readonly NotificationStoreEvent[];
  /** No longer on the list, dismissed or expired. */
  readonly hidden: readonly string[];
  /** Of a page: the ids that the last "mark all as read" covers. */
  readonly coveredOnPage: readonly string[];
  /** What the device is to store of it; null for nothing. */
  readonly toStore: Partial<StoredChange> | null;
  /** Whether the records that the device stores are others than before. */
  readonly haveRecordsChanged: boolean;
}

/** What a change has done so far. */
export interface OutcomeDraft {
  /** When the change was applied, in milliseconds since 1970. */
  readonly at: number;
  /** Who says so. */
  readonly from: AnswerOrigin;
  readonly events: NotificationStoreEvent[];
  coveredOnPage: readonly string[];
}

/** What one of the `storedChanges` has done so far: only of these the device stores something. */
export interface StoredOutcomeDraft extends OutcomeDraft {
  toStore: Partial<StoredChange> | null;
  haveRecordsChanged: boolean;
}

/** What an effect receives after each change of these types. */
export type NotificationUpdate<Type extends NotificationChange['type'] = NotificationChange['type']> = Update<
  ChangeOf<Type>,
  NotificationOutcome
>;

/**
 * The state of a store, as its effects share it. A change goes through `reduce`, then to the effects in the order in which
 * `NotificationStore` lists them, and its events then go to the subscribers, such as the elements.
 */
export type NotificationStateContainer = StateContainer<
  StoreState,
  NotificationState,
  NotificationChange,
  NotificationOutcome
>;
