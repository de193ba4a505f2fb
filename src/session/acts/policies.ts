import { pauses } from '../../common/pauses.js';

/**
 * It waits where its customer is known: until there is a network or a sign-in, and for a busy service, which holds back everything
 * that waits. How long a request may take, and how often it is repeated, is up to the queue.
 */
interface WaitingPolicy {
  readonly waits: true;
}

/** It is sent at once, or fails at once, also for want of a network. */
export interface PromptPolicy {
  readonly waits: false;
  /** How often it is tried to save it where its customer is known. */
  readonly attempts: number;
  /** After how many milliseconds it has failed, so that what follows it is sent. */
  readonly timeoutMs: number;
  /** Whether it is taken back if it is not saved. Otherwise it stays on the device, and the customer does not learn of it. */
  readonly isRolledBack: boolean;
}

/** How what the customer does is saved. */
export type SavePolicy = WaitingPolicy | PromptPolicy;

export const policies = {
  mark: { waits: false, attempts: 1, timeoutMs: 20_000, isRolledBack: true },
  seen: { waits: false, attempts: pauses.save.attempts, timeoutMs: 20_000, isRolledBack: false },
  choice: { waits: true },
} as const satisfies Record<string, SavePolicy>;
