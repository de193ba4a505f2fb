import { ApiError, AuthenticationError, isTransient, type NudgeError } from '../../api/errors.js';
import { backoff, maxBackoffMs } from '../../common/backoff.js';

export interface RequestQueueOptions<T> {
  /** Sends one request, without retries of its own: the queue as a whole waits and tries again. */
  fetch: (id: string, options: { signal: AbortSignal }) => Promise<T>;
  onLoaded: (id: string, value: T) => void;
  /** One id failed for good; others may succeed. */
  onFailed: (id: string, error: unknown) => void;
  /** A pause began. The queue continues after it. */
  onPaused: () => void;
  /** The queue stopped until {@link RequestQueue.retry}: the service is unreachable, or the token was refused. */
  onStopped: (error: NudgeError) => void;
  /** The maximum number of concurrent requests. Default: 6. */
  concurrency?: number;
}

interface Entry<T> {
  id: string;
  attempts: number;
  controller: AbortController | null;
  waiting: { resolve: (value: T) => void; reject: (error: unknown) => void }[];
}

const maxAttempts = 3;

/** Whether the failure is one of the service or the network as a whole, rather than of one id. */
function affectsAll(error: NudgeError): boolean {
  return !(error instanceof ApiError) || error.status === 429 || error.status === 503;
}

/** How long to pause, in milliseconds: what the service asks for, else longer after each failure. */
function pauseMsAfter(error: NudgeError, failures: number): number {
  return error instanceof ApiError && error.retryAfter !== null
    ? Math.min(maxBackoffMs, error.retryAfter * 1000)
    : backoff(failures);
}

/**
 * Fetches each id once, a few at a time, preferred ids first. A transient failure pauses the whole queue. After the pause
 * it sends a single request, and the rest once that succeeds.
 */
export class RequestQueue<T> {
  readonly #options: RequestQueueOptions<T>;
  readonly #entries = new Map<string, Entry<T>>();
  #preferred: readonly string[] = [];
  #active = 0;
  /** Pauses since the last response. */
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSuspended = false;
  #stoppedBy: NudgeError | null = null;

  constructor(options: RequestQueueOptions<T>) {
    this.#options = options;
  }

  /** Why requests wait, if they do. */
  get problem(): 'retrying' | 'unreachable' | 'unauthenticated' | null {
    if (this.#stoppedBy)
      return this.#stoppedBy instanceof AuthenticationError ? 'unauthenticated' : 'unreachable';
    return this.#failures > 0 && this.#entries.size > 0 ? 'retrying' : null;
  }

  /** Requests these ids, except those that are waiting or under way already. */
  request(ids: readonly string[]): void {
    for (const id of ids) this.#entry(id);
    this.#pump();
  }

  /** Requests the id and resolves with its value. Rejects with the request's error, or when the id is removed. */
  load(id: string): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#entry(id).waiting.push({ resolve, reject });
      this.#pump();
    });
  }

  /** Fetches these ids first, in this order. */
  prefer(ids: readonly string[]): void {
    this.#preferred = ids;
  }

  /** Holds back every new request, for instance while the device is offline, or lets them go again. */
  suspend(isSuspended: boolean): void {
    this.#isSuspended = isSuspended;
    this.#endPause();
    this.#pump();
  }

  /** Continues at once, with a fresh count of attempts, unless suspended. */
  retry(): void {
    this.#stoppedBy = null;
    this.#failures = 0;
    for (const entry of this.#entries.values()) entry.attempts = 0;
    this.#endPause();
    this.#pump();
  }

  /** Drops the id and aborts its request. */
  remove(id: string): void {
    this.#drop(id, AbortSignal.abort().reason);
  }

  /** Drops every id and aborts every request. */
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

  /** The waiting id with the fewest attempts, so that one that always fails does not delay the others. */
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
    // Earlier failures do not count for the next one, which may come hours later.
    if (this.#entries.size === 0) this.#failures = 0;
    if (this.#isSuspended || this.#stoppedBy || this.#timer !== undefined) return;
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
    // A removed id must not come back by a late response.
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
      this.stop(error);
      return;
    }
    const isPassing = isTransient(error);
    // Requests that fail together count as one failure, and while suspended none counts.
    const isNew = isPassing && !this.#isSuspended && this.#timer === undefined;
    if (isNew) this.#failures += 1;
    // A refusal is a response too.
    if (!isPassing) this.#failures = 0;
    if (!isPassing || (attempts >= maxAttempts && !affectsAll(error))) {
      this.#drop(id, error);
      this.#options.onFailed(id, error);
    } else if (this.#failures > maxAttempts) this.stop(error);
    else if (isNew) {
      this.#timer = setTimeout(
        () => {
          this.#endPause();
          this.#pump();
        },
        pauseMsAfter(error, this.#failures),
      );
      this.#options.onPaused();
    }
  }

  /** Rejects everything with the error and sends nothing until {@link retry}. */
  stop(error: NudgeError): void {
    this.#stoppedBy = error;
    this.#endPause();
    for (const id of this.#entries.keys()) this.#drop(id, error);
    this.#options.onStopped(error);
  }
}
