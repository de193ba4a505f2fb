import { CustomerQueue } from './customer-queue.js';
import { DeadlineError, withDeadline } from './errors/deadline.js';

/** Applies changes to customers. The changes of one wait for each other in the database: here they do so without a connection. */
export class CustomerChanges {
  readonly #queue: CustomerQueue;
  readonly #timeoutMs: number;
  readonly #publish: (customerId: string) => Promise<void>;

  /** @param publish called for each change; it never rejects */
  constructor(timeoutMs: number, publish: (customerId: string) => Promise<void>) {
    this.#queue = new CustomerQueue(timeoutMs);
    this.#timeoutMs = timeoutMs;
    this.#publish = publish;
  }

  /**
   * Applies a change after the earlier ones of the customer and publishes it, even if it takes so long that nobody waits any
   * more. A change whose turn comes that late is not applied.
   *
   * It is also published if it has no effect: it may repeat one that was stored, but whose connection was lost before it was
   * published.
   *
   * @returns what the change resolves with
   */
  async apply<Value>(customerId: string, change: () => Promise<Value>): Promise<Value> {
    let isGivenUp = false;
    const changing = this.#queue.run(customerId, async () => {
      if (isGivenUp) throw new DeadlineError('It was given up before its turn.');
      const value = await change();
      return { value, publishing: this.#publish(customerId) };
    });
    try {
      return await withDeadline(
        changing.then(({ value, publishing }) => publishing.then(() => value)),
        this.#timeoutMs,
      );
    } catch (error) {
      isGivenUp = true;
      throw error;
    }
  }
}
