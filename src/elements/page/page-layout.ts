import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { warnOnce } from '../../common/warn.js';
import type { NotificationItem } from '../../session/notifications/state/notification-item.js';
import type { Session } from '../../session/session.js';
import type { LocalizationController } from '../base/localization-controller.js';
import type { SessionController } from '../base/session-controller.js';
import { cardActions, renderTool } from '../card/card-actions.js';
import type { CardCallbacks } from '../card/card-context.js';
import type { Announcer } from '../shared/announcer.js';
import { bellIcon } from '../shared/icons.js';
import { backwardIcon } from '../shared/panel-icons.js';
import { titleOf } from '../shared/text.js';
import type { Feed, FeedHost } from '../list/list.js';
import type { ListPage } from '../list/shown-items.js';
import { itemsOf } from '../list/inbox-filter.js';
import { PageHistory } from './page-history.js';
import { wholeCardStyles } from './page-layout.styles.js';
import { PageSearch } from './page-search.js';

/** From this width on, in CSS pixels, the notification is shown beside the list. */
const wideFromPx = 900;

/** An attribute that is removed is null. */
const knownLayouts: readonly unknown[] = ['panel', 'page', null, undefined];

/** Whether a value of `layout` is that of a full page. Warns of one that is unknown, which counts as the default. */
export function isPageLayout(layout: unknown): boolean {
  if (!knownLayouts.includes(layout))
    warnOnce(`<nudge-inbox> cannot use layout ${String(layout)}: it uses panel.`);
  return layout === 'page';
}

export interface PageLayoutHost extends FeedHost {
  layout: 'panel' | 'page';
  deepLink: string | null;
}

export interface PageLayoutOptions {
  sessionController: SessionController;
  localization: LocalizationController;
  feed: Feed;
  announcer: Announcer;
}

/** What `layout="page"` adds to the inbox: a search, and one notification as a whole, beside the list or in its place. */
export class PageLayout implements ReactiveController, ListPage {
  readonly #host: PageLayoutHost;
  readonly #options: PageLayoutOptions;
  readonly #search: PageSearch;
  readonly #history: PageHistory;
  readonly #handleHashChange = (): void => this.#followHistory();
  #observer: ResizeObserver | undefined;
  #isWide = false;
  /** Whether the last update has placed the notification beside the list. */
  #wasBeside = false;
  /** The notification that is shown. */
  #id: string | null = null;
  /** Its place in the list. */
  #index = 0;
  #session: Session | undefined;
  /** What gets the focus after the update. */
  #focusTarget: 'title' | { id: string | undefined } | null = null;
  #styledCard: HTMLElementTagNameMap['nudge-card'] | null = null;

