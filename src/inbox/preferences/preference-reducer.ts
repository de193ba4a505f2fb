import { NudgeError } from '../../api/errors.js';
import type { StoredMark } from '../device/stored-row.js';
import {
  initialPreferences,
  preferenceOf,
  unknownPreference,
  type Choice,
  type HostGroup,
  type Preference,
  type PreferenceChange,
  type PreferenceOutcome,
  type PreferenceStoreEvent,
  type PreferenceStoreState,
} from './preference-state.js';

/** Applies a change. */
export function reducePreferences(
  state: PreferenceStoreState,
  change: PreferenceChange,
): [PreferenceStoreState, PreferenceOutcome] {
  const outcome: Settling = { events: [], settled: new Map() };
  return [applyChange(state, change, outcome), outcome];
}

/** The outcome while the reducer computes it. */
interface Settling {
  readonly events: PreferenceStoreEvent[];
  readonly settled: Map<Choice, boolean>;
}

function applyChange(
  state: PreferenceStoreState,
  change: PreferenceChange,
  outcome: Settling,
): PreferenceStoreState {
  switch (change.type) {
    case 'groups':
      return applyGroups(state, change.groups);
    case 'chosen':
      return update(state, change.groupId, (preference) => choose(preference, change.choice, outcome));
    case 'retried':
      return { ...state, isRefusalReported: false };
    case 'sent':
      return update(state, change.groupId, (preference) => ({
        ...preference,
        sending: change.choice,
        isWaiting: false,
      }));
    case 'waiting':
      return update(state, change.groupId, (preference) => ({ ...preference, isWaiting: true }));
    case 'unchanged':
      return update(state, change.groupId, (preference) => endChoice(preference, true, outcome));
    case 'saved':
      return applySaved({ ...state, isRefusalReported: false }, change, outcome);
    case 'failed':
      return applyFailure(state, change, outcome);
    case 'stored':
      return applyMarks(state, change.marks, change.isRemembered);
    case 'closed':
      return { ...state, preferences: endAllChoices(state, outcome) };
    case 'reset':
    case 'signedOut':
      endAllChoices(state, outcome);
      return initialPreferences;
  }
}

function update(
  state: PreferenceStoreState,
  groupId: string,
  change: (preference: Preference) => Preference,
): PreferenceStoreState {
  const preferences = new Map(state.preferences);
  preferences.set(groupId, change(preferenceOf(state, groupId)));
  return { ...state, preferences };
}

function applyGroups(state: PreferenceStoreState, groups: readonly HostGroup[]): PreferenceStoreState {
  const preferences = new Map(state.preferences);
  for (const { id, isGroupNotificationOff: isOff } of groups) {
    const preference = preferenceOf(state, id);
    if (isOff === null || isOff === preference.hostValue) continue;
    preferences.set(id, { ...learn(preference, isOff), hostValue: isOff, revision: preference.revision + 1 });
  }
  return { ...state, groups, preferences };
}

/** Applies what the device stored, or another tab saved, where it is newer than what is known. */
function applyMarks(
  state: PreferenceStoreState,
  marks: readonly StoredMark[],
  isRemembered: boolean,
): PreferenceStoreState {
  const preferences = new Map(state.preferences);
  for (const { id, value, at } of marks) {
    const preference = preferences.get(id) ?? unknownPreference;
    if (value === null || at <= preference.at) continue;
    preferences.set(id, {
      ...learn(preference, value, at, isRemembered),
      revision: preference.revision + 1,
    });
  }
  return { ...state, preferences };
}

function applySaved(
  state: PreferenceStoreState,
  { groupId, choice, isOff }: Extract<PreferenceChange, { type: 'saved' }>,
  outcome: Settling,
): PreferenceStoreState {
  const known = update(state, groupId, (preference) => learn(preference, isOff));
  if (isOff !== choice.isOff) {
    const error = new NudgeError('The service kept another choice.');
    return applyFailure(known, { type: 'failed', groupId, choice, error, waitsFor: null }, outcome);
  }
  outcome.settled.set(choice, true);
  outcome.events.push({ type: 'saved', groupId, isGroupNotificationOff: isOff });
  return update(known, groupId, (preference) => ({
    ...(preference.choice === choice ? endChoice(preference, true, outcome) : preference),
    sending: null,
  }));
}

function applyFailure(
  state: PreferenceStoreState,
  { groupId, choice, error, waitsFor }: Extract<PreferenceChange, { type: 'failed' }>,
  { events, settled }: Settling,
): PreferenceStoreState {
  const isListed = state.groups.some(({ id }) => id === groupId);
  const isLatest = preferenceOf(state, groupId).choice === choice;
  if (!isLatest || !waitsFor) settled.set(choice, false);
  // Waiting for the network is no error, and a token that is missing for all choices is one.
  const isError = waitsFor === null || (waitsFor === 'token' && !state.isRefusalReported);
  if (isLatest && isListed && isError)
    events.push({ type: 'error', error, operation: 'set-preference', groupId });
  const next = update(state, groupId, (preference) => ({
    ...preference,
    isCertain: false,
    sending: null,
    ...(isLatest && {
      choice: waitsFor ? choice : null,
      isWaiting: waitsFor !== null,
      failedChoice: waitsFor === null && isListed ? choice.isOff : null,
    }),
  }));
  return isLatest && waitsFor === 'token' ? { ...next, isRefusalReported: true } : next;
}

function choose(preference: Preference, choice: Choice, { settled }: Settling): Preference {
  const { choice: former, sending } = preference;
  // The choice whose request is under way is settled by the response.
  if (former && former !== choice && former !== sending) settled.set(former, false);
  return { ...preference, choice, failedChoice: null, revision: preference.revision + 1 };
}

function learn(preference: Preference, isOff: boolean, at = Date.now(), isRemembered = false): Preference {
  return { ...preference, known: isOff, at, isRemembered, isCertain: !isRemembered, failedChoice: null };
}

function endChoice(preference: Preference, isSaved: boolean, { settled }: Settling): Preference {
  if (preference.choice) settled.set(preference.choice, isSaved);
  return { ...preference, choice: null, isWaiting: false };
}

function endAllChoices({ preferences }: PreferenceStoreState, outcome: Settling): Map<string, Preference> {
  return new Map(
    [...preferences].map(([id, preference]) => {
      if (preference.sending) outcome.settled.set(preference.sending, false);
      return [id, { ...endChoice(preference, false, outcome), sending: null }];
    }),
  );
}
