import { SignedOutError } from '../../api/errors.js';
import { isUnauthorized } from '../../api/is-unauthorized.js';
import { pastTime } from '../../common/dates.js';
import type { Dated, Outcome } from '../../common/state-container.js';
import {
  initialPreferences,
  pendingChoice,
  preferenceOf,
  type Choice,
  type Preference,
  type PreferenceChange,
  type PreferenceStoreEvent,
  type PreferenceStoreState,
} from './preference-state.js';

type ChangeOf<Type extends PreferenceChange['type']> = Dated<Extract<PreferenceChange, { type: Type }>>;

const noChoice = { choice: null, status: 'idle' } as const;

/** Applies a change. Nothing of the state that it is given changes. */
export function reducePreferences(
  state: PreferenceStoreState,
  change: Dated<PreferenceChange>,
): [PreferenceStoreState, Outcome<PreferenceStoreEvent>] {
  const events: PreferenceStoreEvent[] = [];
  return [applyChange(state, change, events), { events }];
}

function applyChange(
  state: PreferenceStoreState,
  change: Dated<PreferenceChange>,
  events: PreferenceStoreEvent[],
): PreferenceStoreState {
  switch (change.type) {
    case 'groups':
      return applyGroups(state, change);
    case 'groupsRequested':
      return { ...state, status: 'loading' };
    case 'groupsFailed':
      return state.status === 'failed' ? state : { ...state, status: 'failed' };
    case 'savedElsewhere':
      return applySavedElsewhere(state, change);
    case 'stored':
      return applyStored(state, change);
    case 'chosen':
      return applyChoice(state, change);
    case 'resumed':
      return preferenceOf(state, change.groupId).status === 'waiting'
        ? withPreference(state, change.groupId, { status: 'saving' })
        : state;
    case 'sent':
      return withPreference(state, change.groupId, { sending: change.choice, isCertain: false });
    case 'responded':
      return applyResponse(state, change, events);
    case 'failed':
      return applyFailure(state, change, events);
    case 'postponed':
      return postpone(state, change, events);
    case 'closed':
      return close(state);
    case 'cleared':
      return { ...initialPreferences, isClosed: state.isClosed, isReturning: state.isReturning };
    case 'returning':
      return { ...state, isReturning: change.isReturning };
  }
}

function applyGroups(
  state: PreferenceStoreState,
  { groups, loadedAt, at: now }: ChangeOf<'groups'>,
): PreferenceStoreState {
  let next: PreferenceStoreState = { ...state, groups, status: 'ready' };
  for (const { id, isGroupNotificationOff: value } of groups) {
    const { hostValue, at, isFromDevice } = preferenceOf(state, id);
    const isNew = loadedAt === undefined ? value !== hostValue : isFromDevice || at <= loadedAt;
    if (value !== null && isNew) next = withKnown(next, id, { known: value, at: now, hostValue: value });
  }
  return next;
}

function applySavedElsewhere(
  state: PreferenceStoreState,
  { groupId, isGroupNotificationOff: value, at }: ChangeOf<'savedElsewhere'>,
): PreferenceStoreState {
  return withKnown(state, groupId, { known: value, at, hostValue: value });
}

function applyStored(state: PreferenceStoreState, change: ChangeOf<'stored'>): PreferenceStoreState {
  let next = state;
  for (const { id, value, at, chosenAt } of change.marks) {
    if (value === null) continue;
    const saved: Choice = { isGroupNotificationOff: value, at: chosenAt };
    if (isOlder(pendingChoice(preferenceOf(state, id)), saved, change))
      next = withNewerChoice(next, id, saved);
    if (at > pastTime(preferenceOf(state, id), change.at))
      next = withKnown(next, id, { known: value, at, isFromDevice: change.isFromDevice });
  }
  return next;
}

function applyChoice(
  state: PreferenceStoreState,
  { groupId, choice }: ChangeOf<'chosen'>,
): PreferenceStoreState {
  const preference: Preference = { ...preferenceOf(state, groupId), choice, status: 'saving' };
  // The customer expects a response to each choice, even if it is the same error again.
  return withPreference({ ...state, isRefusalReported: false }, groupId, idleIfSaved(preference));
}

