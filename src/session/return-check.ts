import { isUnauthorized } from '../api/is-unauthorized.js';
import { retryAfterOf } from '../api/retry-after.js';
import { RetryTimer } from '../common/retry-timer.js';
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

export interface StoreReturnOptions {
  /** Without it, the page is shown again at once. */
  check: Pick<ReturnCheck, 'leave' | 'run'> | undefined;
  /** Whether the store still waits for its return, in a page that somebody can see. */
  canReturn: () => boolean;
  /** It is known whose the page is: the store goes on. */
  onReturn: () => void;
  /** That cannot be found out yet. It is tried again. */
  onUnreachable?: () => void;
}

/** The return of one store from the back/forward cache: it waits for the check of the session. */
export class StoreReturn {
  readonly #options: StoreReturnOptions;
  /** Checks again whose the page is. */
  readonly #timer = new RetryTimer(() => void this.run());

  constructor(options: StoreReturnOptions) {
    this.#options = options;
  }

  /** Whether the store waits when its page returns. */
  get isChecked(): boolean {
    return this.#options.check !== undefined;
  }

  /** The page is being left. */
  leave(): void {
    this.cancel();
    this.#options.check?.leave();
  }

  /** Ends the pause before the next attempt. */
  cancel(): void {
    this.#timer.cancel();
  }

  /** Has the store go on once it is known whose the page is. In a hidden page it does nothing. */
  async run(): Promise<void> {
    const { check, canReturn, onReturn, onUnreachable } = this.#options;
    if (!canReturn()) return;
    try {
      await check?.run();
    } catch (error) {
      if (!canReturn()) return;
      onUnreachable?.();
      this.#timer.schedule(retryAfterOf(error));
      return;
    }
    if (!canReturn()) return;
    this.#timer.cancel();
    onReturn();
  }
}
