import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSession, pollingSource } from '../../src/client.js';
import { blockWith } from '../docs/markdown.js';
import { freePort } from '../free-port.js';
import { type Consumer, createConsumer } from './consumer.js';

const page = 'backend.md';

interface Exchange {
  head: string;
  headers: Record<string, string>;
  body: string;
}

/** Parses an HTTP message. */
function parseMessage(message: string): Exchange {
  const [top = '', ...rest] = message.trim().split('\n\n');
  const [head = '', ...lines] = top.split('\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = '', value = ''] = line.split(/: (.*)/);
      return [name.toLowerCase(), value];
    }),
  );
  return { head, headers, body: rest.join('\n\n').trim() };
}

const documented = (check: string): Exchange => parseMessage(blockWith(page, check));

let consumer: Consumer;
let server: ChildProcess;
let origin = '';

/** Calls a function of `notifications.js` in the server. */
async function call(...parameters: unknown[]): Promise<void> {
  const called = once(server, 'message');
  server.send(parameters);
  await called;
}

beforeAll(() => {
  consumer = createConsumer();
  for (const check of ['run notifications.js', 'run service.js', 'run index.html'])
    consumer.write(check.replace('run ', ''), blockWith(page, check));
  for (const check of ['run server.js', 'run server-express.js']) {
    // Tests choose the customer, and send notifications themselves.
    const [code = ''] = blockWith(page, check)
      .replace(
        "return 'anna';",
        "const name = request.headers['x-customer'] ?? 'anna'; return name === 'nobody' ? null : name;",
      )
      .split('// Sends a notification every 20 seconds');
    consumer.write(
      check.replace('run ', ''),
      `${code}
      import * as store from './notifications.js';
      process.on('message', ([name, ...parameters]) => {
        store[name](...parameters);
        process.send('called');
      });`,
    );
  }
  const express = join(consumer.folder, 'node_modules/express');
  mkdirSync(express);
  cpSync('test/package/express.mjs', join(express, 'index.mjs'));
  writeFileSync(join(express, 'package.json'), '{ "type": "module", "exports": "./index.mjs" }');
  return () => consumer.remove();
});

