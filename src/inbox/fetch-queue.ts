import type { NudgeError } from '../api/errors.js';
import { ApiError, AuthenticationError, ConnectionError, TimeoutError } from '../api/errors.js';

export interface FetchQueueOptions<T> {
  /** One request, without retries of its own: the queue as a whole waits and tries again. */
  fetch: (id: string, options: { signal: AbortSignal }) => Promise<T>;
  onLoaded: (id: string, value: T) => void;
  /** One id that failed for good, while others may do well. */
  onFailed: (id: string, error: unknown) => void;
  /** A pause begins; after it the queue goes on by itself. */
  onPaused: () => void;
  /** The queue gave up: nobody can be reached, or the token was refused. It starts again at {@link FetchQueue.retry}. */
  onStopped: (error: NudgeError) => void;
  /** How many requests at once. Default: 6. */
  concurrency?: number;
}

interface Entry<T> {
  attempts: number;
  controller: AbortController | null;
  waiting: { resolve: (value: T) => void; reject: (error: unknown) => void }[];
}

const maximumAttempts = 3;
const firstPause = 1000;
const longestPause = 60_000;

/** Whether the same request may succeed a little later. */
function isTransient(error: unknown): error is NudgeError {
  if (error instanceof ConnectionError || error instanceof TimeoutError) return true;
  return error instanceof ApiError && (error.status >= 500 || [408, 425, 429].includes(error.status));
}

/** Whether the failure speaks of the service or the network as a whole, rather than of one id. */
function concernsAll(error: NudgeError): boolean {
  return !(error instanceof ApiError) || error.status === 429 || error.status === 503;
}

/** What to wait, in milliseconds: as the service says, else exponential with jitter. */
function pauseAfter(error: NudgeError, failures: number): number {
  if (error instanceof ApiError && error.retryAfter !== null) {
    return Math.min(longestPause, error.retryAfter * 1000);
  }
  return Math.min(longestPause, firstPause * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
}

/**
 * Fetches each id once, a few at a time, those on the screen first. A transient failure pauses the whole queue; after
 * it a single request feels the way, and the rest follow when it succeeds.
 */
export class FetchQueue<T> {
  readonly #options: FetchQueueOptions<T>;
  readonly #entries = new Map<string, Entry<T>>();
  #preferred: readonly string[] = [];
  #active = 0;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isHeld = false;

  constructor(options: FetchQueueOptions<T>) {
    this.#options = options;
  }

  /** Asks for these ids; those that are waiting or under way already are not asked for twice. */
  request(ids: readonly string[]): void {
    for (const id of ids) this.#entry(id);
    this.#pump();
  }

  /** As {@link request}, with the answer. Rejects with what the request failed with, or as the id is removed. */
  load(id: string): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#entry(id).waiting.push({ resolve, reject });
      this.#pump();
    });
  }

  /** What is on the screen, in order: it goes first. */
  prefer(ids: readonly string[]): void {
    this.#preferred = ids;
  }

  /** Holds back every new request, for instance while the device is offline. */
  hold(): void {
    this.#isHeld = true;
    this.#cancelPause();
  }

  /** Goes on at once, with a fresh count of attempts. */
  retry(): void {
    this.#isHeld = false;
    this.#failures = 0;
    this.#cancelPause();
    for (const entry of this.#entries.values()) entry.attempts = 0;
    this.#pump();
  }

  /** Forgets the id, and aborts its request. */
  remove(id: string): void {
    const entry = this.#entries.get(id);
    entry?.controller?.abort();
    this.#reject(id, new DOMException('The notification is not asked for any more.', 'AbortError'));
  }

  /** Forgets everything and aborts what is under way. */
  clear(): void {
    this.#cancelPause();
    this.#failures = 0;
    for (const id of [...this.#entries.keys()]) this.remove(id);
  }

  #entry(id: string): Entry<T> {
    const entry = this.#entries.get(id) ?? { attempts: 0, controller: null, waiting: [] };
    this.#entries.set(id, entry);
    return entry;
  }

  #reject(id: string, error: unknown): void {
    const entry = this.#entries.get(id);
    this.#entries.delete(id);
    entry?.waiting.forEach(({ reject }) => reject(error));
  }

  #cancelPause(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #next(): [string, Entry<T>] | undefined {
    for (const id of this.#preferred) {
      const entry = this.#entries.get(id);
      if (entry && !entry.controller) return [id, entry];
    }
    for (const waiting of this.#entries) {
      if (!waiting[1].controller) return waiting;
    }
    return undefined;
  }

  #pump(): void {
    if (this.#isHeld || this.#timer !== undefined) return;
    const limit = this.#failures > 0 ? 1 : (this.#options.concurrency ?? 6);
    while (this.#active < limit) {
      const next = this.#next();
      if (!next) return;
      void this.#run(...next);
    }
  }

  async #run(id: string, entry: Entry<T>): Promise<void> {
    const controller = new AbortController();
    entry.controller = controller;
    entry.attempts += 1;
    this.#active += 1;
    let settle: () => void;
    try {
      const value = await this.#options.fetch(id, { signal: controller.signal });
      settle = () => this.#succeed(id, value);
    } catch (error) {
      settle = () => this.#fail(id, entry, error);
    }
    this.#active -= 1;
    entry.controller = null;
    // Removed meanwhile: whatever came late belongs to nobody.
    if (!controller.signal.aborted) settle();
    this.#pump();
  }

  #succeed(id: string, value: T): void {
    const entry = this.#entries.get(id);
    this.#failures = 0;
    this.#entries.delete(id);
    this.#options.onLoaded(id, value);
    entry?.waiting.forEach(({ resolve }) => resolve(value));
  }

  #fail(id: string, entry: Entry<T>, error: unknown): void {
    if (error instanceof AuthenticationError && error.status === 401) {
      this.#stop(error);
      return;
    }
    if (!isTransient(error)) {
      this.#reject(id, error);
      this.#options.onFailed(id, error);
      return;
    }
    const isFirstOfPause = this.#timer === undefined;
    if (isFirstOfPause) this.#failures += 1;
    if (entry.attempts >= maximumAttempts && !concernsAll(error)) {
      this.#reject(id, error);
      this.#options.onFailed(id, error);
      return;
    }
    if (this.#failures > maximumAttempts) {
      this.#stop(error);
      return;
    }
    // To the back: if this one alone is at fault, the next attempt is another's.
    this.#entries.delete(id);
    this.#entries.set(id, entry);
    if (isFirstOfPause) this.#pause(pauseAfter(error, this.#failures));
  }

  #pause(duration: number): void {
    if (this.#isHeld) return;
    this.#options.onPaused();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#pump();
    }, duration);
  }

  #stop(error: NudgeError): void {
    this.hold();
    for (const id of [...this.#entries.keys()]) {
      this.#entries.get(id)?.controller?.abort();
      this.#reject(id, error);
    }
    this.#options.onStopped(error);
  }
}
