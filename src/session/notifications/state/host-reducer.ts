import type { FlagStates } from './marks/claims.js';
import { flagNames, marks, type FlagValue } from './marks/marks.js';
import { resolveAnswers, resolveDismissals, resolveReads, resolveUnknownReads } from './mark-reducer.js';
import { referenceIds, type NotificationReference } from './notification-item.js';
import type { OutcomeDraft } from './notification-change.js';
import type { StoreState } from './notification-state.js';
import { resolveHostSnoozes } from './snooze-reducer.js';

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
  list.hidden.setExpiries(references, now);
  for (const flag of flagNames) {
    const states: FlagStates<FlagValue> = flags[flag];
    // An event has not missed what it has saved: see what is snoozed.
    const delayMs = flag === 'snoozed' && isEvent ? 0 : undefined;
    for (const reference of references) {
      const value = marks[flag].hintOf(reference);
      if (value !== undefined) states.applyHostState(reference.id, value, requestedAt, now, delayMs);
    }
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
  const answered = referenceIds(references.filter(({ answer }) => answer !== undefined));
  resolveAnswers(
    state,
    answered.filter((id) => list.has(id)),
    outcome,
  );
  // Whoever lists them does so after this: what is snoozed is no arrival.
  resolveHostSnoozes(state, references, outcome, isEvent);
}
