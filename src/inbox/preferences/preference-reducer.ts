import type { Outcome } from '../../common/state-container.js';
import {
  initialPreferences,
  pendingChoice,
  preferenceOf,
  type Preference,
  type PreferenceChange,
  type PreferenceStoreEvent,
  type PreferenceStoreState,
} from './preference-state.js';

const noChoice = { choice: null, status: 'settled' } as const;

export function reducePreferences(
  state: PreferenceStoreState,
  change: PreferenceChange,
): [PreferenceStoreState, Outcome<PreferenceStoreEvent>] {
  let next = state;
  const events: PreferenceStoreEvent[] = [];
  switch (change.type) {
    case 'groups': {
      next = { ...state, groups: change.groups };
      for (const { id, isGroupNotificationOff: value } of change.groups)
        if (value !== null && value !== preferenceOf(state, id).hostValue)
          next = learn(next, id, { known: value, at: Date.now(), hostValue: value });
      break;
    }
    case 'stored': {
      const { marks, isRemembered } = change;
      for (const { id, value, at } of marks)
        if (value !== null && at > preferenceOf(state, id).at)
          next = learn(next, id, { known: value, at, isRemembered });
      break;
    }
    case 'chosen': {
      const { groupId, choice } = change;
      // The customer expects a response to each choice, even if it is the same error again.
      next = patch({ ...state, isRefusalReported: false }, groupId, { choice, status: 'saving' });
      break;
    }
    case 'resumed': {
      const { groupId } = change;
      if (preferenceOf(state, groupId).status === 'waiting')
        next = patch(state, groupId, { status: 'saving' });
      break;
    }
    case 'sent': {
      const { groupId, choice } = change;
      next = patch(state, groupId, { sending: choice, isCertain: false });
      break;
    }
    case 'responded': {
      const { groupId, choice, isOff } = change;
      const isSaved = isOff === choice.isOff;
      next = learn({ ...state, isRefusalReported: false }, groupId, {
        known: isOff,
        at: Date.now(),
        sending: isSaved ? null : choice,
      });
      if (isSaved) events.push({ type: 'saved', groupId, isGroupNotificationOff: isOff });
      break;
    }
    case 'failed': {
      const { groupId, choice, error, waitsFor } = change;
      next = patch(state, groupId, { sending: null });
      if (preferenceOf(state, groupId).choice !== choice) break;
      const isListed = state.groups.some(({ id }) => id === groupId);
      const status = waitsFor ? 'waiting' : 'failed';
      next = patch(next, groupId, waitsFor || isListed ? { status } : noChoice);
      // Waiting for the network is not an error. A token that is missing for all choices is reported once.
      const isError = waitsFor !== 'network' && !(waitsFor && state.isRefusalReported);
      if (waitsFor === 'token') next = { ...next, isRefusalReported: true };
      if (isListed && isError) events.push({ type: 'error', error, operation: 'set-preference', groupId });
      break;
    }
    case 'closed': {
      next = { ...state, isClosed: true };
      for (const id of state.preferences.keys()) next = patch(next, id, { ...noChoice, sending: null });
      break;
    }
    case 'reset':
      next = { ...initialPreferences, isClosed: state.isClosed };
  }
  return [next, { events }];
}

/** Takes a value from the host, the service, the device or another tab. It replaces any choice but a pending one. */
function learn(
  state: PreferenceStoreState,
  groupId: string,
  fields: Partial<Preference>,
): PreferenceStoreState {
  const preference = { ...preferenceOf(state, groupId), isRemembered: false, ...fields };
  return patch(state, groupId, {
    ...preference,
    isCertain: !preference.isRemembered && !preference.sending,
    ...(!pendingChoice(preference) && noChoice),
  });
}

/** Replaces fields of a preference. A choice is settled if the service has it already, with no request under way. */
function patch(
  state: PreferenceStoreState,
  groupId: string,
  fields: Partial<Preference>,
): PreferenceStoreState {
  const preference = { ...preferenceOf(state, groupId), ...fields };
  const { choice, sending, isCertain, known } = preference;
  if (choice && !sending && isCertain && known === choice.isOff) preference.status = 'settled';
  return { ...state, preferences: new Map(state.preferences).set(groupId, preference) };
}
