import { EventReader } from './event-reader.js';

/** Where the requests of the protocol go, below the address of the backend. */
export const paths = {
  list: '/notifications',
  record: '/notifications/{id}',
  count: '/count',
  events: '/events',
  token: '/token',
  read: '/read',
  seen: '/seen',
  dismissed: '/dismissed',
  snoozed: '/snoozed',
  answer: '/answer',
  removed: '/removed',
  preferences: '/preferences',
} as const;

export type Endpoint = keyof typeof paths;

const isEndpoint = (name: string): name is Endpoint => name in paths;
export const endpoints: readonly Endpoint[] = Object.keys(paths).filter(isEndpoint);

/** Where each request goes; none for what the backend does not have. */
export type Addresses = Readonly<Partial<Record<Endpoint, string>>>;

/** A response, read completely. */
export interface Received {
  status: number;
  headers: Headers;
  text: string;
  /** The body, if it is JSON. */
  body: unknown;
}

/** What was received for which request; of a stream, nothing but the head. */
export type Exchange = Received & { method: string; endpoint: Endpoint };

interface RequestChanges {
  /** What stands for `{id}` in the path. */
  id?: string;
  query?: Record<string, string>;
  /** These in place of those of the customer. */
  headers?: Record<string, string>;
  /** These too. */
  added?: Record<string, string>;
  contentType?: string;
}

interface ClientOptions {
  addresses: Addresses;
  /** With each request, such as a cookie. */
  headers: Record<string, string>;
  fetch: typeof fetch;
  timeoutMs: number;
}

/** There is no response. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
}

/** Sends requests as the elements do. */
export class BackendClient {
  /** All exchanges so far, oldest first. */
  readonly exchanges: Exchange[] = [];
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  has(endpoint: Endpoint): boolean {
    return this.#options.addresses[endpoint] !== undefined;
  }

  /** The headers of the customer. */
  get headers(): Record<string, string> {
    return this.#options.headers;
  }

  get(endpoint: Endpoint, changes: RequestChanges = {}): Promise<Received> {
    return this.#receive(endpoint, { headers: { Accept: 'application/json' } }, changes);
  }

  post(endpoint: Endpoint, body: unknown, changes: RequestChanges = {}): Promise<Received> {
    const { contentType = 'application/json' } = changes;
    return this.#receive(
      endpoint,
      {
        method: 'POST',
        headers: { Accept: 'application/json', 'Content-Type': contentType },
        body: JSON.stringify(body),
      },
      changes,
    );
  }

  /** The request that a browser sends before one from another origin. */
  preflight(endpoint: Endpoint, origin: string): Promise<Received> {
    const headers = {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type',
    };
    return this.#receive(endpoint, { method: 'OPTIONS', headers }, { headers: {} });
  }

  /** Opens the events. The reader has a null body if the response is no stream. */
  async openStream(changes: RequestChanges = {}): Promise<EventReader> {
    const controller = new AbortController();
    const response = await this.#send(
      'events',
      { headers: { Accept: 'text/event-stream' }, cache: 'no-store' },
      changes,
      controller,
    );
    const { status, headers } = response;
    this.exchanges.push({ method: 'GET', endpoint: 'events', status, headers, text: '', body: undefined });
    return new EventReader(response, controller);
  }

  async #receive(endpoint: Endpoint, init: RequestInit, changes: RequestChanges): Promise<Received> {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), this.#options.timeoutMs);
    try {
      const received = await this.#read(endpoint, init, changes, controller);
      this.exchanges.push({ method: init.method ?? 'GET', endpoint, ...received });
      return received;
    } finally {
      clearTimeout(timer);
    }
  }

  async #read(
    endpoint: Endpoint,
    init: RequestInit,
    changes: RequestChanges,
    controller: AbortController,
  ): Promise<Received> {
    const response = await this.#send(endpoint, init, changes, controller);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parseJson(text) };
  }

  async #send(
    endpoint: Endpoint,
    init: RequestInit,
    { id = '', query = {}, headers = this.#options.headers, added = {} }: RequestChanges,
    controller: AbortController,
  ): Promise<Response> {
    const { addresses, fetch: send, timeoutMs } = this.#options;
    const url = new URL((addresses[endpoint] ?? '').replace('{id}', encodeURIComponent(id)));
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const all = new Headers(init.headers);
    for (const [name, value] of Object.entries({ ...headers, ...added })) all.set(name, value);
    const timer = setTimeout(() => controller.abort(), timeoutMs);
    try {
      return await send(url, { ...init, headers: all, redirect: 'manual', signal: controller.signal });
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const reason = controller.signal.aborted ? `nothing within ${timeoutMs / 1000} s` : String(cause);
      throw new NoResponseError(`There is no response from ${url.origin}${url.pathname}: ${reason}`);
    } finally {
      clearTimeout(timer);
    }
  }
}

export const isSuccess = ({ status }: Received): boolean => status >= 200 && status < 300;

/** Whether the backend does not have such a request. */
export const isAbsent = ({ status }: Received): boolean => [404, 405, 501].includes(status);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
