import { warnOnce } from '../common/warn.js';
import { commonHeaders, json } from './http/responses.js';

/** The connection of a request. That of a test, or of a Worker, may lack anything. */
interface RequestSocket {
  encrypted?: boolean;
  /** Whether it is closed. */
  destroyed?: boolean;
  once?(event: 'close', listener: () => void): unknown;
}

/** A request of Node's `http`, as far as it is used here; with what frameworks such as Express add. */
interface NodeRequest extends AsyncIterable<Uint8Array> {
  method?: string | undefined;
  url?: string | undefined;
  /** The URL before the framework has cut off the path of the mount point. */
  originalUrl?: string;
  headers: Record<string, string | string[] | undefined>;
  socket: RequestSocket;
  /** What a body parser of the framework has parsed already. Some set `{}` for a body that they leave alone. */
  body?: unknown;
  /** Whether the body was read to its end. */
  readableEnded?: boolean;
  /** Whether the body has arrived. */
  complete?: boolean;
  destroy(): unknown;
}

/** What handles the requests: `authenticate` receives that of Node beside the `Request`. */
interface RequestHandler<Incoming> {
  fetch: (request: Request, incoming: Incoming) => Promise<Response>;
}

interface NodeResponse {
  /** Whether somebody else has responded already. */
  headersSent?: boolean;
  /** Whether the client has gone away. */
  destroyed?: boolean;
  /** The connection; null while the responses to earlier requests over it are sent. */
  socket?: object | null;
  writeHead(status: number, headers: Record<string, string>): unknown;
  write(chunk: Uint8Array): boolean;
  end(): unknown;
  destroy(): unknown;
  on(event: 'close' | 'drain' | 'error', listener: () => void): unknown;
}

/** How long a client may take for the end of a response, or of its own body, in milliseconds. Then the connection is closed. */
const lingerMs = 10_000;

/**
 * Lets a backend handle the requests of Node's `http`, Express, Connect, Nest and the like. It never rejects, and leaves a
 * response alone that somebody else has sent. `authenticate` receives the request of Node, too, as its second argument.
 *
 * If a body parser comes before it, the request needs what that has parsed as its `body`, as Express sets it. Fastify does not.
 *
 * @example
 * const authenticate = (_, request) => request.session.userId;
 * app.use('/inbox', nodeHandler(createInboxBackend({ store, authenticate })));
 * @example
 * // Fastify
 * app.all('/inbox/*', (request, reply) => {
 *   reply.hijack();
 *   return handle(Object.assign(request.raw, { body: request.body }), reply.raw);
 * });
 */
export function nodeHandler<Incoming extends NodeRequest>(
  backend: RequestHandler<Incoming>,
): (request: Incoming, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    const closed = new AbortController();
    const isOver = (): boolean =>
      response.headersSent === true || response.destroyed === true || closed.signal.aborted;
    if (response.socket === null) abortWithSocket(request.socket, closed);
    if (isOver()) return;
    response.on('close', () => closed.abort());
    // Such as a write to a response that a middleware has ended. Without a listener, it ends the process.
    response.on('error', () => closed.abort());
    try {
      const { status, headers, body } = await respond(backend, request, closed.signal);
      if (isOver()) {
        await body?.cancel();
        return;
      }
      response.writeHead(status, Object.fromEntries(headers));
      if (body) await send(body, response, closed.signal);
      // Session middleware stores its session at the end: also one that has been destroyed since, by the sign-out that closed the page.
      if (!closed.signal.aborted) endInTime(request, response);
    } catch {
      response.destroy();
    }
  };
}

/** What waits for its turn on each connection. */
const queues = new WeakMap<RequestSocket, Set<AbortController>>();

/**
 * Aborts when the connection closes. A response that waits for those to earlier requests over it, as clients send them with
 * pipelining, does not emit `close` then.
 */
