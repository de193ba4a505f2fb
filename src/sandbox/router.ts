import { Hono } from 'hono';
import type { Credentials } from './credentials.js';
import { errorResponse, type OperationResult, ServiceError, successResponse } from './envelope.js';
import { type BodyFields, parseBody } from './request-body.js';
import type { ServiceUrl } from './service-url.js';

/** The parts of a request that an operation needs. */
export interface OperationRequest {
  /** A path parameter, decoded. */
  param(name: string): string;
  query: URLSearchParams;
  body(): Promise<BodyFields>;
  /** The base URL that this request used. */
  base: string;
}

interface Route {
  /** The number of the operation, as in docs/server.md. */
  number: number;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** As the service documents it, slashes included; parameters are written `:name`. */
  path: string;
}

export interface ClientOperation extends Route {
  credentials: 'client';
  handle(request: OperationRequest): OperationResult | Promise<OperationResult>;
}

export interface CustomerOperation extends Route {
  credentials: 'customer';
  handle(request: OperationRequest, uniqueCustomerId: string): OperationResult | Promise<OperationResult>;
}

export type Operation = ClientOperation | CustomerOperation;

export interface Router {
  /** The number of the operation with this method and path, or null if there is none. */
  findOperation(method: string, path: string): number | null;
  handle(request: Request, url: ServiceUrl): Promise<Response>;
}

/** Creates a router that finds the operation, checks credentials, and responds with an envelope, also for errors. */
export function createRouter(operations: readonly Operation[], credentials: Credentials): Router {
  const urls = new WeakMap<Request, ServiceUrl>();
  const app = new Hono({ getPath: (request) => urls.get(request)?.path ?? '/' });

  for (const operation of operations) {
    app.on(operation.method, operation.path, async ({ req }) => {
      const request: OperationRequest = {
        param: (name) => req.param(name) ?? '',
        query: new URL(req.url).searchParams,
        body: () => parseBody(req.raw),
        base: urls.get(req.raw)?.base ?? '',
      };
      if (operation.credentials === 'customer') {
        const uniqueCustomerId = credentials.checkCustomer(req.raw.headers);
        return successResponse(await operation.handle(request, uniqueCustomerId));
      }
      credentials.checkClient(req.raw.headers);
      return successResponse(await operation.handle(request));
    });
  }
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const allowed = operations.filter((operation) => operation.path === path).map(({ method }) => method);
    app.all(path, ({ req }) =>
      errorResponse(405, `${req.method} is not possible here.`, { Allow: allowed.join(', ') }),
    );
  }
  app.notFound(() => errorResponse(404, 'There is no such operation.'));
  app.onError((error) =>
    error instanceof ServiceError
      ? errorResponse(error.status, error.message)
      : errorResponse(500, 'Something went wrong on our side.'),
  );

  return {
    findOperation(method, path) {
      const routes = app.router.match(method, path)[0].map(([[, route]]) => route);
      const isMatched = (operation: Operation): boolean =>
        routes.some((route) => route.method === operation.method && route.path === operation.path);
      return operations.find(isMatched)?.number ?? null;
    },
    async handle(request, url) {
      urls.set(request, url);
      return app.fetch(request);
    },
  };
}
