// The servers of the documentation as printed, with the packages from the registry.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blockWith } from '../../docs/markdown.js';
import { completeVisit, freesPlaces, visitInbox } from '../../inbox-visit.js';
import { type Consumer, installConsumer } from '../consumer.js';
import { runServer } from './run-server.js';

let consumer: Consumer;

beforeAll(async () => {
  consumer = await installConsumer({
    dependencies: {
      '@hono/node-server': '*',
      '@nestjs/common': '*',
      '@nestjs/core': '*',
      '@nestjs/platform-express': '*',
      '@nestjs/platform-fastify': '*',
      bun: '*',
      deno: '*',
      express: '^5',
      'express-4': 'npm:express@^4',
      fastify: '*',
      hono: '*',
      koa: '*',
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
});
afterAll(() => consumer.remove());

const printed = (check: string): string => blockWith('drop-in-backend.md', check);
const withExpress4 = (code: string): string => code.replace("from 'express'", "from 'express-4'");
const withFastify = (code: string): string =>
  `import { FastifyAdapter } from '@nestjs/platform-fastify';
  ${code.replace('create(AppModule)', 'create(AppModule, new FastifyAdapter())')}`;

type Prepare = Parameters<typeof runServer>[1];

const inNode =
  (code: string): Prepare =>
  (port) => [process.execPath, consumer.write(`${port}.js`, code.replace('3000', port))];

const binary = (name: string): string => join(consumer.folder, 'node_modules/.bin', name);

function inBun(port: string): string[] {
  return [binary('bun'), `--port=${port}`, consumer.write('bun.ts', printed('run bun'))];
}

function inDeno(port: string): string[] {
  return [
    binary('deno'),
    'serve',
    '--allow-net',
    `--port=${port}`,
    consumer.write('deno.ts', printed('run bun')),
  ];
}

const servers: [string, Prepare][] = [
  ['Node', inNode(printed('run node'))],
  ['Express 5', inNode(printed('run express'))],
  ['Express 4', inNode(withExpress4(printed('run express')))],
  ['Koa', inNode(printed('run koa'))],
  ['Hono', inNode(printed('run hono'))],
  ['Fastify', inNode(printed('run fastify'))],
  ['Nest with Express', inNode(printed('run nest'))],
  ['Nest with Fastify', inNode(withFastify(printed('run nest')))],
  ['Bun', inBun],
  ['Deno', inDeno],
];

// Most of the time, they wait for a heartbeat.
describe.concurrent.each(servers)('The documented server of %s', (_, prepare) => {
  it('serves a page, and keeps it open while nothing happens', async () => {
    expect(await visitInbox(await runServer(consumer.folder, prepare))).toEqual(completeVisit);
  });
  it('notices that a page has closed', async () => {
    expect(await freesPlaces(await runServer(consumer.folder, prepare))).toBe(true);
  });
});
