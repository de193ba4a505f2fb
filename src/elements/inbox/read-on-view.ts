import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** How long it has to be in view, in milliseconds. */
const reading = 2000;

export interface ReadOnViewOptions {
  /** The rows of those that are unread; none where it is not wished for. */
  targets: () => Iterable<Element>;
  onRead: (row: Element) => void;
}

/** Tells which rows were in view, at least half of each, for as long as it takes to read them. */
export class ReadOnView implements ReactiveController {
  readonly #options: ReadOnViewOptions;
  readonly #timers = new Map<Element, ReturnType<typeof setTimeout> | undefined>();
  #observer: IntersectionObserver | undefined;

  constructor(host: ReactiveControllerHost, options: ReadOnViewOptions) {
    this.#options = options;
    host.addController(this);
  }

  hostUpdated(): void {
    const targets = new Set(this.#options.targets());
    for (const element of this.#timers.keys()) if (!targets.has(element)) this.#forget(element);
    for (const element of targets) {
      if (this.#timers.has(element)) continue;
      this.#observer ??= new IntersectionObserver((entries) => this.#note(entries), { threshold: 0.5 });
      this.#timers.set(element, undefined);
      this.#observer.observe(element);
    }
  }

  hostDisconnected(): void {
    for (const element of this.#timers.keys()) this.#forget(element);
    this.#observer = undefined;
  }

  #forget(element: Element): void {
    clearTimeout(this.#timers.get(element));
    this.#timers.delete(element);
    this.#observer?.unobserve(element);
  }

  #note(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      clearTimeout(this.#timers.get(target));
      const read = (): void => {
        // What nobody saw begins anew; an update comes as the page is seen again.
        if (document.hidden) this.#forget(target);
        else this.#options.onRead(target);
      };
      this.#timers.set(target, isIntersecting ? setTimeout(read, reading) : undefined);
    }
  }
}
