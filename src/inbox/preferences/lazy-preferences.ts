import type { PreferenceStoreOptions } from './preference-state.js';
import type { PreferenceStore } from './preference-store.js';

/** The preferences of a session. */
export type Preferences = Pick<PreferenceStore, keyof PreferenceStore>;

let preloadedStore: typeof PreferenceStore | undefined;

/** Makes sessions create their preferences at once, where the code of the store is loaded anyway. */
export function preloadPreferences(store: typeof PreferenceStore): void {
  preloadedStore = store;
}

/** Creates the preferences of a session. Unless their code is preloaded, it loads on first use. */
export function createPreferences(options: PreferenceStoreOptions): Preferences {
  return preloadedStore ? new preloadedStore(options) : createLazyPreferences(options);
}

/**
 * Creates a preference store whose code loads on first use, so that a bell does not wait for it. Until then it has no
 * groups. If the code does not load, nothing is saved, and the next use tries again.
 */
export function createLazyPreferences(options: PreferenceStoreOptions): Preferences {
  let store: PreferenceStore | undefined;
  /** Calls that have nothing to do before the store is loaded, in their order. */
  const waiting = new Set<(store: PreferenceStore) => void>();

  function callWhenLoaded(call: (store: PreferenceStore) => void): void {
    if (store) call(store);
    else waiting.add(call);
  }

  async function load<Result>(
    call: (store: PreferenceStore) => Result | Promise<Result>,
    fallback: Result,
  ): Promise<Result> {
    // Once it is loaded, a choice shows at once.
    if (store) return call(store);
    const module = await import('./preference-store.js').catch(() => null);
    if (!module) return fallback;
    const loaded = (store ??= new module.PreferenceStore(options));
    const calls = [...waiting];
    waiting.clear();
    for (const waitingCall of calls) waitingCall(loaded);
    return call(loaded);
  }

  return {
    get state() {
      return store?.state ?? { groups: [] };
    },
    subscribe: (listener) => {
      let isSubscribed = true;
      let unsubscribe: (() => void) | undefined;
      const subscribe = (loaded: PreferenceStore): void => {
        if (!isSubscribed) return;
        listener({ type: 'change' });
        unsubscribe = loaded.subscribe(listener);
      };
      // Without groups there is nothing to report yet.
      if (options.groups) void load(subscribe, undefined);
      else callWhenLoaded(subscribe);
      return () => {
        isSubscribed = false;
        // The session may outlive the listener by far.
        waiting.delete(subscribe);
        unsubscribe?.();
      };
    },
    set: (groupId, choice) => load((loaded) => loaded.set(groupId, choice), false),
    retry: (groupId) => load((loaded) => loaded.retry(groupId), false),
    muteAll: () => load((loaded) => loaded.muteAll(), { failed: 0, undo: () => Promise.resolve(0) }),
    setGroups: (groups) => void load((loaded) => loaded.setGroups(groups), undefined),
    resume: () => store?.resume(),
    reset: () => callWhenLoaded((loaded) => loaded.reset()),
    close: () => callWhenLoaded((loaded) => loaded.close()),
  };
}
