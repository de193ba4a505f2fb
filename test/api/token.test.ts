import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CustomerClient } from '../../src/api/customer-client.js';
import { ApiError, AuthenticationError, ConnectionError } from '../../src/api/errors.js';
import type { GetToken } from '../../src/api/token.js';
import { failure, type RecordingServer, type Reply, startRecordingServer } from './recording-server.js';

let server: RecordingServer;
/** The tokens that the server accepts. It rejects all others with 401. */
const valid = new Set<string>();
const ids = ['n-1', 'n-2', 'n-3', 'n-4', 'n-5'];

beforeAll(async () => void (server = await startRecordingServer()));
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  valid.clear();
  server.reply(checkToken);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => void vi.restoreAllMocks());

const checkToken: Reply = (response) => {
  const { url = '', headers } = response.req;
  if (!valid.has(headers.authorization?.replace('Bearer ', '') ?? '')) {
    failure(401)(response);
    return;
  }
  const data = { id: decodeURIComponent(url.split('/').pop() ?? ''), payload: {} };
  response.end(JSON.stringify({ status: 'success', message: '', data, metaData: null, error: null }));
};

const clientWith = (getToken: GetToken) =>
  new CustomerClient({ baseUrl: server.baseUrl, getToken, retries: 0 }).notifications;
const sentTokens = () => server.requests.map(({ headers }) => headers.authorization);
const reasons = (getToken: ReturnType<typeof vi.fn<GetToken>>) =>
  getToken.mock.calls.map(([{ reason }]) => reason);
const outcomes = (notifications: CustomerClient['notifications']) =>
  Promise.all(
    ids.map((id) =>
      notifications.retrieve(id).then(
        ({ id }) => id,
        (error: unknown) => error,
      ),
    ),
  );

