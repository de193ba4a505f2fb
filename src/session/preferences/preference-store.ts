import { SignedOutError } from '../../api/errors.js';
import { retryAfterOf } from '../../api/retry-after.js';
import type { GroupPreferenceInput } from '../../api/schemas/preference.js';
import { lazy } from '../../common/lazy.js';
import { bindMembers } from '../../common/mark-raw.js';
import { PageObserver, type PageChange } from '../../common/page-observer.js';
import { RetryTimer } from '../../common/retry-timer.js';
import { StateContainer, type TraceStep } from '../../common/state-container.js';
import { fieldNames, reportOtherStyles } from '../../common/field-names.js';
import { isObject } from '../../common/type-guards.js';
import { warnOnce } from '../../common/warn.js';
import { bindToNobody, type BindAct } from '../acts/act.js';
import { pendingOf } from '../acts/stages.js';
import type { Device } from '../device/device.js';
import { StoreReturn, type ReturnCheck } from '../return-check.js';
import type { NotificationGroup } from '../sources/source.js';
import { PreferenceDeviceSync } from './preference-device-sync.js';
import { reducePreferences } from './preference-reducer.js';
import { PreferenceSaver, type SavePreference } from './preference-saver.js';
import {
  initialPreferences,
  preferenceOf,
  selectPreferences,
  statusOf,
  type HostGroup,
  type Preference,
  type PreferenceStateContainer,
  type PreferenceState,
  type PreferenceStoreEvent,
} from './preference-state.js';

/** After these, other choices may wait than before, or the store may have ended. */
const stageChanges = [
  'groups',
  'savedElsewhere',
  'stored',
  'chosen',
  'sent',
  'responded',
  'failed',
  'postponed',
  'cleared',
  'closed',
] as const;

/** Options of the `PreferenceStore`. `createSession()` sets them. */
export interface PreferenceStoreOptions {
  /**
   * Saves a choice, at the source or at the service, without retries after HTTP 429 and 503: the store pauses all choices
   * then.
   */
  save: SavePreference;
  /** @internal Binds a choice to the customer who makes it. Without it, it is sent for whoever is signed in. */
  bindAct?: BindAct | undefined;
  /** @internal Finds out whose a page is that returns from the back/forward cache. Without it, the choices are shown again at once. */
  returnCheck?: Pick<ReturnCheck, 'leave' | 'run'> | undefined;
  /** The groups that the customer may choose from, in their order. */
  groups?: readonly NotificationGroup[] | undefined;
  /** Loads these groups, once an element shows them. Used where `groups` is not given. */
  loadGroups?: (() => Promise<readonly NotificationGroup[]>) | undefined;
  /** Opens what the device stores about the customer. Without it nothing is stored. */
  device?: (() => Promise<Device | null>) | undefined;
}

/**
 * The preferences of a session: a `PreferenceStore` without its private fields, which a type of the same session within
 * Vue's `ref` does not have.
 */
export type Preferences = Pick<PreferenceStore, keyof PreferenceStore>;

/**
 * Which groups of notifications the customer wants. The service does not return preferences, so what is known is what the
 * host says, what was saved, and what the device stored.
 *
 * Everything that happens is applied as a `PreferenceChange`: `reducePreferences` computes the next state, then each effect
 * receives the change and may respond with further ones, and then the subscribers receive its events.
 */
