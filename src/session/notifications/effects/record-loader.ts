import { isGone, NudgeError, SignedOutError, type ApiError } from '../../../api/errors.js';
import { notificationSchema, type Notification } from '../../../api/schemas/notification.js';
import { RetryTimer } from '../../../common/retry-timer.js';
import { warnOnce } from '../../../common/warn.js';
import { RequestQueue } from '../../request-queue.js';
import { pageSize } from '../../sources/source.js';
import { listChanges, recordChanges } from '../state/change-groups.js';
import type { NotificationReference } from '../state/notification-item.js';
import type { NotificationStateContainer, NotificationUpdate } from '../state/notification-change.js';
import { needsSignIn, type StoreConditions, type StoreState } from '../state/notification-state.js';

/**
 * Requests the record with this id. `createSession()` provides this function.
 *
 * `needsNewToken`: whether everything was refused with the token of the last requests. `isUnverified`: whether the id may be
 * that of another customer's notification, which is no reason to end the session.
 */
export type RetrieveNotification = (
  id: string,
  options: { signal: AbortSignal; needsNewToken: boolean; isUnverified?: boolean },
) => Promise<Notification>;

/** Whether requests have to wait. A store that does not run sends only what `load()` requests, at once. */
const isSuspended = ({ isRunning, isPageHidden, isDevicePending, returning }: StoreConditions): boolean =>
  isRunning && (isPageHidden || isDevicePending || returning !== null);

/**
 * The ids of the newest page whose records the counts need. Where the host says whether a notification is read, or has
 * counted it, its record is only requested once it is visible, or if the number of unseen ones depends on it.
 */
function idsToCount(container: NotificationStateContainer): string[] {
  const { list, flags, counts } = container.state;
  const newest = list.order.slice(0, pageSize).map((id) => list.get(id));
  const unknown = newest.filter(({ status, isRead }) => status === 'pending' && isRead === null);
  const uncounted = unknown.filter(({ id }) => !counts.isCountedByHost(id));
  const unseen = unknown.filter((item) => !flags.seen.isSeen(item));
  // The view costs a pass through the list.
  const areEnough = uncounted.length > 0 || unseen.length === 0 || container.view.isUnseenCountComplete;
  return (areEnough ? uncounted : unseen).map(({ id }) => id);
}

/** Whether the host has named something new, also before its first page has come. */
function hasArrival(
  change: NotificationUpdate['change'],
  { events }: NotificationUpdate['outcome'],
): boolean {
  return (change.type === 'added' && !change.isAheadOfPage) || events.some(({ type }) => type === 'arrival');
}

/** Options of `setVisible()`. */
export interface VisibleOptions {
  /** Identifies the list that shows the ids, where several lists share a session. Any object, the same in each call. */
  list?: object | undefined;
  /** Whether dismissed ones are shown, too. By default they are left out. */
  includeDismissed?: boolean | undefined;
}

/** Takes a record that was not fetched. Throws if it is another customer's. */
export type AcceptRecord = (record: Notification) => void;

/** The records that the host supplied with its references, until they are needed: to validate all at once may take long. */
class SuppliedRecords {
  readonly #records = new Map<string, unknown>();

  /** Adds what the references contain. Of two records for an id the later one counts. */
  add(references: readonly NotificationReference[]): void {
    for (const { id, record } of references) if (record !== undefined) this.#records.set(id, record);
  }

  /** Takes out the record of an id. Null if none was supplied, or if it is invalid or another notification's. */
  take(id: string): Notification | null {
    const value = this.#records.get(id);
    if (!this.#records.delete(id)) return null;
    const record = notificationSchema.safeParse(value).data;
    if (record?.id === id) return record;
    warnOnce('A record that the source handed over is invalid; it is requested instead.');
    return null;
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) this.#records.delete(id);
  }

  clear(): void {
    this.#records.clear();
  }
}

/**
 * Fetches the records of the list, unless the host supplied them: what is visible first, and then what the unread count
 * needs.
 */
