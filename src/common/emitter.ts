import { warnOnce } from './warn.js';

/** Delivers events of one type to its listeners. A listener that throws does not stop the others. */
export class Emitter<Event> {
  readonly #subscriptions = new Set<{ listener: (event: Event) => void }>();

  /** The number of subscriptions. */
  get size(): number {
    return this.#subscriptions.size;
  }

  /**
   * Subscribes a listener. Each call is a subscription of its own, even for the same function.
   *
   * @returns a function that ends the subscription
   */
  subscribe(listener: (event: Event) => void): () => void {
    const subscription = { listener };
    this.#subscriptions.add(subscription);
    return () => {
      this.#subscriptions.delete(subscription);
    };
  }

  /** Calls all listeners in the order of their subscription. */
  emit(event: Event): void {
    for (const { listener } of [...this.#subscriptions]) {
      try {
        listener(event);
      } catch (error) {
        warnOnce(`A listener threw: ${String(error)}`);
      }
    }
  }
}
