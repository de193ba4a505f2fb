import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, AuthenticationError, ConnectionError, RequestError } from '../../src/api/errors.js';
import { ResponseError } from '../../src/api/response-error.js';
import { createEndpoint } from '../../src/api/endpoint.js';
import { notificationSchema } from '../../src/api/schemas/notification.js';
import { type Operation, type RequestOptions, Transport } from '../../src/api/transport.js';
import {
  body,
  cut,
  failure,
  hangUp,
  json,
  type RecordingServer,
  redirect,
  silence,
  stall,
  startRecordingServer,
  success,
} from './recording-server.js';

const record = { id: 'n-1', payload: {} };
const endpoints = {
  GET: createEndpoint('GET /things/{thingId}', { thingId: 'Anna/1' }),
  POST: createEndpoint('POST /things/{thingId}', { thingId: 'Anna/1' }),
  PUT: createEndpoint('PUT /things/{thingId}', { thingId: 'Anna/1' }),
  PATCH: createEndpoint('PATCH /things/{thingId}', { thingId: 'Anna/1' }),
};
const operation: Operation<unknown> = { endpoint: endpoints.GET, schema: notificationSchema };

let server: RecordingServer;
let other: RecordingServer;

beforeAll(async () => {
  [server, other] = await Promise.all([startRecordingServer(), startRecordingServer()]);
});
afterAll(() => Promise.all([server.close(), other.close()]));
beforeEach(() => {
  server.requests.length = 0;
  other.requests.length = 0;
  // Full jitter becomes no delay: a retry is sent immediately.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const transport = (options: object = {}) =>
  new Transport({ baseUrl: server.baseUrl, ...options }, { authorize: () => ({ 'X-Key': 'secret-key' }) });
const send = (change: Partial<Operation<unknown>> = {}, options?: RequestOptions) =>
  transport().send({ ...operation, ...change }, options);
const sendAndFail = (change: Partial<Operation<unknown>> = {}, options?: RequestOptions) =>
  send(change, options).then(
    () => expect.fail('the call did not reject'),
    (error: unknown) => error,
  );

describe('A request', () => {
  it('consists of the method, the base URL, the path and the query', async () => {
    server.reply(success(record));
    await send({ query: '?page=1&size=25' });
    expect(server.requests).toMatchObject([
      { method: 'GET', url: '/gate/v1/service/things/Anna%2F1?page=1&size=25', body: '' },
    ]);
  });

  it('has only the headers of the platform and of the credentials', async () => {
    server.reply(success(record));
    await fetch(server.baseUrl);
    await send();
    const [plain, sent] = server.requests;
    const platform = { ...plain?.headers, 'cache-control': 'no-cache', pragma: 'no-cache' };
    expect(sent?.headers).toEqual({ ...platform, 'x-key': 'secret-key' });
  });

  it('has a JSON body and the matching content type', async () => {
    server.reply(success(record));
    await send({ endpoint: endpoints.POST, body: { name: 'Ärger 🙂' } });
    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'POST', body: '{"name":"Ärger 🙂"}' });
    expect(request?.headers['content-type']).toBe('application/json');
  });

  it('has neither body nor content type if the operation has no body', async () => {
    server.reply(success(record));
    await send({ endpoint: endpoints.PATCH });
    const [request] = server.requests;
    expect(request?.body).toBe('');
    expect(request?.headers).not.toHaveProperty('content-type');
  });

  it('is sent through the fetch option without cookies, cache, referrer or redirects', async () => {
    const customFetch = vi.fn<typeof fetch>(() =>
      Promise.resolve(Response.json({ status: 'success', data: record })),
    );
    await transport({ fetch: customFetch }).send(operation);
    expect(customFetch.mock.calls[0]?.[1]).toMatchObject({
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
    expect(server.requests).toHaveLength(0);
  });

  it('uses the global fetch at the time of the call', async () => {
    const client = transport();
    const laterFetch = vi.fn<typeof fetch>(() =>
      Promise.resolve(Response.json({ status: 'success', data: record })),
    );
    vi.stubGlobal('fetch', laterFetch);
    await client.send(operation);
    expect(laterFetch).toHaveBeenCalledOnce();
  });
});

describe('A response', () => {
  it('is returned as the data that the schema parses, and the metadata', async () => {
    server.reply(success(record, { page: 1 }));
    const { data, metaData } = await send();
    expect(data).toMatchObject({ id: 'n-1', payload: { title: null } });
    expect(metaData).toEqual({ page: 1 });
  });

  it.each([
    ['HTML', body('<!DOCTYPE html><html><body>Anna: sign in</body></html>')],
    ['HTTP 204 without content', body('', 204)],
    ['JSON with a byte-order mark', body('\uFEFF{"status":"success","data":{"id":"Anna","payload":{}}}')],
    ['JSON without an envelope', json({ id: 'Anna', payload: {} })],
    ['an envelope of another status', json({ status: 'pending', data: record })],
    ['an envelope with null as data', success(null)],
    ['an envelope with data of the wrong shape', success({ id: 'Anna' })],
    ['larger than five megabytes', success({ id: 'Anna', payload: { body: 'x'.repeat(5_000_000) } })],
  ])('that is %s causes a ResponseError that quotes nothing of it, and no retry', async (_, reply) => {
    server.reply(reply);
    const error = await sendAndFail();
    expect(error).toBeInstanceOf(ResponseError);
    expect(error).toMatchObject({ operation: 'GET /things/{thingId}' });
    expect(error).not.toHaveProperty('cause');
    expect(JSON.stringify(error) + String(error)).not.toMatch(/anna|secret/i);
    expect(server.requests).toHaveLength(1);
  });

  it('with an invalid field causes an error that names the field', async () => {
    server.reply(success({ id: 'n-1', payload: 7 }));
    expect(String(await sendAndFail())).toContain('data.payload of the response');
  });

  it('may contain five megabytes', async () => {
    server.reply(success({ ...record, payload: { body: 'x'.repeat(4_900_000) } }));
    await expect(send()).resolves.toMatchObject({ data: { id: 'n-1' } });
  });
});

describe('An error response', () => {
  it.each([
    [400, ApiError],
    [401, AuthenticationError],
    [403, AuthenticationError],
    [500, ApiError],
  ])(
    'with HTTP %d causes an error of its class with the texts of the service',
    async (status, ErrorClass) => {
      server.reply(failure(status, 'Anna is unknown', {}, { code: 7 }));
      const error = await sendAndFail({}, { retries: 0 });
      expect(error).toBeInstanceOf(ErrorClass);
      expect(error).toMatchObject({ status, serviceMessage: 'Anna is unknown', error: { code: 7 } });
      expect(String(error)).toBe(
        `${ErrorClass === ApiError ? 'ApiError' : 'AuthenticationError'}: GET /things/{thingId}: refused with HTTP ${status}`,
      );
    },
  );

  it('may have HTTP 200, and the request is not retried', async () => {
    server.reply(failure(200));
    const error = await sendAndFail();
    expect(error).toMatchObject({ name: 'ApiError', status: 200, serviceMessage: 'refused' });
    expect(String(error)).toMatch(/: the response says that there is an error, with HTTP 200$/);
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['HTML', body('<html>Anna</html>', 404)],
    ['a success envelope', json({ status: 'success', data: record }, 404)],
    ['a truncated body', cut(404)],
    ['a body that is too large', body('x'.repeat(5_000_001), 404)],
  ])('causes an ApiError for any body: %s', async (_, reply) => {
    server.reply(reply);
    expect(await sendAndFail()).toMatchObject({
      name: 'ApiError',
      status: 404,
      serviceMessage: null,
      error: null,
    });
  });

  it.each([
    ['7', 7],
    ['Tue, 24 Nov 2026 12:01:30 GMT', 90],
    ['Tue, 24 Nov 2026 11:58:30 GMT', 0],
    ['1.5', null],
    ['soon', null],
    ['soon GMT', null],
  ])('with Retry-After: %s sets retryAfter to %s', async (header, seconds) => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-24T12:00:00Z'));
    server.reply(failure(429, '', { 'Retry-After': header }));
    const { retryAfter } = (await sendAndFail({}, { retries: 0 })) as ApiError;
    expect(retryAfter).toBe(seconds);
  });
});

describe('Transport', () => {
  const transientFailures: [string, Parameters<RecordingServer['reply']>[0]][] = [
    ['HTTP 408', failure(408)],
    ['HTTP 425', failure(425)],
    ['HTTP 429', failure(429)],
    ['HTTP 500', failure(500)],
    ['HTTP 503 with Retry-After', failure(503, '', { 'Retry-After': '0' })],
    ['a connection that closes', hangUp],
    ['a truncated body', cut()],
  ];

  it.each(transientFailures)('retries GET at most twice after %s', async (_, reply) => {
    server.reply(reply, reply, success(record));
    await send();
    expect(server.requests).toHaveLength(3);

    server.requests.length = 0;
    server.reply(reply);
    await sendAndFail();
    expect(server.requests).toHaveLength(3);
  });

  it.each<[keyof typeof endpoints, number]>([
    ['PUT', 3],
    ['POST', 1],
    ['PATCH', 1],
  ])('sends %s at most %d times', async (method, attempts) => {
    server.reply(failure(500));
    await sendAndFail({ endpoint: endpoints[method], body: {} });
    expect(server.requests).toHaveLength(attempts);
  });

  it('retries a POST that is marked as idempotent', async () => {
    server.reply(failure(500), success(record));
    await send({ endpoint: endpoints.POST, body: { on: true }, isIdempotent: true });
    expect(server.requests.map((request) => request.body)).toEqual(['{"on":true}', '{"on":true}']);
  });

  it.each([[400], [401], [404]])('never retries after HTTP %d', async (status) => {
    server.reply(failure(status), success(record));
    await sendAndFail();
    expect(server.requests).toHaveLength(1);
  });

  it('retries as often as the retries option says', async () => {
    server.reply(failure(500));
    await sendAndFail({}, { retries: 4 });
    expect(server.requests).toHaveLength(5);
    await sendAndFail({}, { retries: 0 });
    expect(server.requests).toHaveLength(6);
  });
});

describe('A connection', () => {
  it('that fails causes a ConnectionError with the reason as its cause', async () => {
    server.reply(hangUp);
    const error = await sendAndFail({}, { retries: 0 });
    expect(error).toBeInstanceOf(ConnectionError);
    expect(String(error)).toBe('ConnectionError: GET /things/{thingId}: no response');
    expect((error as Error).cause).toBeInstanceOf(TypeError);
  });

  it('does not follow redirects, nor repeats the request: the other server receives nothing', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      server.reply(redirect(`${other.origin}/steal`, status));
      expect(await sendAndFail({ endpoint: endpoints.POST, body: {} })).toMatchObject({
        name: 'ConnectionError',
        message: 'POST /things/{thingId}: the service redirects, which is refused',
      });
      server.reply(redirect(`${other.origin}/steal`, status));
      expect(await sendAndFail({}, { retries: 2 })).toBeInstanceOf(ConnectionError);
    }
    expect(server.requests).toHaveLength(10);
    expect(other.requests).toHaveLength(0);
  });

  it('does not repeat what a browser redirects, of which it tells no more', async () => {
    const opaque = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
    const customFetch = vi.fn<typeof fetch>(() => Promise.resolve(opaque));
    const sending = transport({ fetch: customFetch, retries: 2 }).send(operation);
    await expect(sending).rejects.toBeInstanceOf(ConnectionError);
    expect(customFetch).toHaveBeenCalledOnce();
  });
});

