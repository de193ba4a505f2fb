import { ApiError, ConnectionError, NudgeError } from '../../api/errors.js';
import { parseRetryAfter } from '../../api/retry-after.js';
import type { GetToken } from '../../api/token.js';
import { requestAddress } from '../../common/own-origin.js';
import { isObject } from '../../common/type-guards.js';
import { createCsrfHeaders, type CsrfSettings } from './csrf.js';

/** Where the token comes from, in a page without a script of its own. */
export interface TokenUrlSettings extends CsrfSettings {
  /** Responds to a POST with the token: as text, or as JSON such as `{ "token": "…" }`. */
  tokenUrl?: string | null | undefined;
}

const expected =
  'Respond with the token, as text or as { "token": "…" }, or with status 401 if nobody is signed in.';

/**
 * Parses a response: the token, or null if there is none.
 *
 * @throws NudgeError if it is neither a text nor JSON with one
 */
function parseToken(text: string): string | null {
  const body = text.trim();
  if (body.startsWith('<')) throw new NudgeError(`token-url responded with HTML. ${expected}`);
  // By its looks: not every backend names the type of what it responds.
  if (!/^(["{]|null$)/.test(body)) return body;
  try {
    const value: unknown = JSON.parse(body);
    const token = isObject(value) ? value.token : value;
    if (typeof token === 'string' || token === null) return token;
  } catch {
    // It only looked like JSON.
  }
  throw new NudgeError(`token-url responded with JSON without a token. ${expected}`);
}

/**
 * Requests the customer's token from the `token-url` of an element, with cookies and the CSRF token. Both are sent to the
 * origin of the page only.
 *
 * @returns the token; null if nobody is signed in
 * @throws ConnectionError if there is no response, ApiError if it is not 2xx, NudgeError if it has no token
 */
export async function loadToken(
  settings: TokenUrlSettings,
  { signal }: Parameters<GetToken>[0],
): Promise<string | null> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(requestAddress(settings.tokenUrl ?? ''), {
      method: 'POST',
      headers: {
        Accept: 'application/json, text/plain',
        ...createCsrfHeaders(settings),
      },
      // Refuses another origin, also after a redirect.
      mode: 'same-origin',
      cache: 'no-store',
      signal,
    });
    text = await response.text();
  } catch (cause) {
    throw new ConnectionError('token-url did not respond. It must be on the origin of the page.', null, {
      cause,
    });
  }
  const { status, ok, headers } = response;
  if (status === 401) return null;
  if (!ok)
    throw new ApiError(`token-url responded with status ${status}. ${expected}`, null, {
      status,
      retryAfter: parseRetryAfter(headers.get('Retry-After')),
    });
  return parseToken(text);
}
