/** Which arrivals are shown as toasts, and which are only counted. The oldest one comes first. */
export class ToastStack {
  #shown: string[] = [];
  readonly #collapsed = new Set<string>();

  /** The ids of the toasts, the oldest one first. */
  get shown(): readonly string[] {
    return this.#shown;
  }

  /** How many arrivals have no toast. */
  get collapsedCount(): number {
    return this.#collapsed.size;
  }

  /** The ids of all, with or without a toast. */
  get ids(): readonly string[] {
    return [...this.#shown, ...this.#collapsed];
  }

  /** How many arrivals there are, with or without a toast. */
  get size(): number {
    return this.#shown.length + this.#collapsed.size;
  }

  has(id: string): boolean {
    return this.#shown.includes(id) || this.#collapsed.has(id);
  }

  /**
   * Adds arrivals. What is shown stays in its place: those for which there is no room are counted.
   *
   * @param ids newest first
   * @param room how many of them may be shown
   */
  add(ids: readonly string[], room: number): void {
    const added = ids.filter((id) => !this.has(id));
    const shown = added.slice(0, Math.max(0, room));
    this.#shown = [...this.#shown, ...shown.reverse()];
    for (const id of added.slice(shown.length)) this.#collapsed.add(id);
  }

  /** Shows some of those that are only counted. */
  expand(count: number): void {
    const ids = [...this.#collapsed].slice(0, count);
    for (const id of ids) this.#collapsed.delete(id);
    this.#shown = [...ids.reverse(), ...this.#shown];
  }

  /** Removes these. Without a toast, nothing is counted either. */
  remove(ids: readonly string[]): void {
    for (const id of ids) this.#collapsed.delete(id);
    this.#shown = this.#shown.filter((id) => !ids.includes(id));
    if (this.#shown.length === 0) this.#collapsed.clear();
  }

  clear(): void {
    this.#shown = [];
    this.#collapsed.clear();
  }
}
