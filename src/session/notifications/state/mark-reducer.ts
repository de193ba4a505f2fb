import { pastTime } from '../../../common/dates.js';
import { createStoredMarks, maxMarks, type StoredMark } from '../../stored-change.js';
import type { FlagStates, Mark } from './marks/claims.js';
import { flagNames, marks, type Flag, type FlagValue, type MarkDefinition } from './marks/marks.js';
import type { ChangeOf, OutcomeDraft, StoredOutcomeDraft } from './notification-change.js';
import type { StoreState } from './notification-state.js';
import { resolveSnoozes } from './snooze-reducer.js';

/** The customer marks notifications. */
export function applyMark(
  state: StoreState,
  { mark }: ChangeOf<'marked'>,
  outcome: StoredOutcomeDraft,
): StoreState {
  const { flag, claims, until, markAll } = mark;
  if (claims.size === 0 && until === undefined) return state;
  const { list, flags } = state;
  const states: FlagStates<FlagValue> = flags[flag];
  const ids = [...claims.keys()];
  const toStore = [...claims].map(([id, claim]): StoredMark<FlagValue> => {
    if (markAll) flags.read.noteBeforeMarkAll(list.get(id), outcome.at);
    states.mark(id, claim, mark);
    return { id, value: states.decision(id), at: claim?.at ?? outcome.at };
  });
  resolveFlag(state, flag, ids, outcome);
  if (flag === 'seen' && ids.length > 0) outcome.events.push({ type: 'seen-change', ids });
  storeMarks(state, mark, toStore, outcome);
  return { ...state };
}

/** The host has not saved what the customer marked: it is taken back, unless it was changed since. */
export function applyFailedMark(
  state: StoreState,
  { mark, ids, error }: ChangeOf<'markFailed'>,
  outcome: StoredOutcomeDraft,
): void {
  const { flag, value, until, markAll } = mark;
  const definition: MarkDefinition = marks[flag];
  const isAll = until !== undefined;
  const unchanged = ids.filter((id) => state.flags[flag].applyStage(id, { type: 'failed' }));
  if (definition.policy.isRolledBack) {
    // Another one, or that it was undone, may have ended this "mark all as read".
    if (unchanged.length === 0 && !(isAll && state.markAll?.claim === markAll)) return;
    rollBackMark(state, mark, unchanged, outcome);
  }
  const reported = definition.policy.isRolledBack ? unchanged : ids;
  outcome.events.push({ type: 'error', error, ids: reported, ...definition.failureOf(value, isAll) });
}

function rollBackMark(
  state: StoreState,
  mark: Mark,
  ids: readonly string[],
  outcome: StoredOutcomeDraft,
): void {
  const { flag } = mark;
  const { list, flags } = state;
  const states: FlagStates<FlagValue> = flags[flag];
  const toStore = ids.map((id) => {
    const stored = states.rollBack(id, outcome.at);
    // When the device says so later, that is no act of another tab.
    states.applyEarlierVisit(stored);
    return stored;
  });
  // It must not bring back what was removed meanwhile.
  const known = flag === 'snoozed' ? ids : ids.filter((id) => list.has(id));
  resolveFlag(state, flag, known, outcome);
  // What is still read was marked as unread in vain.
  if (flag === 'read')
    for (const id of known) if (list.get(id).isRead === true) flags.snoozed.noteMarked(id, false);
  storeMarks(state, mark, toStore, outcome);
}

/** The customer goes before the host has saved what they marked: other tabs have what the host says of that. */
export function takeBackUnsaved({ flags }: StoreState, outcome: StoredOutcomeDraft): void {
  for (const flag of flagNames) {
    const { storedAs, policy }: MarkDefinition = marks[flag];
    const states: FlagStates<FlagValue> = flags[flag];
    const unsaved = policy.isRolledBack ? [...states.unsavedClaims()] : [];
    const stored = unsaved.slice(0, maxMarks).map(([id, { at }]) => states.toStored({ id, value: null, at }));
    if (stored.length > 0) outcome.toStore = { ...outcome.toStore, [storedAs]: stored };
  }
}

