import { parseJson } from '../../common/parse-json.js';
import type { Notifications } from '../../session/notifications/notification-store.js';
import { pageStores } from '../../session/page-stores.js';
import { countsOfStore, parseCounts, type Counts } from './counts.js';
import { pageAddress } from './page-address.js';

/** How long a response is waited for, in milliseconds. */
const timeoutMs = 10_000;
/**
 * How long the stream waits after the first response, in milliseconds. A page view that is over by then has cost one statement, and a bell
 * whose code comes later brings a stream of its own, which does for both.
 */
const streamDelayMs = 3000;
/** A stream is dead after this time without a message or a heartbeat, in milliseconds, although it is open. */
const maxSilenceMs = 45_000;
/** The longest time that is waited for what is said to change, or demanded, in milliseconds. */
const dayMs = 86_400_000;
/** What changes at the same moment for many customers is loaded over so many milliseconds. */
const changeSpreadMs = 10_000;

/** The feeds of the page, by the addresses: badges with the same ones share one. */
const feeds = new Map<string, CountFeed>();

/**
 * The counts of an address. While a session of the page runs on the same backend, they are those of the session. Otherwise the feed loads
 * them, while the page is visible, and receives them by a stream after each change. It stores nothing.
 */
export class CountFeed {
  /** Empty with a `count-url`, which counts something else, and is polled. */
  readonly #backendUrl: string;
  readonly #countUrl: string;
  readonly #listeners = new Set<() => void>();
  /** The store whose counts these are; null while the feed loads them, undefined while nobody needs them. */
  #store: Notifications | null | undefined;
  /** Ends what the counts come from. */
  #stop: (() => void) | undefined;
  #loaded: Counts | null = null;
  /** Whose the loaded counts are, if the host says so. */
  #customer: string | undefined;
  /** The current attempt, from its request to the end of its stream, or of the pause after it; undefined while there is none, and once it has failed. */
  #attempt: object | undefined;
  #stream: EventSource | undefined;
  /** Attempts since the last success. */
  #failures = 0;
  /** The next step: to open the stream, or to connect again. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  #changeTimer: ReturnType<typeof setTimeout> | undefined;

  private constructor(backendUrl: string, countUrl: string) {
    this.#backendUrl = countUrl ? '' : baseAddress(backendUrl);
    this.#countUrl = countUrl ? pageAddress(countUrl) : `${this.#backendUrl}/count`;
  }

  /** The feed of these addresses; undefined, with a warning unless both are empty, if there is none. */
  static of(backendUrl: string, countUrl: string): CountFeed | undefined {
    const key = `${backendUrl} ${countUrl}`;
    try {
      if (key !== ' ' && !feeds.has(key)) feeds.set(key, new CountFeed(backendUrl, countUrl));
    } catch {
      console.warn(`[nudge-inbox] ${countUrl || backendUrl} is no address.`);
    }
    return feeds.get(key);
  }

  /** Null while they are not known, and while nobody is signed in. */
  get counts(): Counts | null {
    return this.#store ? countsOfStore(this.#store) : this.#loaded;
  }