function applyResponse(
  state: PreferenceStoreState,
  { groupId, choice, isGroupNotificationOff, at }: ChangeOf<'responded'>,
  events: PreferenceStoreEvent[],
): PreferenceStoreState {
  const isSaved = isGroupNotificationOff === choice.isGroupNotificationOff;
  if (isSaved) events.push({ type: 'saved', groupId, isGroupNotificationOff });
  const next = withKnown(state, groupId, {
    known: isGroupNotificationOff,
    at,
    sending: isSaved ? null : choice,
  });
  return { ...next, isRefusalReported: false, isSignedOut: false };
}

function applyFailure(
  state: PreferenceStoreState,
  { groupId, choice, error }: ChangeOf<'failed'>,
  events: PreferenceStoreEvent[],
): PreferenceStoreState {
  const isSignedOut = isUnauthorized(error);
  const next = withPreference({ ...state, isSignedOut }, groupId, { sending: null });
  if (preferenceOf(state, groupId).choice !== choice) return next;
  const isListed = isGroupListed(state, groupId);
  if (isListed) events.push({ type: 'error', error, operation: 'set-preference', groupId });
  return withPreference(next, groupId, isListed ? { status: 'failed' } : noChoice);
}

function postpone(
  state: PreferenceStoreState,
  { groupId, choice, error }: ChangeOf<'postponed'>,
  events: PreferenceStoreEvent[],
): PreferenceStoreState {
  const isSignedOut = isUnauthorized(error);
  const next = withPreference({ ...state, isSignedOut }, groupId, { sending: null });
  if (preferenceOf(state, groupId).choice !== choice) return next;
  const waiting = withPreference(next, groupId, { status: 'waiting' });
  // Waiting for a connection, or for somebody to sign in, is no error. A token that is refused is reported once.
  if (!isSignedOut) return waiting;
  if (!(error instanceof SignedOutError) && !state.isRefusalReported && isGroupListed(state, groupId))
    events.push({ type: 'error', error, operation: 'set-preference', groupId });
  return { ...waiting, isRefusalReported: true };
}

function close(state: PreferenceStoreState): PreferenceStoreState {
  let next: PreferenceStoreState = { ...state, isClosed: true };
  for (const id of state.preferences.keys()) next = withPreference(next, id, { ...noChoice, sending: null });
  return next;
}

const isGroupListed = ({ groups }: PreferenceStoreState, groupId: string): boolean =>
  groups.some(({ id }) => id === groupId);

/** With what the host, the service, the device or another tab says. It replaces any choice but a pending one. */
function withKnown(
  state: PreferenceStoreState,
  groupId: string,
  fields: Partial<Preference>,
): PreferenceStoreState {
  const preference = { ...preferenceOf(state, groupId), isFromDevice: false, ...fields };
  const isCertain = !preference.isFromDevice && !preference.sending;
  const choice = pendingChoice(preference) ? idleIfSaved({ ...preference, isCertain }) : noChoice;
  return withPreference(state, groupId, { ...preference, isCertain, ...choice });
}

/** Whether a choice is older than one that another tab has saved, or that the device has stored. */
function isOlder(
  choice: Choice | null,
  saved: Choice,
  { isFromDevice, at: now }: ChangeOf<'stored'>,
): boolean {
  if (!choice) return false;
  // Nothing was chosen in the future: the clock was wrong. What another tab reports has just been saved.
  return saved.at > choice.at || (choice.at > now && !isFromDevice);
}

/**
 * With a newer choice, which is saved already: the one that is here is dropped. If its request is under way, the newer one is
 * sent after it: nobody knows which the service receives last.
 */
function withNewerChoice(state: PreferenceStoreState, groupId: string, newer: Choice): PreferenceStoreState {
  const isSending = preferenceOf(state, groupId).sending !== null;
  return withPreference(state, groupId, isSending ? { choice: newer, status: 'saving' } : noChoice);
}

/** The preference, `idle` if the service has the choice already and no request is under way. */
function idleIfSaved(preference: Preference): Preference {
  const { choice, sending, isCertain, known } = preference;
  return !sending && isCertain && known === choice?.isGroupNotificationOff
    ? { ...preference, status: 'idle' }
    : preference;
}

function withPreference(
  state: PreferenceStoreState,
  groupId: string,
  fields: Partial<Preference>,
): PreferenceStoreState {
  const preference = { ...preferenceOf(state, groupId), ...fields };
  return { ...state, preferences: new Map(state.preferences).set(groupId, preference) };
}
