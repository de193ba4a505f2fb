import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSession } from '../../src/inbox/create-session.js';
import type { Session, SessionOptions } from '../../src/inbox/session.js';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { FakeBrowser, recordEvents } from './fakes.js';

let sandbox: Sandbox;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2025, 10, 20) });
  vi.spyOn(Math, 'random').mockReturnValue(1);
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  new FakeBrowser();
  sandbox = createSandbox();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function makeSession(options: Partial<SessionOptions> = {}): Session {
  return createSession({
    baseUrl: sandbox.baseUrl,
    fetch: sandbox.fetch,
    getToken: () => sandbox.issueToken(),
    ids: sandbox.notificationIds(),
    ...options,
  });
}

/** Waits until nothing is pending: the sandbox needs more than one turn. */
async function waitUntilIdle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await vi.advanceTimersByTimeAsync(1);
    await vi.dynamicImportSettled();
  }
}

const recordRequestCount = (): number => sandbox.requests.filter(({ operation }) => operation === 7).length;

describe('createSession()', () => {
  it('fetches the newest notifications once each, with the bearer token alone', async () => {
    const { notifications } = makeSession();
    recordEvents(notifications);
    await waitUntilIdle();
    const expected = Math.min(25, sandbox.notificationIds().length);
    expect(recordRequestCount()).toBe(expected);
    expect(new Set(sandbox.requests.map(({ path }) => path)).size).toBe(expected);
    expect(
      sandbox.requests.every(({ status, credentials }) => status === 200 && credentials.length === 1),
    ).toBe(true);
    expect(notifications.state.items.slice(0, 25).every(({ record }) => record?.payload)).toBe(true);
    expect(notifications.state.unreadCount).toBeGreaterThan(0);
    expect(notifications.state.problem).toBeNull();
  });

  it('sends nothing by itself', async () => {
    const getToken = vi.fn(() => sandbox.issueToken());
    makeSession({ getToken });
    await waitUntilIdle();
    expect([getToken.mock.calls.length, sandbox.requests.length]).toEqual([0, 0]);
  });

  it('renews an expired token once for all requests, without an error', async () => {
    const getToken = vi.fn<NonNullable<SessionOptions['getToken']>>(() => sandbox.issueToken());
    const { notifications } = makeSession({ getToken, ids: sandbox.notificationIds().slice(0, 3) });
    const recorder = recordEvents(notifications);
    await waitUntilIdle();
    vi.advanceTimersByTime(2 * 60 * 60 * 1000);
    notifications.add(sandbox.notificationIds().slice(3, 9));
    await waitUntilIdle();
    expect(getToken.mock.calls.map(([{ reason }]) => reason)).toEqual(['first', 'expired']);
    expect(notifications.state.items.map(({ status }) => status)).toEqual(Array(9).fill('loaded'));
    expect(notifications.state.problem).toBeNull();
    expect(recorder.events.filter(({ type }) => type === 'error')).toEqual([]);
  });

  it.each([
    ['is refused', () => 'not-a-token'],
    ['is denied', () => Promise.reject(Object.assign(new Error('denied'), { status: 403 }))],
  ])('reports unauthenticated if the token %s, and recovers', async (_, noToken) => {
    let isSignedIn = false;
    const { notifications } = makeSession({
      getToken: () => (isSignedIn ? sandbox.issueToken() : noToken()),
    });
    const recorder = recordEvents(notifications);
    await waitUntilIdle();
    expect(notifications.state.problem).toBe('unauthenticated');
    expect(recorder.events).toMatchObject([{ type: 'error', error: { name: 'AuthenticationError' } }]);
    isSignedIn = true;
    await notifications.refresh();
    await waitUntilIdle();
    expect(notifications.state.problem).toBeNull();
    expect(notifications.state.items[0]?.status).toBe('loaded');
  });

  it('gets the token by itself as soon as that works again, without an error', async () => {
    const getToken = vi
      .fn<NonNullable<SessionOptions['getToken']>>(() => sandbox.issueToken())
      .mockRejectedValueOnce(new Error('502'))
      .mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const { notifications } = makeSession({ getToken });
    const recorder = recordEvents(notifications);
    await waitUntilIdle();
    expect(notifications.state.problem).toBe('retrying');
    await vi.advanceTimersByTimeAsync(30_000);
    await waitUntilIdle();
    expect(notifications.state.problem).toBeNull();
    expect(notifications.state.items[0]?.status).toBe('loaded');
    expect(getToken).toHaveBeenCalledTimes(3);
    expect(recorder.events.filter(({ type }) => type === 'error')).toEqual([]);
  });

  it('reports signed-out without an error or a further call if the token is null, and recovers', async () => {
    let token: string | null = null;
    const getToken = vi.fn(() => token);
    const { notifications } = makeSession({ getToken });
    const recorder = recordEvents(notifications);
    await waitUntilIdle();
    expect(notifications.state.problem).toBe('signed-out');
    expect(recorder.events.filter(({ type }) => type === 'error')).toEqual([]);
    expect(getToken).toHaveBeenCalledTimes(1);
    await notifications.refresh();
    await waitUntilIdle();
    expect(notifications.state.problem).toBe('signed-out');
    expect(getToken).toHaveBeenCalledTimes(2);
    await expect(notifications.load('other')).rejects.toMatchObject({ name: 'SignedOutError', status: 401 });
    token = sandbox.issueToken();
    await notifications.refresh();
    await waitUntilIdle();
    expect(notifications.state.problem).toBeNull();
    expect(notifications.state.items[0]?.status).toBe('loaded');
    expect(recorder.events.filter(({ type }) => type === 'error')).toEqual([]);
  });

  it.each([{ status: 400 }, { status: 403 }, 'error-in-200'] as const)(
    'reports unauthenticated if every notification is refused (%j), after it tried another token, and recovers',
    async (failure) => {
      const getToken = vi.fn<NonNullable<SessionOptions['getToken']>>(() => sandbox.issueToken());
      sandbox.failNext(failure, 11);
      const { notifications } = makeSession({ getToken });
      const recorder = recordEvents(notifications);
      await waitUntilIdle();
      expect(getToken.mock.calls.map(([{ reason }]) => reason)).toEqual(['first', 'expired']);
      expect(recordRequestCount()).toBe(11);
      expect(notifications.state.problem).toBe('unauthenticated');
      expect(notifications.state.items.filter(({ status }) => status === 'missing')).toEqual([]);
      expect(recorder.events).toHaveLength(1);
      await notifications.refresh();
      await waitUntilIdle();
      expect(notifications.state.problem).toBeNull();
      expect(notifications.state.items[0]?.status).toBe('loaded');
    },
  );

  it('waits as long as Retry-After says, for all requests', async () => {
    sandbox.failNext({ status: 429, retryAfter: 5 }, 6);
    const { notifications } = makeSession();
    recordEvents(notifications);
    await waitUntilIdle();
    expect(recordRequestCount()).toBe(6);
    expect(notifications.state.problem).toBe('retrying');
    await vi.advanceTimersByTimeAsync(4900);
    expect(recordRequestCount()).toBe(6);
    await vi.advanceTimersByTimeAsync(700);
    await waitUntilIdle();
    expect(notifications.state.problem).toBeNull();
    expect(notifications.state.items[24]?.status ?? 'loaded').toBe('loaded');
  });

  it.each(['network', 'html', 'error-in-200', 'truncated', 'empty'] as const)(
    'recovers from a failure (%s)',
    async (failure) => {
      sandbox.failNext(failure, 3);
      const { notifications } = makeSession();
      recordEvents(notifications);
      await waitUntilIdle();
      await vi.advanceTimersByTimeAsync(30_000);
      await notifications.refresh();
      await waitUntilIdle();
      const missingCount = failure === 'error-in-200' ? 3 : 0;
      const { items } = notifications.state;
      expect(items.filter(({ status }) => status === 'missing')).toHaveLength(missingCount);
      expect(items.filter(({ status }) => status === 'failed')).toEqual([]);
      expect(notifications.state.problem).toBeNull();
    },
  );

  it('shows the rest if one notification does not exist', async () => {
    const [first, second] = sandbox.notificationIds();
    sandbox.removeNotification(first!);
    const { notifications } = makeSession({ ids: [first!, second!] });
    recordEvents(notifications);
    await waitUntilIdle();
    expect(notifications.state.items.map(({ status }) => status)).toEqual(['missing', 'loaded']);
    expect(notifications.state.isUnreadCountComplete).toBe(true);
  });

  it('shares one request for each id among all callers', async () => {
    const { notifications } = makeSession();
    const [id] = sandbox.notificationIds();
    recordEvents(notifications);
    recordEvents(notifications);
    const both = Promise.all([notifications.load(id!), notifications.load(id!)]);
    await waitUntilIdle();
    const [one, other] = await both;
    expect(one).toBe(other);
    expect(sandbox.requests.filter(({ path }) => path.endsWith(`/${id!}`))).toHaveLength(1);
  });

  it('leaves no request or timer after close()', async () => {
    sandbox.latency = 1000;
    const session = makeSession();
    recordEvents(session.notifications);
    await waitUntilIdle();
    session.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(recordRequestCount()).toBe(6);
    expect(sandbox.requests.every(({ status }) => status === null)).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is empty after signOut() and requests no token', async () => {
    const getToken = vi.fn(() => sandbox.issueToken());
    const session = makeSession({ getToken });
    recordEvents(session.notifications);
    await waitUntilIdle();
    const [id] = sandbox.notificationIds();
    await session.signOut();
    expect(session.notifications.state).toMatchObject({ items: [], unreadCount: 0, problem: 'signed-out' });
    await session.notifications.refresh();
    expect(session.notifications.state.problem).toBe('signed-out');
    expect(session.notifications.get(id!).record).toBeNull();
    getToken.mockClear();
    await expect(session.notifications.load(id!)).rejects.toMatchObject({ name: 'NudgeError' });
    await waitUntilIdle();
    expect(getToken).not.toHaveBeenCalled();
  });
});

describe('createSession() with invalid options', () => {
  it.each([
    [{ baseUrl: 'http://example.com/v1/x' }, 'baseUrl'],
    [{ baseUrl: undefined as never }, 'baseUrl'],
    [{ getToken: 'token' as never }, 'getToken'],
    [{ getToken: undefined as never }, 'getToken'],
  ])('throws a RequestError that names the option: %j', (options, field) => {
    expect(() => makeSession(options)).toThrow(expect.objectContaining({ name: 'RequestError', field }));
  });

  it.each([[], [null], ['options']])('names the missing option without options, given %j', (...options) => {
    expect(() => Reflect.apply(createSession, undefined, options) as unknown).toThrow(
      expect.objectContaining({ name: 'RequestError', field: 'baseUrl' }),
    );
  });

  it.each([[null], ['a'], [5], [{}]])('treats ids %j as none', (ids) => {
    const { notifications } = makeSession({ ids: ids as never });
    expect(notifications.state.items).toEqual([]);
  });

  it('treats source null as none', () => {
    expect(makeSession({ source: null as never }).notifications.state.items.length).toBeGreaterThan(0);
  });
});
