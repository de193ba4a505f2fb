import { FlagStates, ReadStates, SeenStates } from './claims.js';
import type { Flag } from './marks.js';
import { SnoozeStates } from './snooze-states.js';

/** What each side says: which notifications are read, seen, dismissed and snoozed. */
export interface Flags {
  readonly read: ReadStates;
  readonly seen: SeenStates;
  readonly dismissed: FlagStates;
  readonly snoozed: SnoozeStates;
}

/** @param saves which flags the host saves */
export function createFlags(saves: Readonly<Record<Flag, boolean>>): Flags {
  return {
    read: new ReadStates(saves.read),
    seen: new SeenStates(saves.seen),
    dismissed: new FlagStates(saves.dismissed),
    snoozed: new SnoozeStates(saves.snoozed),
  };
}
