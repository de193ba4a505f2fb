import { html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import { reuseEqual } from '../../common/reuse-equal.js';
import type { NotificationItem } from '../../session/notifications/state/notification-item.js';
import { pathWithin } from '../base/ancestors.js';
import { consumeKey } from '../base/keys.js';
import type { LocalizationController } from '../base/localization-controller.js';
import type { SessionController } from '../base/session/session-controller.js';
import { cardActions, renderTool } from '../card/card-actions.js';
import type { CardAct, CardActEvent } from '../card/card-act.js';
import type { CardSettings } from '../card/card-context.js';
import type { Announcer } from '../shared/announcer.js';
import { bellIcon } from '../shared/icons.js';
import { backwardIcon } from '../shared/panel-icons.js';
import { titleOf } from '../shared/title.js';
import type { CustomerChoices } from '../list/customer-choices.js';
import { itemsOf, type InboxFilter } from '../list/inbox-filter.js';
import type { NudgeList } from '../list/list.js';
import type { FullPage, ShownItems } from '../list/shown-items.js';
import { FullPageHistory } from './full-page-history.js';
import { wholeCardStyles } from './full-page-layout.styles.js';
import { FullPageSearch } from './full-page-search.js';
import { observeSize, requestFrame, scrollWithin } from '../base/platform.js';

/** From this width on, in CSS pixels, the notification is shown beside the list. */
const wideFromPx = 900;

export interface FullPageElement extends LitElement {
  filter: InboxFilter;
  layout: 'panel' | 'page';
  deepLink: string | null;
  tab: string | null;
  view: 'inbox' | 'preferences';
}

export interface FullPageContext {
  sessionController: SessionController;
  localization: LocalizationController;
  choices: CustomerChoices<Pick<FullPageElement, 'filter' | 'tab' | 'view'>>;
  shown: ShownItems;
  announcer: Announcer;
  readonly list: NudgeList | null;
  /** How the list shows its notifications. */
  readonly cardSettings: CardSettings;
}

/** What `layout="page"` adds to the inbox: a search, and one notification as a whole, beside the list or in its place. */
export class FullPageLayout implements ReactiveController, FullPage {
  readonly #element: FullPageElement;
  readonly #context: FullPageContext;
  readonly #search: FullPageSearch;
  readonly #history: FullPageHistory;
  readonly #handleHashChange = (): void => this.#followHistory();
  #observer: ReturnType<typeof observeSize> | undefined;
  #isWide = false;
  /** Whether the last update has placed the notification beside the list. */
  #wasBeside = false;
  /** The notification that is shown. */
  #id: string | null = null;
  /** Its place in the list. */
  #index = 0;
  #visit: object | undefined;
  #cardSettings: CardSettings | undefined;
  /** What gets the focus after the update. */
  #focusTarget: 'title' | { id: string | undefined } | null = null;
  #styledCard: HTMLElementTagNameMap['nudge-card'] | null = null;

  constructor(element: FullPageElement, context: FullPageContext) {
    this.#element = element;
    this.#context = context;
    this.#search = new FullPageSearch(element, context);
    this.#history = new FullPageHistory(() => element.deepLink);
    element.addController(this);
    element.addEventListener('keydown', (event) => this.#handleKeydown(event));
  }

  get isActive(): boolean {
    return this.#element.layout === 'page';
  }

  get isSearching(): boolean {
    return this.#search.isActive;
  }

  /** The id of the notification that is shown. */
  get currentId(): string | null {
    return this.#id;
  }

  /** The classes of the root that the styles depend on. */
  get className(): string {
    if (!this.isActive) return '';
    return `page ${this.#isWide ? 'wide' : ''} ${this.#id === null ? '' : 'reading'}`;
  }

  hostConnected(): void {
    this.#isWide = this.#element.offsetWidth >= wideFromPx;
    // Not at once, since the browser reports a size that changes while sizes are reported as an error of the page.
    this.#observer = observeSize(() => requestFrame(() => this.#measure()));
    this.#observer.observe(this.#element);
    window.addEventListener('hashchange', this.#handleHashChange);
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
    window.removeEventListener('hashchange', this.#handleHashChange);
  }

  /** After it is known what the list shows. */
  hostUpdate(): void {
    const { shown, sessionController } = this.#context;
    this.#cardSettings = reuseEqual(this.#cardSettings, { ...this.#context.cardSettings, mode: 'whole' });
    const { visit } = sessionController;
    const hasGone = visit !== this.#visit;
    this.#visit = visit;
    if (hasGone) this.#history.forget();
    if (this.#id === null) return;
    const index = shown.items.findIndex(({ id }) => id === this.#id);
    // While the page returns from the back/forward cache, nothing is listed.
    const isGone = !this.#item && sessionController.notificationStore?.isReturning !== true;
    if (hasGone || !this.isActive || isGone) this.#handleGone();
    else if (index >= 0) this.#index = index;
  }

  hostUpdated(): void {
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

  open(id: string): void {
    const { announcer, localization } = this.#context;
    this.show(id, true);
    // The focus stays in the list.
    if (this.#isWide) announcer.announce(titleOf(this.#item?.record ?? null, localization.messages));
  }

  /** Shows a notification of the list. In its place, the notification gets the focus if `takesFocus` is true. */
  show(id: string, takesFocus: boolean): void {
    if (!this.isActive) return;
    if (this.#id === null && !this.#isWide) this.#context.list?.saveScrollPosition();
    if (id !== this.#id && this.#detail) scrollWithin(this.#detail, { left: 0, top: 0 });
    this.#id = id;
    this.#history.add(id);
    if (takesFocus && !this.#isWide) this.#focusTarget = 'title';
    this.#element.requestUpdate();
  }

  /**
   * Shows a notification to which the browser's Back or Forward leads back, in the list where it is now, and leaves it as it is.
   *
   * @returns whether the notification is shown; one that was not shown before, or is gone, is for the caller to reveal
   */
  revisit(id: string): boolean {
    if (!this.isActive || !this.#history.has(id)) return false;
    if (id === this.#id) return true;
    const { shown, sessionController } = this.#context;
    const isLoaded = (item: NotificationItem): boolean => item.id === id && item.record !== null;
    if (!shown.items.some(isLoaded)) {
      const filter = (['all', 'dismissed', 'snoozed'] as const).find(
        (other) =>
          other !== this.#element.filter &&
          itemsOf(sessionController.notificationState, other).some(isLoaded),
      );
      if (filter === undefined) return false;
      this.#context.choices.choose('filter', filter);
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
    const { record, importance, answer = null } = this.#item ?? {};
    if (!record) return this.#isWide ? this.#renderPlaceholder() : nothing;
    const { messages } = this.#context.localization;
    const act = (cardAct: CardAct): boolean => this.#handleCardAct(cardAct);
    return html`<section class="detail" part="detail" aria-label=${titleOf(record, messages)}>
      <div class="detail-bar">
        ${this.#isWide ? nothing : this.#renderBackButton(messages.back)}
        ${cardActions(record, { ...this.#context.cardSettings, messages, act }).map(renderTool)}
      </div>
      <nudge-card
        exportparts="avatar, card, important, title, subtitle, body, time, images, viewer, files, tags, actions, answer"
        .record=${record}
        .settings=${this.#cardSettings}
        .isImportant=${importance === 'high'}
        .answer=${answer}
        @card-act=${(event: CardActEvent) => act(event.act)}
      ></nudge-card>
    </section>`;
  }

  #renderPlaceholder(): TemplateResult {
    const { shown, localization } = this.#context;
    return html`<div class="detail" part="detail">
      ${
        shown.items.length === 0
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
    const listed = itemsOf(this.#context.sessionController.notificationState, this.#element.filter);
    return listed.find(({ id, record }) => id === this.#id && record);
  }

  #handleCardAct(act: CardAct): boolean {
    if (act.type === 'filter' && !this.#isWide) this.#goBack();
    return this.#context.list?.handleCardAct(act) ?? false;
  }

  get #detail(): HTMLElement | null {
    return this.#element.renderRoot.querySelector('.detail');
  }

  get #card(): HTMLElementTagNameMap['nudge-card'] | null {
    return this.#detail?.querySelector('nudge-card') ?? null;
  }

  /** Lays out the list from scratch: in its new place, WebKit would leave rows blank that have `content-visibility`. */
  #layOutList(): void {
    const { list } = this.#context;
    if (!list) return;
    const { scrollTop } = list;
    list.style.display = 'none';
    // Forces the layout.
    list.getClientRects();
    list.style.removeProperty('display');
    list.scrollTop = scrollTop;
  }

  #measure(): void {
    const isWide = this.#element.offsetWidth >= wideFromPx;
    if (isWide === this.#isWide) return;
    this.#isWide = isWide;
    // What has the focus may be hidden now, or the Back button gone.
    if (this.#id !== null && this.#element.matches(':focus-within')) this.#focusTarget = 'title';
    this.#element.requestUpdate();
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
    this.#element.requestUpdate();
  }

  get #hasFocus(): boolean {
    return this.#detail?.matches(':focus-within') === true;
  }

  /** It was dismissed, snoozed or withdrawn, or belongs to another customer, or the list shows others now. */
  #handleGone(): void {
    const { items } = this.#context.shown;
    if (this.#hasFocus) this.#focusTarget = { id: items[Math.min(this.#index, items.length - 1)]?.id };
    this.#id = null;
    this.#history.clear();
  }

  async #moveFocus(target: 'title' | { id: string | undefined }): Promise<void> {
    const { list } = this.#context;
    if (target === 'title') {
      const card = this.#card;
      await card?.updateComplete;
      card?.renderRoot.querySelector<HTMLElement>('.title')?.focus();
      return;
    }
    if (!this.#isWide) list?.restoreScrollPosition();
    if (target.id !== undefined) await list?.focusRow([target.id]);
    if (!this.#element.matches(':focus-within')) this.#element.renderRoot.querySelector('h2')?.focus();
  }

  #handleKeydown(event: KeyboardEvent): void {
    const detail = this.#detail;
    if (event.key !== 'Escape' || event.defaultPrevented || this.#id === null || !detail) return;
    // A menu, or the viewer of the pictures, closes itself.
    const isInDialog = pathWithin(event, detail).some(({ localName }) => localName === 'dialog');
    if (!event.composedPath().includes(detail) || isInDialog) return;
    consumeKey(event);
    if (this.#isWide) void this.#moveFocus({ id: this.#id });
    else this.#goBack();
  }
}
