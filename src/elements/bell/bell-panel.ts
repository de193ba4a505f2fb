import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import type { Session } from '../../session/session.js';
import { AttributeCheck } from '../base/attribute-check.js';
import type { OpenDetail, SelectDetail, TabChangeDetail } from '../base/events.js';
import { consumeKey } from '../base/keys.js';
import type { LocalizationController } from '../base/localization-controller.js';
import { opensElsewhere } from '../card/card-press.js';
import type { NudgeInbox } from '../inbox/inbox.js';
import { inboxSlots, passedOptions, type InboxOptionsElement } from '../inbox/inbox-options-element.js';
import { isPutAside } from '../list/inbox-filter.js';
import type { PanelState } from '../base/panel-state.js';
import type { Announcer } from '../shared/announcer.js';
import { findFocused } from '../base/find-focused.js';
import { pathWithin, selfAndAncestors } from '../base/ancestors.js';
import { closeIcon, renderIconButton } from '../shared/icons.js';
import { placeBeside, type Placement } from '../base/position.js';
import { bellPanelStyles } from './bell-panel.styles.js';
import { containClick } from './contain-click.js';
import { makeDraggable } from './sheet-drag.js';
import {
  hidePopover,
  isPopoverOpen,
  matchesState,
  queryMedia,
  showModal,
  showPopover,
} from '../base/platform.js';
import { whenUnusable } from '../base/usable.js';

/** On these screens the header scrolls with the list, which needs the height. */
const lowScreen = '(max-height: 479px)';
/** On these screens the panel is a sheet over the whole width. */
const smallScreen = `(max-width: 479px), ${lowScreen}`;

/** Whether the browser can position the panel at the bell by CSS. */
export function hasAnchorPositioning(): boolean {
  const platform: { CSS?: typeof CSS } = globalThis;
  return platform.CSS?.supports('position-area', 'block-end') ?? false;
}

/** Whether a click leads to another page in this tab, or elsewhere in this page. */
function followsLink(event: MouseEvent): boolean {
  const link = pathWithin(event).find((element) => element instanceof HTMLAnchorElement);
  const protocols = ['https:', 'http:', location.protocol];
  if (!link || !protocols.includes(link.protocol) || link.hasAttribute('download')) return false;
  return !opensElsewhere(event) && ['', '_self'].includes(link.target);
}

/** What the panel needs of its bell. */
export interface BellPanelHost extends InboxOptionsElement {
  open: boolean;
  /** Whether the panel is to be shown: `open`, and not waiting for the button. */
  readonly isShowing: boolean;
  placement: Placement | null;
  label?: string | null | undefined;
  readonly session: Session | undefined;
  /** Closes the panel, unless the page prevents it. */
  close: (reason: OpenDetail['reason']) => void;
  /** Follows a panel that the browser has closed. */
  handleClosed: () => void;
}

/** The panel of a bell: a popover at the bell, on small screens a modal sheet, with the inbox. */
export class BellPanel implements ReactiveController {
  readonly #bell: BellPanelHost;
  readonly #announcer: Announcer;
  readonly #localization: LocalizationController;
  /** The options of the bell that the inbox has. */
  #passed: Readonly<Record<string, unknown>> = {};
  #wasOpen = false;
  /** Whether it has been shown: what is about to be shown for the first time is laid out before. */
  #wasShown = false;
  /** Whether the browser is about to hide the panel: it announces that before it happens. */
  #isHiding = false;
  /** Whether something in the panel is just being pressed. */
  #isPressed = false;
  /** Ends the layout of the open panel by script. */
  #layout: AbortController | undefined;

  constructor(bell: BellPanelHost, announcer: Announcer, localization: LocalizationController) {
    this.#bell = bell;
    this.#announcer = announcer;
    this.#localization = localization;
    bell.addStyles(bellPanelStyles);
    bell.addController(this);
    new AttributeCheck(bell);
    for (const type of ['click', 'auxclick']) bell.addEventListener(type, containClick);
  }

