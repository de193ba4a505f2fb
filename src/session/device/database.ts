import {
  isOfLaterVersion,
  parseRow,
  type DeviceStorage,
  type RowUpdate,
  type StoredRow,
} from './stored-row.js';

const databaseName = 'nudge-inbox';
const storeName = 'customers';

/** `error` is null only where nothing failed. */
function toError(error: DOMException | null): Error {
  return error ?? new Error('aborted');
}

function open(onClose: () => void): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () => void request.result.createObjectStore(storeName);
  return new Promise((resolve, reject) => {
    request.onsuccess = () => {
      const database = request.result;
      // Whoever upgrades or deletes the database waits until it is closed.
      database.onversionchange = onClose;
      database.onclose = onClose;
      resolve(database);
    };
    request.onerror = () => reject(toError(request.error));
  });
}

const openStore = (database: IDBDatabase): IDBObjectStore =>
  database.transaction(storeName, 'readwrite').objectStore(storeName);

/** Deletes what is too old, of whichever customer. */
function deleteOldRows(database: IDBDatabase): void {
  const request = openStore(database).openCursor();
  request.onsuccess = () => {
    const cursor = request.result;
    if (!cursor) return;
    const row = parseRow(cursor.value);
    if (row) cursor.update(row);
    else if (!isOfLaterVersion(cursor.value)) cursor.delete();
    cursor.continue();
  };
}

/**
 * The row of a customer in IndexedDB. A malformed row counts as none. The database stays open until `close()`, so that a change
 * is under way at once, even when the page is being left.
 */
export class Database implements DeviceStorage {
  /** The key of the row. It may be set later, but before the first update. */
  customerKey: string;
  #opening: Promise<IDBDatabase> | undefined;
  #hasDeletedOld = false;

  constructor(customerKey = '') {
    this.customerKey = customerKey;
  }

  /** Opens the database, so that the first update need not wait for that. If it fails, the update tries again. */
  open(): void {
    this.#connect().catch(() => this.close());
  }

  async update(update: RowUpdate): Promise<StoredRow | null> {
    const { customerKey } = this;
    const store = await this.#openStore().catch(() => {
      // The browser may have closed it.
      this.close();
      return this.#openStore();
    });
    const { transaction } = store;
    let row: StoredRow | null = null;
    const loading: IDBRequest<unknown> = store.get(customerKey);
    loading.onsuccess = () => {
      const updated = update(parseRow(loading.result));
      if (updated) store.put((row = updated), customerKey);
      else if (updated === null) store.delete(customerKey);
    };
    return new Promise((resolve, reject) => {
      // Only then is the data stored.
      transaction.oncomplete = () => resolve(row);
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
    const database = await this.#connect();
    const store = openStore(database);
    if (!this.#hasDeletedOld) deleteOldRows(database);
    this.#hasDeletedOld = true;
    return store;
  }
}
