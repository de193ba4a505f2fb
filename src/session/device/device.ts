import type { Notification } from '../../api/schemas/notification.js';
import { Emitter } from '../../common/emitter.js';
import { lazy, type Lazy } from '../../common/lazy.js';
import { warnOnce } from '../../common/warn.js';
import type { CustomerIdentity } from '../customer-identity.js';
import type { StoredChange, StoredRecord } from '../stored.js';
import { Database } from './database.js';
import {
  mergeRow,
  parseMessage,
  parseSharedRecord,
  type DeviceStorage,
  type RowUpdate,
  type StoredRow,
} from './stored-row.js';
import { TabChannel } from './tab-channel.js';

/** How long loaded records are collected before they are written together, in milliseconds. */
const debounceMs = 100;
/** How long requests and records wait for what the device stored, in milliseconds: it may respond late, or never. */
export const deviceTimeoutMs = 200;
const signOutMessage = 'sign-out';

export type DeviceEvent =
  /** What is stored; null where nothing is, or where it cannot be loaded. */
  | { type: 'row'; row: StoredRow | null }
  /** Something changed in another tab. */
  | { type: 'change'; change: StoredChange }
  /** Another tab has fetched a record of this customer. */
  | { type: 'record'; record: Notification }
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
  readonly #isMarksOnly: boolean;
  readonly #events = new Emitter<DeviceEvent>();
  readonly #startedAt = Date.now();
  #changes: Partial<StoredChange>[] = [];
  #getRecords: (() => readonly StoredRecord[] | null) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts up when everything is deleted: what was loaded before is void. */
  #generation = 0;
  #isSignedOut = false;
  /** Whether this customer was forgotten: until a record names one, other tabs may still be the former customer's. */
  #isForgotten = false;
  #loading: Promise<unknown> = Promise.resolve();

  /** @param options `isMarksOnly`: stores neither records nor who the customer is, for whom the key stands. */
  constructor(
    customerKey: string,
    storage: DeviceStorage,
    identity: CustomerIdentity,
    { isMarksOnly = false } = {},
  ) {
    this.#storage = storage;
    this.#identity = identity;
    this.#isMarksOnly = isMarksOnly;
    this.#channel = new TabChannel(`nudge-inbox:${customerKey}`, (message) => this.#handleMessage(message));
  }

  /** Calls the listener with what is stored, and then with what other tabs change, until the returned function is called. */
  subscribe(listener: (event: DeviceEvent) => void): () => void {
    const unsubscribe = this.#events.subscribe(listener);
    this.#channel.open();
    this.flush();
    let isSubscribed = true;
    const loading = this.#load().then((row) => {
      if (isSubscribed && row !== undefined) listener({ type: 'row', row });
    });
    this.#loading = Promise.all([this.#loading, loading]);
    return () => {
      isSubscribed = false;
      unsubscribe();
      this.flush();
      if (this.#events.size > 0) return;
      this.#channel.close();
      this.#storage.close();
    };
  }

  /** Resolves once all subscribers have received what is stored. */
  async whenLoaded(): Promise<void> {
    await this.#loading;
  }

  /**
   * Sends the change to the other tabs and writes it, both at once. What concerns records is written shortly after.
   *
   * @param getRecords Gives the records to store, as of the time of writing; null leaves the stored ones.
   */
  persist(change: Partial<StoredChange>, getRecords?: () => readonly StoredRecord[] | null): void {
    const hasMarks = Object.keys(change).length > 0;
    if (this.#isSignedOut || (this.#isMarksOnly && !hasMarks)) return;
    const ownChange = { ...change, uniqueCustomerId: this.#identity.id };
    this.#changes.push(this.#isMarksOnly ? change : ownChange);
    if (!this.#isMarksOnly) this.#getRecords = getRecords ?? this.#getRecords;
    if (hasMarks)
      this.#channel.post({ reads: [], seen: [], dismissals: [], snoozes: [], preferences: [], ...ownChange });
    if (Object.keys(change).every((name) => name === 'fetched')) {
      this.#timer ??= setTimeout(() => this.flush(), debounceMs);
      return;
    }
    // What one act changes is written together.
    queueMicrotask(() => this.flush());
  }

  /** Sends a record that this tab has fetched to the other tabs, so that they need not fetch it. */
  shareRecord(record: Notification): void {
    if (!this.#isSignedOut && this.#identity.id !== null) this.#channel.post({ record });
  }

  /** Writes what is waiting to be written. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const changes = this.#changes;
    if (changes.length === 0) return;
    this.#changes = [];
    const records = this.#getRecords?.();
    void this.#update((row) =>
      this.#hasSignedOut(row)
        ? undefined
        : changes.reduce<StoredRow | null>((merged, change) => mergeRow(merged, change, records), row),
    );
  }

  /** Deletes what is stored, and drops what is waiting to be written. */
  forget(): void {
    this.#drop();
    this.#isForgotten = true;
    // The key stands for this customer: nothing of another one belongs there.
    this.#isSignedOut ||= this.#isMarksOnly;
    void this.#update(() => null);
  }

  /**
   * Does the same as {@link forget}, in the other tabs too, and stores nothing from now on, but for the time: a tab that
   * cannot listen now learns from it.
   *
   * @returns whether it is done
   */
  async signOut(): Promise<boolean> {
    this.#isSignedOut = true;
    this.#drop();
    this.#channel.post(signOutMessage);
    const deletion: RowUpdate = () => ({ ...mergeRow(null, {}), signedOutAt: Date.now() });
    return (await this.#update(deletion)) !== undefined || (await this.#update(deletion)) !== undefined;
  }

  /** Loads the row. Undefined if it is void: the customer has signed out, here or in another tab. */
  async #load(): Promise<StoredRow | null | undefined> {
    const generation = this.#generation;
    const row = (await this.#update((stored) => (stored ? mergeRow(stored, {}) : undefined))) ?? null;
    if (generation !== this.#generation) return undefined;
    if (this.#hasSignedOut(row)) {
      this.#handleMessage(signOutMessage);
      return undefined;
    }
    // That of another customer is replaced by the next write.
    if (!row || !this.#isSame(row.uniqueCustomerId)) return null;
    this.#identity.identify(row.uniqueCustomerId);
    return row;
  }

  /** Whether the customer has signed out since this visit began, in a tab whose message has not come. */
  #hasSignedOut(row: StoredRow | null): boolean {
    return (row?.signedOutAt ?? 0) > this.#startedAt;
  }

  #handleMessage(message: unknown): void {
    if (message === signOutMessage) {
      this.#isSignedOut = true;
      this.#drop();
      this.#events.emit({ type: 'sign-out' });
      return;
    }
    const record = parseSharedRecord(message);
    // A record without a customer may be anybody's.
    if (record?.uniqueCustomerId && this.#isSame(record.uniqueCustomerId))
      this.#events.emit({ type: 'record', record });
    const change = parseMessage(message);
    // Another customer in that tab does not concern this one.
    if (change && this.#isSame(change.uniqueCustomerId)) this.#events.emit({ type: 'change', change });
  }

  #isSame(id: string | null): boolean {
    return this.#identity.isSame(id) && !(this.#isForgotten && this.#identity.id === null);
  }

  #drop(): void {
    this.#changes = [];
    this.#generation += 1;
  }

  /** Resolves with undefined if it fails; the first failure warns the developer. */
  #update(update: RowUpdate): Promise<StoredRow | null | undefined> {
    return this.#storage.update(update).catch((error: unknown) => {
      warnOnce(`Nothing is stored on the device: ${String(error)}`);
      return undefined;
    });
  }
}

interface DeviceOpenerOptions {
  /** The service's address. */
  baseUrl: string;
  customerKey: string | null | undefined;
  memoryOnly: boolean | undefined;
}

/** Opens the device of a session, once for all who need it, as soon as it may: with a key at once, else when a record has named the customer. */
export class DeviceOpener {
  /** Whether the device opens only when a record has named the customer, since there is no key. */
  readonly opensLate: boolean;
  /** Opens the device; null if that fails. Undefined where nothing is stored. */
  readonly open: (() => Promise<Device | null>) | undefined;
  /** Resolves when a device that opened late has applied what it stored, or takes too long. */
  readonly whenLoaded = lazy(() => this.#waitForDevice());
  readonly #openMarks: Lazy<Device>;
  readonly #closing = new AbortController();

  constructor(identity: CustomerIdentity, { baseUrl, customerKey, memoryOnly = false }: DeviceOpenerOptions) {
    this.opensLate = !customerKey && !memoryOnly && 'indexedDB' in globalThis;
    const { signal } = this.#closing;
    this.#openMarks = lazy(() => openMarks(baseUrl, identity, signal));
    const open = async (): Promise<Device> => {
      if (customerKey) return new Device(customerKey, new Database(customerKey), identity);
      await identity.first;
      return this.#openMarks();
    };
    if (this.opensLate || (customerKey && !memoryOnly)) this.open = lazy(() => open().catch(warn));
  }

  /** Prepares a device that opens late, while the record that names the customer is under way. */
  preload(): void {
    if (this.opensLate) this.#openMarks().catch(() => undefined);
  }

  /** Ends the preparation of a device that no record has needed. */
  close(): void {
    this.#closing.abort();
  }

  async #waitForDevice(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const expired = new Promise((resolve) => (timer = setTimeout(resolve, deviceTimeoutMs)));
    await Promise.race([this.open?.().then((device) => device?.whenLoaded()), expired]);
    clearTimeout(timer);
  }
}

/**
 * Opens what this device stores about a customer whom only the service will name: what was decided, under a hash of the
 * service's address and the customer's id. The database opens before that, so that the first record does not wait for it.
 *
 * @param signal Closes the database, which opens again where it is still needed.
 * @throws TypeError in a page without `crypto.subtle`, which is one that was loaded insecurely
 */
async function openMarks(baseUrl: string, identity: CustomerIdentity, signal: AbortSignal): Promise<Device> {
  // Undefined in an insecure page, where nothing opens then.
  const digest = crypto.subtle.digest.bind(crypto.subtle, 'SHA-256');
  const database = new Database();
  // In a task of its own, since the request of that record comes first.
  setTimeout(() => !signal.aborted && database.open());
  signal.addEventListener('abort', () => database.close());
  const text = `${baseUrl} ${await identity.first}`;
  database.customerKey = toHex(await digest(new TextEncoder().encode(text)));
  return new Device(database.customerKey, database, identity, { isMarksOnly: true });
}

const toHex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Nothing is stored then: the page was loaded insecurely. */
function warn(error: unknown): null {
  warnOnce(`Nothing is stored on the device: ${String(error)}`);
  return null;
}
