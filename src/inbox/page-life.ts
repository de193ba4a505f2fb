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

export interface PageLifeOptions {
  /** The page is seen, and the network is there, again. */
  onReturn: () => void;
  /** Nothing may be asked for now. Where the page `left`, perhaps for the back/forward cache, no channel may be open. */
  onRest: (why: 'hidden' | 'left' | 'offline') => void;
}

/** What the page's life lets one do: in a page that nobody sees nothing runs. Without a window it always may. */
export class PageLife {
  readonly #options: PageLifeOptions;
  #running: AbortController | null = null;
  #isAway = false;

  constructor(options: PageLifeOptions) {
    this.#options = options;
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
    const listen = (type: string, hear: (event: Event) => void): void =>
      addEventListener(type, hear, { signal });
    const look = (): void => {
      this.#isAway = isHidden();
      if (this.#isAway) this.#options.onRest('hidden');
      else if (isOffline()) this.#options.onRest('offline');
      else this.#options.onReturn();
    };
    listen('visibilitychange', look);
    // The one that comes with the page's loading is no return.
    listen('pageshow', (event) => {
      if ('persisted' in event && event.persisted) look();
    });
    listen('pagehide', () => {
      this.#isAway = true;
      this.#options.onRest('left');
    });
    for (const type of ['online', 'offline']) {
      listen(type, () => {
        if (!this.#isAway) look();
      });
    }
  }

  stop(): void {
    this.#running?.abort();
    this.#running = null;
    this.#isAway = false;
  }
}
