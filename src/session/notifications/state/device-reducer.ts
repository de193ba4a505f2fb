import type { StoredChange, StoredMark } from '../../stored-change.js';
import type { ChangeOf, OutcomeDraft } from './notification-change.js';
import type { StoreState } from './notification-state.js';
import {
  reportSeen,
  resolveAnswers,
  resolveDismissals,
  resolveReads,
  resolveUnknownReads,
} from './mark-reducer.js';
import { resolveSnoozes } from './snooze-reducer.js';
import type { FlagStates } from './marks/claims.js';
import { flagNames, marks, type Flag, type FlagValue } from './marks/marks.js';
import { hasReturned } from './marks/snooze-states.js';
import { isUntil } from './marks/watermark.js';

/** Applies what the device stored, or what other tabs did. */
export function reduceDevice(
  state: StoreState,
  change: ChangeOf<'deviceLoaded' | 'deviceChanged'>,
  outcome: OutcomeDraft,
): StoreState {
  if (change.type === 'deviceLoaded') applyStoredRow(state, change, outcome);
  else applyDeviceChange(state, change, outcome);
  return { ...state };
}

/** Shows at once what the device stored in an earlier visit. Nothing of it is reported: it was so before. */
function applyStoredRow(
  state: StoreState,
  { row, isListed }: ChangeOf<'deviceLoaded'>,
  { at: now, ...outcome }: OutcomeDraft,
): void {
  const { list, flags } = state;
  const { read, seen, answered } = flags;
  applyClaims(state, row, 'applyStored', now);
  read.watermark.setDate(row.watermark ?? '', now);
  seen.watermark.setDate(row.seenUntil ?? '', now);
  const returned = new Set(row.snoozes.filter(hasReturned).map(({ id }) => id));
  for (const mark of row.seen) {
    seen.applyEarlierVisit(mark);
    if (mark.value !== false) continue;
    seen.watermark.exempt(mark.id);
    // What the host says may be about the time before it was snoozed.
    if (returned.has(mark.id) && !seen.customerClaim(mark.id)) seen.setCustomerClaim(mark.id, mark);
  }
  const missing = row.records.filter(({ record }) => !list.get(record.id).record);
  for (const { record, at, answer } of missing) {
    read.applyRecord(record.id, record.isRead, at);
    // What was marked here may be newer.
    if (answer && answered.decision(record.id) === null)
      answered.applyEarlierVisit({ id: record.id, value: answer, at });
  }
  list.restoreCached(
    missing.map(({ record }) => record),
    isListed,
  );
  resolveUnknownReads(state, list.wholeOrder);
  for (const id of list.order) list.resolveRead(id);
  resolveListed(state, row, { ...outcome, at: now, events: [] });
}

/** Applies what other tabs did meanwhile. */
function applyDeviceChange(
  state: StoreState,
  { change }: ChangeOf<'deviceChanged'>,
  outcome: OutcomeDraft,
): void {
  const { list, flags } = state;
  const { read, seen } = flags;
  applyClaims(state, change, 'applyOtherTab', outcome.at);
  if (change.watermark !== null) read.watermark.setDate(change.watermark, outcome.at);
  const marked = change.reads.map(({ id }) => id);
  const decided = new Set(marked);
  resolveUnknownReads(
    state,
    list.wholeOrder.filter((id) => !decided.has(id)),
  );
  resolveReads(state, [...list.order, ...marked], outcome);
  const seenMarks = change.seen.filter(({ value }) => value === true);
  const { seenUntil } = change;
  const covered =
    seenUntil === null ? [] : list.order.filter((id) => isUntil(list.get(id).createdDate, seenUntil));
  reportSeen(state, [...new Set([...seenMarks.map(({ id }) => id), ...covered])], outcome, () => {
    for (const mark of seenMarks) seen.applyOtherTab(mark, outcome.at);
    if (seenUntil !== null && seenUntil > seen.watermark.date) seen.watermark.setDate(seenUntil, outcome.at);
  });
  resolveListed(state, change, outcome);
}

/** Takes over what was decided about each notification, but not what was seen. The caller does that, and resolves what follows. */
function applyClaims(
  { flags }: StoreState,
  change: StoredChange,
  apply: 'applyStored' | 'applyOtherTab',
  now: number,
): void {
  for (const mark of change.fetched) flags.read.applyFirstRecord(mark);
  for (const flag of flagNames) {
    if (flag === 'seen') continue;
    const states: FlagStates<FlagValue> = flags[flag];
    const stored: readonly StoredMark<FlagValue>[] = change[marks[flag].storedAs];
    for (const mark of stored) states[apply](mark, now);
  }
}

/** Takes what is dismissed or snoozed off the list, and puts back what is so no more. */
function resolveListed(
  state: StoreState,
  { dismissals, snoozes, answers }: StoredChange,
  outcome: OutcomeDraft,
): void {
  const resolve: Record<Exclude<Flag, 'read' | 'seen'>, () => void> = {
    dismissed: () =>
      resolveDismissals(
        state,
        dismissals.map(({ id }) => id),
        outcome,
      ),
    snoozed: () => {
      // Nothing was decided in the future: the clock was wrong.
      const dated = snoozes.map(({ id, at, wasRead }) => ({
        id,
        at: Math.min(at, outcome.at),
        wasRead,
        isNamed: true,
      }));
      resolveSnoozes(state, dated);
    },
    answered: () =>
      resolveAnswers(
        state,
        answers.map(({ id }) => id).filter((id) => state.list.has(id)),
        outcome,
      ),
  };
  for (const resolveEach of Object.values(resolve)) resolveEach();
}
