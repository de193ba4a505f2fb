import { assertCount, assertNumber } from '../errors/check-options.js';
import type { EventChannel } from './event-channel.js';
import type {
  AnswerAction,
  InboxAnswer,
  InboxReference,
  NumberedEvent,
  PendingInboxAnswer,
} from './inbox-event.js';

/**
 * A change of what the customer has done with notifications. What is seen or read also covers those that were created up to
 * the date `until`, in ISO 8601 with milliseconds. The event names all that it changed.
 *
 * What is snoozed is seen until its time is over. Then it is unseen, and unread unless it was marked since; the event is `add`.
 */
export type InboxMark =
  | { type: 'read'; ids: readonly string[]; isRead: boolean; until?: string | undefined }
  | { type: 'seen'; ids: readonly string[]; until?: string | undefined }
  | { type: 'dismiss'; ids: readonly string[]; isDismissed: boolean }
  | { type: 'snooze'; ids: readonly string[]; snoozedUntil: string | null };

/**
 * A change of the answer to a notification, of which the store knows when it is. One that is given also marks as read.
 *
 * - `claim` reserves it for a button, for so many milliseconds: if there is none, or a claim of the same button has lapsed. What has
 *   expired cannot be claimed. The claim has a number that no other one of the customer has.
 * - `renew` and `end` are for the holder of a claim, also if it has lapsed, but nobody else has claimed it since. A claim that followed a
 *   lapsed one ends as a lapsed one: only the same button can be pressed, because the first try may have done something.
 * - `give` stores the outcome: with a claim as its holder, without one if it could be claimed.
 * - `set` replaces whatever there is. Without a date, it is now, and an answer with the same button and text stays as it is.
 */
export type AnswerChange =
  | { type: 'claim'; action: AnswerAction; lapseMs: number }
  | { type: 'renew'; claim: number; lapseMs: number }
  | { type: 'end'; claim: number }
  | { type: 'give'; action: AnswerAction; text: string; claim: number | null }
  | { type: 'set'; answer: { action: AnswerAction; text: string; date: string | null } | null };

/** The answer to a notification after a change. */
export interface AnswerState {
  /** Whether the change was made. */
  hasChanged: boolean;
  /** The number of the last claim. What was given without one, or set, has a number, too. Null if there was none. */
  claim: number | null;
  /** What stands, whoever gave it. */
  answer: InboxAnswer | PendingInboxAnswer | null;
}

/** Notifications to add to those of a customer. */
export interface CustomerReferences {
  customerId: string;
  references: readonly InboxReference[];
}

/** Where a page of the list starts: after this notification. */
export interface ListPosition {
  createdDate: string;
  id: string;
}

/** Which page of a customer's list is loaded. */
export interface ListQuery {
  /** How many notifications the page has at most. */
  limit: number;
  /** After which notification the page starts. Without it, it is the first one. */
  after?: ListPosition | undefined;
  /** Whether the unread ones of each tag are counted. Default: no. */
  countsByTag?: boolean | undefined;
}

/** A page of a customer's list with what belongs to it, all as it was at one moment. What has expired is no part of it. */
export interface ListPage {
  /** The notifications of the page, newest first. */
  references: InboxReference[];
  /** Whether there are older ones. */
  hasMore: boolean;
  /** How many notifications of the customer are unread, on all pages. What is dismissed does not count. */
  unreadCount: number;
  /** How many are unseen, counted in the same way. */
  unseenCount: number;
  /** How many are unread with each tag, if that was to be counted; null if the tags of one are unknown. */
  unreadCountByTag: ReadonlyMap<string, number> | null;
  /** Of the first page: the newest 25 that are pinned and not dismissed, newest first, also if they are on the page. */
  pinned: InboxReference[];
  /**
   * Of the first page of several: what is snoozed and neither on the page nor among the pinned ones. That is what comes back next,
   * at most 100, and what came back last, at most 100, unless that was before the last one of the page was created.
   */
  snoozed: InboxReference[];
  /** The number of the customer's last event; 0 if there was none. */
  lastEvent: number;
}

/** How many notifications of a customer are unread and unseen, as it was at one moment. Neither what is dismissed nor what has expired counts. */
export interface InboxCounts {
  /** How many are unread. */
  unreadCount: number;
  /** How many are unseen. */
  unseenCount: number;
  /**
   * After how many milliseconds these numbers may be others without an event: what is snoozed comes back then, or what counts expires. Null
   * if nothing of that is to come.
   */
  changesInMs: number | null;
  /** The number of the customer's last event; 0 if there was none. */
  lastEvent: number;
}

/** A page of a customer has received their events up to this one; 0 if there was none. */
export interface EventPosition {
  customerId: string;
  after: number;
}

/** How much `eventsOf` loads of each customer. */
export interface EventLimits {
  /** How many events a page may have missed. If there are more, it loads its list anew. */
  events: number;
  /** How many ids these events may name in all. */
  ids: number;
  /**
   * How many bytes of events are loaded: at least one event, and then as many as fit. Notifications that were added are
   * among them with their records. If those of one event alone have more, the page loads its list anew.
   */
  bytes: number;
  /** After how many milliseconds nobody waits any more: a store that can ends the load then. */
  timeoutMs: number;
}

