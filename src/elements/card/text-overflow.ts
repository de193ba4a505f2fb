import type { LitElement, ReactiveController } from 'lit';
import { observeSize, observeView, requestFrame } from '../base/platform.js';

/** Less than a line, and more than letters of tall scripts protrude from theirs. */
const tolerancePx = 8;

/** Observes which cards are in view, and their width. */
interface Observers {
  view: ReturnType<typeof observeView>;
  width: ReturnType<typeof observeSize>;
}

/** One pair for all cards of a window: an observer of another window's elements would report a loop. */
const observersOf = new WeakMap<Window, Observers>();
/** What to do when a card is in view. */
const viewListeners = new WeakMap<Element, () => void>();
/** What to do when an element has another size: the cards that are as wide. */
const widthListeners = new WeakMap<Element, Set<() => void>>();

/** What measures the cards in the next frame: all at once, since the browser lays out the page again after each change. */
const measurements = new Set<() => void>();

/**
 * Measures in the next frame, for which the browser lays out the page anyway: between two frames, that would be once more.
 * Also, resizing anything while the browser reports sizes could make it report an endless loop as an error of the page.
 */
function measureInNextFrame(measure: () => void): void {
  if (measurements.size === 0)
    requestFrame(() => {
      const due = [...measurements];
      measurements.clear();
      for (const measureDue of due) measureDue();
    });
  measurements.add(measure);
}

function getObservers(view: Window & typeof globalThis): Observers {
  const observers = observersOf.get(view) ?? {
    view: observeView(
      (entries) => {
        for (const { target, isIntersecting } of entries) if (isIntersecting) viewListeners.get(target)?.();
      },
      {},
      view,
    ),
    width: observeSize((entries) => {
      for (const { target, contentRect } of entries)
        if (contentRect.width > 0) widthListeners.get(target)?.forEach((listener) => listener());
    }, view),
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
 * Whether the texts of a card are cut off, and whether the customer has expanded them. Measures once the card is in
 * view, again after each update, and when the width changes.
 */
export class TextOverflow implements ReactiveController {
  readonly #host: LitElement;
  readonly #measure = (): void => {
    if (this.#isExpanded) return;
    const texts = [...this.#host.renderRoot.querySelectorAll('.clamped')];
    const isCut = texts.some(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + tolerancePx);
    if (isCut === this.#isCut) return;
    this.#isCut = isCut;
    this.#host.requestUpdate();
  };
  /** Until the card has another text or width it need not be observed, which takes time in each frame. */
  readonly #handleView = (): void => {
    this.#observers?.view.unobserve(this.#host);
    this.#observeWidth(findWidthReference(this.#host));
    measureInNextFrame(this.#measure);
  };
  readonly #handleResize = (): void => this.#observers?.view.observe(this.#host);
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

  /** The browser reports once more when the card is in view: the text may be another one. */
  hostUpdated(): void {
    const { defaultView } = this.#host.ownerDocument;
    if (!this.#host.isConnected || !defaultView) return;
    this.#observers ??= getObservers(defaultView);
    viewListeners.set(this.#host, this.#handleView);
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
    measurements.delete(this.#measure);
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
      listeners?.delete(this.#handleResize);
      if (listeners?.size === 0) this.#observers?.width.unobserve(previous);
    }
    if (reference) {
      const listeners = widthListeners.get(reference) ?? new Set();
      widthListeners.set(reference, listeners.add(this.#handleResize));
      if (listeners.size === 1) this.#observers?.width.observe(reference);
    }
  }
}