/** The host has saved what the customer marked. */
export function applySavedMark(
  state: StoreState,
  { mark, ids }: ChangeOf<'markSaved'>,
  outcome: OutcomeDraft,
): void {
  const { flag, claims, value } = mark;
  const states: FlagStates<FlagValue> = state.flags[flag];
  for (const id of ids) states.applySaved(id, claims.get(id), value, outcome.at);
  // What another device did meanwhile no longer counts.
  const known = ids.filter((id) => state.list.has(id));
  resolveFlag(state, flag, known, outcome);
}

/** The host reports what was marked elsewhere. */
export function applyHostMark(
  state: StoreState,
  { flag, ids, value }: ChangeOf<'markedByHost'>,
  outcome: StoredOutcomeDraft,
): void {
  const states: FlagStates<FlagValue> = state.flags[flag];
  const others = ids.filter((id) => states.decision(id) !== value);
  const apply = (): void => {
    for (const id of ids) states.applyHostChange(id, value, outcome.at);
  };
  if (flag === 'seen') reportSeen(state, ids, outcome, apply);
  else {
    apply();
    resolveFlag(state, flag, ids, outcome);
  }
  // A late event may only repeat what the host said before: then the customer's newer change stays.
  const changed = others.filter((id) => states.decision(id) === value);
  if (changed.length === 0) return;
  const stored = createStoredMarks(changed, value, outcome.at).map((mark) => {
    const isHostClaim = !states.customerClaim(mark.id);
    return { ...states.toStored(mark), ...(isHostClaim && { isOfHost: true }) };
  });
  outcome.toStore = { [marks[flag].storedAs]: stored };
}

/** The customer has seen everything that is there. */
export function markAllSeen(
  { flags: { seen } }: StoreState,
  { until }: ChangeOf<'allSeen'>,
  outcome: StoredOutcomeDraft,
): void {
  seen.areUnlistedSeen = true;
  if (until === undefined || until <= seen.watermark.date) return;
  seen.watermark.setDate(until, outcome.at);
  outcome.toStore = { seenUntil: seen.watermark.date };
}

/** The customer marks everything as read. */
export function startMarkAll(
  state: StoreState,
  { claim, until }: ChangeOf<'allMarked'>,
  outcome: StoredOutcomeDraft,
): StoreState {
  outcome.toStore = { watermark: until };
  return { ...state, markAll: { claim, until, isSaved: false } };
}

/** The host has marked everything, also what is on no page here. */
export function applySavedMarkAll(
  state: StoreState,
  { claim, ids }: ChangeOf<'markAllSaved'>,
  outcome: OutcomeDraft,
): StoreState {
  const { list, flags, markAll, counts } = state;
  // Nobody knows the tags of those that are on no page here.
  const { areTagsCounted } = counts;
  for (const id of ids) {
    // One that was loaded meanwhile may have been marked since then, alone or by "mark all as read".
    if (pastTime(flags.read.customerClaim(id), outcome.at) < claim.at) {
      flags.read.noteBeforeMarkAll({ ...list.get(id), isRead: false }, outcome.at);
      flags.read.setCustomerClaim(id, claim);
    }
    flags.read.applyHostState(id, true, outcome.at);
  }
  resolveReads(state, ids, outcome);
  if (markAll?.claim !== claim) return { ...state };
  if (areTagsCounted) counts.applySavedMarkAll();
  return { ...state, markAll: { ...markAll, isSaved: true } };
}

/**
 * What is loaded from now on is not covered any more: neither here, where the need to sign in may have ended that before, nor on a later
 * visit.
 */
export function endMarkAll(
  state: StoreState,
  { claim }: ChangeOf<'markAllEnded'>,
  outcome: StoredOutcomeDraft,
): StoreState {
  if (state.markAll && state.markAll.claim !== claim) return state;
  outcome.toStore = { watermark: state.flags.read.watermark.date };
  return { ...state, markAll: null };
}

