import type { GroupPreferenceInput } from '../../api/schemas/preference.js';
import { PageVisibility } from '../../common/page-visibility.js';
import { StateContainer } from '../../common/state-container.js';
import { parseGroups } from './parse-groups.js';
import { PreferenceDeviceSync } from './preference-device-sync.js';
import { reducePreferences } from './preference-reducer.js';
import { PreferenceSaver } from './preference-saver.js';
import {
  initialPreferences,
  pendingChoice,
  preferenceOf,
  selectPreferences,
  type NotificationGroup,
  type Preference,
  type PreferenceCore,
  type PreferenceState,
  type PreferenceStoreEvent,
  type PreferenceStoreOptions,
} from './preference-state.js';

/**
 * Which groups of notifications the customer wants. The service does not return preferences, so what is known is what the
 * host says, what was saved, and what the device stored.
 *
 * Everything that happens is applied as a `PreferenceChange`: `reducePreferences` computes the next state, then each effect
 * receives the change and may answer with further ones, and then the subscribers receive its events.
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

  constructor({ save, groups = [], device }: PreferenceStoreOptions) {
    const core = this.#core;
    this.#saver = new PreferenceSaver(core, save);
    this.#deviceSync = device ? new PreferenceDeviceSync(core, device) : null;
    // The effects, in their order.
    core.addEffect((update) => this.#saver.handleUpdate(update));
    core.addEffect((update) => this.#deviceSync?.handleUpdate(update));
    core.addEffect(() => this.#startOrStop());
    this.setGroups(groups);
  }

  /** The groups at this moment. A change replaces it, so it can be compared by identity. */
  get state(): PreferenceState {
    return this.#core.view;
  }

  /** Calls the listener with every event until the returned function is called. */
  subscribe(listener: (event: PreferenceStoreEvent) => void): () => void {
    const unsubscribe = this.#core.subscribe(listener);
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
  async set(groupId: string, { isGroupNotificationOff: isOff }: GroupPreferenceInput): Promise<boolean> {
    const { groups, isClosed } = this.#core.state;
    const isSwitchable = groups.some(({ id, isRequired }) => id === groupId && !isRequired);
    if (!isSwitchable || isClosed || typeof isOff !== 'boolean') return false;
    const pending = pendingChoice(this.#preferenceOf(groupId));
    const choice = pending?.isOff === isOff ? pending : { isOff };
    this.#core.apply({ type: 'chosen', groupId, choice });
    return this.#waitFor(() => {
      const preference = this.#preferenceOf(groupId);
      if (choice === preference.sending || choice === pendingChoice(preference)) return null;
      return preference.isCertain && preference.known === isOff;
    });
  }

  /** Sends again what failed, or waits. Resolves whether it was saved. */
  async retry(groupId: string): Promise<boolean> {
    const { choice, known } = this.#preferenceOf(groupId);
    const isOff = choice ? choice.isOff : known;
    return isOff !== null && this.set(groupId, { isGroupNotificationOff: isOff });
  }

  /**
   * Switches off every group that can be switched off.
   *
   * @returns how many could not be saved, not counting those that wait; and a function that undoes it, which resolves
   * with how many could not be restored
   */
  async muteAll(): Promise<{ failed: number; undo: () => Promise<number> }> {
    const { groups } = this.state;
    const muting = this.#setAll(groups.map(({ id }) => ({ id, isOff: true })));
    const choices = groups.map(({ id }) => this.#preferenceOf(id).choice);
    return {
      failed: await muting,
      undo: () =>
        this.#setAll(
          groups.flatMap(({ id, isGroupNotificationOff: isOff }, index) => {
            const { choice, status } = this.#preferenceOf(id);
            const isMuted = choice === choices[index] && status !== 'failed';
            return isMuted && isOff !== null ? { id, isOff } : [];
          }),
        ),
    };
  }

  /** Sends what waits for a token: there may be one now. */
  resume(): void {
    this.#saver.resume();
  }

  /** Drops everything, or everything but the groups as the host gave them, and ignores responses that are under way. */
  reset({ keepsGroups = false } = {}): void {
    const { groups } = this.#core.state;
    this.#core.apply({ type: 'reset' });
    if (keepsGroups) this.#core.apply({ type: 'groups', groups });
  }

  /** Ends the store for good: what is not saved yet is not sent any more. */
  close(): void {
    this.#core.apply({ type: 'closed' });
  }

  /** Observes page, device and other tabs while it has a subscriber, or while a choice waits. */
  #startOrStop(): void {
    const { preferences, isClosed } = this.#core.state;
    const isWaiting = [...preferences.values()].some(({ status }) => status === 'waiting');
    const isNeeded = !isClosed && (isWaiting || this.#core.hasSubscribers);
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

  #preferenceOf(groupId: string): Preference {
    return preferenceOf(this.#core.state, groupId);
  }

  /** Resolves with how many could not be saved. */
  #setAll(choices: readonly { id: string; isOff: boolean }[]): Promise<number> {
    for (const { id, isOff } of choices) void this.set(id, { isGroupNotificationOff: isOff });
    return this.#waitFor(() => {
      const statuses = choices.map(({ id }) => this.#preferenceOf(id).status);
      return statuses.includes('saving') ? null : statuses.filter((status) => status === 'failed').length;
    });
  }

  /** Resolves with the first result that is not null, now or after a change. */
  #waitFor<Result>(getResult: () => Result | null): Promise<Result> {
    return new Promise((resolve) => {
      const check = (): void => {
        const result = getResult();
        if (result === null) return;
        unsubscribe();
        resolve(result);
      };
      const unsubscribe = this.#core.addEffect(check);
      check();
    });
  }
}
