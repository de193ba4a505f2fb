import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { Notification } from '../../api/schemas/notification.js';
import type { NotificationItem } from '../../session/notifications/state/notification-item.js';
import {
  emptyNotifications,
  type NotificationState,
} from '../../session/notifications/state/notification-state.js';
import type { Session } from '../../session/session.js';
import { version } from '../../version.js';
import { nextMidnight } from '../../localization/dates.js';
import { consumeKey } from '../base/keys.js';
import { isRendered } from '../base/platform.js';
import type { SessionEvent } from '../base/public-events.js';
import { isInUse } from '../base/usable.js';
import { CardActEvent, type CardAct } from '../card/card-act.js';
import { renderBackdrop } from '../shared/placeholder.js';
import { TimeController } from '../shared/time-controller.js';
import type { RowSettings } from './custom-cards.js';
import { ListFocus } from './focus.js';
import { isPutAside, type InboxFilter } from './inbox-filter.js';
import { ListEnd } from './list-end.js';
import type { ListElement, ListHost, RowSelection } from './list-host.js';
import { firstRows, Opening } from './opening.js';
import { RowCount } from './row-count.js';
import { RowHeight } from './row-height.js';
import { rowId, rowIds, Rows, rowSelector } from './rows.js';
import { ListScroll } from './scroll.js';
import { isOtherScope, type ListScope } from './shown-items.js';
import { RowMenus } from './row-menus.js';
import { Visibility } from './visibility.js';
import type { PanelState } from '../base/panel-state.js';

/**
 * The scrolling list of an inbox: a feed of articles, one for each notification, below the headings of their dates. Internal:
 * it renders into the shadow root of its inbox, which sets every property and has the styles.
 */
export class NudgeList extends LitElement implements ListElement {
  /** The version of the package, for the warning when two are loaded on one page. */
  static readonly version: string = version;

  @property({ attribute: false }) host!: ListHost;
  @property({ attribute: false }) state: NotificationState = emptyNotifications;
  /** All notifications of the list, rendered or not. */
  @property({ attribute: false }) items: readonly NotificationItem[] = [];
  @property({ attribute: false }) cardSettings!: RowSettings;
  /** The panel around the inbox; `open` without one. */
  @property({ attribute: false }) panelState: PanelState = 'open';
  @property({ attribute: false }) selection: RowSelection | undefined;
  /** What is shown in place of notifications, null for nothing; undefined if there are some. */
  @property({ attribute: false }) replacement: unknown;

  readonly #rows = new Rows(this);
  readonly #menus = new RowMenus(this);
  readonly #opening = new Opening(this);
  readonly #scroll = new ListScroll(this);
  readonly #focus = new ListFocus(this);
  readonly #visibility = new Visibility(this);
  readonly #end = new ListEnd(this, (index) => this.#focus.focus(this.#rowElements[index]));
  readonly #rowCount = new RowCount(this, this.#opening);
  /** What the last update was about. */
  #scope: ListScope | undefined;
  /** The notifications that have a row. Replaced only when something of them changes. */
  #rendered: readonly NotificationItem[] = [];
  /** Ids that were marked as unread: coming into view does not mark these as read again. */
  readonly #markedUnread = new Set<string>();
  /** Arrivals that the customer has not seen, since the list was hidden or held them back. */
  readonly #toHighlight = new Set<string>();
  /** Whether a notification is revealed, so that the list does not start at the top. */
  #isRevealing = false;
  #wasShown = false;
  #shouldScrollToTop = false;
  /** Whether nothing is shown, since the page has returned from the back/forward cache. */
  #isReturning = false;

