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
  /** Of each id whose latest change the host has not confirmed: that change, and what the host knows. */
  readonly #unsaved = new Map<string, { change: readonly string[]; saved: boolean | null }>();
  #controller = new AbortController();

  constructor(options: ReadChangesOptions) {
    this.#options = options;
  }

  /** A change that the host made itself. */
  follow(ids: readonly string[], isRead: boolean): void {
    for (const id of ids) this.#unsaved.delete(id);
    this.#apply(this.#differing(ids, isRead), isRead);
  }

  /** A change that the customer made. */
  make(ids: readonly string[], isRead: boolean): void {
    const change = this.#differing(ids, isRead);
    for (const id of change) {
      const { saved } = this.#unsaved.get(id) ?? { saved: this.#options.list.get(id).isRead };
      this.#unsaved.set(id, { change, saved });
    }
    this.#apply(change, isRead);
    if (change.length > 0) void this.#tellHost(change, isRead);
  }

  clear(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.#unsaved.clear();
  }

  #differing(ids: readonly string[], isRead: boolean): string[] {
    return [...new Set(ids)].filter((id) => this.#options.list.get(id).isRead !== isRead);
  }

  #apply(ids: readonly string[], isRead: boolean | null): void {
    const { list, onChange } = this.#options;
    for (const id of ids) list.set(withRead(list.get(id), isRead));
    if (ids.length > 0) onChange(ids, isRead === true);
  }

  async #tellHost(change: readonly string[], isRead: boolean): Promise<void> {
    const { list, source, onError } = this.#options;
    const { signal } = this.#controller;
    try {
      await source.setRead?.([...change], isRead, { signal });
      for (const id of change) {
        const unsaved = this.#unsaved.get(id);
        if (unsaved?.change === change) this.#unsaved.delete(id);
        else if (unsaved) unsaved.saved = isRead;
      }
    } catch (error) {
      if (signal.aborted) return;
      const saved = new Map<string, boolean | null>();
      for (const id of change) {
        const unsaved = this.#unsaved.get(id);
        if (unsaved?.change !== change) continue;
        this.#unsaved.delete(id);
        if (list.has(id)) saved.set(id, unsaved.saved);
      }
      for (const wasRead of [true, false, null]) {
        this.#apply(
          [...saved.keys()].filter((id) => saved.get(id) === wasRead),
          wasRead,
        );
      }
      onError(error);
    }
  }
}
