/** The ids of the notifications that are selected. */
export class Selection {
  readonly #ids = new Set<string>();
  /** The one that was selected, or taken out, last: where a range begins. */
  #anchor: string | null = null;

  get size(): number {
    return this.#ids.size;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Selects one, or takes it out. */
  set(id: string, isSelected: boolean): void {
    this.#anchor = id;
    if (isSelected) this.#ids.add(id);
    else this.#ids.delete(id);
  }

  /** Does that with all from the one before to this one. `listed`: all ids in their order. */
  setRange(id: string, isSelected: boolean, listed: readonly string[]): void {
    const anchor = this.#anchor === null ? -1 : listed.indexOf(this.#anchor);
    const end = listed.indexOf(id);
    if (anchor >= 0 && end >= 0)
      for (const other of listed.slice(Math.min(anchor, end), Math.max(anchor, end) + 1))
        this.set(other, isSelected);
    this.set(id, isSelected);
  }

  add(ids: Iterable<string>): void {
    for (const id of ids) this.#ids.add(id);
  }

  /** Takes out all others. */
  retain(ids: Iterable<string>): void {
    const retained = new Set(ids);
    for (const id of this.#ids) if (!retained.has(id)) this.#ids.delete(id);
  }

  clear(): void {
    this.#ids.clear();
    this.#anchor = null;
  }
}
