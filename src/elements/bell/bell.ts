import { html, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { warnOnce } from '../../common/warn.js';
import { flag, parseNumber } from '../base/attributes.js';
import { emit, type OpenDetail } from '../base/events.js';
import { DeepLink } from '../base/deep-link.js';
import { consumeKey } from '../base/keys.js';
import { LocalizationController } from '../base/localization-controller.js';
import { SessionController } from '../base/session/session-controller.js';
import { InboxOptionsElement } from '../inbox/inbox-options-element.js';
import { Announcer } from '../shared/announcer.js';
import { bellIcon } from '../shared/icons.js';
import { safeLink } from '../../common/links.js';
import { placeBeside, type Placement } from '../base/position.js';
import { badgeText, nameWithCount, selectCount, type BellBadge, type BellCount } from './bell-count.js';
import type { PanelState } from '../base/panel-state.js';
import type { BellPanel } from './bell-panel.js';
import type { BellParts } from './bell-parts.js';
import { bellStyles } from './bell.styles.js';
import { isSavingData, loadPanel, loadPanelOnIdle } from './load-panel.js';
import { PageCountController } from './page-count-controller.js';
import { hidePopover, isPopoverOpen, matchesState, showPopover } from '../base/platform.js';
import { isUsable, whenUnusable, whenUsable } from '../base/usable.js';
import { firstIds } from '../../session/notifications/state/notification-item.js';
import { needsSignIn } from '../../session/notifications/state/notification-state.js';

/**
 * A bell button with the number of new or unread notifications. It opens the inbox in a panel.
 *
 * @tag nudge-bell
 * @slot icon - Replaces the bell icon.
 * @slot header - Replaces the heading of the panel.
 * @slot header-actions - Further buttons in the header of the panel, before the one that closes it.
 * @slot empty - Replaces the text of an empty panel.
 * @slot error - Replaces the text of a panel that has nothing to show because of an error.
 * @slot signed-out - Replaces the text of the panel that is shown if nobody is signed in.
 * @slot footer - Content below the list of the panel.
 * @csspart bell - The button.
 * @csspart badge - The badge with the number of new or unread notifications; empty, as a dot, while the number is not known.
 * @csspart panel - The panel.
 * @cssprop [--nudge-avatar-size=40px] - Width and height of the avatars, multiplied by the density unless it is set; several of one notification share this room.
 * @cssprop [--nudge-avatar-radius=50%] - Radius of the avatars' corners.
 * @fires {CustomEvent<OpenDetail>} nudge-open - The customer opens the panel; cancel the event to keep it closed.
 * @fires {CustomEvent<OpenDetail>} nudge-close - The customer closes the panel; cancel the event to keep it open. Not cancelable if the browser has closed it.
 * @fires {CustomEvent<SelectDetail>} nudge-select - A notification was pressed; cancel the event to neither mark it as read nor follow its link or open its whole text.
 * @fires {CustomEvent<NavigateDetail>} nudge-navigate - A link is about to be followed; cancel the event to navigate yourself.
 * @fires {CustomEvent<ActionDetail>} nudge-action - A button of a notification was pressed.
 * @fires {CustomEvent<ReadChangeDetail>} nudge-read-change - Notifications were marked as read or unread.
 * @fires {CustomEvent<SeenChangeDetail>} nudge-seen-change - Notifications were seen, while the list was visible here or elsewhere.
 * @fires {CustomEvent<DismissChangeDetail>} nudge-dismiss-change - Notifications were dismissed or restored.
 * @fires {CustomEvent<AnswerChangeDetail>} nudge-answer-change - Notifications were answered, are about to be, or are open again.
 * @fires {CustomEvent<TabChangeDetail>} nudge-tab-change - The customer has selected another tab, or a notification is revealed in it.
 * @fires {CustomEvent<UnreadCountDetail>} nudge-unread-count-change - The number of unread notifications changed.
 * @fires {CustomEvent<ArrivalDetail>} nudge-arrival - New notifications arrived.
 * @fires {CustomEvent<PreferenceChangeDetail>} nudge-preference-change - A preference was saved.
 * @fires {CustomEvent<ErrorDetail>} nudge-error - A request to the service or to the source failed.
 */
export class NudgeBell extends InboxOptionsElement {
  static override styles: CSSResultGroup = bellStyles;

  /**
   * Whether the panel is open. While the bell is not rendered, or inert, as in a closed menu or behind a modal dialog, the panel
   * waits. The attribute opens it, and does not say that it was opened: copies of the page stay closed.
   */
  @property({ converter: flag }) open = false;
  /** Where the panel opens if there is room: below or above the bell, aligned with its end or start. */
  @property() placement: Placement | null = 'bottom-end';
  /**
   * What the badge counts. `unseen`: unread notifications that have come since the panel was opened last. `unread`: all that
   * are unread.
   */
  @property() badge: BellBadge = 'unseen';
  /** The highest number in the badge, at most 99; a higher count is shown with a plus. */
  @property({ attribute: 'max-count', converter: parseNumber }) maxCount = 99;
  /** Accessible name of the bell and the panel. Default: `Notifications` in the language of the page. */
  @property() label?: string | null | undefined;
  /** Whether the title of the page starts with the number in the badge, or with a dot if that is not known. */
  @property({ attribute: 'title-count', converter: flag }) titleCount = false;
  /** Whether the app icon of an installed page shows the number in the badge, or a dot if that is not known. */
  @property({ attribute: 'app-badge', converter: flag }) appBadge = false;
  /** The address of a page with the notifications, to which a link leads if the code of the panel could not be loaded. */
  @property() href: string | null = null;

  /** Whether a pointer or the focus on the button shows that the customer is about to open the panel. */
  @state() private isOpeningExpected = false;

  readonly #sessionController = new SessionController(this);
  readonly #localization = new LocalizationController(this);
  readonly #announcer = new Announcer(this, this.#sessionController, this.#localization);
  /** Exists once an opening was expected, so that a press only shows it, or at the first opening. */
  #panel: BellPanel | undefined;
  /** Exists once `titleCount` or `appBadge` is set. */
  #pageCount: PageCountController | undefined;
  /** Whether arrivals are alerted, or the code for it is loading, once `desktop` or `sound` is set. */
  #hasAlerts = false;
  /** Settles when the code of the panel is loaded, or could not be. */
  #loading: Promise<void> | undefined;
  /** Whether a line says that the code of the panel could not be loaded. */
  #hasFailed = false;
  /** Whether a key has opened the panel. */
  #isOpenedByKey = false;
  /** Whether the panel waits for a button that the customer can use. */
  #isWaiting = false;
  /** Ends the observation of the button for which the panel waits. */
  #observing: AbortController | undefined;

  constructor() {
    super();
    new DeepLink(this);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('open')) this.#announcer.clear();
    if (this.open) this.#hasFailed = false;
    if (!this.open) this.#isOpenedByKey = false;
    this.#isWaiting = this.open && !this.#panel?.isShown && !this.#isUsable;
    if (this.isShowing && !this.#panel) this.#loading ??= this.#loadPanel();
    if (!this.#pageCount && (this.titleCount || this.appBadge)) this.#pageCount = this.#createPageCount();
    if (!this.#hasAlerts && (this.desktop || this.sound)) void this.#createAlerts();
  }

  protected override firstUpdated(): void {
    // Else a pointer or the focus on the bell loads it.
    if (!isSavingData()) void loadPanelOnIdle();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('open') && !this.open) this.removeAttribute('open');
    this.#observeButton();
    if (this.#hasFailed) this.#showFailure();
    if (this.snooze) this.session?.notifications.restoreSnoozes();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopObserving();
  }

  protected override get slotNames(): readonly string[] {
    return ['icon', ...super.slotNames];
  }

  /** @internal Whether the panel is shown, or about to be. */
  get isShowing(): boolean {
    return this.open && !this.#isWaiting;
  }

  /** @internal What a deep link waits for. */
  get revealTarget(): Element | null {
    return this.renderRoot.querySelector('button');
  }

  /**
   * Opens the panel, scrolls to a notification, focuses it and marks it as read. One that is not on the list is loaded by its
   * id and added. If it is not available to this customer, a line says so. Does nothing while the bell is not rendered, or inert,
   * as in a closed menu or behind a modal dialog.
   *
   * @param id - the id of the notification
   * @returns whether the notification is shown
   */
  async reveal(id: string): Promise<boolean> {
    if (!this.isConnected) return false;
    if (!this.hasUpdated) await this.updateComplete;
    if (!this.#isUsable) return false;
    this.open = true;
    await this.updateComplete;
    await this.#loading;
    await this.updateComplete;
    if (!this.isShowing) return false;
    return this.#panel?.reveal(id) ?? false;
  }

  /**
   * Focuses the button.
   *
   * @since next
   */
  override focus(options?: FocusOptions): void {
    this.shadowRoot?.querySelector('button')?.focus(options);
  }

  /** @internal Closes the panel, unless the page prevents it. */
  close(reason: OpenDetail['reason']): void {
    if (this.open && emit(this, 'nudge-close', { reason }, { cancelable: true })) this.open = false;
  }

  /** @internal Follows a panel that was closed by the browser, or could not be loaded. */
  handleClosed(): void {
    this.open = false;
    emit(this, 'nudge-close', { reason: 'browser' });
  }

  protected override render(): TemplateResult {
    return html`<div class="root" @focusout=${this.#handleFocusOut}>
      <button
        class="bell"
        part="bell"
        type="button"
        popovertarget="panel"
        aria-haspopup="dialog"
        aria-expanded=${this.isShowing}
        aria-busy=${this.#loading !== undefined}
        aria-label=${nameWithCount(this.#label, this.#count, this.#localization.current)}
        @click=${this.#handleClick}
        @keydown=${this.#handleKeydown}
        @pointerenter=${this.#expectOpening}
        @focus=${this.#expectOpening}
        @pointerleave=${this.#updateExpected}
        @blur=${this.#updateExpected}
      >
        <slot name="icon">${bellIcon}</slot>
      </button>
      ${
        this.#count.count > 0
          ? html`<span class="badge-layer"
              ><span
                class="badge"
                part="badge"
                aria-hidden="true"
                translate="no"
                .textContent=${this.#badgeText}
              ></span
            ></span>`
          : nothing
      }
      ${this.#hasFailed ? this.#renderFailure() : nothing}
      ${this.#panel?.render(this.#label, this.#panelState, this.#isOpenedByKey)}
      ${this.#announcer.render(!this.#panel?.isModal)}
    </div>`;
  }

  #renderFailure(): TemplateResult {
    const link = safeLink(this.href);
    return html`<div class="failure" popover @toggle=${this.#handleFailureToggle}>
      ${this.#localization.messages.panelFailed}
      ${link ? html`<a href=${link.href}>${this.#label}</a>` : nothing}
    </div>`;
  }

  #showFailure(): void {
    const failure = this.renderRoot.querySelector<HTMLElement>('.failure');
    const button = this.revealTarget;
    if (!failure || !button || !this.isConnected || isPopoverOpen(failure)) return;
    showPopover(failure);
    placeBeside(failure, button, { align: 'center', gap: 4 });
    whenUnusable(failure, () => isPopoverOpen(failure) && hidePopover(failure));
  }

  /** The browser closes it on Escape, and on a press elsewhere. */
  #handleFailureToggle(event: ToggleEvent): void {
    if (event.newState === 'open') return;
    this.#hasFailed = false;
    this.requestUpdate();
  }

  get #isUsable(): boolean {
    return this.revealTarget !== null && isUsable(this.revealTarget);
  }

  /** The panel opens when the customer can use the button. */
  #observeButton(): void {
    if (!this.#isWaiting || !this.isConnected) this.#stopObserving();
    else if (!this.#observing && this.revealTarget) {
      this.#observing = new AbortController();
      const handleUsable = (): void => {
        // By the time of the update, something else may be in front of the button.
        this.#stopObserving();
        this.requestUpdate();
      };
      whenUsable(this.revealTarget, handleUsable, this.#observing.signal);
    }
  }

  #stopObserving(): void {
    this.#observing?.abort();
    this.#observing = undefined;
  }

  #createPageCount(): PageCountController {
    return new PageCountController(this, () => {
      const { count, isComplete } = this.#count;
      const { status, problem } = this.#sessionController.notificationState;
      // Until then, the icon has what the last visit has left on it.
      const isKnown = status === 'ready' || needsSignIn(problem);
      return {
        title: this.titleCount && count > 0 ? this.#badgeText || '•' : '',
        badge: this.appBadge && isKnown ? (isComplete || count === 0 ? count : 'dot') : null,
      };
    });
  }

  async #createAlerts(): Promise<void> {
    this.#hasAlerts = true;
    const parts = await loadPanel();
    // The next update tries again.
    this.#hasAlerts = parts !== undefined;
    const context = { sessionController: this.#sessionController, localization: this.#localization };
    if (parts) new parts.ArrivalAlerts(this, context, () => (this.open = true));
  }

  #createPanel(parts: BellParts | undefined): void {
    if (!parts || this.#panel) return;
    this.#panel = new parts.BellPanel(this, this.#announcer, this.#localization);
    this.requestUpdate();
  }

  /** Renders the panel with the cards that it shows first, so that a press only has to show them. */
  async #expectOpening(): Promise<void> {
    // The list of a panel with tabs, or with another filter, may begin with others.
    const areFirst = !this.#panel && this.filter === 'all' && !this.tabs;
    if (areFirst) this.#setVisible(firstIds(this.#sessionController.notificationState.items));
    this.#createPanel(await loadPanel());
    this.#updateExpected();
    await this.updateComplete;
    // From now on the list of the panel says what it shows.
    if (areFirst) this.#setVisible([]);
  }

  /** What a pointer or the focus that leaves has begun to load goes on loading. */
  #updateExpected(): void {
    // Not within the update that moves the focus to the panel, or back.
    queueMicrotask(() => {
      this.isOpeningExpected = matchesState(this.revealTarget, ':hover, :focus');
    });
  }

  #setVisible(ids: readonly string[]): void {
    this.session?.notifications.setVisible(ids, { list: this });
  }

  get #panelState(): PanelState {
    if (this.isShowing) return 'open';
    return this.isOpeningExpected ? 'expected' : 'closed';
  }

  async #loadPanel(): Promise<void> {
    const parts = await loadPanel();
    this.#loading = undefined;
    this.requestUpdate();
    this.#createPanel(parts);
    if (parts || !this.open) return;
    this.handleClosed();
    // Closing clears what was announced.
    await this.updateComplete;
    this.#hasFailed = true;
    this.#announcer.announce(this.#localization.messages.panelFailed);
  }

  get #label(): string {
    return this.label?.trim() ? this.label : this.#localization.messages.notifications;
  }

  get #count(): BellCount {
    return selectCount(this.#sessionController.notificationState, this.badge);
  }

  get #badgeText(): string {
    return badgeText(this.#count, parseMaxCount(this.maxCount), this.#localization.locale);
  }

  #handleClick(event: MouseEvent): void {
    // `popovertarget` only keeps a click on the bell from closing the popover as a click outside would.
    event.preventDefault();
    if (this.open) this.close('button');
    else if (emit(this, 'nudge-open', { reason: 'button' }, { cancelable: true })) {
      this.open = true;
      // A press of the mouse has a count.
      this.#isOpenedByKey = event.detail === 0;
    }
  }

  #handleKeydown(event: KeyboardEvent): void {
    if (this.#panel) this.#panel.handleKeydown(event);
    else if (event.key === 'Escape' && this.open) {
      consumeKey(event);
      this.close('escape');
    }
  }

  #handleFocusOut(event: FocusEvent): void {
    if (this.#panel) this.#panel.handleFocusOut(event);
    // Who has gone on in the page does not wait for the panel.
    else if (this.open && event.relatedTarget) this.handleClosed();
  }
}

const highestCount = 99;

/** The page may have set anything. */
function parseMaxCount(value: unknown): number {
  if (typeof value === 'number' && !Number.isNaN(value))
    return Math.min(highestCount, Math.max(1, Math.trunc(value)));
  if (value !== null && value !== undefined) warnOfMaxCount(value);
  return highestCount;
}

function warnOfMaxCount(value: unknown): void {
  warnOnce(`<nudge-bell> cannot use max-count ${String(value)}: it uses ${highestCount}.`);
}

declare global {
  interface HTMLElementTagNameMap {
    'nudge-bell': NudgeBell;
  }
}
