/**
 * The longest delay, in milliseconds: a timer stands still while the device sleeps, and `setTimeout` runs at once with more than
 * 24.8 days.
 */
export const maxDelayMs = 600_000;

/** Does something when a time has come, which may be far ahead. */
export class DueTimer {
  readonly #run: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param run May also be called too early: it finds out what is due, and sets the timer anew. */
  constructor(run: () => void) {
    this.#run = run;
  }

  /** @param time milliseconds since 1970; Infinity for never. It replaces the former one. */
  set(time: number): void {
    this.clear();
    if (time === Infinity) return;
    const delayMs = Math.max(0, time - Date.now());
    this.#timer = setTimeout(this.#run, Math.min(delayMs, maxDelayMs));
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}
