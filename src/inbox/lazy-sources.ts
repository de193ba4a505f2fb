import { lazy } from '../common/lazy.js';
import { loadRequests } from './load-requests.js';
import type * as requests from './requests.js';
import type { BackendSource } from './sources/backend-source.js';
import type { NotificationSource } from './sources/source.js';

/**
 * Wraps a source whose code loads on first use, so that the bell of a script tag does not wait for it. If the code does
 * not load, the call that needed it rejects, and the next call tries again.
 */
function lazySource(loadSource: () => Promise<NotificationSource>, hasPages: boolean): NotificationSource {
  return {
    ...(hasPages && {
      load: async (page) => (await (await loadSource()).load?.(page)) ?? { references: [] },
    }),
    subscribe: async (emit, options) => {
      const { subscribe } = await loadSource();
      if (!options.signal.aborted) await subscribe?.(emit, options);
    },
  };
}

/** A function rather than a type of its own, so that its parameters cannot differ from those of the source. */
export const backendSource = (...parameters: Parameters<typeof requests.backendSource>): BackendSource => {
  const loadSource = lazy(async () => (await loadRequests()).backendSource(...parameters));
  return {
    ...lazySource(loadSource, true),
    getToken: async (why) => (await loadSource()).getToken(why),
    setRead: async (ids, isRead, options) => (await loadSource()).setRead(ids, isRead, options),
    setSeen: async (ids, options) => (await loadSource()).setSeen(ids, options),
    setDismissed: async (ids, isDismissed, options) =>
      (await loadSource()).setDismissed(ids, isDismissed, options),
    loadGroups: async () => (await loadSource()).loadGroups(),
    savePreference: async (groupId, input, options) =>
      (await loadSource()).savePreference(groupId, input, options),
  };
};

export const eventStreamSource: typeof requests.eventStreamSource = (url, options) =>
  lazySource(
    lazy(async () => (await loadRequests()).eventStreamSource(url, options)),
    options?.pageUrl !== undefined,
  );

export const pollingSource: typeof requests.pollingSource = (url, options) =>
  lazySource(
    lazy(async () => (await loadRequests()).pollingSource(url, options)),
    true,
  );

export const serviceWorkerSource: typeof requests.serviceWorkerSource = (options) =>
  lazySource(
    lazy(async () => (await loadRequests()).serviceWorkerSource(options)),
    options?.pageUrl !== undefined,
  );

export const loadToken: typeof requests.loadToken = async (...parameters) =>
  (await loadRequests()).loadToken(...parameters);

/** The source of a page without a script of its own: its list, and its events; undefined without either. */
export function urlSource(
  listUrl: string | null | undefined,
  eventsUrl: string | null | undefined,
): NotificationSource | undefined {
  if (eventsUrl) return eventStreamSource(eventsUrl, listUrl ? { pageUrl: listUrl } : {});
  return listUrl ? pollingSource(listUrl) : undefined;
}
