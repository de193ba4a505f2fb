import { lazy } from '../common/lazy.js';
import { loadRequestCode } from './load-request-code.js';
import type * as requestCode from './request-code.js';
import type { BackendSource } from './sources/backend-source.js';
import type { NotificationSource } from './sources/source.js';

/**
 * Wraps a source whose code loads on demand, so that the bell of a script tag does not wait for it. It starts to load at once,
 * in parallel with the code of the notifications. If it does not load, the call that needs it rejects, and the next call tries again.
 */
function lazySource(loadSource: () => Promise<NotificationSource>, hasPages: boolean): NotificationSource {
  loadSource().catch(() => undefined);
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
export const backendSource = (...parameters: Parameters<typeof requestCode.backendSource>): BackendSource => {
  const loadSource = lazy(async () => (await loadRequestCode()).backendSource(...parameters));
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

export const eventStreamSource: typeof requestCode.eventStreamSource = (url, options) =>
  lazySource(
    lazy(async () => (await loadRequestCode()).eventStreamSource(url, options)),
    options?.pageUrl !== undefined,
  );

export const pollingSource: typeof requestCode.pollingSource = (url, options) =>
  lazySource(
    lazy(async () => (await loadRequestCode()).pollingSource(url, options)),
    true,
  );

export const serviceWorkerSource: typeof requestCode.serviceWorkerSource = (options) =>
  lazySource(
    lazy(async () => (await loadRequestCode()).serviceWorkerSource(options)),
    options?.pageUrl !== undefined,
  );

export const loadToken: typeof requestCode.loadToken = async (...parameters) =>
  (await loadRequestCode()).loadToken(...parameters);

/** The source of a page without a script of its own: its list, and its events; undefined without either. */
export function urlSource(
  listUrl: string | null | undefined,
  eventsUrl: string | null | undefined,
): NotificationSource | undefined {
  if (eventsUrl) return eventStreamSource(eventsUrl, listUrl ? { pageUrl: listUrl } : {});
  return listUrl ? pollingSource(listUrl) : undefined;
}
