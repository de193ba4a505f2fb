import { html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { NotificationItem } from '../../session/notifications/state/notification-item.js';
import type { Notifications } from '../../session/notifications/notification-store.js';
import { nextMidnight } from '../../localization/dates.js';
import type { LocalizationController } from '../base/localization-controller.js';
import type { SessionEvent } from '../base/public-events.js';
import type { SessionController } from '../base/session-controller.js';
import type { CardCallbacks } from '../card/card-context.js';
import { renderBackdrop, renderSkeleton } from '../shared/placeholder.js';
import { TimeController } from '../shared/time-controller.js';
import type { ActionNotice } from '../shared/action-notice.js';
import { findAll, findList, idOf, idsOf, Rows, rowSelector, type RowsHost } from './rows.js';
import { ListFocus } from './focus.js';
import { ShownItems, type ListPage, type ListTabs } from './shown-items.js';
import { Opening } from './opening.js';
import { ListScroll } from './scroll.js';
import { ItemActions } from './item-actions.js';
import { isPutAside } from './inbox-filter.js';
import { Visibility, type VisibilityHost } from './visibility.js';
import { SnoozeMenu } from './snooze-menu.js';

export interface FeedHost extends LitElement, RowsHost, VisibilityHost {
  selectable: boolean;
}

export interface FeedOptions {
  sessionController: SessionController;
  localization: LocalizationController;
  notice: ActionNotice;
  tabBar: ListTabs;
  /** Runs when the list is shown, at first or again. */
  onShow: () => void;
}

/** The scrolling list of an inbox: a feed of articles, one for each notification, below the headings of their dates. */
export class Feed implements ReactiveController {
  /** What the customer does to notifications of the list. */
  readonly actions: ItemActions;
  readonly #host: FeedHost;
  readonly #sessionController: SessionController;
  readonly #localization: LocalizationController;
  readonly #notice: ActionNotice;
  readonly #tabBar: ListTabs;
  readonly #items: ShownItems;
  readonly #rows: Rows;
  readonly #opening: Opening;
  readonly #scroll: ListScroll;
  readonly #visibility: Visibility;
  readonly #focus: ListFocus;
  readonly #snoozeMenu: SnoozeMenu;
  /** Ids that were marked as unread: coming into view does not mark these as read again. */
  readonly #markedUnread = new Set<string>();
  /** Arrivals that the customer has not seen, since the list was hidden or held them back. */
  readonly #toHighlight = new Set<string>();
  #shouldScrollToTop = false;

  constructor(host: FeedHost, { sessionController, localization, notice, tabBar, onShow }: FeedOptions) {
    this.#host = host;
    this.#sessionController = sessionController;
    sessionController.events.subscribe((event) => this.#handleSessionEvent(event));
    this.#localization = localization;
    this.#notice = notice;
    this.#tabBar = tabBar;
    this.#items = new ShownItems(host, { sessionController, tabBar });
    this.actions = new ItemActions({
      sessionController,
      localization,
      notice,
      onDismissUndone: (ids) => void this.focusRow(ids),
    });
    this.#rows = new Rows(host, {
      localization,
      actions: this.actions,
      onTag: (tag) => this.selectTag(tag),
      onSnooze: (id, opener) => this.#snoozeMenu.open(id, opener),
    });
    this.#snoozeMenu = new SnoozeMenu(host, {
      sessionController,
      localization,
      onSnooze: (id, until) => void this.actions.snooze([id], until),
    });
    this.#opening = new Opening(host);
    this.#scroll = new ListScroll(host);
    // First the focus is restored, and then the list scrolls to the top.
    this.#focus = new ListFocus(host);
    host.addController(this);
    this.#visibility = new Visibility(host, {
      sessionController,
      items: this.#items,
      scroll: this.#scroll,
      canMarkRead: (id) => this.#isUnread(id) && !this.#markedUnread.has(id),
      onShow,
    });
    new TimeController(host, nextMidnight);
  }

  get #store(): Notifications | undefined {
    return this.#sessionController.notificationStore;
  }

  /** The full page around the list. */
  set page(page: ListPage) {
    this.#items.page = page;
  }

  /** What every card of the list can do. */
  get cardCallbacks(): CardCallbacks {
    return this.#rows.callbacks;
  }

  /** Whether something in view is not loaded. */
  get isUnfinished(): boolean {
    return this.#visibility.isUnfinished;
  }

  /** Whether the list is rendered, and not in a panel that is closed, or about to be. */
  get isShown(): boolean {
    return this.#visibility.isShown;
  }

  /** All notifications of the list, rendered or not. */
  get items(): readonly NotificationItem[] {
    return this.#items.all;
  }

  /** Those that are on the list for sure. */
  get certainItems(): readonly NotificationItem[] {
    return this.#items.certain;
  }

  /** The rows of notifications. */
  get rows(): HTMLElement[] {
    return findAll(this.#host, rowSelector);
  }

  /** The notification whose row has the focus, or contains it. */
  get focusedItem(): NotificationItem | undefined {
    const { focused } = this.#focus;
    return focused ? this.itemOf(focused) : undefined;
  }

  /** Whether the customer is further down. */
  get isScrolled(): boolean {
    return this.#scroll.isScrolled;
  }

  /** The tag by which the list is filtered. */
  get tag(): string | null {
    return this.#items.tag;
  }

  /** Whether the list shows only some of the notifications, and more of them may be on pages that are not loaded. */
  get isPartial(): boolean {
    return this.#items.isPartial;
  }

  /** How many arrivals are held back from the list. */
  get waitingCount(): number {
    return this.#items.filter.waitingCount;
  }

  /** The notification that a row shows. */
  itemOf(row: Element): NotificationItem | undefined {
    return this.#store?.get(idOf(row));
  }

  hostUpdate(): void {
    const { isOtherSession, isOtherList, isOtherTag } = this.#items.update();
    // Nothing can be undone in another session, or in one that has ended.
    if (isOtherSession || this.#store?.isClosed) {
      this.#notice.hide();
      this.#snoozeMenu.close();
      this.#toHighlight.clear();
    }
    if (isOtherSession || isOtherList) this.#opening.restart();
    if (this.#sessionController.notificationState.problem) this.#opening.end();
    this.#opening.update(this.#items.rendered);
    // Not at first, since scrolling forces a layout of everything that was just rendered.
    this.#shouldScrollToTop = this.#host.hasUpdated && (isOtherList || isOtherTag);
    this.#rows.onOpen = this.#items.activePage?.open;
  }

  hostUpdated(): void {
    if (this.#shouldScrollToTop) this.#scroll.toTop();
  }

  /** Filters the list by a tag, or removes that filter. */
  selectTag(tag: string | null): void {
    this.#items.selectTag(tag);
    this.#host.requestUpdate();
  }

  /** Starts at the top, with what is new, as in a panel that opens. */
  async startAtTop(): Promise<void> {
    this.#items.filter.release();
    this.#scroll.toTop();
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    for (const row of this.rows) row.toggleAttribute('data-new', this.#toHighlight.has(idOf(row)));
    this.#toHighlight.clear();
  }

  /** Shows the arrivals that were held back, and moves the focus to the first notification. */
  async showArrivals(): Promise<void> {
    await this.startAtTop();
    this.#scroll.toTop();
    this.#focus.focus();
  }

  /**
   * Shows a notification, whatever hides it, and moves the focus to it if `takesFocus` is true. Resolves with whether it is
   * listed.
   */
  async showItem(id: string, takesFocus: boolean): Promise<boolean> {
    const isShown = (): boolean => this.#items.all.some((item) => item.id === id);
    this.#items.filter.release();
    // The rows below one that waits cannot be focused.
    this.#opening.end();
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
      this.#items.filter.reveal(id);
      this.#host.requestUpdate();
      await this.#host.updateComplete;
    }
    this.#items.addRowsTo(id);
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
    this.#scroll.save();
  }

  restoreScrollPosition(): void {
    this.#scroll.restore();
  }

  #handleSessionEvent(event: SessionEvent): void {
    if (event.type === 'arrival' || event.type === 'insert') {
      // Rows added at the top push none off the end.
      this.#items.addRows(event.ids.length);
      // Nothing may move while the customer reads, points at or operates the list.
      const isBusy = this.isScrolled || findList(this.#host)?.matches(':hover, :focus-within') === true;
      if (isBusy) this.#items.filter.hold(event.ids);
      else this.#items.filter.release();
      if (isBusy || findList(this.#host)?.getClientRects().length === 0)
        event.ids.forEach((id) => this.#toHighlight.add(id));
    }
    if (event.type === 'read-change' && !event.isRead) event.ids.forEach((id) => this.#markedUnread.add(id));
  }

  /** Dismisses everything that the list shows and that is read. */
  clearRead(): void {
    const ids = this.items.flatMap(({ id, isRead }) => (isRead === true ? id : []));
    if (ids.length > 0) this.actions.dismiss(ids);
  }

  handleScroll(): void {
    this.#scroll.handleScroll();
    if (this.isScrolled) this.#opening.end();
  }

  /** Renders the list with its notifications, or with other content in their place. */
  render(replacement?: unknown): TemplateResult {
    const { status, problem } = this.#sessionController.notificationState;
    const tabId = this.#tabBar.selectedElementId;
    return html`<div
      class="list ${problem && problem !== 'retrying' ? 'stopped' : ''} ${this.#opening.next < 0 ? '' : 'opening'} ${this.#host.selectable ? 'selectable' : ''}"
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
      ${this.#opening.next < 0 ? nothing : renderBackdrop()} ${replacement ?? this.#renderFeed()}
      ${this.#renderEnd()} ${this.#snoozeMenu.render()}
    </div>`;
  }

  #renderFeed(): TemplateResult {
    const setSize = this.#sessionController.notificationState.hasMore ? -1 : this.items.length;
    return html`<div class="feed" role="feed" aria-label=${this.#localization.messages.notifications}>
      ${this.#rows.render(this.#items.rendered, { setSize, next: this.#opening.next })}
    </div>`;
  }

  #renderEnd(): TemplateResult | typeof nothing {
    const { problem } = this.#sessionController.notificationState;
    const isLoading = this.#items.hasMorePages && (!problem || problem === 'retrying');
    if (!isLoading && !this.#items.hasMore) return nothing;
    // Of a list with everything, there is always something in view.
    const isPartial = isLoading && this.isPartial;
    return html`<div class="end">
      ${isPartial ? html`<p class="loading-on">${this.#localization.messages.loadingOlder}</p>` : nothing}
      ${renderSkeleton()}
    </div>`;
  }

  #isUnread(id: string): boolean {
    const { status, isRead } = this.#store?.get(id) ?? {};
    return status === 'loaded' && isRead === false;
  }

  /** An arrival is highlighted once: the animation would start again whenever its styles match anew. */
  #handleAnimationEnd({ animationName, target }: AnimationEvent): void {
    if (animationName === 'highlight' && target instanceof Element) target.removeAttribute('data-new');
  }

  #handleKeydown(event: KeyboardEvent): void {
    const article = this.#focus.focused;
    const isOnArticle = article !== null && event.target === article;
    if (event.key === 'Delete' && !event.repeat && isOnArticle && !isPutAside(this.#host.filter))
      this.actions.dismiss(idsOf([article]));
    else if (event.key === 'Enter' && isOnArticle) article.querySelector('nudge-card')?.press();
    else this.#focus.handleKeydown(event);
  }

  /** Once for all cards, since a listener on each would take time while many are created. */
  #handlePointerDown(event: PointerEvent): void {
    if (event.target instanceof Element) event.target.closest('nudge-card')?.handlePointerDown(event);
  }
}
