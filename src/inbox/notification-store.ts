import { NudgeError } from '../api/errors.js';
import type { Notification } from '../api/schemas/notification.js';
import type { NotificationItem } from './collection.js';
import { Emitter } from './emitter.js';
import { NotificationList } from './notification-list.js';
import { pictureOf, type NotificationState, type NotificationStoreEvent } from './notification-state.js';
import { isOffline, PageLife } from './page-life.js';
import { ReadChanges } from './read-changes.js';
import { Reading } from './reading.js';
import { Records } from './records.js';
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
  readonly #reading: Reading;
  readonly #list = new NotificationList({
    onRemove: (id) => this.#records.remove(id),
    readingOf: (item) => this.#reading.of(item),
  });
  readonly #records: Records;
  readonly #reader: SourceReader;
  readonly #readChanges: ReadChanges;
  readonly #events = new Emitter<NotificationStoreEvent>();
  /** In a page that nobody sees nothing is asked and nobody listened to; what was missed comes on return. */
  readonly #life = new PageLife({
    onReturn: () => void this.refresh(),
    onRest: (why) => {
      if (why !== 'offline') this.#reader.stop();
      this.#hold();
      this.#changed();
    },
  });
  #state: NotificationState | null = null;
  #isClosed = false;

  constructor({ retrieve, ids = [], source = {} }: NotificationStoreOptions) {
    this.#reading = new Reading(!!source.setRead);
    this.#records = new Records({
      retrieve,
      list: this.#list,
      reading: this.#reading,
      onChange: () => this.#changed(),
      onError: (error) => this.#tellFailure(error, 'load'),
      onStranger: () => this.#forget(),
    });
    this.#reader = new SourceReader(source, {
      onReferences: (references, page) => this.#keepPage(references, page),
      onEvent: (event) => this.#follow(event),
      onError: (error) => this.#tellFailure(error, 'list'),
      onChange: () => this.#changed(),
    });
    this.#readChanges = new ReadChanges({
      list: this.#list,
      reading: this.#reading,
      source,
      onChange: (changed, isRead) => {
        this.#changed();
        this.#events.emit({ type: 'read', ids: changed, isRead });
      },
      onError: (error) => this.#tellFailure(error, 'set-read'),
    });
    this.setIds(ids);
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
    this.#add(readReferences(ids));
  }

  /** Makes the list follow the ids that the host names now, newest first. What came from the source stays. */
  setIds(ids: readonly string[]): void {
    const references = readReferences(ids);
    this.#readChanges.hear(references);
    this.#arrive(this.#list.follow(references));
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
    const { record } = this.#list.get(id);
    if (record) return Promise.resolve(record);
    if (this.#isClosed) return Promise.reject(new NudgeError('The session is closed.'));
    const { problem } = this.#records;
    const loading = this.#records.load(id);
    if (problem && problem !== 'retrying') this.#resume();
    return loading;
  }

  /** What is on the screen, in order: fetched before all else. */
  show(ids: readonly string[]): void {
    if (this.#life.isRunning) this.#records.show(ids);
  }

  markRead(ids: readonly string[]): void {
    this.#readChanges.make(ids, true);
  }

  markUnread(ids: readonly string[]): void {
    this.#readChanges.make(ids, false);
  }

  /**
   * Marks all that there is now, also the pages that are not loaded yet. What is returned takes back just that: each
   * that was changed by it, and by nobody since, is as before.
   */
  markAllRead(): () => void {
    const undo = this.#readChanges.makeAll();
    this.#changed();
    return () => {
      undo();
      this.#changed();
    };
  }

  /** Takes these off the list, whoever names them again. */
  dismiss(ids: readonly string[]): void {
    this.#dismiss(ids, true);
  }

  /** Puts dismissed ones back where they were. */
  restore(ids: readonly string[]): void {
    this.#dismiss(ids, false);
  }

  /** Asks the source for what is new, and once more for all that failed. What does not exist is let be. */
  async refresh(): Promise<void> {
    this.#records.pardon();
    if (this.#life.isRunning && !this.#life.isAway) this.#reader.start();
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
    this.#records.stop();
    this.#forget();
    this.#changed();
  }

  /** Ends it for good: later subscribers start nothing. */
  close(): void {
    this.#isClosed = true;
    this.#stop();
  }

  #picture(): NotificationState {
    const problem = this.#records.problem ?? (this.#reader.hasFailed ? 'unreachable' : null);
    return pictureOf(
      this.#list.items,
      this.#reader,
      this.#readChanges.isAllRead,
      this.#life.isRunning && isOffline() ? 'offline' : problem,
    );
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
    if (this.#life.isRunning || this.#isClosed) return;
    this.#life.start();
    if (!this.#life.isAway) this.#reader.start();
    this.#resume();
  }

  #stop(): void {
    this.#life.stop();
    this.#reader.stop();
    this.#records.stop();
    this.#records.hold(false);
    this.#changed();
  }

  #hold(): void {
    this.#records.hold(this.#life.isAway || isOffline());
  }

  /** Goes on as far as page and network allow. */
  #resume(): void {
    this.#hold();
    this.#records.retry();
    this.#askForCount();
    this.#changed();
  }

  #forget(): void {
    this.#reader.clear();
    this.#list.clear();
    this.#readChanges.clear();
    this.#records.forgetCustomer();
  }

  /** The count of the newest page is wanted before anything is shown; only what is unknown of it is fetched. */
  #askForCount(): void {
    if (!this.#life.isRunning) return;
    const newest = this.#list.order.slice(0, pageSize);
    this.#records.request(newest.filter((id) => this.#list.get(id).isRead === null));
  }

  #arrive(ids: readonly string[]): void {
    this.#askForCount();
    this.#changed();
    const unread = ids.filter((id) => this.#list.get(id).isRead !== true);
    // What comes with the first page has not arrived: it was there.
    if (this.#life.isRunning && this.#reader.status === 'ready' && unread.length > 0)
      this.#events.emit({ type: 'arrival', ids: unread });
  }

  #add(references: readonly NotificationReference[]): void {
    this.#readChanges.hear(references);
    this.#arrive(this.#list.insert(references));
  }

  #keepPage(references: readonly NotificationReference[], page: 'first' | 'next'): void {
    const isUnread = page === 'next' || this.#reader.status !== 'ready';
    const added = isUnread ? references.map(({ id }) => id).filter((id) => !this.#list.has(id)) : [];
    if (page === 'first') this.#add(references);
    else {
      this.#readChanges.hear(references);
      this.#list.append(references);
    }
    this.#readChanges.cover(added);
  }

  #dismiss(ids: readonly string[], isDismissed: boolean): void {
    const changed = this.#list.dismiss(ids, isDismissed);
    if (changed.length === 0) return;
    this.#arrive([]);
    this.#events.emit({ type: 'dismiss', ids: changed, isDismissed });
  }

  #follow(event: SourceEvent): void {
    if (event.type === 'add') this.#add(event.references);
    else if (event.type === 'read') this.#readChanges.follow(event.ids, event.isRead);
    else {
      this.#list.dismiss(event.ids, false);
      this.#list.remove(event.ids);
      this.#arrive([]);
    }
  }
}
