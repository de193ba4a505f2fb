import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** How far beyond the edge counts as seen, so that a reader who scrolls meets no gap. */
const margin = '300px';

export interface ListViewportOptions {
  /** The rows that wait for their records, and the end of the list. */
  targets: () => Iterable<Element>;
  /** What is seen changed. */
  onSeen: () => void;
}

/** Tells which rows are on the screen. Nothing is while a panel is closed. */
export class ListViewport implements ReactiveController {
  readonly #options: ListViewportOptions;
  readonly #observed = new Set<Element>();
  readonly #seen = new Set<Element>();
  #observer: IntersectionObserver | undefined;

  constructor(host: ReactiveControllerHost, options: ListViewportOptions) {
    this.#options = options;
    host.addController(this);
  }

  /** Those of the targets that are on the screen, or about to be, in order. */
  get seen(): Element[] {
    return [...this.#options.targets()].filter((element) => this.#seen.has(element));
  }

  hostUpdated(): void {
    this.#observer ??= new IntersectionObserver((entries) => this.#note(entries), {
      rootMargin: margin,
      scrollMargin: margin,
    });
    const targets = new Set(this.#options.targets());
    for (const element of this.#observed) if (!targets.has(element)) this.#forget(element);
    for (const element of targets) {
      if (this.#observed.has(element)) continue;
      this.#observed.add(element);
      this.#observer.observe(element);
    }
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
    this.#observer = undefined;
    this.#observed.clear();
    this.#seen.clear();
  }

  /** Has the element's place told again, although it did not change. */
  again(element: Element): void {
    this.#forget(element);
  }

  #forget(element: Element): void {
    this.#observer?.unobserve(element);
    this.#observed.delete(element);
    this.#seen.delete(element);
  }

  #note(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.#seen.add(target);
      else this.#seen.delete(target);
    }
    this.#options.onSeen();
  }
}
