import { ApiError, isTransient, NudgeError, RequestError } from '../../api/errors.js';
import { createMarks, maxMarks, type StoredMark } from '../device/stored-mark.js';
import type { StoredChange, StoredRow } from '../device/stored-row.js';
import type { NotificationReference } from '../sources/source.js';
import type { Flag } from './flag-states.js';
import type { ItemList } from './item-list.js';
import { withRecord, type NotificationItem } from './notification-item.js';
import type {
  NotificationChange,
  NotificationOutcome,
  NotificationStoreEvent,
  StoreState,
} from './notification-state.js';
import { isUntil } from './read-state.js';

/** The marks of the device by their flags. */
const storedAs = { read: 'reads', dismissed: 'dismissals' } as const;

/** What the change has done so far. */
interface OutcomeDraft {
  readonly events: NotificationStoreEvent[];
  added: readonly string[];
  toStore: Partial<StoredChange> | null;
}

/** Applies a change. Returns the same state where it has no effect. */
export function reduce(state: StoreState, change: NotificationChange): [StoreState, NotificationOutcome] {
  const outcome: OutcomeDraft = { events: [], added: [], toStore: null };
  const next = applyChange(state, change, outcome);
  return [next, { ...outcome, removed: next.list.takeRemoved() }];
}

function applyChange(state: StoreState, change: NotificationChange, outcome: OutcomeDraft): StoreState {
  const { list, flags } = state;
  const reads = flags.read;
  switch (change.type) {
    case 'hostIds':
      applyHostStates(state, change.references, outcome);
      arrive(state, list.syncHostIds(change.references), outcome);
      break;
    case 'added': {
      applyHostStates(state, change.references, outcome);
      const ids = list.insert(change.references);
      if (change.isKnown) break;
      exemptLate(state, ids, outcome);
      arrive(state, ids, outcome);
      break;
    }
    case 'listed':
      applyPage(state, change, outcome);
      break;
    case 'removed':
      list.setDismissed(change.ids, false);
      for (const id of change.ids) flags.dismissed.forget(id);
      list.remove(change.ids);
      outcome.toStore = { dismissals: createMarks(change.ids, () => false) };
      break;
    case 'loaded': {
      const { id, record } = change;
      const { isRead } = list.get(id);
      list.dropCached(id);
      reads.applyRecord(id, record.isRead, Date.now());
      // A read state that was unknown before has not changed.
      if (isRead !== null) resolveReads(state, [id], outcome);
      list.replace(withRecord(list.get(id), record));
      if (isRead === null) state.unreadOutsideList.resolve(id, list.get(id).isRead);
      outcome.toStore = {};
      break;
    }
    case 'failed':
      applyFailure(list, change.id, change.error);
      outcome.events.push({ type: 'error', error: change.error, operation: 'load' });
      break;
    case 'retried':
      for (const id of change.ids) setStatus(list, id, 'pending');
      break;
    case 'marked':
    case 'markRolledBack': {
      const { type, flag, claims } = change;
      const ids = [...claims.keys()];
      const marks: StoredMark[] = [];
      for (const [id, claim] of claims) {
        // A rollback has the time of what it takes back: what another tab or the host has said since then is newer.
        const at =
          type === 'marked' ? flags[flag].setCustomerClaim(id, claim) : flags[flag].rollBack(id, claim);
        marks.push({ id, value: flags[flag].decided(id), at });
      }
      // A rollback must not bring back what was removed meanwhile.
      resolveFlag(state, flag, type === 'marked' ? ids : ids.filter((id) => list.has(id)), outcome);
      outcome.toStore = { [storedAs[flag]]: marks.slice(0, maxMarks) };
      if (type === 'markRolledBack') {
        const { error, value } = change;
        outcome.events.push(
          flag === 'read'
            ? { type: 'error', error, operation: 'set-read', ids, isRead: value }
            : { type: 'error', error, operation: 'set-dismissed', ids, isDismissed: value },
        );
      }
      break;
    }
    case 'markSaved':
      for (const id of change.ids) flags[change.flag].applyHostState(id, change.value, Date.now());
      break;
    case 'markedByHost': {
      const { flag, ids, value } = change;
      const states = flags[flag];
      const decided = ids.filter((id) => states.decided(id) !== value);
      for (const id of ids) states.applyHostChange(id, value, Date.now());
      resolveFlag(state, flag, ids, outcome);
      if (decided.length > 0)
        outcome.toStore = { [storedAs[flag]]: createMarks(decided, (id) => states.decided(id)) };
      break;
    }
    case 'allMarked':
      outcome.toStore = { watermark: change.markAll.until };
      return { ...state, markAll: change.markAll };
    case 'markAllEnded':
      if (state.markAll !== change.markAll) return state;
      outcome.toStore = { watermark: reads.watermark };
      return { ...state, markAll: null };
    case 'restored':
      restore(state, change.row, change.isListed);
      break;
    case 'synced':
      sync(state, change.change, outcome);
      break;
    case 'conditions':
      return { ...state, ...change.conditions };
    case 'source':
      return { ...state, source: change.source };
    case 'sourceFailed':
      outcome.events.push({ type: 'error', error: change.error, operation: 'list' });
      break;
    case 'requests': {
      const { problem: requestProblem, error } = change;
      if (error) outcome.events.push({ type: 'error', error, operation: 'load' });
      else if (requestProblem === state.requestProblem) return state;
      return { ...state, requestProblem };
    }
    case 'reset':
      list.clear();
      reads.clear();
      flags.dismissed.clear();
      state.unreadOutsideList.clear();
      return { ...state, markAll: null };
    case 'shared':
    case 'closed':
      break;
  }
  return { ...state };
}

