import { html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { NotificationItem } from '../../inbox/notifications/notification-item.js';
import type { Notifications } from '../../inbox/notifications/notification-store.js';
import type { Session } from '../../inbox/session.js';
import { nextMidnight } from '../../localization/dates.js';
import type { Localization } from '../../localization/localization.js';
import type { LocalizationController } from '../base/localization-controller.js';
import type { SessionController, SessionEvent } from '../base/session-controller.js';
import type { CardCallbacks } from '../card/card-context.js';
import { renderBackdrop, renderSkeleton } from '../shared/placeholder.js';
import { RowList } from '../shared/row-list.js';
import { TimeController } from '../shared/time-controller.js';
import type { UndoNotice } from '../shared/undo-notice.js';
import { CustomCards } from './custom-cards.js';
import { FeedFocus } from './feed-focus.js';
import { FeedRows, type FeedRowsHost } from './feed-rows.js';
import { findFirstScreen } from './first-screen.js';
import { ItemActions } from './item-actions.js';
import { ItemFilter } from './item-filter.js';
import { ListViewport } from './list-viewport.js';
import { FirstCardsGate } from './first-cards-gate.js';
import { ReadOnView } from './read-on-view.js';
import { SnoozeMenu } from './snooze-menu.js';
import { isSelective } from './inbox-tab.js';
import type { TabBar } from './tab-bar.js';

/** How many rows are added at a time, whenever the end of the list comes into view. */
const rowBatchSize = 50;

export interface FeedHost extends LitElement, FeedRowsHost {
  readOnView: boolean;
  selectable: boolean;
}

/** What a full page does with the list. */
export interface FeedPage {
  /** Whether the list is part of a full page at the moment. */
  readonly isActive: boolean;
  /** Whether only what a search has found is listed. */
  readonly isSearching: boolean;
  /** Returns those that the search has found. */
  select: (items: readonly NotificationItem[]) => readonly NotificationItem[];
  /** Shows a notification whose card was pressed. Returns whether it does. */
  open: (id: string) => boolean;
}

export interface FeedOptions {
  sessionController: SessionController;
  localization: LocalizationController;
  undo: UndoNotice;
  tabBar: TabBar;
}

/** What the last update has shown, to find out what changed. */
interface FeedInputs {
  session: Session | undefined;
  filter: FeedHost['filter'];
  productSpace: FeedHost['productSpace'];
  tabId: string | undefined;
  tag: string | null;
  localization: Localization;
  snooze: boolean;
  renderNotification: FeedHost['renderNotification'];
  page: FeedPage | undefined;
}

/** The id of the notification that a row shows. */
const idOf = (row: Element): string => row.getAttribute('data-id') ?? '';

/** The ids of the notifications in these rows; other rows have none. */
const idsOf = (rows: readonly Element[]): string[] => rows.map(idOf).filter(Boolean);

/** The scrolling list of an inbox: a feed of articles, one for each notification, below the headings of their dates. */
export class Feed implements ReactiveController {
  /** What the customer does to notifications of the list. */
  readonly actions: ItemActions;
  /** The full page around the list, once its code is loaded. */
  page: FeedPage | undefined;
  readonly #host: FeedHost;
  readonly #sessionController: SessionController;
  readonly #localization: LocalizationController;
  readonly #undo: UndoNotice;
  readonly #tabBar: TabBar;
  readonly #itemFilter = new ItemFilter();
  readonly #rowList: RowList;
  readonly #customCards: CustomCards;
  readonly #viewport: ListViewport;
  readonly #focus: FeedFocus;
  readonly #firstCards: FirstCardsGate;
  readonly #feedRows: FeedRows;
  readonly #snoozeMenu: SnoozeMenu;
  /** Ids that were marked as unread: coming into view does not mark these as read again. */
  readonly #markedUnread = new Set<string>();
  /** Arrivals that the customer has not seen, since the list was hidden or held them back. */
  readonly #unseen = new Set<string>();
  #items: readonly NotificationItem[] = [];
  #tag: string | null = null;
  /** How many of the items are rendered. */
  #limit = rowBatchSize;
  /** Replaced when something changes that all rows depend on. */
  #context = {};
  #inputs: Partial<FeedInputs> = { filter: 'all', tag: null };
  #isScrolled = false;
  #savedScrollTops: [container: Element, scrollTop: number][] = [];
  #shouldScrollToTop = false;

  constructor(host: FeedHost, { sessionController, localization, undo, tabBar }: FeedOptions) {
    this.#host = host;
    this.#sessionController = sessionController;
    sessionController.events.subscribe((event) => this.#handleSessionEvent(event));
    this.#localization = localization;
    this.#undo = undo;
    this.#tabBar = tabBar;
    this.#customCards = new CustomCards(host);
    this.#rowList = new RowList(host, () => this.#customCards.prune());
    this.actions = new ItemActions({
      sessionController,
      localization,
      undo,
      onDismissUndone: (ids) => void this.focusRow(ids),
    });
    this.#feedRows = new FeedRows(host, {
      localization,
      customCards: this.#customCards,
      actions: this.actions,
      onTag: (tag) => this.selectTag(tag),
      onSnooze: (id, opener) => this.#snoozeMenu.open(id, opener),
    });
    this.#snoozeMenu = new SnoozeMenu(host, {
      sessionController,
      localization,
      onSnooze: (id, until) => void this.actions.snooze([id], until),
    });
    // First the rows are placed, then the focus is restored, and then the list scrolls to the top.
    host.addController({ hostUpdated: () => this.#placeRows() });
    this.#focus = new FeedFocus(host);
    this.#firstCards = new FirstCardsGate(host);
    host.addController(this);
    this.#viewport = new ListViewport(host, {
      getTargets: () => [
        ...this.#rowsOf((id) => this.#needsRecord(id)),
        ...(this.#canGrow ? this.#queryAll('.end') : []),
      ],
      onChange: () => this.#handleViewportChange(),
    });
    new ReadOnView(host, {
      getTargets: () =>
        host.readOnView ? this.#rowsOf((id) => this.#isUnread(id) && !this.#markedUnread.has(id)) : [],
      onRead: (row) => this.#store?.markRead(idsOf([row])),
    });
    new TimeController(host, nextMidnight);
  }

  get #store(): Notifications | undefined {
    return this.#sessionController.notificationStore;
  }

  /** Whether something in view is not loaded. */
  get isUnfinished(): boolean {
    return idsOf(this.#viewport.visible).length > 0;
  }

  /** All notifications of the list, rendered or not. */
  get items(): readonly NotificationItem[] {
    return this.#items;
  }

  /** Those that are on the list for sure: the record of one that loads may show that it belongs elsewhere, or is read. */
  get certainItems(): readonly NotificationItem[] {
    const isSelective = this.#isSelective;
    if (!isSelective && this.#host.filter !== 'unread') return this.#items;
    return this.#items.filter(
      ({ status, isRead }) => status !== 'pending' || (!isSelective && isRead === false),
    );
  }

  /** The rows of notifications. */
  get rows(): HTMLElement[] {
    return this.#queryAll('.feed > [role=article]');
  }

  /** The notification whose row has the focus, or contains it. */
  get focusedItem(): NotificationItem | undefined {
    const { focused } = this.#focus;
    return focused ? this.itemOf(focused) : undefined;
  }

  /** Whether the customer is further down. */
  get isScrolled(): boolean {
    return this.#isScrolled;
  }

  /** The tag by which the list is filtered. */
  get tag(): string | null {
    return this.#tag;
  }

  /** Whether the list shows only some of the notifications, and more of them may be on pages that are not loaded. */
  get isPartial(): boolean {
    return this.#hasMorePages && this.#isSelective;
  }

  /** What every card of the list can do. */
  get cardCallbacks(): CardCallbacks {
    return this.#feedRows.callbacks;
  }

  /** How many arrivals are held back from the list. */
  get waitingCount(): number {
    return this.#itemFilter.waitingCount;
  }

  /** The notification that a row shows. */
  itemOf(row: Element): NotificationItem | undefined {
    return this.#store?.get(idOf(row));
  }

  hostUpdate(): void {
    const { filter, productSpace, snooze, renderNotification, hasUpdated } = this.#host;
    const { session } = this.#sessionController;
    const localization = this.#localization.current;
    const before = this.#inputs;
    if (session !== before.session) {
      // The session may be of another customer.
      this.#undo.hide();
      this.#snoozeMenu.close();
      this.#tag = null;
      this.#unseen.clear();
    }
    const page = this.page?.isActive ? this.page : undefined;
    const tab = this.#tabBar.selected;
    const isOtherTab = tab?.id !== before.tabId;
    if (isOtherTab) this.#tag = null;
    const tag = this.#tag;
    const isOtherList = filter !== before.filter || productSpace !== before.productSpace || isOtherTab;
    this.#inputs = {
      session,
      filter,
      tabId: tab?.id,
      productSpace,
      tag,
      localization,
      snooze,
      renderNotification,
      page,
    };
    if (session !== before.session || isOtherList) this.#reset();
    // Not at first, since scrolling forces a layout of everything that was just rendered.
    this.#shouldScrollToTop = hasUpdated && (isOtherList || tag !== before.tag);
    if (
      localization !== before.localization ||
      snooze !== before.snooze ||
      renderNotification !== before.renderNotification ||
      page !== before.page ||
      (filter === 'dismissed') !== (before.filter === 'dismissed')
    )
      this.#context = {};
    const { items, dismissedItems, problem } = this.#sessionController.notificationState;
    const candidates = filter === 'dismissed' ? dismissedItems : items;
    const selected = this.#itemFilter.select(candidates, { filter, tab, productSpace, tag });
    this.#items = page?.select(selected) ?? selected;
    this.#feedRows.onOpen = page?.open;
    this.#firstCards.update(this.#items, problem !== null || this.#viewport.isComplete);
  }

  hostUpdated(): void {
    if (this.#shouldScrollToTop) this.#scrollToTop();
    // After the update, but in its task: a record that the store has already would update the list again.
    queueMicrotask(() => this.#requestVisible());
  }

  hostDisconnected(): void {
    // A detached list loses its scroll position without a scroll event.
    this.#isScrolled = false;
    queueMicrotask(() => this.#releaseCustomCards());
  }

  /** Gives the cards of the page back, unless the list was only moved. Once attached again, it renders them anew. */
  #releaseCustomCards(): void {
    if (!this.#host.isConnected && this.#customCards.clear()) this.#context = {};
  }

  /** Filters the list by a tag, or removes that filter. */
  selectTag(tag: string | null): void {
    this.#tag = tag;
    // The press that selects the tag has marked its notification as read, which stays nevertheless.
    this.#itemFilter.release();
    this.#limit = rowBatchSize;
    this.#host.requestUpdate();
  }

  /** Starts at the top, with what is new, as in a panel that opens. */
  async startAtTop(): Promise<void> {
    this.#itemFilter.release();
    this.#scrollToTop();
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    for (const row of this.rows) row.toggleAttribute('data-new', this.#unseen.has(idOf(row)));
    this.#unseen.clear();
  }

  /** Shows the arrivals that were held back, and moves the focus to the first notification. */
  async showArrivals(): Promise<void> {
    await this.startAtTop();
    this.#scrollToTop();
    this.#focus.focus();
  }

  /**
   * Shows a notification, whatever hides it, and moves the focus to it if `takesFocus` is true. Resolves with whether it is
   * listed.
   */
  async showItem(id: string, takesFocus: boolean): Promise<boolean> {
    const isShown = (): boolean => this.#items.some((item) => item.id === id);
    this.#itemFilter.release();
    // A modal dialog would keep the focus.
    this.#snoozeMenu.close();
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    if (!isShown()) {
      this.#host.filter = 'all';
      if (this.#store) this.#tabBar.reveal(this.#store.get(id));
      this.selectTag(null);
      await this.#host.updateComplete;
    }
    if (!isShown()) {
      // No tab has it.
      this.#itemFilter.reveal(id);
      this.#host.requestUpdate();
      await this.#host.updateComplete;
    }
    this.#limit = Math.max(this.#limit, this.#items.findIndex((item) => item.id === id) + 1);
    // The rows below one that waits cannot be focused.
    this.#firstCards.end();
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    const row = this.rows.find((candidate) => idOf(candidate) === id);
    if (row) this.#focus.reveal(row, takesFocus);
    return isShown();
  }

  /** Moves the focus so many rows down. */
  moveFocus(step: number): void {
    this.#focus.move(step);
  }

  /** Focuses the first row that shows one of these. */
  async focusRow(ids: readonly string[]): Promise<void> {
    await this.#host.updateComplete;
    this.#focus.focus(this.rows.find((row) => ids.includes(idOf(row))));
  }

  /** Saves the scroll positions before the list is hidden: Firefox resets them. */
  saveScrollPosition(): void {
    this.#savedScrollTops = this.#scrollContainers.map((container) => [container, container.scrollTop]);
  }

  restoreScrollPosition(): void {
    for (const [container, scrollTop] of this.#savedScrollTops) container.scrollTop = scrollTop;
  }

  #handleSessionEvent(event: SessionEvent): void {
    // Before the list is rendered; not at once, since a record that the store has already would be another event.
    if (event.type === 'change' && this.#items.length === 0) queueMicrotask(() => this.#requestFirst());
    if (event.type === 'arrival' || event.type === 'insert') {
      // Rows added at the top push none off the end.
      this.#limit += event.ids.length;
      // Nothing may move while the customer reads, points at or operates the list.
      const isBusy = this.#isScrolled || this.#list?.matches(':hover, :focus-within') === true;
      if (isBusy) this.#itemFilter.hold(event.ids);
      else this.#itemFilter.release();
      if (isBusy || this.#list?.getClientRects().length === 0)
        event.ids.forEach((id) => this.#unseen.add(id));
    }
    if (event.type === 'read-change' && !event.isRead) event.ids.forEach((id) => this.#markedUnread.add(id));
    if (event.type === 'error' && event.operation === 'set-read') this.actions.reportReadNotSaved(event);
    if (event.type === 'error' && event.operation === 'set-dismissed')
      this.actions.reportDismissedNotSaved(event.ids, event.isDismissed);
    if (event.type === 'error' && event.operation === 'set-snoozed')
      this.actions.reportSnoozedNotSaved(event.ids, event.until);
  }

  /** Dismisses everything that the list shows and that is read. */
  clearRead(): void {
    const ids = this.#items.flatMap(({ id, isRead }) => (isRead === true ? id : []));
    if (ids.length > 0) this.actions.dismiss(ids);
  }

  handleScroll(): void {
    this.#isScrolled = this.#scrollContainers.some(({ scrollTop }) => scrollTop > 0);
    if (this.#isScrolled) this.#firstCards.end();
  }

  /** Renders the list with its notifications, or with other content in their place. */
  render(replacement?: unknown): TemplateResult {
    const { status, problem } = this.#sessionController.notificationState;
    const { isWaiting } = this.#firstCards;
    const tabId = this.#tabBar.selectedElementId;
    return html`<div
      class="list ${problem && problem !== 'retrying' ? 'stopped' : ''} ${isWaiting ? 'opening' : ''} ${this.#host.selectable ? 'selectable' : ''}"
      part="list"
      id="tab-panel"
      role=${ifDefined(tabId ? 'tabpanel' : undefined)}
      aria-labelledby=${tabId ?? nothing}
      aria-busy=${status === 'loading' && !problem}
      @scroll=${() => this.handleScroll()}
      @animationend=${(event: AnimationEvent) => this.#handleAnimationEnd(event)}
      @focusin=${() => this.#focus.handleFocusIn()}
      @mousedown=${(event: MouseEvent) => this.#focus.handleMouseDown(event)}
      @keydown=${(event: KeyboardEvent) => this.#handleKeydown(event)}
      @pointerdown=${(event: PointerEvent) => this.#handlePointerDown(event)}
    >
      ${isWaiting ? renderBackdrop() : nothing} ${replacement ?? this.#renderFeed()} ${this.#renderEnd()}
      ${this.#snoozeMenu.render()}
    </div>`;
  }

  /** The feed, whose rows are placed after each update. */
  #renderFeed(): TemplateResult {
    return html`<div class="feed" role="feed" aria-label=${this.#localization.messages.notifications}></div>`;
  }

  #placeRows(): void {
    const feed = this.#host.renderRoot.querySelector('.feed');
    const setSize = this.#sessionController.notificationState.hasMore ? -1 : this.#items.length;
    const rows = this.#feedRows.create(this.#items.slice(0, this.#limit), setSize);
    if (feed) this.#rowList.place(feed, [...rows], this.#context);
    this.#customCards.prune();
  }

  #renderEnd(): TemplateResult | typeof nothing {
    const { problem } = this.#sessionController.notificationState;
    const isLoading = this.#hasMorePages && (!problem || problem === 'retrying');
    if (!isLoading && !this.#hasMoreRows) return nothing;
    // Of a list with everything, there is always something in view.
    const isPartial = isLoading && this.isPartial;
    return html`<div class="end">
      ${isPartial ? html`<p class="loading-on">${this.#localization.messages.loadingOlder}</p>` : nothing}
      ${renderSkeleton()}
    </div>`;
  }

  /** Whether the list shows only notifications of some kind, read or not. */
  get #isSelective(): boolean {
    return this.#tag !== null || Boolean(this.#host.productSpace) || isSelective(this.#tabBar.selected);
  }

  /** Whether the end of the list loads older notifications. In a search the customer decides that. */
  get #hasMorePages(): boolean {
    return this.#sessionController.notificationState.hasMore && !this.#inputs.page?.isSearching;
  }

  /** Whether there are notifications below the rows. */
  get #hasMoreRows(): boolean {
    return this.#limit < this.#items.length;
  }

  /** Whether the end of the list brings more: after a failure, only the customer's retry loads a page. */
  get #canGrow(): boolean {
    return this.#hasMoreRows || !this.#sessionController.notificationState.problem;
  }

  get #list(): Element | null {
    return this.#host.renderRoot.querySelector('.list');
  }

  /** The list, or on low screens the whole panel. */
  get #scrollContainers(): Element[] {
    return [...this.#host.renderRoot.querySelectorAll('.list, .root')];
  }

  /** The elements to observe. None in a detached list, since an observer would keep it in memory. */
  #queryAll(selector: string): HTMLElement[] {
    return this.#host.isConnected ? [...this.#host.renderRoot.querySelectorAll<HTMLElement>(selector)] : [];
  }

  #rowsOf(matches: (id: string) => boolean): HTMLElement[] {
    return this.rows.filter((row) => matches(idOf(row)));
  }

  #needsRecord(id: string): boolean {
    return this.#store?.needsRecord(id) === true;
  }

  #isUnread(id: string): boolean {
    const { status, isRead } = this.#store?.get(id) ?? {};
    return status === 'loaded' && isRead === false;
  }

  /** Starts the list over for another filter. */
  #reset(): void {
    this.#itemFilter.reset();
    this.#firstCards.restart();
    this.#limit = rowBatchSize;
  }

  #scrollToTop(): void {
    // In WebKit, `scrollTo(0, 0)` does nothing in a list that was hidden and is shown again where it was.
    for (const container of this.#scrollContainers) container.scrollTop = 0;
    this.#savedScrollTops = [];
  }

  /** Has the store request what the list is about to show first. */
  #requestFirst(): void {
    const { items } = this.#sessionController.notificationState;
    if (this.#host.filter === 'all' && this.#items.length === 0)
      this.#store?.setVisible(findFirstScreen(this.#list, items, (id) => this.#needsRecord(id)));
  }

  /** Has the store request the records of the rows that are visible without one. */
  #requestVisible(): void {
    const observed = idsOf(this.#viewport.visible);
    const isKnown = observed.length > 0 || this.#isScrolled;
    this.#store?.setVisible(
      isKnown ? observed : findFirstScreen(this.#list, this.#items, (id) => this.#needsRecord(id)),
      { includeDismissed: this.#host.filter === 'dismissed' },
    );
  }

  #handleViewportChange(): void {
    this.#requestVisible();
    // Whether loading is tried again depends on what is in view.
    if (this.#sessionController.notificationState.problem === 'unreachable') this.#host.requestUpdate();
    const end = this.#viewport.visible.find((element) => element.classList.contains('end'));
    if (!end) return;
    this.#viewport.reobserve(end);
    if (this.#hasMoreRows) {
      this.#limit += rowBatchSize;
      this.#host.requestUpdate();
    } else void this.#store?.loadMore();
  }

  /** An arrival is highlighted once: the animation would start again whenever its styles match anew. */
  #handleAnimationEnd({ animationName, target }: AnimationEvent): void {
    if (animationName === 'highlight' && target instanceof Element) target.removeAttribute('data-new');
  }

  #handleKeydown(event: KeyboardEvent): void {
    const article = this.#focus.focused;
    const isOnArticle = article !== null && event.target === article;
    if (event.key === 'Delete' && !event.repeat && isOnArticle && this.#host.filter !== 'dismissed')
      this.actions.dismiss(idsOf([article]));
    else if (event.key === 'Enter' && isOnArticle) article.querySelector('nudge-card')?.press();
    else this.#focus.handleKeydown(event);
  }

  /** Once for all cards, since a listener on each would take time while many are created. */
  #handlePointerDown(event: PointerEvent): void {
    if (event.target instanceof Element) event.target.closest('nudge-card')?.handlePointerDown(event);
  }
}
