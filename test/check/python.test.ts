import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addressesOf, checkBackend } from '../../src/check/check-backend.js';
import { freePort } from '../free-port.js';

const hasPython = spawnSync('python3', ['--version']).status === 0;

/** For a machine on which other tests start, too. */
const startLimitMs = 60_000;

/** Runs the example until the test ends, and resolves with its origin once it responds. */
async function runExample(): Promise<string> {
  const port = String(await freePort());
  const server = spawn('python3', ['examples/python/server.py', port], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(async () => {
    if (server.kill()) await once(server, 'exit');
  });
  let log = '';
  server.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const origin = `http://127.0.0.1:${port}`;
  const end = Date.now() + startLimitMs;
  while (Date.now() < end && server.exitCode === null) {
    const response = await fetch(origin).catch(() => null);
    await response?.body?.cancel();
    if (response) return origin;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`python3 does not serve the example:\n${log}`);
}

describe.skipIf(!hasPython)('The example in Python, if python3 is installed', () => {
  it('passes the check, with an arrival', async () => {
    const origin = await runExample();
    const report = await checkBackend({
      addresses: addressesOf(`${origin}/inbox`),
      headers: { Cookie: 'session=anna' },
      deliver: async () => {
        await fetch(`${origin}/deliver`, { method: 'POST', redirect: 'manual' });
      },
      heartbeatMs: 1,
    });
    const messagesOf = (severity: string): string[] =>
      report.findings.filter((finding) => finding.severity === severity).map(({ rule }) => rule);
    expect(messagesOf('wrong')).toEqual([]);
    expect(messagesOf('missing')).toEqual(['token', 'snoozed', 'answered', 'removed', 'heartbeat']);
  });
});
