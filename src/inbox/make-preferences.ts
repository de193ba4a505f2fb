import type { PreferenceStoreOptions } from './preference-state.js';
import { PreferenceStore } from './preference-store.js';

/** What a session offers of its preferences. */
export type Preferences = Pick<PreferenceStore, keyof PreferenceStore>;

export function makePreferences(options: PreferenceStoreOptions): Preferences {
  return new PreferenceStore(options);
}
