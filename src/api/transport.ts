import type * as z from 'zod/mini';
import { raceAbort } from '../common/abort.js';
import { backoff } from '../common/backoff.js';
import { type Answer, parseResponse, loadText } from './response.js';
import { withTimeout } from './with-timeout.js';
import { parseBaseUrl } from './base-url.js';
import { ApiError, AuthenticationError, ConnectionError, RequestError, isTransient } from './errors.js';
import type { Path } from './path.js';

/** Limits of one call. */
export interface RequestOptions {
  /** Stops the call, which then rejects with the signal's own reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt, the reading of its body included; 10,000 unless said. */
  timeout?: number | undefined;
  /** How often to send again after a passing trouble, where the operation may be repeated; 2 unless said. */
  retries?: number | undefined;
}

export interface TransportOptions {
  /** `<prefix>/v1/<service>`: https, or http on loopback; in a browser also a path of the page's own origin. */
  baseUrl: string;
  /** Used in place of the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Milliseconds for one attempt, the reading of its body included; 10,000 unless said. */
  timeout?: number | undefined;
  /** How often to send again after a passing trouble, where the operation may be repeated; 2 unless said. */
  retries?: number | undefined;
}

/** One operation of the contract with its input filled in. */
export interface Operation<Data> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: Path;
  /** From its question mark on. */
  query?: string;
  body?: unknown;
  /** Whether sending it twice does what sending it once does. GET and PUT do, unless said. */
  repeatable?: boolean;
  answer: z.ZodMiniType<Data>;
}

export type Headers = Readonly<Record<string, string>>;

/** What a transport knows of credentials. `operation` is for messages. */
export interface Credentials {
  /** The headers for one attempt. */
  authorize(operation: string, signal: AbortSignal | undefined): Headers | Promise<Headers>;
  /** Told that the service refused these headers with 401. Whether to send once more, with others. */
  refuse?(headers: Headers): boolean;
}

/** Whether a header can hold it. The platform's own complaint would quote it. */
export const isHeaderValue = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);

const maximumRetryAfter = 60;

/** Sends the operations of one client. */
export class Transport {
  readonly #baseUrl: string;
  readonly #credentials: Credentials;
  readonly #fetch: typeof fetch | undefined;
  readonly #timeout: number;
  readonly #retries: number;

  constructor(options: TransportOptions, credentials: Credentials) {
    const { baseUrl, fetch: ownFetch, timeout = 10_000, retries = 2 } = options;
    if (ownFetch !== undefined && typeof ownFetch !== 'function') {
      throw new RequestError('fetch', 'a function');
    }
    checkLimits(timeout, retries);
    this.#baseUrl = parseBaseUrl(baseUrl);
    this.#credentials = credentials;
    this.#fetch = ownFetch;
    this.#timeout = timeout;
    this.#retries = retries;
  }

  /** Sends until there is an answer, an error that stays, or no try left. */
  async send<Data>(operation: Operation<Data>, options: RequestOptions = {}): Promise<Answer<Data>> {
    const { signal, timeout = this.#timeout, retries = this.#retries } = options;
    const { method, path, answer, repeatable = method === 'GET' || method === 'PUT' } = operation;
    const name = `${method} ${path.template}`;
    checkLimits(timeout, retries, name);
    let renewed = false;
    for (let retried = 0; ;) {
      signal?.throwIfAborted();
      const headers = await this.#credentials.authorize(name, signal);
      signal?.throwIfAborted();
      try {
        const [response, text] = await this.#exchange(operation, name, headers, signal, timeout);
        return parseResponse(response, text, answer, name);
      } catch (error) {
        if (error instanceof AuthenticationError && error.status === 401) {
          if (!this.#credentials.refuse?.(headers) || renewed) throw error;
          renewed = true;
          continue;
        }
        const delay = delayBeforeRetry(error, retried++);
        if (!repeatable || retried > retries || delay === null) throw error;
        await pause(delay, signal);
      }
    }
  }

  /** One attempt: its response and the text of its body, null if that is too long. */
  #exchange(
    { method, path, query = '', body }: Omit<Operation<unknown>, 'answer'>,
    name: string,
    headers: Headers,
    signal: AbortSignal | undefined,
    timeout: number,
  ): Promise<[Response, string | null]> {
    const call = async (aborting: AbortSignal): Promise<[Response, string | null]> => {
      try {
        const response = await (this.#fetch ?? fetch)(this.#baseUrl + path.encoded + query, {
          method,
          headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
          signal: aborting,
          // A redirect would carry the headers of the credentials to another origin.
          redirect: 'error',
          credentials: 'omit',
          cache: 'no-store',
          referrerPolicy: 'no-referrer',
        });
        return [response, await loadText(response, aborting)];
      } catch (cause) {
        throw new ConnectionError('no answer', name, { cause });
      }
    };
    return withTimeout(call, timeout, signal, name);
  }
}

function checkLimits(timeout: number, retries: number, operation?: string): void {
  // A longer time overflows setTimeout, which then fires at once.
  if (!(timeout > 0 && timeout < 2 ** 31)) {
    throw new RequestError('timeout', 'milliseconds, more than 0 and less than 2 ** 31', operation);
  }
  if (!(Number.isInteger(retries) && retries >= 0)) {
    throw new RequestError('retries', 'a whole number, 0 or more', operation);
  }
}

/** Milliseconds to wait before sending again; null where that would not help. */
function delayBeforeRetry(error: unknown, retried: number): number | null {
  if (!isTransient(error)) return null;
  if (error instanceof ApiError && error.retryAfter !== null) {
    return error.retryAfter > maximumRetryAfter ? null : error.retryAfter * 1000;
  }
  return backoff(retried, { baseMs: 500, maxMs: 8000 });
}

async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await raceAbort(passed, signal).finally(() => clearTimeout(timer));
}
