import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { transform } from 'esbuild';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type WebSocket from 'ws';
import { createSession, pollingSource, reconnecting } from '../../src/client.js';
import type { NotificationSource, SourceEvent } from '../../src/session/sources/source.js';
import { blockWith } from './markdown.js';

// Node 20 has no WebSocket. The types are those of the CommonJS module.
const ws = createRequire(import.meta.url)('ws') as typeof WebSocket;

/** Sends events to a page that is connected. */
type Accept = (socket: WebSocket) => void;

/** A backend with the list of a customer, and sockets that it can lose. */
class Backend {
  ids = ['n1'];
  port = 0;
  readonly #sockets = new Set<WebSocket>();
  readonly #accept: Accept;
  #stop = (): Promise<unknown> => Promise.resolve();

  constructor(accept: Accept) {
    this.#accept = accept;
  }

  async start(): Promise<void> {
    const server = createServer((_, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ references: this.ids.map((id) => ({ id, isRead: false })) }));
    });
    const sockets = new ws.Server({ server });
    sockets.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      this.#accept(socket);
    });
    await once(server.listen(this.port, '127.0.0.1'), 'listening');
    ({ port: this.port } = server.address() as AddressInfo);
    this.#stop = () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      for (const socket of this.#sockets) socket.terminate();
      return closed;
    };
  }

  /** Ends without a word, as a process that is killed. */
  die(): Promise<unknown> {
    return this.#stop();
  }

  get openSockets(): number {
    return this.#sockets.size;
  }

  deliver(id: string, send: (socket: WebSocket, event: SourceEvent) => void): void {
    this.ids.unshift(id);
    for (const socket of this.#sockets) send(socket, { type: 'add', references: [{ id, isRead: false }] });
  }
}

const sendJson = (socket: WebSocket, message: object): void => socket.send(JSON.stringify(message));
/** A field that is not of this type of event is null. */
const noFields = { customer: null, ids: null, isRead: null, references: null };
const sendNext = (socket: WebSocket, event: SourceEvent): void => {
  const data = { notificationEvents: { ...noFields, ...event } };
  sendJson(socket, { id: '1', type: 'next', payload: { data } });
};

/** The part of the protocol that a page sees: https://github.com/enisdenjo/graphql-ws/blob/master/PROTOCOL.md */
function acceptSubscription(socket: WebSocket): void {
  socket.on('message', (data: Buffer) => {
    const { type, payload } = JSON.parse(data.toString()) as { type: string; payload?: { token?: string } };
    if (type === 'connection_init' && payload?.token === 'a token')
      sendJson(socket, { type: 'connection_ack' });
    if (type === 'subscribe') sendNext(socket, { type: 'customer', customer: 'anna' });
  });
  sendJson(socket, { type: 'ping' });
}

/** Creates the source of a block of the documentation, for a backend without TLS. */
async function createSource(check: string, { port }: Backend): Promise<NotificationSource> {
  const code = blockWith('sources.md', check)
    .replace(/^import .*$/gm, '')
    .replaceAll('wss:', 'ws:');
  const origin = `127.0.0.1:${port}`;
  const variables = {
    pollingSource: (path: string) => pollingSource(`http://${origin}${path}`),
    reconnecting,
    WebSocket: ws,
    location: { host: origin },
    getAccessToken: () => Promise.resolve('a token'),
  };
  const { code: body } = await transform(code, { loader: 'ts' });
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the documentation is the code under test
  const create = new Function(...Object.keys(variables), `${body}; return source;`) as (
    ...values: unknown[]
  ) => NotificationSource;
  return create(...Object.values(variables));
}

const sources: [string, Accept, (socket: WebSocket, event: SourceEvent) => void][] = [
  ['run socket-source.ts', (socket) => socket.send(''), sendJson],
  ['run graphql-source.ts', acceptSubscription, sendNext],
];

describe.each(sources)('The source of the documentation: %s', (check, accept, send) => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('shows what is delivered, and what was delivered while its server was dead', async () => {
    // The shortest pauses.
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const backend = new Backend(accept);
    await backend.start();
    const { notifications } = createSession({
      baseUrl: 'http://127.0.0.1:1/v1/engagement',
      getToken: () => null,
      source: await createSource(check, backend),
    });
    const shownIds = (): string[] => notifications.state.items.map(({ id }) => id);
    const unsubscribe = notifications.subscribe(() => undefined);
    await expect.poll(shownIds).toEqual(['n1']);
    await expect.poll(() => backend.openSockets).toBe(1);
    backend.deliver('n2', send);
    await expect.poll(shownIds).toEqual(['n2', 'n1']);

    await backend.die();
    backend.deliver('n3', send);
    await backend.start();
    await expect.poll(shownIds).toEqual(['n3', 'n2', 'n1']);
    await expect.poll(() => backend.openSockets).toBe(1);
    backend.deliver('n4', send);
    await expect.poll(shownIds).toEqual(['n4', 'n3', 'n2', 'n1']);

    unsubscribe();
    await expect.poll(() => backend.openSockets).toBe(0);
    await backend.die();
    expect(warn).not.toHaveBeenCalled();
  });
});
