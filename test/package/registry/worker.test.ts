// The documented Worker as printed, in the runtime of Cloudflare and with `pg` from the registry, on a PostgreSQL server.
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createInboxBackend, postgresStore } from '../../../src/backend.js';
import { blockWith } from '../../docs/markdown.js';
import { completeVisit, openPage, visitInbox } from '../../inbox-visit.js';
import { type Consumer, installConsumer } from '../consumer.js';
import { runServer } from './run-server.js';

const connectionString = inject('postgresUrl');
const pool = new pg.Pool({ connectionString });
let consumer: Consumer;

/** Leaves the modules of Node to the runtime, which has them for `import` but not for the `require()` of `pg`. */
const nodeModules: Plugin = {
  name: 'modules of Node',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ path, kind, namespace }) => {
      if (!isBuiltin(path)) return null;
      const name = path.replace(/^(?:node:)?/, 'node:');
      const isImported = kind === 'import-statement' || namespace === 'required';
      return isImported ? { path: name, external: true } : { path: name, namespace: 'required' };
    });
    onLoad({ filter: /./, namespace: 'required' }, ({ path }) => ({
      contents: `import required from '${path}'; module.exports = required;`,
    }));
  },
};

/** The Worker with the compatibility flag that is documented, and a binding to the server. */
const configure = (port: string): string => `
  using Workerd = import "/workerd/workerd.capnp";
  const config :Workerd.Config = (
    services = [
      (name = "worker", worker = .worker),
      (name = "internet", network = (allow = ["private"])),
    ],
    sockets = [(name = "http", address = "localhost:${port}", http = (), service = "worker")],
  );
  const worker :Workerd.Worker = (
    modules = [(name = "worker", esModule = embed "worker.js")],
    compatibilityDate = "2026-11-01",
    compatibilityFlags = ["nodejs_compat"],
    bindings = [(name = "HYPERDRIVE", json = ${JSON.stringify(JSON.stringify({ connectionString }))})],
  );`;

beforeAll(async () => {
  consumer = await installConsumer({ dependencies: { pg: '*', workerd: '*' } });
  const code = blockWith('drop-in-backend.md', 'run worker').replace(
    /^declare function findCustomer.*$/m,
    "const findCustomer = () => Promise.resolve('anna');",
  );
  await build({
    entryPoints: [consumer.write('worker.ts', code)],
    outfile: join(consumer.folder, 'worker.js'),
    bundle: true,
    format: 'esm',
    conditions: ['workerd'],
    external: ['cloudflare:*'],
    plugins: [nodeModules],
    logLevel: 'silent',
  });
  // What its host does when it is deployed.
  const backend = createInboxBackend({ store: postgresStore(pool), authenticate: () => null });
  await backend.deliver('anna', { id: 'a' });
});
afterAll(async () => {
  await pool.end();
  consumer.remove();
});

const runWorker = (): Promise<string> =>
  runServer(consumer.folder, (port) => [
    join(consumer.folder, 'node_modules/.bin/workerd'),
    'serve',
    consumer.write('worker.capnp', configure(port)),
  ]);

async function countConnections(): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = $1 AND pid <> pg_backend_pid()',
    ['client backend'],
  );
  return rows[0]!.count;
}

describe('The documented Worker', () => {
  it('serves an open page', async () => {
    expect(await visitInbox(await runWorker())).toEqual(completeVisit);
  });
  it('ends the connections of pages that have closed', async () => {
    const address = await runWorker();
    await expect.poll(countConnections).toBe(0);
    const pages = await Promise.all(Array.from({ length: 5 }, () => openPage(address)));
    expect(await countConnections()).toBe(5);
    for (const page of pages) page.hangUp();
    await expect.poll(countConnections, { timeout: 40_000 }).toBe(0);
  });
});
