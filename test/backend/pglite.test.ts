import { PGlite } from '@electric-sql/pglite';
import { postgresStore } from '../../src/backend/postgres/postgres-store.js';
import { describeStore } from './store-contract.js';

let database: PGlite | undefined;

describeStore('postgresStore() on PGlite', async (retention) => {
  database ??= await PGlite.create();
  return postgresStore(database, retention);
});
