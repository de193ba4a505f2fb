import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { freePort } from '../../free-port.js';

/** For a runtime that starts beside others on a busy machine. */
const startLimitMs = 60_000;

/**
 * Runs a server until the test ends, and resolves with the address of its backend once that responds.
 *
 * @param folder - where it runs
 * @param prepare - writes what the server needs to listen at a port, and returns the command that runs it, with its options
 */
export async function runServer(
  folder: string,
  prepare: (port: string) => string[] | Promise<string[]>,
): Promise<string> {
  const port = String(await freePort());
  const [program = '', ...options] = await prepare(port);
  const server = spawn(program, options, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(async () => {
    if (server.kill()) await once(server, 'exit');
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));

  const address = `http://localhost:${port}/inbox`;
  for (const end = Date.now() + startLimitMs; Date.now() < end && server.exitCode === null;) {
    const response = await fetch(`${address}/notifications`).catch(() => null);
    await response?.body?.cancel();
    if (response) return address;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${program} does not serve the backend:\n${output}`);
}