export class PreferenceStore {
  readonly #container: PreferenceStateContainer = new StateContainer({
    initial: initialPreferences,
    reduce: reducePreferences,
    select: selectPreferences,
  });
  readonly #saver: PreferenceSaver;
  readonly #deviceSync: PreferenceDeviceSync | null;
  /** Loads the groups from the host each time; undefined where the host has given them. */
  #fetchFromHost: PreferenceStoreOptions['loadGroups'];
  /** The same, once for all calls. Replaced to load them anew. */
  #loadGroupsOnce: (() => Promise<void>) | undefined;
  #hasLoadedGroups = false;
  /** Whether the groups could not be loaded because nobody is signed in. */
  #areGroupsRefused = false;
  /** Loads the groups again. In a page that is hidden, they are loaded once it is visible. */
  readonly #retryTimer = new RetryTimer(() => {
    if (!this.#pageObserver.isHidden && this.state.status === 'failed') this.loadGroups();
  });
  readonly #return: StoreReturn;
  readonly #pageObserver = new PageObserver((change) => this.#handlePageChange(change));

  constructor(options: PreferenceStoreOptions) {
    const { save, bindAct = bindToNobody, groups = [], loadGroups, device } = options;
    const container = this.#container;
    this.#return = new StoreReturn({
      check: options.returnCheck,
      canReturn: () => this.#canReturn(),
      onReturn: () => {
        container.apply({ type: 'returning', isReturning: false });
        this.#update();
      },
    });
    this.#saver = new PreferenceSaver(container, save, bindAct);
    this.#deviceSync = device ? new PreferenceDeviceSync(container, device) : null;
    // The effects, in their order.
    container.addEffect(this.#saver);
    if (this.#deviceSync) container.addEffect(this.#deviceSync);
    container.addEffect({
      name: 'page',
      on: stageChanges,
      handleUpdate: ({ change }) => {
        // By a sign-out in another tab, too.
        if (change.type === 'cleared') this.#forgetGroups();
        this.#startOrStop();
      },
    });
    this.setGroups(groups);
    this.#fetchFromHost = loadGroups;
    this.#resetLoading();
    bindMembers(this);
  }

  /** The groups at this moment. A change replaces it, so it can be compared by identity. */
  get state(): PreferenceState {
    return this.#container.view;
  }

  /**
   * Calls the listener with every event until the returned function is called. Nothing is called for the state as it is:
   * read {@link state} first.
   */
  subscribe(listener: (event: PreferenceStoreEvent) => void): () => void {
    const unsubscribe = this.#container.subscribe(listener);
    this.#startOrStop();
    return () => {
      unsubscribe();
      // An element that moves within the page unsubscribes and subscribes again in one task.
      queueMicrotask(() => this.#startOrStop());
    };
  }

  /** Replaces the host's groups. What the host says about a choice counts where it differs from what it said before. */
  setGroups(groups: readonly NotificationGroup[]): void {
    // They replace those of a backend.
    this.#fetchFromHost = this.#loadGroupsOnce = undefined;
    this.#container.apply({ type: 'groups', groups: parseGroups(groups) });
  }

  /** Applies a choice that was saved elsewhere, for instance on another device. One that is being saved here comes after it. */
  applySaved(groupId: string, { isGroupNotificationOff }: GroupPreferenceInput): void {
    this.#container.apply({ type: 'savedElsewhere', groupId, isGroupNotificationOff });
  }

  /**
   * Loads the groups from the host, unless they are loaded. If that fails, the next call tries again, and so does the store
   * itself, after growing pauses, while it has a subscriber; or, if nobody is signed in, as soon as somebody is.
   */
  loadGroups(): void {
    if (this.#container.state.isClosed) return;
    const load = this.#loadGroupsOnce;
    load?.().catch((error: unknown) => {
      const isRefused = error instanceof SignedOutError;
      // That nobody is signed in is no error.
      if (!isRefused) warnOnce(`The groups of the preferences could not be loaded: ${String(error)}`);
      if (load !== this.#loadGroupsOnce) return;
      this.#areGroupsRefused = isRefused;
      this.#container.apply({ type: 'groupsFailed' });
      if (isRefused) return;
      if (this.#pageObserver.isObserving) this.#retryTimer.schedule(retryAfterOf(error));
    });
  }

  /**
   * Saves a choice, which is shown at once.
   *
   * @returns whether it was saved; false where a later choice replaced it
   */
  async set(groupId: string, { isGroupNotificationOff }: GroupPreferenceInput): Promise<boolean> {
    const { groups, isClosed } = this.#container.state;
    const isSwitchable = groups.some(({ id, isRequired }) => id === groupId && !isRequired);
    if (!isSwitchable || isClosed || typeof isGroupNotificationOff !== 'boolean') return false;
    const pending = pendingOf(this.#preferenceOf(groupId).stages);
    const choice =
      pending?.isGroupNotificationOff === isGroupNotificationOff
        ? pending
        : { groupId, isGroupNotificationOff, at: Date.now() };
    this.#container.apply({ type: 'chosen', choice });
    return this.#container.waitFor(() => {
      const { stages, isCertain, known } = this.#preferenceOf(groupId);
      if (choice === stages?.sending || choice === pendingOf(stages)) return null;
      return isCertain && known === isGroupNotificationOff;
    });
  }

  /** Sends again what failed, or waits. Resolves whether it was saved. */
  async retry(groupId: string): Promise<boolean> {
    const { stages, known } = this.#preferenceOf(groupId);
    const isGroupNotificationOff = stages?.latest?.isGroupNotificationOff ?? known;
    return isGroupNotificationOff !== null && this.set(groupId, { isGroupNotificationOff });
  }

  /**
   * Switches off every group that can be switched off.
   *
   * @returns how many could not be saved, not counting those that wait; and a function that undoes it, which resolves
   * with how many could not be restored
   */
  async muteAll(): Promise<{ failed: number; undo: () => Promise<number> }> {
    const { groups } = this.state;
    const muting = this.#setAll(groups.map(({ id }) => ({ id, isGroupNotificationOff: true })));
    const choices = groups.map(({ id }) => this.#preferenceOf(id).stages?.latest);
    return {
      failed: await muting,
      undo: () =>
        this.#setAll(
          groups.flatMap(({ id, isGroupNotificationOff }, index) => {
            const { stages } = this.#preferenceOf(id);
            const isMuted = stages?.latest === choices[index] && stages?.stage !== 'failed';
            return isMuted && isGroupNotificationOff !== null ? { id, isGroupNotificationOff } : [];
          }),
        ),
    };
  }

  /**
   * Sends what waits, if the customer who has chosen it is signed in now, and loads groups that were refused: somebody may be
   * signed in.
   */
  resume(): void {
    this.#saver.resume();
    if (!this.#areGroupsRefused) return;
    this.#areGroupsRefused = false;
    this.loadGroups();
  }

  /** Drops everything, and ignores responses that are under way. */
  reset(): void {
    this.#container.apply({ type: 'cleared' });
  }

  /** Forgets what the customer chose. The groups stay as the host gave them. */
  resetChoices(): void {
    const { groups, status } = this.#container.state;
    const wereRequested = this.#hasLoadedGroups || status !== 'ready';
    this.reset();
    // What is loaded has the choices of the customer before.
    if (!this.#loadGroupsOnce) this.#container.apply({ type: 'groups', groups });
    else if (wereRequested) this.loadGroups();
  }

  /** @internal Reports each step of what happens until the returned function is called, for `nudge-inbox/trace`. */
  trace(listener: (step: TraceStep) => void): () => void {
    return this.#container.trace(listener);
  }

  /** Ends the store for good: what is not saved yet is not sent any more. */
  close(): void {
    this.#container.apply({ type: 'closed' });
  }

  /** Loads the groups again, if they were requested: what was chosen elsewhere meanwhile is in no event. */
  #reloadGroups(): void {
    if (!this.#hasLoadedGroups && this.state.status !== 'failed') return;
    this.#resetLoading();
    this.loadGroups();
  }

  /** Ignores groups that are under way. */
  #forgetGroups(): void {
    this.#resetLoading();
    this.#hasLoadedGroups = false;
  }

  #resetLoading(): void {
    const fetchFromHost = this.#fetchFromHost;
    this.#areGroupsRefused = false;
    if (!fetchFromHost) return;
    const loadGroupsOnce = lazy(async () => {
      const loadedAt = Date.now();
      this.#container.apply({ type: 'groupsRequested' });
      const groups = parseGroups(await fetchFromHost());
      // They may be of a customer who has signed out meanwhile.
      if (this.#loadGroupsOnce !== loadGroupsOnce) return;
      this.#hasLoadedGroups = true;
      this.#retryTimer.cancel();
      this.#container.apply({ type: 'groups', groups, loadedAt });
    });
    this.#loadGroupsOnce = loadGroupsOnce;
  }

  /** Observes page, device and other tabs while it has a subscriber, or while a choice waits. */
  #startOrStop(): void {
    const { preferences, isClosed } = this.#container.state;
    const isWaiting = [...preferences.values()].some(({ stages }) => stages?.stage === 'waiting');
    const isNeeded = !isClosed && (isWaiting || this.#container.hasSubscribers);
    if (isNeeded === this.#pageObserver.isObserving) return;
    if (isNeeded) {
      this.#pageObserver.start();
      void this.#deviceSync?.start();
    } else {
      this.#pageObserver.stop();
      this.#retryTimer.cancel();
      this.#return.cancel();
      this.#deviceSync?.stop();
    }
  }

  #handlePageChange({ isLeaving, isLost }: PageChange): void {
    this.#return.cancel();
    if (isLeaving) {
      this.#deviceSync?.stop();
      if (!this.#return.isChecked) return;
      this.#return.leave();
      this.#container.apply({ type: 'returning', isReturning: true });
    } else if (this.#container.state.isReturning) void this.#return.run();
    else if (!isLost) this.#update();
  }

  /** Whether the choices can be shown again, once it is known whose they are. */
  #canReturn(): boolean {
    const { isObserving, isHidden } = this.#pageObserver;
    return this.#container.state.isReturning && isObserving && !isHidden;
  }

  /** Catches up with what has changed elsewhere while nobody saw the page. */
  #update(): void {
    if (!this.#pageObserver.isHidden) {
      // What another tab has saved meanwhile may be newer than what waits here.
      void Promise.resolve(this.#deviceSync?.start()).then(() => this.#saver.resume());
      this.#reloadGroups();
    }
  }

  #preferenceOf(groupId: string): Preference {
    return preferenceOf(this.#container.state, groupId);
  }

  /** Resolves with how many could not be saved. */
  #setAll(choices: readonly { id: string; isGroupNotificationOff: boolean }[]): Promise<number> {
    for (const { id, ...choice } of choices) void this.set(id, choice);
    return this.#container.waitFor(() => {
      const statuses = choices.map(({ id }) => statusOf(this.#preferenceOf(id).stages));
      return statuses.includes('saving') ? null : statuses.filter((status) => status === 'failed').length;
    });
  }
}

const groupNames = fieldNames([
  'id',
  'name',
  'description',
  'section',
  'isRequired',
  'isGroupNotificationOff',
]);

const parseText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() ? value : null;

/** Parses the host's groups: each id once, without the bad ones. Anything but an array holds none. */
function parseGroups(value: unknown): HostGroup[] {
  const given: unknown[] = Array.isArray(value) ? value : [];
  const ids = new Set();
  const groups = given.flatMap((group) => {
    if (!isObject(group)) return [];
    reportOtherStyles(group, groupNames);
    const { id, name, description, section, isRequired, isGroupNotificationOff } = group;
    if (typeof id !== 'string' || id === '' || ids.has(id)) return [];
    ids.add(id);
    return {
      id,
      name: parseText(name),
      description: parseText(description),
      section: parseText(section),
      isRequired: isRequired === true,
      isGroupNotificationOff: typeof isGroupNotificationOff === 'boolean' ? isGroupNotificationOff : null,
    };
  });
  if (groups.length < given.length)
    warnOnce('Groups without an id, or with one that is there already, are left out.');
  return groups;
}
