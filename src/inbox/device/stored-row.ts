import type { Notification } from '../../api/schemas/notification.js';
import { markLimit } from './marks.js';

/** Somebody's latest word on one id: `value` is null where it was taken back. */
export interface Mark {
  readonly id: string;
  readonly value: boolean | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What an act changes. Other tabs are told the same. */
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
  readonly records: readonly Notification[];
}

export type DeviceEvent =
  | { type: 'row'; row: DeviceRow | null }
  | { type: 'change'; change: DeviceChange }
  /** The customer signed out in another tab. */
  | { type: 'sign-out' };

/** What makes a row of the one that was there. */
export type RowMaker = (row: DeviceRow | null) => DeviceRow | null;

/** Where the row is kept. It may reject, or never answer. */
export interface DeviceStorage {
  /** Reads, makes and writes in one: no other tab comes between. Null deletes the row. */
  change(make: RowMaker): Promise<DeviceRow | null>;
}

/** Rows of other versions are dropped. */
export const rowVersion = 1;
const day = 86_400_000;
/** How many records are kept, and for how long after the last visit. */
export const recordLimit = 50;
const recordAge = 7 * day;
/** How long marks are kept. */
export const markAge = 90 * day;

/** The newest mark of each id; of two at one time the first. */
function newest(marks: readonly Mark[]): Mark[] {
  const byId = new Map<string, Mark>();
  for (const mark of marks.toSorted((one, other) => other.at - one.at)) {
    if (mark.at > Date.now() - markAge && !byId.has(mark.id)) byId.set(mark.id, mark);
  }
  return [...byId.values()].slice(0, markLimit);
}

/** The row with a change, without what is too old or another customer's, and with these records if there are any. */
export function merge(
  row: DeviceRow | null,
  change: Partial<DeviceChange>,
  records?: readonly Notification[] | null,
): DeviceRow {
  const customer = change.uniqueCustomerId ?? row?.uniqueCustomerId ?? null;
  const before = customer === (row?.uniqueCustomerId ?? customer) ? row : null;
  const mergeMarks = (name: 'reads' | 'dismissals' | 'preferences'): Mark[] =>
    newest([...(change[name] ?? []), ...(before?.[name] ?? [])]);
  const isRecent = before && before.savedAt > Date.now() - recordAge;
  return {
    version: rowVersion,
    savedAt: Date.now(),
    uniqueCustomerId: customer,
    reads: mergeMarks('reads'),
    dismissals: mergeMarks('dismissals'),
    preferences: mergeMarks('preferences'),
    watermark: change.watermark ?? before?.watermark ?? null,
    records: records ?? (isRecent ? before.records : []),
  };
}
