/** Whether the device says that it has no network. Where nobody knows (a server), it has one. */
export function isOffline(): boolean {
  const platform: { navigator?: { onLine?: boolean } } = globalThis;
  return platform.navigator?.onLine === false;
}

/** Tells of each change until the signal aborts. Does nothing where there is no window. */
export function watchConnectivity(changed: () => void, signal: AbortSignal): void {
  if (typeof addEventListener !== 'function') return;
  addEventListener('online', changed, { signal });
  addEventListener('offline', changed, { signal });
}
