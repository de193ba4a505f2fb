import { SignedOutError } from '../../api/errors.js';
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

type StoredChoices = Extract<PreferenceChange, { type: 'stored' }>;

const noChoice = { choice: null, status: 'idle' } as const;

/** Applies a change. Nothing of the state that it is given changes. */
export function reducePreferences(
  state: PreferenceStoreState,
  change: Dated<PreferenceChange>,
): [PreferenceStoreState, Outcome<PreferenceStoreEvent>] {
  let next = state;
  const events: PreferenceStoreEvent[] = [];
  switch (change.type) {
    case 'groups': {
      const { groups, loadedAt } = change;
      next = { ...state, groups, status: 'ready' };
      for (const { id, isGroupNotificationOff: value } of groups) {
        const { hostValue, at, isFromDevice } = preferenceOf(state, id);
        const isNew = loadedAt === undefined ? value !== hostValue : isFromDevice || at <= loadedAt;
        if (value !== null && isNew)
          next = withKnown(next, id, { known: value, at: change.at, hostValue: value });
      }
      break;
    }
    case 'groupsRequested':
      next = { ...state, status: 'loading' };
      break;
    case 'groupsFailed':
      if (state.status !== 'failed') next = { ...state, status: 'failed' };
      break;
    case 'savedElsewhere': {
      const { groupId, isGroupNotificationOff } = change;
      next = withKnown(state, groupId, {
        known: isGroupNotificationOff,
        at: change.at,
        hostValue: isGroupNotificationOff,
      });
      break;
    }
    case 'stored': {
      const { marks, isFromDevice } = change;
      for (const { id, value, at, chosenAt } of marks) {
        if (value === null) continue;
        const saved: Choice = { isGroupNotificationOff: value, at: chosenAt };
        if (isOlder(pendingChoice(preferenceOf(state, id)), saved, change))
          next = withNewerChoice(next, id, saved);
        if (at > pastTime(preferenceOf(state, id), change.at))
          next = withKnown(next, id, { known: value, at, isFromDevice });
      }
      break;
    }
    case 'chosen': {
      const { groupId, choice } = change;
      const preference: Preference = { ...preferenceOf(state, groupId), choice, status: 'saving' };
      // The customer expects a response to each choice, even if it is the same error again.
      next = withPreference({ ...state, isRefusalReported: false }, groupId, idleIfSaved(preference));
      break;
    }
    case 'resumed': {
      const { groupId } = change;
      if (preferenceOf(state, groupId).status === 'waiting')
        next = withPreference(state, groupId, { status: 'saving' });
      break;
    }
    case 'sent': {
      const { groupId, choice } = change;
      next = withPreference(state, groupId, { sending: choice, isCertain: false });
      break;
    }
    case 'responded': {
      const { groupId, choice, isGroupNotificationOff } = change;
      const isSaved = isGroupNotificationOff === choice.isGroupNotificationOff;
      const sending = isSaved ? null : choice;
      next = withKnown(state, groupId, { known: isGroupNotificationOff, at: change.at, sending });
      next = { ...next, isRefusalReported: false, isSignedOut: false };
      if (isSaved) events.push({ type: 'saved', groupId, isGroupNotificationOff });
      break;
    }
    case 'failed': {
      const { groupId, choice, error } = change;
      next = withPreference({ ...state, isSignedOut: false }, groupId, { sending: null });
      if (preferenceOf(state, groupId).choice !== choice) break;
      const isListed = isGroupListed(state, groupId);
      next = withPreference(next, groupId, isListed ? { status: 'failed' } : noChoice);
      if (isListed) events.push({ type: 'error', error, operation: 'set-preference', groupId });
      break;
    }
    case 'postponed': {
      const { groupId, choice, error, waitsFor } = change;
      const isSignedOut = error instanceof SignedOutError;
      next = withPreference({ ...state, isSignedOut }, groupId, { sending: null });
      if (preferenceOf(state, groupId).choice !== choice) break;
      next = withPreference(next, groupId, { status: 'waiting' });
      // Waiting for the network, or for somebody to sign in, is no error. A token that is refused is reported once.
      if (waitsFor === 'network') break;
      next = { ...next, isRefusalReported: true };
      if (!isSignedOut && !state.isRefusalReported && isGroupListed(state, groupId))
        events.push({ type: 'error', error, operation: 'set-preference', groupId });
      break;
    }
    case 'closed': {
      next = { ...state, isClosed: true };
      for (const id of state.preferences.keys())
        next = withPreference(next, id, { ...noChoice, sending: null });
      break;
    }
    case 'reset':
      next = { ...initialPreferences, isClosed: state.isClosed };
  }
  return [next, { events }];
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
  { isFromDevice, at: now }: Dated<StoredChoices>,
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
