import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** How far outside of the list an element counts as visible, so that records load before they scroll into view. */
const rootMargin = '300px';

export interface ListViewportOptions {
  /** Whether an element of the list is to be observed. */
  isTarget: (element: Element) => boolean;
  /** Finds the elements that may be targets, in document order. */
  findCandidates: () => readonly Element[];
  /** Runs when the set of visible elements changes. */
  onChange: () => void;
}

/** Observes which elements of a list are visible, or about to be. */
export class ListViewport implements ReactiveController {
  readonly #options: ListViewportOptions;
  /** In document order. */
  #observed = new Set<Element>();
  readonly #visible = new Set<Element>();
  #observer: IntersectionObserver | undefined;

  constructor(host: ReactiveControllerHost, options: ListViewportOptions) {
    this.#options = options;
    host.addController(this);
  }

  /** The visible targets in document order; none while the list is not rendered, as in a closed panel. */
  get visible(): Element[] {
    const { isTarget } = this.#options;
    return [...this.#observed].filter((element) => this.#visible.has(element) && isTarget(element));
  }

  hostUpdated(): void {
    this.#observer ??= new IntersectionObserver((entries) => this.#handleEntries(entries), {
      rootMargin,
      scrollMargin: rootMargin,
    });
    const { findCandidates, isTarget } = this.#options;
    const targets = new Set(findCandidates().filter(isTarget));
    for (const element of this.#observed) if (!targets.has(element)) this.#unobserve(element);
    for (const element of targets) if (!this.#observed.has(element)) this.#observer.observe(element);
    this.#observed = targets;
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
    this.#observer = undefined;
    this.#observed.clear();
    this.#visible.clear();
  }

  /** Reports an element again after the next update, even if its visibility does not change. */
  reobserve(element: Element): void {
    this.#unobserve(element);
  }

  #unobserve(element: Element): void {
    this.#observer?.unobserve(element);
    this.#observed.delete(element);
    this.#visible.delete(element);
  }

  #handleEntries(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.#visible.add(target);
      else this.#visible.delete(target);
    }
    this.#options.onChange();
  }
}
