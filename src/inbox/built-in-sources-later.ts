import type * as builtIn from './built-in-sources.js';
import type { NotificationSource } from './sources/source.js';

/** A source whose code comes as it is first asked, so that a bell can be seen before. */
function later(make: (sources: typeof builtIn) => NotificationSource, hasPages: boolean): NotificationSource {
  let making: Promise<NotificationSource> | undefined;
  const source = (): Promise<NotificationSource> =>
    (making ??= import('./built-in-sources.js').then(make, (error: unknown) => {
      making = undefined;
      throw error;
    }));
  return {
    ...(hasPages && {
      load: async (page) => (await (await source()).load?.(page)) ?? { references: [] },
    }),
    subscribe: async (emit, options) => {
      const { subscribe } = await source();
      if (!options.signal.aborted) await subscribe?.(emit, options);
    },
  };
}

// In the module build for script tags these stand in for `built-in-sources`.

export const eventStreamSource: typeof builtIn.eventStreamSource = (url, options) =>
  later((sources) => sources.eventStreamSource(url, options), options?.pageUrl !== undefined);

export const pollingSource: typeof builtIn.pollingSource = (url, options) =>
  later((sources) => sources.pollingSource(url, options), true);

export const serviceWorkerSource: typeof builtIn.serviceWorkerSource = (options) =>
  later((sources) => sources.serviceWorkerSource(options), options?.pageUrl !== undefined);
