import { isGone, NudgeError, RequestError } from '../../../api/errors.js';
import { isOneOf, type Dated } from '../../../common/state-container.js';
import { createStoredMarks } from '../../stored-change.js';
import { hostChanges, storedChanges } from './change-groups.js';
import type { ItemList } from './item-list.js';
import {
  applyFailedMark,
  applyHostMark,
  applyMark,
  applySavedMark,
  applySavedMarkAll,
  endMarkAll,
  resolveAnswers,
  resolveUnknownReads,
  markAllSeen,
  resolveReads,
  startMarkAll,
  takeBackUnsaved,
} from './mark-reducer.js';
import {
  referenceIds,
  withRecord,
  type AnswerOrigin,
  type NotificationItem,
  type NotificationReference,
} from './notification-item.js';
import type {
  ChangeOf,
  NotificationChange,
  NotificationOutcome,
  OutcomeDraft,
  StoredOutcomeDraft,
} from './notification-change.js';
import { needsSignIn, type StoreState } from './notification-state.js';
import { applyReturned, placeReturned, removeSnoozes, removeUnlistedSnoozes } from './snooze-reducer.js';
import { reduceDevice } from './device-reducer.js';
import { applyHostStates } from './host-reducer.js';
import { limitSaves } from './marks/flags.js';
import { flagNames } from './marks/marks.js';
import { isUntil } from './marks/watermark.js';

/**
 * Applies a change, and returns the state after it with what follows from it. The state is another object for each change that
 * may have had an effect; what may hold an entry for each notification is changed in place: see {@link StoreState}.
 */
export function reduce(
  state: StoreState,
  change: Dated<NotificationChange>,
): [StoreState, NotificationOutcome] {
  const outcome: StoredOutcomeDraft = {
    at: change.at,
    from: originOf(change.type),
    events: [],
    coveredOnPage: [],
    toStore: null,
    haveRecordsChanged: false,
  };
  const next = isOneOf(change, storedChanges)
    ? applyStoredChange(state, change, outcome)
    : applyOtherChange(state, change, outcome);
  const { events, coveredOnPage, toStore } = outcome;
  // How each is answered is stored with its record.
  const haveRecordsChanged =
    outcome.haveRecordsChanged || events.some(({ type }) => type === 'answer-change');
  return [next, { events, coveredOnPage, toStore, haveRecordsChanged, hidden: next.list.hidden.takeGone() }];
}

/** Who says what a change of this type says. */
function originOf(type: NotificationChange['type']): AnswerOrigin {
  if (type === 'deviceChanged') return 'tab';
  return isOneOf({ type }, hostChanges) ? 'host' : 'page';
}

/** Applies a change of which the device may store something. */
function applyStoredChange(
  state: StoreState,
  change: ChangeOf<(typeof storedChanges)[number]>,
  outcome: StoredOutcomeDraft,
): StoreState {
  switch (change.type) {
    case 'added':
      applyAdded(state, change, outcome);
      break;
    case 'pageLoaded':
      applyPage(state, change, outcome);
      return { ...state, hostActions: change.answers ?? state.hostActions };
    case 'deleted':
      applyDeletion(state, change, outcome);
      break;
    case 'expired':
      state.list.hidden.expire(change.ids);
      outcome.haveRecordsChanged = true;
      break;
    case 'loaded':
      applyRecord(state, change, outcome);
      break;
    case 'failed':
      applyFailure(state, change, outcome);
      break;
    case 'marked':
      return applyMark(state, change, outcome);
    case 'markFailed':
      applyFailedMark(state, change, outcome);
      break;
    case 'markedByHost':
      applyHostMark(state, change, outcome);
      break;
    case 'allSeen':
      markAllSeen(state, change, outcome);
      break;
    case 'allMarked':
      return startMarkAll(state, change, outcome);
    case 'markAllEnded':
      return endMarkAll(state, change, outcome);
    case 'returned':
      applyReturned(state, change, outcome);
      break;
    case 'cleared':
      return clear(state, change, outcome);
  }
  return { ...state };
}

