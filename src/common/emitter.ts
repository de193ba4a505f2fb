import { warnOnce } from './warn.js';

/**
 * Reports what a listener threw, as the platform does for listeners of its own events: `window.onerror` and the error monitor of the
 * page get the error with its stack. Where that is not possible, as in Node, the console says so.
 */
function report(error: unknown): void {
  const platform: { reportError?: (error: unknown) => void } = globalThis;
  if (platform.reportError) platform.reportError(error);
  else warnOnce(`A listener threw: ${String(error)}`);
}

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
        report(error);
      }
    }
  }
}
