import type { Sandbox } from '../../src/sandbox.js';
import { type Envelope, parseEnvelope } from './envelope.js';

export interface ClientResponse extends Envelope {
  httpStatus: number;
}

export function clientHeaders({ clientKey, clientSecret }: Sandbox): Record<string, string> {
  return { 'x-client-key': clientKey, 'x-client-secret': clientSecret };
}

/** Calls a client operation with plain `fetch`, as the contract describes it. */
export async function call(
  sandbox: Sandbox,
  method: string,
  path: string,
  body?: unknown,
): Promise<ClientResponse> {
  const response = await sandbox.fetch(sandbox.baseUrl + path, {
    method,
    headers: {
      ...clientHeaders(sandbox),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { httpStatus: response.status, ...(await parseEnvelope(response)) };
}

/** The items of a list. */
export function items({ data }: ClientResponse): Record<string, unknown>[] {
  return data as unknown as Record<string, unknown>[];
}
