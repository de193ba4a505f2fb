import type { Outcome, StateContainer, Update } from '../../common/state-container.js';
import { pendingOf, type ActStages } from '../acts/stages.js';
import type { StoredChoice } from '../stored-change.js';

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
   * - `waiting`: the choice is sent once there is a network, and the customer who has made it is signed in. It fails if that is
   *   not certain, and at once if nobody was known who has made it.
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
  /**
   * Whether the groups are known: `loading` while they are requested from the host, `failed` if it did not return them. An element
   * that shows them requests them again.
   */
  readonly status: 'ready' | 'loading' | 'failed';
  /**
   * Whether a choice waits for a sign-in, or was not saved for want of one, as far as its last request, or the check before it, has shown:
   * `getToken` returned null, the token was refused, or the backend responded with 401.
   */
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

/** What the host says about a group. */
export type HostGroup = Omit<PreferenceGroup, 'isFromDevice' | 'status' | 'failedChoice'>;

/** One choice of the customer. Each is an object of its own, so that a later one with the same value is another. */
export interface Choice {
  readonly groupId: string;
  readonly isGroupNotificationOff: boolean;
  /** When it was made, in milliseconds since 1970. */
  readonly at: number;
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
  /** How far the customer's last choice is; null once a newer value came from elsewhere. */
  readonly stages: ActStages<Choice> | null;
}

export interface PreferenceStoreState {
  readonly groups: readonly HostGroup[];
  readonly status: PreferenceState['status'];
  readonly preferences: ReadonlyMap<string, Preference>;
  /** Whether an error event reported already that there is no token, or that it was refused. */
  readonly isRefusalReported: boolean;
  /** Whether the last request failed with 401, or could not be sent without a token. */
  readonly isSignedOut: boolean;
  /** Whether the store has ended for good. */
  readonly isClosed: boolean;
  /** Whether nothing is shown: the page has returned from the back/forward cache, or is there, and it is not known who is signed in. */
  readonly isReturning: boolean;
}

/** Everything that can happen. */
export type PreferenceChange =
  /** `loadedAt`: they were just loaded, and requested at this time in milliseconds since 1970. */
  | { type: 'groups'; groups: readonly HostGroup[]; loadedAt?: number }
  /** The groups are requested from the host, or could not be loaded. */
  | { type: 'groupsRequested' }
  | { type: 'groupsFailed' }
  /** A choice was saved elsewhere, as the host reports at once. */
  | { type: 'savedElsewhere'; groupId: string; isGroupNotificationOff: boolean }
  /** The customer makes a choice, or it is sent. */
  | { type: 'chosen'; choice: Choice }
  | { type: 'sent'; choice: Choice }
  /** The service responded; `isGroupNotificationOff` is what it has now. If that is not the choice, the choice has failed. */
  | { type: 'responded'; choice: Choice; isGroupNotificationOff: boolean }
  /** The choice was not saved; or it could not be sent, and waits for a token, or for a network and a service that responds. */
  | { type: 'failed'; choice: Choice; error: unknown }
  | { type: 'postponed'; choice: Choice; error: unknown }
  /** What the device stored (`isFromDevice`), or another tab saved. */
  | { type: 'stored'; marks: readonly StoredChoice[]; isFromDevice: boolean }
  | { type: 'returning'; isReturning: boolean }
  /** Everything was dropped. */
  | { type: 'cleared' }
  | { type: 'closed' };

/** The changes of these types. */
export type PreferenceChangeOf<Type extends PreferenceChange['type']> = Extract<
  PreferenceChange,
  { type: Type }
>;

/**
 * Only these may have the device store something: the types of the reducer give no other change a way to say so, and
 * `preference-device-sync` reacts to all of these.
 */
export const storedPreferenceChanges = ['responded'] as const satisfies readonly PreferenceChange['type'][];

/** What a change did, for whoever reacts to it. */
export interface PreferenceOutcome extends Outcome<PreferenceStoreEvent> {
  /** What the device is to store of it; null for nothing. */
  readonly toStore: StoredChoice | null;
}

/** What a change has done so far. */
export interface PreferenceDraft {
  readonly events: PreferenceStoreEvent[];
}

/** What one of the {@link storedPreferenceChanges} has done so far: only of these the device stores something. */
export interface StoredPreferenceDraft extends PreferenceDraft {
  toStore: StoredChoice | null;
}

/** What an effect receives after each change of these types. */
export type PreferenceUpdate<Type extends PreferenceChange['type']> = Update<
  PreferenceChangeOf<Type>,
  PreferenceOutcome
>;

/**
 * The state of a store, as its effects share it. A change goes through `reducePreferences`, then to the effects in the order
 * in which `PreferenceStore` lists them, and its events then go to the subscribers, such as the elements.
 */
export type PreferenceStateContainer = StateContainer<
  PreferenceStoreState,
  PreferenceState,
  PreferenceChange,
  PreferenceOutcome
>;

const unknownPreference: Preference = {
  hostValue: null,
  known: null,
  at: 0,
  isFromDevice: false,
  isCertain: false,
  stages: null,
};

/** The state without any group. */
export const emptyPreferences: PreferenceState = { groups: [], status: 'ready', isSignedOut: false };

export const initialPreferences: PreferenceStoreState = {
  ...emptyPreferences,
  preferences: new Map(),
  isRefusalReported: false,
  isClosed: false,
  isReturning: false,
};

export function preferenceOf({ preferences }: PreferenceStoreState, groupId: string): Preference {
  return preferences.get(groupId) ?? unknownPreference;
}

/** What became of the last choice. */
export function statusOf(stages: ActStages<Choice> | null): PreferenceGroup['status'] {
  return !stages?.latest || stages.stage === 'saved' ? 'idle' : stages.stage;
}

/** What the store shows of its state. */
export function selectPreferences(state: PreferenceStoreState): PreferenceState {
  if (state.isReturning) return { ...emptyPreferences, status: 'loading' };
  return {
    status: state.status,
    isSignedOut: state.isSignedOut,
    groups: state.groups.map((group) => {
      const { known, isFromDevice, stages } = preferenceOf(state, group.id);
      const pending = pendingOf(stages);
      return {
        ...group,
        isGroupNotificationOff: pending ? pending.isGroupNotificationOff : known,
        isFromDevice: isFromDevice && !pending,
        status: statusOf(stages),
        failedChoice: stages?.stage === 'failed' ? (stages.latest?.isGroupNotificationOff ?? null) : null,
      };
    }),
  };
}
