import { nameErrors, NudgeError } from '../../api/errors.js';

/** It is not certain that the customer who has done something is signed in now: it is not sent. */
export class UncertainCustomerError extends NudgeError {
  static {
    nameErrors(this, 'UncertainCustomerError');
  }
}

/**
 * Resolves once the customer with this id is known to be signed in; null stands for nobody.
 *
 * @throws UncertainCustomerError if nothing shows that; what else the check is rejected with if that cannot be found out yet, as
 * while nobody is signed in, or without a network
 */
export type ConfirmCustomer = (customerId: string | null, signal: AbortSignal) => Promise<void>;

/** Binds what the customer does at this moment. `isPast`: it was done in an earlier task. */
export type BindAct = (options?: { isPast?: boolean }) => Act;

/**
 * Something that the customer does, from the press until it is saved. It is bound to the customer whom the session knew at the press.
 *
 * In the task of the press it is sent for whoever is signed in, who has just done it. Later, somebody else may be signed in: what waits,
 * or is repeated, is sent only once its customer is known to be signed in. If nobody was known at the press, only what the service saves
 * is sent later, with the token of the press and no other.
 */
export class Act {
  readonly #customerId: string | null;
  readonly #confirm: ConfirmCustomer;
  /** Whether the task in which it was done is over, so that it has to be confirmed before it is sent. */
  #isPast: boolean;

  constructor(customerId: string | null, confirm: ConfirmCustomer, { isPast = false } = {}) {
    this.#customerId = customerId;
    this.#confirm = confirm;
    this.#isPast = isPast;
    // A browser is free to do something else only after these: https://html.spec.whatwg.org/#perform-a-microtask-checkpoint
    queueMicrotask(() => (this.#isPast = true));
  }

  /** Whether it is known who has done it, so that it can wait. */
  get canWait(): boolean {
    return this.#customerId !== null;
  }

  /** Resolves once the customer who has done it is known to be signed in. Rejects as {@link ConfirmCustomer} does. */
  async confirm(signal: AbortSignal): Promise<void> {
    await this.#confirm(this.#customerId, signal);
  }

  /** Sends a request of it: at once in the task in which it was done, afterwards only for the customer who has done it. */
  async send<Value>(request: () => Value, signal: AbortSignal): Promise<Awaited<Value>> {
    if (this.#isPast) await this.confirm(signal);
    return await request();
  }
}

/** Binds acts to nobody: they are sent for whoever is signed in, as in a store without a session. */
export const bindToNobody: BindAct = (options) => new Act('', () => Promise.resolve(), options);
