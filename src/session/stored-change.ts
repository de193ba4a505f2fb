import type { Notification } from '../api/schemas/notification.js';

/** The latest decision about one id. */
export interface StoredMark<Value = boolean> {
  readonly id: string;
  /** Null where the decision was taken back. */
  readonly value: Value | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Whether an event of the host has said so, which saves it: what its list says later is newer. */
  readonly isOfHost?: true | undefined;
}

/** The latest choice that was saved about a group; its time is that of the save. */
export interface StoredChoice extends StoredMark {
  /** When the customer chose it, in milliseconds since 1970. */
  readonly chosenAt: number;
}

/** How long marks are stored, in milliseconds: 90 days. */
export const markAgeMs = 90 * 86_400_000;

/** How many marks of each kind are stored, and sent to other tabs in one message. */
export const maxMarks = 2000;

/** Marks each id with a value. */
export function createStoredMarks<Value>(
  ids: readonly string[],
  value: Value,
  at: number,
): StoredMark<Value>[] {
  return ids.slice(0, maxMarks).map((id) => ({ id, value, at }));
}

/** Until when a notification is snoozed, in milliseconds since 1970; false if it is not. */
export type SnoozedUntil = number | false;

/**
 * The latest decision about when a notification comes back to the list. Once it has, the time of the decision is that at which it came
 * back.
 */
export interface StoredSnooze extends StoredMark<SnoozedUntil> {
  /** Whether it was read when it was snoozed; null where that is unknown. */
  readonly wasRead: boolean | null;
}

/** How a notification is answered, as JSON: two answers are the same if their texts are identical. False if it is not. */
export type AnswerValue = string | false;

/** The lists that the device stores, each with its entries. */
export interface StoredEntries {
  reads: StoredMark;
  /** Whether each was read in the first record that the service has returned. */
  fetched: StoredMark;
  /** False: not seen, although `seenUntil` says otherwise. */
  seen: StoredMark;
  dismissals: StoredMark;
  snoozes: StoredSnooze;
  answers: StoredMark<AnswerValue>;
  /** By group id: whether the group is switched off. */
  preferences: StoredChoice;
}

/** The name of a list that the device stores. */
export type ListName = keyof StoredEntries;

/** The lists that the device stores. */
export type StoredLists = { readonly [Name in ListName]: readonly StoredEntries[Name][] };

/** What one act changes on the device. Other tabs receive the same as a message. */
export interface StoredChange extends StoredLists {
  /** The customer that it belongs to; null while unknown. */
  readonly uniqueCustomerId: string | null;
  /**
   * Notifications up to this ISO 8601 date are read unless something says otherwise. Null changes nothing, `''` removes
   * the date.
   */
  readonly watermark: string | null;
  /** The same for what is seen. It only moves on. */
  readonly seenUntil: string | null;
}

/** A change without anything in it. */
export const noChange: StoredChange = {
  uniqueCustomerId: null,
  reads: [],
  fetched: [],
  seen: [],
  dismissals: [],
  snoozes: [],
  answers: [],
  preferences: [],
  watermark: null,
  seenUntil: null,
};

/** A record, and when it was fetched, in milliseconds since 1970. */
export interface StoredRecord {
  readonly record: Notification;
  readonly at: number;
  /** ISO 8601: from when on it is not shown, if the host has said so. */
  readonly expiresDate?: string | null;
  /** How it was answered when this was stored, if it was: the host may have said so, which is no mark of the device. */
  readonly answer?: AnswerValue | null;
}

/** What an earlier visit has left. */
export interface StoredContent extends StoredChange {
  /** The last records, in the order of the list. */
  readonly records: readonly StoredRecord[];
}
