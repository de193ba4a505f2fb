import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import type { NotificationItem } from '../../session/notifications/state/notification-item.js';
import type { Messages } from '../../localization/messages.js';
import type { LocalizationController } from '../base/localization-controller.js';
import { Menu, type MenuAction } from '../shared/menu.js';
import { archiveIcon, clearIcon, moreIcon, snoozeIcon } from '../shared/panel-icons.js';
import type { AlertMenu } from '../alerts/alert-menu.js';
import { isPutAside, type InboxFilter } from '../list/inbox-filter.js';

export interface PanelMenuOptions {
  localization: LocalizationController;
  /** The notifications that the list shows. */
  getItems: () => readonly NotificationItem[];
  onClearRead: () => void;
  alertMenu: AlertMenu;
  /** Actions that the panel has only with some of its options. */
  getFurtherActions: () => readonly MenuAction[];
}

interface PanelMenuHost extends LitElement {
  filter: InboxFilter;
  snooze: boolean;
}

/** The menu of the panel, with what a customer does rarely: clear what is read, find what was dismissed or snoozed, and
 * choose how arrivals are noticed. */
export class PanelMenu {
  readonly #host: PanelMenuHost;
  readonly #options: PanelMenuOptions;
  readonly #menu: Menu;

  constructor(host: PanelMenuHost, options: PanelMenuOptions) {
    this.#host = host;
    this.#options = options;
    this.#menu = new Menu(host);
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

  #createActions({ clearRead, dismissedFilter, snoozedFilter }: Messages): MenuAction[] {
    const { getItems, onClearRead, alertMenu, getFurtherActions } = this.#options;
    // There, the others make no sense.
    if (isPutAside(this.#host.filter)) return [...getFurtherActions()];
    const hasRead = getItems().some(({ isRead }) => isRead === true);
    return [
      ...(hasRead ? [{ label: clearRead, icon: clearIcon, run: onClearRead }] : []),
      { label: dismissedFilter, icon: archiveIcon, run: () => void this.#show('dismissed') },
      ...(this.#host.snooze
        ? [{ label: snoozedFilter, icon: snoozeIcon, run: () => void this.#show('snoozed') }]
        : []),
      ...alertMenu.actions,
      ...getFurtherActions(),
    ];
  }

  /** The button that had the focus goes: the filter that replaces it gets the focus. */
  async #show(filter: InboxFilter): Promise<void> {
    this.#host.filter = filter;
    await this.#host.updateComplete;
    this.#host.renderRoot.querySelector<HTMLElement>('.filter[aria-pressed=true]')?.focus();
  }
}
