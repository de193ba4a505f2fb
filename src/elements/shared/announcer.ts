import { html, type LitElement, type ReactiveController, type TemplateResult } from 'lit';

/** Arrivals in quick succession are announced together. */
const debounceMs = 800;
/** Elements of one session receive the same arrival event; only the first one that is rendered announces it. */
const announced = new WeakSet<object>();

/** Announces arrivals to assistive technology by a visually hidden live region. */
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

  /** Announces the number of new notifications, in the text that `toText` returns for it. */
  announceArrival(event: { ids: readonly string[] }, toText: (count: number) => string): void {
    if (announced.has(event) || this.#host.getClientRects().length === 0) return;
    announced.add(event);
    this.#count += event.ids.length;
    // A live region announces only changes: emptied first, the same text is announced again.
    this.#text = '';
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!document.hidden) this.#text = toText(this.#count);
      this.#count = 0;
      this.#host.requestUpdate();
    }, debounceMs);
  }

  /** Clears the text, so that a region in another layer does not announce it again. */
  clear(): void {
    this.#text = '';
  }

  /** A modal layer needs a region of its own, since assistive technology ignores what is outside of it. */
  render(isActive = true): TemplateResult {
    return html`<div class="visually-hidden" role="status">${isActive ? this.#text : ''}</div>`;
  }
}