/** Reports ids that came on top. Those of the first page have not arrived: they were there before. */
function arrive(state: StoreState, ids: readonly string[], outcome: OutcomeDraft): void {
  const { list, isRunning, source } = state;
  if (!isRunning || source.status !== 'ready') return;
  const isRead = (id: string): boolean => list.get(id).isRead === true;
  const unread = ids.filter((id) => !isRead(id));
  const read = ids.filter(isRead);
  if (unread.length > 0) outcome.events.push({ type: 'arrival', ids: unread });
  if (read.length > 0) outcome.events.push({ type: 'insert', ids: read });
}

/** "Mark all as read" does not cover what is delivered later, even with an earlier date. */
function exemptLate(state: StoreState, ids: readonly string[], outcome: OutcomeDraft): void {
  const { list, markAll, isRunning, source } = state;
  const { read: reads } = state.flags;
  if (!isRunning || source.status !== 'ready') return;
  const late = ids.filter((id) => {
    const { createdDate } = list.get(id);
    return reads.isBeforeWatermark(createdDate) || isUntil(createdDate, markAll?.until);
  });
  for (const id of late) {
    reads.exemptFromWatermark(id);
    list.resolveRead(id);
  }
  const unread = late.filter((id) => list.get(id).isRead !== true);
  // Otherwise the next visit would count these as read.
  if (unread.length > 0) outcome.toStore = { reads: createMarks(unread, () => false) };
}

function applyPage(
  state: StoreState,
  { references, page, gone, after, unreadCount }: Extract<NotificationChange, { type: 'listed' }>,
  outcome: OutcomeDraft,
): void {
  const { list, flags, unreadOutsideList } = state;
  const { read: reads, dismissed } = flags;
  const isFirstLoad = state.source.status !== 'ready';
  const ids = references.map(({ id }) => id);
  if (gone.length > 0) outcome.toStore = {};
  list.removeUnlisted(gone);
  // When the first page is loaded again, what follows the last known id is no arrival: it moved up from further pages.
  const lastKnown = isFirstLoad ? -1 : ids.findLastIndex((id) => list.has(id));
  const newCount = page === 'next' ? 0 : lastKnown < 0 ? ids.length : lastKnown + 1;
  outcome.added = ids.slice(isFirstLoad ? 0 : newCount).filter((id) => !list.has(id));
  if (isFirstLoad) list.confirmFirstPage(new Set(ids));
  applyHostStates(state, references, outcome);
  arrive(state, list.insert(references.slice(0, newCount)), outcome);
  const older = references.slice(newCount);
  const unlisted = older.filter(({ id }) => !list.isListed(id));
  list.append(older, after);
  if (unreadCount === undefined)
    unreadOutsideList.add(-unlisted.filter(({ id }) => list.get(id).isRead === false).length);
  else {
    // A host that saves what is dismissed does not count that.
    const isCounted = (id: string): boolean => !dismissed.isSavedByHost || dismissed.remote(id) !== true;
    const order = list.wholeOrder.filter(isCounted);
    unreadOutsideList.set(
      unreadCount - order.filter((id) => reads.remote(id) === false).length,
      order.filter((id) => reads.remote(id) === null),
    );
  }
}

