import {
  html,
  nothing,
  type CSSResultGroup,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import type { CustomerClientOptions } from '../../api/customer-client.js';
import { lazy } from '../../common/lazy.js';
import type { NotificationGroup } from '../../inbox/preferences/preference-state.js';
import type { Session } from '../../inbox/session.js';
import type { NotificationSource } from '../../inbox/sources/source.js';
import type { Messages } from '../../localization/messages.js';
import { emit, type NavigateDetail, type OpenDetail } from '../base/events.js';
import { DeepLink } from '../base/deep-link.js';
import { LocalizationController } from '../base/localization-controller.js';
import { NudgeElement } from '../base/nudge-element.js';
import { SessionController, sessionProperties, type SessionSettings } from '../base/session-controller.js';
import type { NudgeInbox } from '../inbox/inbox.js';
import { Announcer } from '../shared/announcer.js';
import { bellIcon, closeIcon, renderIconButton } from '../shared/icons.js';
import { nameWithCount, selectCount, type BellBadge, type BellCount } from './bell-count.js';
import { bellStyles } from './bell.styles.js';
import { loadPanel } from './load-panel.js';
import { hasAnchorPositioning, type Placement } from './placement.js';

/** On these screens the header scrolls with the list, which needs the height. */
const lowScreen = '(max-height: 479px)';
/** On these screens the panel is a sheet over the whole width. */
const smallScreen = `(max-width: 479px), ${lowScreen}`;
/** Slots that are passed on to the inbox. */
const inboxSlots = ['header', 'empty', 'error', 'signed-out', 'footer'];

/**
 * A bell button with the number of new or unread notifications. It opens the inbox in a panel.
 *
 * @tag nudge-bell
 * @slot icon - Replaces the bell icon.
 * @slot header - Replaces the heading of the panel.
 * @slot empty - Replaces the text of an empty panel.
 * @slot error - Replaces the text of a panel that has nothing to show because of an error.
 * @slot signed-out - Replaces the text of the panel that is shown if nobody is signed in.
 * @slot footer - Content below the list of the panel.
 * @csspart bell - The button.
 * @csspart badge - The badge with the number of new or unread notifications; empty, as a dot, while the number is not known.
 * @csspart panel - The panel.
 * @fires {CustomEvent<OpenDetail>} nudge-open - The customer opens the panel; cancel the event to keep it closed.
 * @fires {CustomEvent<OpenDetail>} nudge-close - The customer closes the panel; cancel the event to keep it open. Not cancelable if the browser has closed it.
 * @fires {CustomEvent<SelectDetail>} nudge-select - A notification was pressed; cancel the event to neither mark it as read nor follow its link or open its whole text.
 * @fires {CustomEvent<NavigateDetail>} nudge-navigate - A link is about to be followed; cancel the event to navigate yourself.
 * @fires {CustomEvent<ActionDetail>} nudge-action - A button of a notification was pressed.
 * @fires {CustomEvent<ReadChangeDetail>} nudge-read-change - Notifications were marked as read or unread.
 * @fires {CustomEvent<SeenChangeDetail>} nudge-seen-change - Notifications were seen, while the list was visible here or elsewhere.
 * @fires {CustomEvent<DismissChangeDetail>} nudge-dismiss-change - Notifications were dismissed or restored.
 * @fires {CustomEvent<UnreadCountDetail>} nudge-unread-count-change - The number of unread notifications changed.
 * @fires {CustomEvent<ArrivalDetail>} nudge-arrival - New notifications arrived.
 * @fires {CustomEvent<PreferenceChangeDetail>} nudge-preference-change - A preference was saved.
 * @fires {CustomEvent<ErrorDetail>} nudge-error - A request to the service or to the source failed.
 */
export class NudgeBell extends NudgeElement implements SessionSettings {
  static override styles: CSSResultGroup = bellStyles;
  static override properties: PropertyDeclarations = {
    open: { type: Boolean, reflect: true },
    placement: {},
    badge: {},
    maxCount: { attribute: 'max-count', type: Number },
    label: {},
    deepLink: { attribute: 'deep-link' },
    readOnView: { attribute: 'read-on-view', type: Boolean },
    renderNotification: { attribute: false },
    titleCount: { attribute: 'title-count', type: Boolean },
    appBadge: { attribute: 'app-badge', type: Boolean },
    ...sessionProperties,
    messages: { attribute: false },
  };

  /** Whether the panel is open. */
  open = false;
  /** Where the panel opens if there is room: below or above the bell, aligned with its end or start. */
  placement: Placement | null = 'bottom-end';
  /**
   * What the badge counts. `unseen`: unread notifications that have come since the panel was opened last. `unread`: all that
   * are unread.
   */
  badge: BellBadge = 'unseen';
  /** The highest number in the badge, at most 99; a higher count is shown with a plus. */
  maxCount = 99;
  /** Accessible name of the bell and the panel. Default: `Notifications` in the language of the page. */
  label?: string | null | undefined;
  /** The parameter in the hash of the page's address that names a notification to reveal: `notification` for `#notification=<id>`. */
  deepLink: string | null = null;
  /** Whether a notification is marked as read after two seconds in view. */
  readOnView = false;
  /** Returns your own card for a record: an element, a text or a Lit template. Null renders the default card. */
  renderNotification?: NudgeInbox['renderNotification'];
  /** Whether the title of the page starts with the number in the badge, or with a dot if that is not known. */
  titleCount = false;
  /** Whether the app icon of an installed page shows the number in the badge, or a dot if that is not known. */
  appBadge = false;

  /** The session to show. Elements with the same session share one state. Takes precedence over the settings below. */
  session?: Session | undefined;
  /** Base URL of the service, `<prefix>/v1/<service>`, or a same-origin path. */
  baseUrl?: string | undefined;
  /** Returns the token of the signed-in customer, or a promise of it. */
  getToken?: CustomerClientOptions['getToken'] | undefined;
  /** Where a backend of `nudge-inbox/backend` is mounted. It replaces the token, the source and the groups. */
  backendUrl?: string | null | undefined;
  /** Ids of the customer's notifications, newest first. As an attribute, a JSON array. */
  ids?: readonly string[] | undefined;
  /** Provides further ids and arrivals. */
  source?: NotificationSource | undefined;
  /** Groups of notifications that the customer can switch on and off. As an attribute, a JSON array. */
  groups?: readonly NotificationGroup[] | undefined;
  /** Identifies the customer whose state is stored on the device; without it, nothing is stored. */
  customerKey?: string | null | undefined;
  /** Replaces the `fetch` of the page, for instance by that of a sandbox. */
  fetch?: typeof fetch | undefined;
  /** Texts that replace those of the language; omitted ones stay unchanged. */
  messages?: Partial<Messages> | undefined;

  readonly #sessionController = new SessionController(this);
  readonly #localization = new LocalizationController(this);
  readonly #announcer = new Announcer(this, this.#sessionController, this.#localization);
  #hasOpened = false;
  /** Whether the bell was pressed by a key. */
  #isKeyPress = false;
  /** Whether the browser is about to hide the panel: it announces that before it happens. */
  #isHiding = false;
  /** Ends the layout of the open panel by script. */
  #layout: AbortController | undefined;
  readonly #loadPageCount = lazy(async () => {
    const { PageCountController } = await import('./page-count-controller.js');
    return new PageCountController(this, () => {
      const { count, isComplete } = this.#count;
      return {
        title: this.titleCount && count > 0 ? this.#badgeText || '•' : '',
        badge: this.appBadge ? (isComplete || count === 0 ? count : 'dot') : null,
      };
    });
  });

  constructor() {
    super();
    new DeepLink(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#layout?.abort();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('open')) this.#announcer.clear();
    if (this.open) this.#hasOpened = true;
    const inbox = this.open && changed.has('open') && this.renderRoot.querySelector('nudge-inbox');
    // The panel always opens with the notifications, even if it was closed with the preferences.
    if (inbox) inbox.view = 'inbox';
    if (inbox && inbox.filter === 'dismissed') inbox.filter = 'all';
  }

  protected override updated(): void {
    // Also after a move within the page, since detaching the element closes its popover.
    if (this.open !== this.#isShown && !this.#isHiding) this.#show(this.open);
    // Without its code the page has no count; the next update tries again.
    if (this.titleCount || this.appBadge) this.#loadPageCount().catch(() => undefined);
  }

  /** @internal The session that is shown, given or created. */
  get activeSession(): Session | undefined {
    return this.#sessionController.session;
  }

  /**
   * Opens the panel, scrolls to a notification, focuses it and marks it as read. One that is not on the list is loaded by its
   * id and added. If it is not available to this customer, a line says so.
   *
   * @param id - the id of the notification
   * @returns whether the notification is shown
   */
  async reveal(id: string): Promise<boolean> {
    if (!this.isConnected) return false;
    this.open = true;
    const panel = this.#panel;
    // A panel that is closing opens after that.
    if (this.#isHiding)
      await new Promise((resolve) => panel?.addEventListener('toggle', resolve, { once: true }));
    await Promise.all([this.updateComplete, customElements.whenDefined('nudge-inbox')]);
    return this.renderRoot.querySelector('nudge-inbox')?.reveal(id) ?? false;
  }

  protected override render(): TemplateResult {
    return html`<div class="root" @focusout=${this.#handleFocusOut}>
      <button
        class="bell"
        part="bell"
        type="button"
        popovertarget="panel"
        aria-haspopup="dialog"
        aria-expanded=${this.open}
        aria-label=${nameWithCount(this.#label, this.#count, this.#localization.current)}
        @click=${this.#handleBellClick}
        @keydown=${this.#handleKeydown}
        @pointerenter=${loadPanel}
        @focus=${loadPanel}
      >
        <slot name="icon">${bellIcon}</slot>
      </button>
      ${this.#count.count > 0 ? html`<span class="badge" part="badge" aria-hidden="true">${this.#badgeText}</span>` : nothing}
      <dialog
        id="panel"
        part="panel"
        popover="auto"
        tabindex="-1"
        data-placement=${this.placement ?? nothing}
        aria-label=${this.#label}
        @beforetoggle=${this.#handleBeforeToggle}
        @toggle=${this.#handleToggle}
        @close=${this.#handleDialogClose}
        @cancel=${this.#handleDialogCancel}
        @click=${this.#handleDialogClick}
        @keydown=${this.#handleKeydown}
        @nudge-navigate=${this.#handleNavigate}
      >
        ${this.#hasOpened ? this.#renderInbox() : nothing} ${this.#announcer.render(this.#isModal)}
      </dialog>
      ${this.#announcer.render(!this.#isModal)}
    </div>`;
  }

  #renderInbox(): TemplateResult {
    return html`<nudge-inbox
      exportparts="header, heading, filters, list, section, switch, problem, day, arrivals, undo, failure, empty, notice, avatar, card, title, subtitle, body, time, images, viewer, files, tags, actions"
      .session=${this.activeSession}
      .heading=${this.label}
      .localization=${this.#localization.current}
      .isEmbedded=${true}
      .cardParent=${this}
      .readOnView=${this.readOnView}
      .renderNotification=${this.renderNotification}
    >
      ${
        // A filled slot replaces the inbox's own text, so an empty one is assigned no slot; `slotchange` shows when
        // content arrives.
        inboxSlots.map(
          (name) =>
            html`<slot
              name=${name}
              slot=${this.querySelector(`:scope > [slot=${name}]`) ? name : ''}
              @slotchange=${() => this.requestUpdate()}
            ></slot>`,
        )
      }
      ${renderIconButton(this.#localization.messages.close, closeIcon, () => this.#close('close-button'), { slot: 'header-actions' })}
    </nudge-inbox>`;
  }

  get #label(): string {
    return this.label?.trim() ? this.label : this.#localization.messages.notifications;
  }

  get #count(): BellCount {
    return selectCount(this.#sessionController.notificationState, this.badge);
  }

  /** Empty for a plain dot: a number that only grows while pages are loaded would mislead. */
  get #badgeText(): string {
    const { count, isComplete } = this.#count;
    if (!isComplete) return '';
    const max = Number.isFinite(this.maxCount) ? Math.min(99, Math.max(1, Math.trunc(this.maxCount))) : 99;
    return `${Math.min(count, max).toLocaleString(this.#localization.locale)}${count > max ? '+' : ''}`;
  }

  get #bell(): HTMLButtonElement | null {
    return this.renderRoot.querySelector('button');
  }

  get #panel(): HTMLDialogElement | null {
    return this.renderRoot.querySelector('dialog');
  }

  get #isShown(): boolean {
    return this.#isModal || this.#panel?.matches(':popover-open') === true;
  }

  get #isModal(): boolean {
    // Not by the `open` attribute: a dialog that moves within the page keeps it, but is no longer modal.
    return this.#panel?.matches(':modal') === true;
  }

  #show(open: boolean): void {
    const panel = this.#panel;
    if (!this.isConnected || !panel) return;
    if (!open) {
      this.#layout?.abort();
      this.#returnFocus();
      if (this.#isModal) panel.close();
      else panel.hidePopover();
      return;
    }
    loadPanel();
    panel.open = false;
    panel.removeAttribute('style');
    // For the focus ring: browsers would show it, too, if a script or the mouse opens the panel.
    panel.toggleAttribute('data-by-keyboard', this.#isKeyPress);
    this.#isKeyPress = false;
    this.#layOut(panel);
    if (panel.classList.contains('sheet')) panel.showModal();
    else panel.showPopover();
    panel.focus();
  }

  /** Chromium drops the focus when a popover in a shadow root closes. Focus outside of the panel stays where it is. */
  #returnFocus(): void {
    if (this.#panel?.matches(':focus-within')) this.#bell?.focus();
  }

  /** Lays out the panel as a sheet, or at the bell, again whenever the screen changes from one to the other. */
  #layOut(panel: HTMLElement): void {
    this.#layout?.abort();
    const { signal } = (this.#layout = new AbortController());
    const [small, low] = [matchMedia(smallScreen), matchMedia(lowScreen)];
    for (const query of [small, low]) query.addEventListener('change', () => this.#layOut(panel), { signal });
    panel.classList.toggle('sheet', small.matches);
    // Not by a media rule: in WebKit, those of a shared style sheet may not follow the window.
    panel.classList.toggle('low', low.matches);
    // The sheet would cover the page that the customer went back to.
    if (small.matches) window.addEventListener('popstate', () => this.#close('navigate'), { signal });
    // The panel also works where this code does not load.
    if (small.matches) this.#makeDraggable(panel, signal).catch(() => undefined);
    else if (!hasAnchorPositioning()) this.#keepPositioned(panel, signal).catch(() => undefined);
  }

  /** Positions the panel by script, again whenever the page scrolls or is resized, until it closes. */
  async #keepPositioned(panel: HTMLElement, signal: AbortSignal): Promise<void> {
    const { positionPanel } = await import('./position-panel.js');
    if (signal.aborted) return;
    // The page may have set anything.
    const position = (): void => positionPanel(panel, this, String(this.placement));
    position();
    window.addEventListener('resize', position, { signal });
    window.addEventListener('scroll', position, { signal, capture: true, passive: true });
  }

  async #makeDraggable(panel: HTMLElement, signal: AbortSignal): Promise<void> {
    const { makeDraggable } = await import('./sheet-drag.js');
    makeDraggable(panel, () => this.#close('drag'), signal);
  }

  #close(reason: OpenDetail['reason']): void {
    if (this.open && emit(this, 'nudge-close', { reason }, { cancelable: true })) this.open = false;
  }

  #handleBellClick(event: MouseEvent): void {
    // A press of the mouse has a count.
    this.#isKeyPress = event.detail === 0;
    // `popovertarget` only keeps a click on the bell from closing the popover as a click outside would.
    event.preventDefault();
    if (this.open) this.#close('button');
    else if (emit(this, 'nudge-open', { reason: 'button' }, { cancelable: true })) this.open = true;
  }

  #handleKeydown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.open || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    this.#goBack();
  }

  /** Returns from the preferences to the notifications, else closes the panel. */
  #goBack(): void {
    const inbox = this.renderRoot.querySelector('nudge-inbox');
    if (inbox?.view === 'preferences') inbox.view = 'inbox';
    else this.#close('escape');
  }

  /** Focus never goes behind the panel: as on a click outside, the panel closes. */
  #handleFocusOut({ relatedTarget }: FocusEvent): void {
    if (!(relatedTarget instanceof Node) || this.contains(relatedTarget)) return;
    if (!this.renderRoot.contains(relatedTarget)) this.#panel?.hidePopover();
  }

  /** The browser closes a popover after a click outside, when another popover opens, and on a back gesture. */
  #handleBeforeToggle(event: ToggleEvent): void {
    if (event.newState !== 'closed') return;
    this.#isHiding = true;
    this.#handleClosedByBrowser();
  }

  #handleToggle(): void {
    this.#isHiding = false;
    this.requestUpdate();
  }

  #handleDialogClose(): void {
    if (!this.#isShown && !this.#isHiding) this.#handleClosedByBrowser();
  }

  #handleClosedByBrowser(): void {
    if (!this.open) return;
    this.#layout?.abort();
    this.#returnFocus();
    this.open = false;
    emit(this, 'nudge-close', { reason: 'browser' });
  }

  #handleDialogCancel(event: Event): void {
    event.preventDefault();
    this.#goBack();
  }

  #handleDialogClick(event: MouseEvent): void {
    // A click on the dialog itself is one outside of the inbox.
    if (event.target === event.currentTarget) this.#close('outside');
  }

  /** Closes the panel if the page's router handles the link, since it would cover what the router shows. */
  #handleNavigate(event: CustomEvent<NavigateDetail>): void {
    queueMicrotask(() => {
      if (event.defaultPrevented) this.#close('navigate');
    });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'nudge-bell': NudgeBell;
  }
}
