import { ApiError, isTransient } from '../api/errors.js';
import { isUnauthorized } from '../api/is-unauthorized.js';
import type { Notification } from '../api/schemas/notification.js';
import { raceAbort } from '../common/abort.js';
import { Act, UncertainCustomerError, type BindAct } from './act.js';
import type { CustomerIdentity } from './customer-identity.js';

/** Fetches a record again with the credentials of whoever is signed in now, without retries. */
export type RetrieveAgain = (id: string, signal: AbortSignal) => Promise<Notification>;

/**
 * Finds out whether the customer whom the session knows is signed in now, for everything that waits. Only a record says that, so one
 * of this customer is fetched again: one at a time, whose result counts for all that wait for it.
 */
export class CustomerCheck {
  readonly #identity: CustomerIdentity;
  readonly #retrieve: RetrieveAgain;
  #running: Promise<void> | undefined;
  #visit = new AbortController();

  constructor(identity: CustomerIdentity, retrieve: RetrieveAgain) {
    this.#identity = identity;
    this.#retrieve = retrieve;
  }

  /** Binds what the customer does at this moment. */
  readonly bind: BindAct = (options) =>
    new Act(this.#identity.id, (customerId, signal) => this.#confirm(customerId, signal), options);

  /** Ends what is under way. */
  stop(): void {
    this.#visit.abort();
    this.#visit = new AbortController();
    this.#running = undefined;
  }

  async #confirm(customerId: string | null, signal: AbortSignal): Promise<void> {
    const throwUnlessKnown = (): void => {
      if (customerId === null || customerId !== this.#identity.id)
        throw new UncertainCustomerError('Another customer may be signed in now.');
    };
    throwUnlessKnown();
    this.#running ??= this.#run(this.#visit.signal);
    await raceAbort(this.#running, signal);
    throwUnlessKnown();
  }

  async #run(signal: AbortSignal): Promise<void> {
    try {
      const id = this.#identity.notificationId;
      if (id === null) throw new UncertainCustomerError('No notification can say who is signed in.');
      const { uniqueCustomerId } = await this.#retrieve(id, signal);
      signal.throwIfAborted();
      // If it names another customer, the session drops everything of this one.
      this.#identity.identify(uniqueCustomerId, id);
    } catch (error) {
      // The service returns a notification to its own customer only.
      if (error instanceof ApiError && !isUnauthorized(error) && !isTransient(error))
        throw new UncertainCustomerError('Another customer may be signed in now.', null, { cause: error });
      throw error;
    } finally {
      if (!signal.aborted) this.#running = undefined;
    }
  }
}
