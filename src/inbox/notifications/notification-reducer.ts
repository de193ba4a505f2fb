import { ApiError, isTransient, NudgeError, RequestError } from '../../api/errors.js';
import type { StoredChange, StoredRow } from '../device/stored-row.js';
import type { NotificationReference } from '../sources/source.js';
import type { ItemList } from './item-list.js';
import { withRecord, type NotificationItem } from './notification-item.js';
import type {
  NotificationChange,
  NotificationOutcome,
  NotificationStoreEvent,
  StoreState,
} from './notification-state.js';
import { newestDate } from './read-state.js';

/** Applies a change. Returns the same state where it has no effect. */
export function reduce(state: StoreState, change: NotificationChange): [StoreState, NotificationOutcome] {
  const [next, outcome] = applyChange(state, change);
  return [
    next,
    {
      events: [],
      added: [],
      isReordered: false,
      decidedReads: [],
      decidedDismissals: [],
      ...outcome,
      removed: next.list.takeRemoved(),
    },
  ];
}

type Result = [StoreState, Partial<NotificationOutcome>?];

function applyChange(state: StoreState, change: NotificationChange): Result {
  const { list, reads } = state;
  switch (change.type) {
    case 'started':
      return [{ ...state, isRunning: true, isOffline: change.isOffline }];
    case 'stopped':
      return [{ ...state, isRunning: false }];
    case 'network':
      return [{ ...state, isOffline: change.isOffline }];
    case 'reset':
    case 'signedOut':
      list.clear();
      reads.clear();
      state.cached.clear();
      return [{ ...state, markAll: null }];
    case 'hostIds': {
      const events = applyHints(state, change.references);
      return arrive(state, list.syncHostIds(change.references), events);
    }
    case 'added': {
      const events = applyHints(state, change.references);
      return arrive(state, list.insert(change.references), events);
    }
    case 'listed':
      return applyPage(state, change.references, change.page);
    case 'removed':
      list.setDismissed(change.ids, false);
      list.remove(change.ids);
      return [{ ...state }, { isReordered: true, decidedDismissals: change.ids }];
    case 'dismissed': {
      const { isDismissed } = change;
      const ids = list.setDismissed(change.ids, isDismissed);
      if (ids.length === 0) return [state];
      const events = [{ type: 'dismiss', ids, isDismissed } as const];
      return [{ ...state }, { isReordered: true, decidedDismissals: ids, events }];
    }
    case 'source':
      return [{ ...state, source: change.source }];
    case 'sourceFailed':
      return [{ ...state }, { events: [{ type: 'error', error: change.error, operation: 'list' }] }];
    case 'loaded':
      state.cached.delete(change.id);
      reads.applyRecord(change.id, change.record.isRead, Date.now());
      list.set(withRecord(list.get(change.id), change.record));
      return [{ ...state }];
    case 'failed':
      return applyFailure(state, change.id, change.error);
    case 'retried':
      for (const id of change.ids) setStatus(list, id, 'pending');
      return [{ ...state }];
    case 'requests': {
      if (change.problem === state.requestProblem && !change.error) return [state];
      const { problem: requestProblem, error } = change;
      return [
        { ...state, requestProblem },
        { events: error ? [{ type: 'error', error, operation: 'load' }] : [] },
      ];
    }
    case 'read':
      for (const [id, claim] of change.claims) reads.setLocal(id, claim);
      return updateReads(state, [...change.claims.keys()], { decidedReads: [...change.claims.keys()] });
    case 'readRolledBack': {
      const ids = [...change.claims.keys()];
      for (const [id, claim] of change.claims) reads.setLocal(id, claim);
      const [next, outcome] = updateReads(
        state,
        ids.filter((id) => list.has(id)),
        { decidedReads: ids },
      );
      const error = { type: 'error', error: change.error, operation: 'set-read' } as const;
      return [next, { ...outcome, events: [...(outcome?.events ?? []), error] }];
    }
    case 'readByHost': {
      const decidedReads = change.ids.filter((id) => reads.decided(id) !== change.isRead);
      for (const id of change.ids) reads.applyHostChange(id, change.isRead, Date.now());
      return updateReads(state, change.ids, { decidedReads });
    }
    case 'allMarked':
      return [
        { ...state, markAll: change.markAll },
        { watermark: newestDate(list.items.map(({ createdDate }) => createdDate)) },
      ];
    case 'markAllEnded':
      if (state.markAll !== change.markAll) return [state];
      return [{ ...state, markAll: null }, { watermark: reads.watermark }];
    case 'device':
      return [{ ...state, isDevicePending: change.isPending }];
    case 'restored':
      return restore(state, change.row, change.isListed);
    case 'synced':
      return sync(state, change.change);
  }
}

