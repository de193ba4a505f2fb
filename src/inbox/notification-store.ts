import { ApiError, AuthenticationError, isTransient, NudgeError, RequestError } from '../api/errors.js';
import type { Notification } from '../api/schemas/notification.js';
import { countUnread, withRecord, type NotificationItem } from './collection.js';
import { isOffline, watchConnectivity } from './connectivity.js';
import { Emitter } from './emitter.js';
import { FetchQueue } from './fetch-queue.js';
import { NotificationList } from './notification-list.js';
import type { NotificationState, NotificationStoreEvent } from './notification-state.js';
import { ReadChanges } from './read-changes.js';
import { pageSize, SourceReader } from './source-reader.js';
import {
  readReferences,
  type NotificationReference,
  type NotificationSource,
  type SourceEvent,
} from './source.js';

export interface NotificationStoreOptions {
  /** #7, without retries: the store's queue has its own. */
  retrieve: (id: string, options: { signal: AbortSignal }) => Promise<Notification>;
  ids?: readonly string[];
  source?: NotificationSource;
}

/**
 * The customer's notifications: which there are, their records, what is read. It runs while somebody subscribes:
 * it reads the source then, and fetches what is asked for and what the unread count needs.
 */
export class NotificationStore {
  readonly #list = new NotificationList((id) => this.#queue.remove(id));
  readonly #queue: FetchQueue<Notification>;
  readonly #reader: SourceReader;
  readonly #readChanges: ReadChanges;
  readonly #events = new Emitter<NotificationStoreEvent>();
  #state: NotificationState | null = null;
  #customer: string | null = null;
  #running: AbortController | null = null;
  #isClosed = false;

