// One customer who requests 600 lists at once, and then hangs up: what that costs others, and the database.
/* global AbortController, Request */
import { setMaxListeners } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { createInboxBackend, postgresStore } from '../../dist/backend.js';

const size = 600;
const hangUpMs = 400;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];

/** The list of another customer alone and meanwhile, and the statements after everybody has hung up. */
export async function measureCrowd(createPool, reportTimes, report) {
  const pool = createPool();
  let statementCount = 0;
  // Each statement takes a connection once.
  pool.on('acquire', () => (statementCount += 1));
  const backend = createInboxBackend({
    store: postgresStore(pool),
    authenticate: ({ headers }) => headers.get('X-Customer'),
    rateLimit: () => 0,
    onError: () => undefined,
  });
  const load = (customer, signal) =>
    backend.fetch(
      new Request('http://localhost/inbox/notifications', { headers: { 'X-Customer': customer }, signal }),
    );
  const timeOther = async () => {
    const startedAt = performance.now();
    await load('other');
    return performance.now() - startedAt;
  };
  for (const customer of ['crowd', 'other'])
    await backend.deliver(
      customer,
      Array.from({ length: 100 }, (_, index) => ({ id: `n${index}` })),
    );

  const alone = [];
  for (let index = 0; index < 200; index += 1) alone.push(await timeOther());
  let isLoading = true;
  const loading = Promise.all(Array.from({ length: size }, () => load('crowd'))).finally(
    () => (isLoading = false),
  );
  const meanwhile = [];
  while (isLoading) meanwhile.push(await timeOther());
  const failedCount = (await loading).filter(({ ok }) => !ok).length;
  reportTimes('the list of a customer, alone', alone);
  reportTimes(`the same while another one sends ${size}`, meanwhile);
  report('the ratio of these medians', (median(meanwhile) / median(alone)).toFixed(1));
  report(`of these ${size} lists, refused after the time of a request`, failedCount);

  const hungUp = new AbortController();
  setMaxListeners(0, hungUp.signal);
  const start = statementCount;
  const abandoned = Array.from({ length: size }, () => load('crowd', hungUp.signal));
  await pause(hangUpMs);
  const before = statementCount;
  hungUp.abort();
  await Promise.allSettled(abandoned);
  await pause(500);
  report(
    `statements after ${size} lists are hung up, when ${before - start} were loaded`,
    statementCount - before,
  );
  backend.close();
}
