import { backoff } from '../../common/backoff.js';
import { createPageLoader } from './page-loader.js';
import { pageSize, parseSourceEvent, type NotificationSource, type SourceEvent } from './source.js';

export interface EventStreamSourceOptions {
  /**
   * A GET of the host's own backend, which responds with `{ references, nextCursor? }` to `?limit=` and `?cursor=`. It
   * provides the pages, and what was missed while the connection was lost. Without it there are only the events.
   */
  pageUrl?: string | URL;
  /** Whether cookies are sent to another origin. Default: no. */
  withCredentials?: boolean;
}

/** Parses the data of a message; null if it is of another kind. */
function parseMessage(data: unknown): SourceEvent | null {
  try {
    return parseSourceEvent(JSON.parse(String(data)));
  } catch {
    return null;
  }
}

/**
 * Receives notifications as server-sent events of the host's own backend. Each message is a {@link SourceEvent} as JSON.
 * The browser reconnects automatically, with `Last-Event-ID`; where it gives up, the source reconnects with growing pauses.
 * Whenever the stream opens, the first page is loaded, so that nothing is missed.
 *
 * @example
 * eventStreamSource('/notifications/events', { pageUrl: '/notifications' });
 */
export function eventStreamSource(
  url: string | URL,
  options: EventStreamSourceOptions = {},
): NotificationSource {
  const { pageUrl, withCredentials = false } = options;
  const load = pageUrl === undefined ? undefined : createPageLoader(pageUrl, withCredentials);

  const subscribe: NonNullable<NotificationSource['subscribe']> = (emit, { signal }) => {
    let stream: EventSource | undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;

    function connect(): void {
      stream = new EventSource(url, { withCredentials });
      stream.onopen = () => {
        failures = 0;
        // Catches up with what the closed stream missed. If that fails, the next opening does it.
        load?.({ limit: pageSize, signal }).then(
          ({ references }) => emit({ type: 'add', references }),
          () => undefined,
        );
      };
      stream.onmessage = ({ data }) => {
        const event = parseMessage(data);
        if (event) emit(event);
      };
      stream.onerror = () => {
        if (stream?.readyState !== EventSource.CLOSED) return;
        failures += 1;
        // Full jitter alone could reconnect at once.
        retry = setTimeout(connect, Math.max(500, backoff(failures)));
      };
    }

    connect();
    signal.addEventListener('abort', () => {
      clearTimeout(retry);
      stream?.close();
    });
    return undefined;
  };

  return { subscribe, ...(load && { load }) };
}
