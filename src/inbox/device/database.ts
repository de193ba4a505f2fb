import type { DeviceStorage, StoredRow } from './stored-row.js';
import { parseRow } from './stored-row-schema.js';

const databaseName = 'nudge-inbox';
const storeName = 'customers';

/** Resolves with the result of a request. */
function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new DOMException('The request failed.', 'UnknownError'));
  });
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () => void request.result.createObjectStore(storeName);
  return resultOf(request);
}

/** Resolves when the transaction is complete, and its data is stored. */
function whenComplete(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () =>
      reject(transaction.error ?? new DOMException('The transaction was aborted.', 'AbortError'));
  });
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
      const rewrite = async (): Promise<StoredRow | null> => {
        const row = update(parseRow(await resultOf(store.get(customerKey))));
        if (row) await resultOf(store.put(row, customerKey));
        else await resultOf(store.delete(customerKey));
        return row;
      };
      const [row] = await Promise.all([rewrite(), whenComplete(transaction)]);
      return row;
    },
  };
}
