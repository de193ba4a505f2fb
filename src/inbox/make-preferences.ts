import type { PreferenceStoreOptions } from './preferences/preference-state.js';
import { PreferenceStore } from './preferences/preference-store.js';

/** What a session offers of its preferences. */
export type Preferences = Pick<PreferenceStore, keyof PreferenceStore>;

export function makePreferences(options: PreferenceStoreOptions): Preferences {
  return new PreferenceStore(options);
}
