import { createLazyPreferences, type Preferences } from './lazy-preferences.js';
import type { PreferenceStoreOptions } from './preference-state.js';
import type { PreferenceStore } from './preference-store.js';

let preloadedStore: typeof PreferenceStore | undefined;

/** Makes sessions create their preferences at once, where the code of the store is loaded anyway. */
export function preloadPreferences(store: typeof PreferenceStore): void {
  preloadedStore = store;
}

/** Creates the preferences of a session. Unless their code is preloaded, it loads on first use. */
export function createPreferences(options: PreferenceStoreOptions): Preferences {
  return preloadedStore ? new preloadedStore(options) : createLazyPreferences(options);
}
