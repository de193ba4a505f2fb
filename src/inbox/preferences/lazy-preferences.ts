import { Emitter } from '../../common/emitter.js';
import { markRaw } from '../../common/mark-raw.js';
import type { PreferenceState, PreferenceStoreOptions } from './preference-state.js';
import type { PreferenceStore } from './preference-store.js';

/** The preferences of a session: a `PreferenceStore`, or what stands in for one until its code is loaded. */
export type Preferences = Pick<PreferenceStore, keyof PreferenceStore>;

/** One object, so that it can be compared by identity, as every state. */
const emptyState: PreferenceState = { groups: [], isSignedOut: false };

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
  let { groups } = options;
  let isClosed = false;
  let store: PreferenceStore | undefined;
  const loading = new Emitter<PreferenceStore>();

  async function load(): Promise<PreferenceStore | undefined> {
    const module = await import('./preference-store.js').catch(() => null);
    if (module && !store) {
      store = new module.PreferenceStore({ ...options, groups: [] });
      if (isClosed) store.close();
      loading.emit(store);
      // All listeners have subscribed by now, and receive this change.
      store.setGroups(groups ?? []);
    }
    return store;
  }

  return markRaw({
    get state() {
      return store?.state ?? emptyState;
    },
    subscribe: (listener) => {
      if (store) return store.subscribe(listener);
      let unsubscribe = loading.subscribe((loaded) => {
        unsubscribe();
        unsubscribe = loaded.subscribe(listener);
      });
      // Without groups there is nothing to report yet.
      if (groups?.length) void load();
      return () => unsubscribe();
    },
    // Once it is loaded, a choice shows at once.
    set: async (groupId, choice) => (store ?? (await load()))?.set(groupId, choice) ?? false,
    retry: async (groupId) => (store ?? (await load()))?.retry(groupId) ?? false,
    muteAll: async () =>
      (store ?? (await load()))?.muteAll() ?? { failed: 0, undo: () => Promise.resolve(0) },
    setGroups: (newGroups) => {
      groups = newGroups;
      if (store) store.setGroups(newGroups);
      else void load();
    },
    applySaved: (groupId, choice) => {
      if (store) store.applySaved(groupId, choice);
      else groups = groups?.map((group) => (group.id === groupId ? { ...group, ...choice } : group));
    },
    loadGroups: () => {
      if (store) store.loadGroups();
      else if (options.loadGroups) void load().then((loaded) => loaded?.loadGroups());
    },
    resume: () => store?.resume(),
    reset: () => {
      groups = [];
      store?.reset();
    },
    resetChoices: () => store?.resetChoices(),
    close: () => {
      isClosed = true;
      store?.close();
    },
  });
}
