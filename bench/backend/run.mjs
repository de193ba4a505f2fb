// Measures the backend at scale, on a PostgreSQL of its own: `npm run bench:backend`. Needs a build.
/* global AbortController, Request */
import { setMaxListeners } from 'node:events';
import { createServer } from 'node:http';
import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { createInboxBackend, nodeHandler, postgresStore } from '../../dist/backend.js';
import { eventStreamSource } from '../../dist/client.js';
import { startPostgres } from '../../scripts/postgres-server.mjs';
import { measureCrowd } from './crowd.mjs';
import { NodeEventSource } from './event-source.mjs';
import { measureFailovers } from './failover.mjs';
import { measureFlood } from './flood.mjs';
import {
  measureDeliveries,
  measureGrowth,
  measureLostListener,
  measureMarkAll,
  measurePrune,
} from './writes.mjs';

/** `SHARE=0.01` tries it out with a hundredth of everything. */
const share = Number(process.env.SHARE ?? 1);
const customerCount = 100_000 * share;
const notificationCount = 1_000_000 * share;
const streamCount = 1000 * share;
const sampleCount = 500;

globalThis.EventSource = NodeEventSource;
const quantile = (values, share) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)];
const describeTimes = (values) =>
  [0.5, 0.95, 1].map((share) => `${quantile(values, share).toFixed(2)} ms`).join(' · ');
const report = (what, value) => console.log(`| ${what} | ${value} |`);
const reportTimes = (what, values) => report(what, describeTimes(values));

const server = await startPostgres({ max_connections: '100', shared_buffers: '512MB' });
const pools = [];
function createPool() {
  const pool = new pg.Pool({ connectionString: server.url, max: 10 });
  pool.on('error', () => undefined);
  pools.push(pool);
  return pool;
}

/** An instance: a backend with a server and connections of its own. The customer is named by the query, for the bench only. */
async function startInstance(port = 0) {
  const backend = createInboxBackend({
    store: postgresStore(createPool()),
    authenticate: ({ url }) => new URL(url).searchParams.get('customer'),
    maxStreamsPerCustomer: streamCount,
  });
  const httpServer = createServer(nodeHandler(backend));
  await new Promise((resolve) => httpServer.listen(port, '127.0.0.1', resolve));
  return {
    backend,
    port: httpServer.address().port,
    stop: () => {
      backend.close();
      httpServer.close();
      httpServer.closeAllConnections();
    },
  };
}

/** Opens pages over both instances. Each calls back with its number when it opens and when it receives an event. */
async function openPages(instances, customerOf, { onOpen, onEvent }) {
  const ended = new AbortController();
  setMaxListeners(0, ended.signal);
  let opened = 0;
  for (let index = 0; index < streamCount; index += 1) {
    const { port } = instances[index % instances.length];
    const source = eventStreamSource(`http://127.0.0.1:${port}/inbox/events?customer=${customerOf(index)}`);
    source.subscribe((event) => onEvent(index, event), {
      signal: ended.signal,
      refresh: async () => {
        opened += 1;
        onOpen?.(index);
      },
    });
    if (index % 50 === 49) await pause(20);
  }
  while (opened < streamCount) await pause(20);
  return () => ended.abort();
}

/** Resolves with the milliseconds until each page has received an event of the delivery. */
async function measureArrival(instances, customerOf, deliver) {
  const times = new Map();
  let startedAt = Infinity;
  const close = await openPages(instances, customerOf, {
    onEvent: (index) => times.set(index, performance.now() - startedAt),
  });
  await pause(500);
  startedAt = performance.now();
  await deliver();
  while (times.size < streamCount) await pause(10);
  close();
  await pause(500);
  return [...times.values()];
}

