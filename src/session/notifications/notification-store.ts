import { NudgeError } from '../../api/errors.js';
import type { Notification } from '../../api/schemas/notification.js';
import { raceAbort } from '../../common/abort.js';
import { bindMembers } from '../../common/mark-raw.js';
import { StateContainer, type TraceStep } from '../../common/state-container.js';
import { bindToNobody, type Act, type BindAct } from '../acts/act.js';
import { NotificationDeviceSync } from './effects/device-sync.js';
import type { Device } from '../device/device.js';
import { SourceSync, type OnPreference } from './effects/source-sync.js';
import type { GivenPage } from '../sources/first-page.js';
import { parseReferences } from '../sources/parse.js';
import type { ReturnCheck } from '../return-check.js';
import type { NotificationSource } from '../sources/source.js';
import {
  newItem,
  type NotificationAnswer,
  type NotificationItem,
  type NotificationReference,
} from './state/notification-item.js';
import type { NotificationStateContainer } from './state/notification-change.js';
import {
  createStoreState,
  needsSignIn,
  selectState,
  type NotificationState,
  type NotificationStoreEvent,
  type SourceAbilities,
} from './state/notification-state.js';
import { reduce } from './state/notification-reducer.js';
import type { Claim } from './state/marks/claims.js';
import { flagNames, mapMarks, type Flag } from './state/marks/marks.js';
import { Answering, type AnswerInput } from './effects/answering.js';
import { Deleting } from './effects/deleting.js';
import { MarkAllRead } from './effects/mark-all-read.js';
import { Expiry } from './effects/expiry.js';
import { Lifecycle } from './effects/lifecycle.js';
import { MarkSaver } from './effects/mark-saver.js';
import { Snoozing } from './effects/snoozing.js';
import { newestDate } from './state/marks/watermark.js';
import {
  RecordLoader,
  type AcceptRecord,
  type RetrieveNotification,
  type VisibleOptions,
} from './effects/record-loader.js';

/** Options of the `NotificationStore`. `createSession()` sets them. */
export interface NotificationStoreOptions {
  /** Fetches a record, without retries: the store repeats requests itself. */
  retrieve: RetrieveNotification;
  /** Takes a record that the host supplied. Throws if it is another customer's. */
  accept?: AcceptRecord | undefined;
  /** @internal Binds what the customer does to the customer. Without it, it is sent for whoever is signed in. */
  bindAct?: BindAct | undefined;
  /** Ids of the customer's notifications, newest first. */
  ids?: readonly string[] | undefined;
  /** Where further ids and arrivals come from. */
  source?: NotificationSource | undefined;
  /** Receives what the source reports about the customer's preferences. */
  onPreference?: OnPreference | undefined;
  /** @internal Receives that the source has returned a first page, so that somebody may be signed in again. */
  onFirstPage?: (() => void) | undefined;
  /** @internal Receives that `refresh()` was called: what waits elsewhere may be tried again. */
  onRefresh?: (() => void) | undefined;
  /** @internal Receives that the store runs from now on, or no longer does. */
  onRunning?: ((isRunning: boolean) => void) | undefined;
  /** @internal Finds out whose a page is that returns from the back/forward cache. Without it, the list is shown again at once. */
  returnCheck?: Pick<ReturnCheck, 'leave' | 'run'> | undefined;
  /** @internal The first page that came with the HTML. The device then opens only once its customer is confirmed. */
  givenPage?: GivenPage | undefined;
  /** Opens what the device stores about the customer. Without it nothing is stored. */
  device?: (() => Promise<Device | null>) | undefined;
  /** @internal Whether the device opens only when a record has named the customer, so that no request can wait for it. */
  deviceWaitsForCustomer?: boolean | undefined;
  /** @internal Whether the browser may store nothing of the pages of the source. */
  memoryOnly?: boolean | undefined;
  /**
   * Receives a sign-out in another tab, where there is no device that would. It is open while the store runs, except in a
   * page being left.
   */
  signOutChannel?: { open(): void; close(): void } | undefined;
}

/**
 * The notifications of a session: a `NotificationStore` without its private fields, which a type of the same session within
 * Vue's `ref` does not have.
 */