  constructor(host: PageLayoutHost, options: PageLayoutOptions) {
    this.#host = host;
    this.#options = options;
    this.#search = new PageSearch(host, options);
    this.#history = new PageHistory(() => host.deepLink);
    host.addController(this);
    host.addEventListener('keydown', (event) => this.#handleKeydown(event));
    host.requestUpdate();
  }

  get isActive(): boolean {
    return isPageLayout(this.#host.layout);
  }

  get isSearching(): boolean {
    return this.#search.isActive;
  }

  /** The classes of the root that the styles depend on. */
  get className(): string {
    if (!this.isActive) return '';
    return `page ${this.#isWide ? 'wide' : ''} ${this.#id === null ? '' : 'reading'}`;
  }

  hostConnected(): void {
    this.#isWide = this.#host.offsetWidth >= wideFromPx;
    // Not at once, since the browser reports a size that changes while sizes are reported as an error of the page.
    this.#observer = new ResizeObserver(() => requestAnimationFrame(() => this.#measure()));
    this.#observer.observe(this.#host);
    window.addEventListener('hashchange', this.#handleHashChange);
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
    window.removeEventListener('hashchange', this.#handleHashChange);
  }

  /** After the list has found out what it shows. */
  hostUpdate(): void {
    const { feed, sessionController } = this.#options;
    const { session } = sessionController;
    const isOtherSession = session !== this.#session;
    this.#session = session;
    if (this.#id === null) return;
    const index = feed.items.findIndex(({ id }) => id === this.#id);
    if (isOtherSession || !this.isActive || !this.#item) this.#handleGone();
    else if (index >= 0) this.#index = index;
  }

  /** After the rows were placed. */
  hostUpdated(): void {
    for (const row of this.#host.renderRoot.querySelectorAll('[role=article][aria-current]'))
      if (row.getAttribute('data-id') !== this.#id) row.removeAttribute('aria-current');
    if (this.#id !== null) this.#rowOf(this.#id)?.setAttribute('aria-current', 'true');
    const isBeside = this.isActive && this.#isWide;
    if (isBeside !== this.#wasBeside) this.#layOutList();
    this.#wasBeside = isBeside;
    const card = this.#card;
    if (card && card !== this.#styledCard) card.addStyles(wholeCardStyles);
    this.#styledCard = card;
    const target = this.#focusTarget;
    this.#focusTarget = null;
    if (target) void this.#moveFocus(target);
  }

  select(items: readonly NotificationItem[]): readonly NotificationItem[] {
    return this.#search.select(items);
  }

  readonly open = (id: string): boolean => {
    const { announcer, localization } = this.#options;
    this.show(id, true);
    // The focus stays in the list.
    if (this.#isWide) announcer.announce(titleOf(this.#item?.record ?? null, localization.messages));
    return true;
  };

  /** Shows a notification of the list. In its place, the notification gets the focus if `takesFocus` is true. */
  show(id: string, takesFocus: boolean): void {
    if (!this.isActive) return;
    if (this.#id === null && !this.#isWide) this.#options.feed.saveScrollPosition();
    if (id !== this.#id) this.#detail?.scrollTo(0, 0);
    this.#id = id;
    this.#history.add(id);
    if (takesFocus && !this.#isWide) this.#focusTarget = 'title';
    this.#host.requestUpdate();
  }

  /**
   * Shows a notification anew that the browser's Back or Forward leads to, in the list where it is now, and leaves it as it is.
   *
   * @returns whether it does; what was not shown before, or is gone, is revealed as any deep link is
   */
  showAgain(id: string): boolean {
    if (!this.isActive || !this.#history.has(id)) return false;
    const { feed, sessionController } = this.#options;
    const isLoaded = (item: NotificationItem): boolean => item.id === id && item.record !== null;
    if (!feed.items.some(isLoaded)) {
      const filter = (['all', 'dismissed', 'snoozed'] as const).find(
        (other) =>
          other !== this.#host.filter && itemsOf(sessionController.notificationState, other).some(isLoaded),
      );
      if (filter === undefined) return false;
      this.#host.filter = filter;
    }
    this.show(id, true);
    return true;
  }

  /** Ends the search, which may hide a notification that is to be shown. */
  clearSearch(): void {
    this.#search.clear();
  }

  renderSearch(): TemplateResult | typeof nothing {
    return this.isActive ? this.#search.render() : nothing;
  }

  /** What the list shows if the search has found nothing in it; undefined if it has. */
  renderEmptySearch(): TemplateResult | undefined {
    return this.#search.renderEmpty();
  }

  renderDetail(): TemplateResult | typeof nothing {
    if (!this.isActive) return nothing;
    const record = this.#item?.record;
    if (!record) return this.#isWide ? this.#renderPlaceholder() : nothing;
    const { current, messages } = this.#options.localization;
    const callbacks = this.#callbacks;
    return html`<section class="detail" part="detail" aria-label=${titleOf(record, messages)}>
      <div class="detail-bar">
        ${this.#isWide ? nothing : this.#renderBackButton(messages.back)}
        ${cardActions(record, { ...callbacks, messages }).map(renderTool)}
      </div>
      <nudge-card
        exportparts="avatar, card, title, subtitle, body, time, images, viewer, files, tags, actions"
        .localization=${current}
        .record=${record}
        .callbacks=${callbacks}
      ></nudge-card>
    </section>`;
  }

  #renderPlaceholder(): TemplateResult {
    const { feed, localization } = this.#options;
    return html`<div class="detail" part="detail">
      ${
        feed.items.length === 0
          ? nothing
          : html`<div class="empty choose">
              <div class="art">${bellIcon}</div>
              <p>${localization.messages.chooseToRead}</p>
            </div>`
      }
    </div>`;
  }

  #renderBackButton(label: string): TemplateResult {
    return html`<button class="back" type="button" @click=${() => this.#goBack()}>
      ${backwardIcon}<span>${label}</span>
    </button>`;
  }

  /** What is shown, as long as the list has it, filtered or not. */
  get #item(): NotificationItem | undefined {
    const listed = itemsOf(this.#options.sessionController.notificationState, this.#host.filter);
    return listed.find(({ id, record }) => id === this.#id && record);
  }

  get #callbacks(): CardCallbacks {
    const { feed } = this.#options;
    return {
      ...feed.cardCallbacks,
      mode: 'whole',
      onTag: (tag) => {
        if (!this.#isWide) this.#goBack();
        feed.selectTag(tag);
      },
    };
  }

  get #detail(): HTMLElement | null {
    return this.#host.renderRoot.querySelector('.detail');
  }

  get #card(): HTMLElementTagNameMap['nudge-card'] | null {
    return this.#detail?.querySelector('nudge-card') ?? null;
  }

  /** Lays out the list from scratch: in its new place, WebKit would leave rows blank that have `content-visibility`. */
  #layOutList(): void {
    const list = this.#host.renderRoot.querySelector<HTMLElement>('.list');
    if (!list) return;
    const { scrollTop } = list;
    list.style.display = 'none';
    // Forces the layout.
    list.getClientRects();
    list.style.removeProperty('display');
    list.scrollTop = scrollTop;
  }

  #rowOf(id: string): Element | null {
    return this.#host.renderRoot.querySelector(`[role=article][data-id="${CSS.escape(id)}"]`);
  }

  #measure(): void {
    const isWide = this.#host.offsetWidth >= wideFromPx;
    if (isWide === this.#isWide) return;
    this.#isWide = isWide;
    // What has the focus may be hidden now, or the Back button gone.
    if (this.#id !== null && this.#host.matches(':focus-within')) this.#focusTarget = 'title';
    this.#host.requestUpdate();
  }

  /** The browser's Back and Forward, where they lead to the list. */
  #followHistory(): void {
    this.#history.handleMove();
    if (this.isActive && this.#history.isAtList) this.#close();
  }

  #goBack(): void {
    this.#history.leave();
    this.#close();
  }

  #close(): void {
    const id = this.#id;
    if (id === null) return;
    if (this.#hasFocus) this.#focusTarget = { id };
    this.#id = null;
    this.#host.requestUpdate();
  }

  get #hasFocus(): boolean {
    return this.#detail?.matches(':focus-within') === true;
  }

  /** It was dismissed, snoozed or withdrawn, or belongs to another customer, or the list shows others now. */
  #handleGone(): void {
    const { items } = this.#options.feed;
    if (this.#hasFocus) this.#focusTarget = { id: items[Math.min(this.#index, items.length - 1)]?.id };
    this.#id = null;
    this.#history.clear();
  }

  async #moveFocus(target: 'title' | { id: string | undefined }): Promise<void> {
    const { feed } = this.#options;
    if (target === 'title') {
      const card = this.#card;
      await card?.updateComplete;
      card?.renderRoot.querySelector<HTMLElement>('.title')?.focus();
      return;
    }
    if (!this.#isWide) feed.restoreScrollPosition();
    if (target.id !== undefined) await feed.focusRow([target.id]);
    if (!this.#host.matches(':focus-within')) this.#host.renderRoot.querySelector('h2')?.focus();
  }

  #handleKeydown(event: KeyboardEvent): void {
    const detail = this.#detail;
    if (event.key !== 'Escape' || event.defaultPrevented || this.#id === null || !detail) return;
    const path = event.composedPath();
    // A menu, or the viewer of the pictures, closes itself.
    const isInDialog = path.some((target) => target instanceof Element && target.localName === 'dialog');
    if (!path.includes(detail) || isInDialog) return;
    event.preventDefault();
    if (this.#isWide) void this.#moveFocus({ id: this.#id });
    else this.#goBack();
  }
}
