import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  RequestError,
  ResponseError,
  TimeoutError,
} from '../../src/api/errors.js';
import { path } from '../../src/api/path.js';
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
const operation: Operation<unknown> = {
  method: 'GET',
  path: path`/things/${{ thingId: 'Anna/1' }}`,
  schema: notificationSchema,
};

let server: RecordingServer;
let other: RecordingServer;

beforeAll(async () => {
  [server, other] = await Promise.all([startRecordingServer(), startRecordingServer()]);
});
afterAll(() => Promise.all([server.close(), other.close()]));
beforeEach(() => {
  server.requests.length = 0;
  other.requests.length = 0;
  // Full jitter with no jitter at all: the next try goes out at once.
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
const failing = (change: Partial<Operation<unknown>> = {}, options?: RequestOptions) =>
  send(change, options).then(
    () => expect.fail('it did not fail'),
    (error: unknown) => error,
  );

describe('what is sent', () => {
  it('is the method, the base URL with the path behind it, and the query', async () => {
    server.reply(success(record));
    await send({ query: '?page=1&size=25' });
    expect(server.requests).toMatchObject([
      { method: 'GET', url: '/gate/v1/service/things/Anna%2F1?page=1&size=25', body: '' },
    ]);
  });

  it('has no header but those of the platform and of the credentials', async () => {
    server.reply(success(record));
    await fetch(server.baseUrl);
    await send();
    const [plain, ours] = server.requests;
    const platform = { ...plain?.headers, 'cache-control': 'no-cache', pragma: 'no-cache' };
    expect(ours?.headers).toEqual({ ...platform, 'x-key': 'secret-key' });
  });

  it('has a body as JSON, and says so', async () => {
    server.reply(success(record));
    await send({ method: 'POST', body: { name: 'Ärger 🙂' } });
    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'POST', body: '{"name":"Ärger 🙂"}' });
    expect(request?.headers['content-type']).toBe('application/json');
  });

  it('has neither body nor content type where the operation has none', async () => {
    server.reply(success(record));
    await send({ method: 'PATCH' });
    const [request] = server.requests;
    expect(request?.body).toBe('');
    expect(request?.headers).not.toHaveProperty('content-type');
  });

  it('goes out without cookies, cache, referrer or redirects, by the fetch that is given', async () => {
    const given = vi.fn<typeof fetch>(() =>
      Promise.resolve(Response.json({ status: 'success', data: record })),
    );
    await transport({ fetch: given }).send(operation);
    expect(given.mock.calls[0]?.[1]).toMatchObject({
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
    expect(server.requests).toHaveLength(0);
  });

  it('takes the global fetch of the moment', async () => {
    const client = transport();
    const later = vi.fn<typeof fetch>(() =>
      Promise.resolve(Response.json({ status: 'success', data: record })),
    );
    vi.stubGlobal('fetch', later);
    await client.send(operation);
    expect(later).toHaveBeenCalledOnce();
  });
});

describe('an answer', () => {
  it('is the data as the schema reads it, and the metadata', async () => {
    server.reply(success(record, { page: 1 }));
    const { data, metaData } = await send();
    expect(data).toMatchObject({ id: 'n-1', payload: { title: null } });
    expect(metaData).toEqual({ page: 1 });
  });

  it.each([
    ['HTML', body('<!DOCTYPE html><html><body>Anna: sign in</body></html>')],
    ['nothing', body('')],
    ['no content', body('', 204)],
    ['truncated JSON', body('{"status":"success","data":{"id":"Anna')],
    ['a byte-order mark', body('\uFEFF{"status":"success","data":{"id":"Anna","payload":{}}}')],
    ['JSON of no envelope', json({ id: 'Anna', payload: {} })],
    ['a list', json([{ status: 'success' }])],
    ['a word', json('Anna')],
    ['null', json(null)],
    ['an envelope of another status', json({ status: 'pending', data: record })],
    ['no data', json({ status: 'success' })],
    ['null for data', success(null)],
    ['data of the wrong shape', success({ id: 'Anna' })],
    ['five megabytes and more', success({ id: 'Anna', payload: { body: 'x'.repeat(5_000_000) } })],
  ])(
    'that is %s is a ResponseError which says nothing of it, and is not asked for again',
    async (_, reply) => {
      server.reply(reply);
      const error = await failing();
      expect(error).toBeInstanceOf(ResponseError);
      expect(error).toMatchObject({ operation: 'GET /things/{thingId}' });
      expect(error).not.toHaveProperty('cause');
      expect(JSON.stringify(error) + String(error)).not.toMatch(/anna|secret/i);
      expect(server.requests).toHaveLength(1);
    },
  );

  it('names the field that is not what it should be', async () => {
    server.reply(success({ id: 'n-1', payload: 7 }));
    expect(String(await failing())).toContain('data.payload of the response');
  });

  it('may hold five megabytes', async () => {
    server.reply(success({ ...record, payload: { body: 'x'.repeat(4_900_000) } }));
    await expect(send()).resolves.toMatchObject({ data: { id: 'n-1' } });
  });
});

describe('a refusal', () => {
  it.each([
    [400, ApiError],
    [401, AuthenticationError],
    [403, AuthenticationError],
    [404, ApiError],
    [500, ApiError],
  ])('with HTTP %d is an error of its kind, with what the service said', async (status, kind) => {
    server.reply(failure(status, 'Anna is unknown', {}, { code: 7 }));
    const error = await failing({}, { retries: 0 });
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ status, serviceMessage: 'Anna is unknown', error: { code: 7 } });
    expect(String(error)).toBe(
      `${kind === ApiError ? 'ApiError' : 'AuthenticationError'}: GET /things/{thingId}: refused with HTTP ${status}`,
    );
  });

  it('may come with HTTP 200, and is not sent again', async () => {
    server.reply(failure(200));
    expect(await failing()).toMatchObject({ name: 'ApiError', status: 200, serviceMessage: 'refused' });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['HTML', body('<html>Anna</html>', 404)],
    ['nothing', body('', 404)],
    ['a success', json({ status: 'success', data: record }, 404)],
    ['a cut body', cut(404)],
    ['too much', body('x'.repeat(5_000_001), 404)],
  ])('is one whatever its body is: %s', async (_, reply) => {
    server.reply(reply);
    expect(await failing()).toMatchObject({
      name: 'ApiError',
      status: 404,
      serviceMessage: null,
      error: null,
    });
  });

  it.each([
    ['7', 7],
    ['0', 0],
    [new Date(Date.now() + 90_000).toUTCString(), 90],
    [new Date(Date.now() - 90_000).toUTCString(), 0],
    ['1.5', null],
    ['-1', null],
    ['soon', null],
    ['soon GMT', null],
  ])('that says Retry-After: %s', async (header, seconds) => {
    server.reply(failure(429, '', { 'Retry-After': header }));
    const { retryAfter } = (await failing({}, { retries: 0 })) as ApiError;
    if (seconds === null) expect(retryAfter).toBeNull();
    else expect(Math.abs((retryAfter ?? NaN) - seconds)).toBeLessThan(2);
  });
});

