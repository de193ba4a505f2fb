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
  let resolveStore: (store: PreferenceStore) => void = () => undefined;
  const whenLoaded = new Promise<PreferenceStore>((resolve) => (resolveStore = resolve));

  /** Calls a method that has nothing to do before the store is loaded, in the order of the calls. */
  function callWhenLoaded(call: (store: PreferenceStore) => void): void {
    void whenLoaded.then(call);
  }

  async function load<Result>(
    call: (store: PreferenceStore) => Result | Promise<Result>,
    fallback: Result,
  ): Promise<Result> {
    // Once it is loaded, a choice shows at once.
    if (store) return call(store);
    try {
      const { PreferenceStore } = await import('./preference-store.js');
      resolveStore((store ??= new PreferenceStore(options)));
    } catch {
      return fallback;
    }
    return call(await whenLoaded);
  }

  return {
    get state() {
      return store?.state ?? { groups: [] };
    },
    subscribe: (listener) => {
      const subscribe = (loaded: PreferenceStore): (() => void) => {
        listener({ type: 'change' });
        return loaded.subscribe(listener);
      };
      // Without groups there is nothing to report yet.
      const subscribing = options.groups
        ? load<(() => void) | null>(subscribe, null)
        : whenLoaded.then(subscribe);
      return () => void subscribing.then((unsubscribe) => unsubscribe?.());
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
