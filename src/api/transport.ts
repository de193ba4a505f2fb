import { expectResponse } from '../common/page-observer.js';
import { pauseMs, pauses } from '../common/pauses.js';
import { delay, maxTimerMs } from '../common/time.js';
import { parseBaseUrl } from './base-url.js';
import { ConnectionError, isTransient, RequestError } from './errors.js';
import type { Endpoint } from './endpoint.js';
import { isUnauthorized } from './is-unauthorized.js';
import {
  discardBody,
  isRedirect,
  loadText,
  type ParsedResponse,
  parseResponse,
  type Schema,
} from './response.js';
import { isServiceBusy, retryAfterOf } from './retry-after.js';
import { withTimeout } from './with-timeout.js';

/** Options of one call. */
export interface RequestOptions {
  /** Aborts the call, which then rejects with the signal's own reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt, from the request to the end of the response body. Default: that of the client. */
  timeout?: number | undefined;
  /** How many times to retry an idempotent operation after a transient failure. Default: that of the client. */
  retries?: number | undefined;
  /** Whether to retry after HTTP 429 and 503, too. Default: true. False for callers that then pause all their requests. */
  retryBusy?: boolean | undefined;
  /**
   * Called before each retry, also before the one with new credentials after HTTP 401, which may be another customer's. If it rejects,
   * nothing is retried: the call rejects with the error of the attempt.
   */
  beforeRetry?: (() => Promise<void>) | undefined;
}

/** Options of a client. */
export interface TransportOptions {
  /** `<prefix>/v1/<service>`: https, or http on loopback; in a browser also a path on the page's own origin. */
  baseUrl: string;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Milliseconds for one attempt, from the request to the end of the response body. Default: 10,000. */
  timeout?: number | undefined;
  /** How many times to retry an idempotent operation after a transient failure. Default: 2. */
  retries?: number | undefined;
}

/** One operation of the service with its input. */
export interface Operation<Data> {
  endpoint: Endpoint;
  /** The query with its leading question mark. */
  query?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Whether the browser finishes the request even if the page is closed. Default: no. */
  keepalive?: boolean;
  /** Whether the operation may be retried. Default: true for GET and PUT. */
  isIdempotent?: boolean;
  /** Parses the envelope's `data`. */
  schema: Schema<Data>;
}

const defaultTimeoutMs = 10_000;
const defaultRetries = pauses.call.attempts - 1;

export type Headers = Readonly<Record<string, string>>;

/** Where a transport gets its credentials from. */
export interface Credentials {
  /** Returns the headers for one attempt. `operation` is for messages. */
  authorize(operation: string, signal: AbortSignal | undefined): Headers | Promise<Headers>;
  /** Discards headers that the service rejected with 401. Returns whether to send the request once more with new ones. */
  invalidate?(headers: Headers): boolean;
}

/** Whether a header can hold the value. Checked here, because the platform's own error would quote it. */
export const isHeaderValue = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);

/** The service redirects, and will again. */
class RedirectError extends TypeError {}

/** Sends the operations of one client. */
export class Transport {
  readonly #baseUrl: string;
  readonly #credentials: Credentials;
  readonly #fetch: typeof fetch | undefined;
  readonly #timeout: number;
  readonly #retries: number;

  constructor(options: TransportOptions, credentials: Credentials) {
    const { baseUrl, fetch: customFetch, timeout = defaultTimeoutMs, retries = defaultRetries } = options;
    checkTransportOptions(options);
    this.#baseUrl = parseBaseUrl(baseUrl);
    this.#credentials = credentials;
    this.#fetch = customFetch;
    this.#timeout = timeout;
    this.#retries = retries;
  }

