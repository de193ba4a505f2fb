import type { GroupPreferenceInput, PreferenceStatus } from '../../api/schemas/preference.js';
import type { Device } from '../device/device.js';
import { isObject } from '../../common/type-guards.js';
import { warnOnce } from '../../common/warn.js';

/** A group of notifications as the host gives it. */
export interface NotificationGroup {
  id: string;
  name?: string;
  description?: string;
  /** Heading under which it stands. */
  section?: string;
  /** Whether it always comes, and cannot be switched. */
  isRequired?: boolean;
  /** Whether the customer wants nothing of it, as the host knows; left out where it does not. */
  isGroupNotificationOff?: boolean | null;
}

/** A group as it is shown. */
export interface PreferenceGroup {
  readonly id: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly section: string | null;
  readonly isRequired: boolean;
  /** The choice as shown: what is being saved, else what is known; null while nobody knows. */
  readonly isGroupNotificationOff: boolean | null;
  /** Whether only this device knows it: a hint, since the service offers no read. */
  readonly isRemembered: boolean;
  /**
   * - `saving`: it is under way.
   * - `waiting`: it is kept, and sent by itself once the network, or a token, is there.
   * - `failed`: it was not saved; the value is as it was, and `failedChoice` is what was asked for.
   */
  readonly status: 'settled' | 'saving' | 'waiting' | 'failed';
  readonly failedChoice: boolean | null;
}

/** A picture of the preferences at one moment; never changed, only replaced. */
export interface PreferenceState {
  /** In the host's order. */
  readonly groups: readonly PreferenceGroup[];
}

export type PreferenceStoreEvent =
  | { type: 'change' }
  | { type: 'saved'; groupId: string; isGroupNotificationOff: boolean }
  | { type: 'error'; error: unknown; operation: 'set-preference'; groupId: string };

export interface PreferenceStoreOptions {
  /** #6. */
  save: (
    groupId: string,
    input: GroupPreferenceInput,
    options: { signal: AbortSignal },
  ) => Promise<PreferenceStatus>;
  groups?: readonly NotificationGroup[] | undefined;
  /** What the device keeps of the customer, which comes on its own. Without it nothing is kept. */
  device?: (() => Promise<Device | null>) | undefined;
}

const readText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() ? value : null;

/** What the host says of a group, in good order. */
export type GivenGroup = Omit<PreferenceGroup, 'isRemembered' | 'status' | 'failedChoice'>;

/** The host's groups, each id once, the bad ones left out; anything but a list holds none. */
export function readGroups(value: unknown): GivenGroup[] {
  const given: unknown[] = Array.isArray(value) ? value : [];
  const ids = new Set();
  const groups = given.flatMap((group) => {
    if (!isObject(group)) return [];
    const { id, name, description, section, isRequired, isGroupNotificationOff: isOff } = group;
    if (typeof id !== 'string' || id === '' || ids.has(id)) return [];
    ids.add(id);
    return {
      id,
      name: readText(name),
      description: readText(description),
      section: readText(section),
      isRequired: isRequired === true,
      isGroupNotificationOff: typeof isOff === 'boolean' ? isOff : null,
    };
  });
  if (groups.length < given.length)
    warnOnce('Groups without an id, or with one that is there already, are left out.');
  return groups;
}
