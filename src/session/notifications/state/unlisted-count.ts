/**
 * How many unread or unseen notifications the host has beside those that are known to be so, if it says how many there are
 * in all. They move to the list as pages and records are loaded, so that the sum stays the same.
 */
export class UnlistedCount {
  /** How many of them are snoozed. */
  snoozed = 0;
  #count: number | null = null;
  /** Listed, but their read state is unknown: some of the count may be among them. */
  #unknown: ReadonlySet<string> = new Set();

  /** Without the snoozed ones. Null while the host has not said how many there are in all. */
  get count(): number | null {
    return this.#count && Math.max(0, this.#count - this.snoozed);
  }

  /** Whether the host has counted the id, although its state is unknown. */
  covers(id: string): boolean {
    return this.#count !== null && this.#unknown.has(id);
  }

  /** @param count How many there are in all, without those that are known. */
  set(count: number, unknown: readonly string[] = []): void {
    this.#count = Math.max(0, count);
    this.#unknown = new Set(unknown);
  }

  /** Some that were counted turned out to be on the list (negative), or became unread outside of it. */
  add(difference: number): void {
    if (this.#count !== null) this.#count = Math.max(0, this.#count + difference);
  }

  /** The read state of a listed one became known. */
  resolve(id: string, isRead: boolean | null): void {
    if (this.#unknown.has(id) && isRead === false) this.add(-1);
  }

  clear(): void {
    this.#count = null;
  }
}
