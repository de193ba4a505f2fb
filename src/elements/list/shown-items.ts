import type { LitElement, ReactiveController } from 'lit';
import type { NotificationItem } from '../../session/notifications/state/notification-item.js';
import type { Session } from '../../session/session.js';
import type { SessionController } from '../base/session-controller.js';
import { reuseEqual } from '../../common/reuse-equal.js';
import type { CustomerChoices } from './customer-choices.js';
import { itemsOf, type InboxFilter } from './inbox-filter.js';
import { ItemFilter } from './item-filter.js';
import { isSelective, type InboxTab } from './inbox-tab.js';

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
