import type { Notification } from '../api/schemas/notification.js';
import { markLimit } from './marks.js';

/** Somebody's latest word on one id: `value` is null where it was taken back. */
export interface Mark {
  readonly id: string;
  readonly value: boolean | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A record, and when it was fetched. */
export interface SavedRecord {
  readonly at: number;
  readonly record: Notification;
}

/** What one burst of acts changes. Other tabs are told the same. */
export interface DeviceChange {
  /** Whose it is, once a record told. */
  readonly uniqueCustomerId: string | null;
  readonly reads: readonly Mark[];
  readonly dismissals: readonly Mark[];
  /** By group: whether the customer wants nothing of it. */
  readonly preferences: readonly Mark[];
  /** Notifications up to this date are read unless somebody says otherwise; null says nothing, '' takes it back. */
  readonly watermark: string | null;
}

/** All that the device keeps of one customer. */
export interface DeviceRow extends DeviceChange {
  readonly version: number;
  readonly savedAt: number;
  /** The last records, in the order of the list. */
  readonly records: readonly SavedRecord[];
}

export const noChange: DeviceChange = {
  uniqueCustomerId: null,
  reads: [],
  dismissals: [],
  preferences: [],
  watermark: null,
};

export type DeviceEvent =
  | { type: 'row'; row: DeviceRow | null }
  | { type: 'change'; change: DeviceChange }
  /** The customer signed out in another tab. */
  | { type: 'sign-out' };

/** Where the row is kept. Each may reject, or never answer. */
export interface DeviceStorage {
  read(): Promise<DeviceRow | null>;
  /** Reads and writes in one: no other tab comes between. */
  update(change: DeviceChange, records: readonly SavedRecord[] | null): Promise<void>;
  remove(): Promise<void>;
}

/** Rows of other versions are dropped. */
export const rowVersion = 1;
/** How long marks are kept: 90 days. */
const markAge = 90 * 86_400_000;
/** How many records are kept, and for how long after they were fetched: a week. */
export const savedRecordLimit = 50;
const recordAge = 7 * 86_400_000;

/** The newest mark of each id; of two at one time the first. */
function newest(marks: readonly Mark[]): Mark[] {
  const byId = new Map<string, Mark>();
  for (const mark of marks.toSorted((one, other) => other.at - one.at)) {
    if (!byId.has(mark.id)) byId.set(mark.id, mark);
  }
  return [...byId.values()].slice(0, markLimit);
}

/** The row without what is too old; null where it is so as a whole. */
export function withoutOld(row: DeviceRow | null): DeviceRow | null {
  const now = Date.now();
  if (!row || row.savedAt < now - markAge) return null;
  const isYoung = ({ at }: Mark): boolean => at > now - markAge;
  return {
    ...row,
    reads: row.reads.filter(isYoung),
    dismissals: row.dismissals.filter(isYoung),
    preferences: row.preferences.filter(isYoung),
    records: row.records.filter(({ at }) => at > now - recordAge),
  };
}

/** The row with a change, and with these records in place of its own. What another customer left is dropped. */
export function merge(
  row: DeviceRow | null,
  change: DeviceChange,
  records: readonly SavedRecord[] | null,
): DeviceRow {
  const isOther =
    row?.uniqueCustomerId && change.uniqueCustomerId && row.uniqueCustomerId !== change.uniqueCustomerId;
  const before = isOther ? null : row;
  const mergeMarks = (name: 'reads' | 'dismissals' | 'preferences'): Mark[] =>
    newest([...change[name], ...(before?.[name] ?? [])]);
  return {
    version: rowVersion,
    savedAt: Date.now(),
    uniqueCustomerId: change.uniqueCustomerId ?? before?.uniqueCustomerId ?? null,
    reads: mergeMarks('reads'),
    dismissals: mergeMarks('dismissals'),
    preferences: mergeMarks('preferences'),
    watermark: change.watermark ?? before?.watermark ?? null,
    records: records ?? before?.records ?? [],
  };
}