describe('The token', () => {
  it('is requested once for all waiting calls and then reused', async () => {
    valid.add('t1');
    const getToken = vi.fn<GetToken>(() => Promise.resolve('t1'));
    const notifications = clientWith(getToken);
    expect(await outcomes(notifications)).toEqual(ids);
    await notifications.retrieve('n-1');
    expect(reasons(getToken)).toEqual(['first']);
    expect(sentTokens()).toEqual(Array(6).fill('Bearer t1'));
  });

  it('is renewed once after a 401, and each request is sent once more', async () => {
    valid.add('t2');
    const getToken = vi.fn<GetToken>(({ reason }) => Promise.resolve(reason === 'first' ? 't1' : 't2'));
    const notifications = clientWith(getToken);
    expect(await outcomes(notifications)).toEqual(ids);
    expect(reasons(getToken)).toEqual(['first', 'expired']);
    expect(sentTokens().filter((token) => token === 'Bearer t1')).toHaveLength(5);
    expect(sentTokens().filter((token) => token === 'Bearer t2')).toHaveLength(5);
  });

  it('is not renewed again for a 401 that arrives late', async () => {
    valid.add('t2');
    const getToken = vi.fn<GetToken>(({ reason }) => (reason === 'first' ? 't1' : 't2'));
    const notifications = clientWith(getToken);
    let respondLate: () => void = () => undefined;
    server.reply((response) => void (respondLate = () => failure(401)(response)), checkToken);
    const late = notifications.retrieve('n-1');
    await expect.poll(() => server.requests.length).toBe(1);
    await notifications.retrieve('n-2');
    respondLate();
    await late;
    expect(reasons(getToken)).toEqual(['first', 'expired']);
    expect(sentTokens()).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2', 'Bearer t2']);
  });

  it.each([
    ['is the rejected one again', 't1', 'getToken returned the rejected token again'],
    ['is null', null, 'getToken returned no token'],
  ])('that %s after a 401 stops all requests until it changes', async (_, newToken, cause) => {
    let token: string | null = 't1';
    const getToken = vi.fn<GetToken>(({ reason }) => Promise.resolve(reason === 'first' ? 't1' : token));
    const notifications = clientWith(getToken);
    token = newToken;
    for (const error of await outcomes(notifications)) {
      expect(error).toBeInstanceOf(AuthenticationError);
      expect(error).toMatchObject({ status: 401 });
    }
    expect(server.requests).toHaveLength(5);
    expect(reasons(getToken)).toEqual(['first', 'expired']);

    for (const error of await outcomes(notifications)) {
      expect(String((error as Error).cause)).toBe(`NudgeError: ${cause}`);
    }
    expect(server.requests).toHaveLength(5);
    expect(reasons(getToken)).toEqual(['first', 'expired', 'expired']);

    valid.add((token = 't2'));
    expect(await outcomes(notifications)).toEqual(ids);
    expect(reasons(getToken)).toEqual(['first', 'expired', 'expired', 'expired']);
    expect(sentTokens().slice(5)).toEqual(Array(5).fill('Bearer t2'));
  });

  it('stops all requests after a second 401 until it changes', async () => {
    let token = 't2';
    const getToken = vi.fn<GetToken>(({ reason }) => Promise.resolve(reason === 'first' ? 't1' : token));
    const notifications = clientWith(getToken);
    for (const error of await outcomes(notifications)) {
      expect(error).toMatchObject({ name: 'AuthenticationError', status: 401, serviceMessage: 'refused' });
    }
    expect(server.requests).toHaveLength(10);
    expect(reasons(getToken)).toEqual(['first', 'expired']);

    await outcomes(notifications);
    expect(server.requests).toHaveLength(10);

    valid.add((token = 't3'));
    expect(await outcomes(notifications)).toEqual(ids);
  });

  it('is not renewed for a 403', async () => {
    server.reply(failure(403));
    const getToken = vi.fn<GetToken>(() => 't1');
    await expect(clientWith(getToken).retrieve('n-1')).rejects.toMatchObject({
      name: 'AuthenticationError',
      status: 403,
    });
    expect(reasons(getToken)).toEqual(['first']);
    expect(server.requests).toHaveLength(1);
  });

  it('is requested again after renewToken(), and may be the same', async () => {
    valid.add('t1');
    const getToken = vi.fn<GetToken>(() => 't1');
    const client = new CustomerClient({ baseUrl: server.baseUrl, getToken });
    await client.notifications.retrieve('n-1');
    client.renewToken();
    await client.notifications.retrieve('n-2');
    await client.notifications.retrieve('n-3');
    expect(reasons(getToken)).toEqual(['first', 'expired']);
    expect(sentTokens()).toEqual(Array(3).fill('Bearer t1'));
  });

  it('is requested again if there was none before', async () => {
    valid.add('t1');
    const getToken = vi.fn<GetToken>().mockReturnValueOnce(null).mockReturnValue('t1');
    const notifications = clientWith(getToken);
    await expect(notifications.retrieve('n-1')).rejects.toMatchObject({ status: 401 });
    expect(server.requests).toHaveLength(0);
    await notifications.retrieve('n-1');
    expect(reasons(getToken)).toEqual(['first', 'first']);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('the backend is down'))],
    [
      'throws',
      () => {
        throw new Error('the backend is down');
      },
    ],
    ['rejects with a failed fetch', () => fetch('http://localhost:1/token').then(() => null)],
  ])('is unavailable if getToken %s, and the ConnectionError has the cause', async (_, getToken) => {
    const error: unknown = await clientWith(getToken)
      .retrieve('n-1')
      .catch((error: unknown) => error);
    expect(error).toMatchObject({
      name: 'ConnectionError',
      message: 'GET /nudge/in-app-notifications/{inAppNotificationId}: no token available',
      cause: expect.any(Error) as Error,
    });
    expect(server.requests).toHaveLength(0);
  });

  it.each<[string, Error]>([
    ['503', new ApiError('away', null, { status: 503, retryAfter: 7 })],
    ['a connection error', new ConnectionError('no response')],
  ])('fails as its own request did: %s', async (_, failure) => {
    await expect(clientWith(() => Promise.reject(failure)).retrieve('n-1')).rejects.toBe(failure);
  });

  it('is requested again after the pause that its endpoint demands', async () => {
    valid.add('t1');
    const busy = new ApiError('away', null, { status: 503, retryAfter: 0 });
    const getToken = vi.fn<GetToken>().mockRejectedValueOnce(busy).mockReturnValue('t1');
    const client = new CustomerClient({ baseUrl: server.baseUrl, getToken });
    await expect(client.notifications.retrieve('n-1')).resolves.toMatchObject({ id: 'n-1' });
    expect(reasons(getToken)).toEqual(['first', 'first']);
  });

  it.each([
    ['an ApiError', new ApiError('refused', null, { status: 404 })],
    ['an error with a status', Object.assign(new Error('refused'), { status: 401 })],
    ['an error with a response', Object.assign(new Error('refused'), { response: { status: 403 } })],
  ])('is refused for good by %s that no retry changes', async (_, cause) => {
    await expect(clientWith(() => Promise.reject(cause)).retrieve('n-1')).rejects.toMatchObject({
      name: 'AuthenticationError',
      message: 'GET /nudge/in-app-notifications/{inAppNotificationId}: no token available',
      status: 401,
      serviceMessage: null,
      cause,
    });
    expect(server.requests).toHaveLength(0);
  });

  it.each([
    ['Bearer t1'],
    ['t1\r\nX-Evil: 1'],
    ['tökën'],
    ['"t1"'],
    ['{t1}'],
    ['<!doctype>'],
    [{ token: 't1' }],
  ])('is not sent or quoted if it is not a bare token: %j', async (token) => {
    const error: unknown = await clientWith(() => token as string)
      .retrieve('n-1')
      .catch((error: unknown) => error);
    expect(error).toMatchObject({ name: 'AuthenticationError', status: 401 });
    expect(String((error as Error).cause)).toBe(
      'NudgeError: getToken returned something other than a bare token',
    );
    expect(server.requests).toHaveLength(0);
  });
});

