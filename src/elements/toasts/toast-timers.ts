/** How long toasts are still shown. */
export class ToastTimers {
  readonly #onEnd: (id: string) => void;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout> | undefined>();
  #durationMs = 0;

  constructor(onEnd: (id: string) => void) {
    this.#onEnd = onEnd;
  }

  /** Starts a timer for each toast that has none, and ends those of others. Without a duration, toasts stay. */
  update(ids: readonly string[], durationMs: number): void {
    if (durationMs !== this.#durationMs) this.clear();
    this.#durationMs = durationMs;
    for (const [id, timer] of this.#timers) {
      if (ids.includes(id)) continue;
      clearTimeout(timer);
      this.#timers.delete(id);
    }
    for (const id of ids) {
      if (this.#timers.has(id)) continue;
      const timer = durationMs > 0 ? setTimeout(() => this.#end(id), durationMs) : undefined;
      this.#timers.set(id, timer);
    }
  }

  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #end(id: string): void {
    this.#timers.delete(id);
    this.#onEnd(id);
  }
}
