import { html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';

/** What a customer can do with a card, by one of its tools, in its menu or by a swipe. */
export interface CardAction {
  label: string;
  icon: TemplateResult;
  /** More about it, such as a time. */
  hint?: string;
  /** Whether it opens a dialog beside its button. */
  opensDialog?: boolean;
  /** @param opener the button, or the one that has opened the menu */
  run: (opener?: HTMLElement) => void;
}

/** The distance between the menu and the edges of the window. */
const marginPx = 8;

/** The actions of a card where no pointer can hover: a small modal dialog beside the button that opens it. */
export class CardMenu implements ReactiveController {
  readonly #host: LitElement;
  #opener: HTMLElement | null = null;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdated(): void {
    const dialog = this.#opener && this.#dialog;
    if (!this.#opener || !dialog?.isConnected || dialog.open) return;
    dialog.showModal();
    // An ancestor may be hidden: an invisible modal would block the whole page.
    new ResizeObserver(([entry]) => {
      if (entry?.contentRect.width === 0 && dialog === this.#dialog) this.close();
    }).observe(dialog);
    placeBeside(this.#opener, dialog);
  }

  hostDisconnected(): void {
    this.close();
  }

  get isOpen(): boolean {
    return this.#opener !== null;
  }

  open(opener: HTMLElement): void {
    // Safari does not focus a clicked button, but the dialog returns the focus to what had it before.
    opener.focus();
    this.#opener = opener;
    this.#host.requestUpdate();
  }

  close(): void {
    if (!this.#opener) return;
    this.#opener = null;
    this.#dialog?.close();
    this.#host.requestUpdate();
  }

  /**
   * @param text what the customer should know before choosing
   * @param further what follows the actions
   */
  render(
    label: string,
    actions: readonly CardAction[],
    text = '',
    further: unknown = nothing,
  ): TemplateResult | typeof nothing {
    if (!this.#opener) return nothing;
    return html`<dialog
      class="menu"
      aria-label=${label}
      aria-describedby=${text ? 'menu-text' : nothing}
      @close=${({ target }: Event) => target === this.#dialog && this.close()}
      @click=${(event: Event) => event.target === event.currentTarget && this.close()}
      @keydown=${(event: Event) => event.stopPropagation()}
    >
      ${text ? html`<p id="menu-text">${text}</p>` : nothing}
      ${actions.map(
        ({ label: text, icon, hint, run }) =>
          html`<button type="button" @click=${() => this.#run(run)}>
            ${icon}${text} ${hint === undefined ? nothing : html`<span class="hint">${hint}</span>`}
          </button>`,
      )}
      ${further}
    </dialog>`;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#host.renderRoot.querySelector<HTMLDialogElement>('.menu');
  }

  #run(run: CardAction['run']): void {
    const opener = this.#opener ?? undefined;
    this.close();
    run(opener);
  }
}

/** Places the dialog below its opener, with their inline ends aligned, and within the window. */
function placeBeside(opener: Element, dialog: HTMLElement): void {
  const { left, right, bottom } = opener.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = dialog;
  const start = getComputedStyle(opener).direction === 'rtl' ? left : right - width;
  dialog.style.setProperty('left', `${Math.max(marginPx, Math.min(start, innerWidth - width - marginPx))}px`);
  dialog.style.setProperty('top', `${Math.min(bottom, innerHeight - height - marginPx)}px`);
}
