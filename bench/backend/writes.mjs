// What writes cost: marks, deliveries, a prune under traffic, and a lost connection that listens.
/* global Request, TextDecoder */
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { createInboxBackend, postgresStore } from '../../dist/backend.js';

const request = (path, customer, body) =>
  new Request(`http://localhost/inbox${path}`, {
    headers: { 'X-Customer': customer, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });

const createBackend = (pool, options = {}) =>
  createInboxBackend({
    store: postgresStore(pool),
    authenticate: ({ headers }) => headers.get('X-Customer'),
    rateLimit: () => 0,
    ...options,
  });

const makeIds = (count, prefix) => Array.from({ length: count }, (_, index) => ({ id: `${prefix}${index}` }));

/** Resolves with the milliseconds of each call, one after the other. */
async function time(count, call) {
  const times = [];
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now();
    await call(index);
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** "Mark all as read" of customers with few and with many notifications. */
export async function measureMarkAll(pool, report) {
  const backend = createBackend(pool);
  for (const [count, samples] of [
    [5, 200],
    [1000, 20],
  ]) {
    for (let index = 0; index < samples; index += 1)
      await backend.deliver(`marks-${count}-${index}`, makeIds(count, 'n'));
    const until = new Date().toISOString();
    const times = await time(samples, (index) =>
      backend.fetch(request('/read', `marks-${count}-${index}`, { ids: [], isRead: true, until })),
    );
    report(`mark all as read, ${count} unread`, times);
  }
}

/** Deliveries of one notification to each of several customers, and to one who has as many as are stored. */
export async function measureDeliveries(pool, report, customerCount) {
  const backend = createBackend(pool);
  let next = 0;
  for (const [size, samples] of [
    [1, 500],
    [100, 50],
    [1000, 10],
  ]) {
    const times = await time(samples, () => {
      const deliveries = Array.from({ length: size }, () => ({
        customerId: `customer-${(next += 1) % customerCount}`,
        references: [{ id: `delivered ${next}` }],
      }));
      return backend.deliver(deliveries);
    });
    report(`deliver to ${size} customers in a call`, times);
  }
  const record = { text: 'x'.repeat(2000) };
  const imported = makeIds(1000, 'n').map((reference) => ({ ...reference, record }));
  report(
    'deliver 1,000 with records of 2 kB to 1 customer in a call',
    await time(5, (index) => backend.deliver(`imported-${index}`, imported)),
  );
  await backend.deliver('full', makeIds(1000, 'n'));
  report(
    'deliver to a customer who has 1,000',
    await time(100, (index) => backend.deliver('full', { id: `x${index}` })),
  );
}

/** Prunes expired rows while pages load their lists. */
export async function measurePrune(pool, report, reportValue, { customerCount, expiredCount }) {
  await pool.query(
    `INSERT INTO nudge_inbox_notifications (customer_id, id, created_at, is_read, is_seen, is_dismissed, expires_at)
     SELECT 'customer-' || n % $1::int, 'expired-' || n, now() - interval '1 day', false, false, false, now()
     FROM generate_series(1, $2::int) AS n`,
    [customerCount, expiredCount],
  );
  const backend = createBackend(pool);
  const startedAt = performance.now();
  let isPruning = true;
  const pruning = backend.prune().finally(() => (isPruning = false));
  const times = [];
  while (isPruning)
    times.push(
      ...(await time(1, () =>
        backend.fetch(request('/notifications', `customer-${Math.floor(Math.random() * customerCount)}`)),
      )),
    );
  await pruning;
  reportValue(
    `prune of ${expiredCount.toLocaleString('en')} expired rows`,
    `${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
  );
  report('the request of a list meanwhile', times);
}

/** Cuts the connections that listen while many streams are open, and delivers to all of them. */
export async function measureLostListener(createPool, report, reportValue, streamCount) {
  const pools = [createPool(), createPool()];
  const backends = pools.map((pool) => createBackend(pool, { maxStreams: streamCount }));
  const received = [];
  let startedAt = Infinity;
  const decoder = new TextDecoder();
  const receive = async (body) => {
    for await (const chunk of body)
      if (decoder.decode(chunk).includes('"after"')) received.push(performance.now() - startedAt);
  };
  for (let index = 0; index < streamCount; index += 1) {
    const { body } = await backends[index % 2].fetch(request('/events', `customer-${index}`));
    receive(body).catch(() => undefined);
  }
  startedAt = performance.now();
  await pools[0].query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND pid <> pg_backend_pid()`,
  );
  const delivering = backends[0].deliver(
    Array.from({ length: streamCount }, (_, index) => ({
      customerId: `customer-${index}`,
      references: [{ id: 'after' }],
    })),
  );
  const lists = [];
  while (received.length < streamCount) {
    lists.push(
      ...(await time(1, () => backends[1].fetch(request('/notifications', `customer-${lists.length}`)))),
    );
    await pause(20);
  }
  await delivering;
  reportValue(
    `until ${streamCount.toLocaleString('en')} pages have an arrival after the connections that listen were cut`,
    `${(Math.max(...received) / 1000).toFixed(1)} s`,
  );
  report('the request of a list meanwhile', lists);
  for (const backend of backends) backend.close();
}

/** How the table and the write-ahead log grow when everything is seen, and then read. */
export async function measureGrowth(pool, reportValue, customerCount) {
  const backend = createBackend(pool);
  const measure = async () => {
    const { rows } = await pool.query(
      `SELECT pg_current_wal_lsn() - '0/0' AS wal, pg_total_relation_size('nudge_inbox_notifications') AS size`,
    );
    return Object.fromEntries(Object.entries(rows[0]).map(([name, value]) => [name, Number(value)]));
  };
  const customers = Array.from({ length: customerCount }, (_, index) => `grows-${index}`);
  await backend.deliver(customers.map((customerId) => ({ customerId, references: makeIds(10, 'n') })));
  const before = await measure();
  const until = new Date().toISOString();
  for (const customer of customers) {
    await backend.fetch(request('/seen', customer, { ids: [], until }));
    await backend.fetch(request('/read', customer, { ids: [], isRead: true, until }));
  }
  const after = await measure();
  const perRow = (name) => `${Math.round((after[name] - before[name]) / (customerCount * 10))} bytes`;
  const count = (customerCount * 10).toLocaleString('en');
  reportValue(`write-ahead log of ${count} that are seen, then read, each`, perRow('wal'));
  reportValue('growth of the table and its indexes, each', perRow('size'));
}
