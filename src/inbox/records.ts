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
  onError: (error: unknown) => void;
  /** Somebody else has signed in: what is here is not theirs to see. */
  onStranger: () => void;
}

/** The records of the list's items: fetched as they are asked for, and all of one customer. */
export class Records {
  readonly #options: RecordsOptions;
  readonly #queue: FetchQueue<Notification>;
  #customer: string | null = null;

  constructor(options: RecordsOptions) {
    const { retrieve, list, reading, onChange, onError } = options;
    this.#options = options;
    this.#queue = new FetchQueue({
      fetch: async (id, { signal }) => {
        const record = await retrieve(id, { signal });
        signal.throwIfAborted();
        this.#checkCustomer(record);
        reading.serve(id, record.isRead);
        list.set(withRecord(list.get(id), record));
        return list.get(id).record ?? record;
      },
      onLoaded: onChange,
      onFailed: (id, error) => this.#keepFailure(id, error),
      onPaused: onChange,
      onStopped: onError,
    });
  }

  get problem(): FetchQueue<Notification>['problem'] {
    return this.#queue.problem;
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
    this.request(ids.filter((id) => list.has(id) && !list.isDismissed(id)));
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
  }

  #checkCustomer({ uniqueCustomerId }: Notification): void {
    this.#customer ??= uniqueCustomerId;
    if (uniqueCustomerId === null || uniqueCustomerId === this.#customer) return;
    this.#options.onStranger();
    throw new AuthenticationError('The notification is of another customer.', null, { status: 401 });
  }

  #mark(id: string, status: NotificationItem['status'], error: NudgeError | null = null): void {
    const { list } = this.#options;
    list.set({ ...list.get(id), status, error });
  }

  #keepFailure(id: string, error: unknown): void {
    // Refused: asking again would give the same. Anything else may be better next time.
    const isRefused = error instanceof RequestError || (error instanceof ApiError && !isTransient(error));
    this.#mark(id, isRefused ? 'missing' : 'failed', error instanceof NudgeError ? error : null);
    this.#options.onError(error);
  }
}
