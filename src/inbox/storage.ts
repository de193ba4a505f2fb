import { openDB, type IDBPDatabase } from 'idb';
import { merge, withoutOld, type DeviceRow, type DeviceStorage } from './device-row.js';
import { readRow } from './device-schema.js';

const customers = 'customers';

/** One row a customer, in IndexedDB. A row that is in doubt is deleted as it is met. */
export function openStorage(customerKey: string): DeviceStorage {
  let opening: Promise<IDBPDatabase> | undefined;

  const open = (): Promise<IDBPDatabase> =>
    (opening ??= openDB('nudge-inbox', 1, {
      upgrade: (database) => void database.createObjectStore(customers),
      // A later version waits for this one to go.
      blocking: () => void opening?.then((database) => database.close()),
    }));

  /** Reads the row and writes what is made of it: no other tab comes between. */
  async function change(make: (row: DeviceRow | null) => DeviceRow | null): Promise<DeviceRow | null> {
    const transaction = (await open()).transaction(customers, 'readwrite');
    const rewrite = async (): Promise<DeviceRow | null> => {
      const found: unknown = await transaction.store.get(customerKey);
      const row = make(withoutOld(readRow(found)));
      if (row) await transaction.store.put(row, customerKey);
      else await transaction.store.delete(customerKey);
      return row;
    };
    const [row] = await Promise.all([rewrite(), transaction.done]);
    return row;
  }

  return {
    read: () => change((row) => row),
    update: async (...changed) => {
      await change((row) => merge(row, ...changed));
    },
    remove: async () => {
      await change(() => null);
    },
  };
}