  /** Sends an operation, with retries, until it succeeds, fails for good or has no retry left. */
  async send<Data>(operation: Operation<Data>, options: RequestOptions = {}): Promise<ParsedResponse<Data>> {
    const { signal, timeout = this.#timeout, retries = this.#retries, retryBusy = true } = options;
    const { beforeRetry } = options;
    const { method, name } = operation.endpoint;
    const { schema, isIdempotent = method === 'GET' || method === 'PUT' } = operation;
    checkLimits(timeout, retries, name);
    let hasRenewedCredentials = false;
    for (let retryCount = 0; ;) {
      signal?.throwIfAborted();
      let headers: Headers | undefined;
      try {
        headers = await this.#credentials.authorize(name, signal);
        signal?.throwIfAborted();
        const [response, text] = await this.#sendOnce(operation, headers, signal, timeout);
        return parseResponse(response, text, schema, name);
      } catch (error) {
        if (isUnauthorized(error)) {
          if (!headers || !this.#credentials.invalidate?.(headers) || hasRenewedCredentials) throw error;
          hasRenewedCredentials = true;
        } else {
          const delayMs = retryDelay(error, ++retryCount);
          if (
            !isIdempotent ||
            retryCount > retries ||
            delayMs === null ||
            (isServiceBusy(error) && !retryBusy)
          )
            throw error;
          await delay(delayMs, signal);
        }
        if (!(await mayRetry(beforeRetry))) throw error;
      }
    }
  }

  /** One attempt. Returns the response and the text of its body, null if that is too long. */
  #sendOnce(
    { endpoint: { method, path, name }, query = '', body, keepalive }: Omit<Operation<unknown>, 'schema'>,
    headers: Headers,
    signal: AbortSignal | undefined,
    timeout: number,
  ): Promise<[Response, string | null]> {
    const call = async (attemptSignal: AbortSignal): Promise<[Response, string | null]> => {
      const noteResponse = expectResponse();
      try {
        const response = await (this.#fetch ?? fetch)(this.#baseUrl + path + query, {
          method,
          headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
          signal: attemptSignal,
          ...(keepalive && { keepalive }),
          // Not followed: that would send the credentials to another origin.
          redirect: 'manual',
          credentials: 'omit',
          cache: 'no-store',
          referrerPolicy: 'no-referrer',
        });
        noteResponse();
        if (isRedirect(response)) {
          discardBody(response);
          throw new RedirectError('the service redirects, which is refused');
        }
        return [response, await loadText(response, attemptSignal)];
      } catch (cause) {
        const reason = cause instanceof RedirectError ? cause.message : 'no response';
        throw new ConnectionError(reason, name, { cause });
      }
    };
    return withTimeout(call, timeout, signal, name);
  }
}

const mayRetry = (beforeRetry: RequestOptions['beforeRetry']): Promise<boolean> | true =>
  beforeRetry?.().then(
    () => true,
    () => false,
  ) ?? true;

/** @throws RequestError if one of the options is invalid */
export function checkTransportOptions(options: Omit<TransportOptions, 'baseUrl'>): void {
  const { fetch: customFetch, timeout = defaultTimeoutMs, retries = defaultRetries } = options;
  if (customFetch !== undefined && typeof customFetch !== 'function')
    throw new RequestError('fetch', 'a function');
  checkLimits(timeout, retries);
}

function checkLimits(timeout: number, retries: number, operation?: string): void {
  if (!(timeout > 0 && timeout <= maxTimerMs)) {
    throw new RequestError('timeout', 'milliseconds, more than 0 and less than 2 ** 31', operation);
  }
  if (!(Number.isInteger(retries) && retries >= 0)) {
    throw new RequestError('retries', 'a whole number, 0 or more', operation);
  }
}

/** Milliseconds to wait before a retry; null if a retry would not help, or comes too late. */
function retryDelay(error: unknown, retryCount: number): number | null {
  if (!isTransient(error) || error.cause instanceof RedirectError) return null;
  const retryAfter = retryAfterOf(error);
  const isTooLong = (retryAfter ?? 0) * 1000 > pauses.call.maxDemandMs;
  return isTooLong ? null : pauseMs(pauses.call, retryCount, retryAfter);
}
