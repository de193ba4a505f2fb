import type { Notification } from '../../api/schemas/notification.js';
import { markAgeMs, maxMarks, type StoredMark } from './stored-mark.js';
import type { StoredSnooze } from './stored-snooze.js';

/** What one act changes on the device. Other tabs receive the same as a message. */
export interface StoredChange {
  /** The customer that it belongs to; null while unknown. */
  readonly uniqueCustomerId: string | null;
  readonly reads: readonly StoredMark[];
  /** False: not seen, although `seenUntil` says otherwise. */
  readonly seen: readonly StoredMark[];
  readonly dismissals: readonly StoredMark[];
  readonly snoozes: readonly StoredSnooze[];
  /** By group id: whether the group is switched off. */
  readonly preferences: readonly StoredMark[];
  /**
   * Notifications up to this ISO 8601 date are read unless something says otherwise. Null changes nothing, `''` removes
   * the date.
   */
  readonly watermark: string | null;
  /** The same for what is seen. It only moves on. */
  readonly seenUntil: string | null;
}

/** A record, and when it was fetched, in milliseconds since 1970. */
export interface StoredRecord {
  readonly record: Notification;
  readonly at: number;
}

/** Everything that the device stores about one customer. */
export interface StoredRow extends StoredChange {
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** The last records, in the order of the list. */
  readonly records: readonly StoredRecord[];
  /** When the customer signed out on this device, in milliseconds since 1970; null for never. */
  readonly signedOutAt: number | null;
}

/** Computes the new row from the stored one. Null deletes it, undefined leaves it as it is. */
export type RowUpdate = (row: StoredRow | null) => StoredRow | null | undefined;

/** Where the row is stored. It may reject, or never settle. */
export interface DeviceStorage {
  /**
   * Loads, updates and saves in one transaction, so that no other tab comes in between. Resolves with the new row, or null
   * for none.
   */
  update(update: RowUpdate): Promise<StoredRow | null>;
  /** Releases the storage until the next update. */
  close(): void;
}

/** Rows of other versions are ignored. */
export const rowVersion = 1;
const dayMs = 86_400_000;
/** How long records are stored. */
const recordAgeMs = 7 * dayMs;
const isRecent = (at: number, ageMs: number): boolean => at > Date.now() - ageMs;

/** The newest mark of each id; of two with the same time the first. Those that are too old are left out. */
function newestMarks<Mark extends { readonly id: string; readonly at: number }>(
  marks: readonly Mark[],
  lastTime: (mark: Mark) => number = ({ at }) => at,
): Mark[] {
  const byId = new Map<string, Mark>();
  const now = Date.now();
  // Nothing was marked in the future: the clock was wrong.
  const dated = marks.map((mark) => ({ ...mark, at: Math.min(mark.at, now) }));
  for (const mark of dated.toSorted((one, other) => other.at - one.at)) {
    if (isRecent(lastTime(mark), markAgeMs) && !byId.has(mark.id)) byId.set(mark.id, mark);
  }
  return [...byId.values()].slice(0, maxMarks);
}

/** The same for what is snoozed, which may be for longer than marks are stored. */
function newestSnoozes(snoozes: readonly StoredSnooze[]): StoredSnooze[] {
  return newestMarks(snoozes, ({ at, until }) => Math.max(at, until ?? 0));
}

/** The row without what is too old; null if that is all of it: what is snoozed may outlast the rest. */
export function withoutOld(row: StoredRow): StoredRow | null {
  const snoozes = newestSnoozes(row.snoozes);
  if (!isRecent(row.savedAt, markAgeMs) && snoozes.length === 0) return null;
  return {
    ...row,
    reads: newestMarks(row.reads),
    seen: newestMarks(row.seen),
    dismissals: newestMarks(row.dismissals),
    snoozes,
    preferences: newestMarks(row.preferences),
    records: row.records.filter(({ at }) => isRecent(at, recordAgeMs)),
  };
}

/** The row with a change applied, without what is another customer's, and with these records if given. */
export function mergeRow(
  row: StoredRow | null,
  change: Partial<StoredChange>,
  records?: readonly StoredRecord[] | null,
): StoredRow {
  const customer = change.uniqueCustomerId ?? row?.uniqueCustomerId ?? null;
  const before = customer === (row?.uniqueCustomerId ?? customer) ? row : null;
  const mergeMarks = (name: 'reads' | 'seen' | 'dismissals' | 'preferences'): StoredMark[] =>
    newestMarks([...(change[name] ?? []), ...(before?.[name] ?? [])]);
  const now = new Date().toISOString();
  const capped = (date: string | null): string | null => (Date.parse(date ?? '') > Date.now() ? now : date);
  const seenUntil = [change.seenUntil ?? '', before?.seenUntil ?? ''].toSorted().at(-1);
  return {
    version: rowVersion,
    savedAt: Date.now(),
    uniqueCustomerId: customer,
    reads: mergeMarks('reads'),
    seen: mergeMarks('seen'),
    dismissals: mergeMarks('dismissals'),
    snoozes: newestSnoozes([...(change.snoozes ?? []), ...(before?.snoozes ?? [])]),
    preferences: mergeMarks('preferences'),
    watermark: capped(change.watermark ?? before?.watermark ?? null),
    seenUntil: capped(seenUntil === undefined || seenUntil === '' ? null : seenUntil),
    records: records ?? before?.records ?? [],
    signedOutAt: row?.signedOutAt ?? null,
  };
}
