import { retryAfterOf } from '../../api/retry-after.js';
import { isOffline } from '../../common/page-observer.js';
import { pauseMs, pauses } from '../../common/pauses.js';
import { createPageLoader } from './page-loader.js';
import type { SourceRequestOptions } from './request.js';
import type { NotificationSource } from './source.js';

/** Options of `pollingSource()`, each optional. */
export interface PollingSourceOptions extends SourceRequestOptions {
  /** Milliseconds from one response to the next request, plus up to a tenth. At least 10,000. Default: 60,000. */
  interval?: number | undefined;
}

/** A source that has pages, so that a source of your own can load its pages by this one. */
export interface PollingSource extends NotificationSource {
  load: NonNullable<NotificationSource['load']>;
  subscribe: NonNullable<NotificationSource['subscribe']>;
}

const minuteMs = 60_000;
/** Well below where setTimeout overflows and fires at once. */
const maxIntervalMs = 1440 * minuteMs;

/**
 * Polls the newest page of a GET of the host's own backend. The backend responds with
 * `{ references, nextCursor?, unreadCount? }` to `?limit=` and `?cursor=`; with the cursor it returns the older pages.
 * After a failure the pauses double up to five minutes, and `Retry-After` is obeyed; until a poll succeeds, the inbox
 * shows the problem and a button to try again.
 *
 * @example
 * createSession({ baseUrl, getToken, source: pollingSource('/notifications', { interval: 30_000 }) });
 */
export function pollingSource(
  url: string | URL,
  { interval = minuteMs, ...options }: PollingSourceOptions = {},
): PollingSource {
  const load = createPageLoader(url, options);
  // A NaN is not greater than 0.
  const intervalMs = interval > 0 ? Math.min(Math.max(interval, 10_000), maxIntervalMs) : minuteMs;

  const row = {
    ...pauses.polling,
    firstMs: 2 * intervalMs,
    maxMs: Math.max(intervalMs, pauses.polling.maxMs),
  };

  const subscribe: PollingSource['subscribe'] = (_emit, { signal, refresh }) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;

    function schedule(retryAfter: number | null = null): void {
      timer = setTimeout(() => void poll(), pauseMs(row, failures, retryAfter));
    }

    async function poll(): Promise<void> {
      let retryAfter: number | null = null;
      try {
        await refresh();
        failures = 0;
      } catch (error) {
        // The pause stays short where there seems to be no network.
        if (!isOffline()) failures += 1;
        retryAfter = retryAfterOf(error);
      }
      if (!signal.aborted) schedule(retryAfter);
    }

    // The store itself loads the first page at the start.
    schedule();
    signal.addEventListener('abort', () => clearTimeout(timer));
    return undefined;
  };

  return { load, subscribe };
}
