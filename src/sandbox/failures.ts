import { rejectOnAbort } from './abort.js';
import { errorResponse } from './envelope.js';
import type { SandboxFailure } from './types.js';

interface PlannedFailure {
  failure: SandboxFailure;
  remaining: number;
  path: string | RegExp | undefined;
}

/** Failures to simulate, in the order in which they were added. */
export class FailureQueue {
  #planned: PlannedFailure[] = [];

  add(failure: SandboxFailure, count: number, path: string | RegExp | undefined): void {
    if (count > 0) this.#planned.push({ failure, remaining: count, path });
  }

  /** Takes the next failure for a request to this path off the queue. */
  take(path: string): SandboxFailure | undefined {
    const next = this.#planned.find((planned) => matches(planned.path, path));
    if (!next) return undefined;
    next.remaining -= 1;
    if (next.remaining === 0) this.#planned = this.#planned.filter((planned) => planned !== next);
    return next.failure;
  }

  clear(): void {
    this.#planned = [];
  }
}

function matches(pattern: string | RegExp | undefined, path: string): boolean {
  if (pattern === undefined) return true;
  // `search`, not `test`: with the g flag, `test` starts at the `lastIndex` of the previous match.
  return typeof pattern === 'string' ? path.includes(pattern) : path.search(pattern) >= 0;
}

/** The error with which `fetch` rejects when there is no connection. */
export function createNetworkError(): TypeError {
  return new TypeError('Failed to fetch');
}

/** Resolves or rejects as a request with this failure does. */
export async function simulateFailure(
  failure: SandboxFailure,
  signal: AbortSignal | undefined,
): Promise<Response> {
  if (typeof failure === 'object') {
    const headers = failure.retryAfter === undefined ? {} : { 'Retry-After': String(failure.retryAfter) };
    return errorResponse(failure.status, failure.message ?? defaultMessage(failure.status), headers);
  }
  switch (failure) {
    case 'network':
      throw createNetworkError();
    case 'html':
      return new Response('<!doctype html><title>502 Bad Gateway</title><h1>Bad Gateway</h1>', {
        status: 502,
        headers: { 'Content-Type': 'text/html; charset=utf-8' },
      });
    case 'empty':
      return new Response('', { headers: jsonHeaders });
    case 'truncated':
      return new Response(truncatedJson, { headers: jsonHeaders });
    case 'error-in-200':
      return errorResponse(200, 'The request could not be completed.');
    case 'stall':
      return rejectOnAbort(signal, () => new Promise<never>(() => undefined));
    case 'stalled-body':
      return new Response(createStalledBody(signal), { headers: jsonHeaders });
  }
}

const jsonHeaders = { 'Content-Type': 'application/json' };
const truncatedJson = '{"status":"success","message":"OK","data":{"id":"';

function createStalledBody(signal: AbortSignal | undefined): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(truncatedJson));
      signal?.addEventListener('abort', () => controller.error(signal.reason), { once: true });
    },
  });
}

function defaultMessage(status: number): string {
  switch (status) {
    case 401:
      return 'The credentials are missing or no longer valid.';
    case 403:
      return 'This is not allowed.';
    case 404:
      return 'There is nothing here.';
    case 429:
      return 'Too many requests. Try again later.';
    case 503:
      return 'The service is briefly unavailable.';
    default:
      return status >= 500 ? 'Something went wrong on our side.' : 'The request was refused.';
  }
}
