import { ApiError } from '../../api/errors.js';
import { isOffline } from '../../common/page-visibility.js';
import { pageSize } from './source-reader.js';
import { pageLoader } from './page-loader.js';
import type { NotificationSource } from './source.js';

export interface PollingSourceOptions {
  /** Milliseconds from one answer to the next question, and up to a tenth more. At least 10,000. Default: 60,000. */
  interval?: number;
  /** Whether cookies go along to another origin. Default: no. */
  withCredentials?: boolean;
}

const minute = 60_000;
/** Far below where setTimeout overflows and fires at once. */
const day = 1440 * minute;

/**
 * Asks a GET of the host's own backend for its newest page again and again. It answers
 * `{ references, nextCursor? }` to `?limit=` and `?cursor=`, and by the cursor gives the older pages too. Where it
 * fails, the pauses double up to five minutes, and `Retry-After` is obeyed.
 *
 * @example
 * createSession({ baseUrl, getToken, source: pollingSource('/notifications', { interval: 30_000 }) });
 */
export function pollingSource(
  url: string | URL,
  { interval = minute, withCredentials }: PollingSourceOptions = {},
): NotificationSource {
  const load = pageLoader(url, withCredentials);
  // Of a bad number nothing is greater.
  const regularPause = interval > 0 ? Math.min(Math.max(interval, 10_000), day) : minute;

  const subscribe: NonNullable<NotificationSource['subscribe']> = (emit, { signal }) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;

    function wait(seconds = 0): void {
      const pause = Math.min(Math.max(regularPause, 5 * minute), regularPause * 2 ** failures);
      // With jitter, so that not all who were cut off together come back together.
      timer = setTimeout(
        () => void poll(),
        Math.min(Math.max(pause, seconds * 1000), day) * (1 + Math.random() / 10),
      );
    }

    async function poll(): Promise<void> {
      let retryAfter: number | null = null;
      // Back online the inbox itself asks at once.
      if (!isOffline()) {
        try {
          const { references } = await load({ limit: pageSize, signal });
          failures = 0;
          emit({ type: 'add', references });
        } catch (error) {
          failures += 1;
          if (error instanceof ApiError) ({ retryAfter } = error);
        }
      }
      if (!signal.aborted) wait(retryAfter ?? 0);
    }

    // As it begins, the inbox reads the first page itself.
    wait();
    signal.addEventListener('abort', () => clearTimeout(timer));
    return undefined;
  };

  return { load, subscribe };
}
