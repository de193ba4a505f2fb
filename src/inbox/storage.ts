import { openDB, type IDBPDatabase } from 'idb';
import type { DeviceStorage } from './device-row.js';
import { readRow } from './device-schema.js';

const customers = 'customers';

/** One row a customer, in IndexedDB. A row that is in doubt counts as none. */
export function openStorage(customerKey: string): DeviceStorage {
  let opening: Promise<IDBPDatabase> | undefined;
  return {
    change: async (make) => {
      opening ??= openDB('nudge-inbox', 1, {
        upgrade: (database) => void database.createObjectStore(customers),
        // A later version waits for this one to go.
        blocking: () => void opening?.then((database) => database.close()),
      });
      const { store, done } = (await opening).transaction(customers, 'readwrite');
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
