import { nothing, type LitElement, type TemplateResult } from 'lit';
import type { CardSettings } from '../card/card-context.js';
import { Menu } from '../shared/menu.js';
import { removeIcon } from '../shared/panel-icons.js';

export interface RemoveMenuElement extends LitElement {
  cardSettings: CardSettings;
}

/** Requests a confirmation before a notification is deleted for good. */
export class RemoveMenu {
  readonly #element: RemoveMenuElement;
  readonly #onRemove: (id: string) => void;
  readonly #menu: Menu;
  #id = '';

  constructor(element: RemoveMenuElement, onRemove: (id: string) => void) {
    this.#element = element;
    this.#onRemove = onRemove;
    this.#menu = new Menu(element);
  }

  open(id: string, opener: HTMLElement): void {
    this.#id = id;
    this.#menu.open(opener);
  }

  close(): void {
    this.#menu.close();
  }

  render(): TemplateResult | typeof nothing {
    if (!this.#menu.isOpen) return nothing;
    const { remove, removeText } = this.#element.cardSettings.localization.messages;
    const id = this.#id;
    const actions = [{ label: remove, icon: removeIcon, run: () => this.#onRemove(id) }];
    return this.#menu.render(remove, actions, { text: removeText });
  }
}
