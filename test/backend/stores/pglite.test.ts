import { PGlite } from '@electric-sql/pglite';
import { postgresStore } from '../../../src/backend/stores/postgres/postgres-store.js';
import { describeStore } from './store-contract.js';

const database = await PGlite.create();

describeStore('postgresStore() on PGlite', (retention) =>
  Promise.resolve(postgresStore(database, retention)),
);
