// The documented server in the real Bun, with the packages from the registry.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blockWith } from '../../docs/markdown.js';
import { freePort } from '../../free-port.js';
import { type Consumer, installConsumer } from '../consumer.js';

let consumer: Consumer;

beforeAll(async () => {
  consumer = await installConsumer({ dependencies: { bun: '*' } });
  consumer.write(
    'backend.js',
    `import { createInboxBackend, memoryStore } from 'nudge-inbox/backend';
    export const backend = createInboxBackend({ store: memoryStore(), authenticate: () => 'anna' });`,
  );
  consumer.write(
    'server.ts',
    blockWith('drop-in-backend.md', 'run bun').replace(
      'export default {',
      'export default { port: process.env.PORT,',
    ),
  );
});
afterAll(() => consumer.remove());

it('The documented server of Bun does not end a stream that is idle until its heartbeat', async () => {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port) };
  const server = spawn(join(consumer.folder, 'node_modules/.bin/bun'), ['server.ts'], {
    cwd: consumer.folder,
    env,
    stdio: 'ignore',
  });
  try {
    const address = `http://localhost:${port}/inbox/events`;
    await expect
      .poll(() => fetch(address, { method: 'HEAD' }).catch(() => null), { timeout: 20_000 })
      .not.toBeNull();
    const { body } = await fetch(address);
    const decoder = new TextDecoder();
    let events = '';
    for await (const chunk of body ?? []) {
      events += decoder.decode(chunk);
      if (events.includes('event: ping')) break;
    }
    expect(events).toContain('event: ping');
  } finally {
    if (server.kill()) await once(server, 'exit');
  }
});
