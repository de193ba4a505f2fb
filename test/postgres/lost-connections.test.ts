import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createInboxBackend, postgresStore } from '../../src/backend.js';
import { createRequest, listOf } from '../backend/requests.js';
import { bundleProcess } from './process/bundle.js';
import { startProxy, type Proxy } from './proxy.js';

const url = inject('postgresUrl');
const proxies: Proxy[] = [];
const pools: pg.Pool[] = [];

function createPool(connectionString: string, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ connectionString, ...options });
  pools.push(pool);
  return pool;
}

async function openProxy(databaseUrl = url): Promise<Proxy> {
  const proxy = await startProxy(databaseUrl);
  proxies.push(proxy);
  return proxy;
}

afterEach(() => {
  vi.useRealTimers();
  proxies.splice(0).forEach((proxy) => proxy.close());
});
afterAll(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
});

/** A database of its own: connections to it are cut. */
async function createDatabase(name: string): Promise<string> {
  const pool = createPool(url);
  await pool.query(`CREATE DATABASE ${name}`);
  const created = new URL(url);
  created.pathname = `/${name}`;
  return created.href;
}

describe('A process whose connection is lost', () => {
  let bundled: Awaited<ReturnType<typeof bundleProcess>>;
  let databaseUrl = '';
  beforeAll(async () => {
    bundled = await bundleProcess('lose-connection');
    databaseUrl = await createDatabase('lost');
    const pool = createPool(databaseUrl);
    await pool.query('CREATE SCHEMA lost_upgrade');
    await Promise.all([
      postgresStore(pool).migrate(),
      postgresStore(pool, { schema: 'lost_upgrade' }).migrate(),
    ]);
  });
  afterAll(() => bundled.remove());

  it.each(['loads events', 'listens', 'upgrades', 'has an idle connection'])(
    'goes on if that is when it %s',
    async (scenario) => {
      const proxy = await openProxy(databaseUrl);
      const child = spawn(process.execPath, [bundled.file, scenario, proxy.url]);
      const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
      expect({ output, errors }).toEqual({ output: 'goes on\n', errors: '' });
    },
  );
});

describe('Connections that go silent', () => {
  it('are replaced by new ones when the time of their statements is over', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const proxy = await openProxy();
    const pool = createPool(proxy.url, { max: 3 });
    const customer = `silent ${process.pid}`;
    const backend = createInboxBackend({
      store: postgresStore(pool),
      authenticate: ({ headers }) => headers.get('X-Customer'),
      onError: () => undefined,
    });
    const lists = () =>
      Promise.all([1, 2, 3].map(() => backend.fetch(createRequest('/notifications', { customer }))));
    await backend.deliver(customer, { id: 'before' });
    // As many connections as the pool may have.
    await lists();
    proxy.silence();
    const failing = Promise.all([
      lists(),
      ...['a', 'b', 'c'].map((other) =>
        expect(backend.deliver(`${customer} ${other}`, { id: 'lost' })).rejects.toThrow(),
      ),
    ]);
    await vi.advanceTimersByTimeAsync(5000);
    const [responses] = await failing;
    expect(responses.map(({ status }) => status)).toEqual([503, 503, 503]);
    await vi.advanceTimersByTimeAsync(5000);
    await backend.deliver(customer, { id: 'after' });
    expect((await listOf(backend, {}, customer)).references.map(({ id }) => id)).toEqual(['after', 'before']);
    backend.close();
  });
});
