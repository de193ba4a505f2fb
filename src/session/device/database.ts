import {
  isOfLaterVersion,
  parseRow,
  withoutOldEntries,
  type DeviceStorage,
  type RowUpdate,
  type StoredRow,
} from './stored-row.js';

const databaseName = 'nudge-inbox';
const storeName = 'customers';

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

/** Deletes what is too old, of whichever customer. */
function deleteOldEntries(database: IDBDatabase): void {
  const request = openStore(database).openCursor();
  request.onsuccess = () => {
    const cursor = request.result;
    if (!cursor) return;
    const row = withoutOldEntries(cursor.value);
    if (row) cursor.update(row);
    else if (row === null) cursor.delete();
    cursor.continue();
  };
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
    return new Promise((resolve, reject) => {
      loading.onsuccess = () => {
        try {
          if (isOfLaterVersion(loading.result)) throw new Error('A later version has stored something else.');
          const updated = update(parseRow(loading.result));
          if (!updated) return;
          store.put(updated, this.name);
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
    if (row) store.put(row, this.name);
    else store.delete(this.name);
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
