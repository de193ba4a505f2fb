import type { NotificationItem } from '../../inbox/notifications/notification-item.js';

/** Which notifications an inbox shows. */
export type InboxFilter = 'all' | 'unread' | 'dismissed';

export interface ItemFilterOptions {
  filter: InboxFilter;
  /** Shows only notifications with this tag; null for all. */
  tag: string | null;
}

/** Selects the notifications to show: those of the filter and the tag, without arrivals that are held back. */
export class ItemFilter {
  /** Ids that were unread when the filter was set: a notification stays in the list when it is read there. */
  readonly #keptUnread = new Set<string>();
  readonly #held = new Set<string>();
  #waitingCount = 0;

  /** How many notifications were held back by the last {@link select}. */
  get waitingCount(): number {
    return this.#waitingCount;
  }

  /** Holds these back until {@link release}. */
  hold(ids: readonly string[]): void {
    for (const id of ids) this.#held.add(id);
  }

  release(): void {
    this.#held.clear();
  }

  /** Starts over: drops what has been read meanwhile, and shows what was held back. */
  reset(): void {
    this.#keptUnread.clear();
    this.release();
  }

  select(
    items: readonly NotificationItem[],
    { filter, tag }: ItemFilterOptions,
  ): readonly NotificationItem[] {
    let selected = items;
    if (this.#held.size > 0) selected = selected.filter(({ id }) => !this.#held.has(id));
    this.#waitingCount = items.length - selected.length;
    if (filter === 'unread') {
      for (const { id, isRead } of selected) if (isRead === false) this.#keptUnread.add(id);
      selected = selected.filter(
        ({ id, isRead, status }) => this.#keptUnread.has(id) || (isRead === null && status !== 'missing'),
      );
    }
    if (tag !== null) {
      // The tags of a notification are unknown until it is loaded.
      selected = selected.filter(({ record, status }) =>
        record ? record.payload.tags.some(({ tagName }) => tagName === tag) : status === 'pending',
      );
    }
    return selected;
  }
}
