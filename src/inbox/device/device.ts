import type { Notification } from '../../api/schemas/notification.js';
import { Emitter } from '../../common/emitter.js';
import { warnOnce } from '../../common/warn.js';
import type { CustomerIdentity } from '../customer-identity.js';
import {
  mergeRow,
  type DeviceStorage,
  type RowUpdate,
  type StoredChange,
  type StoredRow,
} from './stored-row.js';
import { parseMessage } from './stored-row-schema.js';
import { TabChannel } from './tab-channel.js';

/** How long changes are collected before they are written together, in milliseconds. */
const debounceMs = 100;
const signOutMessage = 'sign-out';

export type DeviceEvent =
  /** What is stored; null where nothing is, or where it cannot be loaded. */
  | { type: 'row'; row: StoredRow | null }
  /** Something changed in another tab. */
  | { type: 'change'; change: StoredChange }
  /** The customer signed out in another tab. */
  | { type: 'sign-out' };

/**
 * What the device stores about one customer, and the customer's other tabs. If storing fails, only what would have been
 * stored is lost.
 */
export class Device {
  readonly #storage: DeviceStorage;
  readonly #identity: CustomerIdentity;
  readonly #channel: TabChannel;
  readonly #events = new Emitter<DeviceEvent>();
  #changes: Partial<StoredChange>[] = [];
  #getRecords: (() => readonly Notification[] | null) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<unknown> = Promise.resolve();
  /** Counts up when everything is deleted, which voids the work that is under way. */
  #generation = 0;
  #hasRow = false;
  #isSignedOut = false;

  constructor(customerKey: string, storage: DeviceStorage, identity: CustomerIdentity) {
    this.#storage = storage;
    this.#identity = identity;
    this.#channel = new TabChannel(`nudge-inbox:${customerKey}`);
  }

  /** Calls the listener with what is stored, and then with what other tabs change, until the returned function is called. */
  subscribe(listener: (event: DeviceEvent) => void): () => void {
    const unsubscribe = this.#events.subscribe(listener);
    this.#channel.open((message) => this.#handleMessage(message));
    this.flush();
    let isSubscribed = true;
    this.#update(
      (row) => row && mergeRow(row, {}),
      (row) => {
        if (!isSubscribed) return;
        if (row === null && this.#hasRow) this.#handleMessage(signOutMessage);
        else listener({ type: 'row', row: this.#ownRow(row) });
      },
    );
    return () => {
      isSubscribed = false;
      unsubscribe();
      this.flush();
      if (this.#events.size === 0) this.#channel.close();
    };
  }

  /**
   * Sends the change to the other tabs at once and writes it shortly after.
   *
   * @param getRecords Gives the records to store, as of the time of writing; null leaves the stored ones.
   */
  persist(change: Partial<StoredChange>, getRecords?: () => readonly Notification[] | null): void {
    if (this.#isSignedOut) return;
    const ownChange = { ...change, uniqueCustomerId: this.#identity.id };
    if (Object.keys(change).length > 0)
      this.#channel.post({ reads: [], dismissals: [], preferences: [], ...ownChange });
    this.#changes.push(ownChange);
    this.#getRecords = getRecords ?? this.#getRecords;
    this.#timer ??= setTimeout(() => this.flush(), debounceMs);
  }

  /** Writes what is waiting to be written. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const changes = this.#changes;
    if (changes.length === 0) return;
    this.#changes = [];
    const records = this.#getRecords?.();
    this.#update((row) =>
      changes.reduce<StoredRow | null>((merged, change) => mergeRow(merged, change, records), row),
    );
  }

  /** Deletes what is stored, and drops what is waiting to be written. */
  forget(): void {
    this.#drop();
    this.#update(() => null);
  }

  /** Does the same as {@link forget}, in the other tabs too, and stores nothing from now on. */
  signOut(): void {
    this.#isSignedOut = true;
    this.forget();
    this.#channel.post(signOutMessage);
  }

  /** The row, or null if it belongs to another customer: the next write replaces it. */
  #ownRow(row: StoredRow | null | undefined): StoredRow | null {
    if (!row || !this.#identity.isSame(row.uniqueCustomerId)) return null;
    this.#identity.identify(row.uniqueCustomerId);
    return row;
  }

  #handleMessage(message: unknown): void {
    if (message === signOutMessage) {
      this.#isSignedOut = true;
      this.#drop();
      this.#events.emit({ type: 'sign-out' });
      return;
    }
    const change = parseMessage(message);
    // Another customer in that tab does not concern this one.
    if (change && this.#identity.isSame(change.uniqueCustomerId))
      this.#events.emit({ type: 'change', change });
  }

  #drop(): void {
    this.#changes = [];
    this.#generation += 1;
    this.#hasRow = false;
  }

  /** Runs one update after the other. The first failure warns the developer, and yields no row. */
  #update(update: RowUpdate, onUpdated?: (row: StoredRow | null | undefined) => void): void {
    const generation = this.#generation;
    this.#work = this.#work.then(async () => {
      if (generation !== this.#generation) return;
      const row = await this.#storage.update(update).catch((error: unknown) => {
        warnOnce(`Nothing is kept on the device: ${String(error)}`);
        return undefined;
      });
      if (generation !== this.#generation) return;
      onUpdated?.(row);
      this.#hasRow = !!row;
    });
  }
}
