import { nothing, type LitElement, type TemplateResult } from 'lit';
import type { Notification } from '../../api/schemas/notification.js';
import { cardActions } from '../card/card-actions.js';
import type { CardAct } from '../card/card-act.js';
import type { CardSettings } from '../card/card-context.js';
import { Menu } from '../shared/menu.js';

export interface RowMenuElement extends LitElement {
  cardSettings: CardSettings;
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
    const { cardSettings } = this.#element;
    const { messages } = cardSettings.localization;
    const act = (cardAct: CardAct): boolean => this.#element.handleCardAct(cardAct);
    return this.#menu.render(
      messages.moreActions,
      cardActions(this.#record, { ...cardSettings, messages, act }),
    );
  }
}
