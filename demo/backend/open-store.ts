import { memoryStore, postgresStore, type InboxStore } from '../../src/backend.js';

/** The oldest notification of the service is three years old. */
const retention = { maxDays: 4 * 365 };

/** The store of the demo: the PostgreSQL of `DATABASE_URL`, or without one a PGlite in memory. */
export async function openStore(): Promise<InboxStore> {
  const connectionString = process.env.DATABASE_URL;
  if (!connectionString) {
    const { PGlite } = await import('@electric-sql/pglite');
    return postgresStore(await PGlite.create(), retention);
  }
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString,
    connectionTimeoutMillis: 5000,
    query_timeout: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: 10_000,
  });
  return postgresStore(pool, retention);
}

/** A store for tests that start within milliseconds. */
export const openTestStore = (): InboxStore => memoryStore(retention);
