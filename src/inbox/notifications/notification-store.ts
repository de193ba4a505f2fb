import { NudgeError } from '../../api/errors.js';
import type { Notification } from '../../api/schemas/notification.js';
import type { NotificationItem } from './notification-item.js';
import { linkDevice, type DeviceLink } from '../device/device-link.js';
import { Emitter } from '../../common/emitter.js';
import { createIntake, type Intake } from './intake.js';
import { NotificationList } from './item-list.js';
import {
  pictureOf,
  type NotificationState,
  type NotificationStoreEvent,
  type NotificationStoreOptions,
} from './notification-state.js';
import { isOffline, PageLife } from '../../common/page-visibility.js';
import { createReadChanges, type ReadChanges } from './read-changes.js';
import { Reading } from './read-state.js';
import { createRecords, type Records } from './record-loader.js';
import { pageSize, SourceReader } from '../sources/source-reader.js';
import { readReferences, type NotificationReference } from '../sources/source.js';
import type { StoreParts } from './store-parts.js';

/**
 * The customer's notifications: which there are, their records, what is read. It runs while somebody subscribes:
 * it reads the source then, and fetches what is asked for and what the unread count needs.
 */
export class NotificationStore {
  readonly #list: NotificationList;
  readonly #records: Records;
  readonly #reader: SourceReader;
  readonly #readChanges: ReadChanges;
  readonly #intake: Intake;
  readonly #device: DeviceLink;
  readonly #events = new Emitter<NotificationStoreEvent>();
  /** In a page that nobody sees nothing is asked and nobody listened to; what was missed comes on return. */
  readonly #life = new PageLife((isLeaving) => {
    if (!this.#life.isAway && !isOffline()) this.#device.start(() => void this.refresh());
    else {
      if (this.#life.isAway) this.#reader.stop();
      this.#device.rest(isLeaving);
      this.#hold();
      this.#tell();
    }
  });
  #state: NotificationState | null = null;
  #isClosed = false;

  /** Tells that the state is another, and then of the event if there is one. */
  readonly #tell = (event?: NotificationStoreEvent): void => {
    this.#state = null;
    this.#events.emit({ type: 'change' });
    if (event) this.#events.emit(event);
  };

  /** The list is another, by these on top among others. */
  readonly #arrive = (ids: readonly string[], event?: NotificationStoreEvent): void => {
    this.#askForCount();
    this.#tell(event);
    const unread = ids.filter((id) => this.#list.get(id).isRead !== true);
    // What comes with the first page has not arrived: it was there.
    if (this.#life.isRunning && this.#reader.status === 'ready' && unread.length > 0)
      this.#events.emit({ type: 'arrival', ids: unread });
  };

  constructor({ retrieve, ids = [], source = {}, device }: NotificationStoreOptions) {
    const reading = new Reading(!!source.setRead);
    const list = (this.#list = new NotificationList({
      onRemove: (id) => this.#records.queue.remove(id),
      readingOf: (item) => reading.of(item),
    }));
    const tell = this.#tell;
    const parts: StoreParts = {
      list,
      reading,
      source,
      isReady: () => this.#reader.status === 'ready',
      tell,
      keep: (change) => this.#device.tell((memory) => memory.keep(change)),
      expel: () => {
        this.#forget();
        this.#device.tell((memory) => memory.forget());
        tell();
      },
    };
    const records = (this.#records = createRecords(retrieve, parts));
    const readChanges = (this.#readChanges = createReadChanges(parts));
    const intake = (this.#intake = createIntake(parts, readChanges, this.#arrive));
    this.#reader = new SourceReader(source, {
      onReferences: intake.keepPage,
      onEvent: intake.hear,
      onError: (error) => tell({ type: 'error', error, operation: 'list' }),
      onChange: tell,
    });
    this.#device = linkDevice(device, {
      ...parts,
      records,
      readChanges,
      intake,
      signOut: () => {
        this.clear();
        this.close();
      },
    });
    this.setIds(ids);
  }

  get state(): NotificationState {
    const problem = this.#records.queue.problem ?? (this.#reader.hasFailed ? 'unreachable' : null);
    const { status, hasMore } = this.#reader;
    return (this.#state ??= pictureOf(
      this.#list.items,
      { status: status === 'idle' && this.#device.isWaiting ? 'loading' : status, hasMore },
      this.#readChanges.isAllRead,
      this.#life.isRunning && isOffline() ? 'offline' : problem,
    ));
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
    this.#intake.add(readReferences(ids));
  }

  /** Makes the list follow the ids that the host names now, newest first. What came from the source stays. */
  setIds(ids: readonly string[]): void {
    this.#intake.follow(readReferences(ids));
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
    if (record) {
      this.#records.renew([id]);
      return Promise.resolve(record);
    }
    if (this.#isClosed) return Promise.reject(new NudgeError('The session is closed.'));
    const { problem } = this.#records.queue;
    const loading = this.#records.load(id);
    if (problem && problem !== 'retrying') this.#resume();
    return loading;
  }

  /** What is on the screen, in order: fetched before all else. */
  show(ids: readonly string[]): void {
    if (this.#life.isRunning) this.#records.show(ids);
  }

  markRead(ids: readonly string[]): void {
    this.#readChanges.mark(ids, true);
  }

  markUnread(ids: readonly string[]): void {
    this.#readChanges.mark(ids, false);
  }

  /**
   * Marks all that there is now, also the pages that are not loaded yet. What is returned takes back just that: each
   * that was changed by it, and by nobody since, is as before.
   */
  markAllRead(): () => void {
    return this.#readChanges.markAll();
  }

  /** Takes these off the list, whoever names them again. */
  dismiss(ids: readonly string[]): void {
    this.#intake.dismiss(ids, true);
  }

  /** Puts dismissed ones back where they were. */
  restore(ids: readonly string[]): void {
    this.#intake.dismiss(ids, false);
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
    this.#records.queue.clear();
    this.#forget();
    this.#tell();
  }

  /** Ends it for good: later subscribers start nothing. */
  close(): void {
    this.#isClosed = true;
    this.#stop();
  }

  #start(): void {
    if (this.#life.isRunning || this.#isClosed) return;
    this.#life.start();
    if (!this.#life.isAway) {
      this.#device.start(() => {
        this.#reader.start();
        this.#resume();
      });
    }
    this.#hold();
    this.#tell();
  }

  #stop(): void {
    this.#life.stop();
    this.#device.rest(true);
    this.#reader.stop();
    this.#records.queue.clear();
    this.#records.queue.hold(false);
    this.#tell();
  }

  #hold(): void {
    this.#records.queue.hold(this.#life.isAway || this.#device.isWaiting || isOffline());
  }

  /** Goes on as far as page and network allow. */
  #resume(): void {
    this.#hold();
    this.#records.queue.retry();
    this.#askForCount();
    this.#tell();
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
}
