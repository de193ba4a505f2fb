import { EventEmitter } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { transform } from 'esbuild';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createInboxBackend, memoryStore, nodeHandler, type InboxBackend } from '../../src/backend.js';
import { listOf } from '../backend/requests.js';
import { blockWith } from './markdown.js';

/** Runs a printed block in an async function with these variables, which it imports or has declared as the reader's own. */
async function runBlock(check: string, variables: Record<string, unknown>): Promise<void> {
  const block = blockWith('self-hosting.md', check).replaceAll(/^import .*$/gm, '');
  const { code } = await transform(`async function run() {${block}}`, { loader: 'ts' });
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the documentation is the code under test
  const start = new Function(...Object.keys(variables), `${code}; return run();`) as (
    ...values: unknown[]
  ) => Promise<void>;
  await start(...Object.values(variables));
}

const createBackend = (): InboxBackend =>
  createInboxBackend({
    store: memoryStore(),
    authenticate: () => 'anna',
    groups: [{ id: 'offers', name: 'Offers', isGroupNotificationOff: false }],
  });

function get(server: Server, path: string): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    httpRequest({ port, path, agent: false }, resolve).on('error', reject).end();
  });
}

afterEach(() => {
  vi.useRealTimers();
});

describe('The page on self-hosting', () => {
  it('has code that sends, marks, withdraws and erases', async () => {
    const inner = createBackend();
    const states: unknown[] = [];
    const backend = new Proxy(inner, {
      get:
        (target, name: keyof InboxBackend) =>
        async (...parameters: unknown[]) => {
          await (target[name] as (...values: unknown[]) => Promise<void>)(...parameters);
          const { references, unreadCount } = await listOf(target);
          states.push([name, references.map(({ id }) => id), unreadCount]);
        },
    });
    await runBlock('run admin.ts', { backend });
    expect(states).toEqual([
      ['deliver', ['n42'], 1],
      ['markRead', ['n42'], 0],
      ['remove', [], 0],
      ['savePreference', [], 0],
      ['deleteCustomer', [], 0],
    ]);
  });

  it('has a server that says whether it is healthy, and ends without an open stream', async () => {
    const backend = createBackend();
    const fakeProcess = new EventEmitter();
    const pool = { query: vi.fn(() => Promise.resolve()), end: vi.fn(() => Promise.resolve()) };
    let server: Server | undefined;
    await runBlock('run server.ts', {
      backend,
      nodeHandler,
      pool,
      process: fakeProcess,
      createServer: (handler: Parameters<typeof createServer>[1]) => {
        server = createServer(handler as never);
        const listen = server.listen.bind(server);
        return Object.assign(server, { listen: () => listen(0) });
      },
    });
    await expect.poll(() => server?.listening).toBe(true);
    expect((await get(server!, '/health')).statusCode).toBe(200);
    pool.query.mockRejectedValueOnce(new Error('away'));
    expect((await get(server!, '/health')).statusCode).toBe(503);
    const stream = await get(server!, '/inbox/events');
    expect([stream.statusCode, (await backend.stats()).openStreams]).toEqual([200, 1]);
    const ended = new Promise((resolve) => stream.resume().once('end', resolve));
    fakeProcess.emit('SIGTERM');
    await ended;
    await expect.poll(() => pool.end.mock.calls.length).toBe(1);
    expect(server?.listening).toBe(false);
  });

  it('has a job that prunes', async () => {
    const backend = { prune: vi.fn(() => Promise.resolve()) };
    await runBlock('run daily.ts', { backend });
    expect(backend.prune).toHaveBeenCalledOnce();
  });

  it('has numbers for a dashboard', async () => {
    vi.useFakeTimers();
    const backend = createBackend();
    await backend.deliver('anna', { id: 'a' });
    const gauges: unknown[] = [];
    await runBlock('run metrics.ts', { backend, gauge: (...sample: unknown[]) => void gauges.push(sample) });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(gauges).toEqual([
      ['inbox_customers', 1],
      ['inbox_notifications', 1],
      ['inbox_openStreams', 0],
    ]);
  });
});
