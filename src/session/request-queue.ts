import { ApiError, isGone, isTransient, SignedOutError, type NudgeError } from '../api/errors.js';
import { isUnauthorized } from '../api/is-unauthorized.js';
import { isOffline } from '../common/page-observer.js';
import { demandedMs, pauseMs, pauses } from '../common/pauses.js';

export interface RequestQueueOptions<T> {
  /**
   * Sends the request of an id, without retries of its own: the queue as a whole waits and tries again. `needsNewToken`:
   * whether to get another token first, because everything was refused with the one before.
   */
  run: (id: string, options: { signal: AbortSignal; needsNewToken: boolean }) => Promise<T>;
  /** Whether an id may be another customer's. Its refusal says nothing about the token. */
  isUnverified?: (id: string) => boolean;
  /** One id failed for good; others may succeed. */
  onFailed: (id: string, error: unknown) => void;
  /**
   * Runs when {@link RequestQueue.problem} may have changed. With an error, the queue stopped until
   * {@link RequestQueue.retry}: the service is unreachable, or the token was refused.
   */
  onProblem?: (error?: NudgeError) => void;
  /** The maximum number of concurrent requests. Default: 6. */
  concurrency?: number;
}

interface Entry<T> {
  id: string;
  attempts: number;
  controller: AbortController | null;
  waiting: { resolve: (value: T) => void; reject: (error: unknown) => void }[];
}

const maxAttempts = pauses.queue.attempts;

/** How many refusals without any success mean that everything is refused, however many others wait. */
const maxRefusals = 3;

/** Whether the reason of a refusal may concern all requests. That an id does not exist concerns no other. */
const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && !isGone(error);

/**
 * Runs one request for each id, a few at a time, preferred ids first. A transient failure pauses the whole queue. After the
 * pause it sends a single request, and the rest once that succeeds. An id that fails while others load fails alone. If all
 * are refused from the start, however many or few, the queue tries once with another token, and then stops.
 */
export class RequestQueue<T> {
  readonly #options: RequestQueueOptions<T>;
  readonly #entries = new Map<string, Entry<T>>();
  #preferred: readonly string[] = [];
  #active = 0;
  /** What waits for its turn in {@link runAhead}. */
  readonly #ahead: (() => void)[] = [];
  /** Whether anything has ever loaded. */
  #hasLoaded = false;
  /** Pauses since the last response. Until the next one, requests are sent one at a time. */
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the pause ends that the service demands, on the clock of `performance.now()`; 0 without one. */
  #demandedUntil = 0;
  /** What was refused while nothing has loaded: each of them alone, or all alike. */
  readonly #refused = new Map<string, ApiError>();
  /** Whether `onFailed` is being called for them: it may call the queue. */
  #isGivingUp = false;
  /** Whether everything was refused, and nothing has loaded since. */
  #hasTriedNewToken = false;
  /** Whether the next request gets another token first. */
  #needsNewToken = false;
  #isSuspended = false;
  /** Why nothing is sent until {@link retry} or {@link probe}. */
  #stopError: NudgeError | null = null;
  /** Why the queue had stopped when {@link probe} was called, until something responds. */
  #probedError: NudgeError | null = null;
  /** The refusal of the sign-in, until something responds: a retry, or a lost connection, says nothing about it. */
  #signInRefusal: ApiError | null = null;

  constructor(options: RequestQueueOptions<T>) {
    this.#options = options;
  }

