import { html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import type { Messages } from '../../localization/messages.js';
import { closeIcon, renderIconButton } from '../shared/icons.js';

/** The keys of one shortcut, and what it does. */
export type Shortcut = readonly [keys: readonly string[], text: string];

/** Lists the shortcuts in a modal dialog. */
export class ShortcutSheet implements ReactiveController {
  readonly #host: LitElement;
  #isOpen = false;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdated(): void {
    const dialog = this.#dialog;
    if (!dialog?.isConnected || dialog.open) return;
    dialog.showModal();
    // On the button, its tooltip would take the first Escape.
    dialog.querySelector('h3')?.focus();
    // An ancestor may be hidden: an invisible modal would block the whole page.
    new ResizeObserver(([entry]) => entry?.contentRect.width === 0 && this.close()).observe(dialog);
  }

  hostDisconnected(): void {
    this.close();
  }

  open(): void {
    this.#isOpen = true;
    this.#host.requestUpdate();
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#dialog?.close();
    this.#host.requestUpdate();
  }

  render(messages: Messages, shortcuts: readonly Shortcut[]): TemplateResult | typeof nothing {
    if (!this.#isOpen) return nothing;
    return html`<dialog
      class="shortcuts"
      part="shortcuts"
      aria-labelledby="shortcuts-heading"
      @close=${() => this.close()}
      @click=${(event: Event) => event.target === event.currentTarget && this.close()}
      @keydown=${(event: Event) => event.stopPropagation()}
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

  get #dialog(): HTMLDialogElement | null {
    return this.#host.renderRoot.querySelector<HTMLDialogElement>('dialog.shortcuts');
  }
}
