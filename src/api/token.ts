import { raceAbort } from '../common/abort.js';
import { withDeadline } from '../common/time.js';
import { isObject } from '../common/type-guards.js';
import { warnOnce } from '../common/warn.js';
import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  isTransient,
  isTransientStatus,
  NudgeError,
  RequestError,
  SignedOutError,
  TimeoutError,
} from './errors.js';
import { expectation } from './expectation.js';
import { type Credentials, type Headers, isHeaderValue } from './transport.js';

/** Why a token is requested. */
export interface TokenRequest {
  /** `first` until the service has rejected a token, or seems to, `expired` afterwards. */
  reason: 'first' | 'expired';
  /** Aborts when no request is waiting for the token any more, and after 20 seconds. */
  signal: AbortSignal;
}

/**
 * Returns the customer's bearer token (the JWT alone, without `Bearer`), or null if nobody is signed in. With null nothing
 * is sent. If it fails, or takes longer than 20 seconds, it is called again as a request is retried after a lost
 * connection; but not if the error has a `status`, or a `response` with one, that no retry changes, such as 403.
 *
 * @example
 * const getToken: GetToken = async ({ signal }) => {
 *   const response = await fetch('/token', { method: 'POST', signal });
 *   if (response.status === 401) return null;
 *   if (!response.ok) throw new Error(`No token: ${response.status}`);
 *   return response.text();
 * };
 */
export type GetToken = (why: TokenRequest) => string | null | Promise<string | null>;

/** Nobody is signed in. */
class NoTokenError extends NudgeError {}

/** One call of getToken, shared by all requests that wait for it. */
interface PendingToken {
  token: Promise<string>;
  controller: AbortController;
  waitingCount: number;
}

const timeoutMs = 20_000;

/** No text with spaces, quotes or brackets: that is JSON, HTML or `Bearer …`, and no service issues such tokens. */
const isToken = (value: unknown): value is string => isHeaderValue(value) && !/[\s"'<>{}[\]]/.test(value);

/** Whether getToken would fail again: what it returned is no token, or the error has the HTTP status of a refusal. */
function isRefusal(error: unknown): boolean {
  if (error instanceof NudgeError) return !isTransient(error);
  const { status, response }: Record<string, unknown> = isObject(error) ? error : {};
  // The errors of some HTTP clients have a status, those of others have the response.
  const code = status ?? (isObject(response) ? response.status : undefined);
  return typeof code === 'number' && code >= 400 && !isTransientStatus(code);
}

/** Caches the customer's token, calls getToken once for all waiting requests, and never sends a rejected token again. */
export class TokenProvider implements Credentials {
  readonly #getToken: GetToken;
  #token: string | null = null;
  #rejectedToken: string | null = null;
  #reason: TokenRequest['reason'] = 'first';
  #pending: PendingToken | null = null;
  /** Whether a token was discarded, and nobody has requested the next one yet. */
  #isDiscarded = false;
  #issue = Symbol();

  constructor(getToken: GetToken) {
    if (typeof getToken !== 'function')
      throw new RequestError('getToken', expectation('a function', getToken));
    this.#getToken = getToken;
  }

  /**
   * Stands for the token that requests are sent with now, whether it has come or not. It is replaced as soon as they wait for another one,
   * which may be another customer's.
   */
  get issue(): symbol {
    return this.#issue;
  }

  async authorize(operation: string, signal: AbortSignal | undefined): Promise<Headers> {
    return { Authorization: `Bearer ${this.#token ?? (await this.#waitForToken(operation, signal))}` };
  }

  invalidate({ Authorization }: Headers): boolean {
    if (Authorization === `Bearer ${this.#token}`) {
      this.#rejectedToken = this.#token;
      this.renew();
      return true;
    }
    // Another request has invalidated this token before: retry if there is a newer token, or one is on its way or not requested yet.
    return this.#token !== null || this.#pending !== null || this.#isDiscarded;
  }

  /** Calls getToken for the next request. It may return the same token, unless the service rejected that with 401. */
  renew(): void {
    this.#token = null;
    this.#issue = Symbol();
    this.#isDiscarded = true;
    this.#reason = 'expired';
  }

  async #waitForToken(operation: string, signal: AbortSignal | undefined): Promise<string> {
    const pending = (this.#pending ??= this.#requestToken());
    pending.waitingCount++;
    try {
      return await raceAbort(pending.token, signal);
    } catch (cause) {
      signal?.throwIfAborted();
      // A customer who is not signed in is no mistake of the page.
      if (cause instanceof NoTokenError)
        throw new SignedOutError('nobody is signed in', operation, { status: 401 }, { cause });
      // Nor is a backend that is away for a moment.
      if (!(cause instanceof ApiError && isTransient(cause))) warnOnce(`There is no token: ${String(cause)}`);
      if (isRefusal(cause))
        throw new AuthenticationError('no token available', operation, { status: 401 }, { cause });
      throw isTransient(cause) ? cause : new ConnectionError('no token available', operation, { cause });
    } finally {
      pending.waitingCount--;
      if (!pending.waitingCount && this.#pending === pending) {
        this.#pending = null;
        pending.controller.abort();
      }
    }
  }

  #requestToken(): PendingToken {
    this.#isDiscarded = false;
    const controller = new AbortController();
    const createError = (): Error => new TimeoutError(`getToken returned nothing within ${timeoutMs} ms`);
    const load = (signal: AbortSignal): Promise<string> => this.#loadToken(signal);
    const pending: PendingToken = {
      controller,
      waitingCount: 0,
      token: withDeadline(load, timeoutMs, createError, controller.signal)
        .catch((error: unknown) => {
          this.#issue = Symbol();
          throw error;
        })
        .finally(() => {
          if (this.#pending === pending) this.#pending = null;
        }),
    };
    return pending;
  }

  async #loadToken(signal: AbortSignal): Promise<string> {
    const token = await this.#getToken({ reason: this.#reason, signal });
    if (!token) throw new NoTokenError('getToken returned no token');
    if (token === this.#rejectedToken) throw new NudgeError('getToken returned the rejected token again');
    if (!isToken(token)) throw new NudgeError('getToken returned something other than a bare token');
    if (!signal.aborted) this.#token = token;
    return token;
  }
}
