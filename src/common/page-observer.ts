/**
 * What the browser says of network and visibility is a hint. It may be wrong for good: some VPNs and firewalls look like no network, and
 * the window of some desktop apps always counts as hidden. So everything is tried, a response or a press proves a hint wrong, and
 * "offline" is only said of what has failed.
 */
const proof = {
  /** Whether something that was sent since the browser said that there is no network has been responded to: new for each of its hints. */
  network: { hasResponse: false },
  /** Whether the customer has pressed something since the browser said that the page is hidden. */
  hasPress: false,
};

/**
 * To be called when something is sent. The returned function notes that a server has responded: there is a network, whatever the browser
 * says, until it says something new. It proves nothing wrong that the browser has said after the sending.
 */
export function expectResponse(): () => void {
  const { network } = proof;
  return () => {
    network.hasResponse = true;
  };
}

/** Whether the browser says that there is no network, and nothing has proved it wrong. Where it says nothing (a server), there is one. */
export function isOffline(): boolean {
  const platform: { navigator?: { onLine?: boolean } } = globalThis;
  return platform.navigator?.onLine === false && !proof.network.hasResponse;
}

/** Whether the page is hidden or only being prerendered, and nothing has proved that wrong. Without a document it counts as visible. */
export function isPageHidden(): boolean {
  const platform: { document?: { visibilityState?: string } } = globalThis;
  return (platform.document?.visibilityState ?? 'visible') !== 'visible' && !proof.hasPress;
}

const networkTypes = ['online', 'offline'];
const pageTypes = ['visibilitychange', 'pageshow', 'pagehide'];
const pressTypes = ['pointerdown', 'keydown'];

/** What may have changed. */
export interface PageChange {
  /** Whether the page is being left, perhaps for the back/forward cache, which an open channel would prevent. */
  isLeaving: boolean;
  /** Whether the browser has just said that there is no network. */
  isLost: boolean;
}

/** Observes whether the page is visible and online. Without a window nothing ever changes. */
export class PageObserver {
  readonly #onChange: (change: PageChange) => void;
  #listening: AbortController | null = null;
  #isHidden = false;
  #isLeft = false;

  /** @param onChange Called when visibility or network may have changed. */
  constructor(onChange: (change: PageChange) => void) {
    this.#onChange = onChange;
  }

  get isObserving(): boolean {
    return this.#listening !== null;
  }

  /** Whether nobody can see the page now; false while not observing. */
  get isHidden(): boolean {
    return this.#isHidden;
  }

  /** Whether the page was left, and has not come back; false while not observing. */
  get isLeft(): boolean {
    return this.#isLeft;
  }

  start(): void {
    // Nobody may have noticed what the browser has said since then.
    proof.network = { hasResponse: false };
    this.#isHidden = isPageHidden();
    const { signal } = (this.#listening = new AbortController());
    if (typeof addEventListener !== 'function') return;
    const listen = (types: readonly string[], listener: (event: Event) => void): void => {
      for (const type of types) addEventListener(type, listener, { signal, capture: true });
    };
    listen(networkTypes, ({ type }) => {
      proof.network = { hasResponse: false };
      this.#handleChange({ isLeaving: false, isLost: type === 'offline' });
    });
    listen(pageTypes, (event) => {
      // The pageshow event of the first load is not a return from the back/forward cache.
      if ('persisted' in event && !event.persisted && event.type === 'pageshow') return;
      proof.hasPress = false;
      const isLeaving = event.type === 'pagehide';
      // A page that is left is hidden next.
      this.#isLeft = isLeaving || (event.type === 'visibilitychange' && this.#isLeft && isPageHidden());
      this.#handleChange({ isLeaving, isLost: false });
    });
    listen(pressTypes, ({ isTrusted }) => {
      if (!this.#isHidden || !isTrusted) return;
      proof.hasPress = true;
      this.#isLeft = false;
      this.#handleChange({ isLeaving: false, isLost: false });
    });
  }

  stop(): void {
    this.#listening?.abort();
    this.#listening = null;
    this.#isHidden = this.#isLeft = false;
  }

  #handleChange(change: PageChange): void {
    this.#isHidden = this.#isLeft || isPageHidden();
    this.#onChange(change);
  }
}
