import { resolveDismissals, resolveReads, resolveUnknownReads } from './mark-reducer.js';
import { referenceIds, type NotificationReference } from './notification-item.js';
import type { OutcomeDraft, StoreState } from './notification-state.js';
import { applyHostSnoozes } from './snooze-reducer.js';

/**
 * Applies what the host says of the notifications that it names.
 *
 * @param options `requestedAt`: when they were requested, since what was said after that is newer. `isEvent`: whether the host says it
 * because something has happened.
 */
export function applyHostStates(
  state: StoreState,
  references: readonly NotificationReference[],
  outcome: OutcomeDraft,
  { requestedAt = outcome.at, isEvent = false } = {},
): void {
  const { list, flags } = state;
  const now = outcome.at;
  list.setExpiries(references, now);
  for (const { id, isRead, isSeen, isDismissed } of references) {
    if (isRead !== undefined) flags.read.applyHostState(id, isRead, requestedAt, now);
    if (isSeen !== undefined) flags.seen.applyHostState(id, isSeen, requestedAt, now);
    if (isDismissed !== undefined) flags.dismissed.applyHostState(id, isDismissed, requestedAt, now);
  }
  // What is not known yet is resolved when it is listed.
  const isKnown = (id: string): boolean => list.has(id) || list.isCached(id);
  const named = referenceIds(references.filter(({ id, isRead }) => isRead !== undefined && isKnown(id)));
  // A change is what differs from a read state that was known: so this is looked up before the others are resolved.
  const withKnownRead = named.filter((id) => list.get(id).isRead !== null);
  resolveUnknownReads(
    state,
    named.filter((id) => list.has(id)),
  );
  resolveReads(state, withKnownRead, outcome);
  const decided = referenceIds(references.filter(({ isDismissed }) => isDismissed !== undefined));
  resolveDismissals(
    state,
    decided.filter((id) => list.has(id)),
    outcome,
  );
  // The others are listed for the first time, as dismissed or not: that is no change to report.
  resolveDismissals(state, decided, { ...outcome, events: [] });
  // Whoever lists them does so after this: what is snoozed is no arrival.
  applyHostSnoozes(state, references, { requestedAt, isEvent }, outcome);
}
