import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import type { Messages } from '../../localization/messages.js';
import { Menu, renderOpener, type MenuAction } from '../shared/menu.js';
import { archiveIcon, clearIcon, moreIcon, snoozeIcon } from '../shared/panel-icons.js';
import { isPutAside, type InboxFilter } from '../list/inbox-filter.js';
import type { InboxContext } from './inbox-context.js';

/** A menu to which that of the panel leads. */
interface Submenu {
  /** What leads there. */
  readonly actions: readonly MenuAction[];
  render: () => unknown;
  close: () => void;
}

export interface PanelMenuOptions {
  /** In which the customer chooses how arrivals are noticed. */
  alertMenus: readonly Submenu[];
  /** Actions that the panel has only with some of its options. */
  getFurtherActions: () => readonly MenuAction[];
}

interface PanelMenuElement extends LitElement {
  filter: InboxFilter;
  snooze: boolean;
}

/** One list of all, in which a line parts each group from that before it. */
function joinGroups(groups: readonly (readonly MenuAction[])[]): MenuAction[] {
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, i) =>
      group.map((action, j) => (i > 0 && j === 0 ? { ...action, startsGroup: true } : action)),
    );
}

/**
 * The menu of the panel, with what a customer does rarely: clear what is read, find what was dismissed or snoozed, and choose how
 * arrivals are noticed.
 */
export class PanelMenu {
  readonly #element: PanelMenuElement;
  readonly #context: InboxContext;
  readonly #options: PanelMenuOptions;
  readonly #menu: Menu;

  constructor(element: PanelMenuElement, context: InboxContext, options: PanelMenuOptions) {
    this.#element = element;
    this.#context = context;
    this.#options = options;
    this.#menu = new Menu(element);
    context.sessionController.onCustomerGone(() => this.close());
  }

  /** The button, and the menu while it is open. */
  render(): TemplateResult | typeof nothing {
    if (isPutAside(this.#element.filter) && this.#options.getFurtherActions().length === 0) return nothing;
    const { messages } = this.#context.localization;
    const menu = this.#menu.isOpen
      ? this.#menu.render(messages.moreActions, this.#createActions(messages))
      : nothing;
    const opener: MenuAction = {
      label: messages.moreActions,
      icon: moreIcon,
      run: (button) => this.#menu.open(button),
    };
    return html`${renderOpener(opener, 'panel-menu-button')}${menu}
    ${this.#options.alertMenus.map((alertMenu) => alertMenu.render())}`;
  }

  close(): void {
    this.#menu.close();
    for (const alertMenu of this.#options.alertMenus) alertMenu.close();
  }

  /** What the customer does, what the list shows instead, settings, and further actions: a line parts them. */
  #createActions({ clearRead, dismissedFilter, snoozedFilter }: Messages): MenuAction[] {
    const { shown, actions } = this.#context;
    const { alertMenus, getFurtherActions } = this.#options;
    // There, the others make no sense.
    if (isPutAside(this.#element.filter)) return [...getFurtherActions()];
    const readIds = shown.items.flatMap(({ id, isRead }) => (isRead === true ? id : []));
    return joinGroups([
      readIds.length > 0 ? [{ label: clearRead, icon: clearIcon, run: () => actions.dismiss(readIds) }] : [],
      [
        { label: dismissedFilter, icon: archiveIcon, run: () => void this.#show('dismissed') },
        ...(this.#element.snooze
          ? [{ label: snoozedFilter, icon: snoozeIcon, run: () => void this.#show('snoozed') }]
          : []),
      ],
      alertMenus.flatMap((alertMenu) => alertMenu.actions),
      getFurtherActions(),
    ]);
  }

  /** The button that had the focus goes: the filter that replaces it gets the focus. */
  async #show(filter: InboxFilter): Promise<void> {
    this.#context.choices.choose('filter', filter);
    await this.#element.updateComplete;
    this.#element.renderRoot.querySelector<HTMLElement>('.filter[aria-pressed=true]')?.focus();
  }
}