  get isModal(): boolean {
    // Not by the `open` attribute: a dialog that moves within the page keeps it, but is no longer modal.
    return matchesState(this.#dialog, ':modal');
  }

  get isShown(): boolean {
    return this.isModal || isPopoverOpen(this.#dialog);
  }

  hostUpdate(): void {
    const { isShowing: open } = this.#bell;
    const inbox = this.#inbox;
    // The panel always opens with the notifications, even if it was closed with the preferences.
    if (open && !this.#wasOpen && inbox) {
      inbox.view = 'inbox';
      if (isPutAside(inbox.filter)) inbox.filter = this.#bell.filter;
    }
    this.#wasOpen = open;
  }

  hostUpdated(): void {
    this.#passOptions();
    if (this.#isHiding) return;
    const { isShowing } = this.#bell;
    if (this.#dialog?.inert) this.#fitScreen(this.#dialog);
    // Also after a move within the page, since detaching the element closes its popover.
    if (isShowing !== this.isShown) this.#show(isShowing);
    // `moveBefore()` leaves it open, but the bell was disconnected.
    else if (isShowing && this.#dialog && this.#layout?.signal.aborted) this.#layOutAgain(this.#dialog);
  }

  hostDisconnected(): void {
    const wasShown = this.#layout?.signal.aborted === false;
    this.#layout?.abort();
    // Unless the bell moves within the page.
    queueMicrotask(() => {
      if (wasShown && !this.#bell.isConnected) this.#handleClosedByBrowser();
    });
  }

  /**
   * Shows a notification in the inbox, as soon as the panel is open.
   *
   * @param id - the id of the notification
   * @returns whether the notification is shown
   */
  async reveal(id: string): Promise<boolean> {
    // A panel that is closing opens after that.
    if (this.#isHiding) {
      await new Promise((resolve) => this.#dialog?.addEventListener('toggle', resolve, { once: true }));
      await this.#bell.updateComplete;
    }
    return this.#inbox?.reveal(id) ?? false;
  }

  /**
   * Renders the dialog with the inbox.
   *
   * @param label - the accessible name
   * @param isOpenedByKey - whether the focus ring is shown: browsers would show it, too, if a script or the mouse opens the panel
   */
  render(label: string, state: PanelState, isOpenedByKey: boolean): TemplateResult {
    return html`<dialog
      id="panel"
      part="panel"
      popover="auto"
      tabindex="-1"
      data-placement=${this.#bell.placement ?? nothing}
      ?data-by-keyboard=${isOpenedByKey}
      ?inert=${state === 'expected' && !this.#wasShown}
      aria-label=${label}
      @beforetoggle=${this.#handleBeforeToggle}
      @toggle=${this.#handleToggle}
      @close=${this.#handleClose}
      @cancel=${this.#handleCancel}
      @mousedown=${this.#handleMouseDown}
      @click=${this.#handleClick}
      @keydown=${this.handleKeydown}
      @nudge-select=${this.#handleSelect}
      @nudge-tab-change=${this.#handleTabChange}
    >
      ${this.#renderInbox(state)} ${this.#announcer.render(this.isModal)}
    </dialog>`;
  }

  #renderInbox(state: PanelState): TemplateResult {
    const bell = this.#bell;
    return html`<nudge-inbox
      exportparts="header, heading, tabs, filters, list, section, switch, problem, day, pinned, row-menu, arrivals, undo, failure, empty, notice, selection, shortcuts, search, detail, avatar, card, important, title, subtitle, body, time, images, viewer, files, tags, actions, answer"
      .session=${bell.session}
      .heading=${bell.label}
      .localization=${this.#localization.current}
      .isEmbedded=${true}
      .panelState=${state}
      .cardParent=${bell}
      @click=${this.#handleLinkClick}
    >
      ${
        // A filled slot replaces the inbox's own text, so an empty one is assigned no slot; `slotchange` shows when
        // content arrives.
        inboxSlots.map(
          (name) =>
            html`<slot
              name=${name}
              slot=${bell.querySelector(`:scope > [slot=${name}]`) ? name : ''}
              @slotchange=${() => bell.requestUpdate()}
            ></slot>`,
        )
      }
      ${renderIconButton(this.#localization.messages.close, closeIcon, () => bell.close('close-button'), { slot: 'header-actions' })}
    </nudge-inbox>`;
  }

  /** Each only when the bell has another one: the customer may have chosen another filter or tab in the inbox. */
  #passOptions(): void {
    const inbox = this.#inbox;
    if (!inbox) return;
    const changed = passedOptions.filter((name) => this.#bell[name] !== this.#passed[name]);
    const options = Object.fromEntries(changed.map((name) => [name, this.#bell[name]]));
    Object.assign(inbox, options);
    this.#passed = { ...this.#passed, ...options };
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#bell.renderRoot.querySelector('dialog');
  }

  get #button(): HTMLButtonElement | null {
    return this.#bell.renderRoot.querySelector('button');
  }

  get #inbox(): NudgeInbox | null {
    return this.#bell.renderRoot.querySelector('nudge-inbox');
  }

  #show(open: boolean): void {
    const dialog = this.#dialog;
    if (!this.#bell.isConnected || !dialog) return;
    if (!open) {
      this.#layout?.abort();
      this.#returnFocus();
      if (this.isModal) dialog.close();
      else hidePopover(dialog);
      return;
    }
    this.#wasShown = true;
    dialog.toggleAttribute('data-shown', true);
    dialog.open = false;
    dialog.removeAttribute('style');
    dialog.toggleAttribute('data-full', this.#bell.session?.notifications.state.status !== 'ready');
    this.#layOut(dialog);
    if (dialog.classList.contains('sheet')) showModal(dialog);
    else showPopover(dialog);
    // Chromium takes a dialog that is a popover for modal, too: screen readers would hide the page.
    dialog.setAttribute('aria-modal', String(this.isModal));
    // Not before: zone.js runs the microtasks that wait after each event, also those of `showPopover()`.
    this.#closeWhenUnusable(dialog);
    dialog.focus();
  }

  #closeWhenUnusable(dialog: HTMLElement): void {
    whenUnusable(dialog, () => this.#handleClosedByBrowser(), this.#layout?.signal);
  }

  /** Chromium drops the focus when a popover in a shadow root closes. Focus outside of the panel stays where it is. */
  #returnFocus(): void {
    if (this.#dialog?.matches(':focus-within')) this.#button?.focus();
  }

  /** Lays out the panel as a sheet, or at the bell, again whenever the screen changes from one to the other. */
  #layOut(dialog: HTMLElement): void {
    this.#layout?.abort();
    const { signal } = (this.#layout = new AbortController());
    for (const query of [queryMedia(smallScreen), queryMedia(lowScreen)])
      query.addEventListener('change', () => this.#layOutAgain(dialog), { signal });
    this.#fitScreen(dialog);
    if (dialog.classList.contains('sheet')) {
      // The sheet would cover the page that the customer went back to.
      window.addEventListener('popstate', () => this.#bell.close('navigate'), { signal });
      makeDraggable(dialog, () => this.#bell.close('drag'), signal);
      return;
    }
    dialog.ownerDocument.defaultView?.addEventListener('blur', this.#handleWindowBlur, { signal });
    if (!hasAnchorPositioning()) this.#keepPositioned(dialog, signal);
  }

  /** Not by media rules: in WebKit, those of a shared style sheet may not follow the window. */
  #fitScreen(dialog: HTMLElement): void {
    dialog.classList.toggle('sheet', queryMedia(smallScreen).matches);
    dialog.classList.toggle('low', queryMedia(lowScreen).matches);
  }

  #layOutAgain(dialog: HTMLElement): void {
    this.#layOut(dialog);
    this.#closeWhenUnusable(dialog);
  }

  /** Positions the panel by script, again whenever the page scrolls or is resized, until it closes. */
  #keepPositioned(dialog: HTMLElement, signal: AbortSignal): void {
    const button = this.#button;
    if (!button) return;
    const position = (): void => {
      const placement = this.#bell.placement ?? '';
      placeBeside(dialog, button, {
        side: placement.startsWith('top') ? 'above' : 'below',
        align: placement.endsWith('start') ? 'start' : 'end',
        gap: 8,
        maxHeight: (600 / 14) * Number.parseFloat(getComputedStyle(dialog).fontSize),
      });
    };
    // As soon as it is shown and has a size.
    queueMicrotask(position);
    window.addEventListener('resize', position, { signal });
    window.addEventListener('scroll', position, { signal, capture: true, passive: true });
  }

  readonly handleKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !this.#bell.open || event.defaultPrevented) return;
    consumeKey(event);
    this.#goBack();
  };

  /** Focus never goes behind the panel: as on a click outside, the panel closes. */
  handleFocusOut({ relatedTarget }: FocusEvent): void {
    const bell = this.#bell;
    // Firefox moves the focus to a link around the bell.
    if (this.#isPressed) return;
    if (!(relatedTarget instanceof Node) || bell.contains(relatedTarget)) return;
    if (!bell.renderRoot.contains(relatedTarget) && this.#dialog) hidePopover(this.#dialog);
  }

  /** A click into a frame of the page is no event here, except that the frame gets the focus, in some browsers after the event. */
  readonly #handleWindowBlur = (): void => {
    setTimeout(() => {
      const focused = findFocused(this.#bell.ownerDocument);
      if (focused && ![...selfAndAncestors(focused)].includes(this.#bell)) this.#dialog?.hidePopover();
    });
  };

  /** Returns from the preferences to the notifications, else closes the panel. */
  #goBack(): void {
    const inbox = this.#inbox;
    if (inbox?.view === 'preferences') inbox.view = 'inbox';
    else this.#bell.close('escape');
  }

  /** The browser closes a popover after a click outside, when another popover opens, and on a back gesture. */
  readonly #handleBeforeToggle = (event: ToggleEvent): void => {
    if (event.newState !== 'closed') return;
    this.#isHiding = true;
    this.#handleClosedByBrowser();
  };

  readonly #handleToggle = (): void => {
    this.#isHiding = false;
    this.#bell.requestUpdate();
  };

  readonly #handleClose = (): void => {
    if (!this.isShown && !this.#isHiding) this.#handleClosedByBrowser();
  };

  #handleClosedByBrowser(): void {
    if (!this.#bell.open) return;
    this.#layout?.abort();
    this.#returnFocus();
    this.#bell.handleClosed();
  }

  readonly #handleCancel = (event: Event): void => {
    event.preventDefault();
    this.#goBack();
  };

  readonly #handleMouseDown = (): void => {
    this.#isPressed = true;
    setTimeout(() => (this.#isPressed = false));
  };

  readonly #handleClick = (event: MouseEvent): void => {
    // A click on the dialog itself is one outside of the inbox.
    if (event.target === event.currentTarget) this.#bell.close('outside');
  };

  /** Whoever follows the link, the browser or a router: the panel would cover what it leads to. */
  readonly #handleLinkClick = {
    capture: true,
    handleEvent: (event: MouseEvent): void => {
      // After all listeners have run, of which any may stop the event.
      if (followsLink(event)) setTimeout(() => this.#bell.close('navigate'));
    },
  };

  readonly #handleTabChange = ({ detail }: CustomEvent<TabChangeDetail>): void => {
    this.#bell.tab = detail.tab;
  };

  /** Closes the panel if the page shows the notification itself: it would cover that. */
  readonly #handleSelect = (event: CustomEvent<SelectDetail>): void => {
    queueMicrotask(() => {
      if (event.defaultPrevented) this.#bell.close('navigate');
    });
  };
}
