import type { StoredSnooze } from '../../device/stored-snooze.js';

/** When a notification comes back to the list, and who has decided that last. */
export interface Snooze extends Omit<StoredSnooze, 'id'> {
  /** `visit`: the customer in this visit, here or in another tab. `device`: an earlier visit. */
  readonly by: 'visit' | 'device' | 'host';
}

/** What can happen to snoozed notifications. */
export type SnoozeChange =
  // `removal`: the notifications no longer exist. `before`: what the customer had decided before.
  | {
      type: 'snoozed';
      snoozes: readonly StoredSnooze[];
      by: 'customer' | 'tab' | 'device' | 'host' | 'removal';
      before?: ReadonlyMap<string, Snooze | undefined>;
      isSavedByHost?: boolean;
    }
  // The host has not saved `until`: `snoozes` is what it has.
  | { type: 'snoozeRolledBack'; snoozes: readonly StoredSnooze[]; until: number | null; error: unknown }
  // Their time has come. Those that had come back before only get their places. `unreadIds`: those that
  // were read before, and have just been marked as unread.
  | { type: 'returned'; ids: readonly string[]; unreadIds?: readonly string[] };
