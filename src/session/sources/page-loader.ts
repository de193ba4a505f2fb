import { withTimeout } from '../../api/with-timeout.js';
import { parseReferencePage } from './parse.js';
import { createRefusal } from './refusal.js';
import { sendRequest, type SourceRequestOptions } from './request.js';
import type { NotificationSource, ReferencePage } from './source.js';

const timeoutMs = 10_000;

const addressHint = 'Check its address: backend-url, list-url, or that of the source.';

/** The error of the browser names neither what has responded nor what to do. */
async function loadJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new SyntaxError(`The list of notifications responded with no JSON. ${addressHint}`, {
      cause: error,
    });
  }
}

/** The address with these query parameters in addition to its own. */
export function addQuery(address: string | URL, parameters: Record<string, string>): string {
  const query = new URLSearchParams(parameters).toString();
  return `${String(address)}${query && (String(address).includes('?') ? '&' : '?')}${query}`;
}

/**
 * Creates a function that loads pages of references by a GET of the host's own backend.
 *
 * @throws SignedOutError if the response is 401, OtherCustomerError if it is 409 since another customer is signed in, ApiError if it is
 * not 2xx otherwise, TimeoutError after ten seconds, otherwise what `sendRequest()` or parsing throws
 */
export function createPageLoader(
  url: string | URL,
  options: SourceRequestOptions,
): (page: Parameters<NonNullable<NotificationSource['load']>>[0]) => Promise<ReferencePage> {
  return async ({ cursor, limit, signal: callerSignal, memoryOnly = false }) => {
    const address = addQuery(url, { limit: String(limit), ...(cursor && { cursor }) });
    const load = async (signal: AbortSignal): Promise<ReferencePage> => {
      // The cache may only be used after the backend confirmed it by "304 Not Modified".
      const cache = memoryOnly ? 'no-store' : 'no-cache';
      const init = { headers: { Accept: 'application/json' }, cache, signal } as const;
      const response = await sendRequest(address, init, options);
      if (!response.ok) throw await createRefusal(response, 'The list of notifications', addressHint);
      return parseReferencePage(await loadJson(response));
    };
    return withTimeout(load, timeoutMs, callerSignal);
  };
}
