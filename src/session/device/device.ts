import { notificationSchema, type Notification } from '../../api/schemas/notification.js';
import { Emitter } from '../../common/emitter.js';
import { waitAtMost } from '../../common/time.js';
import { toJson } from '../../common/to-json.js';
import { warnOnce } from '../../common/warn.js';
import type { CustomerIdentity } from '../customer-identity.js';
import { noChange, type StoredChange, type StoredMark, type StoredRecord } from '../stored-change.js';
import { Journal } from './journal.js';
import {
  isSameCustomer,
  mergeEntries,
  mergeRow,
  type DeviceStorage,
  type RowUpdate,
  type StoredRow,
} from './stored-row.js';
import { withoutVisit, type StoredVisit } from './stored-visit.js';
import { TabChannel } from './tab-channel.js';
import { formatMessage, parseMessage, type TabMessage } from './tab-message.js';

/** How long what the service has said is collected before it is written and sent to the other tabs, in milliseconds: it is shown first. */
const debounceMs = 100;
/** How long requests and records wait for what the device stored, in milliseconds: it may respond late, or never. */
export const deviceTimeoutMs = 200;
/** How long a sign-out waits for the storage, in milliseconds. */
const signOutTimeoutMs = 3000;

/** How many levels of objects a record may have. A storage and a channel copy recursively, and fail at some thousand. */
const maxDepth = 100;

export type DeviceEvent =
  /** What is stored; null where nothing is, or where it cannot be loaded. */
  | { type: 'row'; row: StoredRow | null }
  /** What another tab of this customer has sent. */
  | TabMessage;

/**
 * What the device stores about one customer, and the customer's other tabs. If storing fails, only what would have been
 * stored is lost.
 */
export class Device {
  readonly #storage: DeviceStorage;
  readonly #identity: CustomerIdentity;
  readonly #channel: TabChannel;
  readonly #journal: Journal;
  readonly #isMarksOnly: boolean;
  readonly #events = new Emitter<DeviceEvent>();
  readonly #startedAt = Date.now();
  /** What is waiting to be written, with the key of its entry in the journal. */
  #changes: { readonly change: Partial<StoredChange>; readonly key?: string | undefined }[] = [];
  /** What the service has said, until it is written. */
  #fetched: StoredMark[] = [];
  /** Records that were fetched, until they are sent to the other tabs. */
  #unshared: Notification[] = [];
  #getRecords: (() => readonly StoredRecord[] | null) | undefined;
  /** Plain copies of records, each of which is written many times. */
  readonly #copies = new WeakMap<Notification, Notification | null>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts up when everything is dropped: what was loaded before, or is on its way into the storage, is void. */
  #generation = 0;
  #isSignedOut = false;
  /** Whether the row is another customer's than the session. */
  #isReleased = false;
  #visit: StoredVisit = { before: null, written: null };
  #loading: Promise<unknown> = Promise.resolve();

