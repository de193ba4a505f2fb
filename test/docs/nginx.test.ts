import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { nodeHandler, type InboxBackend } from '../../src/backend.js';
import { addressesOf, checkBackend } from '../../src/check/check-backend.js';
import { createDropIn, headers } from '../check/drop-in.js';
import { freePort } from '../free-port.js';
import { parsePage } from './markdown.js';

const hasNginx = spawnSync('nginx', ['-v']).status === 0;

/** For a machine on which other tests start, too. */
const startLimitMs = 60_000;

/** The configuration of the page on self-hosting, for these ports. */
function createConfiguration(port: number, backendPort: number): string {
  const block = parsePage('docs/self-hosting.md').blocks.find(({ language }) => language === 'nginx');
  const location = block?.code.replace('127.0.0.1:3000', `127.0.0.1:${backendPort}`) ?? '';
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${name};`,
  );
  return `daemon off; pid nginx.pid; error_log stderr;
events {}
http { access_log off; ${folders.join(' ')}
server { listen 127.0.0.1:${port}; ${location} } }`;
}

/** Serves the backend until it is closed. */
async function serve(backend: InboxBackend, port: number): Promise<() => Promise<void>> {
  const handle = nodeHandler(backend);
  const server = createServer((request, response) => void handle(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
}

/** Runs nginx until the test ends, and resolves with its origin once it responds. */
async function runNginx(backendPort: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'nudge-inbox-nginx-'));
  const port = await freePort();
  writeFileSync(join(folder, 'nginx.conf'), createConfiguration(port, backendPort));
  const nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  nginx.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  onTestFinished(async () => {
    if (nginx.kill()) await once(nginx, 'exit');
    rmSync(folder, { recursive: true });
  });
  const origin = `http://127.0.0.1:${port}`;
  const end = Date.now() + startLimitMs;
  while (Date.now() < end && nginx.exitCode === null) {
    const response = await fetch(origin).catch(() => null);
    await response?.body?.cancel();
    if (response) return origin;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nginx does not start:\n${log}`);
}

let backend: InboxBackend;
beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  backend = await createDropIn();
});
afterEach(() => {
  backend.close();
  vi.restoreAllMocks();
});

describe.skipIf(!hasNginx)('The configuration of nginx, if that is installed', () => {
  it('lets everything through at once, and leaves the host as it is', async () => {
    const backendPort = await freePort();
    onTestFinished(await serve(backend, backendPort));
    const origin = await runNginx(backendPort);
    const report = await checkBackend({
      addresses: addressesOf(`${origin}/inbox`),
      headers,
      deliver: () => backend.deliver('anna', { id: 'n4' }),
      heartbeatMs: 1,
    });
    expect(report.findings.filter(({ severity }) => severity === 'wrong')).toEqual([]);
    // Over plain http, the backend compares the origin with the host.
    const change = await fetch(`${origin}/inbox/read`, {
      method: 'POST',
      headers: { ...headers, Origin: origin, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ids: [], isRead: true }),
    });
    expect(change.status).toBe(204);
  });

  it('lets pages come back after a restart of the backend', async () => {
    const backendPort = await freePort();
    const close = await serve(backend, backendPort);
    const origin = await runNginx(backendPort);
    const statusOf = async (): Promise<number> => (await fetch(`${origin}/inbox/count`, { headers })).status;
    const stream = await fetch(`${origin}/inbox/events`, { headers });
    expect(stream.status).toBe(200);
    await close();
    // It ends, so that the page opens another one.
    await expect(stream.text()).rejects.toThrow();
    expect(await statusOf()).toBe(502);
    onTestFinished(await serve(backend, backendPort));
    expect(await statusOf()).toBe(200);
  });
});
