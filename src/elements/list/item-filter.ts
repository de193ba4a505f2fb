import type { NotificationItem } from '../../session/notifications/state/notification-item.js';
import type { InboxFilter } from './inbox-filter.js';
import { isSelective, isInInboxTab, type InboxTab } from './inbox-tab.js';

export interface ItemFilterOptions {
  filter: InboxFilter;
  /** Shows only notifications of this tab. */
  inboxTab?: InboxTab | undefined;
  /** Shows only notifications of this product space. */
  productSpace?: string | null | undefined;
  /** Shows only notifications with this tag; null for all. */
  tag: string | null;
}

/** Selects the notifications to show: those of the filter, the tab, the product space and the tag, without arrivals that are held back. */
export class ItemFilter {
  /** Ids that were on the list of the unread ones since the filter was set: a notification stays there when it is read. */
  readonly #listedAsUnread = new Set<string>();
  readonly #held = new Set<string>();
  #revealedId: string | null = null;
  #waitingCount = 0;

  /** How many notifications to show the last {@link select} held back. */
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

  /** Shows this one, too, whatever the tab and the product space. */
  reveal(id: string): void {
    this.#revealedId = id;
  }

  /** Starts over: drops what has been read meanwhile, and shows what was held back. */
  reset(): void {
    this.#listedAsUnread.clear();
    this.#revealedId = null;
    this.release();
  }

  select(items: readonly NotificationItem[], options: ItemFilterOptions): readonly NotificationItem[] {
    const { filter, tag } = options;
    let selected = this.#selectTab(items, options);
    if (filter === 'unread') selected = this.#selectUnread(selected);
    if (tag !== null) {
      // The tags of a notification are unknown until it is loaded.
      selected = selected.filter(({ record, status }) =>
        record ? record.payload.tags.some(({ tagName }) => tagName === tag) : status === 'pending',
      );
    }
    const shown = this.#held.size > 0 ? selected.filter(({ id }) => !this.#held.has(id)) : selected;
    this.#waitingCount = selected.length - shown.length;
    return shown;
  }

  /** Those of the inbox tab and of the product space. */
  #selectTab(
    items: readonly NotificationItem[],
    { inboxTab, productSpace }: ItemFilterOptions,
  ): readonly NotificationItem[] {
    const ofProductSpace = productSpace ? { productSpaces: [productSpace] } : undefined;
    if (!isSelective(inboxTab) && !ofProductSpace) return items;
    return items.filter(
      (item) =>
        item.id === this.#revealedId || (isInInboxTab(item, inboxTab) && isInInboxTab(item, ofProductSpace)),
    );
  }

  /** The unread ones, and those that were when they were shown. */
  #selectUnread(items: readonly NotificationItem[]): readonly NotificationItem[] {
    // The read state of a record may stay unknown until the customer reads it here.
    for (const { id, isRead, record } of items)
      if (!this.#held.has(id) && (isRead === false || (isRead === null && record)))
        this.#listedAsUnread.add(id);
    return items.filter(
      ({ id, isRead, status }) =>
        isRead === false || this.#listedAsUnread.has(id) || (isRead === null && status !== 'missing'),
    );
  }
}
