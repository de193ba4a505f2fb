import { backoff, withJitter } from './backoff.js';

/** The shortest pause, in milliseconds: an error stays for as long as it takes to read it. */
const minPauseMs = 2000;
/** A longer pause, which only `Retry-After` demands, is cut. */
const maxPauseMs = 86_400_000;

/** Repeats what has failed, after growing pauses. */
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
    const pauseMs = minPauseMs + backoff(this.#failures, { baseMs: minPauseMs });
    const demandedMs = withJitter((retryAfterSeconds ?? 0) * 1000);
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#retry();
      },
      Math.min(Math.max(pauseMs, demandedMs), maxPauseMs),
    );
  }

  /** Ends the pause. The next one is short again. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#failures = 0;
  }
}
