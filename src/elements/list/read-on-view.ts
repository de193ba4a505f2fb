import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** How long a row must be in view to count as read. */
const readAfterMs = 2000;
/** Up to half of a row; the lower ones for rows that are higher than the list. */
const thresholds = Array.from({ length: 26 }, (_, index) => index / 50);

export interface ReadOnViewOptions {
  /** The rows to observe: unread ones, or none if the option is off. */
  getTargets: () => Iterable<Element>;
  onRead: (row: Element) => void;
}

/** Whether at least half of a row is in view, or, of one that is higher than the list, half of the list shows it. */
function isInView(entry: IntersectionObserverEntry): boolean {
  const { target, isIntersecting, intersectionRect, boundingClientRect, rootBounds } = entry;
  const listHeight = target.closest('.list')?.clientHeight ?? Infinity;
  const fullHeight = Math.min(boundingClientRect.height, listHeight, rootBounds?.height ?? Infinity);
  return isIntersecting && intersectionRect.height >= fullHeight / 2;
}

/** Reports rows that were in view for two seconds. */
export class ReadOnView implements ReactiveController {
  readonly #options: ReadOnViewOptions;
  /** The observed rows, with a timer for each one in view. */
  readonly #timers = new Map<Element, ReturnType<typeof setTimeout> | undefined>();
  #observer: IntersectionObserver | undefined;

  constructor(host: ReactiveControllerHost, options: ReadOnViewOptions) {
    this.#options = options;
    host.addController(this);
  }

  hostUpdated(): void {
    const targets = new Set(this.#options.getTargets());
    for (const element of this.#timers.keys()) if (!targets.has(element)) this.#unobserve(element);
    for (const element of targets) {
      if (this.#timers.has(element)) continue;
      this.#observer ??= new IntersectionObserver((entries) => this.#handleEntries(entries), {
        threshold: thresholds,
      });
      this.#timers.set(element, undefined);
      this.#observer.observe(element);
    }
  }

  hostDisconnected(): void {
    for (const element of this.#timers.keys()) this.#unobserve(element);
    this.#observer = undefined;
  }

  #unobserve(element: Element): void {
    clearTimeout(this.#timers.get(element));
    this.#timers.delete(element);
    this.#observer?.unobserve(element);
  }

  #handleEntries(entries: readonly IntersectionObserverEntry[]): void {
    for (const entry of entries) {
      const { target } = entry;
      const timer = this.#timers.get(target);
      if (isInView(entry) === (timer !== undefined)) continue;
      clearTimeout(timer);
      const report = (): void => {
        // Nobody saw the row in a hidden page. The update on the page's return observes it anew.
        if (document.hidden) this.#unobserve(target);
        else this.#options.onRead(target);
      };
      this.#timers.set(target, timer === undefined ? setTimeout(report, readAfterMs) : undefined);
    }
  }
}