describe('An abort', () => {
  const reason = new Error('the user left the page');

  it('before the request sends nothing and rejects with the reason of the signal', async () => {
    server.reply(success(record));
    expect(await sendAndFail({}, { signal: AbortSignal.abort(reason) })).toBe(reason);
    expect(server.requests).toHaveLength(0);
  });

  it.each([
    ['the response', silence],
    ['the rest of the body', stall],
  ])('while waiting for %s rejects with the reason of the signal, not a TimeoutError', async (_, reply) => {
    server.reply(reply);
    const controller = new AbortController();
    const failed = sendAndFail({}, { signal: controller.signal });
    await expect.poll(() => server.requests.length).toBe(1);
    controller.abort(reason);
    expect(await failed).toBe(reason);
    expect(server.requests).toHaveLength(1);
  });

  it('signal has no listeners left after the call', async () => {
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, 'addEventListener');
    const remove = vi.spyOn(signal, 'removeEventListener');
    server.reply(failure(500), success(record));
    await send({}, { signal });
    expect(add.mock.calls.length).toBeGreaterThan(0);
    expect(remove.mock.calls.map((call) => call[1])).toEqual(add.mock.calls.map((call) => call[1]));
  });
});

describe('Invalid options', () => {
  it.each([
    [{ timeout: 0 }, 'timeout'],
    [{ timeout: NaN }, 'timeout'],
    [{ timeout: Infinity }, 'timeout'],
    [{ timeout: 2 ** 31 }, 'timeout'],
    [{ retries: -1 }, 'retries'],
    [{ retries: 1.5 }, 'retries'],
  ])('such as %j are rejected before anything is sent', async (limits, field) => {
    expect(() => transport(limits)).toThrow(RequestError);
    expect(await sendAndFail({}, limits)).toMatchObject({ name: 'RequestError', field });
    expect(server.requests).toHaveLength(0);
  });

  it('such as a fetch that is not a function are rejected', () => {
    expect(() => transport({ fetch: 'fetch' })).toThrow(/^fetch must be a function/);
  });
});
