// One customer who snoozes everything again and again, and then opens a stream from before all that.
/* global Request, TextDecoder, clearInterval, setInterval */
import { existsSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { createInboxBackend, postgresStore } from '../../dist/backend.js';

const request = (path, customer, body) =>
  new Request(`http://localhost/inbox${path}`, {
    headers: { 'X-Customer': customer, 'Content-Type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });

const megabytes = (bytes) => `${(bytes / 1024 ** 2).toFixed(bytes < 1024 ** 2 ? 4 : 1)} MB`;

/** The most memory that a process of the database has had; 0 where the system does not say. */
function peakOf(pid) {
  const file = `/proc/${pid}/status`;
  const [, kilobytes] = /^RssAnon:\s+(\d+)/m.exec(existsSync(file) ? readFileSync(file, 'utf8') : '') ?? [];
  return Number(kilobytes ?? 0) * 1024;
}

/** Counts the bytes that statements return which load events. */
function countLoaded() {
  const { query } = pg.Client.prototype;
  const count = { bytes: 0 };
  pg.Client.prototype.query = function (text, values, callback) {
    if (!String(text?.text ?? text).includes("'lastEvent'")) return query.call(this, text, values, callback);
    const add = ({ rows }) => {
      for (const { row } of rows) count.bytes += String(row).length;
    };
    if (!callback) {
      const running = query.call(this, text, values);
      running.then(add, () => undefined);
      return running;
    }
    return query.call(this, text, values, (error, result) => {
      if (result) add(result);
      callback(error, result);
    });
  };
  return { count, restore: () => (pg.Client.prototype.query = query) };
}

/** The memory of the database, the bytes loaded for the bytes sent, and how long the arrivals of another customer take. */
export async function measureFlood(createPool, report, reportValue, snoozeCount) {
  const pool = createPool();
  const backend = createInboxBackend({
    store: postgresStore(pool),
    authenticate: ({ headers }) => headers.get('X-Customer'),
    rateLimit: () => 0,
    onError: () => undefined,
  });
  const record = { text: 'x'.repeat(2000) };
  const ids = Array.from({ length: 1000 }, (_, index) => `n${index}`);
  for (let start = 0; start < 1000; start += 100)
    await backend.deliver(
      'flood',
      ids.slice(start, start + 100).map((id) => ({ id, record })),
    );
  const { lastEventId } = await (await backend.fetch(request('/notifications', 'flood'))).json();
  for (let index = 0; index < snoozeCount; index += 1) {
    const until = new Date(Date.UTC(2099, 0, 1, 0, 0, index)).toISOString();
    await backend.fetch(request('/snoozed', 'flood', { ids, until }));
  }
  const { rows } = await pool.query(`SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'`);
  const { count, restore } = countLoaded();
  let [sent, peak] = [0, 0];
  const watching = setInterval(() => {
    peak = Math.max(peak, ...rows.map(({ pid }) => peakOf(pid)));
  }, 5);
  const { body } = await backend.fetch(request(`/events?lastEventId=${lastEventId}`, 'flood'));
  const receive = async () => {
    for await (const chunk of body) sent += chunk.length;
  };
  void receive().catch(() => undefined);
  const other = (await backend.fetch(request('/events', 'other'))).body.getReader();
  await other.read();
  const decoder = new TextDecoder();
  const times = [];
  for (let index = 0; index < 20; index += 1) {
    const startedAt = performance.now();
    await backend.deliver('other', { id: `arrival ${index}` });
    while (!decoder.decode((await other.read()).value).includes('"add"'));
    times.push(performance.now() - startedAt);
    await pause(100);
  }
  clearInterval(watching);
  restore();
  backend.close();
  reportValue(
    `a stream after ${snoozeCount} events of 1,000 ids: bytes loaded for bytes sent`,
    `${megabytes(count.bytes)} for ${megabytes(sent)}`,
  );
  reportValue('the largest process of the database meanwhile', megabytes(peak));
  report('an arrival of another customer meanwhile', times);
}