  /** Calls the listener when the counts are others, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    pageStores().listeners.add(this.#choose);
    this.#choose();
    return () => {
      this.#listeners.delete(listener);
      // A badge that moves within the page unsubscribes and subscribes again in one task.
      queueMicrotask(this.#choose);
    };
  }

  /** Takes the counts of a session, if there is one. */
  readonly #choose = (): void => {
    const store = this.#listeners.size > 0 ? this.#findStore() : undefined;
    if (store === this.#store) return;
    const isSignedOut = this.#store?.state.problem === 'signed-out';
    this.#store = store;
    this.#stop?.();
    this.#stop = store === null ? this.#start(isSignedOut) : store?.subscribe(() => this.#notify());
    if (store) this.#notify();
    else if (store === undefined) pageStores().listeners.delete(this.#choose);
  };

  /** The newest, since the badge alone would keep that of a bell running which the page has replaced. */
  #findStore(): Notifications | null {
    const stores = [...pageStores().backendUrls];
    return stores.findLast(([, backendUrl]) => baseAddress(backendUrl) === this.#backendUrl)?.[0] ?? null;
  }

  /**
   * Loads the counts while the page is visible, until the returned function is called.
   *
   * @param isSignedOut whether to wait until the page is shown again: the session of the site may go on for a moment
   */
  #start(isSignedOut: boolean): () => void {
    const observing = new AbortController();
    const { signal } = observing;
    for (const type of ['visibilitychange', 'pageshow', 'pagehide', 'online'])
      addEventListener(type, (event) => this.#handlePageEvent(event.type), { signal });
    if (isSignedOut) this.#notify();
    else this.#handlePageEvent();
    return () => {
      observing.abort();
      this.#end();
      this.#loaded = null;
    };
  }

  #handlePageEvent(type?: string): void {
    const isLeaving = type === 'pagehide';
    // When the page comes back, somebody else may be signed in.
    if (isLeaving) this.#show(null);
    if (isLeaving || document.hidden) this.#end();
    else if (!this.#attempt) void this.#connect(streamDelayMs);
  }

  /** Ends the attempt, with its stream and its timers. */
  #end(): void {
    this.#attempt = undefined;
    clearTimeout(this.#timer);
    clearTimeout(this.#changeTimer);
    this.#stream?.close();
  }

  /** Loads the counts, and then opens the stream. */
  async #connect(delayMs?: number): Promise<void> {
    this.#end();
    const attempt = (this.#attempt = {});
    let retryAfter = 0;
    let body: unknown;
    try {
      const response = await fetch(this.#countUrl, {
        headers: { Accept: 'application/json' },
        cache: 'no-store',
        signal: AbortSignal.timeout(timeoutMs),
      });
      retryAfter = Number(response.headers.get('Retry-After'));
      if (response.ok) body = await response.json();
      else if (response.status === 401) body = null;
    } catch {
      // It is tried again.
    }
    if (attempt !== this.#attempt) return;
    if (body === null) {
      // Nobody is signed in, until the page is shown again.
      this.#end();
      this.#show(null);
    } else if (!this.#receive(body)) {
      if (body !== undefined && this.#failures === 0)
        console.warn(`[nudge-inbox] ${this.#countUrl} has no unreadCount.`);
      this.#retry(false, retryAfter);
    } else if (this.#backendUrl) this.#timer = setTimeout(() => this.#openStream(), delayMs);
    else {
      this.#failures = 0;
      this.#schedule(pauseMs(0, false));
    }
  }

  #openStream(): void {
    const stream = (this.#stream = new EventSource(`${this.#backendUrl}/events?only=counts`));
    // The browser itself would reconnect after the same few seconds each time, and not at all if it is refused.
    stream.onerror = () => this.#retry(stream.readyState === 2);
    for (const name of ['customer', 'counts', 'ping'])
      stream.addEventListener(name, ({ data }: MessageEvent<string>) => {
        if (name === 'ping') this.#failures = 0;
        else this.#receive(parseJson(data));
        this.#schedule(maxSilenceMs);
      });
    this.#schedule(maxSilenceMs);
  }

  /** Shows what a response or a message says. Returns whether it has counts. */
  #receive(body: unknown): boolean {
    const { customer = this.#customer, counts, changesInMs } = parseCounts(body);
    // Of another customer, nothing stays.
    if (counts || customer !== this.#customer) this.#show(counts);
    this.#customer = customer;
    if (counts) clearTimeout(this.#changeTimer);
    if (changesInMs !== undefined) {
      const ms = Math.min(changesInMs, dayMs) + Math.random() * changeSpreadMs;
      this.#changeTimer = setTimeout(() => void this.#connect(), ms);
    }
    return counts !== null;
  }

  #retry(isRefused: boolean, retryAfter = 0): void {
    this.#end();
    this.#failures += 1;
    // A date, which is not obeyed, is no number.
    const demandedMs = Math.min(retryAfter * 1000 || 0, dayMs) * (1 + Math.random() / 10);
    const isLost = this.#backendUrl !== '' && !isRefused;
    this.#schedule(Math.max(pauseMs(isRefused ? Infinity : this.#failures, isLost), demandedMs));
  }

  /** Connects again after a time, in the place of what was to come next. */
  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#connect(), ms);
  }

  #show(counts: Counts | null): void {
    this.#loaded = counts;
    this.#notify();
  }

  #notify(): void {
    for (const notify of this.#listeners) notify();
  }
}

/** The address of a backend, without a slash at its end. */
const baseAddress = (address: string): string => pageAddress(address).replace(/\/+$/, '');

/** The pause before the next attempt, in milliseconds: those of the sources, which `pauses.ts` has. */
function pauseMs(failures: number, isStream: boolean): number {
  return isStream
    ? 1000 + Math.random() * Math.min(60_000, 2500 * 2 ** failures)
    : Math.min(300_000, 60_000 * 2 ** failures) * (1 + Math.random() / 10);
}
