import {
  hasReturned,
  type StoredChange,
  type StoredContent,
  type StoredSnooze,
} from '../../stored-change.js';
import type { ChangeOf, OutcomeDraft, StoreState } from './notification-state.js';
import { resolveUnknownReads, reportSeen, resolveDismissals, resolveReads } from './mark-reducer.js';
import { resolveSnoozes } from './snooze-reducer.js';
import { isUntil } from './watermark.js';

/** Applies what the device stored, or what other tabs did. */
export function reduceDevice(
  state: StoreState,
  change: ChangeOf<'deviceLoaded' | 'deviceChanged'>,
  outcome: OutcomeDraft,
): StoreState {
  if (change.type === 'deviceLoaded') {
    restore(state, change.row, change.isListed, outcome.at);
    return { ...state };
  }
  sync(state, change.change, outcome);
  return { ...state };
}

/** Shows at once what the device stored in an earlier visit. */
function restore(state: StoreState, row: StoredContent, isListed: boolean, now: number): void {
  const { list, flags } = state;
  const { read: reads, seen, dismissed } = flags;
  for (const mark of row.reads) reads.applyEarlierVisit(mark);
  for (const mark of row.fetched) reads.applyFirstRecord(mark);
  reads.watermark.setDate(row.watermark ?? '', now);
  seen.watermark.setDate(row.seenUntil ?? '', now);
  const returned = new Set(row.snoozes.filter(hasReturned).map(({ id }) => id));
  for (const mark of row.seen) {
    seen.applyEarlierVisit(mark);
    if (mark.value !== false) continue;
    seen.watermark.exempt(mark.id);
    // What the host says may be about the time before it was snoozed.
    if (returned.has(mark.id) && !seen.customerClaim(mark.id)) seen.setCustomerClaim(mark.id, mark);
  }
  for (const mark of row.dismissals) dismissed.applyEarlierVisit(mark);
  const ids = row.dismissals.map(({ id }) => id);
  list.setDismissed(
    ids.filter((id) => dismissed.resolve(id) === true),
    true,
  );
  const missing = row.records.filter(({ record }) => !list.get(record.id).record);
  for (const { record, at } of missing) reads.applyRecord(record.id, record.isRead, at);
  list.restoreCached(
    missing.map(({ record }) => record),
    isListed,
  );
  resolveUnknownReads(state, list.wholeOrder);
  for (const id of list.order) list.resolveRead(id);
  for (const mark of row.snoozes) flags.snoozed.applyEarlierVisit(mark);
  resolveSnoozes(state, datedBy(row.snoozes, now));
}

/** Applies what other tabs did meanwhile. */
function sync(state: StoreState, change: StoredChange, outcome: OutcomeDraft): void {
  const { list, flags } = state;
  const { read: reads, seen, dismissed } = flags;
  for (const mark of change.reads) reads.applyOtherTab(mark, outcome.at);
  for (const mark of change.fetched) reads.applyFirstRecord(mark);
  if (change.watermark !== null) reads.watermark.setDate(change.watermark, outcome.at);
  const marked = change.reads.map(({ id }) => id);
  const decided = new Set(marked);
  resolveUnknownReads(
    state,
    list.wholeOrder.filter((id) => !decided.has(id)),
  );
  resolveReads(state, [...list.order, ...marked], outcome);
  const marks = change.seen.filter(({ value }) => value === true);
  const { seenUntil } = change;
  const covered =
    seenUntil === null ? [] : list.order.filter((id) => isUntil(list.get(id).createdDate, seenUntil));
  reportSeen(state, [...new Set([...marks.map(({ id }) => id), ...covered])], outcome, () => {
    for (const mark of marks) seen.applyOtherTab(mark, outcome.at);
    if (seenUntil !== null && seenUntil > seen.watermark.date) seen.watermark.setDate(seenUntil, outcome.at);
  });
  for (const mark of change.dismissals) dismissed.applyOtherTab(mark, outcome.at);
  resolveDismissals(
    state,
    change.dismissals.map(({ id }) => id),
    outcome,
  );
  for (const mark of change.snoozes) flags.snoozed.applyOtherTab(mark, outcome.at);
  resolveSnoozes(state, datedBy(change.snoozes, outcome.at));
}

/** Nothing was decided in the future: the clock was wrong. */
function datedBy(snoozes: readonly StoredSnooze[], now: number): StoredSnooze[] {
  return snoozes.map((snooze) => ({ ...snooze, at: Math.min(snooze.at, now) }));
}
