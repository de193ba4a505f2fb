import type { Notification } from '../../api/schemas/notification.js';
import {
  arrange,
  insertNewest,
  newItem,
  withRead,
  withRecord,
  type NotificationItem,
} from './notification-item.js';
import type { NotificationReference } from '../sources/source.js';

export interface NotificationListOptions {
  onRemove?: (id: string) => void;
  /** What is known of the item's reading. Without it an item says so itself. */
  readingOf?: (item: NotificationItem) => boolean | null;
}

/** Which notifications there are, in order, and what is known of each. Ids of every spelling are only keys of maps. */
export class NotificationList {
  /** Also holds records that were asked for by id without being on the list. */
  readonly #items = new Map<string, NotificationItem>();
  readonly #options: NotificationListOptions;
  readonly #dismissed = new Set<string>();
  /** With those that are dismissed, which keep their places. */
  #order: readonly string[] = [];
  readonly #listed = new Set<string>();
  #shown: readonly string[] | null = null;
  /** Those that are there only because the host's own list names them. */
  #given = new Set<string>();
  /** What an earlier visit knew of ids that may come. */
  readonly #recalled = new Map<string, NotificationItem>();
  /** Those that are there only because an earlier visit knew them. */
  #provisional = new Set<string>();

  constructor(options: NotificationListOptions = {}) {
    this.#options = options;
  }

  /** The ids, newest first, without those that are dismissed. */
  get order(): readonly string[] {
    this.#shown ??= this.#visible(this.#order);
    return this.#shown;
  }

  get items(): NotificationItem[] {
    return this.order.map((id) => this.get(id));
  }

  /** Whether anything is known of it, on the list or not. */
  has(id: string): boolean {
    return this.#items.has(id);
  }

  get(id: string): NotificationItem {
    return this.#items.get(id) ?? this.#recalled.get(id) ?? newItem(id);
  }

  set(item: NotificationItem): void {
    const { readingOf } = this.#options;
    this.#items.set(item.id, readingOf ? withRead(item, readingOf(item)) : item);
  }

  /** Adds what is new, by date where dates are known, else at the top. Returns the ids that it added. */
  insert(references: readonly NotificationReference[]): string[] {
    return this.#visible(this.#insert(references));
  }

  /** Adds what is new at the end. */
  append(references: readonly NotificationReference[]): void {
    this.#setOrder([...this.#order, ...this.#learn(references)]);
  }

  /** Follows the host's own list of ids. Returns those that came on top of what it named before. */
  follow(references: readonly NotificationReference[]): string[] {
    const before = this.#given;
    const named = new Set(references.map(({ id }) => id));
    const ids = [...named];
    this.#given = new Set();
    this.remove([...before].filter((id) => !named.has(id)));
    const provisional = ids.filter((id) => this.#provisional.has(id));
    const added = new Set([...this.#learn(references), ...provisional]);
    this.#given = new Set(ids.filter((id) => added.has(id) || before.has(id)));
    this.#setOrder(arrange(this.#order, named));
    const newestKnown = ids.findIndex((id) => !added.has(id));
    return this.#visible(ids.slice(0, Math.max(newestKnown, 0)));
  }

  /** Takes what an earlier visit knew, and if wished puts it on the list until {@link settle}. */
  recall(records: readonly Notification[], isListed: boolean): void {
    const items = records.map((record) => withRecord(this.get(record.id), record));
    for (const item of items) {
      this.#recalled.set(item.id, item);
      if (this.has(item.id)) this.set(item);
    }
    if (isListed) this.#provisional = new Set(this.#insert(items));
  }

  /** These are on the source's first page: what only an earlier visit knew goes, or takes the place it has there. */
  settle(named: ReadonlySet<string>): void {
    const provisional = this.#provisional;
    this.#provisional = new Set();
    this.remove([...provisional].filter((id) => !named.has(id)));
    for (const id of provisional) this.#listed.delete(id);
    this.#setOrder(this.#order.filter((id) => !provisional.has(id)));
  }

  remove(ids: readonly string[]): void {
    if (ids.length === 0) return;
    const gone = new Set(ids);
    for (const id of gone) {
      this.#items.delete(id);
      this.#listed.delete(id);
      this.#options.onRemove?.(id);
    }
    this.#setOrder(this.#order.filter((id) => !gone.has(id)));
  }

  /** Hides these, also where they are named only later, or shows them again in their places. Returns those it changed. */
  dismiss(ids: readonly string[], isDismissed: boolean): string[] {
    const changed = [...new Set(ids)].filter((id) => this.#dismissed.has(id) !== isDismissed);
    for (const id of changed) {
      if (isDismissed) this.#dismissed.add(id);
      else this.#dismissed.delete(id);
      if (isDismissed) this.#options.onRemove?.(id);
    }
    this.#shown = null;
    return changed;
  }

  isDismissed(id: string): boolean {
    return this.#dismissed.has(id);
  }

  clear(): void {
    this.#items.clear();
    this.#listed.clear();
    this.#dismissed.clear();
    this.#recalled.clear();
    this.#provisional.clear();
    this.#setOrder([]);
    this.#given = new Set();
  }

  #insert(references: readonly { id: string; createdDate?: string | null }[]): string[] {
    const added = this.#learn(references);
    this.#setOrder(insertNewest(this.#order, added, (id) => this.get(id).createdDate));
    return added;
  }

  #setOrder(order: readonly string[]): void {
    this.#order = order;
    this.#shown = null;
  }

  #visible(ids: readonly string[]): string[] {
    return ids.filter((id) => !this.#dismissed.has(id));
  }

  /** Takes the hints of each reference; returns the ids that are not on the list yet, each once. */
  #learn(references: readonly { id: string; createdDate?: string | null }[]): string[] {
    const added: string[] = [];
    for (const { id, createdDate = null } of references) {
      const item = this.get(id);
      this.set({ ...item, createdDate: item.createdDate ?? createdDate });
      if (!this.#listed.has(id)) added.push(id);
      this.#listed.add(id);
      this.#given.delete(id);
      this.#provisional.delete(id);
    }
    return added;
  }
}
