import pg from 'pg';
import { afterAll, afterEach, describe, expect, inject, it, vi } from 'vitest';
import { startPostgres } from '../../scripts/postgres-server.mjs';
import { createInboxBackend, type InboxBackend } from '../../src/backend/inbox-backend.js';
import { Database } from '../../src/backend/stores/postgres/database.js';
import { allSteps, migrateTables, type Step } from '../../src/backend/stores/postgres/migrate.js';
import { postgresStore } from '../../src/backend/stores/postgres/postgres-store.js';
import { createRequest, eventsOf, listOf, post, receiveEvents } from '../backend/requests.js';
import { describeAnswers } from '../backend/stores/answer-contract.js';
import { describeStore, newCustomer, reference, storedOf } from '../backend/stores/store-contract.js';

const url = inject('postgresUrl');
const pools: pg.Pool[] = [];
const backends: InboxBackend[] = [];

function createPool(connectionString = url, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 5, ...options });
  // Without a listener, a lost connection that is idle ends the process.
  pool.on('error', () => undefined);
  pools.push(pool);
  return pool;
}

/** An instance of a backend with connections of its own. */
function createInstance(pool = createPool(), schema = 'public', timeoutMs = 5000): InboxBackend {
  const backend = createInboxBackend({
    store: postgresStore(pool, { schema }),
    authenticate: ({ headers }) => headers.get('X-Customer'),
    onError: () => undefined,
    timeoutMs,
  });
  backends.push(backend);
  return backend;
}

/** A node of an executed plan. */
interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Plan[];
}

/** How many rows of notifications a statement has read. */
function countRows({ Plans: plans = [], ...node }: Plan): number {
  const own =
    node['Relation Name'] === 'nudge_inbox_notifications' ? node['Actual Rows'] * node['Actual Loops'] : 0;
  return plans.reduce((sum, plan) => sum + countRows(plan), own);
}

/** Delivers a notification to a database that may be away. Resolves with whether it was delivered. */
const tryToDeliver = (backend: InboxBackend, customer: string): Promise<boolean> =>
  backend.deliver(customer, { id: 'after' }).then(
    () => true,
    () => false,
  );

afterEach(() => {
  backends.splice(0).forEach((backend) => backend.close());
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
});

const shared = createPool();
describeStore('postgresStore() on PostgreSQL', (retention) =>
  Promise.resolve(postgresStore(shared, retention)),
);
describeAnswers('postgresStore() on PostgreSQL', () => Promise.resolve(postgresStore(shared)));

