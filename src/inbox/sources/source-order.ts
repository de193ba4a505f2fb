/** What a source has listed, newest first, in its own order: that of the list also depends on dates and on the host. */
export class SourceOrder {
  #ids: readonly string[] = [];

  get newest(): string | undefined {
    return this.#ids[0];
  }

  prepend(ids: readonly string[]): void {
    this.#ids = [...ids, ...this.#ids];
  }

  /** Adds a page at the end, or after the last id of the page before. */
  append(ids: readonly string[], after?: string): void {
    const index = after === undefined ? this.#ids.length : this.#ids.indexOf(after) + 1;
    this.#ids = [...new Set([...this.#ids.slice(0, index), ...ids, ...this.#ids.slice(index)])];
  }

  remove(ids: readonly string[]): void {
    const gone = new Set(ids);
    this.#ids = this.#ids.filter((id) => !gone.has(id));
  }

  /**
   * Takes the first page, loaded again. It lists everything up to the last id on it that was known. What is beyond that
   * may be on a further page, unless this is the last one.
   *
   * @returns the ids that the source lists no more
   */
  replaceFirstPage(page: ReadonlySet<string>, isLastPage: boolean): string[] {
    const known = this.#ids;
    const end = isLastPage ? known.length : known.findLastIndex((id) => page.has(id)) + 1;
    this.#ids = [...page, ...known.slice(end)];
    return known.slice(0, end).filter((id) => !page.has(id));
  }

  clear(): void {
    this.#ids = [];
  }
}
