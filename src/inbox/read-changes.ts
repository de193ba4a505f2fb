import { withRead } from './collection.js';
import type { NotificationList } from './notification-list.js';
import type { NotificationSource } from './source.js';

export interface ReadChangesOptions {
  list: NotificationList;
  source: NotificationSource;
  onChange: (ids: readonly string[], isRead: boolean) => void;
  /** The host could not keep it; what it concerned is as it was before. */
  onError: (error: unknown) => void;
}

/** What is read and unread. The service cannot be told, so the source's `setRead` is, and its failure rolls back. */
export class ReadChanges {
  readonly #options: ReadChangesOptions;
  /** The latest change of each id, so that a late failure undoes only what it itself had set. */
  readonly #latest = new Map<string, object>();
  #controller = new AbortController();

  constructor(options: ReadChangesOptions) {
    this.#options = options;
  }

  /** A change that the host made itself. */
  follow(ids: readonly string[], isRead: boolean): void {
    this.#apply(new Map(ids.map((id) => [id, isRead])), {});
  }

  /** A change that the customer made. */
  make(ids: readonly string[], isRead: boolean): void {
    const change = {};
    const before = this.#apply(new Map(ids.map((id) => [id, isRead])), change);
    if (before.size > 0) void this.#tellHost(before, isRead, change);
  }

  clear(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.#latest.clear();
  }

  /** Returns what the changed ones were before. */
  #apply(wanted: ReadonlyMap<string, boolean | null>, change: object): Map<string, boolean | null> {
    const { list, onChange } = this.#options;
    const before = new Map<string, boolean | null>();
    for (const [id, isRead] of wanted) {
      const item = list.get(id);
      if (item.isRead === isRead) continue;
      before.set(id, item.isRead);
      list.set(withRead(item, isRead));
      this.#latest.set(id, change);
    }
    const read = [...before.keys()].filter((id) => wanted.get(id) === true);
    const unread = [...before.keys()].filter((id) => wanted.get(id) !== true);
    if (read.length > 0) onChange(read, true);
    if (unread.length > 0) onChange(unread, false);
    return before;
  }

  async #tellHost(
    before: ReadonlyMap<string, boolean | null>,
    isRead: boolean,
    change: object,
  ): Promise<void> {
    const { source, onError } = this.#options;
    const { signal } = this.#controller;
    try {
      await source.setRead?.([...before.keys()], isRead, { signal });
    } catch (error) {
      if (signal.aborted) return;
      const mine = [...before].filter(([id]) => this.#latest.get(id) === change);
      this.#apply(new Map(mine), {});
      onError(error);
    }
  }
}
