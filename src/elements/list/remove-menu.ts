import { nothing, type TemplateResult } from 'lit';
import { Menu } from '../shared/menu.js';
import { removeIcon } from '../shared/panel-icons.js';
import type { ListElement } from './list-host.js';

/** Requests a confirmation before a notification is deleted for good. */
export class RemoveMenu {
  readonly #element: ListElement;
  readonly #onRemove: (id: string) => void;
  readonly #menu: Menu;
  #id = '';

  constructor(element: ListElement, onRemove: (id: string) => void) {
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
