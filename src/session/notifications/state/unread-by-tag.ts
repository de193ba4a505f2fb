import type { ItemList } from './item-list.js';

/** How many notifications are unread with each tag, on all pages: as the host has counted them, and what has changed here since. */
export class UnreadByTag {
  #counts: ReadonlyMap<string, number> | null = null;
  /** Those that were counted and are on the list. */
  readonly #counted = new Set<string>();

  /** Whether the host has counted, and what has changed since is known. */
  get isKnown(): boolean {
    return this.#counts !== null;
  }

  /** @param counted which of them are on the list */
  set(counts: Iterable<readonly [tag: string, count: number]>, counted: readonly string[]): void {
    this.#counts = new Map(counts);
    this.#counted.clear();
    this.addListed(counted);
  }

  /** Some that were counted turned out to be on the list. */
  addListed(counted: readonly string[]): void {
    for (const id of counted) this.#counted.add(id);
  }

  /** Something has changed on pages that are not loaded, so that nobody knows its tags: the host has to count again. */
  clear(): void {
    this.#counts = null;
    this.#counted.clear();
  }

  /** The numbers as of now; null while they are unknown. While all is marked as read, nothing that was counted is unread. */
  select(list: ItemList, isMarking: boolean): ReadonlyMap<string, number> | null {
    if (!this.#counts) return null;
    const counts = new Map<string, number>(isMarking ? [] : this.#counts);
    const counted = new Set<string>(isMarking ? [] : this.#counted);
    const add = (id: string, difference: number): boolean => {
      const tags = list.get(id).record?.payload.tags;
      for (const tag of new Set(tags?.map(({ tagName }) => tagName)))
        if (tag !== null) counts.set(tag, (counts.get(tag) ?? 0) + difference);
      return tags !== undefined;
    };
    for (const { id, isRead, status } of list.items) {
      const isUnread = status !== 'missing' && isRead !== true;
      if (counted.delete(id) === isUnread) continue;
      if (!add(id, isUnread ? 1 : -1)) return null;
    }
    // What is counted is no longer shown, such as because it was dismissed.
    for (const id of counted) if (!add(id, -1)) return null;
    return counts;
  }
}
