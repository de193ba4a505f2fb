import {
  createInboxBackend,
  memoryStore,
  type InboxBackend,
  type InboxBackendOptions,
} from '../../src/backend.js';
import { addressesOf, checkBackend, type CheckOptions } from '../../src/check/check-backend.js';
import type { Report } from '../../src/check/report.js';

/** Handles a request of the check. */
export type Handle = (request: Request) => Promise<Response>;

/** Stands between the check and the backend that drops in, and does something wrong. */
export type Fault = (request: Request, next: Handle) => Promise<Response>;

export const headers = { Cookie: 'session=anna' };

/** The backend that drops in, for the customer of the cookie, with three notifications. */
export async function createDropIn({
  hasToken = true,
  ...options
}: Partial<InboxBackendOptions> & { hasToken?: boolean } = {}): Promise<InboxBackend> {
  const backend = createInboxBackend({
    store: memoryStore(),
    authenticate: (request) => /session=(\w+)/.exec(request.headers.get('Cookie') ?? '')?.[1] ?? null,
    ...(hasToken && { serviceToken: () => 'token' }),
    groups: [
      { id: 'orders', name: 'Orders', isRequired: true },
      { id: 'offers', name: 'Offers', isGroupNotificationOff: false },
    ],
    allowRemoval: true,
    ...options,
  });
  await backend.deliver('anna', [
    { id: 'n3', createdDate: '2026-11-20T09:12:00.000Z', title: 'On its way' },
    { id: 'n2', createdDate: '2026-11-20T08:30:00.000Z', title: 'Packed', isRead: true },
    { id: 'n1', createdDate: '2026-11-19T16:05:00.000Z', title: 'Ordered', isRead: true },
  ]);
  return backend;
}

/** Runs the check against a backend in this process. */
export function runCheck(
  backend: InboxBackend,
  { fault = (request, next) => next(request), ...options }: Partial<CheckOptions> & { fault?: Fault } = {},
): Promise<Report> {
  return checkBackend({
    addresses: addressesOf('http://localhost/inbox'),
    headers,
    fetch: (input, init) => fault(new Request(input, init), backend.fetch),
    timeoutMs: 5000,
    eventMs: 1000,
    heartbeatMs: 1,
    ...options,
  });
}

/** The path of a request below that of the backend. */
export const pathOf = ({ url }: Request): string => new URL(url).pathname.replace('/inbox', '');

/** Changes the JSON of a response. */
export const editJson =
  (edit: (body: Record<string, unknown>) => object): Fault =>
  async (request, next) => {
    const response = await next(request);
    if (response.status !== 200) return response;
    const body = edit((await response.json()) as Record<string, unknown>);
    return new Response(JSON.stringify(body), response);
  };

/** Changes what a stream sends, of which each chunk has whole events. */
export const editEvents =
  (edit: (text: string) => string): Fault =>
  async (request, next) => {
    const response = await next(request);
    const stream = response.body
      ?.pipeThrough(new TextDecoderStream())
      .pipeThrough(
        new TransformStream<string, string>({
          transform: (text, controller) => controller.enqueue(edit(text)),
        }),
      )
      .pipeThrough(new TextEncoderStream());
    return new Response(stream, response);
  };
