import type { InboxBackend } from './inbox-backend.js';
import { maxBodyBytes } from './request-input.js';

/** A request of Node's `http`, as far as it is used here; with what frameworks such as Express add. */
interface NodeRequest extends AsyncIterable<Uint8Array> {
  method?: string | undefined;
  url?: string | undefined;
  /** The URL before the framework has cut off the path of the mount point. */
  originalUrl?: string;
  headers: Record<string, string | string[] | undefined>;
  socket: object;
  /** What a body parser of the framework has parsed already. Some set `{}` for a body that they leave alone. */
  body?: unknown;
  /** Whether the body was read to its end. */
  readableEnded?: boolean;
}

interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  write(chunk: Uint8Array): boolean;
  end(): unknown;
  once(event: 'close' | 'drain', listener: () => void): unknown;
}

/**
 * Lets a backend handle the requests of Node's `http`, Express, Connect, Fastify's middleware and the like.
 *
 * @example
 * app.use('/inbox', nodeHandler(backend));
 */
export function nodeHandler(
  backend: Pick<InboxBackend, 'fetch'>,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    const closed = new AbortController();
    response.once('close', () => closed.abort());
    let converted: Request;
    try {
      converted = await toRequest(request, closed.signal);
    } catch {
      // The client has gone away, or the method is one that a Request cannot have, such as TRACE.
      response.writeHead(400, {});
      response.end();
      return;
    }
    const { status, headers, body } = await backend.fetch(converted);
    response.writeHead(status, Object.fromEntries(headers));
    const reader = body?.getReader();
    const cancel = (): void => void reader?.cancel().catch(() => undefined);
    closed.signal.addEventListener('abort', cancel);
    if (closed.signal.aborted) cancel();
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
      if (response.write(chunk.value) || closed.signal.aborted) continue;
      await new Promise<void>((resolve) => {
        response.once('drain', resolve);
        closed.signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    response.end();
  };
}

async function toRequest(request: NodeRequest, signal: AbortSignal): Promise<Request> {
  const { method = 'GET', url = '/', originalUrl = url, socket } = request;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    // Those that begin with a colon are HTTP/2's own.
    if (value === undefined || name.startsWith(':')) continue;
    for (const part of typeof value === 'string' ? [value] : value) headers.append(name, part);
  }
  const protocol = 'encrypted' in socket && socket.encrypted === true ? 'https' : 'http';
  const host = headers.get('Host') ?? String(request.headers[':authority'] ?? 'localhost');
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(createUrl(originalUrl, `${protocol}://${host}`), {
    method,
    headers,
    signal,
    ...(hasBody && { body: await loadBody(request) }),
  });
}

/** The host is what the client has sent, and may be anything. */
function createUrl(path: string, origin: string): URL {
  try {
    return new URL(path, origin);
  } catch {
    return new URL('http://localhost/');
  }
}

/** Loads the body, or nothing of one that says it is too large: the handler refuses it by its header. */
async function loadBody(request: NodeRequest): Promise<string> {
  if (request.body !== undefined && request.readableEnded !== false) return JSON.stringify(request.body);
  if (Number(request.headers['content-length']) > maxBodyBytes) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of request) {
    text += decoder.decode(chunk, { stream: true });
    size += chunk.byteLength;
    if (size > maxBodyBytes) break;
  }
  return text + decoder.decode();
}