  /**
   * @param name The name of the customer's row, which does not reveal the customer.
   * @param options `isMarksOnly`: stores neither records nor who the customer is, for whom the name stands.
   */
  constructor(
    name: string,
    storage: DeviceStorage,
    identity: CustomerIdentity,
    { isMarksOnly = false } = {},
  ) {
    this.#storage = storage;
    this.#identity = identity;
    this.#isMarksOnly = isMarksOnly;
    this.#journal = new Journal(name);
    this.#channel = new TabChannel(`nudge-inbox:${name}`, (message) =>
      this.#handleMessage(parseMessage(message)),
    );
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
      if (this.isUsed) return;
      this.#channel.close();
      this.#storage.close();
    };
  }

  /** Whether somebody has subscribed. */
  get isUsed(): boolean {
    return this.#events.size > 0;
  }

  /** Resolves once all subscribers have received what is stored. */
  async whenLoaded(): Promise<void> {
    await this.#loading;
  }

  /**
   * Sends the change to the other tabs and writes it, both at once. What the service has said, and what concerns records, follows
   * shortly after: the customer has decided nothing.
   *
   * @param getRecords Gives the records to store, as of the time of writing; null leaves the stored ones.
   */
  persist(change: Partial<StoredChange>, getRecords?: () => readonly StoredRecord[] | null): void {
    if (this.#isEnded || (this.#isMarksOnly && Object.keys(change).length === 0)) return;
    if (!this.#isMarksOnly) this.#getRecords = getRecords ?? this.#getRecords;
    const { fetched = [], ...decisions } = change;
    if (Object.keys(decisions).length === 0) {
      this.#fetched.push(...fetched);
      this.#schedule();
      return;
    }
    this.#add(change);
    // What one act changes is written together.
    queueMicrotask(() => this.flush());
  }

  /** Sends a record that this tab has fetched to the other tabs, so that they need not fetch it. */
  shareRecord(record: Notification): void {
    if (this.#isEnded || this.#identity.id === null) return;
    this.#unshared.push(record);
    this.#schedule();
  }

  /** Writes what is waiting to be written. */
  flush(): void {
    if (this.#timer !== undefined) this.#addCollected();
    const changes = this.#changes;
    if (changes.length === 0) return;
    this.#changes = [];
    const records = this.#getRecords?.()?.flatMap(({ record, ...rest }) => {
      const copy = this.#copyOf(record);
      return copy ? { record: copy, ...rest } : [];
    });
    const generation = this.#generation;
    const update: RowUpdate = (row) => {
      if (generation !== this.#generation || this.#hasSignedOut(row)) return undefined;
      // The key of the page may be that of a former customer.
      const own = changes.filter(({ change }) => isSameCustomer(row, change));
      let merged = row;
      for (const { change } of own) merged = mergeRow(merged, change, records);
      if (own.length === 0 || !merged) return undefined;
      this.#visit = { before: withoutVisit(row, this.#visit), written: merged };
      return merged;
    };
    void this.#update(update).then((row) => {
      if (row !== undefined) this.#journal.remove(changes.flatMap(({ key }) => key ?? []));
    });
  }

  /**
   * Leaves the row alone from now on, since another customer has turned up: in this visit, it is neither loaded nor written again.
   *
   * @param isUndone Whether what this visit has written is taken back: all of it may be the other customer's. What other tabs have
   * written meanwhile stays.
   */
  release(isUndone: boolean): void {
    if (this.#isEnded) return;
    this.#getRecords = undefined;
    if (!isUndone) this.flush();
    else this.#drop();
    this.#isReleased = true;
    this.#channel.close();
    if (isUndone && this.#visit.written)
      void this.#update((row) =>
        this.#hasSignedOut(row) ? undefined : (withoutVisit(row, this.#visit) ?? undefined),
      );
  }

  /**
   * Deletes what is stored, drops what is waiting to be written, and has the other tabs do the same. From now on nothing is stored but
   * the time: a tab that cannot listen now learns from it. A row that was released stays, unless its customer is back.
   *
   * @param onOwn Called if the row is that of who signs out.
   * @returns whether it is done; false, too, where the storage does not respond
   */
  async signOut(onOwn?: () => void): Promise<boolean> {
    return (await waitAtMost(signOutTimeoutMs, this.#signOut(onOwn))) ?? false;
  }

  async #signOut(onOwn?: () => void): Promise<boolean> {
    if (this.#isReleased) {
      const isOwn = await this.#isOfSigningOut();
      if (!isOwn) return isOwn !== undefined;
    }
    onOwn?.();
    this.#isSignedOut = true;
    this.#drop();
    this.#post({ type: 'sign-out' });
    const row = { ...mergeRow(null, {}), signedOutAt: Date.now() };
    // A storage that is full can still delete.
    return (await this.#replace(row)) || this.#replace(null);
  }

  /** Whether the row is known to be that of who signs out; undefined if it cannot be loaded. */
  async #isOfSigningOut(): Promise<boolean | undefined> {
    const { signingOutId } = this.#identity;
    let isOwn = false;
    const loaded = await this.#update((stored) => {
      isOwn = signingOutId !== null && stored?.uniqueCustomerId === signingOutId;
      return undefined;
    });
    return loaded === undefined ? undefined : isOwn;
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => this.flush(), debounceMs);
  }

  #addCollected(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const record of this.#unshared.splice(0).map((original) => this.#copyOf(original)))
      if (record) this.#post({ type: 'record', record });
    const fetched = this.#fetched.splice(0);
    if (fetched.length > 0) this.#add({ fetched });
    else if (this.#getRecords) this.#add({});
  }

  #add(change: Partial<StoredChange>): void {
    const uniqueCustomerId = this.#identity.id;
    const ownChange = this.#isMarksOnly ? change : { ...change, uniqueCustomerId };
    let key: string | undefined;
    if (Object.keys(change).length > 0) {
      this.#post({ type: 'change', change: { ...noChange, ...change, uniqueCustomerId } });
      key = this.#journal.add({ ...noChange, ...ownChange, changedAt: Date.now() });
    }
    this.#changes.push({ change: ownChange, key });
  }

  /** Loads the row. Undefined if it is void: the customer has signed out, here or in another tab. */
  async #load(): Promise<StoredRow | null | undefined> {
    const generation = this.#generation;
    // What the tab's earlier page was writing when it was left.
    const entries = this.#journal.load();
    const own = entries.filter(({ uniqueCustomerId }) => this.#identity.isSame(uniqueCustomerId));
    const earlier = own.filter(({ changedAt }) => changedAt <= this.#startedAt);
    const loaded = await this.#update((stored) => {
      if (!this.#identity.isSame(stored?.uniqueCustomerId ?? null)) this.release(false);
      if (this.#isReleased) return undefined;
      const merged = mergeEntries(stored, own);
      // Whose visit it is decides whether the row goes on to be stored.
      const isOwn = this.#isMarksOnly || this.#identity.id !== null;
      const written = merged && isOwn ? mergeRow(merged, {}) : merged;
      this.#visit = { before: mergeEntries(withoutVisit(stored, this.#visit), earlier), written };
      return written ?? undefined;
    });
    if (this.#isReleased) return null;
    if (generation !== this.#generation) return undefined;
    if (loaded !== undefined) this.#journal.remove(entries.map(({ key }) => key));
    const row = loaded ?? null;
    if (this.#hasSignedOut(row)) {
      this.#endVisit();
      return undefined;
    }
    if (!row) return null;
    const stored = row.records.find(({ record }) => record.uniqueCustomerId);
    this.#identity.claim(row.uniqueCustomerId, stored?.record.id);
    return row;
  }

  /** Whether the row is not used in this visit any more, since another customer has turned up. */
  get isReleased(): boolean {
    return this.#isReleased;
  }

  /** Whether nothing is stored any more in this visit. */
  get #isEnded(): boolean {
    return this.#isSignedOut || this.#isReleased;
  }

  /** Whether the customer has signed out since this visit began, in a tab whose message has not come. */
  #hasSignedOut(row: StoredRow | null): boolean {
    return (row?.signedOutAt ?? 0) > this.#startedAt;
  }

  #post(message: TabMessage): void {
    this.#channel.post(formatMessage(message));
  }

  #handleMessage(message: TabMessage | null): void {
    if (!message || this.#isReleased) return;
    if (message.type === 'sign-out') this.#endVisit();
    // A record without a customer may be anybody's.
    else if (message.type === 'record') {
      const { uniqueCustomerId } = message.record;
      if (uniqueCustomerId && this.#identity.isSame(uniqueCustomerId)) this.#events.emit(message);
    }
    // Another customer in that tab does not concern this one.
    else if (this.#identity.isSame(message.change.uniqueCustomerId)) this.#events.emit(message);
  }

  /** The customer has signed out in another tab. */
  #endVisit(): void {
    this.#isSignedOut = true;
    this.#drop();
    this.#events.emit({ type: 'sign-out' });
  }

  #drop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#changes = [];
    this.#fetched = [];
    this.#unshared = [];
    this.#journal.clear();
    this.#generation += 1;
  }

  /**
   * The record as it can be stored and sent: a host's own fields may hold functions or proxies. Null if that fails, which leaves
   * out no more than the record.
   */
  #copyOf(record: Notification): Notification | null {
    let copy = this.#copies.get(record);
    if (copy === undefined) {
      try {
        const plain: unknown = JSON.parse(toJson(record));
        copy = isNestedUpTo(maxDepth, plain) ? notificationSchema.parse(plain) : null;
      } catch {
        copy = null;
      }
      this.#copies.set(record, copy);
    }
    return copy;
  }

  /** Resolves with undefined if it fails; the first failure warns the developer. */
  async #update(update: RowUpdate): Promise<StoredRow | null | undefined> {
    try {
      return await this.#storage.update(update);
    } catch (error) {
      warnNotStored(error);
      return undefined;
    } finally {
      this.#closeUnused();
    }
  }

  /** Resolves with whether it succeeds. */
  async #replace(row: StoredRow | null): Promise<boolean> {
    try {
      await this.#storage.replace(row);
      return true;
    } catch (error) {
      warnNotStored(error);
      return false;
    } finally {
      this.#closeUnused();
    }
  }

  /** What is written after the last subscriber has gone, as on a sign-out, opens the storage again. */
  #closeUnused(): void {
    if (!this.isUsed) this.#storage.close();
  }
}

/** Whether a value has at most so many levels of objects. */
function isNestedUpTo(depth: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isNestedUpTo(depth - 1, inner));
}

/** Whatever refuses: the storage, or the page, which was loaded insecurely. */
export function warnNotStored(error: unknown): null {
  warnOnce(`Nothing is stored on the device: ${String(error)}`);
  return null;
}
