import { html, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { Emitter } from '../../common/emitter.js';
import { isPageHidden } from '../../common/page-observer.js';
import { listDate, type NotificationItem } from '../../session/notifications/state/notification-item.js';
import { parseShownTime } from '../../localization/dates.js';
import { reuseEqual } from '../../common/reuse-equal.js';
import { plural } from '../../localization/messages.js';
import { AttributeCheck } from '../base/attribute-check.js';
import { pathWithin } from '../base/ancestors.js';
import { parseNumber } from '../base/attributes.js';
import { consumeKey } from '../base/keys.js';
import { LocalizationController } from '../base/localization-controller.js';
import type { SessionEvent } from '../base/public-events.js';
import { SessionController } from '../base/session/session-controller.js';
import { SessionElement } from '../base/session/session-element.js';
import type { Placement } from '../base/position.js';
import type { CardActEvent } from '../card/card-act.js';
import { cardDefaults } from '../card/card-context.js';
import { CustomCards, type RenderNotification, type RowSettings } from '../list/custom-cards.js';
import { Announcer } from '../shared/announcer.js';
import { RowMotion } from '../shared/row-motion.js';
import { ArrivalGate, type ArrivalEvent } from './arrival-gate.js';
import { openBell, revealInList } from './find-list.js';
import { leadingTab } from '../alerts/leading-tab.js';
import { ToastFocus, focusKey } from './toast-focus.js';
import { ToastRows } from './toast-rows.js';
import { parseDuration, parseMax } from './toast-settings.js';
import { ToastStack, ToastTimers } from './toast-stack.js';
import { toastsStyles } from './toasts.styles.js';
import { hidePopover, isPopoverOpen, isRendered, queryMedia, showPopover } from '../base/platform.js';
import { isInUse, whenUnusable } from '../base/usable.js';

/** On these screens, toasts below each other would leave nothing of the page. */
const smallScreen = '(max-width: 479px), (max-height: 479px)';
/** How many more toasts a press on their number shows, where no bell can show them. */
const expandBy = 10;

/** The notifications that are shown as toasts by any element of the page: each is shown once. */
const shownOnPage = new Map<string, NudgeToasts>();

/**
 * Shows arrivals as toasts: cards in a corner of the page, for some seconds. Register it with `nudge-inbox/toasts`.
 *
 * @tag nudge-toasts
 * @csspart toasts - The corner of the page with the toasts.
 * @csspart close - The button that closes a toast.
 * @csspart more - The button with the number of arrivals beyond `max`.
 * @csspart avatar - The avatar of a person or thing.
 * @csspart card - The card in a toast.
 * @csspart important - The mark of an important notification.
 * @csspart title - The title.
 * @csspart subtitle - The line below the title.
 * @csspart body - The text.
 * @csspart time - The time, which a toast leaves out.
 * @csspart images - The pictures.
 * @csspart viewer - The viewer that shows a picture large, over the whole page.
 * @csspart files - The files, which a toast leaves out.
 * @csspart tags - The tags, which a toast leaves out.
 * @csspart actions - The buttons.
 * @csspart answer - How the customer has answered by one of them, in their place.
 * @cssprop [--nudge-avatar-size=40px] - Width and height of the avatars, multiplied by the density unless it is set; several of one notification share this room.
 * @cssprop [--nudge-avatar-radius=50%] - Radius of the avatars' corners.
 * @fires {CustomEvent<SelectDetail>} nudge-select - A toast was pressed; cancel the event to neither mark its notification as read nor follow its link or reveal it.
 * @fires {CustomEvent<NavigateDetail>} nudge-navigate - A link is about to be followed; cancel the event to navigate yourself.
 * @fires {CustomEvent<ActionDetail>} nudge-action - A button of a notification was pressed.
 * @fires {CustomEvent<ReadChangeDetail>} nudge-read-change - Notifications were marked as read or unread.
 * @fires {CustomEvent<SeenChangeDetail>} nudge-seen-change - Notifications were seen, in a list or elsewhere.
 * @fires {CustomEvent<DismissChangeDetail>} nudge-dismiss-change - Notifications were dismissed or restored.
 * @fires {CustomEvent<AnswerChangeDetail>} nudge-answer-change - Notifications were answered, are about to be, or are open again.
 * @fires {CustomEvent<UnreadCountDetail>} nudge-unread-count-change - The number of unread notifications changed.
 * @fires {CustomEvent<ArrivalDetail>} nudge-arrival - New notifications arrived.
 * @fires {CustomEvent<ErrorDetail>} nudge-error - A request to the service or to the source failed.
 */
export class NudgeToasts extends SessionElement {
  static override styles: CSSResultGroup = toastsStyles;

  /** The corner of the window. `bottom-end` and `top-end` are at the end of the line: the right, or the left in right-to-left text. */
  @property() placement: Placement | null = 'bottom-end';
  /** How long a toast is shown, in milliseconds, from 5,000; 0 for until it is closed. It stays while the pointer or the focus is on it. */
  @property({ converter: parseNumber }) duration: number | null = 8000;
  /** How many toasts are shown at once, up to 10; one on a small screen. Further arrivals are counted. */
  @property({ converter: parseNumber }) max: number | null = 3;
  /** Whether toasts have avatars, or icons in their place: with `none` also their column is gone. */
  @property({ reflect: true, useDefault: true }) avatars: 'shown' | 'none' = 'shown';
  /** Returns your own card for a record: an element, a text or a Lit template. Null renders the default card. */
  @property({ attribute: false }) renderNotification?: RenderNotification | null | undefined;

  readonly #sessionController = new SessionController(this, {
    getRequired: () => ['baseUrl', 'getToken'],
    stores: ['notifications'],
    // They show arrivals of whatever list the bell has.
    hasOwnLists: false,
  });
  readonly #localization = new LocalizationController(this);
  /** The arrivals that this element shows, of which it announces those that no other element announces. */
  readonly #shownEvents = new Emitter<SessionEvent>();
  readonly #announcer = new Announcer(this, { events: this.#shownEvents }, this.#localization);
  readonly #gate = new ArrivalGate(this, (event) => this.#handleArrival(event));
  readonly #stack = new ToastStack();
  readonly #timers = new ToastTimers((id) => this.#handleTimeout(id));
  readonly #customCards = new CustomCards(this);
  readonly #focus: ToastFocus;
  /** What the customer has marked as read, or answered, by using its toast: that toast stays. */
  readonly #pressed = new Set<string>();
  readonly #toastRows = new ToastRows({
    customCards: this.#customCards,
    onSelected: (id) => this.#handleSelected(id),
    // What comes of it is shown there.
    onAction: (id) => this.#pressed.add(id),
  });
  /** Those that show their whole text, since no list can. */
  readonly #expanded = new Set<string>();
  /** Whether nothing covers the toasts. */
  #canShow = false;
  /** How every toast is shown. */
  #settings: RowSettings = {
    ...cardDefaults,
    localization: this.#localization.current,
    mode: 'toast',
    renderNotification: this.renderNotification,
  };

  constructor() {
    super();
    new AttributeCheck(this);
    // First the popover is shown, then the rows move, and then the focus.
    this.addController({ hostUpdated: () => this.#show() });
    new RowMotion(
      this,
      () => this.#list,
      () => isRendered(this),
      () => {
        // Not within the update.
        void this.updateComplete.then(() => this.requestUpdate());
      },
    );
    this.#focus = new ToastFocus(this, {
      getRows: () => (this.#isTop ? this.#rows.reverse() : this.#rows),
      canFocus: () => this.#gate.isOpen,
    });
    this.#sessionController.onCustomerGone(() => this.#clear());
    this.#sessionController.events.subscribe((event) => {
      if (event.type === 'arrival') this.#gate.add(event);
      if (event.type !== 'seen-change') return;
      this.#gate.remove(event.ids);
      this.#remove(event.ids);
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // Unless they move within the page.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#clear();
      if (this.#customCards.clear()) this.#settings = { ...this.#settings };
    });
  }

  /** By now the controllers have the session and the language that are to be shown. */
  protected override update(changed: PropertyValues<this>): void {
    this.#settings = reuseEqual(this.#settings, {
      ...this.#settings,
      localization: this.#localization.current,
      renderNotification: this.renderNotification,
      answers: this.#sessionController.notificationStore ?? null,
    });
    this.#removeOutdated();
    this.#canShow = this.#loadedItems.length > 0 && this.#gate.observe();
    super.update(changed);
  }

  protected override updated(): void {
    this.#customCards.prune();
    // In the back/forward cache, no toast may be on its way out.
    const isReturning = this.#sessionController.notificationStore?.isReturning === true;
    if (this.#isShown && this.#stackElement && (isReturning || this.#list?.childElementCount === 0))
      hidePopover(this.#stackElement);
  }

  protected override render(): TemplateResult {
    const { messages } = this.#localization;
    return html`<div class="root">
      <div
        class="stack"
        part="toasts"
        popover="manual"
        role="region"
        aria-label=${messages.notifications}
        aria-keyshortcuts=${focusKey}
        data-placement=${this.placement ?? 'bottom-end'}
        @keydown=${this.#handleKeydown}
        @focusin=${(event: FocusEvent) => this.#focus.handleFocusIn(event)}
        @focusout=${this.#restartTimers}
        @pointerleave=${this.#restartTimers}
      >
        ${this.#isTop ? nothing : this.#renderMore()}
        <div class="list" @card-act=${this.#handleCardAct}>${this.#renderRows()}</div>
        ${this.#isTop ? this.#renderMore() : nothing}
      </div>
      ${this.#announcer.render()}
    </div>`;
  }

  #renderMore(): TemplateResult | typeof nothing {
    const { collapsedCount } = this.#stack;
    if (collapsedCount === 0) return nothing;
    const { locale, messages } = this.#localization;
    return html`<button class="more" part="more" type="button" @click=${this.#handleMoreClick}>
      ${keyed(collapsedCount, plural(messages.moreArrived, collapsedCount, locale))}
    </button>`;
  }

  /** The toasts from the edge of the window on, the oldest one first, since nothing moves when another one comes. */
  #renderRows(): unknown {
    const items = this.#canShow ? this.#loadedItems : [];
    return this.#toastRows.render(items, { isReversed: !this.#isTop, settings: this.#settings });
  }

  #show(): void {
    if (!this.isConnected || !this.#canShow) return;
    const items = this.#loadedItems;
    if (items.length > 0 && !this.#isShown && this.#stackElement) {
      showPopover(this.#stackElement);
      whenUnusable(this.#stackElement, () => this.#handleUnusable());
    }
    this.#timers.update(
      items.map(({ id }) => id),
      parseDuration(this.duration),
    );
  }

  get #loadedItems(): NotificationItem[] {
    return this.#items.filter(({ record }) => record !== null);
  }

  get #list(): Element | null {
    return this.renderRoot.querySelector('.list');
  }

  get #isTop(): boolean {
    return this.placement?.startsWith('top') === true;
  }

  get #stackElement(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>('.stack');
  }

  get #isShown(): boolean {
    return isPopoverOpen(this.#stackElement);
  }

  /** The rows in their order, without those that are about to go. */
  get #rows(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>('.list > [role=article]')];
  }

  /** What is known of the toasts, the oldest one first. */
  get #items(): NotificationItem[] {
    const store = this.#sessionController.notificationStore;
    return store ? this.#stack.shown.map((id) => store.get(id)) : [];
  }

  #handleArrival(event: ArrivalEvent): void {
    const store = this.#sessionController.notificationStore;
    if (!store || this.session?.alerts.quietUntil || !isRendered(this)) return;
    const ids = event.ids.filter((id) => {
      const item = store.get(id);
      return item.isRead !== true && !isMissed(item) && !shownOnPage.has(id);
    });
    if (ids.length === 0) return;
    this.#shownEvents.emit(event);
    for (const id of ids) shownOnPage.set(id, this);
    const max = queryMedia(smallScreen).matches ? 1 : parseMax(this.max);
    const room = max - this.#stack.shown.length;
    // Nothing comes below the pointer.
    this.#stack.add(ids, isInUse(this.#stackElement) ? 0 : room);
    this.#load();
  }

  /** Loads the records of the toasts. The inbox says which could not be loaded. */
  #load(): void {
    const store = this.#sessionController.notificationStore;
    for (const { id, record } of this.#items) {
      if (record) continue;
      store?.load(id).then(
        () => isMissed(store.get(id)) && this.#remove([id]),
        () => this.#remove([id]),
      );
    }
    this.requestUpdate();
  }

  /** Toasts that nobody can see are gone, and those of an inert page wait. */
  #handleUnusable(): void {
    if (!isRendered(this)) this.#clear();
    this.requestUpdate();
  }

  /** Removes what is no longer new: read, dismissed, or gone. */
  #removeOutdated(): void {
    if (this.#stack.size === 0) return;
    const outdated = new Set(this.#stack.ids);
    // The newest ones come first.
    for (const { id, isRead } of this.#sessionController.notificationState.items) {
      if (isRead !== true || this.#pressed.has(id)) outdated.delete(id);
      if (outdated.size === 0) return;
    }
    this.#remove([...outdated]);
  }

  /** Removes toasts. Their notifications stay as they are. */
  #remove(ids: readonly string[]): void {
    const removed = ids.filter((id) => this.#stack.has(id));
    if (removed.length === 0) return;
    this.#stack.remove(removed);
    this.#forget();
    this.requestUpdate();
  }

  #clear(): void {
    this.#gate.clear();
    this.#stack.clear();
    this.#timers.clear();
    this.#forget();
  }

  /** Forgets what is noted of toasts that are gone. */
  #forget(): void {
    for (const [id, element] of shownOnPage)
      if (element === this && !this.#stack.has(id)) shownOnPage.delete(id);
    for (const noted of [this.#pressed, this.#expanded])
      for (const id of noted) if (!this.#stack.has(id)) noted.delete(id);
  }

  #handleCardAct(event: CardActEvent): void {
    const { act } = event;
    if (act.type === 'read') {
      this.#pressed.add(act.id);
      this.#sessionController.notificationStore?.markRead([act.id]);
    } else if (act.type === 'close') this.#remove([act.id]);
    else if (act.type === 'open') {
      if (revealInList(this.session, act.id)) event.preventDefault();
      else this.#expanded.add(act.id);
    }
  }

  /** A toast that was pressed goes, also if the page handles the press, unless it now shows its whole text. */
  #handleSelected(id: string): void {
    if (!this.#expanded.has(id)) this.#remove([id]);
  }

  #handleMoreClick(): void {
    if (openBell(this.session)) return;
    this.#stack.expand(expandBy);
    this.#load();
    // The button may go with what it stands for.
    this.#focus.focusNewest();
  }

  #handleTimeout(id: string): void {
    if (isInUse(this.#stackElement) || isPageHidden() || !this.#gate.isOpen) this.requestUpdate();
    else this.#remove([id]);
  }

  /** Whoever has looked at the toasts, or used one, has the whole time again for the others. */
  #restartTimers(): void {
    this.#timers.clear();
    // Not within the update that removes the toast with the focus.
    queueMicrotask(() => this.requestUpdate());
  }

  #handleKeydown(event: KeyboardEvent): void {
    // A dialog of a card, such as the picture viewer, has a use of its own for the key.
    const isInDialog = pathWithin(event).some((element) => element instanceof HTMLDialogElement);
    if (event.key !== 'Escape' || event.defaultPrevented || isInDialog) return;
    consumeKey(event);
    const row = this.#rows.find((candidate) => candidate.matches(':focus-within'));
    this.#remove(row?.dataset.id === undefined ? this.#stack.ids : [row.dataset.id]);
  }
}

function isMissed(item: NotificationItem): boolean {
  const time = parseShownTime(listDate(item));
  return time !== null && leadingTab.isMissed(time);
}

declare global {
  interface HTMLElementTagNameMap {
    'nudge-toasts': NudgeToasts;
  }
}