/** The events after a position. */
export interface MissedEvents {
  /** Oldest first. Null if they cannot be replayed, so that the page has to load its list anew. */
  events: NumberedEvent[] | null;
  /** Whether there are more than those. */
  hasMore: boolean;
  /** The number of the customer's last event. */
  lastEvent: number;
}

/** What a store holds in all. */
export interface StoreStats {
  customers: number;
  notifications: number;
}

/**
 * Stores the notifications of customers. Every method but `addAll`, `eventsOf`, `lastEvents`, `prune` and `stats` is bound to one customer: it never returns
 * or changes a row of another, and ids of others do not exist for it.
 *
 * Each change that has an effect is recorded as an event, in one step with the change.
 */
export interface InboxStore {
  /** Notifies all instances that use the same store. Without it, events reach only the instance that caused them. */
  readonly channel?: EventChannel | undefined;
  /** Adds notifications, but for those that are stored already, and each once: the first of an id counts. Resolves with whether it added any. */
  add(customerId: string, references: readonly InboxReference[]): Promise<boolean>;
  /** The same for several customers, each named once. Resolves with the ids of those to whom it added any. */
  addAll(deliveries: readonly CustomerReferences[]): Promise<readonly string[]>;
  /** Removes notifications. Resolves with whether any was there. */
  remove(customerId: string, ids: readonly string[]): Promise<boolean>;
  /**
   * Removes notifications that are dismissed. Resolves with false if one of them is not: then it removes none. Those that are not
   * there do not matter.
   */
  removeDismissed(customerId: string, ids: readonly string[]): Promise<boolean>;
  /** Changes what the customer has done with notifications. Resolves with the ids of those that it changed. */
  mark(customerId: string, mark: InboxMark): Promise<readonly string[]>;
  /** Changes the answer to a notification, if the change applies. Resolves with what stands then; null if the notification is not there. */
  answer(customerId: string, id: string, change: AnswerChange): Promise<AnswerState | null>;
  /** Loads one notification, on whichever page it is; null if the customer has none with this id, or it has expired. */
  find(customerId: string, id: string): Promise<InboxReference | null>;
  /** Loads a page of the list. */
  list(customerId: string, query: ListQuery): Promise<ListPage>;
  /** Counts the notifications of several customers, each named once, without those who have never had an event. */
  counts(customerIds: readonly string[]): Promise<ReadonlyMap<string, InboxCounts>>;
  /**
   * Loads the events of several customers, each named once, after these positions; nothing of those who have none. They cannot
   * be replayed if one of them is no longer stored, if there was no such event, such as after the customer was deleted, or if
   * there are too many. A notification is part of the last `add` that names it, as it is stored now.
   */
  eventsOf(
    positions: readonly EventPosition[],
    limits: EventLimits,
  ): Promise<ReadonlyMap<string, MissedEvents>>;
  /** The number of the last event of each customer, without those who have none. */
  lastEvents(customerIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The groups that the customer has chosen: whether each is switched off. */
  choices(customerId: string): Promise<ReadonlyMap<string, boolean>>;
  /** Saves whether a group is switched off. Resolves with whether that changed anything. */
  saveChoice(customerId: string, groupId: string, isGroupNotificationOff: boolean): Promise<boolean>;
  /** Deletes everything about the customer. */
  deleteCustomer(customerId: string): Promise<void>;
  /** Deletes what has expired, and what is older than the store's retention. It records no event. */
  prune(): Promise<void>;
  stats(): Promise<StoreStats>;
}

/** How many pinned notifications are named at once. */
export const maxPinned = 25;
/** How many snoozed notifications that come back are named at once, and how many that have come back. */
export const maxSnoozed = 100;

/** How long a store retains data; the stricter limit applies. The newest 25 that are pinned stay, unless they are dismissed or expire. */
export interface Retention {
  /** Days after which a notification is deleted, counted from its creation, or from its return if it was snoozed. Default: 90. */
  maxDays?: number | undefined;
  /** How many notifications a customer has at most, beside what has expired: older ones are deleted. Default: 1,000. */
  maxPerCustomer?: number | undefined;
  /** Hours after which an event can no longer be replayed to a page that was disconnected. Default: 24. */
  maxEventHours?: number | undefined;
}

export type CompleteRetention = { [Name in keyof Retention]-?: number };

/**
 * The retention with its defaults.
 *
 * @throws TypeError if a number cannot be meant
 */
export function completeRetention({
  maxDays = 90,
  maxPerCustomer = 1000,
  maxEventHours = 24,
}: Retention): CompleteRetention {
  assertNumber(maxDays, 'maxDays', [1, 36_500]);
  assertCount(maxPerCustomer, 'maxPerCustomer', [1, 1_000_000]);
  assertNumber(maxEventHours, 'maxEventHours', [0, 36_500 * 24]);
  return { maxDays, maxPerCustomer, maxEventHours };
}