  constructor({ retrieve, ids = [], source = {} }: NotificationStoreOptions) {
    this.#queue = new FetchQueue({
      fetch: async (id, options) => {
        const record = await retrieve(id, options);
        options.signal.throwIfAborted();
        this.#checkCustomer(record);
        const item = withRecord(this.#list.get(id), record);
        this.#list.set(item);
        return item.record;
      },
      onLoaded: () => this.#changed(),
      onFailed: (id, error) => this.#keepFailure(id, error),
      onPaused: () => this.#changed(),
      onStopped: (error) => this.#tellFailure(error, 'load'),
    });
    this.#reader = new SourceReader(source, {
      onReferences: (references, page) => this.#keepPage(references, page),
      onEvent: (event) => this.#follow(event),
      onError: (error) => this.#tellFailure(error, 'list'),
      onChange: () => this.#changed(),
    });
    this.#readChanges = new ReadChanges({
      list: this.#list,
      source,
      onChange: (changed, isRead) => {
        this.#changed();
        this.#events.emit({ type: 'read', ids: changed, isRead });
      },
      onError: (error) => this.#tellFailure(error, 'set-read'),
    });
    this.#list.follow(readReferences(ids));
  }

  get state(): NotificationState {
    this.#state ??= this.#picture();
    return this.#state;
  }

  /** Hears of every change until the returned function is called. The first subscriber starts the store. */
  subscribe(listener: (event: NotificationStoreEvent) => void): () => void {
    const unsubscribe = this.#events.subscribe(listener);
    this.#start();
    return () => {
      unsubscribe();
      // An element that moves within the page leaves and comes back in one task.
      queueMicrotask(() => {
        if (this.#events.size === 0) this.#stop();
      });
    };
  }

  /** Puts notifications on the list, newest first; those that are there already stay where they are. */
  add(ids: readonly (string | NotificationReference)[]): void {
    this.#arrive(this.#list.insert(readReferences(ids)));
  }

  /** Makes the list follow the ids that the host names now, newest first. What came from the source stays. */
  setIds(ids: readonly string[]): void {
    this.#arrive(this.#list.follow(readReferences(ids)));
  }

  /** What is known of one notification, whether it is on the list or not. */
  get(id: string): NotificationItem {
    return this.#list.get(id);
  }

  /**
   * The record, fetched if need be: one request an id, however many ask.
   *
   * @throws NudgeError if it cannot be had; AbortError if it is taken off the list, or the last subscriber left, meanwhile.
   */
  load(id: string): Promise<Notification> {
    const item = this.#list.get(id);
    if (item.record) return Promise.resolve(item.record);
    if (this.#isClosed) return Promise.reject(new NudgeError('The session is closed.'));
    if (item.status !== 'pending') {
      this.#mark(id, 'pending');
      this.#changed();
    }
    const { problem } = this.#queue;
    if (problem && problem !== 'retrying') this.#resume();
    return this.#queue.load(id);
  }

  /** What is on the screen, in order: fetched before all else. */
  show(ids: readonly string[]): void {
    if (!this.#running) return;
    this.#queue.prefer(ids);
    this.#queue.request(ids.filter((id) => this.#list.has(id) && this.#list.get(id).status === 'pending'));
  }

  markRead(ids: readonly string[]): void {
    this.#readChanges.make(ids, true);
  }

  markUnread(ids: readonly string[]): void {
    this.#readChanges.make(ids, false);
  }

  /** Marks all that the list knows of. */
  markAllRead(): void {
    this.#readChanges.make(this.#list.order, true);
  }

  /** Asks the source for what is new, and once more for all that failed. What does not exist is let be. */
  async refresh(): Promise<void> {
    for (const { id, status } of this.#list.items) if (status === 'failed') this.#mark(id, 'pending');
    if (this.#running) this.#reader.start();
    const reading = this.#reader.loadFirst();
    this.#resume();
    await reading;
  }

  /** Reads the source's next page. */
  loadMore(): Promise<void> {
    return this.#reader.loadNext();
  }

  /** Forgets everything, lets in no answer that is under way, and hears nothing of the source until `refresh()`. */
  clear(): void {
    this.#queue.clear();
    this.#forget();
    this.#changed();
  }

  /** Ends it for good: later subscribers start nothing. */
  close(): void {
    this.#isClosed = true;
    this.#stop();
  }

  #picture(): NotificationState {
    const { items } = this.#list;
    const { unreadCount, isComplete } = countUnread(items);
    const { status, hasMore } = this.#reader;
    return {
      items,
      status,
      unreadCount,
      isUnreadCountComplete: isComplete && status === 'ready' && !hasMore,
      hasMore,
      problem:
        this.#running && isOffline()
          ? 'offline'
          : (this.#queue.problem ?? (this.#reader.hasFailed ? 'unreachable' : null)),
    };
  }

  #changed(): void {
    this.#state = null;
    this.#events.emit({ type: 'change' });
  }

  #tellFailure(error: unknown, operation: 'load' | 'list' | 'set-read'): void {
    this.#changed();
    this.#events.emit({ type: 'error', error, operation });
  }

  #start(): void {
    if (this.#running || this.#isClosed) return;
    this.#running = new AbortController();
    watchConnectivity(() => (isOffline() ? this.#resume() : void this.refresh()), this.#running.signal);
    this.#reader.start();
    this.#resume();
  }

  #stop(): void {
    this.#running?.abort();
    this.#running = null;
    this.#reader.stop();
    this.#queue.clear();
    this.#changed();
  }

  /** Goes on as far as the network allows. */
  #resume(): void {
    this.#queue.hold(isOffline());
    this.#queue.retry();
    this.#askForCount();
    this.#changed();
  }

  #forget(): void {
    this.#reader.clear();
    this.#list.clear();
    this.#readChanges.clear();
    this.#customer = null;
  }

  /** The count of the newest page is wanted before anything is shown; only what is unknown of it is fetched. */
  #askForCount(): void {
    if (!this.#running) return;
    const unknown = this.#list.items
      .slice(0, pageSize)
      .filter(({ status, isRead }) => status === 'pending' && isRead === null);
    this.#queue.request(unknown.map(({ id }) => id));
  }

  #arrive(ids: readonly string[]): void {
    this.#askForCount();
    this.#changed();
    const unread = ids.filter((id) => this.#list.get(id).isRead !== true);
    // What comes with the first page has not arrived: it was there.
    if (this.#running && this.#reader.status === 'ready' && unread.length > 0)
      this.#events.emit({ type: 'arrival', ids: unread });
  }

  #keepPage(references: readonly NotificationReference[], page: 'first' | 'next'): void {
    if (page === 'next') this.#list.append(references);
    else this.#arrive(this.#list.insert(references));
  }

  #follow(event: SourceEvent): void {
    if (event.type === 'add') this.add(event.references);
    else if (event.type === 'read') this.#readChanges.follow(event.ids, event.isRead);
    else {
      this.#list.remove(event.ids);
      this.#arrive([]);
    }
  }

  /** Another customer's record means that somebody else has signed in: what is here is not theirs to see. */
  #checkCustomer({ uniqueCustomerId }: Notification): void {
    this.#customer ??= uniqueCustomerId;
    if (uniqueCustomerId === null || uniqueCustomerId === this.#customer) return;
    this.#forget();
    throw new AuthenticationError('The notification is of another customer.', null, { status: 401 });
  }

  #mark(id: string, status: NotificationItem['status'], error: NudgeError | null = null): void {
    this.#list.set({ ...this.#list.get(id), status, error });
  }

  #keepFailure(id: string, error: unknown): void {
    // Refused: asking again would give the same. Anything else may be better next time.
    const isRefused = error instanceof RequestError || (error instanceof ApiError && !isTransient(error));
    this.#mark(id, isRefused ? 'missing' : 'failed', error instanceof NudgeError ? error : null);
    this.#tellFailure(error, 'load');
  }
}
