import {
  createStoredMarks,
  hasReturned,
  pastTime,
  snoozedUntil,
  type StoredSnooze,
} from '../../stored-change.js';
import { insertNewest } from './item-list.js';
import { listDate, type NotificationReference } from './notification-item.js';
import type {
  ChangeOf,
  NotificationChange,
  NotificationStoreEvent,
  OutcomeDraft,
  Snooze,
  SnoozeChange,
  StoreState,
} from './notification-state.js';

type Snoozes = ReadonlyMap<string, Snooze>;
/** Who decides: the customer here, in another tab or in an earlier visit, or the host; or it no longer exists. */
type DecidedBy = 'customer' | 'tab' | 'device' | 'host' | 'removal';

/** Applies what happened to snoozed notifications. */
export function reduceSnoozes(state: StoreState, change: SnoozeChange, outcome: OutcomeDraft): StoreState {
  switch (change.type) {
    case 'snoozed':
      return applySnoozes(state, change.snoozes, change.by, outcome);
    case 'snoozeRolledBack': {
      const { snoozes, until, error } = change;
      outcome.toStore = { snoozes };
      const ids = snoozes.map(({ id }) => id);
      outcome.events.push({ type: 'error', error, operation: 'set-snoozed', ids, until });
      // It may have been saved, although the response was lost: what the host says from now on counts.
      return withSnoozes(state, snoozes, 'host', outcome.at);
    }
    case 'snoozeSaved':
      return applySaved(state, change);
    case 'returned':
      return applyReturned(state, change, outcome);
  }
}

/** How many are snoozed on pages that are not loaded and unread there. */
export function countSnoozedElsewhere({ list, flags, snoozes }: StoreState): number {
  const unread = [...snoozes].filter(
    ([id, snooze]) =>
      snooze.wasRead === false &&
      snoozedUntil(snooze) !== null &&
      !list.isListed(id) &&
      flags.read.resolve(id) !== true,
  );
  return unread.length;
}

/** Applies decisions, as far as they overrule what is known. */
export function applySnoozes(
  state: StoreState,
  snoozes: readonly StoredSnooze[],
  by: DecidedBy,
  outcome: OutcomeDraft,
): StoreState {
  const accepted = snoozes.filter((snooze) => isAccepted(state, snooze, by, outcome.at));
  if (accepted.length === 0) return state;
  if (by === 'customer' || by === 'removal') outcome.toStore = { ...outcome.toStore, snoozes: accepted };
  return withSnoozes(state, accepted, by, outcome.at);
}

/** Applies what the host says of the notifications that it names. */
export function applyHostSnoozes(
  state: StoreState,
  references: readonly NotificationReference[],
  outcome: OutcomeDraft,
): StoreState {
  const { list, flags } = state;
  const snoozes = references.flatMap(({ id, createdDate = null, snoozedUntil: date }): StoredSnooze[] => {
    if (date === undefined) return [];
    const until = date === null ? null : Date.parse(date);
    const item = list.get(id);
    const wasRead = flags.read.isRead({ id, createdDate: item.createdDate ?? createdDate });
    // One that is over when the host names it is no arrival.
    return [{ id, until, at: Math.min(until ?? outcome.at, outcome.at), wasRead }];
  });
  return applySnoozes(state, snoozes, 'host', outcome);
}

/** What the customer decided counts as the host's from now on. */
function applySaved(state: StoreState, { ids }: ChangeOf<'snoozeSaved'>): StoreState {
  const snoozes = new Map(state.snoozes);
  for (const id of ids) {
    const snooze = snoozes.get(id);
    if (snooze) snoozes.set(id, { ...snooze, by: 'host' });
  }
  return { ...state, snoozes };
}

/** Drops the decisions about those of these that no longer exist. */
export function removeSnoozes(state: StoreState, ids: readonly string[], outcome: OutcomeDraft): StoreState {
  const { list, snoozes } = state;
  const removed = ids.filter((id) => snoozes.has(id) && !list.isListed(id));
  return applySnoozes(
    state,
    removed.map((id) => ({ id, until: null, at: outcome.at, wasRead: null })),
    'removal',
    outcome,
  );
}

/** Drops what the device has brought back, and the host lists no more. */
export function removeUnlistedSnoozes(state: StoreState, outcome: OutcomeDraft): StoreState {
  const { list, snoozes, isSnoozeSaved } = state;
  const ids = isSnoozeSaved ? [...snoozes.keys()].filter((id) => list.isEarly(id)) : [];
  if (ids.length === 0) return state;
  list.remove(ids);
  return removeSnoozes(state, ids, outcome);
}

/**
 * The state with a note at each snooze whose notification was marked as unread after it had been snoozed, and without it where
 * that was rolled back.
 */
