import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import type { Messages } from '../../localization/messages.js';
import type { LocalizationController } from '../base/localization-controller.js';
import type { SessionController } from '../base/session-controller.js';
import { CardMenu, type CardAction } from '../card/card-menu.js';
import { archiveIcon, clearIcon, moreIcon } from '../shared/panel-icons.js';
import type { InboxFilter } from './item-filter.js';

export interface PanelMenuOptions {
  sessionController: SessionController;
  localization: LocalizationController;
  onClearRead: () => void;
}

/** The menu of the panel, with what a customer does rarely: clear what is read, and find what was dismissed. */
export class PanelMenu {
  readonly #host: LitElement & { filter: InboxFilter };
  readonly #options: PanelMenuOptions;
  readonly #menu: CardMenu;

  constructor(host: LitElement & { filter: InboxFilter }, options: PanelMenuOptions) {
    this.#host = host;
    this.#options = options;
    this.#menu = new CardMenu(host);
  }

  /** The button, and the menu while it is open. */
  render(): TemplateResult | typeof nothing {
    const { messages } = this.#options.localization;
    const actions = this.#createActions(messages);
    if (actions.length === 0) return nothing;
    return html`<button
        class="icon-button panel-menu-button"
        type="button"
        aria-label=${messages.moreActions}
        aria-haspopup="dialog"
        @click=${({ currentTarget }: Event) =>
          currentTarget instanceof HTMLElement && this.#menu.open(currentTarget)}
      >
        ${moreIcon}</button
      >${this.#menu.render(messages.moreActions, actions)}`;
  }

  #createActions({ clearRead, dismissedFilter }: Messages): CardAction[] {
    // There, neither makes sense.
    if (this.#host.filter === 'dismissed') return [];
    const { sessionController, onClearRead } = this.#options;
    const hasRead = sessionController.notificationState.items.some(({ isRead }) => isRead === true);
    return [
      ...(hasRead ? [{ label: clearRead, icon: clearIcon, run: onClearRead }] : []),
      { label: dismissedFilter, icon: archiveIcon, run: () => void this.#showDismissed() },
    ];
  }

  /** The button that had the focus goes: the filter that replaces it gets the focus. */
  async #showDismissed(): Promise<void> {
    this.#host.filter = 'dismissed';
    await this.#host.updateComplete;
    this.#host.renderRoot.querySelector<HTMLElement>('.filter[aria-pressed=true]')?.focus();
  }
}