interface Received {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

interface SendOptions {
  customer?: string;
  /** For an event stream: called when it is open. */
  onOpen?: () => Promise<void>;
  /** For an event stream: how far it is read. */
  until?: string;
}

/** Sends a request as the documentation shows it. */
function send(
  exchange: Exchange,
  { customer = 'anna', onOpen, until = '' }: SendOptions = {},
): Promise<Received> {
  const [method, path] = exchange.head.split(' ');
  return new Promise((resolve, reject) => {
    const headers = { ...exchange.headers, 'x-customer': customer };
    const sent = httpRequest(`${origin}${path}`, { method, headers }, (response) => {
      let body = '';
      const finish = (): void =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      response.setEncoding('utf8').on('data', (chunk: string) => {
        if (!body) onOpen?.().catch(reject);
        body += chunk;
        if (!until || !body.includes(until)) return;
        finish();
        sent.destroy();
      });
      response.on('end', finish);
    });
    sent.on('error', reject);
    sent.end(exchange.body || undefined);
  });
}

/** Expects the response that the documentation shows. An ellipsis stands for anything. */
function expectDocumented(received: Received, check: string): void {
  const { head, headers, body } = documented(check);
  expect(`HTTP/1.1 ${received.status}`).toBe(head.split(' ').slice(0, 2).join(' '));
  for (const [name, value] of Object.entries(headers))
    expect(String(received.headers[name]).replace('; charset=utf-8', ''), name).toBe(value);
  if (headers['content-type'] === 'application/json')
    expect(JSON.parse(received.body)).toEqual(JSON.parse(body));
  else if (body.endsWith('…')) expect(received.body).toContain(body.slice(0, -1));
  else expect(received.body).toContain(body);
}

describe.each(['server.js', 'server-express.js'])('The documented backend in %s', (file) => {
  beforeEach(async () => {
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    server = fork(join(consumer.folder, file), {
      cwd: consumer.folder,
      env: { ...process.env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    await once(server.stdout!, 'data');
    await call('add', 'somebody else', 'x1');
    await call('add', 'anna', 'n1', '2026-11-19T16:05:00.000Z');
    await call('setRead', 'anna', ['n1'], true);
    await call('add', 'anna', 'n2', '2026-11-20T08:30:00.000Z');
    await call('add', 'anna', 'n3', '2026-11-20T09:12:00.000Z');
  });
  afterEach(async () => {
    server.kill();
    await once(server, 'exit');
  });

  it('responds to the documented requests as documented', async () => {
    for (const [request, response] of [
      ['request token', 'response token'],
      ['request list', 'response list'],
      ['request read', 'response read'],
    ] as const)
      expectDocumented(await send(documented(request)), response);
  });

  it('responds that nobody is signed in', async () => {
    expectDocumented(await send(documented('request token'), { customer: 'nobody' }), 'response signed-out');
    for (const request of ['request list', 'request events', 'request read'])
      expect((await send(documented(request), { customer: 'nobody' })).status, request).toBe(401);
  });

  it('returns further pages by their cursor', async () => {
    for (let number = 4; number < 40; number += 1) await call('add', 'anna', `n${number}`);
    const first = await send(documented('request list'));
    expect(JSON.parse(first.body)).toMatchObject({ references: { length: 25 }, nextCursor: 'n15' });
    const next = await send(documented('request next-page'));
    const { references, nextCursor } = JSON.parse(next.body) as { references: object[]; nextCursor?: string };
    expect(references).toMatchObject([{ id: 'n3' }, { id: 'n2' }, { id: 'n1' }]);
    expect(nextCursor).toBeUndefined();
  });

  it('sends the documented events', async () => {
    const lines = documented('response events').body.split('\n\n');
    const received = await send(documented('request events'), {
      onOpen: async () => {
        await call('add', 'anna', 'n4', '2026-11-20T09:30:00.000Z');
        await call('setRead', 'anna', ['n4'], true);
      },
      until: '"isRead":true}',
    });
    expect(received.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
    });
    for (const line of lines.slice(0, 2)) expect(received.body).toContain(`${line}\n\n`);
  });

  it('stores the read state of the signed-in customer alone', async () => {
    await send({ ...documented('request read'), body: '{ "ids": ["n3", "x1"], "isRead": true }' });
    const { body } = await send(documented('request list'));
    expect(JSON.parse(body)).toMatchObject({
      references: [{ id: 'n3', isRead: true }, { isRead: false }, {}],
    });
  });

  it('refuses to store the read state of a page whose customer is another one', async () => {
    const { customer } = JSON.parse((await send(documented('request list'))).body) as { customer: string };
    const body = JSON.stringify({ ids: ['n3', 'x1'], isRead: true, customer });
    const refused = await send({ ...documented('request read'), body }, { customer: 'somebody else' });
    expect([refused.status, JSON.parse(refused.body)]).toEqual([409, { error: 'other-customer' }]);
    expect((await send({ ...documented('request read'), body })).status).toBe(204);
    const others = await send(documented('request list'), { customer: 'somebody else' });
    expect(JSON.parse(others.body)).toMatchObject({ references: [{ id: 'x1', isRead: false }] });
  });

  it('refuses to store read state from a form, or with other fields', async () => {
    for (const [type, body] of [
      ['application/x-www-form-urlencoded', 'ids=n3'],
      ['application/json', '{ "id": "n3" }'],
    ] as const) {
      const headers = { 'content-type': type };
      expect((await send({ ...documented('request read'), headers, body })).status, type).toBe(400);
    }
  });

  it('serves the page with the hashed customer key, and the files of the package', async () => {
    const get = (path: string) => send({ head: `GET ${path}`, headers: {}, body: '' });
    const { body } = await get('/');
    expect(body).toMatch(/data-customer-key="[\w-]{43}"/);
    const [, script = ''] = /src="([^"]+)"/.exec(body) ?? [];
    for (const path of [script, '/assets/locales/de.js'])
      expect((await get(path)).headers['content-type'], path).toContain('text/javascript');
  });

  it('serves everything that a session requests, as documented', async () => {
    const requested: string[] = [];
    const recordingFetch: typeof fetch = (input, init) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input);
      requested.push(`${init?.method ?? 'GET'} ${pathname}${search}`);
      return fetch(input, init);
    };
    const { notifications } = createSession({
      baseUrl: `${origin}/v1/engagement`,
      fetch: recordingFetch,
      getToken: async () => {
        const { head } = documented('request token');
        const response = await fetch(`${origin}${head.split(' ')[1]}`, { method: 'POST' });
        if (response.status === 401) return null;
        if (!response.ok) throw new Error(`No token: ${response.status}`);
        return response.text();
      },
      source: pollingSource(`${origin}/notifications`),
    });
    const unsubscribe = notifications.subscribe(() => undefined);
    await expect.poll(() => notifications.state.items.map(({ id }) => id)).toEqual(['n3', 'n2', 'n1']);
    expect(notifications.state).toMatchObject({ unreadCount: 2, isUnreadCountComplete: true, problem: null });
    // With `isRead` in the list, nothing is requested from the service before it is shown.
    expect(requested).toEqual([]);
    // The service does not know these ids, but its response comes through, with a token that it accepts.
    await expect(notifications.load('n3')).rejects.toMatchObject({ status: 404 });
    unsubscribe();
  });
});

describe('The list that the package requests', () => {
  it('is requested as documented', async () => {
    const received: string[] = [];
    const list = createServer((request, response) => {
      received.push(`${request.method} ${request.url} HTTP/1.1\nAccept: ${request.headers.accept}`);
      const references = Array.from({ length: 25 }, (_, index) => ({ id: `n${28 - index}`, isRead: true }));
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ references, nextCursor: 'n4' }));
    }).listen(0, '127.0.0.1');
    await once(list, 'listening');
    const { port } = list.address() as AddressInfo;
    const { notifications } = createSession({
      baseUrl: 'http://127.0.0.1:1/v1/engagement',
      getToken: () => null,
      source: pollingSource(`http://127.0.0.1:${port}/notifications`),
    });
    const unsubscribe = notifications.subscribe(() => undefined);
    await expect.poll(() => notifications.state.hasMore).toBe(true);
    await notifications.loadMore();
    unsubscribe();
    list.close();
    expect(received).toEqual(
      ['request list', 'request next-page'].map((check) => blockWith(page, check).trim()),
    );
  });
});
