import { pauses } from '../../common/pauses.js';

/** How what the customer does is saved. */
export interface SavePolicy {
  /**
   * Whether it waits where its customer is known: until there is a network or a sign-in, and for a busy service, which holds back
   * everything that waits. Otherwise it fails at once, also for want of a network.
   */
  readonly waits: boolean;
  /** How often it is tried to save it where its customer is known, beside what a busy service holds back. */
  readonly attempts: number;
  /** After how many milliseconds it has failed, so that what follows it is sent; `Infinity` if it is not known when. */
  readonly timeoutMs: number;
  /** Whether it is taken back if it is not saved. Otherwise it stays on the device, and the customer does not learn of it. */
  readonly isRolledBack: boolean;
}

export const policies = {
  mark: { waits: false, attempts: 1, timeoutMs: 20_000, isRolledBack: true },
  seen: { waits: false, attempts: pauses.save.attempts, timeoutMs: 20_000, isRolledBack: false },
  choice: { waits: true, attempts: 1, timeoutMs: Infinity, isRolledBack: true },
} as const satisfies Record<string, SavePolicy>;
