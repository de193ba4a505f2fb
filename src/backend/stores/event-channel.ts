/**
 * Notifies every instance of a backend that a customer has new events. It carries no event: an instance with an open page
 * of this customer loads them from the store. So a message may be lost, doubled or late without harm: what it announces
 * arrives with a later one, after `onGap`, or within half a minute.
 *
 * Implement it with a pub/sub service of your own to replace that of the store.
 */
export interface EventChannel {
  /** Notifies all other instances; this one may be included. */
  publish(customerId: string): Promise<void>;
  /**
   * Subscribes this instance. `onGap` is called when messages may have been missed, such as after a lost connection, and
   * `onError` if it finds that none arrive.
   *
   * @returns a function that ends it
   */
  subscribe(
    onMessage: (customerId: string) => void,
    onGap: () => void,
    onError: (error: unknown) => void,
  ): () => void;
}

/** A channel within this process, for a backend with one instance. */
export class LocalChannel implements EventChannel {
  readonly #listeners = new Set<(customerId: string) => void>();

  publish(customerId: string): Promise<void> {
    for (const listener of this.#listeners) listener(customerId);
    return Promise.resolve();
  }

  subscribe(onMessage: (customerId: string) => void): () => void {
    this.#listeners.add(onMessage);
    return () => void this.#listeners.delete(onMessage);
  }
}
