import { html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';

/** How long the notice is shown; it stays while the pointer or the focus is on it. */
const durationMs = 20_000;

/** A line that says what was done, with a button to undo it. */
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

  /** Replaces the notice before, which can no longer be undone. */
  show(text: string, undo: (() => void) | null = null): void {
    this.#text = text;
    this.#undo = undo;
    this.#isOdd = !this.#isOdd;
    this.#host.requestUpdate();
    this.#startTimer();
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.#text = null;
    this.#host.requestUpdate();
  }

  /** The live region is always rendered: only what changes in an existing one is announced. */
  render(undoLabel: string): TemplateResult {
    const line =
      this.#text === null
        ? nothing
        : html`<div class="undo" part="undo">
            <span>${this.#text}</span>
            ${
              this.#undo &&
              html`<button class="link-button" type="button" @click=${() => this.#runUndo()}>
                ${undoLabel}
              </button>`
            }
          </div>`;
    // Two places in turn: a text that replaces an equal one would not be announced.
    return html`<div role="status">${this.#isOdd ? line : nothing}${this.#isOdd ? nothing : line}</div>`;
  }

  #startTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#host.renderRoot.querySelector('.undo')?.matches(':hover, :focus-within')) this.#startTimer();
      else this.hide();
    }, durationMs);
  }

  #runUndo(): void {
    this.#undo?.();
    this.hide();
  }
}
