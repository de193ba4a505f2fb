import { SignedOutError } from '../../api/errors.js';
import type { GroupPreferenceInput, PreferenceStatus } from '../../api/schemas/preference.js';
import type { Outcome, StateContainer, Update } from '../../common/state-container.js';
import type { Device } from '../device/device.js';
import type { StoredMark } from '../device/stored-mark.js';

/** A group of notifications as the host gives it. */
export interface NotificationGroup {
  /** Identifies the group at the service. */
  id: string;
  /** What the customer reads. Without it, the row says “Other notifications”. */
  name?: string;
  /** A line below the name. */
  description?: string;
  /** The heading under which the group is shown. */
  section?: string;
  /** Whether the group cannot be switched off. */
  isRequired?: boolean;
  /** Whether the customer switched the group off, as the host knows; left out or null where it does not know. */
  isGroupNotificationOff?: boolean | null;
}

/** A group as it is shown. */
export interface PreferenceGroup {
  /** Identifies the group at the service. */
  readonly id: string;
  /** What the customer reads. */
  readonly name: string | null;
  /** A line below the name. */
  readonly description: string | null;
  /** The heading under which the group is shown. */
  readonly section: string | null;
  /** Whether the group cannot be switched off. */
  readonly isRequired: boolean;
  /** The choice to show: what is being saved, else what is known; null while nobody knows. */
  readonly isGroupNotificationOff: boolean | null;
  /** Whether only this device knows the choice, which may be outdated: the service does not return preferences. */
  readonly isFromDevice: boolean;
  /**
   * - `idle`: nothing is to be saved.
   * - `saving`: the choice is being sent, or is about to be.
   * - `waiting`: the choice is sent as soon as there is a network, or a token.
   * - `failed`: the choice was not saved; the value is as it was, and `failedChoice` is what was chosen.
   */
  readonly status: 'idle' | 'saving' | 'waiting' | 'failed';
  /** What was chosen but not saved (true: switched off); null unless `status` is `failed`. */
  readonly failedChoice: boolean | null;
}

/** The preferences at one moment. Never changed, only replaced. */
export interface PreferenceState {
  /** In the host's order. */
  readonly groups: readonly PreferenceGroup[];
  /** Whether a choice waits because `getToken` returned null: nobody is signed in. */
  readonly isSignedOut: boolean;
}

/**
 * What a listener of the store receives.
 * - `change`: the state was replaced.
 * - `saved`: the service saved a choice.
 * - `error`: a choice could not be saved.
 */
export type PreferenceStoreEvent =
  | { type: 'change' }
  | { type: 'saved'; groupId: string; isGroupNotificationOff: boolean }
  | { type: 'error'; error: unknown; operation: 'set-preference'; groupId: string };

/** Options of the `PreferenceStore`. `createSession()` sets them. */
export interface PreferenceStoreOptions {
  /** Saves a choice at the service, without retries after HTTP 429 and 503: the store pauses all choices then. */
  save: (
    groupId: string,
    input: GroupPreferenceInput,
    options: { signal: AbortSignal },
  ) => Promise<PreferenceStatus>;
  /** The groups that the customer may choose from, in their order. */
  groups?: readonly NotificationGroup[] | undefined;
  /** Loads these groups, once an element shows them. Used where `groups` is not given. */
  loadGroups?: (() => Promise<readonly NotificationGroup[]>) | undefined;
  /** Opens what the device stores about the customer. Without it nothing is stored. */
  device?: (() => Promise<Device | null>) | undefined;
}

/** What the host says about a group. */
export type HostGroup = Omit<PreferenceGroup, 'isFromDevice' | 'status' | 'failedChoice'>;

/** One choice of the customer. Each is an object of its own, so that a later one with the same value is another. */
export interface Choice {
  readonly isOff: boolean;
}

