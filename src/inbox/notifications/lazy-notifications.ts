import type { Notification } from '../../api/schemas/notification.js';
import { NudgeError } from '../../api/errors.js';
import { raceAbort } from '../../common/abort.js';
import { Emitter } from '../../common/emitter.js';
import { lazy } from '../../common/lazy.js';
import { markRaw } from '../../common/mark-raw.js';
import { warnOnce } from '../../common/warn.js';
import { loadNotificationStore } from '../load-notification-store.js';
import type { NotificationReference } from '../sources/source.js';
import { emptyNotifications } from './empty-state.js';
import { newItem, type NotificationItem } from './notification-item.js';
import type { NotificationState, NotificationStoreEvent } from './notification-state.js';
import type { NotificationStore, Notifications, NotificationStoreOptions } from './notification-store.js';

const loadingState: NotificationState = {
  ...emptyNotifications,
  status: 'loading',
  isUnreadCountComplete: false,
  isUnseenCountComplete: false,
};

const endedState: NotificationState = { ...emptyNotifications, status: 'idle' };

/** Creates the notifications of a session: at once if their code is loaded, otherwise what stands in for them until then. */
export function createLazyNotifications(options: NotificationStoreOptions): Notifications {
  const Store = loadNotificationStore.value;
  return Store ? new Store(options) : new LazyNotifications(options);
}

/**
 * Stands in for a `NotificationStore` whose code loads on first use, so that a bell does not wait for it. Until then the list is
 * empty and loading, and calls wait in their order; from then on it passes everything on to the store. If the code does not
 * load, the service counts as unreachable, and `refresh()` tries again, or the browser's next `online` event.
 */
class LazyNotifications implements Notifications {
  readonly isSnoozeSaved: boolean;
  readonly #options: NotificationStoreOptions;
  readonly #loadStore = lazy(() => this.#createStore());
  /** The events before the store exists. */
  readonly #events = new Emitter<NotificationStoreEvent>();
  readonly #retry = (): void => void this.refresh({ isQuiet: true });
  #store: NotificationStore | undefined;
  /** What to do once the store exists: calls and subscriptions. */
  #waiting: ((store: NotificationStore) => void)[] = [];
  #state = loadingState;
  #isClosed = false;

  constructor(options: NotificationStoreOptions) {
    this.#options = options;
    this.isSnoozeSaved = !!options.source?.setSnoozed;
    markRaw(this);
  }

  get state(): NotificationState {
    return this.#store?.state ?? this.#state;
  }

  get isClosed(): boolean {
    return this.#store?.isClosed ?? this.#isClosed;
  }

