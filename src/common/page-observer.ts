/** Whether the device reports that it has no network. Where the platform does not know (a server), it counts as online. */
export function isOffline(): boolean {
  const platform: { navigator?: { onLine?: boolean } } = globalThis;
  return platform.navigator?.onLine === false;
}

/** Whether the page is hidden or only being prerendered. Without a document it counts as visible. */
export function isPageHidden(): boolean {
  const platform: { document?: { visibilityState?: string } } = globalThis;
  return (platform.document?.visibilityState ?? 'visible') !== 'visible';
}

const eventTypes = ['visibilitychange', 'pageshow', 'pagehide', 'online', 'offline'];

/** Observes whether the page is visible and online. Without a window nothing ever changes. */
export class PageObserver {
  readonly #onChange: (isLeaving: boolean) => void;
  #listening: AbortController | null = null;
  #isHidden = false;

  /**
   * @param onChange Called when visibility or network may have changed. `isLeaving`: the page is being left, perhaps
   * for the back/forward cache, which an open channel would prevent.
   */
  constructor(onChange: (isLeaving: boolean) => void) {
    this.#onChange = onChange;
  }

  get isObserving(): boolean {
    return this.#listening !== null;
  }

  /** Whether nobody can see the page now; false while not observing. */
  get isHidden(): boolean {
    return this.#isHidden;
  }

  start(): void {
    this.#isHidden = isPageHidden();
    const { signal } = (this.#listening = new AbortController());
    if (typeof addEventListener !== 'function') return;
    for (const type of eventTypes) {
      const listener = (event: Event): void => {
        // The pageshow event of the first load is not a return from the back/forward cache.
        if ('persisted' in event && !event.persisted && type === 'pageshow') return;
        const isLeaving = type === 'pagehide';
        this.#isHidden = isLeaving || isPageHidden();
        this.#onChange(isLeaving);
      };
      addEventListener(type, listener, { signal });
    }
  }

  stop(): void {
    this.#listening?.abort();
    this.#listening = null;
    this.#isHidden = false;
  }
}
