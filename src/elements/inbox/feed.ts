import { html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import type { Notification } from '../../api/schemas/notification.js';
import type { NotificationItem } from '../../inbox/notifications/notification-item.js';
import type { NotificationStore } from '../../inbox/notifications/notification-store.js';
import type { Session } from '../../inbox/session.js';
import { dateHeading, nextMidnight } from '../../localization/dates.js';
import type { Localization } from '../../localization/localization.js';
import type { LocalizationController } from '../base/localization-controller.js';
import type { SessionController, SessionEvent } from '../base/session-controller.js';
import type { CardCallbacks } from '../card/card-context.js';
import { renderBackdrop, renderFailure, renderSkeleton } from '../shared/placeholder.js';
import { RowList, type Row } from '../shared/row-list.js';
import { readableText, textLimits } from '../shared/text.js';
import { TimeController } from '../shared/time-controller.js';
import type { UndoNotice } from '../shared/undo-notice.js';
import { CustomCards, type CustomCardsHost } from './custom-cards.js';
import { FeedFocus } from './feed-focus.js';
import { findFirstScreen } from './first-screen.js';
import { groupByDate } from './group-by-date.js';
import { DismissActs } from './dismiss-acts.js';
import { ItemFilter, type InboxFilter } from './item-filter.js';
import { ListViewport } from './list-viewport.js';
import { Opening } from './opening.js';
import { ReadOnView } from './read-on-view.js';

/** How many rows are added at a time, whenever the end of the list comes into view. */
const rowBatchSize = 50;

export interface FeedHost extends LitElement, CustomCardsHost {
  filter: InboxFilter;
  readOnView: boolean;
}

export interface FeedOptions {
  sessionController: SessionController;
  localization: LocalizationController;
  undo: UndoNotice;
}

/** What the last update has shown, to find out what changed. */
interface FeedInputs {
  session: Session | undefined;
  filter: FeedHost['filter'];
  tag: string | null;
  localization: Localization;
  renderNotification: FeedHost['renderNotification'];
}

/** The id of the notification that a row shows. */
const idOf = (row: Element): string => row.getAttribute('data-id') ?? '';

/** The ids of the notifications in these rows; other rows have none. */
const idsOf = (rows: readonly Element[]): string[] => rows.map(idOf).filter(Boolean);

/** The scrolling list of an inbox: a feed of articles, one for each notification, below the headings of their dates. */
export class Feed implements ReactiveController {
  readonly #host: FeedHost;
  readonly #sessionController: SessionController;
  readonly #localization: LocalizationController;
  readonly #undo: UndoNotice;
  readonly #itemFilter = new ItemFilter();
  readonly #rowList: RowList;
  readonly #customCards: CustomCards;
  readonly #viewport: ListViewport;
  readonly #focus: FeedFocus;
  readonly #opening: Opening;
  readonly #dismissActs: DismissActs;
  /** Ids that were marked as unread: coming into view does not mark these as read again. */
  readonly #markedUnread = new Set<string>();
  /** Arrivals that the customer has not seen, since the list was hidden or held them back. */
  readonly #unseen = new Set<string>();
  /** The same for every card. */
  readonly #cardCallbacks: CardCallbacks = {
    onReadChange: (id, isRead) => this.#setRead([id], isRead),
    onReadBySwipe: (id, isRead) => this.#markBySwipe(id, isRead),
    onDismiss: (id) => this.#dismissActs.dismiss([id]),
    onTag: (tag) => this.selectTag(tag),
  };
  /** The same for every card that was dismissed. */
  readonly #dismissedCardCallbacks: CardCallbacks = {
    ...this.#cardCallbacks,
    onRestore: (id) => this.#dismissActs.restore([id]),
  };
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

  constructor(host: FeedHost, { sessionController, localization, undo }: FeedOptions) {
    this.#host = host;
    this.#sessionController = sessionController;
    sessionController.events.subscribe((event) => this.#handleSessionEvent(event));
    this.#localization = localization;
    this.#undo = undo;
    this.#customCards = new CustomCards(host);
    this.#rowList = new RowList(host, () => this.#customCards.prune());
    this.#dismissActs = new DismissActs({
      sessionController,
      localization,
      undo,
      onUndo: (ids) => void this.#focusRow(ids),
    });
    // First the rows are placed, then the focus is restored, and then the list scrolls to the top.
    host.addController({ hostUpdated: () => this.#placeRows() });
    this.#focus = new FeedFocus(host);
    this.#opening = new Opening(host);
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

  get #store(): NotificationStore | undefined {
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

  /** Whether the customer is further down. */
  get isScrolled(): boolean {
    return this.#isScrolled;
  }

  /** The tag by which the list is filtered. */
  get tag(): string | null {
    return this.#tag;
  }

  /** How many arrivals are held back from the list. */
  get waitingCount(): number {
    return this.#itemFilter.waitingCount;
  }

  hostUpdate(): void {
    const { filter, renderNotification, hasUpdated } = this.#host;
    const { session } = this.#sessionController;
    const localization = this.#localization.current;
    const before = this.#inputs;
    if (session !== before.session) {
      // The session may be of another customer.
      this.#undo.hide();
      this.#tag = null;
      this.#unseen.clear();
    }
    const tag = this.#tag;
    this.#inputs = { session, filter, tag, localization, renderNotification };
    if (session !== before.session || filter !== before.filter) this.#reset();
    // Not at first, since scrolling forces a layout of everything that was just rendered.
    this.#shouldScrollToTop = hasUpdated && (filter !== before.filter || tag !== before.tag);
    if (
      localization !== before.localization ||
      renderNotification !== before.renderNotification ||
      (filter === 'dismissed') !== (before.filter === 'dismissed')
    )
      this.#context = {};
    const { items, dismissedItems, problem } = this.#sessionController.notificationState;
    const candidates = filter === 'dismissed' ? dismissedItems : items;
    this.#items = this.#itemFilter.select(candidates, { filter, tag });
    this.#opening.update(this.#items, problem !== null || this.#viewport.isComplete);
  }

  hostUpdated(): void {
    if (this.#shouldScrollToTop) this.#scrollToTop();
    // After the update, but in its task: a record that the store has already would update the list again.
    queueMicrotask(() => this.#requestVisible());
  }

  hostDisconnected(): void {
    // A detached list loses its scroll position without a scroll event.
    this.#isScrolled = false;
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
    for (const row of this.#rows) row.toggleAttribute('data-new', this.#unseen.has(idOf(row)));
    this.#unseen.clear();
  }

  /** Shows the arrivals that were held back, and moves the focus to the first notification. */
  async showArrivals(): Promise<void> {
    await this.startAtTop();
    this.#scrollToTop();
    this.#focus.focus();
  }

  /** Shows a notification, whatever hides it, and moves the focus to it. Resolves with whether it is listed. */
  async showItem(id: string): Promise<boolean> {
    const isShown = (): boolean => this.#items.some((item) => item.id === id);
    this.#itemFilter.release();
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    if (!isShown()) {
      this.#host.filter = 'all';
      this.selectTag(null);
      await this.#host.updateComplete;
    }
    this.#limit = Math.max(this.#limit, this.#items.findIndex((item) => item.id === id) + 1);
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    const row = this.#rows.find((candidate) => idOf(candidate) === id);
    if (row) this.#focus.focus(row);
    return isShown();
  }

  /** Saves the scroll positions before the list is hidden: Firefox resets them. */
  saveScrollPosition(): void {
    this.#savedScrollTops = this.#scrollContainers.map((container) => [container, container.scrollTop]);
  }

  restoreScrollPosition(): void {
    for (const [container, scrollTop] of this.#savedScrollTops) container.scrollTop = scrollTop;
  }

  #handleSessionEvent(event: SessionEvent): void {
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
    if (event.type === 'error' && event.operation === 'set-read')
      this.#reportNotSaved(event.ids, event.isRead);
    if (event.type === 'error' && event.operation === 'set-dismissed')
      this.#dismissActs.reportNotSaved(event.ids, event.isDismissed);
  }

  /** Dismisses everything that is listed and read. */
  clearRead(): void {
    this.#dismissActs.clearRead();
  }

  handleScroll(): void {
    this.#isScrolled = this.#scrollContainers.some(({ scrollTop }) => scrollTop > 0);
    if (this.#isScrolled) this.#opening.end();
  }

  /** Renders the list with its notifications, or with other content in their place. */
  render(replacement?: unknown): TemplateResult {
    const { status, problem } = this.#sessionController.notificationState;
    const { isWaiting } = this.#opening;
    return html`<div
      class="list ${problem && problem !== 'retrying' ? 'stopped' : ''} ${isWaiting ? 'opening' : ''}"
      part="list"
      aria-busy=${status === 'loading' && !problem}
      @scroll=${() => this.handleScroll()}
      @animationend=${(event: AnimationEvent) => this.#handleAnimationEnd(event)}
      @focusin=${() => this.#focus.handleFocusIn()}
      @mousedown=${(event: MouseEvent) => this.#focus.handleMouseDown(event)}
      @keydown=${(event: KeyboardEvent) => this.#handleKeydown(event)}
      @pointerdown=${(event: PointerEvent) => this.#handlePointerDown(event)}
    >
      ${isWaiting ? renderBackdrop() : nothing} ${replacement ?? this.#renderFeed()} ${this.#renderEnd()}
    </div>`;
  }

  /** The feed, whose rows are placed after each update. */
  #renderFeed(): TemplateResult {
    return html`<div class="feed" role="feed" aria-label=${this.#localization.messages.notifications}></div>`;
  }

  #placeRows(): void {
    const feed = this.#host.renderRoot.querySelector('.feed');
    if (feed) this.#rowList.place(feed, [...this.#createRows()], this.#context);
    this.#customCards.prune();
  }

  /** The heading of each day or month, followed by its notifications. */
  *#createRows(): Generator<Row> {
    const setSize = this.#sessionController.notificationState.hasMore ? -1 : this.#items.length;
    let position = 0;
    const now = Date.now();
    for (const [date, items] of groupByDate(this.#items.slice(0, this.#limit), now)) {
      if (date !== null) {
        const heading = dateHeading(date, now, this.#localization.locale);
        const renderHeading = (): TemplateResult => html`<div class="date" part="day">${heading}</div>`;
        yield { key: date, value: heading, className: 'day', render: renderHeading };
      }
      for (const item of items) yield this.#createRow(item, ++position, setSize);
    }
  }

  #createRow(item: NotificationItem, position: number, setSize: number): Row {
    const { id, record } = item;
    const renderFallback = (): TemplateResult => this.#renderDefault(item);
    return {
      key: id,
      value: item,
      className: `${item.status} ${item.isRead === false ? 'unread' : ''} ${this.#host.renderNotification ? 'custom' : ''}`,
      render: () => (record && this.#customCards.render(record)) ?? renderFallback(),
      article: {
        id,
        position,
        setSize,
        label: () => this.#labelOf(item),
        hasCard: record !== null,
        isPlaceholder: item.status === 'pending',
        renderPlaceholder: renderSkeleton,
        renderFallback,
      },
    };
  }

  #renderDefault({ id, record, status }: NotificationItem): TemplateResult {
    if (record) return this.#renderCard(record);
    if (status === 'pending') return renderSkeleton();
    const retry = status === 'missing' ? null : (): void => this.#load(id);
    return renderFailure(this.#localization.messages, retry, () => this.#dismissActs.dismiss([id]));
  }

  #renderCard(record: Notification): TemplateResult {
    return html`<nudge-card
      tabindex="-1"
      exportparts="avatar, card, title, subtitle, body, time, images, viewer, files, tags, actions"
      .localization=${this.#localization.current}
      .record=${record}
      .callbacks=${this.#host.filter === 'dismissed' ? this.#dismissedCardCallbacks : this.#cardCallbacks}
    ></nudge-card>`;
  }

  #renderEnd(): TemplateResult | typeof nothing {
    const { problem, hasMore } = this.#sessionController.notificationState;
    const isLoading = hasMore && (!problem || problem === 'retrying');
    return isLoading || this.#hasMoreRows ? html`<div class="end">${renderSkeleton()}</div>` : nothing;
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

  /** The rows of notifications. */
  get #rows(): HTMLElement[] {
    return this.#queryAll('.feed > [role=article]');
  }

  #rowsOf(matches: (id: string) => boolean): HTMLElement[] {
    return this.#rows.filter((row) => matches(idOf(row)));
  }

  #needsRecord(id: string): boolean {
    return this.#store?.needsRecord(id) === true;
  }

  #isUnread(id: string): boolean {
    const { status, isRead } = this.#store?.get(id) ?? {};
    return status === 'loaded' && isRead === false;
  }

  #labelOf({ record, status, isRead }: NotificationItem): string {
    const { messages } = this.#localization;
    if (status === 'pending') return messages.loading;
    const title = readableText(record?.payload.title, textLimits.line) ?? messages.notification;
    return isRead === false ? `${messages.unreadItem}: ${title}` : title;
  }

  /** Starts the list over for another filter. */
  #reset(): void {
    this.#itemFilter.reset();
    this.#opening.restart();
    this.#limit = rowBatchSize;
  }

  #scrollToTop(): void {
    // In WebKit, `scrollTo(0, 0)` does nothing in a list that was hidden and is shown again where it was.
    for (const container of this.#scrollContainers) container.scrollTop = 0;
    this.#savedScrollTops = [];
  }

  #load(id: string): void {
    // The row itself shows a failure.
    this.#store?.load(id).catch(() => undefined);
  }

  /** Focuses the first row that shows one of these. */
  async #focusRow(ids: readonly string[]): Promise<void> {
    await this.#host.updateComplete;
    this.#focus.focus(this.#rows.find((row) => ids.includes(idOf(row))));
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
      this.#dismissActs.dismiss(idsOf([article]));
    else if (event.key === 'Enter' && isOnArticle) article.querySelector('nudge-card')?.press();
    else this.#focus.handleKeydown(event);
  }

  /** Once for all cards, since a listener on each would take time while many are created. */
  #handlePointerDown(event: PointerEvent): void {
    if (event.target instanceof Element) event.target.closest('nudge-card')?.handlePointerDown(event);
  }

  #setRead(ids: readonly string[], isRead: boolean): void {
    if (isRead) this.#store?.markRead(ids);
    else this.#store?.markUnread(ids);
  }

  #reportNotSaved(ids: readonly string[], isRead: boolean): void {
    const { notMarkedRead, notMarkedUnread, tryAgain } = this.#localization.messages;
    const retry = (): void => {
      const listed = new Set(this.#sessionController.notificationState.items.map(({ id }) => id));
      this.#setRead(
        ids.filter((id) => listed.has(id)),
        isRead,
      );
    };
    this.#undo.show(isRead ? notMarkedRead : notMarkedUnread, retry, tryAgain);
  }

  #markBySwipe(id: string, isRead: boolean): void {
    const { markedRead, markedUnread } = this.#localization.messages;
    this.#setRead([id], isRead);
    this.#undo.show(isRead ? markedRead : markedUnread, () => this.#setRead([id], !isRead));
  }
}
