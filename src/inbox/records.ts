import { ApiError, AuthenticationError, isTransient, NudgeError, RequestError } from '../api/errors.js';
import type { Notification } from '../api/schemas/notification.js';
import { withRecord, type NotificationItem } from './collection.js';
import { FetchQueue } from './fetch-queue.js';
import type { NotificationList } from './notification-list.js';
import type { Reading } from './reading.js';

export interface RecordsOptions {
  /** #7, without retries: the queue has its own. */
  retrieve: (id: string, options: { signal: AbortSignal }) => Promise<Notification>;
  list: NotificationList;
  reading: Reading;
  onChange: () => void;
  onLoaded: () => void;
  onError: (error: unknown) => void;
  /** Somebody else has signed in: what is here is not theirs to see. */
  onStranger: () => void;
}

/** The records of the list's items: fetched as they are asked for, and all of one customer. */
export class Records {
  readonly #options: RecordsOptions;
  readonly #queue: FetchQueue<Notification>;
  /** Those that an earlier visit fetched, and this one has not. */
  readonly #recalled = new Set<string>();
  #customer: string | null = null;

  constructor(options: RecordsOptions) {
    const { retrieve, list, reading, onChange, onLoaded, onError } = options;
    this.#options = options;
    this.#queue = new FetchQueue({
      fetch: async (id, { signal }) => {
        const record = await retrieve(id, { signal });
        signal.throwIfAborted();
        this.#checkCustomer(record);
        this.#recalled.delete(id);
        reading.serve(id, record.isRead);
        list.set(withRecord(list.get(id), record));
        return list.get(id).record ?? record;
      },
      onLoaded,
      onFailed: (id, error) => this.#keepFailure(id, error),
      onPaused: onChange,
      onStopped: onError,
    });
  }

  get problem(): FetchQueue<Notification>['problem'] {
    return this.#queue.problem;
  }

  /** Whose the records are, once one said so. */
  get customer(): string | null {
    return this.#customer;
  }

  /** Takes what an earlier visit fetched, to be shown until it is fetched again. */
  recall(records: readonly Notification[], isListed: boolean): void {
    const { list, reading } = this.#options;
    for (const { id, isRead } of records) {
      if (list.get(id).record) continue;
      this.#recalled.add(id);
      reading.serve(id, isRead);
    }
    list.recall(
      records.filter(({ id }) => this.#recalled.has(id)),
      isListed,
    );
  }

  load(id: string): Promise<Notification> {
    if (this.#options.list.get(id).status !== 'pending') {
      this.#mark(id, 'pending');
      this.#options.onChange();
    }
    return this.#queue.load(id);
  }

  /** What is on the screen, in order: fetched before all else. */
  show(ids: readonly string[]): void {
    const { list } = this.#options;
    this.#queue.prefer(ids);
    const shown = ids.filter((id) => list.has(id) && !list.isDismissed(id));
    this.request(shown);
    this.renew(shown);
  }

  /** Fetches once more those that only an earlier visit fetched. */
  renew(ids: readonly string[]): void {
    this.#queue.request(ids.filter((id) => this.#recalled.has(id)));
  }

  /** Asks for those that are not there yet. */
  request(ids: readonly string[]): void {
    this.#queue.request(ids.filter((id) => this.#options.list.get(id).status === 'pending'));
  }

  /** Lets those that failed be asked for again. What does not exist is let be. */
  pardon(): void {
    for (const { id, status } of this.#options.list.items) if (status === 'failed') this.#mark(id, 'pending');
  }

  /** Sends nothing new, or no longer holds back. */
  hold(isHeld: boolean): void {
    this.#queue.hold(isHeld);
  }

  /** Goes on with a fresh count of attempts. */
  retry(): void {
    this.#queue.retry();
  }

  remove(id: string): void {
    this.#queue.remove(id);
  }

  /** Drops what is under way. */
  stop(): void {
    this.#queue.clear();
  }

  /** Takes records of any customer again. */
  forgetCustomer(): void {
    this.#customer = null;
    this.#recalled.clear();
  }

  /** Whether it may be the customer whose the records are. */
  isOf(customer: string | null): boolean {
    return customer === null || customer === (this.#customer ?? customer);
  }

  /** As {@link isOf}; the first customer is the one. */
  admit(customer: string | null): boolean {
    this.#customer ??= customer;
    return this.isOf(customer);
  }

  #checkCustomer({ uniqueCustomerId }: Notification): void {
    if (this.admit(uniqueCustomerId)) return;
    this.#options.onStranger();
    throw new AuthenticationError('The notification is of another customer.', null, { status: 401 });
  }

  #mark(id: string, status: NotificationItem['status'], error: NudgeError | null = null): void {
    const { list } = this.#options;
    list.set({ ...list.get(id), status, error, record: null });
  }

  #keepFailure(id: string, error: unknown): void {
    // Refused: asking again would give the same. Anything else may be better next time.
    const isRefused = error instanceof RequestError || (error instanceof ApiError && !isTransient(error));
    // What an earlier visit fetched is better than nothing, unless it is no more.
    if (isRefused || !this.#recalled.has(id)) {
      this.#recalled.delete(id);
      this.#mark(id, isRefused ? 'missing' : 'failed', error instanceof NudgeError ? error : null);
    }
    this.#options.onError(error);
  }
}