/** What is known about one group, also while the host does not list it. */
export interface Preference {
  /** What the host said last. It may repeat an outdated value: only another value counts. */
  readonly hostValue: boolean | null;
  /** Whether the group is off, as far as this device knows: from the service, the host, or an earlier visit. */
  readonly known: boolean | null;
  /** When `known` was set, in milliseconds since 1970. */
  readonly at: number;
  readonly isFromDevice: boolean;
  /** Whether the service has `known` for certain. From sending a choice until a response nobody knows. */
  readonly isCertain: boolean;
  /** The customer's last choice; null once a newer value came from elsewhere. */
  readonly choice: Choice | null;
  /** What became of the choice. */
  readonly status: PreferenceGroup['status'];
  /** The choice whose request is under way; a newer one may wait behind it. */
  readonly sending: Choice | null;
}

export interface PreferenceStoreState {
  readonly groups: readonly HostGroup[];
  readonly preferences: ReadonlyMap<string, Preference>;
  /** Whether an error event reported already that there is no token, or that it was refused. */
  readonly isRefusalReported: boolean;
  /** Whether the last request could not be sent because nobody is signed in. */
  readonly isSignedOut: boolean;
  /** Whether the store has ended for good. */
  readonly isClosed: boolean;
}

/** Everything that can happen. */
export type PreferenceChange =
  /** `loadedAt`: they were just loaded, and requested at this time in milliseconds since 1970. */
  | { type: 'groups'; groups: readonly HostGroup[]; loadedAt?: number }
  /** A choice was saved elsewhere, as the host reports at once. */
  | { type: 'savedElsewhere'; groupId: string; isOff: boolean }
  | { type: 'chosen'; groupId: string; choice: Choice }
  | { type: 'sent'; groupId: string; choice: Choice }
  /** The service responded; `isOff` is what it has now. If that is not the choice, the choice fails next. */
  | { type: 'responded'; groupId: string; choice: Choice; isOff: boolean }
  /** The choice was not saved, or could not be sent. It may wait for something, and be sent again. */
  | { type: 'failed'; groupId: string; choice: Choice; error: unknown; waitsFor: 'token' | 'network' | null }
  /** What the choice waited for may be there now. */
  | { type: 'resumed'; groupId: string }
  /** What the device stored (`isFromDevice`), or another tab saved. */
  | { type: 'stored'; marks: readonly StoredMark[]; isFromDevice: boolean }
  | { type: 'reset' }
  | { type: 'closed' };

/** What an effect receives after each change. */
export type PreferenceUpdate = Update<PreferenceChange, Outcome<PreferenceStoreEvent>>;

/**
 * The state of a store, as its effects share it. A change goes through `reducePreferences`, then to the effects in the order
 * in which `PreferenceStore` lists them, and its events then go to the subscribers, such as the elements.
 */
export type PreferenceStateContainer = StateContainer<
  PreferenceStoreState,
  PreferenceState,
  PreferenceChange,
  Outcome<PreferenceStoreEvent>
>;

const unknownPreference: Preference = {
  hostValue: null,
  known: null,
  at: 0,
  isFromDevice: false,
  isCertain: false,
  choice: null,
  status: 'idle',
  sending: null,
};

export const initialPreferences: PreferenceStoreState = {
  groups: [],
  preferences: new Map(),
  isRefusalReported: false,
  isSignedOut: false,
  isClosed: false,
};

export function preferenceOf({ preferences }: PreferenceStoreState, groupId: string): Preference {
  return preferences.get(groupId) ?? unknownPreference;
}

/** The choice until it is saved, or has failed. */
export function pendingChoice({ choice, status }: Preference): Choice | null {
  return status === 'saving' || status === 'waiting' ? choice : null;
}

const noChoice = { choice: null, status: 'idle' } as const;