describe('postgresStore()', () => {
  it('migrates once when ten instances start at once', async () => {
    const schema = 'at_once';
    await shared.query(`CREATE SCHEMA ${schema}`);
    const instances = Array.from({ length: 10 }, () =>
      postgresStore(createPool(url, { max: 1 }), { schema }),
    );
    await Promise.all(instances.map((store) => store.migrate()));
    const { rows } = await shared.query(`SELECT version FROM ${schema}.nudge_inbox_migrations`);
    expect(rows).toEqual(allSteps.map((_, index) => ({ version: index + 1 })));
  });

  it('leaves a database alone that a later version has migrated', async () => {
    const schema = 'later';
    await shared.query(`CREATE SCHEMA ${schema}`);
    await postgresStore(shared, { schema }).migrate();
    await shared.query(`INSERT INTO ${schema}.nudge_inbox_migrations (version) VALUES (99)`);
    const store = postgresStore(shared, { schema });
    await store.add('anna', [reference('a')]);
    expect(await storedOf(store, 'anna', { limit: 5 })).toHaveLength(1);
  });

  it('migrates again if the database was away the first time', async () => {
    const store = postgresStore(createPool(url, { max: 1 }), { schema: 'not_yet' });
    await expect(storedOf(store, 'anna', { limit: 1 })).rejects.toThrow();
    await shared.query('CREATE SCHEMA not_yet');
    expect(await storedOf(store, 'anna', { limit: 1 })).toEqual([]);
  });

  it('returns dates of a zone whose offset had seconds', async () => {
    const store = postgresStore(createPool(url, { options: '-c timezone=Africa/Monrovia' }));
    const customer = newCustomer();
    const createdDate = '1971-05-01T10:00:00.000Z';
    await store.add(customer, [reference('a', 0, { createdDate })]);
    expect(await storedOf(store, customer, { limit: 1 })).toMatchObject([{ createdDate }]);
  });

  it.each(['Upper', 'a b', '"', 'x; DROP TABLE y', '', null])('rejects the schema %j', (schema) => {
    expect(() => postgresStore(shared, { schema: schema! })).toThrow(TypeError);
  });

  it.each(['repeatable read', 'serializable'])(
    'makes every change of many at once if the database is set to %s',
    async (level) => {
      const options = `-c default_transaction_isolation=${level.replace(' ', '\\ ')}`;
      const stores = [1, 2].map(() => postgresStore(createPool(url, { options })));
      const customer = newCustomer();
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => stores[index % 2]!.add(customer, [reference(`n${index}`)])),
      );
      expect(await storedOf(stores[0]!, customer, { limit: 30 })).toHaveLength(20);
      const limits = { events: 30, ids: 30, bytes: 10_000, timeoutMs: 5000 };
      const missed = await stores[0]!.eventsOf([{ customerId: customer, after: 0 }], limits);
      expect(missed.get(customer)?.events).toHaveLength(20);
    },
  );

  it('reads a page and its counts by indexes, the counts alone, too, and finds missed events by indexes', async () => {
    const schema = 'plans';
    await shared.query(`CREATE SCHEMA ${schema}`);
    const client = createPool(url, { max: 1 });
    const store = postgresStore(client, { schema });
    await store.add('customer 1', [reference('a')]);
    await client.query(`
      INSERT INTO ${schema}.nudge_inbox_customers SELECT 'customer ' || n, 1 FROM generate_series(0, 999) AS n
      ON CONFLICT DO NOTHING`);
    await client.query(`
      INSERT INTO ${schema}.nudge_inbox_notifications
      SELECT 'customer ' || n % 1000, 'n' || n, now() - n * interval '1 second', n % 3 > 0, n % 4 > 0, false, NULL
      FROM generate_series(1, 50000) AS n`);
    await client.query(`
      INSERT INTO ${schema}.nudge_inbox_events SELECT 'customer ' || n % 1000, 1 + n, now(), 'seen', '{}'
      FROM generate_series(1, 50000) AS n ON CONFLICT DO NOTHING`);
    await client.query(`VACUUM ANALYZE`);
    const plans: string[] = [];
    const explain = {
      query: async (text: string, values: unknown[]) => {
        const { rows } = await client.query<Record<string, string>>(`EXPLAIN ${text}`, values);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        return { rows: [] };
      },
    };
    const explained = postgresStore(explain, { schema, migrate: false });
    const after = { createdDate: new Date().toISOString(), id: 'x' };
    for (const query of [
      { limit: 26, countsByTag: true },
      { limit: 26, after },
    ])
      await expect(explained.list('customer 1', query)).rejects.toThrow('The database returned no row.');
    const positions = [{ customerId: 'customer 1', after: 1 }];
    await explained.eventsOf(positions, { events: 200, ids: 10_000, bytes: 100_000, timeoutMs: 5000 });
    await explained.counts(['customer 1']);
    const [first = '', next = '', missed = '', counts = ''] = plans;
    const scan = String.raw`CTE found\n +-> {2}Limit .*\n +-> {2}Index Scan using nudge_inbox_list .*\n +Index Cond: `;
    // What has expired is among the rows of the page.
    const filter = String.raw`\n +Filter: \(\(expires_at IS NULL\) OR \(expires_at > now\(\)\)\)\n`;
    expect(first).toMatch(new RegExp(`${scan}\\(customer_id = .*\\)${filter}`));
    expect(next).toMatch(new RegExp(`${scan}\\(.*ROW\\(created_at, id\\) <.*\\)${filter}`));
    for (const plan of plans) expect(plan).not.toContain('Seq Scan on nudge_inbox');
    for (const plan of [missed, counts]) expect(plan).not.toContain('Seq Scan');
  });

  it('adds to a customer who may have more without a look at what they have', async () => {
    const schema = 'add_plan';
    await shared.query(`CREATE SCHEMA ${schema}`);
    const many = Array.from({ length: 1000 }, (_, index) => reference(`n${index}`));
    await postgresStore(shared, { schema, maxPerCustomer: 1001 }).add('anna', many);
    let rowCount = 0;
    const explain = {
      query: async (text: string, values: unknown[]) => {
        const { rows } = await shared.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
        const [{ Plan: plan }] = (rows as { 'QUERY PLAN': [{ Plan: Plan }] }[])[0]!['QUERY PLAN'];
        rowCount = countRows(plan);
        return { rows: [{ row: '{"added":[],"stale":[]}' }] };
      },
    };
    const explained = postgresStore(explain, { schema, migrate: false, maxPerCustomer: 1001 });
    await explained.add('anna', [reference('n1'), reference('new')]);
    expect(rowCount).toBeLessThan(10);
    await explained.add('anna', [reference('newer')]);
    expect(rowCount).toBeGreaterThan(1000);
  });

  it('adds 1,000 notifications with records of 2 kB to one customer at once', async () => {
    const backend = createInstance();
    const customer = newCustomer();
    const record = { text: 'x'.repeat(2000) };
    await backend.deliver(
      customer,
      Array.from({ length: 1000 }, (_, index) => ({ id: `n${index}`, record })),
    );
    expect((await listOf(backend, {}, customer)).unreadCount).toBe(1000);
  });

  it('changes no index when notifications are seen and read', async () => {
    const schema = 'growth';
    await shared.query(`CREATE SCHEMA ${schema}`);
    const store = postgresStore(shared, { schema });
    await store.add('anna', [reference('a'), reference('b')]);
    await store.mark('anna', { type: 'seen', ids: ['a', 'b'] });
    await store.mark('anna', { type: 'read', ids: ['a', 'b'], isRead: true });
    // PostgreSQL counts them after a while.
    await expect
      .poll(async () => {
        const { rows } = await shared.query<{ updates: string; inPlace: string }>(`
          SELECT n_tup_upd AS updates, n_tup_hot_upd AS "inPlace" FROM pg_stat_user_tables
          WHERE schemaname = '${schema}' AND relname = 'nudge_inbox_notifications'`);
        return rows[0];
      })
      .toEqual({ updates: '4', inPlace: '4' });
  });
});