describe('The console', () => {
  /** The warnings while getToken returns this. Each warning appears once in a page, so the module is loaded again. */
  async function warningsFor(getToken: GetToken): Promise<unknown[]> {
    vi.resetModules();
    const { CustomerClient } = await import('../../src/api/customer-client.js');
    const { notifications } = new CustomerClient({ baseUrl: server.baseUrl, getToken, retries: 0 });
    await Promise.allSettled([notifications.retrieve('n-1'), notifications.retrieve('n-2')]);
    return vi.mocked(console.warn).mock.calls.flat() as unknown[];
  }

  it.each<[string, GetToken, string]>([
    ['JSON', () => '"t1"', 'NudgeError: getToken returned something other than a bare token'],
    ['an error', () => Promise.reject(new TypeError('failed')), 'TypeError: failed'],
    ['a rejected token again', () => 't1', 'NudgeError: getToken returned the rejected token again'],
  ])('warns once if getToken gives %s', async (_, getToken, cause) => {
    expect(await warningsFor(getToken)).toEqual([`[nudge-inbox] There is no token: ${cause}`]);
  });

  it('does not warn if nobody is signed in, or the backend is away', async () => {
    expect(await warningsFor(() => null)).toEqual([]);
    const getToken = async (): Promise<never> => {
      const errors = await import('../../src/api/errors.js');
      throw new errors.ApiError('away', null, { status: 503 });
    };
    expect(await warningsFor(getToken)).toEqual([]);
  });
});

describe('An abort before the token arrives', () => {
  it('prevents the call of getToken if the signal has aborted already', async () => {
    const getToken = vi.fn<GetToken>(() => 't1');
    const aborted = clientWith(getToken).retrieve('n-1', { signal: AbortSignal.abort('gone') });
    await expect(aborted).rejects.toBe('gone');
    expect(getToken).not.toHaveBeenCalled();
  });

  it('rejects its own call and lets the others continue', async () => {
    valid.add('t1');
    const controller = new AbortController();
    let resolveToken: (token: string) => void = () => undefined;
    let tokenSignal: AbortSignal | undefined;
    const notifications = clientWith(({ signal }) => {
      tokenSignal = signal;
      return new Promise((resolve) => (resolveToken = resolve));
    });
    const first = notifications.retrieve('n-1', { signal: controller.signal });
    const second = notifications.retrieve('n-2');
    controller.abort('gone');
    await expect(first).rejects.toBe('gone');
    expect(tokenSignal?.aborted).toBe(false);
    resolveToken('t1');
    await expect(second).resolves.toMatchObject({ id: 'n-2' });
    expect(tokenSignal?.aborted).toBe(false);
    expect(server.requests).toHaveLength(1);
  });

  it('aborts the signal of getToken when no call waits any more, and a late token is not used', async () => {
    valid.add('t2');
    const resolveTokens: ((token: string) => void)[] = [];
    const signals: AbortSignal[] = [];
    const notifications = clientWith(({ signal }) => {
      signals.push(signal);
      return new Promise((resolve) => resolveTokens.push(resolve));
    });
    const controller = new AbortController();
    const calls = ['n-1', 'n-2'].map((id) => notifications.retrieve(id, { signal: controller.signal }));
    controller.abort('gone');
    for (const call of calls) await expect(call).rejects.toBe('gone');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);

    const next = notifications.retrieve('n-3');
    resolveTokens[1]?.('t2');
    await next;
    resolveTokens[0]?.('t1');
    valid.add('t1');
    // By the second response, the late token has arrived.
    for (const id of ['n-4', 'n-5']) await notifications.retrieve(id);
    expect(sentTokens()).toEqual(Array(3).fill('Bearer t2'));
  });
});

describe('A getToken that does not settle', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is given up after 20 seconds for all waiting calls, and the next call tries again', async () => {
    const signals: AbortSignal[] = [];
    const fetch = vi.fn(() =>
      Promise.resolve(Response.json({ status: 'success', data: { id: 'n-1', payload: {} } })),
    );
    const getToken = vi.fn<GetToken>(({ signal }) => {
      signals.push(signal);
      return signals.length === 1 ? new Promise(() => undefined) : 't1';
    });
    const { notifications } = new CustomerClient({
      baseUrl: server.baseUrl,
      getToken,
      fetch,
      retries: 0,
    });
    const calls = Promise.allSettled([notifications.retrieve('n-1'), notifications.retrieve('n-2')]);
    await vi.advanceTimersByTimeAsync(19_999);
    expect(signals[0]?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    for (const call of await calls) expect(call).toMatchObject({ reason: { name: 'TimeoutError' } });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect([getToken.mock.calls.length, fetch.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0, 0]);
    await expect(notifications.retrieve('n-1')).resolves.toMatchObject({ id: 'n-1' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([signals[1]?.aborted, vi.getTimerCount()]).toEqual([false, 0]);
  });
});
