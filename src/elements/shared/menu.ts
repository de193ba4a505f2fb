import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { Modal } from './modal.js';
import { containKey } from '../base/keys.js';
import { placeBeside } from '../base/position.js';

/** What a customer can do, by a tool, in a menu or by a swipe. */
export interface MenuAction {
  label: string;
  icon: TemplateResult;
  /** More about it, such as a time, or the state of a setting. */
  hint?: string;
  /** Whether a line parts it from what is above it. */
  startsGroup?: boolean;
  /** Whether it opens a dialog beside its button. */
  opensDialog?: boolean;
  /** @param opener the button, or the one that has opened the menu */
  run: (opener?: HTMLElement) => void;
}

interface MenuOptions {
  text?: string;
  further?: unknown;
  hasHeading?: boolean;
}

/** A small modal dialog beside the button that opens it: actions, and perhaps more. */
export class Menu {
  readonly #modal: Modal;
  #opener: HTMLElement | undefined;

  constructor(element: LitElement) {
    this.#modal = new Modal(element, (dialog) => {
      if (this.#opener) placeBeside(dialog, this.#opener, { align: 'end' });
    });
  }

  get isOpen(): boolean {
    return this.#modal.isOpen;
  }

  /** Opens beside a button, which gets the focus back at the end; does nothing without one. */
  open(opener: HTMLElement | undefined): void {
    if (!opener) return;
    this.#opener = opener;
    this.#modal.open(opener);
  }

  close(): void {
    this.#modal.close();
  }

  /**
   * @param options `text`: what the customer should know before choosing; `further`: what follows the actions; `hasHeading`:
   * whether the label is shown, too
   */
  render(
    label: string,
    actions: readonly MenuAction[],
    { text = '', further = nothing, hasHeading = false }: MenuOptions = {},
  ): TemplateResult | typeof nothing {
    if (!this.isOpen) return nothing;
    return html`<dialog
      class="menu"
      aria-label=${label}
      aria-describedby=${text ? 'menu-text' : nothing}
      @close=${this.#modal.handleClose}
      @click=${this.#modal.handleClick}
      @keydown=${containKey}
      ${ref(this.#modal.dialog)}
    >
      ${hasHeading ? html`<h2>${label}</h2>` : nothing}
      ${text ? html`<p id="menu-text">${text}</p>` : nothing}
      ${actions.map(
        ({ label: name, icon, hint, startsGroup = false, run }) =>
          html`${startsGroup ? html`<hr />` : nothing}<button type="button" @click=${() => this.#run(run)}>
              ${icon}<span class="words"
                >${name} ${hint === undefined ? nothing : html`<span class="hint">${hint}</span>`}</span
              >
            </button>`,
      )}
      ${further}
    </dialog>`;
  }

  #run(run: MenuAction['run']): void {
    this.close();
    run(this.#opener);
  }
}

/** A button that opens a dialog beside it. */
export function renderOpener({ label, icon, run }: MenuAction, className = ''): TemplateResult {
  return html`<button
    class="icon-button ${className}"
    type="button"
    aria-label=${label}
    aria-haspopup="dialog"
    @click=${({ currentTarget }: Event) => currentTarget instanceof HTMLElement && run(currentTarget)}
  >
    ${icon}
  </button>`;
}
