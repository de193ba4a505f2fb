import type { LitElement, ReactiveController } from 'lit';

/** Less than a line, and more than letters of tall scripts protrude from theirs. */
const tolerancePx = 8;

/** What to do when an observed title has another size. */
const listeners = new WeakMap<Element, () => void>();
/** One observer for all cards of a window: an observer of another window's elements would report a loop. */
const observers = new WeakMap<Window, ResizeObserver>();
/** The observer of each observed title, which may move to another window. */
const observed = new WeakMap<Element, ResizeObserver>();
/** Titles to observe from the next frame on. */
const due = new Set<Element>();

/** Waits for the next frame, since an update may run while other observers report: the browser would see a loop. */
function observe(title: Element, listener: () => void): void {
  listeners.set(title, listener);
  if (due.size === 0) requestAnimationFrame(observeDue);
  due.add(title);
}

function observeDue(): void {
  for (const title of due) {
    const view = title.ownerDocument.defaultView;
    if (!view) continue;
    const observer = observers.get(view) ?? new view.ResizeObserver(handleEntries);
    observers.set(view, observer);
    // Reported once more, even if its size is the same: the text may be another one.
    observer.unobserve(title);
    observer.observe(title);
    observed.set(title, observer);
  }
  due.clear();
}

function handleEntries(entries: readonly ResizeObserverEntry[]): void {
  for (const { target, contentRect } of entries) if (contentRect.width > 0) listeners.get(target)?.();
}

function unobserve(title: Element): void {
  due.delete(title);
  observed.get(title)?.unobserve(title);
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
    if (this.#title && title !== this.#title) unobserve(this.#title);
    this.#title = title;
    if (title && this.#host.isConnected) observe(title, this.#measure);
  }

  hostConnected(): void {
    if (this.#title) observe(this.#title, this.#measure);
  }

  hostDisconnected(): void {
    if (this.#title) unobserve(this.#title);
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
