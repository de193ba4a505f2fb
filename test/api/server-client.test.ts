import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServerClient } from '../../src/api/server/server-client.js';
import {
  failure,
  hangUp,
  json,
  type RecordingServer,
  redirect,
  startRecordingServer,
  success,
} from './recording-server.js';

const clientKey = 'key-7f3a';
const clientSecret = 'secret-91bc';
const projectId = 'p';
let server: RecordingServer;
let client: ServerClient;

beforeAll(async () => void (server = await startRecordingServer()));
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  client = clientWith({});
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const clientWith = (change: object) =>
  new ServerClient({ baseUrl: server.baseUrl, clientKey, clientSecret, ...change });

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

  it('may also be a single id, which is sent unchanged', async () => {
    server.reply(success([]));
    await clientWith({ arrayFormat: 'brackets' }).jobs.list({ projectId }, { entityId: 'e' });
    expect(server.requests[0]?.url.split('?')[1]).toBe('entityId=e&page=1&size=25');
  });

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
    [{ clientSecret: `${clientSecret}\n` }, 'clientSecret'],
    [{ baseUrl: '/api/v1/service' }, 'baseUrl'],
    [{ arrayFormat: 'pipes' }, 'arrayFormat'],
    [{ retires: 3 }, 'retires'],
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

  it('names the missing option without options', () => {
    expect(() => Reflect.construct(ServerClient, []) as unknown).toThrow(
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
});

describe('A value that is missing', () => {
  it.each<[string, () => Promise<unknown>]>([
    [
      'customerPoolId',
      () => client.customerPools.listAttributes({ projectId } as never, { attributeTypes: 'all' }),
    ],
    ['name', () => client.productSpaces.create({} as never)],
    ['clientSecret', () => new Promise((resolve) => resolve(clientWith({ clientSecret: undefined })))],
    ['baseUrl', () => new Promise((resolve) => resolve(clientWith({ baseUrl: undefined })))],
  ])('is called missing: %s', async (field, call) => {
    await expect(call()).rejects.toMatchObject({
      name: 'RequestError',
      field,
      message: expect.stringMatching(/ must be .*; it is missing$/) as string,
    });
  });
});