  /** Why requests wait, if they do. */
  get problem(): 'retrying' | 'unreachable' | 'unauthenticated' | 'signed-out' | null {
    if (this.#signInRefusal)
      return this.#signInRefusal instanceof SignedOutError ? 'signed-out' : 'unauthenticated';
    if (this.#stopError ?? this.#probedError) return 'unreachable';
    return this.#failures > 0 && this.#entries.size > 0 ? 'retrying' : null;
  }

  /** Requests these ids, except those that are waiting or under way already. */
  request(ids: readonly string[]): void {
    for (const id of ids) this.#entry(id);
    this.#continue();
  }

  /** Requests the id and resolves with its value. Rejects with the request's error, or when {@link clear} drops it. */
  load(id: string): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#entry(id).waiting.push({ resolve, reject });
      this.#continue();
    });
  }

  /**
   * Runs another request ahead of those of ids, within the same limit, also while those are held back. Its result says nothing about
   * them.
   */
  async runAhead<Value>(call: () => Promise<Value>): Promise<Value> {
    if (this.#active < this.#concurrency) this.#active += 1;
    else await new Promise<void>((resolve) => this.#ahead.push(resolve));
    try {
      return await call();
    } finally {
      this.#active -= 1;
      this.#continue();
    }
  }

  /** Runs the requests of these ids first, in this order. */
  prefer(ids: readonly string[]): void {
    this.#preferred = ids;
  }

  /** Holds back every new request, for instance in a hidden page, or lets them go again. */
  suspend(isSuspended: boolean): void {
    this.#isSuspended = isSuspended;
    this.#endPause();
    this.#continue();
  }

  /**
   * Continues with a fresh count of attempts, unless suspended: at once, or as soon as the service allows it (429,
   * `Retry-After`). After a failure, a single request goes first.
   */
  retry(): void {
    this.#probedError = null;
    this.#restart(Math.min(this.#failures, 1));
  }

  /**
   * Continues with a single request, to find out whether the service responds. The problem stays until it does. The first
   * failure stops the queue again, and is not reported.
   */
  probe(): void {
    this.#probedError = this.#stopError ?? this.#probedError;
    this.#restart(maxAttempts);
  }

  #restart(failures: number): void {
    this.#stopError = null;
    this.#failures = failures;
    for (const entry of this.#entries.values()) entry.attempts = 0;
    this.#endPause();
    if (this.#entries.size > 0) this.#continue();
  }

  /** Drops these ids and aborts their requests, except those of {@link load}. */
  remove(ids: readonly string[]): void {
    this.#abort(ids.filter((id) => this.#entries.get(id)?.waiting.length === 0));
  }

  /** Drops an id and aborts its request, which says nothing about the others. Whoever waits for it receives the error. */
  drop(id: string, error: unknown): void {
    const entry = this.#entries.get(id);
    this.#entries.delete(id);
    this.#refused.delete(id);
    entry?.controller?.abort();
    entry?.waiting.forEach(({ reject }) => reject(error));
  }

  /** Drops every id and aborts every request. */
  clear(): void {
    this.#endPause();
    this.#resetFailures();
    this.#abort(this.#entries.keys());
  }

  get #concurrency(): number {
    return this.#options.concurrency ?? 6;
  }

  #entry(id: string): Entry<T> {
    const entry = this.#entries.get(id) ?? { id, attempts: 0, controller: null, waiting: [] };
    this.#entries.set(id, entry);
    return entry;
  }

  #abort(ids: Iterable<string>): void {
    for (const id of ids) this.drop(id, AbortSignal.abort().reason);
    this.#options.onProblem?.();
  }

  #pause(milliseconds: number): void {
    this.#timer ??= setTimeout(() => {
      this.#demandedUntil = 0;
      this.#endPause();
      this.#continue();
    }, milliseconds);
  }

  /** Ends the pause, unless the service demands it: then {@link #continue} begins the rest of it. */
  #endPause(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** The sign-in works, or nothing is left that could show otherwise. */
  #handleResponse(): void {
    this.#signInRefusal = null;
    this.#resetFailures();
  }

  /** A response that was under way does not end a pause that the service demands. */
  #resetFailures(): void {
    if (this.#demandedUntil > 0) return;
    this.#failures = 0;
    this.#probedError = null;
  }

  /** The waiting id with the fewest attempts, so that one that always fails does not delay the others. */
  #next(): Entry<T> | undefined {
    let next: Entry<T> | undefined;
    for (const ids of [this.#preferred, this.#entries.keys()]) {
      for (const id of ids) {
        const entry = this.#entries.get(id);
        if (!entry || entry.controller || this.#refused.has(id) || (next && next.attempts <= entry.attempts))
          continue;
        if (entry.attempts === 0) return entry;
        next = entry;
      }
    }
    return next;
  }

  /** Sends what can be sent now. */
  #continue(): void {
    this.#handleRefusals();
    // Earlier failures do not count for the next one, which may come hours later.
    if (this.#entries.size === 0 && !this.#stopError) this.#handleResponse();
    this.#runNext();
    this.#options.onProblem?.();
  }

  /** Runs as many requests as may be under way now. */
  #runNext(): void {
    for (const start of this.#ahead.splice(0, this.#concurrency - this.#active)) {
      this.#active += 1;
      start();
    }
    if (this.#isSuspended || this.#stopError || this.#timer !== undefined || this.#areAllRefused) return;
    const remainingMs = this.#demandedUntil - performance.now();
    if (remainingMs > 0) {
      if (this.#entries.size > 0) this.#pause(remainingMs);
      return;
    }
    this.#demandedUntil = 0;
    const limit = this.#failures > 0 ? 1 : this.#concurrency;
    while (this.#active < limit) {
      const next = this.#next();
      if (!next) return;
      void this.#send(next);
    }
  }

  async #send(entry: Entry<T>): Promise<void> {
    const { signal } = (entry.controller = new AbortController());
    entry.attempts += 1;
    this.#active += 1;
    const needsNewToken = this.#needsNewToken;
    this.#needsNewToken = false;
    const finish = await this.#options.run(entry.id, { signal, needsNewToken }).then(
      (value) => () => this.#succeed(entry, value),
      (error: unknown) => () => this.#fail(entry, error),
    );
    this.#active -= 1;
    entry.controller = null;
    // A removed id must not come back by a late response.
    if (!signal.aborted) finish();
    this.#continue();
  }

  #succeed({ id, waiting }: Entry<T>, value: T): void {
    this.#handleResponse();
    this.#hasLoaded = true;
    this.#hasTriedNewToken = false;
    this.#entries.delete(id);
    for (const { resolve } of waiting) resolve(value);
  }

  #fail(entry: Entry<T>, error: unknown): void {
    if (isUnauthorized(error)) this.stop(error);
    else if (isTransient(error)) this.#failTransiently(entry, error);
    else if (isRefusal(error) && !this.#hasLoaded && !this.#options.isUnverified?.(entry.id))
      this.#refused.set(entry.id, error);
    else this.#giveUp(entry.id, error);
  }

  #failTransiently({ id, attempts }: Entry<T>, error: NudgeError): void {
    const { status, retryAfter } = error instanceof ApiError ? error : { status: null, retryAfter: null };
    // Requests that fail together count as one failure, and while suspended none counts.
    const isNew = !this.#isSuspended && this.#timer === undefined;
    if (isNew) this.#failures += 1;
    const waitMs = isNew
      ? pauseMs(pauses.queue, this.#failures, retryAfter)
      : demandedMs(pauses.queue, retryAfter);
    if (status === 429 || retryAfter !== null) {
      this.#demandedUntil = Math.max(this.#demandedUntil, performance.now() + waitMs);
      this.#failures ||= 1;
      this.#endPause();
    }
    if (this.#isSuspended) return;
    // Nothing is given up for want of a network: it is tried again, after pauses, in case there is one.
    const isLost = status === null && isOffline();
    // 429 is about all requests. So are 503 and no response at all, unless others load.
    const mayBeAlone = status !== 429 && (this.#hasLoaded || (status !== null && status !== 503));
    // After a success, only ids that were not tried before show that nothing loads any more.
    const mayBeOutage = status === 429 || !this.#hasLoaded || attempts === 1;
    if (attempts >= maxAttempts && mayBeAlone && !isLost) this.#giveUp(id, error);
    else if (this.#failures > maxAttempts && mayBeOutage && !isLost) this.stop(error);
    else if (isNew) this.#pause(Math.max(waitMs, this.#demandedUntil - performance.now()));
  }

  get #areAllRefused(): boolean {
    const count = Math.min(maxRefusals, this.#entries.size);
    return !this.#hasLoaded && count > 0 && this.#refused.size >= count;
  }

  /** Decides about what was refused, as soon as the requests under way cannot change it. */
  #handleRefusals(): void {
    const refused = [...this.#refused];
    const [first] = refused;
    if (!first || this.#isGivingUp) return;
    if (this.#areAllRefused) {
      if (this.#active > 0) return;
      this.#refused.clear();
      this.#failures = 1;
      this.#needsNewToken = true;
      if (this.#hasTriedNewToken) this.stop(first[1]);
      this.#hasTriedNewToken = true;
    } else if (this.#hasLoaded) {
      this.#isGivingUp = true;
      for (const [id, error] of refused) if (this.#refused.has(id)) this.#giveUp(id, error);
      this.#isGivingUp = false;
    }
  }

  /** Fails one id for good. The others go on: a refusal is a response, too. */
  #giveUp(id: string, error: unknown): void {
    this.drop(id, error);
    if (!isTransient(error)) this.#handleResponse();
    this.#options.onFailed(id, error);
  }

  /** Rejects everything with the error and sends nothing until {@link retry}. */
  stop(error: NudgeError): void {
    this.#stopError = error;
    if (error instanceof ApiError && !isTransient(error)) {
      this.#signInRefusal = error;
      // With the next token, everything may be refused.
      this.#hasLoaded = false;
    }
    this.#endPause();
    for (const id of this.#entries.keys()) this.drop(id, error);
    // A probe does not report the same failure again.
    const isReported = this.#probedError !== null && isTransient(error);
    this.#probedError = null;
    this.#options.onProblem?.(isReported ? undefined : error);
  }
}