export function noteMarkedSnoozes(
  before: StoreState,
  state: StoreState,
  { type }: NotificationChange,
  events: readonly NotificationStoreEvent[],
): StoreState {
  const isRolledBack = type === 'markRolledBack';
  const ids = events.flatMap((event) =>
    event.type === 'read-change' && event.isRead === isRolledBack ? event.ids : [],
  );
  const marked = ids.flatMap((id): [string, Snooze][] => {
    const snooze = state.snoozes.get(id);
    return snooze && snooze === before.snoozes.get(id)
      ? [[id, { ...snooze, isMarkedSince: !isRolledBack }]]
      : [];
  });
  return marked.length === 0 ? state : { ...state, snoozes: new Map([...state.snoozes, ...marked]) };
}

/** Whether a decision overrules what is known. */
function isAccepted(
  { snoozes, isSnoozeSaved }: StoreState,
  { id, until, at }: StoredSnooze,
  by: DecidedBy,
  now: number,
): boolean {
  const known = snoozes.get(id);
  if (!known) return until !== null;
  if (by === 'customer' || by === 'removal') return true;
  // Also where another tab says that it has come back: this one brings it back itself.
  if (known.until === until) return false;
  if (by !== 'host') return at >= pastTime(known, now);
  // What the customer has decided counts, unless its time is over, or the host has stored something else since.
  return hasReturned(known) || (known.by !== 'visit' && isSnoozeSaved);
}

function withSnoozes(
  state: StoreState,
  added: readonly StoredSnooze[],
  by: DecidedBy,
  now: number,
): StoreState {
  const { list } = state;
  const snoozes = new Map(state.snoozes);
  for (const { id, until, at, wasRead } of added) {
    const decidedBy = by === 'device' || by === 'host' ? by : 'visit';
    if (by === 'removal') snoozes.delete(id);
    // Nothing was decided in the future: the clock was wrong.
    else snoozes.set(id, { until, at: Math.min(at, now), wasRead, by: decidedBy });
  }
  list.setSnoozed(returnTimes(snoozes));
  const next = { ...state, snoozes };
  placeReturned(
    next,
    added.map(({ id }) => id).filter((id) => list.isListed(id)),
  );
  return next;
}

/** Shows what was snoozed as if it had just arrived: as new, unless the customer has seen it in another tab since then. */
function applyReturned(
  state: StoreState,
  { ids, unreadIds = [] }: ChangeOf<'returned'>,
  outcome: OutcomeDraft,
): StoreState {
  const { list, flags, counts } = state;
  const snoozes = new Map(state.snoozes);
  const due: StoredSnooze[] = [];
  const unseen: string[] = [];
  for (const id of ids) {
    const snooze = snoozes.get(id);
    const until = snoozedUntil(snooze);
    if (!snooze || until === null) continue;
    const { wasRead } = snooze;
    due.push({ id, until, at: until, wasRead });
    snoozes.set(id, { ...snooze, at: until });
    // `markUnread()` also marks as seen; these are new again.
    if (unreadIds.includes(id) || !((flags.seen.customerClaim(id)?.at ?? 0) > until)) {
      flags.seen.setCustomerClaim(id, { value: false, at: until });
      unseen.push(id);
    }
    counts.addReturned(id);
  }
  list.setSnoozed(returnTimes(snoozes));
  const next = { ...state, snoozes };
  placeReturned(next, ids);
  const shown = due.map(({ id }) => id).filter((id) => !list.isDismissed(id) && !list.isExpired(id));
  const arrived = shown.filter((id) => list.get(id).isRead !== true);
  const inserted = shown.filter((id) => list.get(id).isRead === true);
  if (arrived.length > 0) outcome.events.push({ type: 'arrival', ids: arrived });
  if (inserted.length > 0) outcome.events.push({ type: 'insert', ids: inserted });
  if (due.length > 0) outcome.toStore = { snoozes: due, seen: createStoredMarks(unseen, false, outcome.at) };
  return next;
}

function returnTimes(snoozes: Snoozes): Map<string, number> {
  const times = new Map<string, number>();
  for (const [id, snooze] of snoozes) {
    const until = snoozedUntil(snooze);
    if (until !== null) times.set(id, until);
  }
  return times;
}

/** Lists those that have come back by the time at which they did. */
export function placeReturned({ list, snoozes }: StoreState, ids: readonly string[]): void {
  // Most customers have none, and the list may be long.
  if (snoozes.size === 0) return;
  const returned = ids
    .map((id) => ({ id, snooze: snoozes.get(id) }))
    .flatMap(({ id, snooze }) =>
      snooze && hasReturned(snooze) && snooze.until !== null ? { id, until: snooze.until } : [],
    )
    .toSorted((one, other) => other.until - one.until);
  if (returned.length === 0) return;
  for (const { id, until } of returned) {
    list.replace({ ...list.get(id), returnedDate: new Date(until).toISOString() });
    if (!list.isListed(id)) list.insertEarly([{ id }]);
  }
  const placed = returned.map(({ id }) => id);
  // The list may be long.
  const moved = new Set(placed);
  const others = list.wholeOrder.filter((id) => !moved.has(id));
  list.setOrder(insertNewest(others, placed, (id) => listDate(list.get(id))));
}
