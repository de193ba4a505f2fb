import type { LitElement, ReactiveController } from 'lit';
import type { NotificationItem } from '../../session/notifications/state/notification-item.js';
import type { Session } from '../../session/session.js';
import type { SessionController } from '../base/session/session-controller.js';
import { reuseEqual } from '../../common/reuse-equal.js';
import type { CustomerChoices } from './customer-choices.js';
import { itemsOf, type InboxFilter } from './inbox-filter.js';
import { isInInboxTab, isSelective, type InboxTab } from './inbox-tab.js';

export interface ShownItemsElement extends LitElement {
  filter: InboxFilter;
  productSpace: string | null;
  tab: string | null;
  view: 'inbox' | 'preferences';
}

/** What a full page does with the list. */
export interface FullPage {
  /** Whether the list is part of a full page at the moment. */
  readonly isActive: boolean;
  /** Whether only what a search has found is listed. */
  readonly isSearching: boolean;
  /** The id of the notification that is shown as a whole. */
  readonly currentId: string | null;
  /** Returns those that the search has found. */
  select: (items: readonly NotificationItem[]) => readonly NotificationItem[];
  /** Shows a notification of the list as a whole, when its card is pressed. */
  open: (id: string) => void;
}

/** The tabs above the list. */
export interface InboxTabs {
  readonly selected: InboxTab | undefined;
  /** Selects the first tab that shows the notification, if there is one. */
  reveal: (item: NotificationItem) => void;
}

export interface ShownItemsOptions {
  sessionController: SessionController;
  tabBar: InboxTabs;
  choices: CustomerChoices<ShownItemsElement>;
}

/** What the list is about. Replaced when something of it changes. */
export interface ListScope {
  readonly session: Session | undefined;
  /** The visit of one customer. */
  readonly visit: object | undefined;
  readonly filter: InboxFilter;
  readonly productSpace: string | null;
  readonly inboxTabId: string | undefined;
  readonly tag: string | null;
}

/** Whether a scope differs from another in any of these. */
export const isOtherScope = (
  scope: ListScope,
  before: ListScope,
  keys: readonly (keyof ListScope)[],
): boolean => keys.some((key) => scope[key] !== before[key]);

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

/** Which notifications an inbox shows: selected anew in each update of its element, before anything is rendered. */
export class ShownItems implements ReactiveController {
  /** The full page around the list, if there is one. */
  fullPage: FullPage | undefined;
  readonly #element: ShownItemsElement;
  readonly #sessionController: SessionController;
  readonly #tabBar: InboxTabs;
  readonly #choices: CustomerChoices<ShownItemsElement>;
  readonly #filter = new ItemFilter();
  #items: readonly NotificationItem[] = [];
  #tag: string | null = null;
  #scope: ListScope = {
    session: undefined,
    visit: undefined,
    filter: 'all',
    productSpace: null,
    inboxTabId: undefined,
    tag: null,
  };

  constructor(element: ShownItemsElement, { sessionController, tabBar, choices }: ShownItemsOptions) {
    this.#element = element;
    this.#sessionController = sessionController;
    this.#tabBar = tabBar;
    this.#choices = choices;
    sessionController.onCustomerGone(() => {
      choices.forget();
      this.#tag = null;
    });
    element.addController(this);
  }

  /** All notifications of the list, rendered or not. */
  get items(): readonly NotificationItem[] {
    return this.#items;
  }

  /** Those that are on the list for sure: the record of one that loads may show that it belongs elsewhere, or is read. */
  get certainItems(): readonly NotificationItem[] {
    const isSelective = this.#isSelective;
    if (!isSelective && this.#element.filter !== 'unread') return this.#items;
    return this.#items.filter(
      ({ status, isRead }) => status !== 'pending' || (!isSelective && isRead === false),
    );
  }

  get scope(): ListScope {
    return this.#scope;
  }

  /** The tag by which the list is filtered. */
  get tag(): string | null {
    return this.#tag;
  }

  /** The full page, if the list is part of it at the moment. */
  get activeFullPage(): FullPage | undefined {
    return this.fullPage?.isActive ? this.fullPage : undefined;
  }

  /** How many arrivals are held back from the list. */
  get waitingCount(): number {
    return this.#filter.waitingCount;
  }

  /** Whether the list shows only some of the notifications, and more of them may be on pages that are not loaded. */
  get isPartial(): boolean {
    return this.hasMorePages && this.#isSelective;
  }

  /** Whether the end of the list loads older notifications. In a search the customer decides that. */
  get hasMorePages(): boolean {
    return this.#sessionController.notificationState.hasMore && !this.activeFullPage?.isSearching;
  }

  /** Resolves once everything is rendered that is shown. */
  get updateComplete(): Promise<boolean> {
    return this.#element.updateComplete;
  }

  hostUpdate(): void {
    const { session, visit, notificationState } = this.#sessionController;
    const before = this.#scope;
    const { filter, productSpace } = this.#element;
    const inboxTab = this.#tabBar.selected;
    if (inboxTab?.id !== before.inboxTabId) this.#tag = null;
    const tag = this.#tag;
    const scope: ListScope = { session, visit, filter, productSpace, inboxTabId: inboxTab?.id, tag };
    if (isOtherScope(scope, before, ['visit', 'filter', 'productSpace', 'inboxTabId'])) this.#filter.reset();
    this.#scope = reuseEqual(before, scope);
    const selected = this.#filter.select(itemsOf(notificationState, filter), {
      filter,
      inboxTab,
      productSpace,
      tag,
    });
    this.#items = this.activeFullPage?.select(selected) ?? selected;
  }

  hostUpdated(): void {
    const { session, filter } = this.#scope;
    if (filter === 'snoozed') session?.notifications.restoreSnoozes();
  }

  /** Filters by a tag, or removes that filter. */
  selectTag(tag: string | null): void {
    this.#tag = tag;
    // The press that selects the tag has marked its notification as read, which stays nevertheless.
    this.release();
  }

  /** Holds arrivals back until {@link release}. */
  hold(ids: readonly string[]): void {
    this.#filter.hold(ids);
  }

  release(): void {
    this.#filter.release();
    this.#element.requestUpdate();
  }

  /** Shows a notification, whatever hides it. Resolves with whether it is listed. */
  async reveal(id: string): Promise<boolean> {
    const isShown = (): boolean => this.#items.some((item) => item.id === id);
    this.release();
    await this.updateComplete;
    if (!isShown()) {
      this.#choices.choose('filter', 'all');
      const store = this.#sessionController.notificationStore;
      if (store) this.#tabBar.reveal(store.get(id));
      this.selectTag(null);
      await this.updateComplete;
    }
    if (!isShown()) {
      // No tab has it.
      this.#filter.reveal(id);
      this.#element.requestUpdate();
      await this.updateComplete;
    }
    return isShown();
  }

  /** Whether the list shows only notifications of some kind, read or not. */
  get #isSelective(): boolean {
    return this.#tag !== null || Boolean(this.#element.productSpace) || isSelective(this.#tabBar.selected);
  }
}
