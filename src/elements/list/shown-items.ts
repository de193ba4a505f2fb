import type { NotificationItem } from '../../session/notifications/state/notification-item.js';
import type { Session } from '../../session/session.js';
import type { SessionController } from '../base/session-controller.js';
import { itemsOf, type InboxFilter } from './inbox-filter.js';
import { ItemFilter } from './item-filter.js';
import { isSelective, type InboxTab } from './inbox-tab.js';

/** How many rows are added at a time, whenever the end of the list comes into view. */
const rowBatchSize = 50;

export interface ShownItemsHost {
  filter: InboxFilter;
  productSpace: string | null;
}

/** What a full page does with the list. */
export interface ListPage {
  /** Whether the list is part of a full page at the moment. */
  readonly isActive: boolean;
  /** Whether only what a search has found is listed. */
  readonly isSearching: boolean;
  /** Returns those that the search has found. */
  select: (items: readonly NotificationItem[]) => readonly NotificationItem[];
  /** Shows a notification whose card was pressed. Returns whether it does. */
  open: (id: string) => boolean;
}

/** The tabs above the list. */
export interface ListTabs {
  readonly selected: InboxTab | undefined;
  /** The id of the element that the list is the panel of; null without tabs. */
  readonly selectedElementId: string | null;
  /** Selects the first tab that shows the notification, if there is one. */
  reveal: (item: NotificationItem) => void;
}

export interface ShownItemsOptions {
  sessionController: SessionController;
  tabBar: ListTabs;
}

/** What the notifications of the list depend on. */
interface Selection {
  session: Session | undefined;
  filter: InboxFilter;
  productSpace: string | null;
  tabId: string | undefined;
  tag: string | null;
}

/** What changed since the update before. */
export interface ShownItemsChange {
  isOtherSession: boolean;
  /** Whether it is another filter, tab or product space. */
  isOtherList: boolean;
  isOtherTag: boolean;
}

/** Which notifications the list shows, and how many of them have a row. */
export class ShownItems {
  /** The full page around the list, if there is one. */
  page: ListPage | undefined;
  /** Holds arrivals back, and shows what the customer looks for. */
  readonly filter = new ItemFilter();
  readonly #host: ShownItemsHost;
  readonly #sessionController: SessionController;
  readonly #tabBar: ListTabs;
  #all: readonly NotificationItem[] = [];
  #tag: string | null = null;
  #limit = rowBatchSize;
  #before: Partial<Selection> = { filter: 'all', tag: null };

  constructor(host: ShownItemsHost, { sessionController, tabBar }: ShownItemsOptions) {
    this.#host = host;
    this.#sessionController = sessionController;
    this.#tabBar = tabBar;
  }

  /** All notifications of the list, rendered or not. */
  get all(): readonly NotificationItem[] {
    return this.#all;
  }

  /** Those that are on the list for sure: the record of one that loads may show that it belongs elsewhere, or is read. */
  get certain(): readonly NotificationItem[] {
    const isSelective = this.#isSelective;
    if (!isSelective && this.#host.filter !== 'unread') return this.#all;
    return this.#all.filter(
      ({ status, isRead }) => status !== 'pending' || (!isSelective && isRead === false),
    );
  }

  /** Those that have a row. */
  get rendered(): readonly NotificationItem[] {
    return this.#all.slice(0, this.#limit);
  }

  /** Whether there are notifications below the rows. */
  get hasMore(): boolean {
    return this.#limit < this.#all.length;
  }

  /** The tag by which the list is filtered. */
  get tag(): string | null {
    return this.#tag;
  }

  /** Whether the list shows only some of the notifications, and more of them may be on pages that are not loaded. */
  get isPartial(): boolean {
    return this.hasMorePages && this.#isSelective;
  }

  /** Whether the end of the list loads older notifications. In a search the customer decides that. */
  get hasMorePages(): boolean {
    return this.#sessionController.notificationState.hasMore && !this.activePage?.isSearching;
  }

  /** The full page, if the list is part of it at the moment. */
  get activePage(): ListPage | undefined {
    return this.page?.isActive ? this.page : undefined;
  }

  /** Selects the notifications anew. */
  update(): ShownItemsChange {
    const { filter, productSpace } = this.#host;
    const { session, notificationState } = this.#sessionController;
    const before = this.#before;
    const tab = this.#tabBar.selected;
    const isOtherSession = session !== before.session;
    const isOtherTab = tab?.id !== before.tabId;
    const isOtherList = filter !== before.filter || productSpace !== before.productSpace || isOtherTab;
    // The session may be of another customer.
    if (isOtherSession || isOtherTab) this.#tag = null;
    const tag = this.#tag;
    this.#before = { session, filter, productSpace, tabId: tab?.id, tag };
    if (isOtherSession || isOtherList) {
      this.filter.reset();
      this.#limit = rowBatchSize;
    }
    const selected = this.filter.select(itemsOf(notificationState, filter), {
      filter,
      tab,
      productSpace,
      tag,
    });
    this.#all = this.activePage?.select(selected) ?? selected;
    return { isOtherSession, isOtherList, isOtherTag: tag !== before.tag };
  }

  /** Filters by a tag, or removes that filter. */
  selectTag(tag: string | null): void {
    this.#tag = tag;
    // The press that selects the tag has marked its notification as read, which stays nevertheless.
    this.filter.release();
    this.#limit = rowBatchSize;
  }

  /** Makes room for notifications that come in at the top: they push none off the end. */
  addRows(count = rowBatchSize): void {
    this.#limit += count;
  }

  /** Gives this notification a row, and those above it. */
  addRowsTo(id: string): void {
    this.#limit = Math.max(this.#limit, this.#all.findIndex((item) => item.id === id) + 1);
  }

  /** Whether the list shows only notifications of some kind, read or not. */
  get #isSelective(): boolean {
    return this.#tag !== null || Boolean(this.#host.productSpace) || isSelective(this.#tabBar.selected);
  }
}
