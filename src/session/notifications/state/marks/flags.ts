import { FlagStates } from './claims.js';
import { flagNames, type Flag } from './marks.js';
import { AnswerStates } from './answer-states.js';
import { ReadStates } from './read-states.js';
import { SeenStates } from './seen-states.js';
import { SnoozeStates } from './snooze-states.js';

/** What each side says: which notifications are read, seen, dismissed, snoozed and answered. */
export interface Flags {
  readonly read: ReadStates;
  readonly seen: SeenStates;
  readonly dismissed: FlagStates;
  readonly snoozed: SnoozeStates;
  readonly answered: AnswerStates;
}

/** Leaves what the host does not save to the device. */
export function limitSaves(flags: Flags, saves: readonly string[]): void {
  for (const flag of flagNames) if (!saves.includes(flag)) flags[flag].leaveToDevice();
}

/** @param saves which flags the host saves */
export function createFlags(saves: Readonly<Record<Flag, boolean>>): Flags {
  return {
    read: new ReadStates(saves.read),
    seen: new SeenStates(saves.seen),
    dismissed: new FlagStates(saves.dismissed),
    snoozed: new SnoozeStates(saves.snoozed),
    answered: new AnswerStates(saves.answered),
  };
}
