import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSession, type Session, type SessionOptions } from '../../src/inbox/session.js';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { FakeNetwork, listen } from './fakes.js';

let sandbox: Sandbox;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2025, 10, 20) });
  vi.spyOn(Math, 'random').mockReturnValue(1);
  new FakeNetwork();
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

/** Lets everything go on until nothing is under way: the sandbox takes more than one turn. */
async function quiet(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await vi.advanceTimersByTimeAsync(1);
    await vi.dynamicImportSettled();
  }
}

const fetched = (): number => sandbox.requests.filter(({ operation }) => operation === 7).length;

describe('a session', () => {
  it('fetches the newest, once each, with the bearer token alone', async () => {
    const { notifications } = makeSession();
    listen(notifications);
    await quiet();
    const expected = Math.min(25, sandbox.notificationIds().length);
    expect(fetched()).toBe(expected);
    expect(new Set(sandbox.requests.map(({ path }) => path)).size).toBe(expected);
    expect(
      sandbox.requests.every(({ status, credentials }) => status === 200 && credentials.length === 1),
    ).toBe(true);
    expect(notifications.state.items.slice(0, 25).every(({ record }) => record?.payload)).toBe(true);
    expect(notifications.state.unreadCount).toBeGreaterThan(0);
    expect(notifications.state.problem).toBeNull();
  });

  it('starts nothing by itself', async () => {
    const getToken = vi.fn(() => sandbox.issueToken());
    makeSession({ getToken });
    await quiet();
    expect([getToken.mock.calls.length, sandbox.requests.length]).toEqual([0, 0]);
  });

  it('renews an expired token once for all, and nobody notices', async () => {
    const getToken = vi.fn<SessionOptions['getToken']>(() => sandbox.issueToken());
    const { notifications } = makeSession({ getToken, ids: sandbox.notificationIds().slice(0, 3) });
    const heard = listen(notifications);
    await quiet();
    vi.advanceTimersByTime(2 * 60 * 60 * 1000);
    notifications.add(sandbox.notificationIds().slice(3, 9));
    await quiet();
    expect(getToken.mock.calls.map(([{ reason }]) => reason)).toEqual(['first', 'expired']);
    expect(notifications.state.items.map(({ status }) => status)).toEqual(Array(9).fill('loaded'));
    expect(notifications.state.problem).toBeNull();
    expect(heard.events.filter(({ type }) => type === 'error')).toEqual([]);
  });

  it.each([
    ['is null', () => null],
    ['is refused', () => 'not-a-token'],
    ['cannot be had', () => Promise.reject(new Error('signed out'))],
  ])('says unauthenticated where the token %s, and recovers', async (_, noToken) => {
    let isSignedIn = false;
    const { notifications } = makeSession({
      getToken: () => (isSignedIn ? sandbox.issueToken() : noToken()),
    });
    const heard = listen(notifications);
    await quiet();
    expect(notifications.state.problem).toBe('unauthenticated');
    expect(heard.events).toMatchObject([{ type: 'error', error: { name: 'AuthenticationError' } }]);
    isSignedIn = true;
    await notifications.refresh();
    await quiet();
    expect(notifications.state.problem).toBeNull();
    expect(notifications.state.items[0]?.status).toBe('loaded');
  });

  it('waits as long as the service asks, for everything', async () => {
    sandbox.failNext({ status: 429, retryAfter: 5 }, 6);
    const { notifications } = makeSession();
    listen(notifications);
    await quiet();
    expect(fetched()).toBe(6);
    expect(notifications.state.problem).toBe('retrying');
    await vi.advanceTimersByTimeAsync(4900);
    expect(fetched()).toBe(6);
    await vi.advanceTimersByTimeAsync(200);
    await quiet();
    expect(notifications.state.problem).toBeNull();
    expect(notifications.state.items[24]?.status ?? 'loaded').toBe('loaded');
  });

  it.each(['network', 'html', 'error-in-200', 'truncated', 'empty'] as const)(
    'gets over a failure (%s)',
    async (failure) => {
      sandbox.failNext(failure, 3);
      const { notifications } = makeSession();
      listen(notifications);
      await quiet();
      await vi.advanceTimersByTimeAsync(30_000);
      await notifications.refresh();
      await quiet();
      const refused = failure === 'error-in-200' ? 3 : 0;
      const { items } = notifications.state;
      expect(items.filter(({ status }) => status === 'missing')).toHaveLength(refused);
      expect(items.filter(({ status }) => status === 'failed')).toEqual([]);
      expect(notifications.state.problem).toBeNull();
    },
  );

  it('shows the rest where one does not exist', async () => {
    const [first, second] = sandbox.notificationIds();
    sandbox.removeNotification(first!);
    const { notifications } = makeSession({ ids: [first!, second!] });
    listen(notifications);
    await quiet();
    expect(notifications.state.items.map(({ status }) => status)).toEqual(['missing', 'loaded']);
    expect(notifications.state.isUnreadCountComplete).toBe(true);
  });

  it('shares one request an id among all who ask', async () => {
    const { notifications } = makeSession();
    const [id] = sandbox.notificationIds();
    listen(notifications);
    listen(notifications);
    const both = Promise.all([notifications.load(id!), notifications.load(id!)]);
    await quiet();
    const [one, other] = await both;
    expect(one).toBe(other);
    expect(sandbox.requests.filter(({ path }) => path.endsWith(`/${id!}`))).toHaveLength(1);
  });

  it('leaves no request or timer after close', async () => {
    sandbox.latency = 1000;
    const session = makeSession();
    listen(session.notifications);
    await quiet();
    session.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetched()).toBe(6);
    expect(sandbox.requests.every(({ status }) => status === null)).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('knows nobody after signing out, and asks for no token', async () => {
    const getToken = vi.fn(() => sandbox.issueToken());
    const session = makeSession({ getToken });
    listen(session.notifications);
    await quiet();
    const [id] = sandbox.notificationIds();
    session.signOut();
    expect(session.notifications.state).toMatchObject({ items: [], unreadCount: 0 });
    expect(session.notifications.get(id!).record).toBeNull();
    getToken.mockClear();
    await expect(session.notifications.load(id!)).rejects.toMatchObject({ name: 'NudgeError' });
    await quiet();
    expect(getToken).not.toHaveBeenCalled();
  });
});

describe('options that cannot be used', () => {
  it.each([
    [{ baseUrl: 'http://example.com/v1/x' }, 'baseUrl'],
    [{ baseUrl: undefined as never }, 'baseUrl'],
    [{ getToken: 'token' as never }, 'getToken'],
    [{ getToken: undefined as never }, 'getToken'],
  ])('are named at once: %j', (options, field) => {
    expect(() => makeSession(options)).toThrow(expect.objectContaining({ name: 'RequestError', field }));
  });

  it.each([[null], ['a'], [5], [{}]])('of ids (%j) are taken for none', (ids) => {
    const { notifications } = makeSession({ ids: ids as never });
    expect(notifications.state.items).toEqual([]);
  });

  it('of the source (null) are taken for none', () => {
    expect(makeSession({ source: null as never }).notifications.state.items.length).toBeGreaterThan(0);
  });
});
