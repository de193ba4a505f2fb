import type { GroupPreferenceInput } from '../../api/schemas/preference.js';
import { PageVisibility } from '../../common/page-visibility.js';
import { StateContainer } from '../../common/state-container.js';
import { parseGroups } from './parse-groups.js';
import { PreferenceDeviceSync } from './preference-device-sync.js';
import { reducePreferences } from './preference-reducer.js';
import { PreferenceSaver } from './preference-saver.js';
import {
  initialPreferences,
  preferenceOf,
  selectPreferences,
  shownChoice,
  statusOf,
  type NotificationGroup,
  type PreferenceChange,
  type PreferenceCore,
  type PreferenceState,
  type PreferenceStoreEvent,
  type PreferenceStoreOptions,
} from './preference-state.js';

/**
 * Which groups of notifications the customer wants. The service does not return preferences, so what is known is what the
 * host says, what was saved, and what the device stored.
 *
 * Everything that happens is applied as a `PreferenceChange`; its parts subscribe to the changes.
 */
export class PreferenceStore {
  readonly #core: PreferenceCore = new StateContainer({
    initial: initialPreferences,
    reduce: reducePreferences,
    select: selectPreferences,
  });
  readonly #saver: PreferenceSaver;
  readonly #deviceSync: PreferenceDeviceSync | null;
  readonly #page = new PageVisibility((isLeaving) => this.#handlePageChange(isLeaving));
  #isClosed = false;

  constructor({ save, groups = [], device }: PreferenceStoreOptions) {
    this.#saver = new PreferenceSaver(this.#core, save);
    this.#deviceSync = device ? new PreferenceDeviceSync(this.#core, device) : null;
    this.setGroups(groups);
    this.#core.subscribe(({ change }) => this.#handleChange(change));
  }

  get state(): PreferenceState {
    return this.#core.view;
  }

  /** Calls the listener with every event until the returned function is called. */
  subscribe(listener: (event: PreferenceStoreEvent) => void): () => void {
    const unsubscribe = this.#core.observe(listener);
    this.#startOrStop();
    return () => {
      unsubscribe();
      // An element that moves within the page unsubscribes and subscribes again in one task.
      queueMicrotask(() => this.#startOrStop());
    };
  }

  /** Replaces the host's groups. What the host says about a choice counts where it differs from what it said before. */
  setGroups(groups: readonly NotificationGroup[]): void {
    this.#core.apply({ type: 'groups', groups: parseGroups(groups) });
  }

  /**
   * Saves a choice, which is shown at once.
   *
   * @returns whether it was saved; false where a later choice replaced it
   */
  set(groupId: string, { isGroupNotificationOff: isOff }: GroupPreferenceInput): Promise<boolean> {
    const { groups } = this.#core.state;
    const isSwitchable = groups.some(({ id, isRequired }) => id === groupId && !isRequired);
    if (!isSwitchable || this.#isClosed || typeof isOff !== 'boolean') return Promise.resolve(false);
    const { choice: current } = preferenceOf(this.#core.state, groupId);
    const choice = current?.isOff === isOff ? current : { isOff };
    const isSaved = this.#saver.whenSettled(choice);
    this.#core.apply({ type: 'chosen', groupId, choice });
    return isSaved;
  }

  /** Sends again what failed, or waits. Resolves whether it was saved. */
  retry(groupId: string): Promise<boolean> {
    const preference = preferenceOf(this.#core.state, groupId);
    const isOff = preference.failedChoice ?? shownChoice(preference);
    this.#core.apply({ type: 'retried' });
    return isOff === null ? Promise.resolve(false) : this.set(groupId, { isGroupNotificationOff: isOff });
  }

  /**
   * Switches off every group that can be switched off.
   *
   * @returns how many could not be saved, not counting those that wait; and a function that undoes it, which resolves
   * with how many could not be restored
   */
  async muteAll(): Promise<{ failed: number; undo: () => Promise<number> }> {
    const muted = this.state.groups.filter(
      ({ isRequired, isGroupNotificationOff }) => !isRequired && isGroupNotificationOff !== true,
    );
    const revisionOf = (id: string): number => preferenceOf(this.#core.state, id).revision;
    const muting = this.#setAll(muted.map(({ id }) => ({ id, isOff: true })));
    const revisions = muted.map(({ id }) => revisionOf(id));
    return {
      failed: await muting,
      undo: () =>
        this.#setAll(
          muted.flatMap(({ id, isGroupNotificationOff: isOff }, index) => {
            const isUntouched = revisionOf(id) === revisions[index];
            const isMuted = shownChoice(preferenceOf(this.#core.state, id));
            return isMuted && isUntouched && isOff !== null ? { id, isOff } : [];
          }),
        ),
    };
  }

  /** Sends what waits for a token: there may be one now. */
  resume(): void {
    this.#saver.resume();
  }

  /** Drops everything, and ignores responses that are under way. */
  reset(): void {
    this.#core.apply({ type: 'reset' });
  }

  /** Ends the store for good: what is not saved yet is not sent any more. */
  close(): void {
    this.#isClosed = true;
    this.#core.apply({ type: 'closed' });
  }

  /** Observes page, device and other tabs while it has a subscriber, or while a choice waits. */
  #startOrStop(): void {
    const isWaiting = [...this.#core.state.preferences.values()].some((preference) => preference.isWaiting);
    const isNeeded = !this.#isClosed && (isWaiting || this.#core.hasObservers);
    if (isNeeded === this.#page.isObserving) return;
    if (isNeeded) {
      this.#page.start();
      this.#deviceSync?.start();
    } else {
      this.#page.stop();
      this.#deviceSync?.stop();
    }
  }

  #handlePageChange(isLeaving: boolean): void {
    if (isLeaving) this.#deviceSync?.stop();
    else if (!this.#page.isHidden) {
      this.#deviceSync?.start();
      this.#saver.resume();
    }
  }

  #handleChange(change: PreferenceChange): void {
    if (change.type === 'signedOut') this.close();
    this.#startOrStop();
  }

  /** Resolves with how many could not be saved. */
  async #setAll(choices: readonly { id: string; isOff: boolean }[]): Promise<number> {
    for (const { id, isOff } of choices) void this.set(id, { isGroupNotificationOff: isOff });
    const statuses = () => choices.map(({ id }) => statusOf(preferenceOf(this.#core.state, id)));
    await new Promise<void>((resolve) => {
      const check = (): void => {
        if (statuses().includes('saving')) return;
        unsubscribe();
        resolve();
      };
      const unsubscribe = this.#core.subscribe(check);
      check();
    });
    return statuses().filter((status) => status === 'failed').length;
  }
}