describe('An upgrade of tables that exist', () => {
  const next = (schema: string): Step[] => [
    ...allSteps,
    'ALTER TABLE $schema.nudge_inbox_notifications ADD COLUMN note text;',
    { index: 'nudge_inbox_note', on: `nudge_inbox_notifications (${schema}.slow(id))` },
  ];
  const createTables = async (schema: string): Promise<void> => {
    await shared.query(`CREATE SCHEMA ${schema}`);
    const store = postgresStore(shared, { schema });
    await store.add(
      'anna',
      ['a', 'b', 'c', 'd', 'e'].map((id) => reference(id)),
    );
    await shared.query(`CREATE FUNCTION ${schema}.slow(id text) RETURNS text IMMUTABLE LANGUAGE sql
      AS 'SELECT id FROM pg_sleep(0.3)'`);
  };

  it('takes longer than statements of the pool may, while changes go on, also after an instance was lost', async () => {
    const schema = 'upgrade';
    await createTables(schema);
    const limited = [1, 2].map(() => createPool(url, { statement_timeout: 500 }));
    let isDone = false;
    const upgrades = Promise.allSettled(
      limited.map((pool) => migrateTables(new Database(pool), schema, undefined, next(schema))),
    ).finally(() => (isDone = true));
    const isCreating = `FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX CONCURRENTLY nudge_inbox_note%'
      AND state = 'active'`;
    const waitUntilItRuns = () =>
      expect.poll(async () => (await shared.query(`SELECT ${isCreating}`)).rowCount).toBe(1);
    await waitUntilItRuns();
    await shared.query(`SELECT pg_terminate_backend(pid) ${isCreating}`);
    await waitUntilItRuns();
    await postgresStore(limited[0]!, { schema, migrate: false }).mark('anna', { type: 'seen', ids: ['a'] });
    expect(isDone).toBe(false);
    expect((await upgrades).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const { rows } = await shared.query(`
      SELECT array_agg(version) AS versions,
        (SELECT indisvalid FROM pg_index WHERE indexrelid = '${schema}.nudge_inbox_note'::regclass) AS "isValid"
      FROM ${schema}.nudge_inbox_migrations`);
    expect(rows).toEqual([{ versions: next(schema).map((_, index) => index + 1), isValid: true }]);
  });

  it.each([
    ['', { query_timeout: 60_000 }],
    ['?query_timeout=60000', {}],
  ])('is not begun with a limit of the pool that would end it: %s %o', async (query, options) => {
    const schema = `upgrade_limited_${query ? 'by_url' : 'by_option'}`;
    await createTables(schema);
    const database = new Database(createPool(`${url}${query}`, options));
    await expect(migrateTables(database, schema, undefined, next(schema))).rejects.toThrow(
      'call migrate() of a postgresStore() over a pool without it',
    );
    const { rows } = await shared.query(`SELECT version FROM ${schema}.nudge_inbox_migrations`);
    expect(rows).toHaveLength(allSteps.length);
    // What is quick is.
    await migrateTables(database, schema, undefined, next(schema).slice(0, -1));
  });

  it('needs one connection, and says so before it begins', async () => {
    const schema = 'upgrade_refused';
    await createTables(schema);
    const client = { query: (text: string, values: unknown[]) => shared.query(text, values) };
    await expect(migrateTables(new Database(client), schema, undefined, next(schema))).rejects.toThrow(
      'call migrate() of a postgresStore() over a pool or a client of pg',
    );
    const { rows } = await shared.query(`SELECT version FROM ${schema}.nudge_inbox_migrations`);
    expect(rows).toHaveLength(allSteps.length);
  });
});

describe('A database that is not in UTF-8', () => {
  it('is refused at the first query', async () => {
    await shared.query("CREATE DATABASE latin ENCODING LATIN1 LOCALE 'C' TEMPLATE template0");
    const latin = new URL(url);
    latin.pathname = '/latin';
    const store = postgresStore(createPool(latin.href));
    await expect(storedOf(store, 'anna', { limit: 1 })).rejects.toThrow('must be UTF8, not LATIN1');
  });
});

describe('Pruning', () => {
  it('neither deadlocks with deliveries and marks nor makes them wait for long', async () => {
    const schema = 'pruning';
    await shared.query(`CREATE SCHEMA ${schema}`);
    const pools = Array.from({ length: 3 }, () => createPool());
    const [store, ...pruning] = pools.map((pool) => postgresStore(pool, { schema, maxDays: 30 }));
    const customers = Array.from({ length: 20 }, newCustomer);
    const old = Array.from({ length: 50 }, (_, index) => reference(`old ${index}`, 31 + index));
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(customers.map((customer) => store!.add(customer, old)));
      const ids = old.map(({ id }) => id).toReversed();
      await Promise.all([
        ...pruning.map((other) => other.prune()),
        ...customers.map((customer) => store!.mark(customer, { type: 'read', ids, isRead: true })),
        ...customers.map((customer) => store!.add(customer, [reference(`new ${round}`)])),
      ]);
    }
    // What was locked meanwhile is left for the next time.
    await store!.prune();
    expect(await store!.stats()).toEqual({ customers: 20, notifications: 200 });
  });

  it('finds what is old by an index', async () => {
    const schema = 'prune_plans';
    await shared.query(`CREATE SCHEMA ${schema}`);
    await postgresStore(shared, { schema }).migrate();
    await shared.query(`
      INSERT INTO ${schema}.nudge_inbox_customers SELECT 'customer ' || n, 1 FROM generate_series(0, 999) AS n;
      INSERT INTO ${schema}.nudge_inbox_notifications
      SELECT 'customer ' || n % 1000, 'n' || n, now() - n * interval '1 minute', false, false, false, NULL
      FROM generate_series(1, 200000) AS n;
      INSERT INTO ${schema}.nudge_inbox_events
      SELECT 'customer ' || n % 1000, n, now() - n * interval '1 minute', 'seen', '{}', NULL
      FROM generate_series(1, 200000) AS n;
      ANALYZE ${schema}.nudge_inbox_notifications, ${schema}.nudge_inbox_events`);
    const plans: string[] = [];
    const explain = {
      query: async (text: string, values: unknown[]) => {
        const { rows } = await shared.query<Record<string, string>>(`EXPLAIN ${text}`, values);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        return { rows: [] };
      },
    };
    await postgresStore(explain, { schema, migrate: false }).prune();
    expect(plans).toHaveLength(3);
    // The customers are few enough to be scanned.
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on nudge_inbox_(notifications|events)/);
    expect(plans.join()).toMatch(/nudge_inbox_event_age[^]*nudge_inbox_expiry[^]*nudge_inbox_live/);
  });
});