function applyFailure(list: ItemList, id: string, error: unknown): void {
  // The same request would be refused again. Any other failure may pass.
  const isRefused = error instanceof RequestError || (error instanceof ApiError && !isTransient(error));
  // A record that the device stored is better than none, unless the notification no longer exists.
  if (!isRefused && list.isCached(id)) {
    list.replace(list.get(id));
    list.dropCached(id);
    return;
  }
  list.dropCached(id);
  setStatus(list, id, isRefused ? 'missing' : 'failed', error instanceof NudgeError ? error : null);
}

function setStatus(
  list: ItemList,
  id: string,
  status: NotificationItem['status'],
  error: NudgeError | null = null,
): void {
  list.replace({ ...list.get(id), status, error, record: null });
}

/** Applies what the host has when it names notifications. */
function applyHostStates(
  state: StoreState,
  references: readonly NotificationReference[],
  outcome: OutcomeDraft,
): void {
  const { list, flags } = state;
  const now = Date.now();
  for (const { id, isRead, isDismissed } of references) {
    if (isRead !== undefined) flags.read.applyHostState(id, isRead, now);
    if (isDismissed !== undefined) flags.dismissed.applyHostState(id, isDismissed, now);
  }
  // A read state that was unknown before has not changed.
  const known = references.map(({ id }) => id).filter((id) => list.get(id).isRead !== null);
  resolveReads(state, known, outcome);
  const named = references.flatMap(({ id, isDismissed }) => (isDismissed === undefined ? [] : id));
  resolveDismissals(
    state,
    named.filter((id) => list.has(id)),
    outcome,
  );
  // What is listed for the first time has not changed.
  resolveDismissals(state, named, { ...outcome, events: [] });
}

function resolveFlag(state: StoreState, flag: Flag, ids: readonly string[], outcome: OutcomeDraft): void {
  if (flag === 'read') resolveReads(state, ids, outcome);
  else resolveDismissals(state, ids, outcome);
}

/** Resolves anew whether these are dismissed, and reports those that changed. */
function resolveDismissals(
  { list, flags }: StoreState,
  ids: readonly string[],
  { events }: OutcomeDraft,
): void {
  for (const isDismissed of [true, false]) {
    const changed = list.setDismissed(
      ids.filter((id) => (flags.dismissed.resolve(id) === true) === isDismissed),
      isDismissed,
    );
    if (changed.length > 0) events.push({ type: 'dismiss-change', ids: changed, isDismissed });
  }
}

/** Resolves the read state of these items anew, and reports those that changed. */
function resolveReads(
  { list, unreadOutsideList }: StoreState,
  ids: readonly string[],
  { events }: OutcomeDraft,
): void {
  const changed = ids.filter((id) => list.resolveRead(id));
  // What is read elsewhere, and on no page that is loaded, has been counted by the host.
  for (const id of changed)
    if (!list.isListed(id)) unreadOutsideList.add(list.get(id).isRead === true ? -1 : 1);
  for (const isRead of [true, false, null]) {
    const group = changed.filter((id) => list.get(id).isRead === isRead);
    if (group.length > 0) events.push({ type: 'read-change', ids: group, isRead: isRead === true });
  }
}

/** Shows at once what the device stored in an earlier visit. */
function restore({ list, flags }: StoreState, row: StoredRow, isListed: boolean): void {
  const { read: reads, dismissed } = flags;
  for (const mark of row.reads) reads.applyEarlierVisit(mark);
  reads.watermark = row.watermark ?? '';
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
  for (const id of list.order) list.resolveRead(id);
}

/** Applies what other tabs did meanwhile. */
function sync(state: StoreState, change: StoredChange, outcome: OutcomeDraft): void {
  const { list, flags } = state;
  const { read: reads, dismissed } = flags;
  for (const mark of change.reads) reads.applyOtherTab(mark);
  if (change.watermark !== null) reads.watermark = change.watermark;
  resolveReads(state, [...list.order, ...change.reads.map(({ id }) => id)], outcome);
  for (const mark of change.dismissals) dismissed.applyOtherTab(mark);
  resolveDismissals(
    state,
    change.dismissals.map(({ id }) => id),
    outcome,
  );
}
