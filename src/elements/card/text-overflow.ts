import type { LitElement, ReactiveController } from 'lit';

/** Less than a line, and more than letters of tall scripts protrude from theirs. */
const tolerancePx = 8;

/** What to do when an observed title has another size. */
const listeners = new WeakMap<Element, () => void>();
/** One observer for all cards. */
let observer: ResizeObserver | undefined;

function observe(title: Element, listener: () => void): void {
  observer ??= new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) if (contentRect.width > 0) listeners.get(target)?.();
  });
  listeners.set(title, listener);
  // Once more reported, even if its size is the same: the text may be another one.
  observer.unobserve(title);
  observer.observe(title);
}

/**
 * Whether the texts of a card are cut off, and whether the customer has expanded them. Measures when the browser has a
 * layout anyway: after each update and when the width changes, and not before a card comes into view.
 */
export class TextOverflow implements ReactiveController {
  readonly #host: LitElement;
  readonly #measure = (): void => this.#handleResize();
  #title: Element | null = null;
  #isCut = false;
  #isExpanded = false;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  /** Whether there is something to expand or to collapse. */
  get isCut(): boolean {
    return this.#isCut;
  }

  get isExpanded(): boolean {
    return this.#isExpanded;
  }

  hostUpdated(): void {
    const title = this.#host.renderRoot.querySelector('.title');
    if (title !== this.#title) this.hostDisconnected();
    this.#title = title;
    if (title && this.#host.isConnected) observe(title, this.#measure);
  }

  hostConnected(): void {
    if (this.#title) observe(this.#title, this.#measure);
  }

  hostDisconnected(): void {
    if (this.#title) observer?.unobserve(this.#title);
  }

  collapse(): void {
    this.#isExpanded = false;
  }

  toggle(): void {
    this.#isExpanded = !this.#isExpanded;
    this.#host.requestUpdate();
  }

  #handleResize(): void {
    if (this.#isExpanded) return;
    const texts = [...this.#host.renderRoot.querySelectorAll('.clamped')];
    const isCut = texts.some(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + tolerancePx);
    if (isCut === this.#isCut) return;
    this.#isCut = isCut;
    // Resizing anything now could make the browser report an endless loop as an error of the page.
    requestAnimationFrame(() => this.#host.requestUpdate());
  }
}
