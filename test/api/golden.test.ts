import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CustomerClient } from '../../src/api/customer-client.js';
import { Page } from '../../src/api/page.js';
import { ServerClient } from '../../src/api/server/server-client.js';
import { rows } from './golden-table.js';
import { failure, type RecordingServer, startRecordingServer, success } from './recording-server.js';

/** Headers that Node adds to every fetch; `cache: 'no-store'` adds the last two. */
const platformHeaders = [
  'host',
  'connection',
  'accept',
  'accept-encoding',
  'accept-language',
  'content-length',
  'sec-fetch-mode',
  'user-agent',
  'cache-control',
  'pragma',
];

let recording: RecordingServer;
let server: ServerClient;
let customer: CustomerClient;

beforeAll(async () => {
  recording = await startRecordingServer();
  const { baseUrl } = recording;
  server = new ServerClient({ baseUrl, clientKey: 'key-1', clientSecret: 'secret-1' });
  customer = new CustomerClient({ baseUrl, getToken: () => 'token-1' });
});
afterAll(() => recording.close());
beforeEach(() => void (recording.requests.length = 0));
afterEach(() => void vi.restoreAllMocks());

describe('The operation table', () => {
  it('contains the 23 operations of the contract', () => {
    expect(Object.keys(rows)).toEqual(Array.from({ length: 23 }, (_, index) => `#${index + 1}`));
  });
});

describe.each(Object.entries(rows))('Operation %s', (_, row) => {
  it('sends exactly the documented request', async () => {
    recording.reply(success(row.data, row.metaData));
    await row.call(server, customer);
    expect(recording.requests).toHaveLength(1);
    const { method, url, headers, body } = recording.requests[0]!;
    const [expectedMethod, expectedUrl] = row.request.split(' ');
    expect({ method, url }).toEqual({ method: expectedMethod, url: `/gate/v1/service${expectedUrl}` });
    const sentHeaders = Object.fromEntries(
      Object.entries(headers).filter(([name]) => !platformHeaders.includes(name)),
    );
    expect(sentHeaders).toEqual({
      ...(row.auth === 'client'
        ? { 'x-client-key': 'key-1', 'x-client-secret': 'secret-1' }
        : { authorization: 'Bearer token-1' }),
      ...(row.body !== undefined && { 'content-type': 'application/json' }),
    });
    expect(body).toBe(row.body === undefined ? '' : JSON.stringify(row.body));
    if (row.body === undefined && method === 'GET') expect(headers).not.toHaveProperty('content-length');
  });

  it('returns the whole response', async () => {
    recording.reply(success(row.data, row.metaData ?? null));
    const result = await row.call(server, customer);
    if (!row.metaData) {
      expect(result).toEqual(row.data);
      return;
    }
    expect(result).toBeInstanceOf(Page);
    const { items, page, hasMore, pageSize, count } = result as Page<unknown>;
    expect({ items, page, hasMore, pageSize, count }).toEqual({ items: row.data, ...row.metaData });
  });

  it('is sent again after a transient failure only if it is idempotent', async () => {
    // Full jitter becomes no delay.
    vi.spyOn(Math, 'random').mockReturnValue(0);
    recording.reply(failure(500));
    await expect(row.call(server, customer)).rejects.toMatchObject({ name: 'ApiError', status: 500 });
    const { isIdempotent = /^(GET|PUT) /.test(row.request) } = row;
    expect(recording.requests).toHaveLength(isIdempotent ? 3 : 1);
  });

  it('passes on the signal of the call', async () => {
    const call = row.call(server, customer, { signal: AbortSignal.abort('gone') });
    await expect(call).rejects.toBe('gone');
    expect(recording.requests).toHaveLength(0);
  });
});
