import { ApiError, isTransient } from '../api/errors.js';
import { isUnauthorized } from '../api/is-unauthorized.js';
import type { Notification } from '../api/schemas/notification.js';
import { raceAbort } from '../common/abort.js';
import { Act, UncertainCustomerError, type BindAct } from './acts/act.js';
import type { CustomerIdentity } from './customer-identity.js';
import type { HostCustomer } from './host-customer.js';
import type { RecordRequests } from './record-requests.js';

/** Fetches a record again with the credentials of whoever is signed in now, without retries. */
export type RetrieveAgain = (id: string, signal: AbortSignal) => Promise<Notification>;

/**
 * Finds out whether the customer whom the session knows is signed in now, for everything that waits. Only a record says that, so one
 * of this customer is fetched again: one at a time, whose result counts for all that wait for it.
 */
export class CustomerCheck {
  readonly #identity: CustomerIdentity;
  readonly #host: Pick<HostCustomer, 'key'>;
  readonly #retrieve: RetrieveAgain;
  readonly #service: Pick<RecordRequests, 'tokenIssue'>;
  #running: Promise<void> | undefined;
  #visit = new AbortController();

  constructor(
    identity: CustomerIdentity,
    host: Pick<HostCustomer, 'key'>,
    service: Pick<RecordRequests, 'tokenIssue'>,
    retrieve: RetrieveAgain,
  ) {
    this.#identity = identity;
    this.#host = host;
    this.#service = service;
    this.#retrieve = retrieve;
  }

  /** Binds what the customer does at this moment. */
  readonly bind: BindAct = (options) =>
    new Act(this.#identity.id, (customerId, signal) => this.#confirm(customerId, signal), options);

  /**
   * Binds what the customer does at this moment, and the host saves. Once the host has named the customer, its save says whose it is, and
   * the host refuses that of another one: there is nothing else to find out.
   */
  readonly bindForHost: BindAct = (options) => {
    const { key } = this.#host;
    if (key === undefined) return this.bind(options);
    return new Act(key, (customer) => this.#confirmAtHost(customer), options);
  };

  /**
   * Binds what the customer does at this moment, and the service saves. While nobody is known, the token says whose it is: what follows with
   * the token of the press is of the same customer.
   */
  readonly bindForService: BindAct = (options) => {
    if (this.#identity.id !== null) return this.bind(options);
    const { tokenIssue } = this.#service;
    return new Act(null, () => this.#confirmToken(tokenIssue), options);
  };

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

  #confirmToken(tokenIssue: symbol | null): Promise<void> {
    return tokenIssue === this.#service.tokenIssue
      ? Promise.resolve()
      : Promise.reject(new UncertainCustomerError('The token may be of another customer now.'));
  }

  /** The save carries the customer whom the host names now: it has to be the same. */
  #confirmAtHost(customer: string | null): Promise<void> {
    return customer === this.#host.key
      ? Promise.resolve()
      : Promise.reject(new UncertainCustomerError('Another customer is signed in now.'));
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