export class RecordLoader {
  readonly name = 'record-loader';
  readonly on = [
    ...listChanges,
    ...recordChanges,
    'recordShared',
    'markAllSaved',
    'markAllEnded',
    'source',
    'requests',
    'conditions',
  ] as const;
  readonly #container: NotificationStateContainer;
  readonly #retrieve: RetrieveNotification;
  readonly #accept: AcceptRecord;
  readonly #supplied = new SuppliedRecords();
  /** What the service says does not exist: it is not requested again in this visit. */
  readonly #missing = new Map<string, ApiError>();
  /** The ids of supplied records whose changes wait until the current one is applied. */
  readonly #accepted = new Set<string>();
  readonly #queue: RequestQueue<Notification>;
  readonly #retryTimer = new RetryTimer(() => {
    if (this.#queue.problem === 'unreachable') this.#probe();
  });
  /** What is visible in each list that shows the session. */
  readonly #visible = new Map<object, readonly string[]>();
  /** Ids that come from elsewhere than the host. */
  readonly #unverified = new Set<string>();

  constructor(
    container: NotificationStateContainer,
    { retrieve, accept }: { retrieve: RetrieveNotification; accept: AcceptRecord },
  ) {
    this.#container = container;
    this.#retrieve = retrieve;
    this.#accept = accept;
    this.#queue = this.#createQueue();
  }

  handleUpdate({ change, outcome }: NotificationUpdate<RecordLoader['on'][number]>): void {
    if (outcome.hidden.length > 0) this.#queue.remove(outcome.hidden);
    this.#supplied.remove(outcome.hidden);
    if ('references' in change) this.#addSupplied(change.references);
    if (change.type === 'recordShared') this.#requestVisible();
    if (change.type === 'retried') this.#withoutSupplied(change.ids);
    if (change.type === 'loaded') this.#accepted.delete(change.id);
    if (change.type === 'cleared') {
      this.#supplied.clear();
      this.#accepted.clear();
      this.#missing.clear();
      this.#drop(change.error);
    } else if (change.type === 'conditions') {
      if (change.conditions.isRunning === false) this.#drop();
      this.#suspend();
    } else this.#requestForCounts();
    // Whoever receives arrivals is likely to have signed in again, and the list is hidden until a request shows that.
    if (this.#state.requestProblem === 'signed-out' && hasArrival(change, outcome)) this.#probe();
  }

  /** Continues at once, with a fresh count of attempts, as far as the conditions allow. */
  resume(): void {
    this.#suspend();
    if (needsSignIn(this.#state.requestProblem)) this.#requestFirst();
    this.#queue.retry();
    this.#requestForCounts();
    this.#handleProblem();
  }

  /** Requests again what could not be loaded, but not what is missing. */
  retryFailed(): void {
    const failed = this.#state.list.items.filter(({ status }) => status === 'failed');
    this.#container.apply({ type: 'retried', ids: failed.map(({ id }) => id) });
  }

  /** Requests the records of what is visible in a list, in this order and before all others, unless they were fetched. */
  setVisible(ids: readonly string[], { list = this, includeDismissed = false }: VisibleOptions = {}): void {
    const visible = includeDismissed ? ids : ids.filter((id) => !this.#state.list.hidden.isDismissed(id));
    if (visible.length > 0) this.#visible.set(list, visible);
    else this.#visible.delete(list);
    this.#requestVisible();
  }

  /** Notes that the id may be that of another customer's notification, unless the host lists it. */
  setUnverified(id: string): void {
    this.#unverified.add(id);
  }

  /** Resolves with the record. Rejects with the request's error, or with an AbortError when all requests are dropped. */
  async load(id: string): Promise<Notification> {
    const supplied = this.#takeSupplied(id);
    if (supplied) return supplied;
    this.#missing.delete(id);
    const { status } = this.#state.list.get(id);
    if (status === 'failed' || status === 'missing') this.#container.apply({ type: 'retried', ids: [id] });
    return this.#queue.load(id);
  }

  /** Runs another request of a record, ahead of all others and within their limit. */
  async runAhead<Value>(call: () => Promise<Value>): Promise<Value> {
    return this.#queue.runAhead(call);
  }

  get #state(): StoreState {
    return this.#container.state;
  }

  #requestVisible(): void {
    const { list } = this.#state;
    const visible = [...new Set([...this.#visible.values()].flat())];
    this.#queue.prefer(visible);
    this.#request(visible.filter((id) => list.has(id) && list.needsRecord(id)));
  }

  /** One record shows whether the service responds: an error may hide the rows that request theirs. */
  #requestFirst(): void {
    const { list } = this.#state;
    const first = list.order.find((id) => list.needsRecord(id));
    if (first !== undefined) this.#request([first]);
  }

  /** Finds out by one request whether the service responds, or somebody is signed in. */
  #probe(): void {
    this.retryFailed();
    this.#requestVisible();
    this.#requestFirst();
    this.#queue.probe();
    this.#requestForCounts();
    this.#handleProblem();
  }

  #handleProblem(error?: NudgeError): void {
    const { problem } = this.#queue;
    if (problem === 'unreachable' && this.#state.isRunning && !isSuspended(this.#state))
      this.#retryTimer.schedule();
    else this.#retryTimer.cancel();
    // That nobody is signed in is no error.
    const reported = error instanceof SignedOutError ? undefined : error;
    this.#container.apply({ type: 'requests', problem, error: reported });
  }

  /** Requests the records of the newest page that the counts need, before any of it is visible. */
  #requestForCounts(): void {
    this.#request(idsToCount(this.#container));
  }

  #request(ids: readonly string[]): void {
    if (this.#state.isRunning) this.#queue.request(this.#withoutSupplied(ids));
  }

  /** Takes the records of references. What could not be loaded, and has one now, is there after all. */
  #addSupplied(references: readonly NotificationReference[]): void {
    const { list } = this.#state;
    const supplied = references.filter(({ record }) => record !== undefined);
    const isFailed = (id: string): boolean => ['failed', 'missing'].includes(list.get(id).status);
    const failed = supplied.map(({ id }) => id).filter(isFailed);
    this.#supplied.add(supplied.filter(({ id }) => list.needsRecord(id) || isFailed(id)));
    if (failed.length > 0) this.#container.apply({ type: 'retried', ids: failed });
  }

  /** Applies the records that the host supplied. Returns the other ids: none if one is another customer's. */
  #withoutSupplied(ids: readonly string[]): readonly string[] {
    try {
      // Each that is applied may apply others of them.
      return ids.filter(
        (id) => !this.#accepted.has(id) && !this.#takeSupplied(id) && this.#state.list.needsRecord(id),
      );
    } catch {
      return [];
    }
  }

  /** Applies the record if the host supplied it. Throws if it is another customer's. */
  #takeSupplied(id: string): Notification | null {
    const record = this.#supplied.take(id);
    if (!record) return null;
    this.#accept(record);
    this.#accepted.add(id);
    this.#container.apply({ type: 'loaded', id, record, isFetched: false });
    return record;
  }

  #suspend(): void {
    this.#queue.suspend(isSuspended(this.#state));
  }

  /** Aborts every request. With an error, no other is sent until `resume()`. */
  #drop(error?: NudgeError): void {
    if (error) this.#queue.stop(error);
    else this.#queue.clear();
  }

  #isUnverified(id: string): boolean {
    return this.#unverified.has(id) && !this.#state.list.isListed(id);
  }

  #createQueue(): RequestQueue<Notification> {
    const container = this.#container;
    return new RequestQueue<Notification>({
      run: async (id, options) => {
        const known = this.#takeSupplied(id);
        if (known) return known;
        const missing = this.#missing.get(id);
        if (missing) throw missing;
        container.noteSent(this.name, `request ${id}`);
        const record = await this.#retrieve(id, { ...options, isUnverified: this.#isUnverified(id) });
        options.signal.throwIfAborted();
        container.apply({ type: 'loaded', id, record, isFetched: true });
        return container.state.list.get(id).record ?? record;
      },
      isUnverified: (id) => this.#isUnverified(id),
      onFailed: (id, error) => {
        if (isGone(error)) this.#missing.set(id, error);
        // The browser logs failed requests itself, but not a response of something else, such as the page of a proxy.
        if (error instanceof NudgeError && error.name === 'ResponseError') warnOnce(String(error));
        container.apply({ type: 'failed', id, error });
      },
      onProblem: (error) => this.#handleProblem(error),
    });
  }
}
