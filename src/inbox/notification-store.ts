import { AuthenticationError, NudgeError, ApiError } from '../api/errors.js';
import type { Notification } from '../api/schemas/notification.js';
import { countUnread, withRecord, type NotificationItem } from './collection.js';
import { isOffline, watchConnectivity } from './connectivity.js';
import { Emitter } from './emitter.js';
import { FetchQueue } from './fetch-queue.js';
import { NotificationList } from './notification-list.js';
import type { NotificationProblem, NotificationState, NotificationStoreEvent } from './notification-state.js';
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
  readonly #list = new NotificationList();
  readonly #queue: FetchQueue<Notification>;
  readonly #reader: SourceReader;
  readonly #readChanges: ReadChanges;
  readonly #events = new Emitter<NotificationStoreEvent>();
  #state: NotificationState | null = null;
  #problem: NotificationProblem | null = null;
  /** Whether the first page is there: what comes after it arrives. */
  #isSettled = false;
  #customer: string | null = null;
  #running: AbortController | null = null;
  #isClosed = false;

  constructor({ retrieve, ids = [], source = {} }: NotificationStoreOptions) {
    this.#queue = new FetchQueue({
      fetch: retrieve,
      onLoaded: (id, record) => this.#keepRecord(id, record),
      onFailed: (id, error) => this.#keepFailure(id, error),
      onPaused: () => this.#face('retrying'),
      onStopped: (error) => this.#stopAsking(error),
    });
    this.#reader = new SourceReader(source, {
      onReferences: (references, page) => this.#keepPage(references, page),
      onEvent: (event) => this.#follow(event),
      onError: (error) => this.#keepListFailure(error),
      onChange: () => this.#changed(),
    });
    this.#readChanges = new ReadChanges({
      list: this.#list,
      source,
      onChange: (changed, isRead) => {
        this.#changed();
        this.#events.emit({ type: 'read', ids: changed, isRead });
      },
      onError: (error) => this.#events.emit({ type: 'error', error, operation: 'set-read' }),
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

  /** The record, fetched if need be: one request an id, however many ask. Rejects with a `NudgeError`. */
  load(id: string): Promise<Notification> {
    const { record } = this.#list.get(id);
    if (record) return Promise.resolve(record);
    this.#forgetFailures([id]);
    if (this.#problem === 'unreachable' || this.#problem === 'unauthenticated') this.#resume();
    return this.#queue.load(id);
  }

  /** What is on the screen, in order: fetched before all else. */
  show(ids: readonly string[]): void {
    this.#queue.prefer(ids);
    this.#queue.request(ids.filter((id) => this.#list.get(id).status === 'pending'));
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

  /** Asks the source for what is new, and once more for all that failed. */
  async refresh(): Promise<void> {
    this.#forgetFailures(this.#list.order);
    this.#resume();
    await this.#reader.loadFirst();
  }

  /** Reads the source's next page. */
  loadMore(): Promise<void> {
    return this.#reader.loadNext();
  }

  /** Forgets everything; answers that are under way are not let in. */
  clear(): void {
    this.#queue.clear();
    this.#list.clear();
    this.#readChanges.clear();
    this.#customer = null;
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
      problem: this.#running && isOffline() ? 'offline' : this.#problem,
    };
  }

  #changed(): void {
    this.#state = null;
    this.#events.emit({ type: 'change' });
  }

  #face(problem: NotificationProblem | null): void {
    if (this.#problem === problem) return;
    this.#problem = problem;
    this.#changed();
  }

  #start(): void {
    if (this.#running || this.#isClosed) return;
    this.#running = new AbortController();
    watchConnectivity(() => (isOffline() ? this.#pause() : void this.refresh()), this.#running.signal);
    this.#isSettled ||= this.#reader.status === 'ready';
    if (isOffline()) this.#pause();
    else this.#resume();
    this.#reader.start();
  }

  #stop(): void {
    this.#running?.abort();
    this.#running = null;
    this.#reader.stop();
    this.#queue.clear();
    this.#changed();
  }

  #pause(): void {
    this.#queue.hold();
    this.#changed();
  }

  #resume(): void {
    this.#problem = null;
    this.#queue.retry();
    this.#askForCount();
    this.#changed();
  }

  /** The count of the newest page is wanted before anything is shown; only what is unknown of it is fetched. */
  #askForCount(): void {
    if (!this.#running) return;
    const items = this.#list.order.slice(0, pageSize).map((id) => this.#list.get(id));
    const unknown = items.filter(({ status, isRead }) => status === 'pending' && isRead === null);
    this.#queue.request(unknown.map(({ id }) => id));
  }

  #arrive(ids: readonly string[]): void {
    this.#askForCount();
    this.#changed();
    const unread = ids.filter((id) => this.#list.get(id).isRead !== true);
    if (this.#isSettled && this.#running && unread.length > 0)
      this.#events.emit({ type: 'arrival', ids: unread });
  }

  #keepPage(references: readonly NotificationReference[], page: 'first' | 'next'): void {
    if (page === 'next') this.#list.append(references);
    else this.#arrive(this.#list.insert(references));
    this.#isSettled = true;
  }

  #follow(event: SourceEvent): void {
    if (event.type === 'add') this.add(event.references);
    else if (event.type === 'read') this.#readChanges.follow(event.ids, event.isRead);
    else {
      for (const id of event.ids) this.#queue.remove(id);
      this.#list.remove(event.ids);
      this.#changed();
    }
  }

  #keepListFailure(error: unknown): void {
    this.#face('unreachable');
    this.#events.emit({ type: 'error', error, operation: 'list' });
  }

  #keepRecord(id: string, record: Notification): void {
    const { uniqueCustomerId } = record;
    if (this.#customer !== null && uniqueCustomerId !== null && uniqueCustomerId !== this.#customer) {
      this.clear();
      void this.refresh();
      return;
    }
    this.#customer ??= uniqueCustomerId;
    this.#list.set(withRecord(this.#list.get(id), record));
    this.#problem = null;
    this.#changed();
  }

  #keepFailure(id: string, error: unknown): void {
    const item = this.#list.get(id);
    // Refused by the service: asking again would give the same. Anything else may be better next time.
    const status = error instanceof ApiError && error.status < 500 ? 'missing' : 'failed';
    this.#list.set({ ...item, status, error: error instanceof NudgeError ? error : null });
    this.#changed();
    this.#events.emit({ type: 'error', error, operation: 'load' });
  }

  #forgetFailures(ids: readonly string[]): void {
    for (const id of ids) {
      const item = this.#list.get(id);
      if (item.error) this.#list.set({ ...item, status: 'pending', error: null });
    }
  }

  #stopAsking(error: NudgeError): void {
    this.#face(error instanceof AuthenticationError ? 'unauthenticated' : 'unreachable');
    this.#events.emit({ type: 'error', error, operation: 'load' });
  }
}
