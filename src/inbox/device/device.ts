import type { Notification } from '../../api/schemas/notification.js';
import {
  merge,
  type DeviceChange,
  type DeviceEvent,
  type DeviceStorage,
  type RowMaker,
} from './stored-row.js';
import { readMessage } from './stored-row-schema.js';
import { Emitter } from '../../common/emitter.js';
import { NotificationMemory, type NotificationMemoryOptions } from './notification-memory.js';
import { warnOnce } from '../../common/warn.js';

/** How long acts are gathered before they are written together, in milliseconds. */
const burst = 100;
const signOut = 'sign-out';

/**
 * One customer's device: what it keeps, and the other tabs. Whatever is wrong with it costs what it would have kept,
 * and nothing else.
 */
export class Device {
  readonly #name: string;
  readonly #storage: DeviceStorage;
  readonly #events = new Emitter<DeviceEvent>();
  #channel: BroadcastChannel | null = null;
  #changes: Partial<DeviceChange>[] = [];
  #records: (() => readonly Notification[] | null) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<unknown> = Promise.resolve();
  /** Voids what is under way when all is forgotten. */
  #epoch = 0;
  #hasRow = false;
  /** Whether the customer signed out: nothing is kept any more. */
  #isOver = false;

  constructor(customerKey: string, storage: DeviceStorage) {
    this.#name = `nudge-inbox:${customerKey}`;
    this.#storage = storage;
  }

  /** Starts a store's part of it. */
  remember(options: NotificationMemoryOptions): NotificationMemory {
    return new NotificationMemory(this, options);
  }

  /** Hears what is kept, once now, and what other tabs do, until the returned function is called. */
  subscribe(hear: (event: DeviceEvent) => void): () => void {
    const unsubscribe = this.#events.subscribe(hear);
    this.#channel ??= this.#connect();
    if (this.#channel) this.#channel.onmessage = ({ data }) => this.#receive(data);
    this.flush();
    let isHeard = true;
    this.#change(
      (row) => row && merge(row, {}),
      (row) => {
        if (!isHeard) return;
        if (row === null && this.#hasRow) this.#receive(signOut);
        else hear({ type: 'row', row: row ?? null });
      },
    );
    return () => {
      isHeard = false;
      unsubscribe();
      this.flush();
      if (this.#events.size > 0) return;
      this.#channel?.close();
      this.#channel = null;
    };
  }

  /** Tells the other tabs at once, and writes it in a while, with the records as they are then. */
  keep(change: Partial<DeviceChange>, records?: () => readonly Notification[] | null): void {
    if (this.#isOver) return;
    if (Object.keys(change).length > 1) this.#tell({ reads: [], dismissals: [], preferences: [], ...change });
    this.#changes.push(change);
    this.#records = records ?? this.#records;
    this.#timer ??= setTimeout(() => this.flush(), burst);
  }

  /** Writes what waits. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const changes = this.#changes;
    if (changes.length === 0) return;
    this.#changes = [];
    const records = this.#records?.();
    this.#change((row) =>
      changes.reduce<ReturnType<RowMaker>>((made, change) => merge(made, change, records), row),
    );
  }

  /** Deletes what is kept; what is under way comes to nothing. */
  forget(): void {
    this.#drop();
    this.#change(() => null);
  }

  /** As {@link forget}, in the other tabs too, and for good. */
  signOut(): void {
    this.#isOver = true;
    this.forget();
    this.#tell(signOut);
  }

  #connect(): BroadcastChannel | null {
    try {
      return new BroadcastChannel(this.#name);
    } catch {
      return null;
    }
  }

  #tell(message: unknown): void {
    const channel = this.#channel ?? this.#connect();
    channel?.postMessage(message);
    if (!this.#channel) channel?.close();
  }

  #receive(message: unknown): void {
    if (message === signOut) {
      this.#isOver = true;
      this.#drop();
      this.#events.emit({ type: signOut });
      return;
    }
    const change = readMessage(message);
    if (change) this.#events.emit({ type: 'change', change });
  }

  #drop(): void {
    this.#changes = [];
    this.#epoch += 1;
    this.#hasRow = false;
  }

  /** One after the other. The first failure tells the developer, and gives no row. */
  #change(make: RowMaker, then?: (row: ReturnType<RowMaker> | undefined) => void): void {
    const epoch = this.#epoch;
    this.#work = this.#work.then(async () => {
      if (epoch !== this.#epoch) return;
      const row = await this.#storage.change(make).catch((error: unknown) => {
        warnOnce(`Nothing is kept on the device: ${String(error)}`);
        return undefined;
      });
      if (epoch !== this.#epoch) return;
      then?.(row);
      this.#hasRow = !!row;
    });
  }
}
