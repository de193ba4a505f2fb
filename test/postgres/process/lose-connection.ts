// A process of a host that loses a connection. It prints what it could do afterwards, unless it was ended by that.
import pg from 'pg';
import { createInboxBackend, postgresStore } from '../../../src/backend.js';
import { Database } from '../../../src/backend/stores/postgres/database.js';
import { allSteps, migrateTables } from '../../../src/backend/stores/postgres/migrate.js';
import { delay } from '../../../src/common/time.js';

const [, , scenario = '', connectionString = ''] = process.argv;

/** A pool without a listener. It has a connection already, and its next one is lost when a statement of the store takes it. */
async function createPool(max: number): Promise<pg.Pool> {
  const pool = new pg.Pool({ connectionString, max });
  await pool.query('SELECT 1');
  const connect = pool.connect.bind(pool);
  // The pool is full when the store needs a connection: it takes that of the last statement, in the task in which that ends.
  const spy = (...callback: unknown[]) => {
    if (callback.length === 0) {
      pool.connect = connect;
      void pool.query("SELECT 'the last statement'");
    }
    return Reflect.apply(connect, pool, callback) as Promise<pg.PoolClient>;
  };
  pool.connect = spy as typeof connect;
  return pool;
}

const scenarios: Record<string, () => Promise<void>> = {
  'loads events': async () => {
    const store = postgresStore(await createPool(1), { migrate: false });
    const limits = { events: 9, ids: 9, bytes: 9999, timeoutMs: 5000 };
    await store.eventsOf([{ customerId: 'anna', after: 0 }], limits).catch(() => undefined);
    await store.eventsOf([{ customerId: 'anna', after: 0 }], limits);
  },
  listens: async () => {
    const pool = await createPool(2);
    const other = await new Promise<pg.PoolClient>((resolve, reject) => {
      pool.connect((error, client) => (client ? resolve(client) : reject(error!)));
    });
    await new Promise<void>((resolve) => {
      const end = postgresStore(pool).channel!.subscribe(
        () => undefined,
        () => {
          end();
          resolve();
        },
        () => undefined,
      );
    });
    other.release();
  },
  upgrades: async () => {
    const steps = [...allSteps, 'ALTER TABLE $schema.nudge_inbox_choices ADD COLUMN note text;'];
    const database = new Database(await createPool(1));
    const migrate = () => migrateTables(database, '"lost_upgrade"', undefined, steps);
    await migrate().catch(migrate);
  },
  'has an idle connection': async () => {
    const pool = new pg.Pool({ connectionString });
    const backend = createInboxBackend({ store: postgresStore(pool), authenticate: () => 'anna' });
    await backend.deliver('anna', { id: 'a' });
    const other = new pg.Client({ connectionString });
    await other.connect();
    await other.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    while (pool.totalCount > 0) await delay(10);
    await backend.deliver('anna', { id: 'b' });
  },
};
await scenarios[scenario]!();
console.log('goes on');
process.exit();
