import { ConnectionError, RequestError, SignedOutError } from '../../api/errors.js';
import { discardBody, isRedirect } from '../../api/response.js';
import { withTimeout } from '../../api/with-timeout.js';
import { requestAddress } from '../../common/own-origin.js';
import { expectResponse } from '../../common/page-observer.js';
import { warnOnce } from '../../common/warn.js';

/** Why headers are requested. */
export interface HeadersRequest {
  /** `expired` after your backend has responded with 401 to the headers before, otherwise `first`. */
  reason: 'first' | 'expired';
  /** Aborts when the request that needs them is aborted, and after 20 seconds. */
  signal: AbortSignal;
}

/**
 * Headers of the requests to your own backend, or a function that returns them, or a promise of them; null if nobody is signed in:
 * then nothing is sent. The function is called for each request, and once more if the response is 401.
 *
 * @example
 * const headers: SourceHeaders = async ({ reason }) => ({
 *   Authorization: `Bearer ${await findToken({ isNew: reason === 'expired' })}`,
 * });
 */
export type SourceHeaders =
  HeadersInit | ((why: HeadersRequest) => HeadersInit | null | Promise<HeadersInit | null>);

/** How a source sends its requests; each option is optional. */
export interface SourceRequestOptions {
  /** Headers of each request, such as `Authorization`, or a function that returns them. Redirects are refused then. Default: none. */
  headers?: SourceHeaders | null | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Whether cookies are sent to another origin. Default: no. */
  withCredentials?: boolean | undefined;
}

export interface SourceRequest extends RequestInit {
  headers: Record<string, string>;
  signal: AbortSignal;
}

const headersTimeoutMs = 20_000;

/**
 * Sends a request to the host's own backend, with the host's headers.
 *
 * @param beforeRetry Called before the request is sent once more, with new headers, which may be another customer's. If it rejects, the
 * response is the first one.
 * @throws SignedOutError if there are no headers since nobody is signed in, RequestError if they are invalid, ConnectionError if the
 * request is redirected, otherwise what `fetch` or the function for the headers throws
 */
export async function sendRequest(
  url: string | URL,
  init: SourceRequest,
  { headers, fetch: customFetch, withCredentials = false }: SourceRequestOptions,
  beforeRetry?: () => Promise<void>,
): Promise<Response> {
  const credentials: RequestCredentials = withCredentials ? 'include' : 'same-origin';
  const send: typeof fetch = async (...request) => {
    const noteResponse = expectResponse();
    // Not as a method of the options, which browsers refuse.
    const response = await (customFetch ?? fetch)(...request);
    noteResponse();
    return response;
  };
  const address = requestAddress(url);
  // Not after an await: a page that is left sends only what is requested at once.
  if (!headers) return send(address, { credentials, ...init });

  const sendWith = async (custom: Headers): Promise<Response> => {
    const all = new Headers(custom);
    for (const [name, value] of Object.entries(init.headers)) all.set(name, value);
    // Not followed: a redirect would send most headers to another origin.
    const response = await send(address, { credentials, redirect: 'manual', ...init, headers: all });
    if (!isRedirect(response)) return response;
    discardBody(response);
    throw new ConnectionError('The backend redirects, which is refused because of the headers.', null);
  };
  const first = await loadHeaders(headers, 'first', init.signal);
  const response = await sendWith(first);
  if (response.status !== 401 || typeof headers !== 'function') return response;
  const renewed = await loadHeaders(headers, 'expired', init.signal);
  if (isSame(first, renewed)) return response;
  try {
    await beforeRetry?.();
  } catch {
    return response;
  }
  discardBody(response);
  return sendWith(renewed);
}

async function loadHeaders(
  headers: SourceHeaders,
  reason: HeadersRequest['reason'],
  callerSignal: AbortSignal,
): Promise<Headers> {
  const value =
    typeof headers === 'function'
      ? await withTimeout(async (signal) => headers({ reason, signal }), headersTimeoutMs, callerSignal)
      : headers;
  if (value === null) throw new SignedOutError('Nobody is signed in.', null, { status: 401 });
  return parseHeaders(value);
}

function parseHeaders(value: HeadersInit): Headers {
  try {
    return new Headers(value);
  } catch {
    // Without the cause, which quotes the value.
    const error = new RequestError('headers', 'names and values that a request can have');
    warnOnce(`A source cannot send its requests: ${error.message}.`);
    throw error;
  }
}

const isSame = (one: Headers, other: Headers): boolean =>
  JSON.stringify([...one]) === JSON.stringify([...other]);