  constructor() {
    super();
    new TimeController(this, nextMidnight);
    new RowHeight(this);
    this.addEventListener('scroll', () => this.handleScroll());
    this.addEventListener('animationend', (event) => this.#handleAnimationEnd(event));
    this.addEventListener('focusin', () => this.#focus.handleFocusIn());
    this.addEventListener('mousedown', (event) => this.#focus.handleMouseDown(event));
    this.addEventListener('keydown', (event) => this.#handleKeydown(event));
    this.addEventListener('pointerdown', (event) => this.#handlePointerDown(event));
    this.addEventListener(CardActEvent.type, (event) => {
      if (event instanceof CardActEvent && this.handleCardAct(event.act)) event.preventDefault();
    });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(): void {
    const { scope } = this.host.shown;
    const before = this.#scope ?? scope;
    this.#scope = scope;
    // Not at first, since scrolling forces a layout of everything that was just rendered.
    this.#shouldScrollToTop = scope !== before && this.#startOver(scope, before);
    this.#keepPlaceOnReturn();
    if (this.state.problem) this.#opening.end();
    this.#updateRendered();
    this.#opening.update(this.#rendered);
  }

  protected override updated(): void {
    // After the focus was restored.
    if (this.#shouldScrollToTop) this.#scroll.toTop();
  }

  /** Updates within the update of the inbox, of which the list is a part. */
  updateNow(): void {
    this.requestUpdate();
    this.performUpdate();
  }

  /** The inbox around the list. */
  get inbox(): Element {
    const root = this.getRootNode();
    return root instanceof ShadowRoot ? root.host : this;
  }

  get session(): Session | undefined {
    return this.host.shown.scope.session;
  }

  get filter(): InboxFilter {
    return this.host.shown.scope.filter;
  }

  /** The element around the inbox, which gets custom cards as children. */
  get cardParent(): Element | undefined {
    return this.host.element.cardParent;
  }

  /** Whether the inbox is rendered, and not in a panel that is closed, or only expected to open. */
  get isInboxRendered(): boolean {
    return this.#visibility.isInboxRendered;
  }

  /** Whether the first records are about to be requested, in this task. */
  get isFirstRequestDue(): boolean {
    return this.#visibility.isFirstRequestDue;
  }

  /** Whether it shows placeholders alone, and the records of the first ones are not all there yet. */
  get isAwaitingFirstCards(): boolean {
    const isPending = ({ id }: NotificationItem): boolean =>
      this.session?.notifications.get(id).status === 'pending';
    const hasCard = this.#rendered.some(({ status }) => status !== 'pending');
    return !hasCard && this.#rendered.slice(0, firstRows).some(isPending);
  }

  /** Whether the customer is further down. */
  get isScrolled(): boolean {
    return this.#scroll.isScrolled;
  }

  /** Whether there are notifications below the rows. */
  get hasMoreRows(): boolean {
    return this.#rowCount.value < this.items.length;
  }

  /** The notification whose row has the focus, or contains it. */
  get focusedItem(): NotificationItem | undefined {
    const { focused } = this.#focus;
    return focused ? this.session?.notifications.get(rowId(focused)) : undefined;
  }

  /** Whether a notification is marked as read once it was in view. */
  canMarkRead(id: string): boolean {
    const { status, isRead } = this.session?.notifications.get(id) ?? {};
    return status === 'loaded' && isRead === false && !this.#markedUnread.has(id);
  }

  addRows(): void {
    this.#rowCount.addBatch();
  }

  /** Starts at the top, with what is new, as in a panel that opens. */
  async startAtTop(): Promise<void> {
    this.#scroll.toTop();
    this.host.shown.release();
    await this.host.shown.updateComplete;
    for (const row of this.#rowElements) row.toggleAttribute('data-new', this.#toHighlight.has(rowId(row)));
    this.#toHighlight.clear();
  }

  /** Shows the arrivals that were held back, and moves the focus to the first notification. */
  async showArrivals(): Promise<void> {
    await this.startAtTop();
    this.#scroll.toTop();
    this.#focus.focus();
  }

  /** Leaves the list where it is when it is shown next: a notification is about to be revealed. */
  prepareReveal(): void {
    this.#isRevealing = !this.isInboxRendered;
  }

  /** Scrolls to a notification, and moves the focus to it if `takesFocus` is true. */
  async reveal(id: string, takesFocus: boolean): Promise<void> {
    // The rows below one that waits cannot be focused.
    this.#opening.end();
    // A modal dialog would keep the focus.
    this.#menus.close();
    this.#rowCount.include(this.items.findIndex((item) => item.id === id) + 1);
    this.requestUpdate();
    await this.updateComplete;
    const row = this.#rowElements.find((candidate) => rowId(candidate) === id);
    if (row) this.#focus.reveal(row, takesFocus);
  }

  /** Opens the menu of a row with a card of the page. */
  openRowMenu(record: Notification, opener: HTMLElement): void {
    this.#menus.openActions(record, opener);
  }

  /** Moves the focus so many rows down. */
  moveFocus(step: number): void {
    this.#focus.move(step);
  }

  /** Focuses the first row that shows one of these. */
  async focusRow(ids: readonly string[]): Promise<void> {
    await this.host.shown.updateComplete;
    this.#focus.focus(this.#rowElements.find((row) => ids.includes(rowId(row))));
  }

  /** Does what a customer does with a card, of the list or beside it. Returns whether the notification is shown elsewhere. */
  handleCardAct(act: CardAct): boolean {
    switch (act.type) {
      case 'read':
        this.host.actions.setRead([act.id], act.isRead);
        break;
      case 'swipe-read':
        this.host.actions.setReadWithUndo([act.id], act.isRead);
        break;
      case 'dismiss':
        this.host.actions.dismiss([act.id]);
        break;
      case 'restore':
        this.host.actions.putBack([act.id]);
        break;
      case 'snooze':
        this.#menus.openSnooze(act.id, act.opener);
        break;
      case 'remove':
        this.#menus.openRemove(act.id, act.opener);
        break;
      case 'filter':
        this.host.shown.selectTag(act.tag);
        break;
      case 'open':
        this.host.shown.activeFullPage?.open(act.id);
        return this.host.shown.activeFullPage !== undefined;
    }
    return false;
  }

  /** Saves the scroll positions before the list is hidden: Firefox resets them. */
  saveScrollPosition(): void {
    this.#scroll.save();
  }

  restoreScrollPosition(): void {
    this.#scroll.restore();
  }

  protected override render(): TemplateResult {
    return html`${this.#isOpening ? renderBackdrop() : nothing}
    ${this.replacement === undefined ? this.#renderFeed() : this.replacement}
    ${this.#end.render(this.#rendered.length)} ${this.#menus.render()}`;
  }

  #renderFeed(): TemplateResult {
    const setSize = this.state.hasMore ? -1 : this.items.length;
    return html`<div
      class="feed ${this.#isOpening ? 'opening' : ''}"
      role="feed"
      aria-label=${this.cardSettings.localization.messages.notifications}
    >
      ${this.#rows.render(this.#rendered, { setSize, opening: this.#opening })}
    </div>`;
  }

  get #isOpening(): boolean {
    return this.#opening.next >= 0;
  }

  #updateRendered(): void {
    const rendered = this.items.slice(0, this.#rowCount.value);
    const isSame = rendered.length === this.#rendered.length;
    if (!isSame || rendered.some((item, index) => item !== this.#rendered[index])) this.#rendered = rendered;
  }

  /** None in a detached list: what observes one of them would keep it in memory. */
  get #rowElements(): HTMLElement[] {
    return this.isConnected ? [...this.querySelectorAll<HTMLElement>(rowSelector)] : [];
  }

  /** Begins another list. Returns whether that starts at the top. */
  #startOver(scope: ListScope, before: ListScope): boolean {
    this.#rowCount.restart();
    if (isOtherScope(scope, before, ['visit'])) this.#dropCustomer();
    if (isOtherScope(scope, before, ['visit', 'filter', 'productSpace', 'inboxTabId']))
      this.#opening.restart();
    return isOtherScope(scope, before, ['filter', 'productSpace', 'inboxTabId', 'tag']);
  }

  /** Puts the list back where it was, once it is known that the page has returned to the same customer. */
  #keepPlaceOnReturn(): void {
    const isReturning = this.session?.notifications.isReturning === true;
    if (isReturning && !this.#isReturning) this.#scroll.save();
    if (!isReturning && this.#isReturning)
      void this.host.shown.updateComplete.then(() => this.#scroll.restore());
    this.#isReturning = isReturning;
  }

  /** Drops what is about a customer who has gone. */
  #dropCustomer(): void {
    this.#scroll.toTop();
    this.#menus.close();
    this.#toHighlight.clear();
    this.#markedUnread.clear();
    this.#end.restart();
  }

  /** Handles what has changed, before the inbox renders it. */
  handleSessionEvent(event: SessionEvent): void {
    if (event.type === 'change') this.#visibility.handleStoreChange();
    if (event.type === 'arrival' || event.type === 'insert') this.#handleArrivals(event.ids);
    if (event.type === 'read-change' && !event.isRead) event.ids.forEach((id) => this.#markedUnread.add(id));
  }

  #handleArrivals(ids: readonly string[]): void {
    // Nothing may move while the customer reads, points at or operates the list.
    const isBusy = this.isScrolled || isInUse(this);
    if (isBusy) this.host.shown.hold(ids);
    else {
      this.#rowCount.addArrivals(ids.length);
      this.host.shown.release();
    }
    if (isBusy || !isRendered(this)) ids.forEach((id) => this.#toHighlight.add(id));
  }

  /** Runs when the inbox is shown, at first or again. */
  handleShow(): void {
    // On a slow device the customer may have scrolled before the browser reports it, or just now, before its event.
    this.handleScroll();
    if (!this.#isRevealing && (this.#wasShown || !this.isScrolled)) void this.startAtTop();
    this.#isRevealing = false;
    this.host.handleShow(!this.#wasShown);
    this.#wasShown = true;
  }

  /** Runs when the list has scrolled, or on low screens the whole panel. */
  handleScroll(): void {
    this.#scroll.handleScroll();
    if (this.isScrolled) this.#opening.end();
  }

  /** An arrival is highlighted once: the animation would start again whenever its styles match anew. */
  #handleAnimationEnd({ animationName, target }: AnimationEvent): void {
    if (animationName === 'highlight' && target instanceof Element) target.removeAttribute('data-new');
  }

  #handleKeydown(event: KeyboardEvent): void {
    const article = this.#focus.focused;
    const isOnArticle = article !== null && event.target === article;
    if (event.key === 'Delete' && !event.repeat && isOnArticle && !isPutAside(this.filter)) {
      consumeKey(event);
      this.host.actions.dismiss(rowIds([article]));
    } else if (event.key === 'Enter' && isOnArticle) {
      const card = article.querySelector('nudge-card');
      // The page handles the keys of its own cards.
      if (card) consumeKey(event);
      card?.press();
    } else this.#focus.handleKeydown(event);
  }

  /** Once for all cards, since a listener on each would take time while many are created. */
  #handlePointerDown(event: PointerEvent): void {
    if (event.target instanceof Element) event.target.closest('nudge-card')?.handlePointerDown(event);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'nudge-list': NudgeList;
  }
}