describe('A customer who is deleted', () => {
  it('leaves nothing behind that another instance delivers meanwhile', async () => {
    const [first, second] = [createInstance(), createInstance()];
    const orphans = async (): Promise<unknown> => {
      const tables = ['notifications', 'events', 'choices'].map(
        (table) => `SELECT customer_id FROM nudge_inbox_${table}`,
      );
      const text = `SELECT * FROM (${tables.join(' UNION ')}) AS owned EXCEPT SELECT customer_id FROM nudge_inbox_customers`;
      return (await shared.query(text)).rows;
    };
    for (let round = 0; round < 100; round += 1) {
      const customer = newCustomer();
      await first.deliver(customer, { id: 'before' });
      await Promise.all([
        first.deliver(customer, { id: 'a' }),
        first.savePreference(customer, 'offers', true),
        second.deleteCustomer(customer),
        first.deliver(customer, { id: 'b' }),
      ]);
    }
    expect(await orphans()).toEqual([]);
  });
});

describe('Two instances', () => {
  it('send what happens at one to the pages of the other', async () => {
    const [first, second] = [createInstance(), createInstance()];
    const customer = newCustomer();
    const page = await eventsOf(second, { customer });
    await first.deliver(customer, { id: 'a' });
    await first.fetch(post('/read', { ids: ['a'], isRead: true }, { customer }));
    const events = await receiveEvents(page, 2);
    expect(events.map(({ event }) => event.type)).toEqual(['add', 'read']);
    expect((await listOf(second, {}, customer)).unreadCount).toBe(0);
  });

  it('name a customer by the same key, and refuse a change of another one’s page', async () => {
    const [first, second] = [createInstance(), createInstance()];
    const [customer, other] = [newCustomer(), newCustomer()];
    for (const name of [customer, other]) await first.deliver(name, { id: 'a' });
    const pages = [await listOf(first, {}, customer), await listOf(second, {}, customer)];
    expect(pages.map((page) => page.customer)).toEqual(Array(2).fill(await first.customerKey(customer)));
    const input = { ids: ['a'], isRead: true, customer: pages[0]!.customer };
    expect((await second.fetch(post('/read', input, { customer: other }))).status).toBe(409);
    expect((await listOf(first, {}, other)).unreadCount).toBe(1);
    expect((await second.fetch(post('/read', input, { customer }))).status).toBe(204);
  });

  it('send every change of many at once, in one order', async () => {
    const instances = [createInstance(), createInstance()];
    const customer = newCustomer();
    const pages = await Promise.all(instances.map((backend) => eventsOf(backend, { customer })));
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => instances[index % 2]!.deliver(customer, { id: `n${index}` })),
    );
    const [one, other] = await Promise.all(pages.map((page) => receiveEvents(page, 100)));
    expect(one).toEqual(other);
    const ids = one
      ?.flatMap(({ event }) => (event.type === 'add' ? event.references : []))
      .map(({ id }) => id);
    expect(new Set(ids).size).toBe(100);
  });

  it('go on when the connection that listens is cut', async () => {
    const [first, second] = [createInstance(), createInstance()];
    const customer = newCustomer();
    const page = await eventsOf(second, { customer });
    await first.deliver(customer, { id: 'a' });
    await receiveEvents(page, 1);
    await shared.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND pid <> pg_backend_pid()`,
    );
    await first.deliver(customer, { id: 'b' });
    const [event] = await receiveEvents(page, 1);
    expect(event?.event).toMatchObject({ references: [{ id: 'b' }] });
  });
});

describe('A database that is restored from a backup', () => {
  /** Restores the events of a customer as they were when this was the last one. */
  const restore = (customer: string, last: number) =>
    shared.query(
      `WITH gone AS (DELETE FROM nudge_inbox_events WHERE customer_id = $1 AND number > $2)
       UPDATE nudge_inbox_customers SET last_event = $2 WHERE customer_id = $1`,
      [customer, last],
    );

  it('makes open pages load their lists anew, and later events reach them', async () => {
    // What waits for a response meanwhile, and what tries again after that, still needs its time.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const backend = createInstance();
    const customer = newCustomer();
    const page = await eventsOf(backend, { customer });
    for (const id of ['a', 'b', 'c']) await backend.deliver(customer, { id });
    const [first] = await receiveEvents(page, 3);
    await restore(customer, first!.number);
    // No message announces it: the next poll finds it.
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await receiveEvents(page, 1)).toEqual([{ number: first!.number, event: { type: 'reset' } }]);
    vi.useRealTimers();
    await backend.deliver(customer, { id: 'd' });
    expect((await receiveEvents(page, 1))[0]?.event).toMatchObject({ references: [{ id: 'd' }] });
  });

  it('makes a page load its list anew that comes back after as many other events', async () => {
    const backend = createInstance();
    const customer = newCustomer();
    const before = await eventsOf(backend, { customer });
    for (const id of ['a', 'b']) await backend.deliver(customer, { id });
    const [first, second] = await receiveEvents(before, 2);
    await restore(customer, first!.number);
    for (const id of ['c', 'd']) await backend.deliver(customer, { id });
    const after = await eventsOf(backend, { customer, path: `/events?lastEventId=${second!.number}` });
    expect((await receiveEvents(after, 1))[0]?.event).toEqual({ type: 'reset' });
  });
});

describe('A database whose clock is an hour off', () => {
  it.each([-1, 1])('lists, sends and prunes the same: %i hours', async (hours) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - hours * 3_600_000 });
    const backend = createInstance();
    const customer = newCustomer();
    const page = await eventsOf(backend, { customer });
    await backend.deliver(customer, { id: 'a' });
    await backend.prune();
    const until = new Date().toISOString();
    await backend.fetch(post('/read', { ids: [], isRead: true, until }, { customer }));
    const events = await receiveEvents(page, 2);
    expect(events.map(({ event }) => event.type)).toEqual(['add', 'read']);
    expect(await listOf(backend, {}, customer)).toMatchObject({ references: [{ id: 'a' }], unreadCount: 0 });
  });
});

describe('An instance whose clock is a year ahead', () => {
  it('deletes nothing early', async () => {
    const schema = 'clock_ahead';
    await shared.query(`CREATE SCHEMA ${schema}`);
    const store = postgresStore(shared, { schema, maxDays: 30, maxEventHours: 1 });
    const expiresDate = new Date(Date.now() + 3_600_000).toISOString();
    await store.add('anna', [reference('a'), reference('b', 0, { expiresDate }), reference('old', 31)]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 365 * 86_400_000 });
    await store.prune();
    expect((await storedOf(store, 'anna', { limit: 5 })).map(({ id }) => id)).toEqual(['b', 'a']);
    const { rows } = await shared.query(`SELECT FROM ${schema}.nudge_inbox_events`);
    expect(rows).toHaveLength(1);
  });
});

describe('A role of the database', () => {
  const roleUrl = new URL(url);
  roleUrl.username = 'inbox_role';

  it('without rights makes requests fail with a code in the log, until it has them', async () => {
    const schema = 'of_role';
    await shared.query(`CREATE SCHEMA ${schema}; CREATE ROLE inbox_role LOGIN`);
    const customer = newCustomer();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const backend = createInboxBackend({
      store: postgresStore(createPool(roleUrl.href), { schema }),
      authenticate: ({ headers }) => headers.get('X-Customer'),
    });
    backends.push(backend);
    const refused = await backend.fetch(createRequest('/notifications', { customer }));
    expect(refused.status).toBe(503);
    expect(warn.mock.calls.flat()).toEqual([
      '[nudge-inbox] The inbox backend failed: GET /notifications: error 42501',
    ]);
    await shared.query(`GRANT USAGE, CREATE ON SCHEMA ${schema} TO inbox_role`);
    const page = await eventsOf(backend, { customer });
    await backend.deliver(customer, { id: 'a' });
    expect(await receiveEvents(page, 1)).toHaveLength(1);
  });

  it('needs no right to create tables where another role has migrated', async () => {
    const schema = 'of_other';
    await shared.query(`CREATE SCHEMA ${schema}`);
    await postgresStore(shared, { schema }).migrate();
    await shared.query(`GRANT USAGE ON SCHEMA ${schema} TO inbox_role;
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO inbox_role`);
    const backend = createInstance(createPool(roleUrl.href), schema);
    await backend.deliver('anna', { id: 'a' });
    expect((await listOf(backend, {}, 'anna')).references).toHaveLength(1);
  });
});

describe('A database that does not respond', () => {
  it('makes requests fail within their time, and afterwards events go on with none lost', async () => {
    const schema = 'hanging';
    await shared.query(`CREATE SCHEMA ${schema}`);
    const [first, second] = [
      createInstance(createPool(), schema, 500),
      createInstance(createPool(), schema, 500),
    ];
    const customer = newCustomer();
    const page = await eventsOf(second, { customer });
    await first.deliver(customer, { id: 'before' });
    await receiveEvents(page, 1);
    const connection = await shared.connect();
    await connection.query(
      `BEGIN; LOCK TABLE ${schema}.nudge_inbox_notifications, ${schema}.nudge_inbox_events`,
    );
    const hanging = await first.fetch(createRequest('/notifications', { customer }));
    expect([hanging.status, Number(hanging.headers.get('Retry-After')) > 0]).toEqual([503, true]);
    // It is applied as soon as the database responds again, although the call was given up.
    await expect(first.deliver(customer, { id: 'meanwhile' })).rejects.toThrow();
    await connection.query('COMMIT');
    connection.release();
    await expect.poll(() => tryToDeliver(first, customer)).toBe(true);
    const events = await receiveEvents(page, 2);
    const ids = events.flatMap(({ event }) => (event.type === 'add' ? event.references : []));
    // Whichever of the two the database lets go first.
    expect(ids.map(({ id }) => id).toSorted()).toEqual(['after', 'meanwhile']);
  });
});

describe('A load of events that takes too long', () => {
  it('is ended by the database, and its connection serves others', async () => {
    const schema = 'abandoned';
    await shared.query(`CREATE SCHEMA ${schema}`);
    const store = postgresStore(createPool(url, { max: 1 }), { schema });
    await store.add('anna', [reference('a')]);
    const connection = await shared.connect();
    await connection.query(`BEGIN; LOCK TABLE ${schema}.nudge_inbox_events`);
    const load = (timeoutMs: number) =>
      store.eventsOf([{ customerId: 'anna', after: 0 }], { events: 9, ids: 9, bytes: 9999, timeoutMs });
    // The code of a statement that was cancelled.
    await expect(load(100)).rejects.toMatchObject({ code: '57014' });
    // The only connection of the pool.
    expect(await store.lastEvents(['anna'])).toHaveProperty('size', 1);
    await connection.query('COMMIT');
    connection.release();
    expect((await load(5000)).get('anna')?.events).toHaveLength(1);
  });
});

describe('A database that is away', () => {
  it('makes requests fail at once, and afterwards events go on with none lost', async () => {
    const server = await startPostgres();
    try {
      const pool = createPool(server.url);
      const [first, second] = [createInstance(createPool(server.url)), createInstance(pool)];
      const customer = newCustomer();
      const page = await eventsOf(second, { customer });
      await first.deliver(customer, { id: 'before' });
      await receiveEvents(page, 1);
      const connect = vi.spyOn(pool, 'connect');
      server.stop();
      const away = await first.fetch(createRequest('/notifications', { customer }));
      expect([away.status, Number(away.headers.get('Retry-After')) > 0]).toEqual([503, true]);
      // The one that listens has tried in vain to connect again.
      await expect.poll(() => connect.mock.settledResults.some(({ type }) => type === 'rejected')).toBe(true);
      server.start();
      await expect.poll(() => tryToDeliver(first, customer)).toBe(true);
      const [event] = await receiveEvents(page, 1);
      expect(event?.event).toMatchObject({ type: 'add', references: [{ id: 'after' }] });
      expect((await listOf(second, {}, customer)).references.map(({ id }) => id)).toEqual([
        'after',
        'before',
      ]);
    } finally {
      backends.splice(0).forEach((backend) => backend.close());
      server.remove();
    }
  });
});
