import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CustomerClient } from '../../src/api/customer-client.js';
import { ServerClient } from '../../src/api/server/server-client.js';
import { rows } from './golden-table.js';
import {
  cut,
  failure,
  hangUp,
  json,
  type RecordingServer,
  redirect,
  silence,
  startRecordingServer,
  success,
} from './recording-server.js';

const clientKey = 'key-7f3a';
const clientSecret = 'secret-91bc';
const projectId = 'p';
let server: RecordingServer;
let client: ServerClient;
let customer: CustomerClient;

beforeAll(async () => void (server = await startRecordingServer()));
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  client = clientWith({});
  customer = new CustomerClient({ baseUrl: server.baseUrl, getToken: () => 't' });
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const clientWith = (change: object) =>
  new ServerClient({ baseUrl: server.baseUrl, clientKey, clientSecret, ...change });

/** The 21 operations with client credentials. */
const operations = Object.entries(rows)
  .filter(([, { auth }]) => auth === 'client')
  .map(([number, { call, request }]) => ({ number, method: request.split(' ')[0], call }));

describe.each(operations)('Operation $number ($method)', ({ method, call }) => {
  it('is retried after a transient failure only if it is idempotent: twice for GET and PUT, never for POST and PATCH', async () => {
    const attempts = method === 'GET' || method === 'PUT' ? 3 : 1;
    for (const transientFailure of [
      failure(408),
      failure(425),
      failure(429),
      failure(500),
      failure(503),
      hangUp,
      cut(),
    ]) {
      server.requests.length = 0;
      server.reply(transientFailure);
      await expect(call(client, customer)).rejects.toThrow();
      expect(server.requests.map((request) => request.method)).toEqual(Array(attempts).fill(method));
    }
  });

  it.each([[400], [401], [403], [404], [409], [422], [200]])(
    'is sent once if the service returns an error with HTTP %d',
    async (status) => {
      server.reply(failure(status));
      await expect(call(client, customer)).rejects.toMatchObject({
        name: status === 401 || status === 403 ? 'AuthenticationError' : 'ApiError',
        status,
        serviceMessage: 'refused',
      });
      expect(server.requests).toHaveLength(1);
    },
  );

  it.each([['text'], [7], [null], [true]])('rejects %j as the data of the response', async (data) => {
    server.reply(success(data));
    await expect(call(client, customer)).rejects.toMatchObject({ name: 'ResponseError' });
  });

  it('passes the signal on, and sends nothing if it has aborted already', async () => {
    await expect(call(client, customer, { signal: AbortSignal.abort('gone') })).rejects.toBe('gone');
    expect(server.requests).toHaveLength(0);
    server.reply(silence);
    const controller = new AbortController();
    const outcome = expect(call(client, customer, { signal: controller.signal })).rejects.toBe('gone');
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    controller.abort('gone');
    await outcome;
  });
});

describe('A record with another id than the requested one', () => {
  it.each<[string, (client: ServerClient) => Promise<unknown>, unknown]>([
    ['#9', (c) => c.cohortSegments.retrieve({ projectId, cohortSegmentId: 's' }), { id: 'other' }],
    [
      '#18',
      (c) => c.jobs.retrieve({ projectId, clientJobsId: 'j' }),
      { currentJob: { clientJobsId: 'other' } },
    ],
  ])('is rejected by %s', async (_, call, data) => {
    server.reply(success(data));
    await expect(call(client)).rejects.toThrow(/^GET .*: the response contains a different record$/);
  });
});

describe('An array in a query', () => {
  const input = { status: ['a', 'b,c'], jobType: [], entityId: ['e'] };

  it.each([
    [undefined, 'status=a&status=b%2Cc&entityId=e'],
    ['repeat', 'status=a&status=b%2Cc&entityId=e'],
    ['brackets', 'status%5B%5D=a&status%5B%5D=b%2Cc&entityId%5B%5D=e'],
    ['comma', 'status=a,b%2Cc&entityId=e'],
  ])('is sent in the arrayFormat %s', async (arrayFormat, query) => {
    server.reply(success([]));
    await clientWith({ arrayFormat }).jobs.list({ projectId }, input);
    expect(server.requests[0]?.url).toBe(`/gate/v1/service/nudge/projects/p/jobs/?${query}&page=1&size=25`);
  });

  it.each([['repeat'], ['brackets'], ['comma']])(
    'may also be a single id, which is sent unchanged with the arrayFormat %s',
    async (arrayFormat) => {
      server.reply(success([]));
      await clientWith({ arrayFormat }).jobs.list({ projectId }, { entityId: 'e' });
      expect(server.requests[0]?.url.split('?')[1]).toBe('entityId=e&page=1&size=25');
    },
  );

  it('keeps its format on the following pages', async () => {
    const metaData = { page: 1, hasMore: true, pageSize: 1, count: 2 };
    server.reply(
      success([{ id: 'a' }], metaData),
      success([{ id: 'b' }], { ...metaData, page: 2, hasMore: false }),
    );
    for await (const job of await clientWith({ arrayFormat: 'brackets' }).jobs.list(
      { projectId },
      { status: ['x'] },
    )) {
      expect(job.id).toBeTruthy();
    }
    expect(server.requests[1]?.url.split('?')[1]).toBe('status%5B%5D=x&page=2&size=25');
  });
});

