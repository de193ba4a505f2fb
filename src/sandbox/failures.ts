import { unlessAborted } from './abort.js';
import { errorResponse } from './envelope.js';
import type { SandboxFailure } from './types.js';

interface PlannedFailure {
  how: SandboxFailure;
  left: number;
  path: string | RegExp | undefined;
}

/** The failures that were asked for and have not happened yet. */
export class FailureQueue {
  #planned: PlannedFailure[] = [];

  add(how: SandboxFailure, count: number, path: string | RegExp | undefined): void {
    if (count > 0) this.#planned.push({ how, left: count, path });
  }

  /** The failure for a request to this path, which is thereby used up. */
  take(path: string): SandboxFailure | undefined {
    const next = this.#planned.find((planned) => matches(planned.path, path));
    if (!next) return undefined;
    next.left -= 1;
    if (next.left === 0) this.#planned = this.#planned.filter((planned) => planned !== next);
    return next.how;
  }

  clear(): void {
    this.#planned = [];
  }
}

function matches(wanted: string | RegExp | undefined, path: string): boolean {
  if (wanted === undefined) return true;
  // `search`, not `test`: an expression with the g flag would remember where it stopped.
  return typeof wanted === 'string' ? path.includes(wanted) : path.search(wanted) >= 0;
}

/** What the platform's fetch rejects with when there is no connection. */
export function networkError(): TypeError {
  return new TypeError('Failed to fetch');
}

export async function fail(how: SandboxFailure, signal: AbortSignal | undefined): Promise<Response> {
  if (typeof how === 'object') {
    const headers = how.retryAfter === undefined ? {} : { 'Retry-After': String(how.retryAfter) };
    return errorResponse(how.status, how.message ?? defaultMessage(how.status), headers);
  }
  switch (how) {
    case 'network':
      throw networkError();
    case 'html':
      return new Response('<!doctype html><title>502 Bad Gateway</title><h1>Bad Gateway</h1>', {
        status: 502,
        headers: { 'Content-Type': 'text/html; charset=utf-8' },
      });
    case 'empty':
      return new Response('', { headers: json });
    case 'truncated':
      return new Response(brokenOff, { headers: json });
    case 'error-in-200':
      return errorResponse(200, 'The request could not be completed.');
    case 'stall':
      return unlessAborted(signal, () => new Promise<never>(() => undefined));
    case 'stalled-body':
      return new Response(stalledBody(signal), { headers: json });
  }
}

const json = { 'Content-Type': 'application/json' };
const brokenOff = '{"status":"success","message":"OK","data":{"id":"';

function stalledBody(signal: AbortSignal | undefined): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(brokenOff));
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
