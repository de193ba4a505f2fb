import { isUnauthorized } from '../api/is-unauthorized.js';
import { UncertainCustomerError } from './acts/act.js';

export interface ReturnCheckOptions {
  /** Resolves once the customer whom the session knows is signed in; rejects as the check of what waits does. */
  confirm: (signal: AbortSignal) => Promise<void>;
  /** Drops everything of the customer, whom nothing shows to be signed in. */
  drop: () => void;
}

/**
 * A page that returns from the back/forward cache is as it was left: somebody else may have signed in meanwhile. Until that is known,
 * the stores show nothing and request nothing but this check, once for all of them.
 */
export class ReturnCheck {
  readonly #options: ReturnCheckOptions;
  #check: { readonly controller: AbortController; readonly done: Promise<void> } | undefined;

  constructor(options: ReturnCheckOptions) {
    this.#options = options;
  }

  /** The page is being left: what is found out until then counts no more. */
  leave(): void {
    this.#check?.controller.abort();
    this.#check = undefined;
  }

  /**
   * Resolves once it is known whose the page is. If it may be another customer's, everything was dropped by then.
   *
   * @throws what the check is rejected with if that cannot be found out yet, as while the service is away
   */
  run(): Promise<void> {
    if (!this.#check) {
      const controller = new AbortController();
      this.#check = { controller, done: this.#run(controller.signal) };
    }
    return this.#check.done;
  }

  async #run(signal: AbortSignal): Promise<void> {
    try {
      await this.#options.confirm(signal);
    } catch (error) {
      signal.throwIfAborted();
      this.#check = undefined;
      if (!isUnauthorized(error) && !(error instanceof UncertainCustomerError)) throw error;
      this.#options.drop();
      return;
    }
    signal.throwIfAborted();
    this.#check = undefined;
  }
}
