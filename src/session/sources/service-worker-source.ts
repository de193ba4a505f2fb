import { createPageLoader } from './page-loader.js';
import { isObject } from '../../common/type-guards.js';
import { warnOnce } from '../../common/warn.js';
import { parseSourceEvent } from './parse.js';
import type { SourceRequestOptions } from './request.js';
import type { NotificationSource } from './source.js';

/** Options of `serviceWorkerSource()`, each optional. */
export interface ServiceWorkerSourceOptions extends SourceRequestOptions {
  /**
   * A GET of the host's own backend, which responds with `{ references, nextCursor?, unreadCount? }` to `?limit=` and
   * `?cursor=`. It provides the pages, and what was pushed while no page was open. Without it there are only the messages.
   */
  pageUrl?: string | URL | undefined;
}

/**
 * Receives what the host's service worker posts to the page, usually on a push: messages `{ nudgeInbox: event }` with a
 * {@link SourceEvent}. Other messages are ignored. Without service workers, such as on a page without https, there are
 * only the pages.
 *
 * The browser queues messages until the page's HTML is parsed. To receive them earlier, call
 * `navigator.serviceWorker.startMessages()`, or set its `onmessage`, once your own listeners are attached.
 * https://w3c.github.io/ServiceWorker/#navigator-service-worker-startMessages
 *
 * @example
 * // In the service worker, for each of `await clients.matchAll()`:
 * client.postMessage({ nudgeInbox: { type: 'add', references: [{ id }] } });
 */
export function serviceWorkerSource({
  pageUrl,
  ...options
}: ServiceWorkerSourceOptions = {}): NotificationSource {
  return {
    ...(pageUrl !== undefined && { load: createPageLoader(pageUrl, options) }),
    subscribe: (emit, { signal }) => {
      const platform: { navigator?: { serviceWorker?: ServiceWorkerContainer } } = globalThis;
      const container = platform.navigator?.serviceWorker;
      if (!container) warnOnce('serviceWorkerSource() receives nothing: the page has no service workers.');
      container?.addEventListener(
        'message',
        ({ data }: MessageEvent<unknown>) => {
          const event = isObject(data) && 'nudgeInbox' in data && parseSourceEvent(data.nudgeInbox);
          if (event) emit(event);
        },
        { signal },
      );
      return undefined;
    },
  };
}
