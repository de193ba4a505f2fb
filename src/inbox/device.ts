import {
  noChange,
  type DeviceChange,
  type DeviceEvent,
  type DeviceStorage,
  type SavedRecord,
} from './device-row.js';
import { Emitter } from './emitter.js';
import { NotificationMemory, type NotificationMemoryOptions } from './notification-memory.js';
import { Tabs } from './tabs.js';
import { warnOnce } from './warn.js';

/** How long acts are gathered before they are written together, in milliseconds. */
const burst = 100;

/**
 * One customer's device: what it keeps, and the other tabs. Whatever is wrong with it costs what it would have kept,
 * and nothing else.
 */
export class Device {
  readonly #storage: DeviceStorage;
  readonly #events = new Emitter<DeviceEvent>();
  readonly #tabs: Tabs;
  #pending: DeviceChange | null = null;
  #records: () => readonly SavedRecord[] | null = () => null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<unknown> = Promise.resolve();
  /** Voids what is under way when all is forgotten. */
  #epoch = 0;
  #hasRow = false;
  /** Whether the customer signed out: nothing is kept any more. */
  #isOver = false;

  constructor(customerKey: string, storage: DeviceStorage) {
    this.#storage = storage;
    this.#tabs = new Tabs(customerKey, (message) => {
      if (message === 'sign-out') this.#signedOut();
      else this.#events.emit({ type: 'change', change: message });
    });
  }

  /** Starts a store's part of it. */
  remember(options: NotificationMemoryOptions): NotificationMemory {
    return new NotificationMemory(this, options);
  }

  /** Hears what is kept, once now, and what other tabs do, until the returned function is called. */
  subscribe(hear: (event: DeviceEvent) => void): () => void {
    const unsubscribe = this.#events.subscribe(hear);
    this.#tabs.open();
    this.flush();
    let isHeard = true;
    const epoch = this.#epoch;
    this.#try(
      async () => {
        const row = await this.#storage.read();
        if (!isHeard || epoch !== this.#epoch) return;
        if (!row && this.#hasRow) this.#signedOut();
        else hear({ type: 'row', row });
        this.#hasRow = row !== null;
      },
      () => hear({ type: 'row', row: null }),
    );
    return () => {
      isHeard = false;
      unsubscribe();
      this.flush();
      if (this.#events.size === 0) this.#tabs.close();
    };
  }

  /** Tells the other tabs at once, and writes it in a while, with the records as they are then. */
  keep(change: Partial<DeviceChange>, records?: () => readonly SavedRecord[] | null): void {
    if (this.#isOver) return;
    const whole = { ...noChange, ...change };
    if (Object.keys(change).length > 1) this.#tabs.tell(whole);
    const before = this.#pending ?? noChange;
    this.#pending = {
      uniqueCustomerId: whole.uniqueCustomerId ?? before.uniqueCustomerId,
      reads: [...whole.reads, ...before.reads],
      dismissals: [...whole.dismissals, ...before.dismissals],
      preferences: [...whole.preferences, ...before.preferences],
      watermark: whole.watermark ?? before.watermark,
    };
    if (records) this.#records = records;
    this.#timer ??= setTimeout(() => this.flush(), burst);
  }

  /** Writes what waits. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const change = this.#pending;
    if (!change) return;
    this.#pending = null;
    const records = this.#records();
    const epoch = this.#epoch;
    this.#try(async () => {
      if (epoch !== this.#epoch) return;
      await this.#storage.update(change, records);
      this.#hasRow ||= epoch === this.#epoch;
    });
  }

  /** Deletes what is kept; what is under way comes to nothing. */
  forget(): void {
    this.#drop();
    this.#try(() => this.#storage.remove());
  }

  /** As {@link forget}, in the other tabs too. */
  signOut(): void {
    this.#isOver = true;
    this.forget();
    this.#tabs.tell('sign-out');
  }

  #signedOut(): void {
    this.#isOver = true;
    this.#drop();
    this.#events.emit({ type: 'sign-out' });
  }

  #drop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pending = null;
    this.#epoch += 1;
    this.#hasRow = false;
  }

  /** One after the other. The first failure tells the developer. */
  #try(act: () => Promise<void>, otherwise?: () => void): void {
    this.#work = this.#work.then(act).catch((error: unknown) => {
      warnOnce(`Nothing is kept on the device: ${error instanceof Error ? error.name : 'it failed'}.`);
      otherwise?.();
    });
  }
}
