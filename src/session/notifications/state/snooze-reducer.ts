import { createStoredMarks, hasReturned, snoozedUntil, type StoredSnooze } from '../../stored.js';
import { insertNewest, type ItemList } from './item-list.js';
import { listDate } from './notification-item.js';
import type { ChangeOf, OutcomeDraft, Snooze, SnoozeChange, StoreState } from './notification-state.js';

type Snoozes = ReadonlyMap<string, Snooze>;
type SnoozedChange = Extract<SnoozeChange, { type: 'snoozed' }>;

/** Applies what happened to snoozed notifications. */
export function reduceSnoozes(state: StoreState, change: SnoozeChange, outcome: OutcomeDraft): StoreState {
  switch (change.type) {
    case 'snoozed': {
      const accepted = change.snoozes.filter((snooze) => isAccepted(state, snooze, change));
      if (accepted.length === 0) return state;
      if (change.by === 'customer' || change.by === 'removal') outcome.toStore = { snoozes: accepted };
      return withSnoozes(state, accepted, change.by, outcome.at);
    }
    case 'snoozeRolledBack': {
      const { snoozes, until, error } = change;
      outcome.toStore = { snoozes };
      const ids = snoozes.map(({ id }) => id);
      outcome.events.push({ type: 'error', error, operation: 'set-snoozed', ids, until });
      return withSnoozes(state, snoozes, 'customer', outcome.at);
    }
    case 'returned':
      return applyReturned(state, change, outcome);
  }
}

/** Counts what is snoozed on pages that are not loaded: the host counts it as unread if it was so. */
export function countUnlisted({ list, flags, snoozes, unlistedUnread }: StoreState): void {
  const unread = [...snoozes].filter(
    ([id, snooze]) =>
      snooze.wasRead === false &&
      snoozedUntil(snooze) !== null &&
      !list.isListed(id) &&
      flags.read.resolve(id) !== true,
  );
  unlistedUnread.snoozed = unread.length;
}

/** Whether a decision overrules what is known. */
function isAccepted(
  { snoozes }: StoreState,
  { id, until, at }: StoredSnooze,
  { by, isSavedByHost = false }: SnoozedChange,
): boolean {
  const known = snoozes.get(id);
  if (!known) return until !== null;
  if (by === 'customer' || by === 'removal') return true;
  // Also where another tab says that it has come back: this one brings it back itself.
  if (known.until === until) return false;
  if (by !== 'host') return at >= known.at;
  // What the customer has decided counts, unless its time is over, or the host has stored something else since.
  return hasReturned(known) || (known.by !== 'visit' && isSavedByHost);
}

function withSnoozes(
  state: StoreState,
  added: readonly StoredSnooze[],
  by: SnoozedChange['by'],
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
  list.setSnoozed(hiddenIds(snoozes));
  placeReturned(
    list,
    snoozes,
    added.map(({ id }) => id).filter((id) => list.isListed(id)),
  );
  return { ...state, snoozes };
}

/** Shows what was snoozed as if it had just arrived: as new, unless the customer has seen it in another tab since then. */
function applyReturned(
  state: StoreState,
  { ids, unreadIds = [] }: ChangeOf<'returned'>,
  outcome: OutcomeDraft,
): StoreState {
  const { list, flags, unlistedUnread } = state;
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
    // It was on a page that is not loaded, and has been counted there.
    if (!list.isListed(id) && list.get(id).isRead !== true) unlistedUnread.add(-1);
  }
  list.setSnoozed(hiddenIds(snoozes));
  placeReturned(list, snoozes, ids);
  const shown = due.map(({ id }) => id).filter((id) => !list.isDismissed(id));
  const arrived = shown.filter((id) => list.get(id).isRead !== true);
  const inserted = shown.filter((id) => list.get(id).isRead === true);
  if (arrived.length > 0) outcome.events.push({ type: 'arrival', ids: arrived });
  if (inserted.length > 0) outcome.events.push({ type: 'insert', ids: inserted });
  if (due.length > 0) outcome.toStore = { snoozes: due, seen: createStoredMarks(unseen, false, outcome.at) };
  return { ...state, snoozes };
}

function hiddenIds(snoozes: Snoozes): Set<string> {
  return new Set([...snoozes].flatMap(([id, snooze]) => (snoozedUntil(snooze) === null ? [] : id)));
}

/** Lists those that have come back by the time at which they did. */
function placeReturned(list: ItemList, snoozes: Snoozes, ids: readonly string[]): void {
  const returned = ids
    .map((id) => ({ id, snooze: snoozes.get(id) }))
    .flatMap(({ id, snooze }) =>
      snooze && hasReturned(snooze) && snooze.until !== null ? { id, until: snooze.until } : [],
    )
    .toSorted((one, other) => other.until - one.until);
  if (returned.length === 0) return;
  for (const { id, until } of returned) {
    list.replace({ ...list.get(id), returnedDate: new Date(until).toISOString() });
    if (!list.isListed(id)) list.insertEarly({ id });
  }
  const placed = returned.map(({ id }) => id);
  // The list may be long.
  const moved = new Set(placed);
  const others = list.wholeOrder.filter((id) => !moved.has(id));
  list.setOrder(insertNewest(others, placed, (id) => listDate(list.get(id))));
}
