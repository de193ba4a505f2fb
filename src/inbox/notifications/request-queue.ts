import { ApiError, AuthenticationError, isTransient, type NudgeError } from '../../api/errors.js';
import { backoff, maxBackoffMs } from '../../common/backoff.js';

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
  id: string;
  attempts: number;
  controller: AbortController | null;
  waiting: { resolve: (value: T) => void; reject: (error: unknown) => void }[];
}

const maximumAttempts = 3;

/** Whether the failure speaks of the service or the network as a whole, rather than of one id. */
function concernsAll(error: NudgeError): boolean {
  return !(error instanceof ApiError) || error.status === 429 || error.status === 503;
}

/** What to wait, in milliseconds: as the service says, else ever longer. */
function pauseAfter(error: NudgeError, failures: number): number {
  return error instanceof ApiError && error.retryAfter !== null
    ? Math.min(maxBackoffMs, error.retryAfter * 1000)
    : backoff(failures);
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
  /** Pauses since the service last answered. */
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isHeld = false;
  #stoppedBy: NudgeError | null = null;

  constructor(options: FetchQueueOptions<T>) {
    this.#options = options;
  }

  /** What keeps it from going on, if anything. */
  get problem(): 'retrying' | 'unreachable' | 'unauthenticated' | null {
    if (this.#stoppedBy)
      return this.#stoppedBy instanceof AuthenticationError ? 'unauthenticated' : 'unreachable';
    return this.#failures > 0 && this.#entries.size > 0 ? 'retrying' : null;
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

  /** Holds back every new request, for instance while the device is offline, or no longer does. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#endPause();
    this.#pump();
  }

  /** Goes on at once, with a fresh count of attempts, unless it is held. */
  retry(): void {
    this.#stoppedBy = null;
    this.#failures = 0;
    for (const entry of this.#entries.values()) entry.attempts = 0;
    this.#endPause();
    this.#pump();
  }

  /** Forgets the id, and aborts its request. */
  remove(id: string): void {
    this.#drop(id, AbortSignal.abort().reason);
  }

  /** Forgets everything and aborts what is under way. */
  clear(): void {
    this.#endPause();
    this.#failures = 0;
    for (const id of this.#entries.keys()) this.remove(id);
  }

  #entry(id: string): Entry<T> {
    const entry = this.#entries.get(id) ?? { id, attempts: 0, controller: null, waiting: [] };
    this.#entries.set(id, entry);
    return entry;
  }

  #drop(id: string, error: unknown): void {
    const entry = this.#entries.get(id);
    this.#entries.delete(id);
    entry?.controller?.abort();
    entry?.waiting.forEach(({ reject }) => reject(error));
  }

  #endPause(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Of those that wait, one that was tried least: one id that always fails keeps no other from its turn. */
  #next(): Entry<T> | undefined {
    let next: Entry<T> | undefined;
    for (const ids of [this.#preferred, this.#entries.keys()]) {
      for (const id of ids) {
        const entry = this.#entries.get(id);
        if (!entry || entry.controller || (next && next.attempts <= entry.attempts)) continue;
        if (entry.attempts === 0) return entry;
        next = entry;
      }
    }
    return next;
  }

  #pump(): void {
    // What is over does not count when the next failure comes, perhaps hours later.
    if (this.#entries.size === 0) this.#failures = 0;
    if (this.#isHeld || this.#stoppedBy || this.#timer !== undefined) return;
    const limit = this.#failures > 0 ? 1 : (this.#options.concurrency ?? 6);
    while (this.#active < limit) {
      const next = this.#next();
      if (!next) return;
      void this.#run(next);
    }
  }

  async #run(entry: Entry<T>): Promise<void> {
    const { signal } = (entry.controller = new AbortController());
    entry.attempts += 1;
    this.#active += 1;
    const settle = await this.#options.fetch(entry.id, { signal }).then(
      (value) => () => this.#succeed(entry, value),
      (error: unknown) => () => this.#fail(entry, error),
    );
    this.#active -= 1;
    entry.controller = null;
    // Removed meanwhile: whatever came late belongs to nobody.
    if (!signal.aborted) settle();
    this.#pump();
  }

  #succeed({ id, waiting }: Entry<T>, value: T): void {
    this.#failures = 0;
    this.#entries.delete(id);
    this.#options.onLoaded(id, value);
    for (const { resolve } of waiting) resolve(value);
  }

  #fail({ id, attempts }: Entry<T>, error: unknown): void {
    if (error instanceof AuthenticationError && error.status === 401) {
      this.#stop(error);
      return;
    }
    const canPass = isTransient(error);
    // What fails together counts once, and without a network nothing does.
    const isNew = canPass && !this.#isHeld && this.#timer === undefined;
    if (isNew) this.#failures += 1;
    // Refused is answered, too.
    if (!canPass) this.#failures = 0;
    if (!canPass || (attempts >= maximumAttempts && !concernsAll(error))) {
      this.#drop(id, error);
      this.#options.onFailed(id, error);
    } else if (this.#failures > maximumAttempts) this.#stop(error);
    else if (isNew) {
      this.#timer = setTimeout(
        () => {
          this.#endPause();
          this.#pump();
        },
        pauseAfter(error, this.#failures),
      );
      this.#options.onPaused();
    }
  }

  #stop(error: NudgeError): void {
    this.#stoppedBy = error;
    this.#endPause();
    for (const id of this.#entries.keys()) this.#drop(id, error);
    this.#options.onStopped(error);
  }
}
