/** Whether the device says that it has no network. Where nobody knows (a server), it has one. */
export function isOffline(): boolean {
  const platform: { navigator?: { onLine?: boolean } } = globalThis;
  return platform.navigator?.onLine === false;
}

/** Whether nobody can see the page: hidden, or only being prerendered. What has no document is always seen. */
function isHidden(): boolean {
  const platform: { document?: { visibilityState?: string } } = globalThis;
  return (platform.document?.visibilityState ?? 'visible') !== 'visible';
}

const events = ['visibilitychange', 'pageshow', 'pagehide', 'online', 'offline'];

/** Whether the page is seen, and when that or the network changes. Without a window it always is. */
export class PageLife {
  readonly #onChange: (isLeaving: boolean) => void;
  #running: AbortController | null = null;
  #isAway = false;

  /** Where the page is left, perhaps for the back/forward cache, no channel may stay open. */
  constructor(onChange: (isLeaving: boolean) => void) {
    this.#onChange = onChange;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  start(): void {
    this.#isAway = isHidden();
    const { signal } = (this.#running = new AbortController());
    if (typeof addEventListener !== 'function') return;
    for (const type of events) {
      const change = (event: Event): void => {
        // The pageshow that comes with the page's loading is no return.
        if ('persisted' in event && !event.persisted && type === 'pageshow') return;
        const isLeaving = type === 'pagehide';
        this.#isAway = isLeaving || isHidden();
        this.#onChange(isLeaving);
      };
      addEventListener(type, change, { signal });
    }
  }

  stop(): void {
    this.#running?.abort();
    this.#running = null;
    this.#isAway = false;
  }
}
