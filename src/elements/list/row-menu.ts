import { nothing, type TemplateResult } from 'lit';
import type { Notification } from '../../api/schemas/notification.js';
import { cardActions } from '../card/card-actions.js';
import type { CardAct } from '../card/card-act.js';
import { Menu } from '../shared/menu.js';
import type { ListElement } from './list-host.js';

/** The menu of a row with a card of the page: what the tools of the usual card do. One for all rows. */
export class RowMenu {
  readonly #element: ListElement;
  readonly #menu: Menu;
  #record: Notification | null = null;

  constructor(element: ListElement) {
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
