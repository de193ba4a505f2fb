import type { Notifications } from './notifications/notification-store.js';

/**
 * The stores of a page that run on a backend, so that a badge shows the number of one of them in the place of a stream of its own. The
 * script of the badge may be another one than that of the stores: both find them by this name.
 */
interface PageStores {
  /** Each with the address of its backend. */
  readonly backendUrls: Map<Notifications, string>;
  /** Called when there is another store, or one less. */
  readonly listeners: Set<() => void>;
}

declare global {
  var nudgeInboxStores: PageStores | undefined;
}

/** The stores of this page, whichever script needs them first. */
export const pageStores = (): PageStores =>
  (globalThis.nudgeInboxStores ??= { backendUrls: new Map(), listeners: new Set() });

/** Notes that a store runs from now on, or no longer does. */
export function notePageStore(store: Notifications, backendUrl: string, isRunning: boolean): void {
  const { backendUrls, listeners } = pageStores();
  if (isRunning) backendUrls.set(store, backendUrl);
  else backendUrls.delete(store);
  listeners.forEach((notify) => notify());
}
