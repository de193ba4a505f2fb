import { openDB } from 'idb';
import type { DeviceStorage } from './stored-row.js';
import { readRow } from './stored-row-schema.js';

const customers = 'customers';

/** One row a customer, in IndexedDB. A row that is in doubt counts as none. */
export function openStorage(customerKey: string): DeviceStorage {
  return {
    change: async (make) => {
      const database = await openDB('nudge-inbox', 1, {
        upgrade: (created) => void created.createObjectStore(customers),
      });
      const { store, done } = database.transaction(customers, 'readwrite');
      // Once that is through: what is open stays in memory with all that it knows, and a later version waits for it.
      database.close();
      const rewrite = async (): ReturnType<DeviceStorage['change']> => {
        const row = make(readRow(await store.get(customerKey)));
        await (row ? store.put(row, customerKey) : store.delete(customerKey));
        return row;
      };
      const [row] = await Promise.all([rewrite(), done]);
      return row;
    },
  };
}
