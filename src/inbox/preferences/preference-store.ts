import { AuthenticationError, NudgeError } from '../../api/errors.js';
import type { GroupPreferenceInput } from '../../api/schemas/preference.js';
import type { DeviceEvent } from '../device/stored-row.js';
import { Emitter } from '../../common/emitter.js';
import { marksOf } from '../device/marks.js';
import { isOffline, PageLife } from '../../common/page-visibility.js';
import {
  readGroups,
  type NotificationGroup,
  type GivenGroup,
  type PreferenceState,
  type PreferenceStoreEvent,
  type PreferenceStoreOptions,
} from './preference-state.js';
import { Preference, type Choice } from './preference.js';

/**
 * Which groups of notifications the customer wants. The service cannot be asked, so what is known is what the host
 * tells, what was saved, and what the device remembers. Choices are sent one at a time for each group.
 */
export class PreferenceStore {
  readonly #options: PreferenceStoreOptions;
  readonly #events = new Emitter<PreferenceStoreEvent>();
  readonly #preferences = new Map<string, Preference>();
  readonly #life = new PageLife((isLeaving) => {
    if (isLeaving) this.#disconnect();
    else if (!this.#life.isAway) {
      this.#connect();
      this.#resume();
    }
  });
  #groups: GivenGroup[] = [];
  #state: PreferenceState | null = null;
  #controller = new AbortController();
  #customer: string | null = null;
  #connection: { end: () => void } | null = null;
  /** Whether it was told that there is no token, or none that is accepted. */
  #isRefused = false;
  #isClosed = false;

  constructor(options: PreferenceStoreOptions) {
    this.#options = options;
    this.setGroups(options.groups ?? []);
  }

  get state(): PreferenceState {
    return (this.#state ??= {
      groups: this.#groups.map((group) => {
        const { shown, choice, isRemembered, status, failedChoice } = this.#of(group.id);
        return {
          ...group,
          isGroupNotificationOff: shown,
          isRemembered: isRemembered && !choice,
          status,
          failedChoice,
        };
      }),
    });
  }

  /** Hears of every change until the returned function is called. */
  subscribe(listener: (event: PreferenceStoreEvent) => void): () => void {
    const unsubscribe = this.#events.subscribe(listener);
    this.#live();
    return () => {
      unsubscribe();
      // An element that moves within the page leaves and comes back in one task.
      queueMicrotask(() => this.#live());
    };
  }

  /** The host's groups, in its order. What it says of a choice counts where it says something else than before. */
  setGroups(groups: readonly NotificationGroup[]): void {
    this.#groups = readGroups(groups);
    for (const { id, isGroupNotificationOff } of this.#groups) this.#of(id).hear(isGroupNotificationOff);
    this.#changed();
  }

  /** Saves a choice, shown at once. Resolves whether it was saved; the last choice wins. */
  set(groupId: string, { isGroupNotificationOff: isOff }: GroupPreferenceInput): Promise<boolean> {
    const isSwitchable = this.#groups.some(({ id, isRequired }) => id === groupId && !isRequired);
    if (!isSwitchable || this.#isClosed || typeof isOff !== 'boolean') return Promise.resolve(false);
    const saving = this.#of(groupId).choose(isOff);
    this.#send(groupId);
    return saving;
  }

  /** Tries once more what failed, or waits. */
  retry(groupId: string): Promise<boolean> {
    const { shown, failedChoice } = this.#of(groupId);
    const isOff = failedChoice ?? shown;
    this.#isRefused = false;
    return isOff === null ? Promise.resolve(false) : this.set(groupId, { isGroupNotificationOff: isOff });
  }

  /** Switches off all that can be. `failed` is how many could not be saved; those that wait are not among them. */
  async muteAll(): Promise<{ failed: number; undo: () => Promise<number> }> {
    const muted = this.state.groups.filter(
      ({ isRequired, isGroupNotificationOff }) => !isRequired && isGroupNotificationOff !== true,
    );
    const failing = this.#setAll(muted.map(({ id }) => ({ id, isOff: true })));
    const acts = muted.map(({ id }) => this.#of(id).acts);
    return {
      failed: await failing,
      undo: () =>
        this.#setAll(
          muted.flatMap(({ id, isGroupNotificationOff: isOff }, index) => {
            const { shown, acts: now } = this.#of(id);
            return shown && now === acts[index] && isOff !== null ? { id, isOff } : [];
          }),
        ),
    };
  }

  /** Tries what waits: the service may answer now. */
  #resume(): void {
    for (const [id, { isWaiting }] of this.#preferences) if (isWaiting) this.#send(id);
  }

  /** Whose token it is, as a record told. Nothing of another customer stays. */
  meet(customer: string | null): void {
    if (!this.#isOf(customer)) this.clear();
    this.#customer = customer ?? this.#customer;
    this.#resume();
  }

  /** Forgets everything, and lets in no answer that is under way. */
  clear(): void {
    this.#stop();
    this.#preferences.clear();
    this.#groups = [];
    this.#customer = null;
    this.#changed();
  }

  /** Ends it for good: what is not saved yet is not sent any more. */
  close(): void {
    this.#isClosed = true;
    this.#stop();
    this.#changed();
  }

  #of(id: string): Preference {
    const preference = this.#preferences.get(id) ?? new Preference();
    this.#preferences.set(id, preference);
    return preference;
  }

  #isOf(customer: string | null): boolean {
    return customer === null || customer === (this.#customer ?? customer);
  }

  #changed(): void {
    this.#state = null;
    this.#live();
    this.#events.emit({ type: 'change' });
  }

  /** Hears of the page, the device and other tabs while somebody subscribes, or a choice waits. */
  #live(): void {
    const isWaiting = [...this.#preferences.values()].some((preference) => preference.isWaiting);
    const isNeeded = !this.#isClosed && (isWaiting || this.#events.size > 0);
    if (isNeeded === this.#life.isRunning) return;
    if (isNeeded) {
      this.#life.start();
      this.#connect();
    } else {
      this.#life.stop();
      this.#disconnect();
    }
  }

  #connect(): void {
    this.#disconnect();
    const connection = (this.#connection = { end: () => undefined });
    void this.#options.device?.().then((device) => {
      if (device && this.#connection === connection)
        this.#connection.end = device.subscribe((event) => this.#hear(event));
    });
  }

  #disconnect(): void {
    this.#connection?.end();
    this.#connection = null;
  }

  #hear(event: DeviceEvent): void {
    if (event.type === 'sign-out') {
      this.clear();
      this.close();
      return;
    }
    const news = event.type === 'row' ? event.row : event.change;
    if (!news || !this.#isOf(news.uniqueCustomerId)) return;
    this.#customer ??= news.uniqueCustomerId;
    for (const mark of news.preferences) this.#of(mark.id).follow(mark, event.type === 'row');
    this.#changed();
  }

  async #setAll(choices: readonly { id: string; isOff: boolean }[]): Promise<number> {
    const preferences = choices.map(({ id, isOff }) => {
      void this.set(id, { isGroupNotificationOff: isOff });
      return this.#of(id);
    });
    await new Promise<void>((resolve) => {
      const check = (): void => {
        if (preferences.some(({ status }) => status === 'saving')) return;
        unsubscribe();
        resolve();
      };
      const unsubscribe = this.subscribe(check);
      check();
    });
    return preferences.filter(({ status }) => status === 'failed').length;
  }

  /** Sends the last choice, unless one is under way: then it is its turn after that. */
  #send(id: string): void {
    const preference = this.#of(id);
    const { choice, sending, isSure, known } = preference;
    if (choice && !sending) {
      preference.isWaiting = isOffline();
      if (isSure && known === choice.isOff) preference.end(true);
      else if (!preference.isWaiting) void this.#save(id, preference, choice);
    }
    this.#changed();
  }

  async #save(id: string, preference: Preference, choice: Choice): Promise<void> {
    preference.sending = choice;
    const { signal } = this.#controller;
    const input = { isGroupNotificationOff: choice.isOff };
    const settle = await this.#options.save(id, input, { signal }).then(
      ({ status }) =>
        () =>
          this.#keep(id, preference, choice, status),
      (error: unknown) => () => this.#fail(id, preference, choice, error),
    );
    if (signal.aborted) choice.settle(false);
    else {
      preference.sending = null;
      settle();
      // What waits is not tried again at once.
      if (preference.choice !== choice) this.#send(id);
    }
  }

  /** The values of `status` are not documented: only these two would be a word on the choice. */
  #keep(id: string, preference: Preference, choice: Choice, status: string | null): void {
    const { signal } = this.#controller;
    const isOff = status === 'on' || status === 'off' ? status === 'off' : choice.isOff;
    this.#isRefused = false;
    preference.learn(isOff);
    const change = { preferences: marksOf([id], () => isOff), uniqueCustomerId: this.#customer };
    void this.#options.device?.().then((device) => {
      if (!signal.aborted) device?.keep(change);
    });
    if (isOff !== choice.isOff) {
      this.#fail(id, preference, choice, new NudgeError('The service kept another choice.'));
      return;
    }
    choice.settle(true);
    if (preference.choice === choice) preference.end(true);
    this.#changed();
    this.#events.emit({ type: 'saved', groupId: id, isGroupNotificationOff: isOff });
    this.#resume();
  }

  #fail(id: string, preference: Preference, choice: Choice, error: unknown): void {
    preference.isSure = false;
    if (preference.choice !== choice) {
      choice.settle(false);
      return;
    }
    const isUnauthorized = error instanceof AuthenticationError && error.status === 401;
    let isNews = this.#groups.some((group) => group.id === id);
    if (isUnauthorized || isOffline()) {
      preference.isWaiting = true;
      isNews &&= isUnauthorized && !this.#isRefused;
      this.#isRefused ||= isUnauthorized;
    } else {
      preference.end(false);
      if (isNews) preference.failedChoice = choice.isOff;
    }
    this.#changed();
    if (isNews) this.#events.emit({ type: 'error', error, operation: 'set-preference', groupId: id });
  }

  #stop(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    for (const preference of this.#preferences.values()) preference.end(false);
  }
}