describe('ServerClient', () => {
  it.each([
    [{ clientKey: undefined }, 'clientKey'],
    [{ clientSecret: undefined }, 'clientSecret'],
    [{ clientKey: '' }, 'clientKey'],
    [{ clientSecret: '' }, 'clientSecret'],
    [{ clientSecret: `${clientSecret}\n` }, 'clientSecret'],
    [{ clientKey: 7 }, 'clientKey'],
    [{ baseUrl: 'http://api.example.com/v1/service' }, 'baseUrl'],
    [{ baseUrl: '/api/v1/service' }, 'baseUrl'],
    [{ arrayFormat: 'pipes' }, 'arrayFormat'],
    [{ timeout: 0 }, 'timeout'],
    [{ retries: -1 }, 'retries'],
    [{ fetch: {} }, 'fetch'],
  ])('rejects the options %j and names the invalid one', (change, field) => {
    let error: unknown;
    try {
      clientWith(change);
    } catch (caught) {
      error = caught;
    }
    expect(error).toMatchObject({ name: 'RequestError', field });
    expect(String(error)).not.toMatch(/7f3a|91bc/);
  });

  it.each([[], [null], ['options']])('names the missing option without options, given %j', (...options) => {
    expect(() => Reflect.construct(ServerClient, options) as unknown).toThrow(
      expect.objectContaining({ name: 'RequestError', field: 'clientKey' }),
    );
  });

  it.each([
    ['a page', { document: {} }],
    [
      'a worker of a page',
      { WorkerGlobalScope: Function, navigator: { userAgent: 'Mozilla/5.0 (X11) Firefox/140' } },
    ],
  ])('does not start in %s', (_, globals) => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
    expect(() => clientWith({})).toThrow(/^ServerClient runs on servers only/);
  });

  it.each([
    ['Cloudflare', { WorkerGlobalScope: Function, navigator: { userAgent: 'Cloudflare-Workers' } }],
    ['an early Cloudflare', { WorkerGlobalScope: Function, navigator: undefined }],
    ['Deno', { WorkerGlobalScope: Function, navigator: { userAgent: 'Deno/2.4.0' } }],
    ['Bun', { navigator: { userAgent: 'Bun/1.2.0' } }],
    ['Node', { navigator: { userAgent: 'Node.js/24' } }],
  ])('starts in %s', (_, globals) => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
    expect(clientWith({})).toBeInstanceOf(ServerClient);
  });

  it('prints neither its key nor its secret, and its errors do not either', async () => {
    const printed = [inspect(client, { depth: 9, showHidden: true }), JSON.stringify(client)];
    for (const reply of [
      failure(401, clientSecret),
      json({ clientSecret }),
      hangUp,
      redirect('http://127.0.0.1:1/'),
    ]) {
      server.reply(reply);
      const error: unknown = await client.productSpaces
        .create({ name: 'n' })
        .catch((error: unknown) => error);
      printed.push(inspect(error, { depth: 9, showHidden: true }), JSON.stringify(error), String(error));
    }
    expect(printed).toHaveLength(14);
    expect(printed.join()).not.toMatch(/7f3a|91bc/);
  });

  it('never sends its headers to another origin', async () => {
    const other = await startRecordingServer();
    for (const status of [301, 302, 303, 307, 308]) {
      server.reply(redirect(`${other.origin}/steal`, status));
      await expect(client.productSpaces.create({ name: 'n' })).rejects.toMatchObject({
        name: 'ConnectionError',
      });
    }
    expect(other.requests).toHaveLength(0);
    await other.close();
  });
});
