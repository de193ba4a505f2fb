import { warnOnce } from './warn.js';

/** Listeners of one kind of event. One that throws does not keep the others from hearing it. */
export class Emitter<Event> {
  readonly #listeners = new Set<{ hear: (event: Event) => void }>();

  get size(): number {
    return this.#listeners.size;
  }

  /** Each call is a subscription of its own, also where the same function is given twice. */
  subscribe(hear: (event: Event) => void): () => void {
    const listener = { hear };
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  emit(event: Event): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener.hear(event);
      } catch (error) {
        warnOnce(`A listener threw: ${String(error)}`);
      }
    }
  }
}
