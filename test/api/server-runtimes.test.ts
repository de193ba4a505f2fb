import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServerClient } from '../../src/api/server/server-client.js';
import { type RecordingServer, redirect, startRecordingServer, success } from './recording-server.js';

let server: RecordingServer;

beforeAll(async () => void (server = await startRecordingServer()));
afterAll(() => server.close());
beforeEach(() => void (server.requests.length = 0));
afterEach(() => vi.unstubAllGlobals());

const nodeFetch = fetch;

/** Refuses what workerd refuses, with its messages. */
function workerdFetch(refusesCache: boolean): typeof fetch {
  const unknown = ['mode', 'credentials', 'referrer', 'referrerPolicy', 'integrity', 'keepalive', 'window'];
  return async (input, init: RequestInit = {}) => {
    for (const name of refusesCache ? [...unknown, 'cache'] : unknown) {
      if (Reflect.get(init, name) !== undefined)
        throw new TypeError(`The '${name}' field on 'RequestInitializerDict' is not implemented.`);
    }
    if (!['follow', 'manual', undefined].includes(init.redirect))
      throw new TypeError('Invalid redirect value, must be one of "follow" or "manual".');
    return nodeFetch(input, init);
  };
}

/** As the class of workerd does, too. */
class RequestWithoutCache extends Request {
  constructor(input: RequestInfo | URL, init: RequestInit = {}) {
    if (init.cache !== undefined)
      throw new TypeError("The 'cache' field on 'RequestInitializerDict' is not implemented.");
    super(input, init);
  }
}

const createClient = (customFetch?: typeof fetch): ServerClient =>
  new ServerClient({
    baseUrl: server.baseUrl,
    clientKey: 'key',
    clientSecret: 'secret',
    retries: 0,
    fetch: customFetch,
  });

describe.each([
  ['workerd', workerdFetch(false)],
  ['workerd without cache modes', workerdFetch(true)],
  ['Node', nodeFetch],
])('ServerClient with the fetch of %s', (name, runtimeFetch) => {
  beforeEach(() => {
    if (name === 'workerd without cache modes') vi.stubGlobal('Request', RequestWithoutCache);
  });

  it('sends each request once, with both client headers', async () => {
    const client = createClient(runtimeFetch);
    for (const product of ['one', 'two']) {
      server.reply(success({ id: 'p', name: product }));
      await client.productSpaces.create({ name: product });
    }
    expect(
      server.requests.map(({ body, headers }) => [body, headers['x-client-key'], headers['x-client-secret']]),
    ).toEqual([
      ['{"name":"one"}', 'key', 'secret'],
      ['{"name":"two"}', 'key', 'secret'],
    ]);
  });

  it('refuses a redirect and follows it nowhere', async () => {
    const other = await startRecordingServer();
    for (const status of [301, 302, 303, 307, 308]) {
      server.requests.length = 0;
      server.reply(redirect(`${other.origin}/steal`, status));
      await expect(createClient(runtimeFetch).productSpaces.create({ name: 'n' })).rejects.toMatchObject({
        name: 'ConnectionError',
      });
      expect(server.requests, String(status)).toHaveLength(1);
    }
    expect(other.requests).toHaveLength(0);
    await other.close();
  });
});

describe('ServerClient', () => {
  it('uses the global fetch', async () => {
    vi.stubGlobal('fetch', workerdFetch(true));
    vi.stubGlobal('Request', RequestWithoutCache);
    server.reply(success({ id: 'p', name: 'one' }));
    await expect(createClient().productSpaces.create({ name: 'one' })).resolves.toMatchObject({ id: 'p' });
  });

  it('sends a POST once although the fetch option fails with an error about a cache', async () => {
    const customFetch = vi.fn<typeof fetch>(() => Promise.reject(new TypeError('cached connection lost')));
    const creating = createClient(customFetch).productSpaces.create({ name: 'one' });
    await expect(creating).rejects.toMatchObject({ name: 'ConnectionError' });
    expect(customFetch).toHaveBeenCalledOnce();
  });
});
