import {
  areAdditionsTo,
  isOfLaterVersion,
  parseRow,
  splitRow,
  withoutOldEntries,
  type DeviceStorage,
  type RowUpdate,
  type StoredRow,
} from './stored-row.js';

const databaseName = 'nudge-inbox';
const storeName = 'customers';
/** Ends the key of what belongs to a row, and that earlier builds would drop from it. */
const additionsSuffix = ' additions';

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error('aborted'));

/** Async, since a browser that refuses may also throw at once. */
async function open(onClose: () => void): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () => void request.result.createObjectStore(storeName);
  return new Promise((resolve, reject) => {
    request.onsuccess = () => {
      const database = request.result;
      // Whoever upgrades or deletes the database waits until it is closed.
      database.onversionchange = onClose;
      resolve(database);
    };
    request.onerror = () => reject(toError(request.error));
  });
}

const openStore = (database: IDBDatabase): IDBObjectStore =>
  database.transaction(storeName, 'readwrite').objectStore(storeName);

/** Deletes what is too old, of whichever customer, and the additions to what is no longer there. */
function deleteOldEntries(database: IDBDatabase): void {
  const store = openStore(database);
  const request = store.openCursor();
  request.onsuccess = () => {
    const cursor = request.result;
    if (!cursor) return;
    const { key } = cursor;
    const value: unknown = cursor.value;
    if (typeof key === 'string' && key.endsWith(additionsSuffix)) {
      const loading: IDBRequest<unknown> = store.get(key.slice(0, -additionsSuffix.length));
      loading.onsuccess = () => {
        if (!areAdditionsTo(loading.result, value)) store.delete(key);
      };
    } else {
      const row = withoutOldEntries(value);
      if (row) cursor.update(row);
      else if (row === null) cursor.delete();
    }
    cursor.continue();
  };
}

/** Writes a row with its additions; null deletes both. */
function write(store: IDBObjectStore, name: string, value: StoredRow | null): void {
  const { row, additions } = value ? splitRow(value) : { row: null, additions: null };
  for (const [key, entry] of [
    [name, row],
    [`${name}${additionsSuffix}`, additions],
  ] as const) {
    if (entry) store.put(entry, key);
    else store.delete(key);
  }
}

/**
 * The row of a customer in IndexedDB. A malformed row counts as none. The database stays open until `close()`, so that a change
 * is under way at once, even when the page is being left.
 */
export class Database implements DeviceStorage {
  /** The key of the row. It may be set later, but before the first update. */
  name: string;
  #opening: Promise<IDBDatabase> | undefined;
  #hasDeletedOld = false;

  constructor(name = '') {
    this.name = name;
  }

  /** Opens the database, so that the first update need not wait for that. If it fails, the update tries again. */
  open(): void {
    this.#connect().catch(() => undefined);
  }

  async update(update: RowUpdate): Promise<StoredRow | null> {
    const store = await this.#openStore();
    const { transaction } = store;
    let row: StoredRow | null = null;
    const loading: IDBRequest<unknown> = store.get(this.name);
    const loadingAdditions: IDBRequest<unknown> = store.get(`${this.name}${additionsSuffix}`);
    return new Promise((resolve, reject) => {
      // A store responds in the order of the requests.
      loadingAdditions.onsuccess = () => {
        try {
          if (isOfLaterVersion(loading.result)) throw new Error('A later version has stored something else.');
          const updated = update(parseRow(loading.result, loadingAdditions.result));
          if (!updated) return;
          write(store, this.name, updated);
          row = updated;
        } catch (error) {
          reject(toError(error));
        }
      };
      // Only then is the data stored.
      transaction.oncomplete = () => resolve(row);
      transaction.onabort = () => reject(toError(transaction.error));
    });
  }

  async replace(row: StoredRow | null): Promise<void> {
    const store = await this.#openStore();
    const { transaction } = store;
    write(store, this.name, row);
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(toError(transaction.error));
    });
  }

  close(): void {
    void this.#opening?.then(
      (database) => database.close(),
      () => undefined,
    );
    this.#opening = undefined;
  }

  #connect(): Promise<IDBDatabase> {
    return (this.#opening ??= open(() => this.close()));
  }

  async #openStore(): Promise<IDBObjectStore> {
    const connect = async (): Promise<IDBObjectStore> => {
      const database = await this.#connect();
      const store = openStore(database);
      if (!this.#hasDeletedOld) deleteOldEntries(database);
      this.#hasDeletedOld = true;
      return store;
    };
    try {
      return await connect();
    } catch {
      // The browser may have closed it.
      this.close();
      return connect();
    }
  }
}
