import type { NotificationItem } from '../../inbox/notifications/notification-item.js';

export interface SelectionOptions {
  filter: 'all' | 'unread';
  /** Only those with this tag; null for all. */
  tag: string | null;
}

/** Which notifications a reader sees: what was asked for, less what arrived while the reader was away from the top. */
export class Selection {
  /** Those that were unread as the unread ones were asked for: reading one does not pull it away from the reader. */
  readonly #keptUnread = new Set<string>();
  readonly #waiting = new Set<string>();
  #waitingCount = 0;

  /** How many wait to be shown, as of the last {@link select}. */
  get waitingCount(): number {
    return this.#waitingCount;
  }

  /** Has these wait until {@link release}. */
  hold(ids: readonly string[]): void {
    for (const id of ids) this.#waiting.add(id);
  }

  release(): void {
    this.#waiting.clear();
  }

  /** Begins anew: what has been read meanwhile goes, what waits comes. */
  reset(): void {
    this.#keptUnread.clear();
    this.release();
  }

  select(items: readonly NotificationItem[], { filter, tag }: SelectionOptions): readonly NotificationItem[] {
    let shown = items;
    if (this.#waiting.size > 0) shown = shown.filter(({ id }) => !this.#waiting.has(id));
    this.#waitingCount = items.length - shown.length;
    if (filter === 'unread') {
      for (const { id, isRead } of shown) if (isRead === false) this.#keptUnread.add(id);
      shown = shown.filter(
        ({ id, isRead, status }) => this.#keptUnread.has(id) || (isRead === null && status !== 'missing'),
      );
    }
    if (tag !== null) {
      // Whether it has the tag is known once it is loaded.
      shown = shown.filter(({ record, status }) =>
        record ? record.payload.tags.some(({ tagName }) => tagName === tag) : status === 'pending',
      );
    }
    return shown;
  }
}