describe('sending again', () => {
  const troubles: [string, Parameters<RecordingServer['reply']>[0]][] = [
    ['HTTP 408', failure(408)],
    ['HTTP 425', failure(425)],
    ['HTTP 429', failure(429)],
    ['HTTP 500', failure(500)],
    ['HTTP 503 with Retry-After', failure(503, '', { 'Retry-After': '0' })],
    ['a connection that closes', hangUp],
    ['a body that breaks off', cut()],
  ];

  it.each(troubles)('GET and PUT after %s: at most twice', async (_, trouble) => {
    for (const method of ['GET', 'PUT'] as const) {
      server.requests.length = 0;
      server.reply(trouble, trouble, success(record));
      await send({ method, ...(method === 'PUT' && { body: {} }) });
      expect(server.requests).toHaveLength(3);

      server.requests.length = 0;
      server.reply(trouble);
      await failing({ method });
      expect(server.requests).toHaveLength(3);
    }
  });

  it.each(troubles)('never POST and PATCH after %s', async (_, trouble) => {
    for (const method of ['POST', 'PATCH'] as const) {
      server.requests.length = 0;
      server.reply(trouble, success(record));
      await failing({ method, body: {} });
      expect(server.requests).toHaveLength(1);
    }
  });

  it('a POST that is marked as repeatable', async () => {
    server.reply(failure(500), success(record));
    await send({ method: 'POST', body: { on: true }, isIdempotent: true });
    expect(server.requests.map((request) => request.body)).toEqual(['{"on":true}', '{"on":true}']);
  });

  it.each([[400], [401], [403], [404], [409], [422]])('never after HTTP %d', async (status) => {
    server.reply(failure(status), success(record));
    await failing();
    expect(server.requests).toHaveLength(1);
  });

  it('as often as the call says', async () => {
    server.reply(failure(500));
    await failing({}, { retries: 4 });
    expect(server.requests).toHaveLength(5);
    await failing({}, { retries: 0 });
    expect(server.requests).toHaveLength(6);
  });
});

