import type { DeviceStorage, StoredRow } from './stored-row.js';
import { parseRow } from './stored-row-schema.js';

const databaseName = 'nudge-inbox';
const storeName = 'customers';

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () => void request.result.createObjectStore(storeName);
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(toError(request.error));
  });
}

/** `error` is null only where nothing failed. */
function toError(error: DOMException | null): Error {
  return error ?? new Error('aborted');
}

/** One row for each customer in IndexedDB. A malformed row counts as none. */
export function openDatabase(customerKey: string): DeviceStorage {
  return {
    update: async (update) => {
      const database = await open();
      const transaction = database.transaction(storeName, 'readwrite');
      // Takes effect after the transaction. An open database would block the upgrade to a later version.
      database.close();
      const store = transaction.objectStore(storeName);
      const loading: IDBRequest<unknown> = store.get(customerKey);
      let row: StoredRow | null = null;
      loading.onsuccess = () => {
        row = update(parseRow(loading.result));
        if (row) store.put(row, customerKey);
        else store.delete(customerKey);
      };
      return new Promise((resolve, reject) => {
        // Only then is the data stored.
        transaction.oncomplete = () => resolve(row);
        transaction.onabort = () => reject(toError(transaction.error));
      });
    },
  };
}
