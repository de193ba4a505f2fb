import type { NudgeError } from '../../../api/errors.js';
import type { Notification, NotificationActionButtons } from '../../../api/schemas/notification.js';

/** The name of one of a notification's buttons. */
export type AnswerAction = keyof NotificationActionButtons;

/** What a customer has decided by one of a notification's buttons. */
export interface NotificationAnswer {
  /** The button. */
  action: AnswerAction;
  /** What came of it, as the customer sees it: at most 200 characters. */
  text: string;
  /** When, in ISO 8601. */
  date: string;
}

/** An answer that is under way. */
export interface PendingAnswer {
  /** The button. */
  action: AnswerAction;
  /**
   * Until when, in ISO 8601, unless the host says so again. Then it was interrupted: only the same button can be pressed again.
   * Null while this page does itself what the button is for.
   */
  until: string | null;
  /**
   * For how long it still is, in milliseconds, as a host says it: since the clock of the device may be wrong, that counts rather than
   * `until`. An item of the store never has it: its `until` is by the clock of the device.
   */
  remainingMs?: number;
}

/**
 * Where the customer has answered, or who has taken that back.
 * - `page`: on this page, whoever does what the button is for.
 * - `tab`: in another tab of this browser.
 * - `host`: elsewhere, as the host says: on another device, or by its own code. It may be another tab whose host was faster than its message.
 */
export type AnswerOrigin = 'page' | 'tab' | 'host';

/** A button that was pressed to answer. */
export interface PressedButton {
  /** What the record says that it does. */
  readonly onclickAction: string | null;
  /** Its text. */
  readonly label: string | null;
}

/** What a host knows about a notification before its record is fetched. Only the id is required. */
export interface NotificationReference {
  /** Identifies the notification at the service. */
  id: string;
  /** When it was created, in ISO 8601 with a time zone (else it is UTC), for its place in the list and below a date before the record is loaded. */
  createdDate?: string;
  /**
   * The read state that the host has. It wins over the one of the service's record, and over the device's if the source
   * has `setRead`.
   */
  isRead?: boolean;
  /** Whether the host knows that the customer has seen it on the list. What is read counts as seen anyway. */
  isSeen?: boolean;
  /**
   * The service's own record, the `data` of its response, if your backend has it. It is validated like a response. The inbox
   * then sends no request for it; one that is invalid, or of another notification, is requested instead.
   */
  record?: unknown;
  /**
   * Whether the host knows that the customer has dismissed it: then it is not on the list, but among what can be restored. It
   * wins over what the device has if the source has `setDismissed`.
   */
  isDismissed?: boolean;
  /**
   * Until when the host knows that the customer has snoozed it, in ISO 8601: until then it is not on the list. Null, or a time
   * that is over, means that it is not snoozed. It wins over what the device has if the source has `setSnoozed`.
   */
  snoozedUntil?: string | null;
  /**
   * How the host knows that the customer has answered it; null if they have not. It wins over what the device has if the source has
   * `setAnswer`.
   */
  answer?: NotificationAnswer | PendingAnswer | null;
  /** `high` marks it as important. `normal` takes that back. */
  importance?: 'high' | 'normal';
  /**
   * Whether it is pinned: before all others, under a heading of its own. A pinned one is only known once its page is loaded: let your
   * first page begin with all that are pinned, as well as listing them where they belong.
   */
  isPinned?: boolean;
  /** When it leaves the list and the counts, in ISO 8601. Null takes that back. */
  expiresDate?: string | null;
}

/**
 * One notification of the list. Never changed, only replaced.
 * - `pending`: its record is not fetched yet.
 * - `loaded`: `record` holds it.
 * - `failed`: the record could not be fetched; trying again may help.
 * - `missing`: the service says that it does not exist, or no more; the notification is not counted.
 */
export interface NotificationItem {
  /** Identifies the notification at the service. */
  readonly id: string;
  /** How far it is loaded: see above. */
  readonly status: 'pending' | 'loaded' | 'failed' | 'missing';
  /** The service's record, except for `isRead`, which is what this session knows. */
  readonly record: Notification | null;
  /** ISO 8601: the record's date, else that of the source. */
  readonly createdDate: string | null;
  /** ISO 8601: when it came back after the customer had snoozed it. It is on the list by this date. */
  readonly returnedDate?: string;
  /** ISO 8601: when it comes back. Only in `snoozedItems`. */
  readonly snoozedUntil?: string;
  /** `high` for an important one. */
  readonly importance?: 'high' | 'normal';
  /** Whether it is pinned: before all others. */
  readonly isPinned?: boolean;
  /** ISO 8601: when it leaves the list. */
  readonly expiresDate?: string | null;
  /** Whether the customer has read it; null while nobody knows. */
  readonly isRead: boolean | null;
  /** How the customer has answered it by one of its buttons, or is about to; null if they have not. */
  readonly answer: NotificationAnswer | PendingAnswer | null;
  /** Why the record could not be fetched; null unless `status` is `failed` or `missing`. */
  readonly error: NudgeError | null;
}

/** An item of which only the id is known. */
export function newItem(id: string): NotificationItem {
  return { id, status: 'pending', record: null, createdDate: null, isRead: null, answer: null, error: null };
}

/** The date by which an item is on the list: when it was created or, after it was snoozed, when it came back. */
export function listDate({ returnedDate, createdDate }: NotificationItem): string | null {
  return returnedDate ?? createdDate;
}

/** How many records are requested before a list has reported which of its rows are in view. */
const maxFirstRecords = 8;

/** The ids at the top of a list, whose records it needs first. */
export const firstIds = (items: readonly NotificationItem[] = []): string[] =>
  items.slice(0, maxFirstRecords).map(({ id }) => id);

/** The ids of references, in their order. */
export const referenceIds = (references: readonly NotificationReference[]): string[] =>
  references.map(({ id }) => id);

/** The item with its record. A read state that is known already stays, since fetched is not read; `ItemList` resolves it for a listed one. */
export function withRecord(
  item: NotificationItem,
  record: Notification,
): NotificationItem & { readonly record: Notification } {
  const isRead = item.isRead ?? record.isRead;
  return {
    ...item,
    status: 'loaded',
    record: { ...record, isRead },
    createdDate: record.createdDate ?? item.createdDate,
    isRead,
    error: null,
  };
}

/** The item with this read state: the same object where that is what it has. */
export function withRead(item: NotificationItem, isRead: boolean | null): NotificationItem {
  if (item.isRead === isRead) return item;
  return { ...item, isRead, record: item.record && { ...item.record, isRead } };
}

/** The item with this answer: the same object where that is what it has. */
export function withAnswer(
  item: NotificationItem,
  answer: NotificationAnswer | PendingAnswer | null,
): NotificationItem {
  return JSON.stringify(item.answer) === JSON.stringify(answer) ? item : { ...item, answer };
}