/** Applies a change. Nothing of the state that it is given changes. */
export function reducePreferences(
  state: PreferenceStoreState,
  change: PreferenceChange,
): [PreferenceStoreState, Outcome<PreferenceStoreEvent>] {
  let next = state;
  const events: PreferenceStoreEvent[] = [];
  switch (change.type) {
    case 'groups': {
      const { groups, loadedAt } = change;
      next = { ...state, groups };
      for (const { id, isGroupNotificationOff: value } of groups) {
        const { hostValue, at, isFromDevice } = preferenceOf(state, id);
        const isNew = loadedAt === undefined ? value !== hostValue : isFromDevice || at <= loadedAt;
        if (value !== null && isNew)
          next = withKnown(next, id, { known: value, at: Date.now(), hostValue: value });
      }
      break;
    }
    case 'savedElsewhere': {
      const { groupId, isOff } = change;
      next = withKnown(state, groupId, { known: isOff, at: Date.now(), hostValue: isOff });
      break;
    }
    case 'stored': {
      const { marks, isFromDevice } = change;
      for (const { id, value, at } of marks)
        if (value !== null && at > preferenceOf(state, id).at)
          next = withKnown(next, id, { known: value, at, isFromDevice });
      break;
    }
    case 'chosen': {
      const { groupId, choice } = change;
      const preference: Preference = { ...preferenceOf(state, groupId), choice, status: 'saving' };
      // The customer expects a response to each choice, even if it is the same error again.
      next = withPreference({ ...state, isRefusalReported: false }, groupId, unlessSaved(preference));
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
      const { groupId, choice, isOff } = change;
      const isSaved = isOff === choice.isOff;
      const sending = isSaved ? null : choice;
      next = withKnown(state, groupId, { known: isOff, at: Date.now(), sending });
      next = { ...next, isRefusalReported: false, isSignedOut: false };
      if (isSaved) events.push({ type: 'saved', groupId, isGroupNotificationOff: isOff });
      break;
    }
    case 'failed': {
      const { groupId, choice, error, waitsFor } = change;
      const isSignedOut = error instanceof SignedOutError;
      next = withPreference({ ...state, isSignedOut }, groupId, { sending: null });
      if (preferenceOf(state, groupId).choice !== choice) break;
      const isListed = state.groups.some(({ id }) => id === groupId);
      const status = waitsFor ? 'waiting' : 'failed';
      next = withPreference(next, groupId, waitsFor || isListed ? { status } : noChoice);
      // Waiting for the network, or for somebody to sign in, is not an error. A token that is refused is reported once.
      const isError = !isSignedOut && waitsFor !== 'network' && !(waitsFor && state.isRefusalReported);
      if (waitsFor === 'token') next = { ...next, isRefusalReported: true };
      if (isListed && isError) events.push({ type: 'error', error, operation: 'set-preference', groupId });
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

/** With what the host, the service, the device or another tab says. It replaces any choice but a pending one. */
function withKnown(
  state: PreferenceStoreState,
  groupId: string,
  fields: Partial<Preference>,
): PreferenceStoreState {
  const preference = { ...preferenceOf(state, groupId), isFromDevice: false, ...fields };
  const isCertain = !preference.isFromDevice && !preference.sending;
  const choice = pendingChoice(preference) ? unlessSaved({ ...preference, isCertain }) : noChoice;
  return withPreference(state, groupId, { ...preference, isCertain, ...choice });
}

/** The preference, without anything to save if the service has the choice already and no request is under way. */
function unlessSaved(preference: Preference): Preference {
  const { choice, sending, isCertain, known } = preference;
  return !sending && isCertain && known === choice?.isOff ? { ...preference, status: 'idle' } : preference;
}

function withPreference(
  state: PreferenceStoreState,
  groupId: string,
  fields: Partial<Preference>,
): PreferenceStoreState {
  const preference = { ...preferenceOf(state, groupId), ...fields };
  return { ...state, preferences: new Map(state.preferences).set(groupId, preference) };
}

/** What the store shows of its state. */
export function selectPreferences(state: PreferenceStoreState): PreferenceState {
  return {
    isSignedOut: state.isSignedOut,
    groups: state.groups.map((group) => {
      const preference = preferenceOf(state, group.id);
      const { known, isFromDevice, choice, status } = preference;
      const pending = pendingChoice(preference);
      return {
        ...group,
        isGroupNotificationOff: pending ? pending.isOff : known,
        isFromDevice: isFromDevice && !pending,
        status,
        failedChoice: choice && status === 'failed' ? choice.isOff : null,
      };
    }),
  };
}
