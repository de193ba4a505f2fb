import { nothing, type LitElement, type TemplateResult } from 'lit';
import type { Notification } from '../../api/schemas/notification.js';
import type { Localization } from '../../localization/localization.js';
import { cardActions } from '../card/card-actions.js';
import type { CardAct } from '../card/card-act.js';
import type { CardOffer } from '../card/card-context.js';
import { Menu } from '../shared/menu.js';

export interface RowMenuElement extends LitElement {
  localization: Localization;
  cardOffers: readonly CardOffer[];
  handleCardAct: (act: CardAct) => boolean;
}

/** The menu of a row with a card of the page: what the tools of the usual card do. One for all rows. */
export class RowMenu {
  readonly #element: RowMenuElement;
  readonly #menu: Menu;
  #record: Notification | null = null;

  constructor(element: RowMenuElement) {
    this.#element = element;
    this.#menu = new Menu(element);
  }

  open(record: Notification, opener: HTMLElement): void {
    this.#record = record;
    this.#menu.open(opener);
  }

  close(): void {
    this.#menu.close();
  }

  render(): TemplateResult | typeof nothing {
    if (!this.#menu.isOpen || !this.#record) return nothing;
    const { localization, cardOffers: offers } = this.#element;
    const { messages } = localization;
    const act = (cardAct: CardAct): boolean => this.#element.handleCardAct(cardAct);
    return this.#menu.render(messages.moreActions, cardActions(this.#record, { messages, offers, act }));
  }
}