/** Has the device store what was marked, or taken back. */
function storeMarks(
  { flags }: StoreState,
  { flag, value }: Mark,
  marked: readonly StoredMark<FlagValue>[],
  outcome: StoredOutcomeDraft,
): void {
  const states: FlagStates<FlagValue> = flags[flag];
  const stored = marked.slice(0, maxMarks).map((mark) => states.toStored(mark));
  outcome.toStore = { [marks[flag].storedAs]: stored };
  // What is unread again was seen, and stays so in the next visit.
  const ids = marked.map(({ id }) => id);
  if (flag === 'read' && value === false)
    outcome.toStore = { ...outcome.toStore, seen: createStoredMarks(ids, true, outcome.at) };
}

/** Resolves anew a flag of these, and reports those that changed. */
function resolveFlag(state: StoreState, flag: Flag, ids: readonly string[], outcome: OutcomeDraft): void {
  const { list, flags } = state;
  const decidedAt = (id: string): number => flags.snoozed.customerClaim(id)?.at ?? outcome.at;
  const resolve: Record<Flag, () => void> = {
    read: () => resolveReads(state, ids, outcome),
    // What was seen stays so, and is reported where it is marked.
    seen: () => undefined,
    dismissed: () => resolveDismissals(state, ids, outcome),
    snoozed: () =>
      resolveSnoozes(
        state,
        ids.map((id) => ({ id, at: decidedAt(id), wasRead: list.get(id).isRead })),
      ),
    answered: () => resolveAnswers(state, ids, outcome),
  };
  resolve[flag]();
}

/** Reports which of these are seen once something is applied, and were not before. */
export function reportSeen(
  { list, flags, counts }: StoreState,
  ids: readonly string[],
  { events }: OutcomeDraft,
  apply: () => void,
): void {
  const unseen = ids.filter((id) => !flags.seen.isSeen(list.get(id)));
  apply();
  const seen = unseen.filter((id) => flags.seen.isSeen(list.get(id)));
  for (const id of seen) counts.changeSeen(id);
  if (seen.length > 0) events.push({ type: 'seen-change', ids: seen });
}

/** Resolves anew whether these are dismissed, and reports those that changed. */
export function resolveDismissals(
  { list, flags }: StoreState,
  ids: readonly string[],
  { events }: OutcomeDraft,
): void {
  for (const isDismissed of [true, false]) {
    const changed = list.hidden.setDismissed(
      ids.filter((id) => (flags.dismissed.resolve(id) === true) === isDismissed),
      isDismissed,
    );
    if (changed.length > 0) events.push({ type: 'dismiss-change', ids: changed, isDismissed });
  }
}

/** Resolves anew how these are answered, and reports those that changed. */
export function resolveAnswers(
  { list, flags }: StoreState,
  ids: readonly string[],
  { events, from }: OutcomeDraft,
): void {
  for (const id of ids) {
    if (!list.resolveAnswer(id)) continue;
    const { answer } = list.get(id);
    // The host says what came of a press here, too.
    const isOwn = from === 'host' && answer !== null && flags.answered.pressedAction(id) === answer.action;
    events.push({ type: 'answer-change', ids: [id], answer, from: isOwn ? 'page' : from });
  }
}

/** Resolves the read state of those of these items where it was unknown: to learn it is no change. */
export function resolveUnknownReads({ list, counts }: StoreState, ids: readonly string[]): void {
  for (const id of ids)
    if (list.get(id).isRead === null && list.resolveRead(id)) counts.resolveUnknownRead(id);
}

/** Resolves the read state of these items anew, and reports those that changed. */
export function resolveReads(
  { list, flags, counts }: StoreState,
  ids: readonly string[],
  { at, events }: OutcomeDraft,
): void {
  const read = new Set(ids.filter((id) => list.get(id).isRead === true));
  const changed = ids.filter((id) => list.resolveRead(id));
  // What is read was seen, and stays so when it is unread again.
  for (const id of changed) if (read.has(id)) flags.seen.setCustomerClaim(id, { value: true, at });
  for (const id of changed) {
    counts.changeRead(id);
    if (list.get(id).isRead !== true) flags.snoozed.noteMarked(id, true);
  }
  for (const isRead of [true, false, null]) {
    const group = changed.filter((id) => list.get(id).isRead === isRead);
    if (group.length > 0) events.push({ type: 'read-change', ids: group, isRead: isRead === true });
  }
}
