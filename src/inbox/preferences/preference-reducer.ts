import { NudgeError } from '../../api/errors.js';
import {
  initialPreferences,
  preferenceOf,
  type Choice,
  type Preference,
  type PreferenceChange,
  type PreferenceOutcome,
  type PreferenceStoreEvent,
  type PreferenceStoreState,
} from './preference-state.js';

/** The outcome while the reducer collects it. */
interface Outcome {
  readonly events: PreferenceStoreEvent[];
  readonly settled: Map<Choice, boolean>;
}

type FailedChange = Extract<PreferenceChange, { type: 'failed' }>;

const noChoice = { choice: null, isWaiting: false };

export function reducePreferences(
  state: PreferenceStoreState,
  change: PreferenceChange,
): [PreferenceStoreState, PreferenceOutcome] {
  const outcome: Outcome = { events: [], settled: new Map() };
  return [applyChange(state, change, outcome), outcome];
}

function applyChange(
  state: PreferenceStoreState,
  change: PreferenceChange,
  outcome: Outcome,
): PreferenceStoreState {
  const { events, settled } = outcome;
  switch (change.type) {
    case 'groups': {
      const told = change.groups.flatMap(({ id, isGroupNotificationOff: value }) =>
        value === null || value === preferenceOf(state, id).hostValue ? [] : { id, value, at: Date.now() },
      );
      const detail = ({ id, value }: KnownValue): Partial<Preference> => ({
        hostValue: value,
        revision: preferenceOf(state, id).revision + 1,
      });
      return { ...learn(state, told, detail), groups: change.groups };
    }
    case 'stored': {
      const { isRemembered } = change;
      const newer = change.marks.flatMap(({ id, value, at }) =>
        value === null || at <= preferenceOf(state, id).at ? [] : { id, value, at },
      );
      return learn(state, newer, ({ id }) => ({
        isRemembered,
        isCertain: !isRemembered,
        revision: preferenceOf(state, id).revision + 1,
      }));
    }
    case 'chosen': {
      const { choice, sending, revision } = preferenceOf(state, change.groupId);
      // The choice whose request is under way is settled by the response.
      if (choice && choice !== change.choice && choice !== sending) settled.set(choice, false);
      return patch(state, change.groupId, {
        choice: change.choice,
        failedChoice: null,
        revision: revision + 1,
      });
    }
    case 'retried':
      return { ...state, isRefusalReported: false };
    case 'sent':
      return patch(state, change.groupId, { sending: change.choice, isWaiting: false });
    case 'waiting':
      return patch(state, change.groupId, { isWaiting: true });
    case 'unchanged': {
      const { choice } = preferenceOf(state, change.groupId);
      if (choice) settled.set(choice, true);
      return patch(state, change.groupId, noChoice);
    }
    case 'saved': {
      const { groupId, choice, isOff } = change;
      const isLatest = preferenceOf(state, groupId).choice === choice;
      const known = learn({ ...state, isRefusalReported: false }, [
        { id: groupId, value: isOff, at: Date.now() },
      ]);
      if (isOff !== choice.isOff) {
        const error = new NudgeError('The service kept another choice.');
        return applyFailure(known, { type: 'failed', groupId, choice, error, waitsFor: null }, outcome);
      }
      settled.set(choice, true);
      events.push({ type: 'saved', groupId, isGroupNotificationOff: isOff });
      return patch(known, groupId, { sending: null, ...(isLatest && noChoice) });
    }
    case 'failed':
      return applyFailure(state, change, outcome);
    case 'closed':
    case 'reset':
    case 'signedOut': {
      let next = state;
      for (const [id, { choice, sending }] of state.preferences) {
        for (const open of [choice, sending]) if (open) settled.set(open, false);
        next = patch(next, id, { ...noChoice, sending: null });
      }
      return { ...(change.type === 'closed' ? next : initialPreferences) };
    }
  }
}

function patch(
  state: PreferenceStoreState,
  groupId: string,
  preference: Partial<Preference>,
): PreferenceStoreState {
  const preferences = new Map(state.preferences);
  preferences.set(groupId, { ...preferenceOf(state, groupId), ...preference });
  return { ...state, preferences };
}

interface KnownValue {
  readonly id: string;
  readonly value: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Takes what the host says, the service has, the device stored or another tab saved. */
function learn(
  state: PreferenceStoreState,
  values: readonly KnownValue[],
  detail: (value: KnownValue) => Partial<Preference> = () => ({}),
): PreferenceStoreState {
  const preferences = new Map(state.preferences);
  for (const known of values) {
    preferences.set(known.id, {
      ...preferenceOf(state, known.id),
      known: known.value,
      at: known.at,
      isRemembered: false,
      isCertain: true,
      failedChoice: null,
      ...detail(known),
    });
  }
  return { ...state, preferences };
}

function applyFailure(
  state: PreferenceStoreState,
  { groupId, choice, error, waitsFor }: FailedChange,
  { events, settled }: Outcome,
): PreferenceStoreState {
  const isListed = state.groups.some(({ id }) => id === groupId);
  const isLatest = preferenceOf(state, groupId).choice === choice;
  const failed = { isCertain: false, sending: null };
  if (!isLatest || !waitsFor) settled.set(choice, false);
  if (!isLatest) return patch(state, groupId, failed);
  // Waiting for the network is not an error. A token that is missing for all choices is reported once.
  const isError = waitsFor === null || (waitsFor === 'token' && !state.isRefusalReported);
  if (isListed && isError) events.push({ type: 'error', error, operation: 'set-preference', groupId });
  if (waitsFor)
    return {
      ...patch(state, groupId, { ...failed, isWaiting: true }),
      isRefusalReported: state.isRefusalReported || waitsFor === 'token',
    };
  return patch(state, groupId, { ...failed, ...noChoice, failedChoice: isListed ? choice.isOff : null });
}
