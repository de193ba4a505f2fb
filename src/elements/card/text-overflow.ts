import type { LitElement, ReactiveController } from 'lit';

/** Less than a line, and more than letters of tall scripts protrude from theirs. */
const tolerancePx = 8;

/** Observes which cards are in view, and the width of their titles. */
interface Observers {
  view: IntersectionObserver;
  size: ResizeObserver;
}

/** The title of each observed card, and what to do when it has another size. */
const titles = new WeakMap<Element, Element>();
const listeners = new WeakMap<Element, () => void>();
/** One pair for all cards of a window: an observer of another window's elements would report a loop. */
const observersOf = new WeakMap<Window, Observers>();
/** The observers of each observed card, which may move to another window. */
const observed = new WeakMap<Element, Observers>();

/**
 * Starts to observe the size once the card is in view. Earlier, `content-visibility` may show the card while the browser
 * reports other sizes, which the browser would report to the page as an error: "ResizeObserver loop completed with
 * undelivered notifications".
 */
function createObservers(view: Window & typeof globalThis): Observers {
  const size = new view.ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) if (contentRect.width > 0) listeners.get(target)?.();
  });
  const handleIntersections = (entries: readonly IntersectionObserverEntry[]): void => {
    for (const { target, isIntersecting } of entries) {
      const title = titles.get(target);
      if (!title) continue;
      // Reported once more, even if its size is the same: the text may be another one.
      size.unobserve(title);
      if (isIntersecting) size.observe(title);
    }
  };
  return { size, view: new view.IntersectionObserver(handleIntersections) };
}

function observe(card: Element, title: Element, listener: () => void): void {
  unobserve(card);
  const view = card.ownerDocument.defaultView;
  if (!view) return;
  const observers = observersOf.get(view) ?? createObservers(view);
  observersOf.set(view, observers);
  titles.set(card, title);
  listeners.set(title, listener);
  observed.set(card, observers);
  observers.view.observe(card);
}

function unobserve(card: Element): void {
  const observers = observed.get(card);
  const title = titles.get(card);
  observers?.view.unobserve(card);
  if (title) observers?.size.unobserve(title);
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
    this.#title = title;
    if (title && this.#host.isConnected) observe(this.#host, title, this.#measure);
    else unobserve(this.#host);
  }

  hostConnected(): void {
    if (this.#title) observe(this.#host, this.#title, this.#measure);
  }

  hostDisconnected(): void {
    unobserve(this.#host);
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
