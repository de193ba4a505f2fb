import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import type { NotificationItem } from '../../inbox/notifications/notification-item.js';
import type { Messages } from '../../localization/messages.js';
import type { LocalizationController } from '../base/localization-controller.js';
import { CardMenu, type CardAction } from '../card/card-menu.js';
import { archiveIcon, clearIcon, moreIcon } from '../shared/panel-icons.js';
import type { AlertMenu } from './alert-menu.js';
import type { InboxFilter } from './item-filter.js';

export interface PanelMenuOptions {
  localization: LocalizationController;
  /** The notifications that the list shows. */
  getItems: () => readonly NotificationItem[];
  onClearRead: () => void;
  alertMenu: AlertMenu;
  /** Actions that the panel has only with some of its options. */
  getFurtherActions: () => readonly CardAction[];
}

/** The menu of the panel, with what a customer does rarely: clear what is read, find what was dismissed, and
 * choose how arrivals are noticed. */
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
      >${this.#menu.render(messages.moreActions, actions)}${this.#options.alertMenu.render()}`;
  }

  close(): void {
    this.#menu.close();
    this.#options.alertMenu.close();
  }

  #createActions({ clearRead, dismissedFilter }: Messages): CardAction[] {
    const { getItems, onClearRead, alertMenu, getFurtherActions } = this.#options;
    // There, the others make no sense.
    if (this.#host.filter === 'dismissed') return [...getFurtherActions()];
    const hasRead = getItems().some(({ isRead }) => isRead === true);
    return [
      ...(hasRead ? [{ label: clearRead, icon: clearIcon, run: onClearRead }] : []),
      { label: dismissedFilter, icon: archiveIcon, run: () => void this.#showDismissed() },
      ...alertMenu.actions,
      ...getFurtherActions(),
    ];
  }

  /** The button that had the focus goes: the filter that replaces it gets the focus. */
  async #showDismissed(): Promise<void> {
    this.#host.filter = 'dismissed';
    await this.#host.updateComplete;
    this.#host.renderRoot.querySelector<HTMLElement>('.filter[aria-pressed=true]')?.focus();
  }
}
