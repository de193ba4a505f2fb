import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import type { Messages } from '../../localization/messages.js';
import { containKey } from '../base/keys.js';
import { closeIcon, renderIconButton } from '../shared/icons.js';
import { Modal } from '../shared/modal.js';

/** The keys of one shortcut, and what it does. */
export type Shortcut = readonly [keys: readonly string[], text: string];

/** Lists the shortcuts in a modal dialog. */
export class ShortcutSheet {
  readonly #modal: Modal;

  constructor(element: LitElement) {
    // On the button, its tooltip would take the first Escape.
    this.#modal = new Modal(element, (dialog) => dialog.querySelector('h3')?.focus());
  }

  open(): void {
    this.#modal.open();
  }

  close(): void {
    this.#modal.close();
  }

  render(messages: Messages, shortcuts: readonly Shortcut[]): TemplateResult | typeof nothing {
    if (!this.#modal.isOpen) return nothing;
    return html`<dialog
      class="shortcuts"
      part="shortcuts"
      aria-labelledby="shortcuts-heading"
      @close=${this.#modal.handleClose}
      @click=${this.#modal.handleClick}
      @keydown=${containKey}
      ${ref(this.#modal.dialog)}
    >
      <div class="shortcuts-content">
        <div class="shortcuts-top">
          <h3 id="shortcuts-heading" tabindex="-1">${messages.shortcuts}</h3>
          ${renderIconButton(messages.close, closeIcon, () => this.close())}
        </div>
        <dl>
          ${shortcuts.map(
            ([keys, text]) =>
              html`<div>
                <dt dir="ltr" translate="no">${keys.map((key) => html`<kbd>${key}</kbd>`)}</dt>
                <dd>${text}</dd>
              </div>`,
          )}
        </dl>
      </div>
    </dialog>`;
  }
}
