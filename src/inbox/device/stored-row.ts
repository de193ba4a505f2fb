import type { Notification } from '../../api/schemas/notification.js';
import { markAgeMs, maxMarks, type StoredMark } from './stored-mark.js';

/** What one act changes on the device. Other tabs receive the same as a message. */
export interface StoredChange {
  /** The customer that it belongs to; null while unknown. */
  readonly uniqueCustomerId: string | null;
  readonly reads: readonly StoredMark[];
  readonly dismissals: readonly StoredMark[];
  /** By group id: whether the group is switched off. */
  readonly preferences: readonly StoredMark[];
  /**
   * Notifications up to this ISO 8601 date are read unless something says otherwise. Null changes nothing, `''` removes
   * the date.
   */
  readonly watermark: string | null;
}

/** Everything that the device stores about one customer. */
export interface StoredRow extends StoredChange {
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** The last records, in the order of the list. */
  readonly records: readonly Notification[];
}

/** Computes the new row from the stored one. Null deletes it. */
export type RowUpdate = (row: StoredRow | null) => StoredRow | null;

/** Where the row is stored. It may reject, or never settle. */
export interface DeviceStorage {
  /** Loads, updates and saves in one transaction, so that no other tab comes in between. Resolves with the new row. */
  update(update: RowUpdate): Promise<StoredRow | null>;
}

/** Rows of other versions are ignored. */
export const rowVersion = 1;
const dayMs = 86_400_000;
/** How long records are stored after the last visit. */
const recordAgeMs = 7 * dayMs;
/** The newest mark of each id; of two with the same time the first. */
function newestMarks(marks: readonly StoredMark[]): StoredMark[] {
  const byId = new Map<string, StoredMark>();
  const now = Date.now();
  // Nothing was marked in the future: the clock was wrong.
  const dated = marks.map((mark) => ({ ...mark, at: Math.min(mark.at, now) }));
  for (const mark of dated.toSorted((one, other) => other.at - one.at)) {
    if (mark.at > now - markAgeMs && !byId.has(mark.id)) byId.set(mark.id, mark);
  }
  return [...byId.values()].slice(0, maxMarks);
}

/** The row with a change applied, without what is too old or another customer's, and with these records if given. */
export function mergeRow(
  row: StoredRow | null,
  change: Partial<StoredChange>,
  records?: readonly Notification[] | null,
): StoredRow {
  const customer = change.uniqueCustomerId ?? row?.uniqueCustomerId ?? null;
  const before = customer === (row?.uniqueCustomerId ?? customer) ? row : null;
  const mergeMarks = (name: 'reads' | 'dismissals' | 'preferences'): StoredMark[] =>
    newestMarks([...(change[name] ?? []), ...(before?.[name] ?? [])]);
  const watermark = change.watermark ?? before?.watermark ?? null;
  const isRecent = before && before.savedAt > Date.now() - recordAgeMs;
  return {
    version: rowVersion,
    savedAt: Date.now(),
    uniqueCustomerId: customer,
    reads: mergeMarks('reads'),
    dismissals: mergeMarks('dismissals'),
    preferences: mergeMarks('preferences'),
    watermark: Date.parse(watermark ?? '') > Date.now() ? new Date().toISOString() : watermark,
    records: records ?? (isRecent ? before.records : []),
  };
}
