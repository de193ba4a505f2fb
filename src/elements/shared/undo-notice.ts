import { html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';

/** How long it stays at least, in milliseconds; longer while the pointer or the focus is on it. */
const stay = 20_000;

/** Says what was done, and offers to undo it. */
export class UndoNotice implements ReactiveController {
  readonly #host: LitElement;
  #text: string | null = null;
  #undo: (() => void) | null = null;
  #isOdd = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.hide();
  }

  /** Takes the place of what was said before; that can no longer be undone. */
  show(text: string, undo: (() => void) | null = null): void {
    this.#text = text;
    this.#undo = undo;
    this.#isOdd = !this.#isOdd;
    this.#host.requestUpdate();
    this.#wait();
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.#text = null;
    this.#host.requestUpdate();
  }

  /** It is there from the start, so that what comes into it is spoken. */
  render(label: string): TemplateResult {
    const line =
      this.#text === null
        ? nothing
        : html`<div class="undo" part="undo">
            <span>${this.#text}</span>
            ${
              this.#undo &&
              html`<button class="link-button" type="button" @click=${() => this.#press()}>${label}</button>`
            }
          </div>`;
    // Each stands in a place of its own, so that the same words are spoken again.
    return html`<div role="status">${this.#isOdd ? line : nothing}${this.#isOdd ? nothing : line}</div>`;
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#host.renderRoot.querySelector('.undo')?.matches(':hover, :focus-within')) this.#wait();
      else this.hide();
    }, stay);
  }

  #press(): void {
    this.#undo?.();
    this.hide();
  }
}
