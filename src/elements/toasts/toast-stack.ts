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
