import { DeadlineError, withDeadline } from '../../errors/deadline.js';

/** Runs calls one after the other. */
export class Turns {
  /** The last call; it never rejects. */
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Runs a call after the earlier ones, unless its time is over by then.
   *
   * @param timeoutMs how long the caller waits, by default without a limit; the next call waits for as long as this one runs
   * @throws DeadlineError after that time, and what the call rejects with
   */
  async run<Value>(call: () => Promise<Value>, timeoutMs?: number): Promise<Value> {
    let isGivenUp = false;
    const running = this.#last.then(() => {
      if (isGivenUp) throw new DeadlineError('It was given up before its turn.');
      return call();
    });
    this.#last = running.catch(() => undefined);
    try {
      return await (timeoutMs === undefined ? running : withDeadline(running, timeoutMs));
    } finally {
      isGivenUp = true;
    }
  }
}
