// The servers of the documentation, with the packages from the registry.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { blockWith } from '../../docs/markdown.js';
import { freePort } from '../../free-port.js';
import { type Consumer, installConsumer } from '../consumer.js';

const page = 'drop-in-backend.md';
const withFastify = (code: string): string =>
  `import { FastifyAdapter } from '@nestjs/platform-fastify';
  ${code.replace('create(AppModule)', 'create(AppModule, new FastifyAdapter())')}`;

let consumer: Consumer;
let server: ChildProcess | undefined;

beforeAll(async () => {
  consumer = await installConsumer({
    dependencies: {
      '@nestjs/common': '*',
      '@nestjs/core': '*',
      '@nestjs/platform-express': '*',
      '@nestjs/platform-fastify': '*',
      fastify: '*',
      'reflect-metadata': '*',
      rxjs: '*',
    },
  });
  consumer.write(
    'backend.js',
    `import { createInboxBackend, memoryStore } from 'nudge-inbox/backend';
    export const backend = createInboxBackend({ store: memoryStore(), authenticate: () => 'anna' });
    await backend.deliver('anna', { id: 'a' });`,
  );
  consumer.write(
    'app.module.js',
    `import 'reflect-metadata';
    import { Module } from '@nestjs/common';
    export class AppModule {}
    Module({})(AppModule);`,
  );
  return () => consumer.remove();
}, 180_000);

afterEach(async () => {
  if (server?.exitCode !== null) return;
  server.kill();
  await once(server, 'exit');
});

/** Runs a server on a free port, and resolves with its address once it responds. */
async function start(code: string): Promise<string> {
  const port = await freePort();
  server = fork(consumer.write('server.js', code.replace('3000', String(port))), { silent: true });
  const address = `http://localhost:${port}/inbox`;
  await expect
    .poll(() => fetch(`${address}/notifications`).catch(() => null), { timeout: 20_000 })
    .not.toBeNull();
  return address;
}

describe('The documented server', () => {
  it.each([
    ['Fastify', () => blockWith(page, 'run fastify')],
    ['Nest with Express', () => blockWith(page, 'run nest')],
    ['Nest with Fastify', () => withFastify(blockWith(page, 'run nest'))],
  ])('of %s lists, sends and saves', { timeout: 30_000 }, async (_, code) => {
    const address = await start(code());
    const stream = await fetch(`${address}/events`);
    expect(stream.headers.get('Content-Type')).toBe('text/event-stream');
    const saved = await fetch(`${address}/read`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ids: ['a'], isRead: true }),
    });
    expect(saved.status).toBe(204);
    const decoder = new TextDecoder();
    let events = '';
    for await (const chunk of stream.body ?? []) {
      events += decoder.decode(chunk);
      if (events.includes('"a"')) break;
    }
    expect(events).toContain('"isRead":true');
    const list = await fetch(`${address}/notifications`);
    expect(await list.json()).toMatchObject({ references: [{ id: 'a', isRead: true }], unreadCount: 0 });
  });
});
