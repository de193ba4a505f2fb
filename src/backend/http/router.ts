import { DeadlineError, withDeadline } from '../errors/deadline.js';
import type { ReportError } from '../errors/report-error.js';
import { ReturnTypeError } from '../errors/setup-error.js';
import { isId } from '../stores/ids.js';
import { checkOrigin, parseOrigin, preflightHeaders, RefusedOrigins } from './check-origin.js';
import { assertNoWait, HttpError } from './http-error.js';
import { isBodyLoading } from './request-input.js';
import { commonHeaders, json } from './responses.js';

/** A request, as every function of the host receives it. */
export interface CustomerRequest {
  /** The customer that `authenticate` has named. */
  customerId: string;
  /** The request of the page. */
  request: Request;
}

/** What a route receives. */
export interface RouteContext extends CustomerRequest {
  /** What stands for `{id}` in the path of the route; empty if that has none. */
  id: string;
  query: URLSearchParams;
  /** Whether nobody waits for the response any more: the client has gone away, or the time of the request is over. */
  isAbandoned: () => boolean;
}

/** Responds to a request of a customer who is signed in and within the rate limit. */
export type Route = (context: RouteContext) => Promise<Response>;

interface RouterOptions {
  basePath: string;
  allowedOrigins: readonly string[];
  timeoutMs: number;
  /** Returns for how many seconds the customer has to wait. */
  rateLimit: (context: CustomerRequest & { route: string }) => number | Promise<number>;
  report: ReportError;
}

/** The path as the URL of a request has it, without a slash at its end, however it is written. */
function parseBasePath(value: unknown): string {
  if (typeof value !== 'string' || /[?#*]|:\/\//.test(value))
    throw new TypeError('basePath must be a path, such as /inbox.');
  const path = value.replace(/^\/+|\/+$/g, '');
  return path === '' ? '' : new URL(`/${path}`, 'http://localhost').pathname;
}

/**
 * Splits a path below the base path: as the routes name it, with `{id}` for its second segment, and that segment.
 *
 * @throws HttpError if the segment is not percent-encoded text
 */
function parsePath(path: string): { template: string; id: string } {
  const [, collection, segment] = /^(\/[^/]+)\/([^/]+)$/.exec(path) ?? [];
  if (collection === undefined || segment === undefined) return { template: path, id: '' };
  try {
    return { template: `${collection}/{id}`, id: decodeURIComponent(segment) };
  } catch {
    throw new HttpError(404, 'not-found');
  }
}

/** Returns the id of the customer, from code of the host: its type is not certain. */
export type Authenticate = () => unknown;

/** Finds the route of each request, lets through those of customers, and turns what goes wrong into a response. */
export class Router {
  readonly #options: RouterOptions;
  readonly #routes: Readonly<Record<string, Route>>;
  readonly #basePath: string;
  readonly #allowedOrigins: readonly string[];
  readonly #refusedOrigins = new RefusedOrigins();

  /**
   * @param routes by method and path, such as `POST /read` or `GET /notifications/{id}`
   * @throws TypeError if the base path or an origin cannot be meant
   */
  constructor(options: RouterOptions, routes: Readonly<Record<string, Route>>) {
    this.#options = options;
    this.#routes = routes;
    this.#basePath = parseBasePath(options.basePath);
    this.#allowedOrigins = options.allowedOrigins.map(parseOrigin);
  }

  /** Handles a request. It never rejects: what goes wrong is a response too. */
  async respond(request: Request, authenticate: Authenticate): Promise<Response> {
    const url = new URL(request.url);
    let operation = request.method;
    let headers: Record<string, string> = commonHeaders;
    try {
      // First, so that a page of an allowed origin sees every refusal.
      headers = { ...headers, ...checkOrigin(request, url, this.#allowedOrigins) };
      const { route, name, id } = this.#findRoute(request, url);
      operation = name;
      const response = route
        ? await this.#runInTime(route, name, { id, request, query: url.searchParams }, authenticate)
        : new Response(null, { status: 204, headers: preflightHeaders(request) });
      for (const [header, value] of Object.entries(headers)) response.headers.set(header, value);
      if (this.#allowedOrigins.length > 0) response.headers.append('Vary', 'Origin');
      if (request.method !== 'HEAD') return response;
      await response.body?.cancel();
      return new Response(null, response);
    } catch (error) {
      // What is refused for one origin may be no refusal for another one.
      if (this.#allowedOrigins.length > 0) headers = { ...headers, Vary: 'Origin' };
      if (error instanceof HttpError) {
        if (error.code === 'other-origin') this.#refusedOrigins.warn(request, url);
        return json({ error: error.code }, error.status, { ...headers, ...error.headers });
      }
      if (!request.signal.aborted) this.#options.report(error, operation);
      // Clients that failed together must not come back together.
      const retryAfter = String(1 + Math.floor(Math.random() * 5));
      return json({ error: 'unavailable' }, 503, { ...headers, 'Retry-After': retryAfter });
    }
  }

  /** The route of a request; null for a preflight. Some sites redirect to a slash at the end, as Next does with `trailingSlash`. */
  #findRoute({ method }: Request, { pathname }: URL): { route: Route | null; name: string; id: string } {
    const below = pathname.startsWith(`${this.#basePath}/`)
      ? pathname.slice(this.#basePath.length).replace(/\/$/, '')
      : '';
    const { template, id } = parsePath(below);
    const name = `${method === 'HEAD' ? 'GET' : method} ${template}`;
    const route = this.#routes[name];
    if (route) return { route, name, id };
    const methods = ['GET', 'POST'].filter((other) => this.#routes[`${other} ${template}`]);
    if (methods.length === 0) throw new HttpError(404, 'not-found');
    const isPreflight = method === 'OPTIONS' && this.#allowedOrigins.length > 0;
    if (isPreflight) return { route: null, name, id };
    throw new HttpError(405, 'method', { Allow: methods.join(', ') });
  }

  async #runInTime(
    route: Route,
    name: string,
    given: Pick<RouteContext, 'id' | 'request' | 'query'>,
    authenticate: Authenticate,
  ): Promise<Response> {
    const { request } = given;
    let isLate = false;
    const isAbandoned = (): boolean => isLate || request.signal.aborted;
    const running = this.#run(route, name, { ...given, isAbandoned }, authenticate);
    try {
      return await withDeadline(running, this.#options.timeoutMs);
    } catch (error) {
      isLate = true;
      // Nobody takes the events of a stream that opens later.
      void running.then(
        ({ body }) => body?.cancel(),
        () => undefined,
      );
      // The page is slow, not the host: it is no error to report.
      if (error instanceof DeadlineError && isBodyLoading(request))
        throw new HttpError(408, 'slow-body', { 'Retry-After': '1' });
      throw error;
    }
  }

  async #run(
    route: Route,
    name: string,
    context: Omit<RouteContext, 'customerId'>,
    authenticate: Authenticate,
  ): Promise<Response> {
    const { request } = context;
    const customerId = await authenticate();
    // Users of JavaScript return what their session has: nothing if nobody is signed in, or a number.
    if (customerId === null || customerId === undefined) throw new HttpError(401, 'signed-out');
    if (!isId(customerId))
      throw new ReturnTypeError('authenticate() must return a string of 1 to 256 characters, or null.');
    assertNoWait(await this.#options.rateLimit({ customerId, request, route: name }));
    return route({ ...context, customerId });
  }
}
