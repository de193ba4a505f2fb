import { withTimeout } from '../../api/with-timeout.js';
import { ApiError } from '../../api/errors.js';
import { parseRetryAfter } from '../../api/retry-after.js';
import { readReferencePage, type ReferencePage, type NotificationSource } from './source.js';

/** How long an answer may take, in milliseconds. */
const timeout = 10_000;

/**
 * Reads pages of references by a GET of the host's own backend.
 *
 * @throws ApiError if it refuses, TimeoutError after ten seconds; else what `fetch` or the reading threw.
 */
export function pageLoader(
  url: string | URL,
  withCredentials = false,
): NonNullable<NotificationSource['load']> {
  return async ({ cursor, limit, signal }) => {
    const query = new URLSearchParams({ limit: String(limit), ...(cursor && { cursor }) });
    const address = String(url);
    const ask = async (aborting: AbortSignal): Promise<ReferencePage> => {
      const response = await fetch(`${address}${address.includes('?') ? '&' : '?'}${query.toString()}`, {
        headers: { Accept: 'application/json' },
        credentials: withCredentials ? 'include' : 'same-origin',
        // Old news are none, but "304 Not Modified" is welcome.
        cache: 'no-cache',
        signal: aborting,
      });
      const { ok, status, headers } = response;
      if (!ok) {
        throw new ApiError(`The list of notifications answered ${status}.`, null, {
          status,
          retryAfter: parseRetryAfter(headers.get('Retry-After')),
        });
      }
      return readReferencePage(await response.json());
    };
    signal.throwIfAborted();
    return withTimeout(ask, timeout, signal);
  };
}
