import { pauseMs, pauses } from './pauses.js';

/** Repeats what has failed, after the pauses of a store. */
export class RetryTimer {
  readonly #retry: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;

  constructor(retry: () => void) {
    this.#retry = retry;
  }

  /**
   * Begins the next pause, unless there is one.
   *
   * @param retryAfterSeconds How long the pause is at least, if the response said so.
   */
  schedule(retryAfterSeconds: number | null = null): void {
    if (this.#timer !== undefined) return;
    this.#failures += 1;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#retry();
      },
      pauseMs(pauses.store, this.#failures, retryAfterSeconds),
    );
  }

  /** Ends the pause. The next one is short again. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#failures = 0;
  }
}
