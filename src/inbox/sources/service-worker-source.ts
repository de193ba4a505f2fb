import { pageLoader } from './page-loader.js';
import { isObject } from '../../common/type-guards.js';
import { readSourceEvent, type NotificationSource } from './source.js';

export interface ServiceWorkerSourceOptions {
  /**
   * A GET of the host's own backend, which answers `{ references, nextCursor? }` to `?limit=` and `?cursor=`.
   * It gives the pages, and what was pushed while nobody looked. Without it the messages are all there is.
   */
  pageUrl?: string | URL;
  /** Whether cookies go along to another origin. Default: no. */
  withCredentials?: boolean;
}

/**
 * Tells the inbox what the host's service worker posts to the page, mostly on a push: a message
 * `{ nudgeInbox: event }` with a {@link SourceEvent}. Other messages are let be. Where there are no service workers,
 * such as on a page without https, only the pages are there.
 *
 * @example
 * // In the service worker, for each of `await clients.matchAll()`:
 * client.postMessage({ nudgeInbox: { type: 'add', references: [{ id }] } });
 */
export function serviceWorkerSource({
  pageUrl,
  withCredentials,
}: ServiceWorkerSourceOptions = {}): NotificationSource {
  return {
    ...(pageUrl !== undefined && { load: pageLoader(pageUrl, withCredentials) }),
    subscribe: (emit, { signal }) => {
      const platform: { navigator?: { serviceWorker?: ServiceWorkerContainer } } = globalThis;
      const container = platform.navigator?.serviceWorker;
      container?.addEventListener(
        'message',
        ({ data }: MessageEvent<unknown>) => {
          const event = isObject(data) && readSourceEvent(data.nudgeInbox);
          if (event) emit(event);
        },
        { signal },
      );
      // Else they wait until the page has loaded: https://w3c.github.io/ServiceWorker/#navigator-service-worker-startMessages
      container?.startMessages();
      return undefined;
    },
  };
}
