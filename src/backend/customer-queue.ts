import { withDeadline } from './errors/deadline.js';

/** Runs the tasks of each customer one after the other, so that no customer takes more than one connection. */
export class CustomerQueue {
  /** The last task of each customer that has one; it never rejects. */
  readonly #last = new Map<string, Promise<void>>();
  readonly #timeoutMs: number;

  /** @param timeoutMs how long a task is waited for before the next one of its customer runs */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Runs a task after the earlier ones of the customer.
   *
   * @throws DeadlineError if it takes too long, and what the task rejects with
   */
  run<Value>(customerId: string, task: () => Promise<Value>): Promise<Value> {
    const earlier = this.#last.get(customerId) ?? Promise.resolve();
    const running = earlier.then(() => withDeadline(task(), this.#timeoutMs));
    const release = (): void => {
      if (this.#last.get(customerId) === last) this.#last.delete(customerId);
    };
    const last = running.then(release, release);
    this.#last.set(customerId, last);
    return running;
  }
}
