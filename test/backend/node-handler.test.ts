import { createServer, request as sendRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { createInboxBackend, type InboxBackend } from '../../src/backend/inbox-backend.js';
import { memoryStore } from '../../src/backend/memory-store.js';
import { nodeHandler } from '../../src/backend/node-handler.js';

let server: Server;
let backend: InboxBackend;
afterEach(() => {
  backend.close();
  server.closeAllConnections();
  server.close();
});

async function serve(
  prepare: (request: IncomingMessage) => void | Promise<void> = () => undefined,
  onHandle: (result: Promise<void>) => void = () => undefined,
): Promise<string> {
  backend = createInboxBackend({ store: memoryStore(), authenticate: () => 'anna' });
  const handle = nodeHandler(backend);
  server = createServer((request, response) => {
    void Promise.resolve(prepare(request)).then(() => onHandle(handle(request, response)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const read = (origin: string, body: string): Promise<Response> =>
  fetch(`${origin}/inbox/read`, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });

describe('nodeHandler()', () => {
  it('passes on requests and responses', async () => {
    const origin = await serve();
    await backend.deliver('anna', { id: 'ä' });
    expect((await read(origin, JSON.stringify({ ids: ['ä'], isRead: true }))).status).toBe(204);
    const response = await fetch(`${origin}/inbox/notifications?limit=5`);
    expect(await response.json()).toMatchObject({ references: [{ id: 'ä', isRead: true }], unreadCount: 0 });
    expect(response.headers.get('Content-Type')).toBe('application/json');
  });

  it('uses the path before the mount point, and a body that was parsed already', async () => {
    const origin = await serve(async (request) => {
      await text(request);
      Object.assign(request, {
        originalUrl: '/inbox/read',
        url: '/read',
        body: { ids: ['a'], isRead: true },
      });
    });
    await backend.deliver('anna', { id: 'a' });
    expect((await read(origin, '{}')).status).toBe(204);
    expect((await backend.stats()).notifications).toBe(1);
  });

  it('reads a body of which a body parser has only set a placeholder', async () => {
    const origin = await serve((request) => void Object.assign(request, { body: {} }));
    await backend.deliver('anna', { id: 'a' });
    expect((await read(origin, JSON.stringify({ ids: ['a'], isRead: true }))).status).toBe(204);
  });

  it('survives a client that goes away in the middle of its body', async () => {
    const handled: Promise<void>[] = [];
    const origin = await serve(undefined, (result) => handled.push(result));
    const request = sendRequest(`${origin}/inbox/read`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': '100' },
    });
    request.on('error', () => undefined);
    request.write('{"ids":[');
    await expect.poll(() => handled.length).toBe(1);
    request.destroy();
    await expect(handled[0]).resolves.toBeUndefined();
  });

  it('refuses a method that a Request cannot have', async () => {
    const origin = await serve();
    const status = await new Promise((resolve, reject) => {
      const request = sendRequest(`${origin}/inbox/notifications`, { method: 'TRACE' }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      request.on('error', reject);
      request.end();
    });
    expect(status).toBe(400);
  });

  it('streams events, and ends the stream when the page goes away', async () => {
    const origin = await serve();
    const gone = new AbortController();
    const response = await fetch(`${origin}/inbox/events`, { signal: gone.signal });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect(await reader.read()).toMatchObject({ value: ': open\n\n' });
    await backend.deliver('anna', { id: 'a' });
    const { value } = (await reader.read()) as { value: string };
    expect(value).toContain('"type":"add"');
    gone.abort();
    await expect.poll(async () => (await backend.stats()).openStreams).toBe(0);
  });

  it.each([true, false])('refuses a body that is too large, if its length is told: %s', async (isTold) => {
    const origin = await serve();
    const body = new TextEncoder().encode(
      JSON.stringify({ ids: ['a'], isRead: true, more: 'x'.repeat(600_000) }),
    );
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(body);
        controller.close();
      },
    });
    const sent = fetch(`${origin}/inbox/read`, {
      method: 'POST',
      body: isTold ? body : stream,
      headers: { 'Content-Type': 'application/json' },
      ...({ duplex: 'half' } as object),
    });
    // Without a length the connection is cut in the middle of the body, which a client may notice before the response.
    const status = await sent.then(
      ({ status }) => status,
      () => 'cut',
    );
    expect(isTold ? [413] : [413, 'cut']).toContain(status);
  });

  it('survives a host header that is none', async () => {
    const origin = await serve();
    const status = await new Promise((resolve) => {
      const sent = sendRequest(`${origin}/inbox/notifications`, { headers: { Host: 'a b' } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.end();
    });
    expect(status).toBe(404);
  });
});
