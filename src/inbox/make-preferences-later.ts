import type * as now from './make-preferences.js';
import type { PreferenceStore } from './preferences/preference-store.js';

/**
 * In the module build for script tags this stands in for `make-preferences`: the code comes with the panel's, or as it
 * is first used. Where it cannot be loaded nothing is saved, and the next use tries again.
 */
export const makePreferences: typeof now.makePreferences = (options) => {
  let store: PreferenceStore | undefined;
  let arrive: (store: PreferenceStore) => void = () => undefined;
  const arrival = new Promise<PreferenceStore>((resolve) => (arrive = resolve));
  /** For what has nothing to act on until then. */
  const tell = (act: (store: PreferenceStore) => void): void => void arrival.then(act);
  const use = async <Result>(
    act: (store: PreferenceStore) => Result | Promise<Result>,
    otherwise: Result,
  ): Promise<Result> => {
    try {
      const { PreferenceStore } = await import('./preferences/preference-store.js');
      arrive((store ??= new PreferenceStore(options)));
    } catch {
      return otherwise;
    }
    // Not before what was told earlier.
    return act(await arrival);
  };
  return {
    get state() {
      return store?.state ?? { groups: [] };
    },
    subscribe: (listener) => {
      const hear = (loaded: PreferenceStore): (() => void) => {
        listener({ type: 'change' });
        return loaded.subscribe(listener);
      };
      // Without groups there is nothing to hear of yet.
      const subscribing = options.groups ? use<(() => void) | null>(hear, null) : arrival.then(hear);
      return () => void subscribing.then((stop) => stop?.());
    },
    set: (groupId, choice) => use((loaded) => loaded.set(groupId, choice), false),
    retry: (groupId) => use((loaded) => loaded.retry(groupId), false),
    muteAll: () => use((loaded) => loaded.muteAll(), { failed: 0, undo: () => Promise.resolve(0) }),
    meet: (customer) => tell((loaded) => loaded.meet(customer)),
    setGroups: (groups) => void use((loaded) => loaded.setGroups(groups), undefined),
    clear: () => tell((loaded) => loaded.clear()),
    close: () => tell((loaded) => loaded.close()),
  };
};
