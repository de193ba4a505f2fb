/** Which arrivals are shown as toasts, and which are only counted. */
export class ToastStack {
  /** All, the oldest one first. */
  #ids: readonly string[] = [];
  readonly #collapsed = new Set<string>();

  /** The ids of the toasts, the oldest one first. */
  get shown(): readonly string[] {
    return this.#ids.filter((id) => !this.#collapsed.has(id));
  }

  /** How many arrivals have no toast. */
  get collapsedCount(): number {
    return this.#collapsed.size;
  }

  /** The ids of all, with or without a toast, the oldest one first. */
  get ids(): readonly string[] {
    return this.#ids;
  }

  /** How many arrivals there are, with or without a toast. */
  get size(): number {
    return this.#ids.length;
  }

  has(id: string): boolean {
    return this.#ids.includes(id);
  }

  /**
   * Adds arrivals. What is shown stays in its place: those for which there is no room are counted.
   *
   * @param ids newest first
   * @param room how many of them may be shown
   */
  add(ids: readonly string[], room: number): void {
    const added = ids.filter((id) => !this.has(id));
    for (const id of added.slice(Math.max(0, room))) this.#collapsed.add(id);
    this.#ids = [...this.#ids, ...added.reverse()];
  }

  /** Shows the newest of those that are only counted. */
  expand(count: number): void {
    const newestFirst = this.#ids.filter((id) => this.#collapsed.has(id)).reverse();
    for (const id of newestFirst.slice(0, count)) this.#collapsed.delete(id);
  }

  /** Removes these. Without a toast, nothing is counted either. */
  remove(ids: readonly string[]): void {
    for (const id of ids) this.#collapsed.delete(id);
    this.#ids = this.#ids.filter((id) => !ids.includes(id));
    if (this.#collapsed.size === this.#ids.length) this.clear();
  }

  clear(): void {
    this.#ids = [];
    this.#collapsed.clear();
  }
}

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