/** The events for ids that came on top. Those of the first page have not arrived: they were there before. */
function arrive(
  state: StoreState,
  ids: readonly string[],
  events: readonly NotificationStoreEvent[],
): Result {
  const unread = ids.filter((id) => state.list.get(id).isRead !== true);
  const hasArrived = state.isRunning && state.source.status === 'ready' && unread.length > 0;
  return [
    { ...state },
    { isReordered: true, events: hasArrived ? [...events, { type: 'arrival', ids: unread }] : events },
  ];
}

function applyPage(
  state: StoreState,
  references: readonly NotificationReference[],
  page: 'first' | 'next',
): Result {
  const { list } = state;
  const isFirstLoad = state.source.status !== 'ready';
  const ids = references.map(({ id }) => id);
  const added = isFirstLoad || page === 'next' ? ids.filter((id) => !list.has(id)) : [];
  if (isFirstLoad) list.confirmFirstPage(new Set(ids));
  const events = applyHints(state, references);
  if (page === 'next') {
    list.append(references);
    return [{ ...state }, { events, added }];
  }
  const [next, outcome] = arrive(state, list.insert(references), events);
  return [next, { ...outcome, added }];
}

function applyFailure(state: StoreState, id: string, error: unknown): Result {
  // The same request would be refused again. Any other failure may pass.
  const isRefused = error instanceof RequestError || (error instanceof ApiError && !isTransient(error));
  // A record that the device stored is better than none, unless the notification no longer exists.
  if (isRefused || !state.cached.has(id)) {
    state.cached.delete(id);
    setStatus(state.list, id, isRefused ? 'missing' : 'failed', error instanceof NudgeError ? error : null);
  }
  return [{ ...state }, { events: [{ type: 'error', error, operation: 'load' }] }];
}

function setStatus(
  list: ItemList,
  id: string,
  status: NotificationItem['status'],
  error: NudgeError | null = null,
): void {
  list.set({ ...list.get(id), status, error, record: null });
}

/** Applies what the host says about read state when it names notifications. */
function applyHints(
  { list, reads }: StoreState,
  references: readonly NotificationReference[],
): NotificationStoreEvent[] {
  const now = Date.now();
  for (const { id, isRead } of references) if (isRead !== undefined) reads.applyHint(id, isRead, now);
  // What was unknown before has not changed.
  return resolveReads(
    list,
    references.map(({ id }) => id).filter((id) => list.get(id).isRead !== null),
  );
}

function updateReads(
  state: StoreState,
  ids: readonly string[],
  outcome: Partial<NotificationOutcome>,
): Result {
  return [{ ...state }, { ...outcome, events: resolveReads(state.list, ids) }];
}

/** Resolves the read state of these items anew. Returns the events for those that changed. */
function resolveReads(list: ItemList, ids: readonly string[]): NotificationStoreEvent[] {
  const changed = new Map<boolean | null, string[]>([true, false, null].map((isRead) => [isRead, []]));
  for (const id of ids) {
    const before = list.get(id);
    list.set(before);
    const { isRead } = list.get(id);
    if (isRead !== before.isRead) changed.get(isRead)?.push(id);
  }
  return [...changed]
    .filter(([, group]) => group.length > 0)
    .map(([isRead, group]) => ({ type: 'read', ids: group, isRead: isRead === true }));
}

/** Shows at once what the device stored in an earlier visit. */
function restore(state: StoreState, row: StoredRow, isListed: boolean): Result {
  const { list, reads, cached } = state;
  for (const mark of row.reads) reads.applyMark(mark);
  reads.watermark = row.watermark ?? '';
  list.setDismissed(
    row.dismissals.flatMap(({ id, value }) => (value ? id : [])),
    true,
  );
  const missing = row.records.filter(({ id }) => !list.get(id).record);
  for (const { id, isRead } of missing) {
    cached.add(id);
    reads.applyRecord(id, isRead, Date.now());
  }
  list.restoreCached(missing, isListed);
  for (const item of list.items) list.set(item);
  return [{ ...state }];
}

/** Applies what other tabs did meanwhile. */
function sync(state: StoreState, { reads: marks, dismissals, watermark }: StoredChange): Result {
  const { list, reads } = state;
  for (const mark of marks) reads.applyMark(mark);
  if (watermark !== null) reads.watermark = watermark;
  const events = resolveReads(list, [...list.order, ...marks.map(({ id }) => id)]);
  for (const isDismissed of [true, false]) {
    const ids = list.setDismissed(
      dismissals.filter(({ value }) => value === isDismissed).map(({ id }) => id),
      isDismissed,
    );
    if (ids.length > 0) events.push({ type: 'dismiss', ids, isDismissed });
  }
  return [{ ...state }, { isReordered: true, events }];
}