try {
  const pool = createPool();
  const store = postgresStore(pool);
  await store.migrate();
  console.log(`\nNode ${process.version}, ${cpus().length} × ${cpus()[0]?.model}\n`);
  const fillStart = performance.now();
  await pool.query(
    `INSERT INTO nudge_inbox_customers SELECT 'customer-' || n, 1, 1 FROM generate_series(0, $1::int - 1) AS n`,
    [customerCount],
  );
  await pool.query(
    `INSERT INTO nudge_inbox_notifications
     SELECT 'customer-' || n % $1::int, 'notification-' || n, now() - n * interval '7 seconds', random() < 0.6, random() < 0.8,
       random() < 0.1, NULL
     FROM generate_series(1, $2::int) AS n`,
    [customerCount, notificationCount],
  );
  await pool.query('VACUUM ANALYZE');
  console.log(`Filled in ${((performance.now() - fillStart) / 1000).toFixed(0)} s.\n`);
  console.log('| what | median · 95 % · worst |\n|---|---|');

  const { rows } = await pool.query(
    `SELECT version(), pg_size_pretty(pg_database_size(current_database())) AS size`,
  );
  report(rows[0].version.split(' ').slice(0, 2).join(' '), `${rows[0].size} in all`);

  let explained = [];
  const explaining = postgresStore(
    {
      query: async (text, values) => {
        const result = await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
        const [{ 'Planning Time': planning, 'Execution Time': execution }] = result.rows[0]['QUERY PLAN'];
        explained.push(planning + execution);
        return { rows: [] };
      },
    },
    { migrate: false },
  );
  const backend = createInboxBackend({ store, authenticate: ({ headers }) => headers.get('X-Customer') });
  const measureRequest = async (what, path, explain) => {
    explained = [];
    const requests = [];
    for (let sample = 0; sample < sampleCount; sample += 1) {
      const customer = `customer-${Math.floor(Math.random() * customerCount)}`;
      await explain(customer);
      const startedAt = performance.now();
      await backend.fetch(
        new Request(`http://localhost/inbox${path}`, { headers: { 'X-Customer': customer } }),
      );
      requests.push(performance.now() - startedAt);
    }
    report(`database time of ${what}`, describeTimes(explained));
    report(`the whole request of ${what}`, describeTimes(requests));
  };
  // A plan is no page.
  await measureRequest('a list, with its counts', '/notifications', (customer) =>
    explaining.list(customer, { limit: 25 }).catch(() => undefined),
  );
  await measureRequest('a count', '/count', (customer) => explaining.counts([customer]));

  const instances = [await startInstance(), await startInstance()];
  const one = () => 'customer-1';
  const each = (index) => `customer-${index}`;
  const oneTimes = await measureArrival(instances, one, () =>
    instances[0].backend.deliver('customer-1', { id: 'arrival' }),
  );
  report(`one arrival to ${streamCount} open pages of one customer`, describeTimes(oneTimes));
  const eachTimes = await measureArrival(instances, each, () =>
    Promise.all(
      Array.from({ length: streamCount }, (_, index) =>
        instances[0].backend.deliver(each(index), { id: 'arrival each' }),
      ),
    ),
  );
  report(
    `${streamCount} arrivals at once, to a page of ${streamCount} customers each`,
    describeTimes(eachTimes),
  );

  // A restart of one instance, with half of the pages.
  const reopened = [];
  let restartedAt = Infinity;
  const received = new Set();
  const close = await openPages(instances, each, {
    onOpen: () => {
      const time = performance.now() - restartedAt;
      if (time > 0) reopened.push(time);
    },
    onEvent: (index) => received.add(index),
  });
  const { port } = instances[1];
  // An event before, so that the pages know where they were.
  for (let index = 0; index < streamCount; index += 1)
    await instances[0].backend.deliver(each(index), { id: 'before' });
  while (received.size < streamCount) await pause(20);
  received.clear();
  restartedAt = performance.now();
  instances[1].stop();
  instances[1] = await startInstance(port);
  for (let index = 0; index < streamCount; index += 1)
    await instances[0].backend.deliver(each(index), { id: 'meanwhile' });
  while (reopened.length < streamCount / 2) await pause(20);
  const perSecond = Array.from(
    { length: 8 },
    (_, second) => reopened.filter((time) => Math.floor(time / 1000) === second).length,
  );
  report(`reconnections of ${streamCount / 2} pages in each second after a restart`, perSecond.join(' · '));
  while (received.size < streamCount) await pause(20);
  report('pages that missed an arrival of that time', streamCount - received.size);
  close();
  for (const { stop } of instances) stop();

  await measureMarkAll(pool, reportTimes);
  await measureDeliveries(pool, reportTimes, customerCount);
  await measurePrune(pool, reportTimes, report, { customerCount, expiredCount: 100_000 * share });
  await measureLostListener(createPool, reportTimes, report, 10_000 * share);
  await measureGrowth(pool, report, 1000 * share);
  await measureCrowd(createPool, reportTimes, report);
  await measureFlood(createPool, reportTimes, report, 60);
  const failovers = await measureFailovers(15);
  reportTimes(
    'until the last request failed, from the start of each of 15 restarts of the database',
    failovers.times,
  );
  report('processes ended by these', failovers.endCount);
  report(
    `of ${failovers.deliveredCount} arrivals meanwhile, missed by their open page`,
    failovers.missingCount,
  );
} finally {
  await Promise.all(pools.map((pool) => pool.end()));
  server.remove();
}