/** Applies a change of which the device stores nothing. */
function applyOtherChange(
  state: StoreState,
  change: Exclude<NotificationChange, { type: (typeof storedChanges)[number] }>,
  outcome: OutcomeDraft,
): StoreState {
  switch (change.type) {
    case 'hostIds':
      applyHostIds(state, change, outcome);
      break;
    case 'deletionFailed':
      outcome.events.push({ type: 'error', error: change.error, operation: 'remove', ids: change.ids });
      break;
    case 'retried':
      for (const id of change.ids) setStatus(state.list, id, 'pending');
      break;
    case 'answering':
      state.flags.answered.setUnderWay(change.id, change.action);
      resolveAnswers(state, [change.id], outcome);
      break;
    case 'markSent':
      // Nothing else follows from that.
      for (const id of change.ids)
        state.flags[change.mark.flag].applyStage(id, { type: 'sent', decision: change.mark });
      return state;
    case 'markSaved':
      applySavedMark(state, change, outcome);
      break;
    case 'markAllSaved':
      return applySavedMarkAll(state, change, outcome);
    case 'deviceLoaded':
    case 'deviceChanged':
      return reduceDevice(state, change, outcome);
    case 'conditions':
      return { ...state, ...change.conditions };
    case 'source':
      return endVisitWithSignIn(state, { ...state, source: change.source }, outcome);
    case 'sourceFailed':
      outcome.events.push({ type: 'error', error: change.error, operation: 'list' });
      break;
    case 'sourceReturned':
      outcome.events.push({ type: 'reconnect' });
      break;
    case 'requests':
      return applyRequestProblem(state, change, outcome);
    case 'closed':
      return { ...state, isSignedOut: true, visit: {} };
    case 'recordShared':
      break;
  }
  return { ...state };
}

function applyHostIds(state: StoreState, { references }: ChangeOf<'hostIds'>, outcome: OutcomeDraft): void {
  applyHostStates(state, references, outcome);
  reportArrivals(state, state.list.syncHostIds(references), outcome);
  placeReturned(state, referenceIds(references));
}

function applyAdded(
  state: StoreState,
  { references, isAheadOfPage }: ChangeOf<'added'>,
  outcome: StoredOutcomeDraft,
): void {
  const { list, counts } = state;
  applyHostStates(state, references, outcome, { isEvent: !isAheadOfPage });
  if (isAheadOfPage) {
    counts.addAheadOfPage(referenceIds(references).filter((id) => !list.isListed(id)));
    list.insertAheadOfPage(references);
  } else {
    const ids = list.insert(references);
    excludeLateArrivals(state, ids, outcome);
    reportArrivals(state, ids, outcome);
  }
  placeReturned(state, referenceIds(references));
}

function applyDeletion(state: StoreState, { ids }: ChangeOf<'deleted'>, outcome: StoredOutcomeDraft): void {
  const { list, flags } = state;
  list.hidden.setDismissed(ids, false);
  for (const id of ids) flags.dismissed.forget(id);
  list.remove(ids);
  outcome.toStore = { dismissals: createStoredMarks(ids, false, outcome.at) };
  removeSnoozes(state, ids, outcome);
}

function applyRecord(
  state: StoreState,
  { id, record, isFetched }: ChangeOf<'loaded'>,
  outcome: StoredOutcomeDraft,
): void {
  const { list, flags } = state;
  const { isRead } = list.get(id);
  list.dropCached(id);
  const isFirst = flags.read.applyRecord(id, record.isRead, outcome.at);
  if (isRead === null) resolveUnknownReads(state, [id]);
  else resolveReads(state, [id], outcome);
  list.replace(withRecord(list.get(id), record));
  // The tab that has fetched it stores it.
  const isStored = isFetched && isFirst && !flags.read.isKnownToHost(id);
  outcome.haveRecordsChanged = true;
  if (isStored) outcome.toStore = { fetched: [{ id, value: record.isRead, at: outcome.at }] };
}