export type Notifications = Pick<NotificationStore, keyof NotificationStore>;

/**
 * The customer's notifications: which there are, their records, what is read. It runs while it has a subscriber: then it
 * loads the source, and fetches what is visible and what the unread count needs.
 *
 * Everything that happens is applied as a `NotificationChange`: `reduce` computes the next state, then each effect receives
 * the change and may respond with further ones, and then the subscribers receive its events.
 */
export class NotificationStore {
  readonly #container: NotificationStateContainer;
  readonly #recordLoader: RecordLoader;
  readonly #sourceSync: SourceSync;
  readonly #deleting: Deleting;
  readonly #deviceSync: NotificationDeviceSync;
  readonly #markAllRead: MarkAllRead;
  readonly #snoozing: Snoozing;
  readonly #answering: Answering;
  readonly #lifecycle: Lifecycle;
  /** What the host lists itself. */
  #hostIds: readonly NotificationReference[] = [];
  readonly #onRefresh: () => void;

  constructor(options: NotificationStoreOptions) {
    const { retrieve, accept = () => undefined, ids = [], source = {}, bindAct = bindToNobody } = options;
    const { device, deviceWaitsForCustomer = false, signOutChannel } = options;
    this.#onRefresh = options.onRefresh ?? (() => undefined);
    const container = new StateContainer({
      initial: createStoreState(abilitiesOf(source)),
      reduce,
      select: selectState,
    });
    this.#container = container;
    this.#recordLoader = new RecordLoader(container, { retrieve, accept });
    const isDeviceLate = deviceWaitsForCustomer || options.givenPage !== undefined;
    this.#deviceSync = new NotificationDeviceSync(container, device, signOutChannel, isDeviceLate);
    this.#sourceSync = new SourceSync(container, source, options);
    this.#deleting = new Deleting(container, source, bindAct, (ids) => this.#sourceSync.handleDeleted(ids));
    this.#markAllRead = new MarkAllRead(container, bindAct);
    this.#snoozing = new Snoozing(
      container,
      {
        load: (id) => this.load(id),
        // The customer has decided that when they snoozed it.
        markUnread: (unreadIds) => this.#mark(unreadIds, false, bindAct({ isPast: true })),
      },
      deviceWaitsForCustomer,
    );
    this.#answering = new Answering(container, bindAct, (id) => this.markRead([id]));
    this.#lifecycle = new Lifecycle(
      container,
      { deviceSync: this.#deviceSync, sourceSync: this.#sourceSync, recordLoader: this.#recordLoader },
      {
        returnCheck: options.returnCheck,
        onRunning: options.onRunning,
        restoreHostIds: () => container.apply({ type: 'hostIds', references: this.#hostIds }),
      },
    );
    // The effects, in their order.
    for (const flag of flagNames)
      if (container.state.flags[flag].isSavedByHost)
        container.addEffect(new MarkSaver(flag, container, source, bindAct));
    container.addEffect(this.#recordLoader);
    container.addEffect(this.#deviceSync);
    container.addEffect(this.#sourceSync);
    container.addEffect(this.#deleting);
    container.addEffect(this.#markAllRead);
    container.addEffect(this.#snoozing);
    container.addEffect(this.#answering);
    container.addEffect(new Expiry(container));
    container.addEffect(this.#lifecycle);
    this.setHostIds(ids);
    bindMembers(this);
  }

  /** The list at this moment. A change replaces it, so it can be compared by identity. */
  get state(): NotificationState {
    return this.#container.view;
  }

  /** Whether the host saves what is snoozed. Otherwise only this device knows. */
  get isSnoozeSaved(): boolean {
    return this.#container.state.flags.snoozed.isSavedByHost;
  }

  /**
   * @internal Identifies the visit of one customer: another object once that has ended, as by a sign-out, or since another customer has
   * turned up. Whatever an interface notes of the list, or keeps open, goes with it.
   */
  get visit(): object {
    return this.#container.state.visit;
  }

  /** @internal Whether nothing is shown, since the page has returned from the back/forward cache, or is there: nobody has gone for certain. */
  get isReturning(): boolean {
    return this.#lifecycle.isReturning;
  }

  /** @internal Whether it has ended for good, as after a sign-out. */
  get isClosed(): boolean {
    return this.#lifecycle.isClosed;
  }

  /**
   * Calls the listener with every event until the returned function is called. The first subscriber starts the store.
   * Nothing is called for the state as it is: read {@link state} first.
   */
  subscribe(listener: (event: NotificationStoreEvent) => void): () => void {
    const unsubscribe = this.#container.subscribe(listener);
    this.#lifecycle.start();
    return () => {
      unsubscribe();
      // An element that moves within the page unsubscribes and subscribes again in one task.
      queueMicrotask(() => {
        if (!this.#container.hasSubscribers) this.#lifecycle.stop();
      });
    };
  }

  /** Adds notifications, newest first. Those that are on the list already keep their places. */
  add(ids: readonly (string | NotificationReference)[]): void {
    this.#container.apply({ type: 'added', references: parseReferences(ids) });
  }

  /** Replaces the ids that the host lists itself, newest first. Those that came from the source stay. */
  setHostIds(ids: readonly string[]): void {
    this.#hostIds = parseReferences(ids);
    this.#container.apply({ type: 'hostIds', references: this.#hostIds });
  }

  /** Whether the record is still to be fetched: nobody has it, or only the device. {@link setVisible} fetches it. */
  needsRecord(id: string): boolean {
    return this.#container.state.list.needsRecord(id);
  }

  /** Returns what is known about a notification, whether it is on the list or not. */
  get(id: string): NotificationItem {
    // Whoever sees the page may not be the customer who has left it.
    if (this.isReturning) return newItem(id);
    return this.#container.state.list.get(id);
  }

  /**
   * Loads a record, with one request for each id, however many callers there are, whether it is on the list or not.
   *
   * @returns the record, which is fetched unless it is known, or the customer has to sign in
   * @throws NudgeError if it cannot be fetched; an AbortError if the last subscriber leaves meanwhile, or the customer; the
   * signal's reason
   */
  async load(id: string, { signal }: { signal?: AbortSignal } = {}): Promise<Notification> {
    const { record } = this.get(id);
    const { requestProblem } = this.#container.state;
    if (record && !needsSignIn(requestProblem)) {
      if (!this.isClosed && this.#container.state.list.isCached(id))
        this.#recordLoader.load(id).catch(() => undefined);
      return record;
    }
    if (this.isClosed) throw new NudgeError('The session is closed.');
    const loading = this.#recordLoader.load(id);
    if (requestProblem && requestProblem !== 'retrying') this.#recordLoader.resume();
    return raceAbort(loading, signal);
  }

  /**
   * Loads a record by an id that comes from elsewhere, such as a link. {@link reveal} puts it on the list.
   *
   * @throws NudgeError if it cannot be fetched, or belongs to another customer, which leaves this session as it is
   */
  async loadUnverified(id: string): Promise<void> {
    const { list } = this.#container.state;
    if (!list.isListed(id)) {
      // The session has to know its customer, which any other record names.
      const { items } = list;
      const first = items.find(({ status }) => status === 'pending');
      if (first && !items.some(({ status }) => status === 'loaded'))
        await this.load(first.id).catch(() => undefined);
      this.#recordLoader.setUnverified(id);
    }
    await this.load(id);
  }

  /** Puts a loaded notification on the list, also one that was dismissed, and marks it as read. */
  async reveal(id: string): Promise<void> {
    const { createdDate } = this.get(id);
    // First, while the unread count still knows that it is on no page.
    this.markRead([id]);
    this.restore([id]);
    if (this.#container.state.list.hidden.isSnoozed(id)) await this.unsnooze([id]);
    if (!this.#container.state.list.isListed(id))
      this.#container.apply({
        type: 'added',
        references: parseReferences([createdDate ? { id, createdDate } : id]),
        isAheadOfPage: true,
      });
  }

  /**
   * Sets what is visible in a list, on the screen or near, in order. Its records are requested before all others, unless they were fetched. A list that
   * names itself in the options replaces its own ids only, and passes an empty array when it goes.
   */
  setVisible(ids: readonly string[], options?: VisibleOptions): void {
    this.#recordLoader.setVisible(ids, options);
  }

  /** Marks notifications as read, at once; if the source cannot save it, that is rolled back. */
  markRead(ids: readonly string[]): void {
    this.#mark(ids, true);
  }

  /** Marks notifications as unread, at once; if the source cannot save it, that is rolled back. */
  markUnread(ids: readonly string[]): void {
    this.#mark(ids, false);
  }

  /**
   * Marks everything as read that is there now, including the pages that are not loaded yet.
   *
   * @returns a function that undoes it: each notification that it marked, and that nothing changed since, is as before
   */
  markAllRead(): () => void {
    return this.#markAllRead.mark();
  }

  /**
   * Marks everything as seen that is there now, as an inbox does while it is visible. What is seen may still be unread. If the
   * source cannot save it, it is not rolled back.
   */
  markSeen(): void {
    // Nobody sees anything then.
    if (this.isReturning) return;
    const { list, flags, source } = this.#container.state;
    const { items } = list;
    const { unseenCount } = this.state;
    const unseen = items.filter((item) => flags.seen.isUnseen(item) !== false).map(({ id }) => id);
    const dates = items.map(({ createdDate }) => createdDate).filter((date) => date !== null);
    // Before the first page has come, nobody has seen what is on it.
    const areAllSeen = source.status === 'ready' && (unseen.length > 0 || !flags.seen.areUnlistedSeen);
    const until = areAllSeen && dates.length > 0 ? newestDate(dates, Date.now()) : undefined;
    // Sends nothing if nothing is unseen, including on pages that are not loaded.
    if (unseen.length > 0 || unseenCount > 0) this.#setFlag('seen', unseen, true, { until });
    if (areAllSeen) this.#container.apply({ type: 'allSeen', until });
  }

  /** Takes these off the list, even if they are listed again later; if the source cannot save it, that is rolled back. */
  dismiss(ids: readonly string[]): void {
    this.#setDismissed(ids, true);
  }

  /** Puts dismissed ones back in their places; if the source cannot save it, that is rolled back. */
  restore(ids: readonly string[]): void {
    this.#setDismissed(ids, false);
  }

  /**
   * Takes notifications off the list until a time. Then they come back as unread arrivals, also after a reload of the page, or
   * when the page is opened later. If the source has `setSnoozed` and cannot save it, that is rolled back. Without it, they
   * are snoozed on this device only.
   *
   * @param until when they come back, within the next year
   * @returns whether they are snoozed. If the time is invalid or in the past, they stay as they are, and the console says so.
   * @example
   * await session.notifications.snooze(['n1'], new Date(Date.now() + 3_600_000));
   */
  snooze(ids: readonly string[], until: Date): Promise<boolean> {
    return Promise.resolve(this.#snoozing.setUntil(ids, until));
  }

  /** Puts snoozed notifications back in their places, at once; if the source cannot save it, that is rolled back. */
  unsnooze(ids: readonly string[]): Promise<void> {
    this.#snoozing.setUntil(ids, null);
    return Promise.resolve();
  }

  /** @internal Finds out what is snoozed on this device, also where the list requires no record that names the customer. */
  restoreSnoozes(): void {
    this.#snoozing.restore();
  }

  /**
   * Answers a notification by one of its buttons, at once: nobody can press another one then, in this page and, if the source has
   * `setAnswer`, on any device. It counts as read. Offline it fails: an answer does not wait.
   *
   * @returns the answer once it is given: this one, or one that was given before, elsewhere
   * @throws whatever the promise of the outcome, or the source, rejects with: then nothing is answered. NudgeError if the host could not do
   * what the button is for; an AbortError if the customer leaves meanwhile.
   * @example
   * await session.notifications.answer('n1', { action: 'primary', outcome: 'Approved' });
   */
  answer(id: string, input: AnswerInput): Promise<NotificationAnswer> {
    return this.#answering.give(id, input);
  }

  /** Whether the host handles a press on a button with this `onclickAction`, as its list says: {@link answer} without an outcome. */
  isHostAction(onclickAction: string | null): boolean {
    const { hostActions, flags } = this.#container.state;
    return onclickAction !== null && flags.answered.isSavedByHost && hostActions.includes(onclickAction);
  }

  /**
   * Deletes notifications for good, at the host, too, if the source has `remove`. This cannot be undone. `nudge-inbox/backend` deletes
   * only what is dismissed, and nothing if one of them is not.
   *
   * @returns whether they are deleted; if not, they stay, and an error event says why
   */
  remove(ids: readonly string[]): Promise<boolean> {
    return this.#deleting.remove(ids);
  }

  /**
   * Dismisses everything that is listed and read.
   *
   * @returns the ids that it dismissed, for {@link restore}
   */
  dismissRead(): string[] {
    const ids = this.state.items.flatMap(({ id, isRead }) => (isRead === true ? id : []));
    this.dismiss(ids);
    return ids;
  }

  /**
   * Loads what is new from the source, and again everything that failed, but not what is missing. While it is unreachable, the
   * store itself tries again, after growing pauses.
   */
  async refresh(): Promise<void> {
    this.#onRefresh();
    await this.#lifecycle.refresh();
  }

  /** @internal The customer looks at the list again: what waits for the next attempt, or for a sign-in, is requested at once. */
  resume(): void {
    const { problem } = this.state;
    if (problem === 'unreachable' || problem === 'offline' || needsSignIn(problem)) void this.refresh();
  }

  /** @internal Runs another request of a record, ahead of all others and within their limit. */
  async runAhead<Value>(call: () => Promise<Value>): Promise<Value> {
    return this.#recordLoader.runAhead(call);
  }

  /** Loads the source's next page. */
  async loadMore(): Promise<void> {
    await this.#sourceSync.loadNext();
  }

  /**
   * Drops everything, ignores responses that are under way, and ends the source until `refresh()`.
   *
   * @param error Why no further request may be sent until `refresh()`, for instance another customer's record.
   */
  reset(error?: NudgeError): void {
    this.#container.apply({ type: 'cleared', error });
  }

  /** @internal Drops everything, and loads it for the customer who is signed in: what the device has named was another's. */
  startOver(): void {
    this.#container.apply({ type: 'cleared', isRestart: true });
  }

  /** @internal Drops everything and ends the store for good: nobody is signed in any more. */
  signOut(): void {
    this.reset();
    this.#container.apply({ type: 'closed' });
  }

  /** @internal Sets whether arrivals come in a hidden page, too, for desktop notifications: in one tab of all. */
  setRunsHidden(runsHidden: boolean): void {
    this.#lifecycle.setRunsHidden(runsHidden);
  }

  /** @internal Reports each step of what happens until the returned function is called, for `nudge-inbox/trace`. */
  trace(listener: (step: TraceStep) => void): () => void {
    return this.#container.trace(listener);
  }

  /** Ends the store for good: later subscribers do not start it again. */
  close(): void {
    this.#lifecycle.close();
  }

  #mark(ids: readonly string[], isRead: boolean, act?: Act): void {
    const { read } = this.#container.state.flags;
    const changed = ids.filter((id) => {
      const item = this.get(id);
      return item.isRead !== isRead || (isRead && read.isAssumedRead(item));
    });
    this.#setFlag('read', changed, isRead, { act });
  }

  #setDismissed(ids: readonly string[], isDismissed: boolean): void {
    const { list } = this.#container.state;
    const changed = ids.filter((id) => list.hidden.isDismissed(id) !== isDismissed);
    this.#setFlag('dismissed', changed, isDismissed);
  }

  #setFlag(
    flag: Flag,
    ids: readonly string[],
    value: boolean,
    options: { until?: string | undefined; act?: Act | undefined } = {},
  ): void {
    const claim: Claim = { value, at: Date.now() };
    const claims = new Map(ids.map((id) => [id, claim]));
    this.#container.apply({ type: 'marked', mark: { flag, claims, value, ...options } });
  }
}

/** What the state has to know of a source. */
function abilitiesOf(source: NotificationSource): SourceAbilities {
  return {
    canLoadPages: !!source.load,
    saves: mapMarks((_, { savedBy }) => !!source[savedBy]),
  };
}
