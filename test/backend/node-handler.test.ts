import {
  createServer,
  request as sendRequest,
  type ClientRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createInboxBackend, type InboxBackend } from '../../src/backend/inbox-backend.js';
import type { InboxBackendOptions } from '../../src/backend/inbox-backend-options.js';
import { memoryStore } from '../../src/backend/stores/memory/memory-store.js';
import { nodeHandler } from '../../src/backend/node-handler.js';

/** A request on which other middleware sets who is signed in. */
interface SessionRequest extends IncomingMessage {
  session?: { userId: string };
}

let server: Server;
let backend: InboxBackend<[SessionRequest]>;
afterEach(() => {
  backend.close();
  server.closeAllConnections();
  server.close();
  vi.useRealTimers();
});

async function serve(
  prepare: (request: SessionRequest, response: ServerResponse) => void | Promise<void> = () => undefined,
  onHandle: (result: Promise<void>) => void = () => undefined,
  options: Partial<InboxBackendOptions<[SessionRequest]>> = {},
): Promise<string> {
  backend = createInboxBackend({ store: memoryStore(), authenticate: () => 'anna', ...options });
  const handle = nodeHandler(backend);
  server = createServer((request, response) => {
    void Promise.resolve(prepare(request, response)).then(() => onHandle(handle(request, response)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const read = (origin: string, body: string): Promise<Response> =>
  fetch(`${origin}/inbox/read`, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });

/** The status of a change, by a request to this target by a page of this origin. */
function markRead(target: string, pageOrigin: string): Promise<number | undefined> {
  const { port } = server.address() as AddressInfo;
  const headers = { 'Content-Type': 'application/json', Origin: pageOrigin };
  return new Promise((resolve) => {
    const sent = sendRequest(
      { port, method: 'POST', path: target, headers, host: '127.0.0.1' },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    sent.end(JSON.stringify({ ids: ['a'], isRead: true }));
  });
}

describe('nodeHandler()', () => {
  it('hands the request of Node over to authenticate, with what other middleware has set on it', async () => {
    const signIn = (request: SessionRequest): void => {
      if (request.headers.cookie === 'session=1') request.session = { userId: 'anna' };
    };
    const origin = await serve(signIn, undefined, { authenticate: (_, { session }) => session?.userId });
    const list = `${origin}/inbox/notifications`;
    expect((await fetch(list, { headers: { Cookie: 'session=1' } })).status).toBe(200);
    expect((await fetch(list)).status).toBe(401);
  });

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

  it('says what to do if a body was read already and nobody hands over what was in it', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const origin = await serve(async (request) => {
      await text(request);
    });
    const response = await read(origin, JSON.stringify({ ids: ['a'], isRead: true }));
    expect(response.status).toBe(500);
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(await response.json()).toEqual({ error: 'body-read-already' });
    expect(warn.mock.calls).toEqual([[expect.stringContaining('{ body: request.body }')]]);
    // Where there is no body, nothing is missing.
    expect((await read(origin, '')).status).toBe(400);
    expect((await fetch(`${origin}/inbox/notifications`)).status).toBe(200);
    expect(warn).toHaveBeenCalledOnce();
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

  it('leaves a response alone that a middleware has sent', async () => {
    const handled: Promise<void>[] = [];
    const origin = await serve(
      (_, response) => void response.end('mine'),
      (result) => handled.push(result),
    );
    expect(await (await fetch(`${origin}/inbox/notifications`)).text()).toBe('mine');
    await expect(handled[0]).resolves.toBeUndefined();
  });

  it('leaves a response alone that a middleware sends meanwhile, and opens no stream for it', async () => {
    const handled: Promise<void>[] = [];
    let signIn = (): void => undefined;
    const origin = await serve(
      (_, response) => void setImmediate(() => response.end('too late')),
      (result) => handled.push(result),
      { authenticate: () => new Promise((resolve) => (signIn = () => resolve('anna'))) },
    );
    expect(await (await fetch(`${origin}/inbox/events`)).text()).toBe('too late');
    signIn();
    await expect(handled[0]).resolves.toBeUndefined();
    expect((await backend.stats()).openStreams).toBe(0);
  });

  it('opens no stream for a client that has gone before', async () => {
    const handled: Promise<void>[] = [];
    const origin = await serve(
      (_, response) => new Promise((resolve) => response.on('close', resolve)),
      (result) => handled.push(result),
    );
    const request = sendRequest(`${origin}/inbox/events`);
    request.on('error', () => undefined);
    request.end();
    await new Promise((resolve) => server.once('request', resolve));
    request.destroy();
    await expect.poll(() => handled.length).toBe(1);
    await handled[0];
    expect((await backend.stats()).openStreams).toBe(0);
  });

  it('ends the streams that wait for their turn on a connection when that closes', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
    const origin = await serve();
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.write('GET /inbox/events HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(15));
    const openStreams = async () => (await backend.stats()).openStreams;
    await expect.poll(openStreams).toBe(15);
    socket.destroy();
    await expect.poll(openStreams).toBe(0);
    expect(warn).not.toHaveBeenCalled();
  });

  it('opens no stream that waits for its turn on a connection that has closed', async () => {
    const handled: Promise<void>[] = [];
    const origin = await serve(
      ({ socket }) => new Promise((resolve) => socket.once('close', () => setImmediate(resolve))),
      (result) => handled.push(result),
    );
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    let requests = 0;
    server.on('request', () => (requests += 1));
    socket.write('GET /inbox/events HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(2));
    await expect.poll(() => requests).toBe(2);
    socket.destroy();
    await expect.poll(() => handled.length).toBe(2);
    await Promise.all(handled);
    expect((await backend.stats()).openStreams).toBe(0);
  });

  it('refuses a method that a Request cannot have', async () => {
    const origin = await serve();
    const { statusCode, headers } = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = sendRequest(`${origin}/inbox/notifications`, { method: 'TRACE' }, (response) => {
        response.resume();
        resolve(response);
      });
      request.on('error', reject);
      request.end();
    });
    expect(statusCode).toBe(400);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('streams events, and ends the stream when the page goes away', async () => {
    const origin = await serve();
    const gone = new AbortController();
    const response = await fetch(`${origin}/inbox/events`, { signal: gone.signal });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect(await reader.read()).toHaveProperty('value', expect.stringMatching(/^event: customer\n/));
    await backend.deliver('anna', { id: 'a' });
    const { value } = (await reader.read()) as { value: string };
    expect(value).toContain('"type":"add"');
    gone.abort();
    await expect.poll(async () => (await backend.stats()).openStreams).toBe(0);
  });

  it('does not end the response of a page that went away, as session middleware takes for the time to store its session', async () => {
    const handled: Promise<void>[] = [];
    const end = vi.fn();
    const origin = await serve(
      (_, response) => void Object.assign(response, { end }),
      (result) => handled.push(result),
    );
    const gone = new AbortController();
    const response = await fetch(`${origin}/inbox/events`, { signal: gone.signal });
    expect(response.status).toBe(200);
    gone.abort();
    await expect.poll(async () => (await backend.stats()).openStreams).toBe(0);
    await handled[0];
    expect(end).not.toHaveBeenCalled();
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

  /** Sends the half of a body. Resolves with the status of the response. */
  function sendHalf(origin: string): { request: ClientRequest; status: Promise<unknown> } {
    const request = sendRequest(`${origin}/inbox/read`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': '100' },
    });
    request.on('error', () => undefined);
    const status = new Promise((resolve) => {
      request.on('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      });
    });
    request.write('{"ids":[');
    return { request, status };
  }

  it('refuses half a body without a session at once, and closes its connection after a while', async () => {
    const origin = await serve(undefined, undefined, { authenticate: () => null });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const sent = Array.from({ length: 20 }, () => sendHalf(origin));
    expect(new Set(await Promise.all(sent.map(({ status }) => status)))).toEqual(new Set([401]));
    await vi.advanceTimersByTimeAsync(10_000);
    const count = () =>
      new Promise((resolve) => server.getConnections((_, connections) => resolve(connections)));
    await expect.poll(count).toBe(0);
  });

  it('waits for a body no longer than for anything else', async () => {
    const origin = await serve(undefined, undefined, { timeoutMs: 50, onError: () => undefined });
    const { request, status } = sendHalf(origin);
    expect(await status).toBe(408);
    request.destroy();
  });

  it.each([
    ['text', '{"ids":["a"],"isRead":true}'],
    ['bytes', Buffer.from('{"ids":["a"],"isRead":true}')],
  ])('uses a body that a parser has left as %s', async (_, body) => {
    const origin = await serve(async (request) => {
      await text(request);
      Object.assign(request, { body });
    });
    await backend.deliver('anna', { id: 'a' });
    expect((await read(origin, '{}')).status).toBe(204);
    expect(await (await fetch(`${origin}/inbox/notifications`)).json()).toMatchObject({ unreadCount: 0 });
  });

  it.each([
    ['//evil.example/inbox/read', 404],
    ['/http://evil.example/inbox/read', 404],
    ['http://evil.example', 404],
    ['http://evil.example/inbox/read', 204],
    ['HTTPS://evil.example:8443/inbox/read?a=http://b/c', 204],
  ])('takes only the path of the request target %s', async (target, status) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const origin = await serve();
    expect(await markRead(target, origin)).toBe(status);
    expect(await markRead(target, 'http://evil.example')).toBe(403);
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