function applyRequestProblem(
  state: StoreState,
  { problem, error }: ChangeOf<'requests'>,
  outcome: OutcomeDraft,
): StoreState {
  if (error) outcome.events.push({ type: 'error', error, operation: 'load' });
  else if (problem === state.requestProblem) return state;
  return endVisitWithSignIn(state, { ...state, requestProblem: problem }, outcome);
}

/**
 * Whoever signs in next may be another customer: "mark all as read" covers nothing that is listed then, and what this page does for a
 * button is no answer any more.
 */
function endVisitWithSignIn(before: StoreState, state: StoreState, outcome: OutcomeDraft): StoreState {
  if (!hasToSignIn(state)) return state;
  resolveAnswers(state, state.flags.answered.clearUnderWay(), outcome);
  return { ...state, markAll: null, visit: hasToSignIn(before) ? state.visit : {} };
}

const hasToSignIn = ({ source, requestProblem }: StoreState): boolean =>
  needsSignIn(source.problem) || needsSignIn(requestProblem);

function clear(
  state: StoreState,
  { isRestart = false, error }: ChangeOf<'cleared'>,
  outcome: StoredOutcomeDraft,
): StoreState {
  const { list, flags, counts } = state;
  // A sign-out deletes everything, in the other tabs too.
  if (isRestart || error) takeBackUnsaved(state, outcome);
  for (const known of [list, counts, ...flagNames.map((flag) => flags[flag])]) known.clear();
  return { ...state, markAll: null, hostActions: [], visit: {} };
}

/** Reports ids that came on top: as arrivals, if they are unread. Those of the first page were there before, and are not reported. */
function reportArrivals(state: StoreState, ids: readonly string[], outcome: OutcomeDraft): void {
  const { list, isRunning, source } = state;
  if (!isRunning || source.status !== 'ready') return;
  const isRead = (id: string): boolean => list.get(id).isRead === true;
  const unread = ids.filter((id) => !isRead(id));
  const read = ids.filter(isRead);
  if (unread.length > 0) outcome.events.push({ type: 'arrival', ids: unread });
  if (read.length > 0) outcome.events.push({ type: 'insert', ids: read });
}

/** Neither "mark all as read" nor "seen" covers what is delivered later, even with an earlier date. */
function excludeLateArrivals(state: StoreState, ids: readonly string[], outcome: StoredOutcomeDraft): void {
  const { list, flags, markAll, isRunning, source } = state;
  if (!isRunning || source.status !== 'ready') return;
  const { read, seen } = flags;
  const late = ids.filter((id) => {
    const { createdDate } = list.get(id);
    return read.watermark.reaches(createdDate) || isUntil(createdDate, markAll?.until);
  });
  for (const id of late) {
    read.watermark.exempt(id);
    list.resolveRead(id);
  }
  const beforeSeen = ids.filter((id) => seen.watermark.reaches(list.get(id).createdDate));
  for (const id of beforeSeen) seen.watermark.exempt(id);
  // Another tab may have listed it earlier.
  const lateUnseen = beforeSeen.filter((id) => !seen.isSeen(list.get(id)));
  const unread = late.filter((id) => list.get(id).isRead !== true && !read.isKnownToHost(id));
  // Otherwise the next visit would count these as read or seen.
  if (unread.length > 0)
    outcome.toStore = { ...outcome.toStore, reads: createStoredMarks(unread, false, outcome.at) };
  for (const id of unread) read.noteStored(id, outcome.at);
  if (lateUnseen.length > 0)
    outcome.toStore = { ...outcome.toStore, seen: createStoredMarks(lateUnseen, false, outcome.at) };
}

