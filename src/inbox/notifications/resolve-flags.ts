import type { Flag } from './flag-states.js';
import type { OutcomeDraft, StoreState } from './notification-state.js';

/** Resolves anew a flag of these, and reports those that changed. */
export function resolveFlag(
  state: StoreState,
  flag: Exclude<Flag, 'seen'>,
  ids: readonly string[],
  outcome: OutcomeDraft,
): void {
  if (flag === 'read') resolveReads(state, ids, outcome);
  else resolveDismissals(state, ids, outcome);
}

/** Reports which of these are seen once something is applied, and were not before. */
export function reportSeen(
  { list, flags, unlistedUnseen }: StoreState,
  ids: readonly string[],
  { events }: OutcomeDraft,
  apply: () => void,
): void {
  const unseen = ids.filter((id) => !flags.seen.isSeen(list.get(id)));
  apply();
  const seen = unseen.filter((id) => flags.seen.isSeen(list.get(id)));
  // The host has counted those on pages that are not loaded.
  unlistedUnseen.add(-seen.filter((id) => !list.isListed(id) && list.get(id).isRead !== true).length);
  if (seen.length > 0) events.push({ type: 'seen-change', ids: seen });
}

/** Resolves anew whether these are dismissed, and reports those that changed. */
export function resolveDismissals(
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
export function resolveReads(
  { list, flags, unlistedUnread }: StoreState,
  ids: readonly string[],
  { events }: OutcomeDraft,
): void {
  const read = new Set(ids.filter((id) => list.get(id).isRead === true));
  const changed = ids.filter((id) => list.resolveRead(id));
  // What is read was seen, and stays so when it is unread again.
  for (const id of changed)
    if (read.has(id)) flags.seen.setCustomerClaim(id, { value: true, at: Date.now() });
  // What is read elsewhere, and on no page that is loaded, has been counted by the host.
  for (const id of changed) if (!list.isListed(id)) unlistedUnread.add(list.get(id).isRead === true ? -1 : 1);
  for (const isRead of [true, false, null]) {
    const group = changed.filter((id) => list.get(id).isRead === isRead);
    if (group.length > 0) events.push({ type: 'read-change', ids: group, isRead: isRead === true });
  }
}
