import { createStoredMarks, type StoredSnooze } from '../../stored-change.js';
import { insertNewest } from './list-order.js';
import { listDate, type NotificationReference } from './notification-item.js';
import { marks } from './marks/marks.js';
import type { ChangeOf, OutcomeDraft, StoredOutcomeDraft } from './notification-change.js';
import type { StoreState } from './notification-state.js';
import type { Snooze } from './marks/snooze-states.js';

/** When something was decided about a notification, and whether it was read then. */
type Decision = { readonly id: string } & Pick<Snooze, 'at' | 'wasRead' | 'isNamed'>;

/** Resolves anew until when these are snoozed, and takes them off the list or puts them back. */
export function resolveSnoozes(state: StoreState, decisions: readonly Decision[]): void {
  const { list, flags } = state;
  if (decisions.length === 0) return;
  for (const { id, at, wasRead, isNamed = false } of decisions)
    flags.snoozed.resolveSnooze(id, { at, wasRead, isNamed });
  list.hidden.setSnoozed(flags.snoozed.times);
  placeReturned(
    state,
    decisions.map(({ id }) => id).filter((id) => list.isListed(id)),
  );
}

/**
 * Resolves anew what the host says is snoozed, or is not.
 *
 * @param isEvent Whether it says so because something has happened.
 */
export function resolveHostSnoozes(
  state: StoreState,
  references: readonly NotificationReference[],
  { at: now }: OutcomeDraft,
  isEvent: boolean,
): void {
  const { list, flags } = state;
  const decisions: Decision[] = [];
  for (const reference of references) {
    const { id, createdDate = null, isRead } = reference;
    const until = marks.snoozed.hintOf(reference);
    if (until === undefined) continue;
    const wasRead = flags.read.isRead({ id, createdDate: list.get(id).createdDate ?? createdDate });
    // One that is over when the host names it is no arrival.
    decisions.push({ id, at: Math.min(until || now, now), wasRead, isNamed: true });
    if (isRead !== undefined && until === flags.snoozed.get(id)?.until)
      flags.snoozed.applyHostRead(id, isRead, isEvent);
  }
  resolveSnoozes(state, decisions);
}

/** Drops all claims about those of these that no longer exist. */
export function removeSnoozes(
  { list, flags }: StoreState,
  ids: readonly string[],
  outcome: StoredOutcomeDraft,
): void {
  const removed = ids.filter((id) => flags.snoozed.get(id) && !list.isListed(id));
  if (removed.length === 0) return;
  for (const id of removed) flags.snoozed.forget(id);
  list.hidden.setSnoozed(flags.snoozed.times);
  const snoozes = removed.map((id): StoredSnooze => ({ id, value: false, at: outcome.at, wasRead: null }));
  outcome.toStore = { ...outcome.toStore, snoozes };
}

/** Drops what the device has brought back, and the host lists no more. */
export function removeUnlistedSnoozes(state: StoreState, outcome: StoredOutcomeDraft): void {
  const { list, flags } = state;
  const ids = flags.snoozed.isSavedByHost ? flags.snoozed.ids.filter((id) => list.isAheadOfPage(id)) : [];
  list.remove(ids);
  removeSnoozes(state, ids, outcome);
}

/** Shows what was snoozed as if it had just arrived: as new, unless the customer has seen it in another tab since then. */
export function applyReturned(
  state: StoreState,
  { ids, unreadIds }: ChangeOf<'returned'>,
  outcome: StoredOutcomeDraft,
): void {
  const { list, flags, counts } = state;
  const due: StoredSnooze[] = [];
  const unseen: string[] = [];
  for (const id of ids) {
    const snooze = flags.snoozed.get(id);
    if (!snooze || !list.hidden.isSnoozed(id)) continue;
    const { until, wasRead } = snooze;
    due.push({ id, value: until, at: until, wasRead });
    flags.snoozed.end(id, snooze);
    // `markUnread()` also marks as seen; these are new again.
    if (unreadIds.includes(id) || !((flags.seen.customerClaim(id)?.at ?? 0) > until)) {
      flags.seen.setCustomerClaim(id, { value: false, at: until });
      unseen.push(id);
    }
    counts.addReturned(id);
  }
  list.hidden.setSnoozed(flags.snoozed.times);
  placeReturned(state, ids);
  const shown = due
    .map(({ id }) => id)
    .filter((id) => !list.hidden.isDismissed(id) && !list.hidden.isExpired(id));
  const arrived = shown.filter((id) => list.get(id).isRead !== true);
  const inserted = shown.filter((id) => list.get(id).isRead === true);
  if (arrived.length > 0) outcome.events.push({ type: 'arrival', ids: arrived });
  if (inserted.length > 0) outcome.events.push({ type: 'insert', ids: inserted });
  if (due.length > 0) outcome.toStore = { snoozes: due, seen: createStoredMarks(unseen, false, outcome.at) };
}

/** Lists those that have come back by the time at which they did. */
export function placeReturned({ list, flags }: StoreState, ids: readonly string[]): void {
  if (flags.snoozed.ids.length === 0) return;
  const returned = ids
    .flatMap((id) => {
      const at = flags.snoozed.returnedAt(id);
      return at === null ? [] : { id, at };
    })
    .toSorted((one, other) => other.at - one.at);
  if (returned.length === 0) return;
  for (const { id, at } of returned) {
    list.replace({ ...list.get(id), returnedDate: new Date(at).toISOString() });
    if (!list.isListed(id)) list.insertAheadOfPage([{ id }]);
  }
  const placed = returned.map(({ id }) => id);
  const moved = new Set(placed);
  const others = list.wholeOrder.filter((id) => !moved.has(id));
  list.setOrder(insertNewest(others, placed, (id) => listDate(list.get(id))));
}
