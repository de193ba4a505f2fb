import { EventStreamReader, type StreamMessage } from './event-stream.js';
import { createPageLoader } from './page-loader.js';
import { Reconnection } from './reconnection.js';
import type { SourceRequestOptions } from './request.js';
import type { NotificationSource } from './source.js';
import { StreamPosition } from './stream-position.js';

/** Options of `eventStreamSource()`, each optional. */
export interface EventStreamSourceOptions extends SourceRequestOptions {
  /**
   * A GET of the host's own backend, which responds with `{ references, nextCursor?, unreadCount? }` to `?limit=` and
   * `?cursor=`. It provides the pages, and what was missed while the connection was lost. Without it there are only the events.
   */
  pageUrl?: string | URL | undefined;
}

/**
 * Receives notifications as server-sent events of the host's own backend. Each message is a {@link SourceEvent} as JSON. It may
 * have a name: that of its type, which then need not be in the JSON, or `notification`.
 *
 * With `pageUrl`, the newest page is loaded whenever the stream opens, so that nothing is missed. A lost connection is opened again after
 * 1 to 6 seconds, then after longer pauses of up to a minute until one has lasted a minute; the pauses are random, so that
 * a server that restarts does not get all clients back at once. If messages have ids, the last one is sent along as the
 * query parameter `lastEventId`.
 *
 * The inbox says that arrivals are held up once the stream has been away for 8 seconds, until it is back.
 *
 * A connection may be open and dead, as after sleep. A stream that sends events with the name `ping` is opened again after 45 seconds
 * without any, and as lost if their data is `0`; for one that sends none, or that does not open, the newest page is loaded after 5 minutes
 * without a message.
 *
 * A stream that is refused, by a status such as 404 or with something else than `text/event-stream`, is not lost: the console says so,
 * and the newest page is loaded every 5 minutes, before the stream is tried again. The status 204 ends it until the inbox is shown again.
 *
 * @example
 * eventStreamSource('/notifications/events', { pageUrl: '/notifications' });
 */
export function eventStreamSource(
  url: string | URL,
  options: EventStreamSourceOptions = {},
): NotificationSource {
  return createEventStream(url, options);
}

/** @param startsAfterPage see {@link StreamPosition.startsAfterPage} */
export function createEventStream(
  url: string | URL,
  { pageUrl, ...request }: EventStreamSourceOptions,
  startsAfterPage = false,
): NotificationSource {
  const position = new StreamPosition(startsAfterPage);
  const subscribe: NonNullable<NotificationSource['subscribe']> = (emit, options) => {
    const stream = new EventStreamReader({ url, request, position, emit, refresh: options.refresh });
    new Reconnection<StreamMessage>({
      ...options,
      connect: (connection) => stream.connect(connection),
      loadMissed: () => stream.loadMissed(),
      handleMessage: (message) => stream.handleMessage(message),
    }).start();
    return undefined;
  };
  if (pageUrl === undefined) return { subscribe };
  const loadPage = createPageLoader(pageUrl, request);
  const load: typeof loadPage = (page) => {
    const loading = loadPage(page);
    if (page.cursor === undefined) position.handleFirstPage(loading);
    return loading;
  };
  return {
    subscribe,
    load,
    ...(startsAfterPage && { continueFrom: (page) => position.handleFirstPage(Promise.resolve(page)) }),
  };
}
