import { openDB } from 'idb';
import type { DeviceStorage, StoredRow } from './stored-row.js';
import { parseRow } from './stored-row-schema.js';

const storeName = 'customers';

/** One row for each customer in IndexedDB. A malformed row counts as none. */
export function openDatabase(customerKey: string): DeviceStorage {
  return {
    update: async (update) => {
      const database = await openDB('nudge-inbox', 1, {
        upgrade: (created) => void created.createObjectStore(storeName),
      });
      const { store, done } = database.transaction(storeName, 'readwrite');
      // Takes effect after the transaction. An open database would block the upgrade to a later version.
      database.close();
      const rewrite = async (): Promise<StoredRow | null> => {
        const row = update(parseRow(await store.get(customerKey)));
        await (row ? store.put(row, customerKey) : store.delete(customerKey));
        return row;
      };
      const [row] = await Promise.all([rewrite(), done]);
      return row;
    },
  };
}
