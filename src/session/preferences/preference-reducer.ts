import { NudgeError, SignedOutError } from '../../api/errors.js';
import { isUnauthorized } from '../../api/is-unauthorized.js';
import { pastTime } from '../../common/dates.js';
import { isOneOf, type Dated } from '../../common/state-container.js';
import { pendingOf, reduceStages, type StageChange } from '../acts/stages.js';
import {
  initialPreferences,
  preferenceOf,
  storedPreferenceChanges,
  type Choice,
  type Preference,
  type PreferenceChange,
  type PreferenceChangeOf,
  type PreferenceDraft,
  type PreferenceOutcome,
  type PreferenceStoreState,
  type StoredPreferenceDraft,
} from './preference-state.js';

type ChangeOf<Type extends PreferenceChange['type']> = Dated<PreferenceChangeOf<Type>>;
type StoredChangeType = (typeof storedPreferenceChanges)[number];

/** Applies a change. Nothing of the state that it is given changes. */
export function reducePreferences(
  state: PreferenceStoreState,
  change: Dated<PreferenceChange>,
): [PreferenceStoreState, PreferenceOutcome] {
  const draft: StoredPreferenceDraft = { events: [], toStore: null };
  const next = isOneOf(change, storedPreferenceChanges)
    ? applyResponse(state, change, draft)
    : applyOtherChange(state, change, draft);
  return [next, draft];
}

/** Applies a change of which the device stores nothing. */
function applyOtherChange(
  state: PreferenceStoreState,
  change: ChangeOf<Exclude<PreferenceChange['type'], StoredChangeType>>,
  draft: PreferenceDraft,
): PreferenceStoreState {
  switch (change.type) {
    case 'groups':
      return applyGroups(state, change);
    case 'groupsRequested':
      return { ...state, status: 'loading' };
    case 'groupsFailed':
      return state.status === 'failed' ? state : { ...state, status: 'failed' };
    case 'savedElsewhere':
      return withKnown(state, change.groupId, {
        known: change.isGroupNotificationOff,
        at: change.at,
        hostValue: change.isGroupNotificationOff,
      });
    case 'stored':
      return applyStored(state, change);
    case 'chosen':
      // The customer expects a response to each choice, even if it is the same error again.
      return withStage({ ...state, isRefusalReported: false }, change.choice.groupId, {
        type: 'decided',
        decision: change.choice,
      });
    case 'sent':
      return withStage(
        state,
        change.choice.groupId,
        { type: 'sent', decision: change.choice },
        { isCertain: false },
      );
    case 'failed':
    case 'postponed':
      return applyFailure(state, change, draft);
    case 'closed':
      return {
        ...state,
        isClosed: true,
        preferences: new Map([...state.preferences].map(([id, known]) => [id, { ...known, stages: null }])),
      };
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

function applyStored(state: PreferenceStoreState, change: ChangeOf<'stored'>): PreferenceStoreState {
  let next = state;
  for (const { id, value, at, chosenAt } of change.marks) {
    if (value === null) continue;
    const { stages } = preferenceOf(state, id);
    const saved: Choice = { groupId: id, isGroupNotificationOff: value, at: chosenAt };
    // Of what is under way, nobody knows whether the service receives it last: the newer choice, which is saved already, is sent after it.
    if (isOlder(pendingOf(stages), saved, change))
      next = withStage(
        next,
        id,
        stages?.sending ? { type: 'decided', decision: saved } : { type: 'overruled' },
      );
    if (at > pastTime(preferenceOf(state, id), change.at))
      next = withKnown(next, id, { known: value, at, isFromDevice: change.isFromDevice });
  }
  return next;
}

function applyResponse(
  state: PreferenceStoreState,
  { choice, isGroupNotificationOff, at }: ChangeOf<StoredChangeType>,
  draft: StoredPreferenceDraft,
): PreferenceStoreState {
  const { groupId, at: chosenAt } = choice;
  draft.toStore = { id: groupId, value: isGroupNotificationOff, at, chosenAt };
  const known = withKnown(state, groupId, { known: isGroupNotificationOff, at });
  let next: PreferenceStoreState;
  if (isGroupNotificationOff === choice.isGroupNotificationOff) {
    draft.events.push({ type: 'saved', groupId, isGroupNotificationOff });
    next = withStage(known, groupId, { type: 'saved' }, { isCertain: true });
  } else {
    const error = new NudgeError('The service saved a different choice.');
    next = applyFailure(known, { type: 'failed', choice, error }, draft);
  }
  return { ...next, isRefusalReported: false, isSignedOut: false };
}

function applyFailure(
  state: PreferenceStoreState,
  { type, choice, error }: PreferenceChangeOf<'failed' | 'postponed'>,
  { events }: PreferenceDraft,
): PreferenceStoreState {
  const { groupId } = choice;
  const isSignedOut = isUnauthorized(error);
  const isListed = state.groups.some(({ id }) => id === groupId);
  const next = withStage({ ...state, isSignedOut }, groupId, {
    type: type === 'failed' ? 'failed' : 'waiting',
  });
  const { stages } = preferenceOf(next, groupId);
  // A later choice has replaced it, or it was overruled.
  if (!stages || stages.stage === 'saving') return next;
  if (stages.stage === 'failed') {
    if (!isListed) return withStage(next, groupId, { type: 'overruled' });
    events.push({ type: 'error', error, operation: 'set-preference', groupId });
    return next;
  }
  // Waiting for a connection, or for somebody to sign in, is no error. A token that is refused is reported once.
  if (!isSignedOut) return next;
  if (!(error instanceof SignedOutError) && !state.isRefusalReported && isListed)
    events.push({ type: 'error', error, operation: 'set-preference', groupId });
  return { ...next, isRefusalReported: true };
}

/** With what the host, the service, the device or another tab says. It replaces any choice but a pending one. */
function withKnown(
  state: PreferenceStoreState,
  groupId: string,
  fields: Partial<Preference>,
): PreferenceStoreState {
  const preference = { ...preferenceOf(state, groupId), isFromDevice: false, ...fields };
  const { isFromDevice, stages, known } = preference;
  // The host also reports what was saved here.
  const isConfirmed = stages?.stage === 'saved' && stages.latest?.isGroupNotificationOff === known;
  return withPreference(state, groupId, {
    ...preference,
    isCertain: !isFromDevice && !stages?.sending,
    stages: pendingOf(stages) || isConfirmed ? stages : reduceStages(stages, { type: 'overruled' }),
  });
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

function withStage(
  state: PreferenceStoreState,
  groupId: string,
  change: StageChange<Choice>,
  fields: Partial<Preference> = {},
): PreferenceStoreState {
  const stages = reduceStages(preferenceOf(state, groupId).stages, change);
  return withPreference(state, groupId, { ...fields, stages });
}

/** A choice that the service has already, while no request is under way, is saved. */
function withPreference(
  state: PreferenceStoreState,
  groupId: string,
  fields: Partial<Preference>,
): PreferenceStoreState {
  const preference = { ...preferenceOf(state, groupId), ...fields };
  const { stages, isCertain, known } = preference;
  const isSaved = isCertain && !stages?.sending && pendingOf(stages)?.isGroupNotificationOff === known;
  return {
    ...state,
    preferences: new Map(state.preferences).set(groupId, {
      ...preference,
      stages: isSaved && stages ? { ...stages, stage: 'saved' } : stages,
    }),
  };
}
