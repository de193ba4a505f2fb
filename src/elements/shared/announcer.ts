import { html, type LitElement, type ReactiveController, type TemplateResult } from 'lit';

/** What is said within this time of one another is said as one, in milliseconds. */
const burst = 800;
/** Elements of one session hear of the same arrival; only the first of them that is shown speaks. */
const told = new WeakSet<object>();

/** The voice of an element: a line that is seen by nobody and spoken politely. */
export class Announcer implements ReactiveController {
  readonly #host: LitElement;
  #text = '';
  #count = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#count = 0;
  }

  /** Says how many came, once they have all come. `say` gives the words for their number. */
  sayArrival(event: { ids: readonly string[] }, say: (count: number) => string): void {
    if (told.has(event) || this.#host.getClientRects().length === 0) return;
    told.add(event);
    this.#count += event.ids.length;
    // It is emptied first, so that the same words are spoken again.
    this.#text = '';
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!document.hidden) this.#text = say(this.#count);
      this.#count = 0;
      this.#host.requestUpdate();
    }, burst);
  }

  /** What was said is not said again where the voice comes from another layer. */
  forget(): void {
    this.#text = '';
  }

  /** A modal layer needs one of its own: what is outside of it is not heard. */
  render(isHeard = true): TemplateResult {
    return html`<div class="visually-hidden" role="status">${isHeard ? this.#text : ''}</div>`;
  }
}
