import { backoff } from '../../common/backoff.js';
import { pageSize } from './source-reader.js';
import { pageLoader } from './page-loader.js';
import { readSourceEvent, type NotificationSource } from './source.js';

export interface EventStreamSourceOptions {
  /**
   * A GET of the host's own backend, which answers `{ references, nextCursor? }` to `?limit=` and `?cursor=`.
   * It gives the pages, and after a lost connection what was missed. Without it the stream is all there is.
   */
  pageUrl?: string | URL;
  /** Whether cookies go along to another origin. Default: no. */
  withCredentials?: boolean;
}

/**
 * Tells the inbox of notifications by server-sent events of the host's own backend: each message is a
 * {@link SourceEvent} as JSON. The browser reconnects by itself, with `Last-Event-ID`; where it gives up, this goes
 * on with growing pauses. As it opens, and after each reconnection, the
 * first page is asked for, so that nothing is missed.
 */
export function eventStreamSource(
  url: string | URL,
  options: EventStreamSourceOptions = {},
): NotificationSource {
  const { pageUrl, withCredentials = false } = options;
  const load = pageUrl === undefined ? undefined : pageLoader(pageUrl, withCredentials);

  const subscribe: NonNullable<NotificationSource['subscribe']> = (emit, { signal }) => {
    let stream: EventSource | undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;

    function connect(): void {
      stream = new EventSource(url, { withCredentials });
      stream.onopen = () => {
        failures = 0;
        // What came before it was open, or while it was lost. Should the list not answer, the next opening asks again.
        load?.({ limit: pageSize, signal }).then(
          ({ references }) => emit({ type: 'add', references }),
          () => undefined,
        );
      };
      stream.onmessage = ({ data }) => {
        try {
          const event = readSourceEvent(JSON.parse(String(data)));
          if (event) emit(event);
        } catch {
          // No event of ours.
        }
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
