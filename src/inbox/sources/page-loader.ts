import { ApiError } from '../../api/errors.js';
import { parseRetryAfter } from '../../api/retry-after.js';
import { withTimeout } from '../../api/with-timeout.js';
import { parseReferencePage, type NotificationSource, type ReferencePage } from './source.js';

const timeoutMs = 10_000;

/** The address with these query parameters in addition to its own. */
export function addQuery(address: string | URL, parameters: Record<string, string>): string {
  const query = new URLSearchParams(parameters).toString();
  return `${String(address)}${query && (String(address).includes('?') ? '&' : '?')}${query}`;
}

/**
 * Creates a function that loads pages of references by a GET of the host's own backend.
 *
 * @throws ApiError if the response is not 2xx, TimeoutError after ten seconds, otherwise what `fetch` or parsing throws
 */
export function createPageLoader(
  url: string | URL,
  withCredentials = false,
): NonNullable<NotificationSource['load']> {
  return async ({ cursor, limit, signal: callerSignal }) => {
    const address = addQuery(url, { limit: String(limit), ...(cursor && { cursor }) });
    const load = async (signal: AbortSignal): Promise<ReferencePage> => {
      const response = await fetch(address, {
        headers: { Accept: 'application/json' },
        credentials: withCredentials ? 'include' : 'same-origin',
        // The cache may only be used after the backend confirmed it by "304 Not Modified".
        cache: 'no-cache',
        signal,
      });
      const { ok, status, headers } = response;
      if (!ok) {
        throw new ApiError(`The list of notifications answered ${status}.`, null, {
          status,
          retryAfter: parseRetryAfter(headers.get('Retry-After')),
        });
      }
      return parseReferencePage(await response.json());
    };
    callerSignal.throwIfAborted();
    return withTimeout(load, timeoutMs, callerSignal);
  };
}
