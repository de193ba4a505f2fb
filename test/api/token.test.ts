import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CustomerClient } from '../../src/api/customer-client.js';
import { AuthenticationError } from '../../src/api/errors.js';
import type { GetToken } from '../../src/api/token.js';
import { failure, type RecordingServer, type Reply, startRecordingServer } from './recording-server.js';

let server: RecordingServer;
/** The tokens that the server takes; it refuses all others with 401. */
const valid = new Set<string>();
const ids = ['n-1', 'n-2', 'n-3', 'n-4', 'n-5'];

beforeAll(async () => void (server = await startRecordingServer()));
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  valid.clear();
  server.reply(checkToken);
});

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

describe('the token', () => {
  it('is asked for once by all who wait, and kept', async () => {
    valid.add('t1');
    const getToken = vi.fn<GetToken>(() => Promise.resolve('t1'));
    const notifications = clientWith(getToken);
    expect(await outcomes(notifications)).toEqual(ids);
    await notifications.retrieve('n-1');
    expect(reasons(getToken)).toEqual(['first']);
    expect(sentTokens()).toEqual(Array(6).fill('Bearer t1'));
  });

  it('may be given at once', async () => {
    valid.add('t1');
    await expect(clientWith(() => 't1').retrieve('n-1')).resolves.toMatchObject({ id: 'n-1' });
  });

  it('is renewed once when it is refused, and each request is sent once more', async () => {
    valid.add('t2');
    const getToken = vi.fn<GetToken>(({ reason }) => Promise.resolve(reason === 'first' ? 't1' : 't2'));
    const notifications = clientWith(getToken);
    expect(await outcomes(notifications)).toEqual(ids);
    expect(reasons(getToken)).toEqual(['first', 'expired']);
    expect(sentTokens().filter((token) => token === 'Bearer t1')).toHaveLength(5);
    expect(sentTokens().filter((token) => token === 'Bearer t2')).toHaveLength(5);
  });

  it('is not renewed again for a refusal that comes late', async () => {
    valid.add('t2');
    const getToken = vi.fn<GetToken>(({ reason }) => (reason === 'first' ? 't1' : 't2'));
    const notifications = clientWith(getToken);
    let answerLate: () => void = () => undefined;
    server.reply((response) => void (answerLate = () => failure(401)(response)), checkToken);
    const late = notifications.retrieve('n-1');
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    await notifications.retrieve('n-2');
    answerLate();
    await late;
    expect(reasons(getToken)).toEqual(['first', 'expired']);
    expect(sentTokens()).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2', 'Bearer t2']);
  });

  it.each([
    ['is the same again', 't1', 'getToken returned the rejected token again'],
    ['is null', null, 'getToken returned no token'],
    ['is empty', '', 'getToken returned no token'],
  ])('that %s when it was refused stops all until it changes', async (_, again, cause) => {
    let token: string | null = 't1';
    const getToken = vi.fn<GetToken>(({ reason }) => Promise.resolve(reason === 'first' ? 't1' : token));
    const notifications = clientWith(getToken);
    token = again;
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

  it('that is refused a second time stops all until it changes', async () => {
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

  it('is asked for anew when there was none', async () => {
    valid.add('t1');
    const getToken = vi.fn<GetToken>().mockReturnValueOnce(null).mockReturnValue('t1');
    const notifications = clientWith(getToken);
    await expect(notifications.retrieve('n-1')).rejects.toMatchObject({ status: 401 });
    expect(server.requests).toHaveLength(0);
    await notifications.retrieve('n-1');
    expect(reasons(getToken)).toEqual(['first', 'first']);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('the shop is closed'))],
    [
      'throws',
      () => {
        throw new Error('the shop is closed');
      },
    ],
  ])(
    'that cannot be had because getToken %s is an AuthenticationError with the cause',
    async (_, getToken) => {
      const error: unknown = await clientWith(getToken)
        .retrieve('n-1')
        .catch((error: unknown) => error);
      expect(error).toMatchObject({
        name: 'AuthenticationError',
        message: 'GET /nudge/in-app-notifications/{inAppNotificationId}: no token available',
        status: 401,
        serviceMessage: null,
        cause: new Error('the shop is closed'),
      });
      expect(server.requests).toHaveLength(0);
    },
  );

  it.each([['Bearer t1'], ['t1\n'], ['t1\r\nX-Evil: 1'], ['tökën'], ['t 1'], [{ token: 't1' }], [7]])(
    'is refused when it is none, and not repeated: %j',
    async (token) => {
      const error: unknown = await clientWith(() => token as string)
        .retrieve('n-1')
        .catch((error: unknown) => error);
      expect(error).toMatchObject({ name: 'AuthenticationError', status: 401 });
      expect(String((error as Error).cause)).toBe(
        'NudgeError: getToken returned something other than a bare token',
      );
      expect(server.requests).toHaveLength(0);
    },
  );
});

describe('an abort while the token is waited for', () => {
  it('is not even begun with when the signal has aborted before', async () => {
    const getToken = vi.fn<GetToken>(() => 't1');
    const aborted = clientWith(getToken).retrieve('n-1', { signal: AbortSignal.abort('gone') });
    await expect(aborted).rejects.toBe('gone');
    expect(getToken).not.toHaveBeenCalled();
  });

  it('ends the waiting of one, and leaves the others theirs', async () => {
    valid.add('t1');
    const controller = new AbortController();
    let give: (token: string) => void = () => undefined;
    let asked: AbortSignal | undefined;
    const notifications = clientWith(({ signal }) => {
      asked = signal;
      return new Promise((resolve) => (give = resolve));
    });
    const first = notifications.retrieve('n-1', { signal: controller.signal });
    const second = notifications.retrieve('n-2');
    controller.abort('gone');
    await expect(first).rejects.toBe('gone');
    expect(asked?.aborted).toBe(false);
    give('t1');
    await expect(second).resolves.toMatchObject({ id: 'n-2' });
    expect(asked?.aborted).toBe(false);
    expect(server.requests).toHaveLength(1);
  });

  it('is told to getToken when nobody waits any more; a token that comes late is not used', async () => {
    valid.add('t2');
    const given: ((token: string) => void)[] = [];
    const signals: AbortSignal[] = [];
    const notifications = clientWith(({ signal }) => {
      signals.push(signal);
      return new Promise((resolve) => given.push(resolve));
    });
    const controller = new AbortController();
    const both = ['n-1', 'n-2'].map((id) => notifications.retrieve(id, { signal: controller.signal }));
    controller.abort('gone');
    for (const one of both) await expect(one).rejects.toBe('gone');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);

    const next = notifications.retrieve('n-3');
    given[1]?.('t2');
    await next;
    given[0]?.('t1');
    await new Promise((resolve) => setTimeout(resolve));
    valid.add('t1');
    await notifications.retrieve('n-4');
    expect(sentTokens()).toEqual(['Bearer t2', 'Bearer t2']);
  });
});