  subscribe(listener: (event: NotificationStoreEvent) => void): () => void {
    if (this.#store) return this.#store.subscribe(listener);
    const ends = new Set([this.#events.subscribe(listener)]);
    this.#call((store) => {
      if (ends.size === 0) return;
      const end = store.subscribe(listener);
      // The listener may have ended it when the store started.
      if (ends.size === 0) end();
      else ends.add(end);
    });
    return () => {
      ends.forEach((end) => end());
      ends.clear();
    };
  }

  add(ids: readonly (string | NotificationReference)[]): void {
    this.#call((store) => store.add(ids));
  }

  setHostIds(ids: readonly string[]): void {
    this.#call((store) => store.setHostIds(ids));
  }

  needsRecord(id: string): boolean {
    return this.#store?.needsRecord(id) ?? true;
  }

  get(id: string): NotificationItem {
    return this.#store?.get(id) ?? newItem(id);
  }

  async load(id: string, options: { signal?: AbortSignal } = {}): Promise<Notification> {
    const store = await raceAbort(this.#loadStore(), options.signal);
    return store.load(id, options);
  }

  async loadUnverified(id: string): Promise<void> {
    await (await this.#loadStore()).loadUnverified(id);
  }

  async reveal(id: string): Promise<void> {
    await (await this.#loadStore()).reveal(id);
  }

  setVisible(ids: readonly string[], options?: { includeDismissed?: boolean }): void {
    this.#call((store) => store.setVisible(ids, options));
  }

  markRead(ids: readonly string[]): void {
    this.#call((store) => store.markRead(ids));
  }

  markUnread(ids: readonly string[]): void {
    this.#call((store) => store.markUnread(ids));
  }

  markAllRead(): () => void {
    let undo: (() => void) | undefined;
    this.#call((store) => (undo = store.markAllRead()));
    return () => this.#call(() => undo?.());
  }

  markSeen(): void {
    this.#call((store) => store.markSeen());
  }

  dismiss(ids: readonly string[]): void {
    this.#call((store) => store.dismiss(ids));
  }

  restore(ids: readonly string[]): void {
    this.#call((store) => store.restore(ids));
  }

  async snooze(ids: readonly string[], until: Date): Promise<boolean> {
    const store = await this.#loadStore().catch(() => null);
    return store?.snooze(ids, until) ?? false;
  }

  async unsnooze(ids: readonly string[]): Promise<void> {
    const store = await this.#loadStore().catch(() => null);
    await store?.unsnooze(ids);
  }

  restoreSnoozes(): void {
    this.#call((store) => store.restoreSnoozes());
  }

  dismissRead(): string[] {
    return this.#store?.dismissRead() ?? [];
  }

  async refresh(options?: { isQuiet?: boolean }): Promise<void> {
    if (!this.#store) {
      if (this.#isClosed) return;
      if (!options?.isQuiet) this.#publish(loadingState);
    }
    const store = this.#store ?? (await this.#loadStore().catch(() => null));
    await store?.refresh(options);
  }

  async loadMore(): Promise<void> {
    await this.#store?.loadMore();
  }

  reset(error?: NudgeError): void {
    this.#call((store) => store.reset(error));
  }

  signOut(): void {
    if (this.#store) this.#store.signOut();
    else this.#end({ ...endedState, problem: 'signed-out' });
  }

  setRunsHidden(runsHidden: boolean): void {
    this.#call((store) => store.setRunsHidden(runsHidden));
  }

  close(): void {
    if (this.#store) this.#store.close();
    else if (!this.#isClosed) this.#end(endedState);
  }

  /** Calls the store, or waits until it exists. */
  #call(call: (store: NotificationStore) => void): void {
    if (this.#store) call(this.#store);
    else if (!this.#isClosed) {
      this.#waiting.push(call);
      this.#load();
    }
  }

  /** Loads the code, unless that has failed: `refresh()` tries again. */
  #load(): void {
    if (!this.#state.problem && !this.#isClosed) this.#loadStore().catch(() => undefined);
  }

  async #createStore(): Promise<NotificationStore> {
    try {
      const Store = await loadNotificationStore();
      if (this.#isClosed) throw new NudgeError('The session is closed.');
      this.#store = new Store(this.#options);
    } catch (error) {
      if (!this.#isClosed) this.#reportFailure(error);
      throw error;
    }
    for (const call of this.#waiting.splice(0)) {
      try {
        call(this.#store);
      } catch (error) {
        warnOnce(`A call of the notifications threw: ${String(error)}`);
      }
    }
    this.#events.emit({ type: 'change' });
    return this.#store;
  }

  #reportFailure(error: unknown): void {
    // A problem that stays was reported before.
    const isNew = !this.#state.problem;
    this.#publish({ ...loadingState, problem: 'unreachable' });
    if (isNew) this.#events.emit({ type: 'error', error, operation: 'load' });
    // The same listener again is not added a second time.
    if (typeof addEventListener === 'function') addEventListener('online', this.#retry, { once: true });
  }

  #end(state: NotificationState): void {
    this.#isClosed = true;
    this.#waiting = [];
    this.#publish(state);
  }

  #publish(state: NotificationState): void {
    this.#state = state;
    this.#events.emit({ type: 'change' });
  }
}
