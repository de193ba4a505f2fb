// Restarts a PostgreSQL under traffic, again and again: `node bench/backend/failover.mjs`. Needs a build.
/* global TextDecoderStream, clearInterval, setInterval */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../scripts/postgres-server.mjs';

const customerCount = 20;
const requestsPerSecond = 60;
const burstSize = 20;
const hostFile = fileURLToPath(new URL('failover-host.mjs', import.meta.url));

/** A host that is started again when its process ends, as by a supervisor. */
class Host {
  endCount = 0;
  #process;
  #port = 0;
  #isClosed = false;

  constructor(databaseUrl) {
    this.databaseUrl = databaseUrl;
  }

  async start() {
    this.#process = fork(hostFile, { env: { ...process.env, DATABASE_URL: this.databaseUrl }, silent: true });
    this.#process.on('exit', () => {
      if (this.#isClosed) return;
      this.endCount += 1;
      void this.start();
    });
    [this.#port] = await once(this.#process, 'message');
  }

  /** Resolves with whether the request has succeeded. */
  async request(path, options = {}) {
    try {
      const response = await fetch(`http://127.0.0.1:${this.#port}${path}`, {
        signal: AbortSignal.timeout(10_000),
        ...options,
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }

  /** Opens a page of a customer. `onEvent` receives the ids that arrive, until the process ends. */
  async openPage(customer, onArrival) {
    const response = await fetch(`http://127.0.0.1:${this.#port}/inbox/events?customer=${customer}`);
    const receive = async () => {
      let text = '';
      for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
        const messages = (text + chunk).split('\n\n');
        text = messages.pop() ?? '';
        for (const message of messages) {
          const [, data] = /^data: (\{.+\})$/m.exec(message) ?? [];
          for (const { id } of (data && JSON.parse(data).references) || []) onArrival(id);
        }
      }
    };
    receive().catch(() => undefined);
  }

  close() {
    this.#isClosed = true;
    this.#process.kill();
  }
}

/**
 * Restarts a database while a host gets 60 requests a second: lists, and deliveries that are repeated until they succeed.
 *
 * @returns how many processes ended; how many deliveries there were, and how many of them never reached their open page; how
 *   many requests failed; and after how many milliseconds from the start of each restart the last request had failed
 */
export async function measureFailovers(rounds) {
  const database = await startPostgres();
  const host = new Host(database.url);
  const delivered = new Set();
  const arrived = new Set();
  const delivering = new Set();
  let timer;
  let requestCount = 0;
  let failureCount = 0;
  let lastFailureAt = 0;
  const count = (isSuccess) => {
    requestCount += 1;
    if (isSuccess) return;
    failureCount += 1;
    lastFailureAt = performance.now();
  };
  const deliver = async (customer, id) => {
    delivered.add(id);
    for (let isDelivered = false; !isDelivered;) {
      isDelivered = await host.request(`/deliver?customer=${customer}&id=${id}`);
      count(isDelivered);
      if (!isDelivered) await pause(200);
    }
  };
  try {
    await host.start();
    await host.request('/deliver?customer=customer-0&id=first');
    for (let index = 0; index < customerCount; index += 1)
      await host.openPage(`customer-${index}`, (id) => arrived.add(id));
    let number = 0;
    const send = () => {
      number += 1;
      const customer = `customer-${number % customerCount}`;
      const sending =
        number % 3 === 0
          ? deliver(customer, `n${number}`)
          : host.request(`/inbox/notifications?customer=${customer}`).then(count);
      delivering.add(sending);
      void sending.finally(() => delivering.delete(sending));
    };
    // In bursts, so that the pool is full at times, as it is where a lost connection is handed over at once.
    timer = setInterval(
      () => {
        for (let index = 0; index < burstSize; index += 1) send();
      },
      (1000 * burstSize) / requestsPerSecond,
    );
    const times = [];
    for (let round = 0; round < rounds; round += 1) {
      await pause(1500);
      const startedAt = performance.now();
      await database.restart();
      // Until nothing has failed for two seconds.
      while (performance.now() - Math.max(lastFailureAt, startedAt) < 2000) await pause(100);
      times.push(Math.max(0, lastFailureAt - startedAt));
    }
    clearInterval(timer);
    await Promise.all(delivering);
    const missing = () => [...delivered].filter((id) => !arrived.has(id)).length;
    for (let waits = 0; missing() > 0 && waits < 400; waits += 1) await pause(100);
    return {
      endCount: host.endCount,
      requestCount,
      failureCount,
      deliveredCount: delivered.size,
      missingCount: missing(),
      times,
    };
  } finally {
    clearInterval(timer);
    host.close();
    database.remove();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(await measureFailovers(Number(process.env.ROUNDS ?? 15)));