describe('a connection', () => {
  it('that fails is a ConnectionError with the reason as its cause', async () => {
    server.reply(hangUp);
    const error = await failing({}, { retries: 0 });
    expect(error).toBeInstanceOf(ConnectionError);
    expect(String(error)).toBe('ConnectionError: GET /things/{thingId}: no response');
    expect((error as Error).cause).toBeInstanceOf(TypeError);
  });

  it('is not followed elsewhere: the other server sees nothing', async () => {
    for (const status of [301, 302, 307, 308]) {
      server.reply(redirect(`${other.origin}/steal`, status));
      expect(await failing({ method: 'POST', body: {} })).toBeInstanceOf(ConnectionError);
    }
    expect(server.requests).toHaveLength(4);
    expect(other.requests).toHaveLength(0);
  });
});

describe('a timeout', () => {
  it.each([
    ['that never comes', silence],
    ['that stops in its body', stall],
  ])('ends the waiting for an answer %s, and the connection', async (_, reply) => {
    server.reply(reply);
    const error = await failing({}, { timeout: 30, retries: 0 });
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ message: 'GET /things/{thingId}: no response within 30 ms' });
  });

  it('is a passing trouble', async () => {
    server.reply(silence, success(record));
    await send({}, { timeout: 40 });
    expect(server.requests).toHaveLength(2);
  });

  it('holds for a fetch that knows no signal, and for a body that hears of none', async () => {
    const deaf = transport({ timeout: 20, retries: 0, fetch: () => new Promise(() => undefined) });
    await expect(deaf.send(operation)).rejects.toThrow(TimeoutError);
    const cancel = vi.fn();
    const endless = transport({
      timeout: 20,
      retries: 0,
      fetch: () => Promise.resolve(new Response(new ReadableStream({ cancel }))),
    });
    await expect(endless.send(operation)).rejects.toThrow(TimeoutError);
    expect(cancel).toHaveBeenCalledOnce();
  });
});

describe('an abort', () => {
  const reason = new Error('the reader went away');

  it('before sending sends nothing, and stays the reason of the caller', async () => {
    server.reply(success(record));
    expect(await failing({}, { signal: AbortSignal.abort(reason) })).toBe(reason);
    expect(server.requests).toHaveLength(0);
  });

  it.each([
    ['the answer', silence],
    ['the rest of the body', stall],
  ])('while waiting for %s can be told from a timeout', async (_, reply) => {
    server.reply(reply);
    const controller = new AbortController();
    const failed = failing({}, { signal: controller.signal });
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    controller.abort(reason);
    expect(await failed).toBe(reason);
    expect(server.requests).toHaveLength(1);
  });

  it('leaves no listener on the signal of the caller', async () => {
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, 'addEventListener');
    const remove = vi.spyOn(signal, 'removeEventListener');
    server.reply(failure(500), success(record));
    await send({}, { signal });
    expect(add.mock.calls.length).toBeGreaterThan(0);
    expect(remove.mock.calls.map((call) => call[1])).toEqual(add.mock.calls.map((call) => call[1]));
  });
});

describe('limits', () => {
  it.each([
    [{ timeout: 0 }, 'timeout'],
    [{ timeout: NaN }, 'timeout'],
    [{ timeout: Infinity }, 'timeout'],
    [{ timeout: 2 ** 31 }, 'timeout'],
    [{ retries: -1 }, 'retries'],
    [{ retries: 1.5 }, 'retries'],
  ])('%j are refused before anything is sent', async (limits, field) => {
    expect(() => transport(limits)).toThrow(RequestError);
    expect(await failing({}, limits)).toMatchObject({ name: 'RequestError', field });
    expect(server.requests).toHaveLength(0);
  });

  it('a fetch that is no function is refused', () => {
    expect(() => transport({ fetch: 'fetch' })).toThrow(/^fetch must be a function/);
  });
});