/** Applies a page: it may bring what is new, or be further down the list. */
function applyPage(state: StoreState, change: ChangeOf<'pageLoaded'>, outcome: StoredOutcomeDraft): void {
  const { references, requestedAt, isAfterReset, isComplete, gone, unpinned = [], after } = change;
  const { list, counts } = state;
  const isFirstLoad = state.source.status !== 'ready';
  if (change.saves) limitSaves(state.flags, change.saves);
  if (gone.length > 0) outcome.haveRecordsChanged = true;
  list.removeUnlisted(gone);
  list.unpin(unpinned);
  if (!isAfterReset) removeSnoozes(state, gone, outcome);
  const { pinned, newest, older, isDisjoint } = splitPage(state, change);
  const unmarked = unmarkedSinceAll(state, referenceIds(isFirstLoad ? references : older));
  if (isFirstLoad) list.confirmFirstPage(referenceIds(references));
  applyHostStates(state, references, outcome, { requestedAt });
  const onTop = [...list.insertAheadOfPage(pinned), ...list.insert(newest)];
  excludeLateArrivals(state, onTop, outcome);
  reportArrivals(state, onTop, outcome);
  const added = referenceIds(older).filter((id) => !list.isListed(id));
  list.append(older, after);
  placeReturned(state, referenceIds(references));
  if (isComplete) removeUnlistedSnoozes(state, outcome);
  if (isDisjoint) state.flags.seen.openGap(newest.at(-1)?.createdDate ?? null);
  // A further page that lists what was known has reached the end of the gap.
  else if (change.page === 'next' && added.length < older.length) state.flags.seen.closeGap();
  counts.applyPage(change, added);
  outcome.coveredOnPage = unmarked.filter((id) => isCoveredByAll(state, id));
}

/** Which of these are about to be listed, and were not marked since the last "mark all as read". */
function unmarkedSinceAll({ list, flags, markAll }: StoreState, ids: readonly string[]): readonly string[] {
  if (!markAll) return [];
  const { at } = markAll.claim;
  return ids.filter((id) => !list.isConfirmed(id) && !flags.read.isMarkedSince(id, at));
}

/** Whether the last "mark all as read" covers a notification that is listed now. */
function isCoveredByAll({ list, markAll }: StoreState, id: string): boolean {
  const { createdDate, isRead } = list.get(id);
  // What the host has marked, and lists as unread, was marked as unread since then.
  if (markAll?.isSaved && isRead === false) return false;
  return createdDate === null || isUntil(createdDate, markAll?.until);
}

/** The parts of a page: what is pinned, what is new, and what is below that. */
function splitPage(
  { list, source }: StoreState,
  { references, page }: ChangeOf<'pageLoaded'>,
): {
  pinned: readonly NotificationReference[];
  newest: readonly NotificationReference[];
  older: readonly NotificationReference[];
  isDisjoint: boolean;
} {
  if (page === 'next') return { pinned: [], newest: [], older: references, isDisjoint: false };
  // A first page may begin with those that are pinned, wherever they belong.
  const pinned = references.filter(({ isPinned }) => isPinned);
  const others = references.filter(({ isPinned }) => !isPinned);
  const isFirstLoad = source.status !== 'ready';
  // When the first page is loaded again, what follows the last known id is no arrival: it moved up from further pages.
  const lastKnown = isFirstLoad ? -1 : others.findLastIndex(({ id }) => list.has(id));
  const newCount = lastKnown < 0 ? others.length : lastKnown + 1;
  const newest = others.slice(0, newCount);
  // None of the page is known: there may be more that came since the list was seen.
  const isDisjoint = !isFirstLoad && lastKnown < 0 && newest.length > 0;
  return { pinned, newest, older: others.slice(newCount), isDisjoint };
}

function applyFailure(
  state: StoreState,
  { id, error }: ChangeOf<'failed'>,
  outcome: StoredOutcomeDraft,
): void {
  const { list } = state;
  outcome.events.push({ type: 'error', error, operation: 'load' });
  // An id that no request can have does not exist either. Any other failure may pass.
  const isMissing = isGone(error) || error instanceof RequestError;
  // A record that the device stored is better than none, unless the notification no longer exists.
  if (!isMissing && list.isCached(id)) {
    list.replace(list.get(id));
    list.dropCached(id);
    return;
  }
  list.dropCached(id);
  setStatus(list, id, isMissing ? 'missing' : 'failed', error instanceof NudgeError ? error : null);
  if (isMissing) removeSnoozes(state, [id], outcome);
}

function setStatus(
  list: ItemList,
  id: string,
  status: NotificationItem['status'],
  error: NudgeError | null = null,
): void {
  list.replace({ ...list.get(id), status, error, record: null });
}
