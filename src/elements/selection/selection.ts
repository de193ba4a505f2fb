/** The ids of the notifications that are selected. */
export class Selection {
  #ids: ReadonlySet<string> = new Set();
  /** The one that was selected, or taken out, last: where a range begins. */
  #anchor: string | null = null;

  /** Replaced with each change. */
  get ids(): ReadonlySet<string> {
    return this.#ids;
  }

  get size(): number {
    return this.#ids.size;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Selects one, or takes it out. */
  set(id: string, isSelected: boolean): void {
    this.#anchor = id;
    this.#change([id], isSelected);
  }

  /** Does that with all from the one before to this one. `listed`: all ids in their order. */
  setRange(id: string, isSelected: boolean, listed: readonly string[]): void {
    const anchor = this.#anchor === null ? -1 : listed.indexOf(this.#anchor);
    const end = listed.indexOf(id);
    if (anchor >= 0 && end >= 0)
      this.#change(listed.slice(Math.min(anchor, end), Math.max(anchor, end) + 1), isSelected);
    this.set(id, isSelected);
  }

  add(ids: readonly string[]): void {
    this.#change(ids, true);
  }

  /** Takes out all others. */
  retain(ids: readonly string[]): void {
    const retained = new Set(ids);
    const others = [...this.#ids].filter((id) => !retained.has(id));
    if (others.length > 0) this.#change(others, false);
  }

  clear(): void {
    this.#anchor = null;
    if (this.size > 0) this.#ids = new Set();
  }

  #change(ids: readonly string[], isSelected: boolean): void {
    const changed = new Set(this.#ids);
    for (const id of ids) {
      if (isSelected) changed.add(id);
      else changed.delete(id);
    }
    this.#ids = changed;
  }
}
