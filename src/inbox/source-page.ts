import { ApiError, TimeoutError } from '../api/errors.js';
import { readRetryAfter } from '../api/retry-after.js';
import { readReferencePage, type NotificationSource } from './source.js';

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
    signal.throwIfAborted();
    const query = new URLSearchParams({ limit: String(limit), ...(cursor && { cursor }) });
    const address = String(url);
    // Linked by hand: AbortSignal.any is younger than the oldest browsers supported.
    const controller = new AbortController();
    signal.addEventListener('abort', () => controller.abort(signal.reason), { signal: controller.signal });
    const timer = setTimeout(
      () => controller.abort(new TimeoutError(`The list of notifications took over ${timeout} ms.`)),
      timeout,
    );
    try {
      const response = await fetch(`${address}${address.includes('?') ? '&' : '?'}${query.toString()}`, {
        headers: { Accept: 'application/json' },
        credentials: withCredentials ? 'include' : 'same-origin',
        // Old news are none, but "304 Not Modified" is welcome.
        cache: 'no-cache',
        signal: controller.signal,
      });
      const { ok, status, headers } = response;
      if (!ok) {
        throw new ApiError(`The list of notifications answered ${status}.`, null, {
          status,
          retryAfter: readRetryAfter(headers.get('Retry-After')),
        });
      }
      const page = readReferencePage(await response.json());
      // A `fetch` that the host put in its place may know no signals.
      controller.signal.throwIfAborted();
      return page;
    } finally {
      clearTimeout(timer);
      // Lets go of the signal, which may live as long as the page, and of a body that nobody reads.
      controller.abort();
    }
  };
}
