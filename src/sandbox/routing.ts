import { Hono } from 'hono';
import type { Credentials } from './credentials.js';
import { type Answer, errorResponse, ServiceError, successResponse } from './envelope.js';
import { type Fields, readBody } from './fields.js';

/** What an operation learns of the request that it answers. */
export interface Call {
  /** A parameter of the path, decoded. */
  param(name: string): string;
  query: URLSearchParams;
  body(): Promise<Fields>;
  /** The base URL as this request had it. */
  base: string;
}

interface Route {
  /** The number in the contract, §4. */
  number: number;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** As the contract prints it, slashes included; parameters are written `:name`. */
  path: string;
}

export interface ClientOperation extends Route {
  credentials: 'client';
  answer(call: Call): Answer | Promise<Answer>;
}

export interface CustomerOperation extends Route {
  credentials: 'customer';
  answer(call: Call, uniqueCustomerId: string): Answer | Promise<Answer>;
}

export type Operation = ClientOperation | CustomerOperation;

/** What the router is told beside the request. */
export interface Dispatch {
  base: string;
  path: string;
}

export interface Router {
  /** The number of the operation that this method and path mean, whether or not it will be answered. */
  identify(method: string, path: string): number | null;
  answer(request: Request, dispatch: Dispatch): Promise<Response>;
}

/** One function that finds the operation, checks credentials, then answers: always in an envelope. */
export function createRouter(operations: readonly Operation[], credentials: Credentials): Router {
  const dispatches = new WeakMap<Request, Dispatch>();
  const app = new Hono({ getPath: (request) => dispatches.get(request)?.path ?? '/' });

  for (const operation of operations) {
    app.on(operation.method, operation.path, async ({ req }) => {
      const call: Call = {
        param: (name) => req.param(name) ?? '',
        query: new URL(req.url).searchParams,
        body: () => readBody(req.raw),
        base: dispatches.get(req.raw)?.base ?? '',
      };
      if (operation.credentials === 'customer') {
        const uniqueCustomerId = credentials.checkCustomer(req.raw.headers);
        return successResponse(await operation.answer(call, uniqueCustomerId));
      }
      credentials.checkClient(req.raw.headers);
      return successResponse(await operation.answer(call));
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

  const patterns = operations.map(({ number, method, path }) => ({
    number,
    method,
    pattern: new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}$`),
  }));
  return {
    identify: (method, path) =>
      patterns.find((known) => known.method === method && known.pattern.test(path))?.number ?? null,
    async answer(request, dispatch) {
      dispatches.set(request, dispatch);
      return app.fetch(request);
    },
  };
}
