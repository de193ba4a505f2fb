import { arrange, insertNewest, newItem, type NotificationItem } from './collection.js';
import type { NotificationReference } from './source.js';

/** Which notifications there are, in order, and what is known of each. Ids of every spelling are only keys of maps. */
export class NotificationList {
  /** Also holds records that were asked for by id without being on the list. */
  readonly #items = new Map<string, NotificationItem>();
  readonly #onRemove: ((id: string) => void) | undefined;
  #order: readonly string[] = [];
  /** Those that are there only because the host's own list names them. */
  #given = new Set<string>();

  constructor(onRemove?: (id: string) => void) {
    this.#onRemove = onRemove;
  }

  /** The ids, newest first. */
  get order(): readonly string[] {
    return this.#order;
  }

  get items(): NotificationItem[] {
    return this.#order.map((id) => this.get(id));
  }

  /** Whether anything is known of it, on the list or not. */
  has(id: string): boolean {
    return this.#items.has(id);
  }

  get(id: string): NotificationItem {
    return this.#items.get(id) ?? newItem(id);
  }

  set(item: NotificationItem): void {
    this.#items.set(item.id, item);
  }

  /** Adds what is new, by date where dates are known, else at the top. Returns the ids that it added. */
  insert(references: readonly NotificationReference[]): string[] {
    const added = this.#learn(references);
    this.#order = insertNewest(this.#order, added, (id) => this.get(id).createdDate);
    return added;
  }

  /** Adds what is new at the end. */
  append(references: readonly NotificationReference[]): void {
    this.#order = [...this.#order, ...this.#learn(references)];
  }

  /** Follows the host's own list of ids. Returns those that came on top of what it named before. */
  follow(references: readonly NotificationReference[]): string[] {
    const before = this.#given;
    const named = new Set(references.map(({ id }) => id));
    const ids = [...named];
    this.#given = new Set();
    this.remove([...before].filter((id) => !named.has(id)));
    const added = new Set(this.#learn(references));
    this.#given = new Set(ids.filter((id) => added.has(id) || before.has(id)));
    this.#order = arrange(this.#order, named);
    const newestKnown = ids.findIndex((id) => !added.has(id));
    return ids.slice(0, Math.max(newestKnown, 0));
  }

  remove(ids: readonly string[]): void {
    if (ids.length === 0) return;
    const gone = new Set(ids);
    for (const id of gone) {
      this.#items.delete(id);
      this.#onRemove?.(id);
    }
    this.#order = this.#order.filter((id) => !gone.has(id));
  }

  clear(): void {
    this.#items.clear();
    this.#order = [];
    this.#given = new Set();
  }

  /** Takes the hints of each reference; returns the ids that are not on the list yet, each once. */
  #learn(references: readonly NotificationReference[]): string[] {
    const known = new Set(this.#order);
    const added: string[] = [];
    for (const { id, createdDate = null, isRead = null } of references) {
      const item = this.get(id);
      this.set({ ...item, createdDate: item.createdDate ?? createdDate, isRead: item.isRead ?? isRead });
      if (!known.has(id)) added.push(id);
      known.add(id);
      this.#given.delete(id);
    }
    return added;
  }
}
