import { html, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { NotificationStoreEvent } from '../../inbox/notifications/notification-state.js';
import { plural } from '../../localization/messages.js';
import { base } from '../../styles/base.js';
import { tokens } from '../../styles/tokens.js';
import { Announcer } from '../shared/announcer.js';
import { bellStyles } from './bell.styles.js';
import { loadPanel } from './load-panel.js';
import { emit, type NavigateDetail, type OpenDetail } from '../base/events.js';
import type { NudgeInbox } from '../inbox/inbox.js';
import { bellIcon, closeIcon, renderIconButton } from '../shared/icons.js';
import { PageCountController } from './page-count-controller.js';
import { hasAnchorPositioning, type Placement } from './placement.js';
import { SessionElement } from '../base/session-element.js';

/** Narrower than this the panel is a sheet over the whole width. */
const smallScreen = '(max-width: 479px)';
/** What the page may put in place of the inbox's own. */
const slots = ['header', 'empty', 'error', 'footer'];

/**
 * A bell with the number of unread notifications; it opens the inbox.
 *
 * @tag nudge-bell
 * @slot icon - Another icon in place of the bell.
 * @slot header - In place of the panel's heading.
 * @slot empty - In place of what an empty panel says.
 * @slot error - In place of what the panel says where nothing can be shown.
 * @slot footer - Below the panel's list.
 * @csspart bell - The button.
 * @csspart badge - The number of unread notifications.
 * @csspart panel - What opens.
 * @fires {CustomEvent<OpenDetail>} nudge-open - The customer opens the panel; cancel it to keep it closed.
 * @fires {CustomEvent<OpenDetail>} nudge-close - The customer closes the panel; can be cancelled unless the browser has closed it.
 * @fires {CustomEvent<NavigateDetail>} nudge-navigate - Before a link is followed; cancel it to go there yourself.
 * @fires {CustomEvent<ActionDetail>} nudge-action - A button of a notification was pressed.
 * @fires {CustomEvent<ReadChangeDetail>} nudge-read-change - Notifications were marked as read or unread.
 * @fires {CustomEvent<DismissChangeDetail>} nudge-dismiss-change - Notifications were dismissed, or restored.
 * @fires {CustomEvent<UnreadCountDetail>} nudge-unread-count-change - The number of unread ones changed.
 * @fires {CustomEvent<ArrivalDetail>} nudge-arrival - New notifications came.
 * @fires {CustomEvent<PreferenceChangeDetail>} nudge-preference-change - A choice of the preferences was saved.
 * @fires {CustomEvent<ErrorDetail>} nudge-error - Something could not be loaded or saved.
 */
export class NudgeBell extends SessionElement {
  static override styles: CSSResultGroup = [tokens, base, bellStyles];

  /** Whether the panel is open. */
  @property({ type: Boolean, reflect: true }) open = false;
  /** Where the panel opens if there is room: below or above, its end or start flush with the bell's. */
  @property() placement: Placement | null = 'bottom-end';
  /** The highest number that the badge shows, at most 99; beyond it a plus stands. */
  @property({ attribute: 'max-count', type: Number }) maxCount = 99;
  /** The bell's name and the panel's; `Notifications` in the page's language unless it is set. */
  @property() label?: string | null | undefined;

  /** Whether a notification in the panel is read once it was in view for two seconds. */
  @property({ attribute: 'read-on-view', type: Boolean }) readOnView = false;
  /** Makes cards of one's own in the panel: an element, or what Lit can render. Null gives the usual card. */
  @property({ attribute: false }) renderNotification?: NudgeInbox['renderNotification'];
  /** Whether the number of unread ones stands before the title of the page. */
  @property({ attribute: 'title-count', type: Boolean }) titleCount = false;
  /** Whether the icon of the app shows the number of unread ones, where the page is installed as one. */
  @property({ attribute: 'app-badge', type: Boolean }) appBadge = false;

  readonly #announcer = new Announcer(this);
  #wasOpened = false;
  /** Whether the browser is about to hide the panel, and says so before it does. */
  #isHiding = false;
  #following: AbortController | undefined;

  constructor() {
    super();
    new PageCountController(this, () => ({
      title: this.titleCount && this.notifications.unreadCount > 0 ? this.#badge : '',
      badge: this.appBadge ? this.notifications.unreadCount : null,
    }));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#following?.abort();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('open')) this.#announcer.forget();
    if (this.open) this.#wasOpened = true;
    const inbox = this.open && changed.has('open') && this.renderRoot.querySelector('nudge-inbox');
    // What is new comes first, wherever the customer was before.
    if (inbox) inbox.view = 'inbox';
  }

  protected override updated(): void {
    // Also after a move within the page, which closes what the browser had opened.
    if (this.open !== this.#isShown && !this.#isHiding) this.#show(this.open);
  }

  protected override render(): TemplateResult {
    const { unreadCount } = this.notifications;
    return html`<div class="root">
      <button
        class="bell"
        part="bell"
        type="button"
        popovertarget="panel"
        aria-haspopup="dialog"
        aria-expanded=${this.open}
        aria-label=${this.#name}
        @click=${this.#toggle}
        @keydown=${this.#closeByKey}
        @pointerenter=${loadPanel}
        @focus=${loadPanel}
      >
        <slot name="icon">${bellIcon}</slot>
      </button>
      ${unreadCount > 0 ? html`<span class="badge" part="badge" aria-hidden="true">${this.#badge}</span>` : nothing}
      <dialog
        id="panel"
        part="panel"
        popover="auto"
        tabindex="-1"
        data-placement=${this.placement ?? nothing}
        aria-label=${this.#label}
        @beforetoggle=${this.#followToggle}
        @toggle=${this.#settle}
        @close=${() => this.#isShown || this.#isHiding || this.#followClosing()}
        @cancel=${this.#cancel}
        @click=${this.#closeFromBackdrop}
        @keydown=${this.#closeByKey}
        @nudge-navigate=${this.#closeAfterRouting}
      >
        ${this.#wasOpened ? this.#renderInbox() : nothing} ${this.#announcer.render(this.#isModal)}
      </dialog>
      ${this.#announcer.render(!this.#isModal)}
    </div>`;
  }

  #renderInbox(): TemplateResult {
    return html`<nudge-inbox
      exportparts="header, heading, filters, list, section, switch, problem, day, arrivals, undo, failure, empty, notice, avatar, card, title, subtitle, body, time, images, viewer, files, tags, actions"
      .session=${this.activeSession}
      .heading=${this.label}
      .localization=${this.speech}
      .isEmbedded=${true}
      .readOnView=${this.readOnView}
      .renderNotification=${this.renderNotification}
    >
      ${
        // An empty slot would stand in place of the inbox's own words; without a place it still tells of what comes.
        slots.map(
          (name) =>
            html`<slot
              name=${name}
              slot=${this.querySelector(`:scope > [slot=${name}]`) ? name : ''}
              @slotchange=${() => this.requestUpdate()}
            ></slot>`,
        )
      }
      ${renderIconButton(this.words.close, closeIcon, () => this.#close('close-button'), { slot: 'header-actions' })}
    </nudge-inbox>`;
  }

  get #label(): string {
    return this.label?.trim() ? this.label : this.words.notifications;
  }

  get #name(): string {
    const { unreadCount, isUnreadCountComplete } = this.notifications;
    const label = this.#label;
    if (unreadCount === 0) return label;
    const message = isUnreadCountComplete ? this.words.bellUnread : this.words.bellUnreadAtLeast;
    return plural(message, unreadCount, this.locale, { label });
  }

  get #badge(): string {
    const { unreadCount, isUnreadCountComplete } = this.notifications;
    const most = Number.isFinite(this.maxCount) ? Math.min(99, Math.max(1, Math.trunc(this.maxCount))) : 99;
    const isMore = unreadCount > most || !isUnreadCountComplete;
    return `${Math.min(unreadCount, most).toLocaleString(this.locale)}${isMore ? '+' : ''}`;
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
    // Its attribute is no sign: a dialog that moves within the page keeps it, and is modal no more.
    return this.#panel?.matches(':modal') === true;
  }

  protected override hear(event: NotificationStoreEvent): void {
    if (event.type === 'arrival')
      this.#announcer.sayArrival(event, (count) => plural(this.words.arrived, count, this.locale));
  }

  #show(open: boolean): void {
    const panel = this.#panel;
    if (!this.isConnected || !panel) return;
    this.#following?.abort();
    if (!open) {
      this.#giveFocusBack();
      if (this.#isModal) panel.close();
      else panel.hidePopover();
      return;
    }
    loadPanel();
    panel.open = false;
    panel.removeAttribute('style');
    if (matchMedia(smallScreen).matches) panel.showModal();
    else {
      panel.showPopover();
      if (!hasAnchorPositioning()) void this.#followAnchor(panel);
    }
    panel.focus();
  }

  /** Chromium drops the focus of a popover in a shadow root, so it is given back by hand; focus elsewhere stays there. */
  #giveFocusBack(): void {
    if (this.#panel?.matches(':focus-within')) this.#bell?.focus();
  }

  async #followAnchor(panel: HTMLElement): Promise<void> {
    const { signal } = (this.#following = new AbortController());
    const { placeAt } = await import('./position-panel.js');
    if (signal.aborted) return;
    const place = (): void => placeAt(panel, this, this.placement);
    place();
    window.addEventListener('resize', place, { signal });
    window.addEventListener('scroll', place, { signal, capture: true, passive: true });
  }

  #close(reason: OpenDetail['reason']): void {
    if (this.open && emit(this, 'nudge-close', { reason }, { cancelable: true })) this.open = false;
  }

  #toggle(event: Event): void {
    // The attribute popovertarget keeps a press on the bell from counting as one elsewhere; the rest is done here.
    event.preventDefault();
    if (this.open) this.#close('button');
    else if (emit(this, 'nudge-open', { reason: 'button' }, { cancelable: true })) this.open = true;
  }

  #closeByKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.open || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    this.#close('escape');
  }

  /** The browser closes a popover by itself: a press elsewhere, another popover, the system's Back. */
  #followToggle(event: ToggleEvent): void {
    if (event.newState !== 'closed') return;
    this.#isHiding = true;
    this.#followClosing();
  }

  #settle(): void {
    this.#isHiding = false;
    this.requestUpdate();
  }

  #followClosing(): void {
    if (!this.open) return;
    this.#giveFocusBack();
    this.open = false;
    emit(this, 'nudge-close', { reason: 'browser' });
  }

  #cancel(event: Event): void {
    event.preventDefault();
    this.#close('escape');
  }

  #closeFromBackdrop(event: MouseEvent): void {
    // Of the dialog itself only the backdrop can be pressed: the inbox fills the rest.
    if (event.target === event.currentTarget && this.#isModal) this.#close('outside');
  }

  /** Once the host's router has taken over, the panel is in the way of what it shows. */
  #closeAfterRouting(event: CustomEvent<NavigateDetail>): void {
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
