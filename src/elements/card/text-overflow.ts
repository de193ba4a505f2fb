import type { LitElement, ReactiveController } from 'lit';

/** Less than a line, and more than letters of tall scripts protrude from theirs. */
const tolerancePx = 8;

/** Observes which cards are in view, and their width. */
interface Observers {
  view: IntersectionObserver;
  width: ResizeObserver;
}

/** One pair for all cards of a window: an observer of another window's elements would report a loop. */
const observersOf = new WeakMap<Window, Observers>();
/** What to do when a card comes into view or leaves it. */
const viewListeners = new WeakMap<Element, (isInView: boolean) => void>();
/** What to do when an element has another size: the cards in view that are as wide. */
const widthListeners = new WeakMap<Element, Set<() => void>>();

function getObservers(view: Window & typeof globalThis): Observers {
  const observers = observersOf.get(view) ?? {
    view: new view.IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) viewListeners.get(target)?.(isIntersecting);
    }),
    width: new view.ResizeObserver((entries) => {
      for (const { target, contentRect } of entries)
        if (contentRect.width > 0) widthListeners.get(target)?.forEach((listener) => listener());
    }),
  };
  observersOf.set(view, observers);
  return observers;
}

/**
 * Returns an element that becomes wider and narrower with the card: in a list its header. `content-visibility` may show
 * the text of a card while the browser reports sizes, and would then make it report "ResizeObserver loop completed with
 * undelivered notifications" to the page as an error.
 */
function findWidthReference(card: Element): Element {
  const root = card.getRootNode();
  // Only the list's own cards: the page around a single notification may have a header of any width.
  const isInList = card.localName === 'nudge-card' && root instanceof ShadowRoot;
  return (isInList ? root.querySelector('header') : null) ?? card;
}

/**
 * Whether the texts of a card are cut off, and whether the customer has expanded them. Measures when the card comes into
 * view, after each update, and when the width changes.
 */
export class TextOverflow implements ReactiveController {
  readonly #host: LitElement;
  readonly #measure = (): void => this.#remeasure();
  #observers: Observers | undefined;
  #widthReference: Element | null = null;
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

  /** The browser reports once more whether the card is in view: the text may be another one. */
  hostUpdated(): void {
    const { defaultView } = this.#host.ownerDocument;
    if (!this.#host.isConnected || !defaultView) return;
    this.#observers ??= getObservers(defaultView);
    viewListeners.set(this.#host, (isInView) => {
      this.#observeWidth(isInView ? findWidthReference(this.#host) : null);
      if (isInView) this.#measure();
    });
    this.#observers.view.unobserve(this.#host);
    this.#observers.view.observe(this.#host);
  }

  hostConnected(): void {
    if (this.#host.hasUpdated) this.hostUpdated();
  }

  hostDisconnected(): void {
    this.#observers?.view.unobserve(this.#host);
    // What was observed last may still be reported.
    viewListeners.delete(this.#host);
    this.#observeWidth(null);
    this.#observers = undefined;
  }

  collapse(): void {
    this.#isExpanded = false;
  }

  /** Shows the whole texts, if they are cut off. */
  expand(): void {
    if (this.#isCut && !this.#isExpanded) this.toggle();
  }

  toggle(): void {
    this.#isExpanded = !this.#isExpanded;
    this.#host.requestUpdate();
  }

  #observeWidth(reference: Element | null): void {
    const previous = this.#widthReference;
    if (reference === previous) return;
    this.#widthReference = reference;
    if (previous) {
      const listeners = widthListeners.get(previous);
      listeners?.delete(this.#measure);
      if (listeners?.size === 0) this.#observers?.width.unobserve(previous);
    }
    if (reference) {
      const listeners = widthListeners.get(reference) ?? new Set();
      widthListeners.set(reference, listeners.add(this.#measure));
      if (listeners.size === 1) this.#observers?.width.observe(reference);
    }
  }

  #remeasure(): void {
    if (this.#isExpanded) return;
    const texts = [...this.#host.renderRoot.querySelectorAll('.clamped')];
    const isCut = texts.some(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + tolerancePx);
    if (isCut === this.#isCut) return;
    this.#isCut = isCut;
    // Resizing anything now could make the browser report an endless loop as an error of the page.
    requestAnimationFrame(() => this.#host.requestUpdate());
  }
}
