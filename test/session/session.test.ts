import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSession } from '../../src/session/session.js';
import type { Session } from '../../src/session/session.js';
import type { SessionOptions } from '../../src/session/session-options.js';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { FakeBrowser, recordEvents, tearDown, waitUntil } from './fakes.js';

let sandbox: Sandbox;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2025, 10, 20) });
  vi.spyOn(Math, 'random').mockReturnValue(1);
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  new FakeBrowser();
  sandbox = createSandbox();
});

afterEach(tearDown);

function makeSession(options: Partial<SessionOptions> = {}): Session {
  return createSession({
    baseUrl: sandbox.baseUrl,
    fetch: sandbox.fetch,
    getToken: () => sandbox.issueToken(),
    ids: sandbox.notificationIds(),
    ...options,
  });
}

const recordRequestCount = (): number => sandbox.requests.filter(({ operation }) => operation === 7).length;
const waitForProblem = ({ notifications }: Session, problem: string | null): Promise<unknown> =>
  waitUntil(() => expect(notifications.state.problem).toBe(problem));
const waitForRecord = ({ notifications }: Session): Promise<unknown> =>
  waitUntil(() => expect(notifications.state.items[0]?.status).toBe('loaded'));

describe('createSession()', () => {
  it('fetches the newest notifications once each, with the bearer token alone', async () => {
    const { notifications } = makeSession();
    expect(sandbox.notificationIds().length).toBeGreaterThan(25);
    recordEvents(notifications);
    await waitUntil(() =>
      expect(notifications.state.items.slice(0, 25).every(({ record }) => record?.payload)).toBe(true),
    );
    expect(recordRequestCount()).toBe(25);
    expect(new Set(sandbox.requests.map(({ path }) => path)).size).toBe(25);
    expect(
      sandbox.requests.every(({ status, credentials }) => status === 200 && credentials.length === 1),
    ).toBe(true);
    expect(notifications.state.unreadCount).toBeGreaterThan(0);
    expect(notifications.state.problem).toBeNull();
  });

  it('sends nothing before something subscribes to its notifications, loads or saves', async () => {
    const getToken = vi.fn(() => sandbox.issueToken());
    const session = makeSession({ getToken, groups: sandbox.groups });
    session.preferences.subscribe(() => undefined);
    await waitUntil(() => expect(session.preferences.state.groups.length).toBeGreaterThan(0));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([getToken.mock.calls.length, sandbox.requests.length]).toEqual([0, 0]);
  });

  it('can be used before anything shows it', async () => {
    const [first, second] = sandbox.notificationIds();
    const session = makeSession({ ids: [first!], groups: sandbox.groups });
    const { notifications, preferences } = session;
    const group = preferences.state.groups.find(({ isRequired }) => !isRequired)!;
    notifications.add([second!]);
    notifications.markRead([first!]);
    notifications.setVisible([second!]);
    expect(notifications.markAllRead()).toBeTypeOf('function');
    await expect(notifications.load(second!)).resolves.toMatchObject({ id: second });
    await expect(preferences.set(group.id, { isGroupNotificationOff: true })).resolves.toBe(true);
    recordEvents(notifications);
    await waitUntil(() =>
      expect(notifications.state.items.map(({ id, status, isRead }) => [id, status, isRead])).toEqual([
        [second, 'loaded', true],
        [first, expect.any(String), true],
      ]),
    );
    expect(notifications.state.unreadCount).toBe(0);
    session.close();
  });

  it('renews an expired token once for all requests, without an error', async () => {
    const getToken = vi.fn<NonNullable<SessionOptions['getToken']>>(() => sandbox.issueToken());
    const session = makeSession({ getToken, ids: sandbox.notificationIds().slice(0, 3) });
    const recorder = recordEvents(session.notifications);
    await waitForRecord(session);
    vi.advanceTimersByTime(2 * 60 * 60 * 1000);
    session.notifications.add(sandbox.notificationIds().slice(3, 9));
    await waitUntil(() =>
      expect(session.notifications.state.items.map(({ status }) => status)).toEqual(Array(9).fill('loaded')),
    );
    expect(getToken.mock.calls.map(([{ reason }]) => reason)).toEqual(['first', 'expired']);
    expect(session.notifications.state.problem).toBeNull();
    expect(recorder.events.filter(({ type }) => type === 'error')).toEqual([]);
  });

  it('reports unauthenticated if the token is refused, and recovers', async () => {
    let isSignedIn = false;
    const session = makeSession({ getToken: () => (isSignedIn ? sandbox.issueToken() : 'not-a-token') });
    const recorder = recordEvents(session.notifications);
    await waitForProblem(session, 'unauthenticated');
    expect(recorder.events).toMatchObject([{ type: 'error', error: { name: 'AuthenticationError' } }]);
    isSignedIn = true;
    await session.notifications.refresh();
    await waitForRecord(session);
    expect(session.notifications.state.problem).toBeNull();
  });

  it('reports signed-out without an error or a further call if the token is null, and recovers', async () => {
    let token: string | null = null;
    const getToken = vi.fn(() => token);
    const session = makeSession({ getToken });
    const { notifications } = session;
    const recorder = recordEvents(notifications);
    await waitForProblem(session, 'signed-out');
    expect(getToken).toHaveBeenCalledTimes(1);
    await notifications.refresh();
    await waitForProblem(session, 'signed-out');
    expect(getToken).toHaveBeenCalledTimes(2);
    await expect(notifications.load('other')).rejects.toMatchObject({ name: 'SignedOutError', status: 401 });
    token = sandbox.issueToken();
    await notifications.refresh();
    await waitForRecord(session);
    expect(notifications.state.problem).toBeNull();
    expect(recorder.events.filter(({ type }) => type === 'error')).toEqual([]);
  });

  it('shows nothing while the token is null, and what it has loaded once there is one again', async () => {
    let token: string | null = sandbox.issueToken();
    const [first, second, third] = sandbox.notificationIds();
    const session = makeSession({ getToken: () => token, ids: [first!, second!] });
    const { notifications } = session;
    recordEvents(notifications);
    await waitForRecord(session);
    const { unreadCount } = notifications.state;
    token = null;
    vi.advanceTimersByTime(2 * 60 * 60 * 1000);
    notifications.add([third!]);
    await waitForProblem(session, 'signed-out');
    expect(notifications.state).toMatchObject({
      items: [],
      dismissedItems: [],
      unreadCount: 0,
      unseenCount: 0,
    });
    token = sandbox.issueToken();
    await notifications.refresh();
    await waitUntil(() =>
      expect(notifications.state.items.map(({ id }) => id)).toEqual([third, first, second]),
    );
    expect(notifications.state.unreadCount).toBeGreaterThanOrEqual(unreadCount);
  });

  it('reports unauthenticated if everything is refused, after it tried another token, and recovers', async () => {
    const getToken = vi.fn<NonNullable<SessionOptions['getToken']>>(() => sandbox.issueToken());
    sandbox.failNext({ status: 403 }, 11);
    const session = makeSession({ getToken });
    const recorder = recordEvents(session.notifications);
    await waitForProblem(session, 'unauthenticated');
    expect(getToken.mock.calls.map(([{ reason }]) => reason)).toEqual(['first', 'expired']);
    expect(recordRequestCount()).toBe(11);
    expect(recorder.events).toHaveLength(1);
    await session.notifications.refresh();
    await waitForRecord(session);
    expect(session.notifications.state.problem).toBeNull();
  });

  it('warns the developer of a response that is no notification, and recovers', async () => {
    sandbox.failNext('truncated');
    const session = makeSession({ ids: sandbox.notificationIds().slice(0, 1) });
    recordEvents(session.notifications);
    await waitUntil(() => expect(session.notifications.state.items).toMatchObject([{ status: 'failed' }]));
    expect(vi.mocked(console.warn).mock.calls).toEqual([[expect.stringContaining('ResponseError')]]);
    await session.notifications.refresh();
    await waitForRecord(session);
  });

  it('leaves no request or timer after close()', async () => {
    sandbox.latency = 1000;
    const session = makeSession();
    recordEvents(session.notifications);
    await waitUntil(() => expect(recordRequestCount()).toBe(6));
    session.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(recordRequestCount()).toBe(6);
    expect(sandbox.requests.every(({ status }) => status === null)).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is empty after signOut() and requests no token', async () => {
    const getToken = vi.fn(() => sandbox.issueToken());
    const session = makeSession({ getToken });
    const { notifications } = session;
    recordEvents(notifications);
    await waitForRecord(session);
    const [id] = sandbox.notificationIds();
    await session.signOut();
    expect(notifications.state).toMatchObject({ items: [], unreadCount: 0, problem: 'signed-out' });
    await notifications.refresh();
    expect(notifications.state.problem).toBe('signed-out');
    expect(notifications.get(id!).record).toBeNull();
    getToken.mockClear();
    await expect(notifications.load(id!)).rejects.toMatchObject({ name: 'NudgeError' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(getToken).not.toHaveBeenCalled();
  });

  it.each(['ann', undefined])('opens no database with memoryOnly (customer key: %s)', async (customerKey) => {
    const open = vi.fn(() => {
      throw new Error('refused');
    });
    vi.stubGlobal('indexedDB', { open });
    const visit = async (memoryOnly: boolean): Promise<boolean> => {
      const session = makeSession({ customerKey, memoryOnly });
      session.notifications.subscribe(() => undefined);
      await waitForRecord(session);
      await vi.advanceTimersByTimeAsync(1000);
      session.notifications.dismiss(sandbox.notificationIds());
      return session.signOut();
    };
    expect(await visit(true)).toBe(true);
    expect(open).not.toHaveBeenCalled();
    await visit(false);
    expect(open).toHaveBeenCalled();
  });

  it('names an option that is missing or invalid', () => {
    const valid = { baseUrl: 'https://example.com/v1/x', getToken: () => null };
    for (const [options, field] of [
      [undefined, 'baseUrl'],
      [null, 'baseUrl'],
      [{ ...valid, baseUrl: 'http://example.com/v1/x' }, 'baseUrl'],
      [{ ...valid, getToken: 'token' }, 'getToken'],
      [{ baseUrl: valid.baseUrl }, 'getToken'],
      [{ ...valid, ids: 'n1' }, 'ids'],
      [{ ...valid, groups: {} }, 'groups'],
      [{ ...valid, source: '/list' }, 'source'],
      [{ ...valid, fetch: 'x' }, 'fetch'],
      [{ ...valid, timeout: '5s' }, 'timeout'],
      [{ ...valid, retries: -1 }, 'retries'],
    ] as const)
      expect(() => createSession(options as never), JSON.stringify(options)).toThrow(
        expect.objectContaining({ name: 'RequestError', field }),
      );
  });

  it('says once that nothing loads from the service, but not of single notifications, or of a customer who is not signed in', async () => {
    const [found = ''] = sandbox.notificationIds();
    const visit = async (options: Partial<SessionOptions>): Promise<string[]> => {
      const session = makeSession(options);
      recordEvents(session.notifications);
      await waitUntil(() => expect(session.notifications.state.status).toBe('ready'));
      await vi.advanceTimersByTimeAsync(5000);
      session.close();
      return vi
        .mocked(console.warn)
        .mock.calls.map(String)
        .filter((text) => text.includes('base-url'));
    };
    const line = (reason: string) => `[nudge-inbox] Nothing has loaded from base-url yet: ${reason}`;
    expect(await visit({ ids: ['gone', 'gone-too', found] })).toEqual([]);
    expect(await visit({ getToken: () => null })).toEqual([]);
    const notFound = line(
      'ApiError: GET /nudge/in-app-notifications/{inAppNotificationId}: refused with HTTP 404',
    );
    expect(await visit({ ids: ['gone', 'gone-too'] })).toEqual([notFound]);
    expect(await visit({ ids: ['x1', 'x2', 'x3', 'x4', 'x5'] })).toEqual([notFound]);
    sandbox.offline = true;
    const noResponse = line(
      'ConnectionError: GET /nudge/in-app-notifications/{inAppNotificationId}: no response',
    );
    vi.stubGlobal('navigator', { onLine: false });
    expect(await visit({}), 'without a network').toEqual([notFound]);
    vi.unstubAllGlobals();
    expect(await visit({})).toEqual([notFound, noResponse]);
  });

  it('treats source null as none', () => {
    expect(makeSession({ source: null as never }).notifications.state.items.length).toBeGreaterThan(0);
  });
});