function abortWithSocket(socket: RequestSocket, closed: AbortController): void {
  if (socket.destroyed === true) {
    closed.abort();
    return;
  }
  const queue = queues.get(socket) ?? new Set();
  // One listener for all: Node warns of many.
  if (!queues.has(socket)) socket.once?.('close', () => queue.forEach((waiting) => waiting.abort()));
  queues.set(socket, queue.add(closed));
  closed.signal.addEventListener('abort', () => queue.delete(closed));
}

async function respond<Incoming extends NodeRequest>(
  backend: RequestHandler<Incoming>,
  request: Incoming,
  signal: AbortSignal,
): Promise<Response> {
  if (isBodyLost(request)) {
    warnOnce(
      'nodeHandler() cannot read the body of a request, which a body parser has read before it. Hand over what that has parsed, such as Object.assign(request.raw, { body: request.body }) in Fastify.',
    );
    return json({ error: 'body-read-already' }, 500);
  }
  let converted: Request;
  try {
    converted = toRequest(request, signal);
  } catch {
    // The method is one that a Request cannot have, such as TRACE.
    return new Response(null, { status: 400, headers: commonHeaders });
  }
  return backend.fetch(converted, request);
}

/** Writes the body, not faster than the client takes it. */
async function send(
  body: ReadableStream<Uint8Array>,
  response: NodeResponse,
  signal: AbortSignal,
): Promise<void> {
  const reader = body.getReader();
  let resume = (): void => undefined;
  let waitForDrain = (): Promise<void> =>
    new Promise((resolve) => {
      resume = resolve;
    });
  response.on('drain', () => resume());
  // A stream also ends for a client that takes nothing, and for one that has gone away.
  void reader.closed
    .catch(() => undefined)
    .then(() => {
      waitForDrain = () => Promise.resolve();
      resume();
    });
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read())
    if (!response.write(chunk.value)) await waitForDrain();
}

/** Ends the response. Neither a client that takes nothing nor one that goes on sending its body holds the connection. */
function endInTime(request: NodeRequest, response: NodeResponse): void {
  const timer = setTimeout(() => {
    response.destroy();
    request.destroy();
  }, lingerMs);
  response.on('close', () => {
    if (request.complete !== false) clearTimeout(timer);
  });
  response.end();
}

function toRequest(request: NodeRequest, signal: AbortSignal): Request {
  const { method = 'GET', url = '/', originalUrl = url, socket } = request;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    // Those that begin with a colon are HTTP/2's own.
    if (value === undefined || name.startsWith(':')) continue;
    for (const part of typeof value === 'string' ? [value] : value) headers.append(name, part);
  }
  const protocol = socket.encrypted === true ? 'https' : 'http';
  const host = headers.get('Host') ?? String(request.headers[':authority'] ?? 'localhost');
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const options = { method, headers, signal, ...(hasBody && { body: toBody(request), duplex: 'half' }) };
  return new Request(createUrl(originalUrl, `${protocol}://${host}`), options);
}

/**
 * The host is what the client has sent, and may be anything. Only the path and the query of the target count: with another
 * host in it, a page of that host would pass as one of the own origin. The target may be a whole address.
 * https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
 */
function createUrl(target: string, origin: string): URL {
  if (!URL.canParse(origin)) return new URL('http://localhost/');
  const [path = '', ...query] = target.replace(/^https?:\/\/[^/?]*/i, '').split('?');
  const url = new URL(origin);
  url.pathname = path;
  url.search = query.join('?');
  return url;
}

/** Whether there was a body that somebody has read, without leaving what was in it. */
function isBodyLost({ body, readableEnded, headers }: NodeRequest): boolean {
  const hadBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return hadBody && body === undefined && readableEnded === true;
}

/** The body: what a body parser has left of it, or a stream that loads nothing before the backend reads it. */
function toBody(request: NodeRequest): BodyInit {
  const { body, readableEnded } = request;
  if (body !== undefined && readableEnded !== false) {
    if (body instanceof Uint8Array) return new Uint8Array(body);
    return typeof body === 'string' ? body : JSON.stringify(body);
  }
  const chunks = request[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const chunk = await chunks.next();
        if (chunk.done === true) controller.close();
        else controller.enqueue(chunk.value);
      },
    },
    { highWaterMark: 0 },
  );
}
