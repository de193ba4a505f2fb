import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PreferenceStoreEvent } from '../../src/inbox/preferences/preference-state.js';
import { createSession } from '../../src/inbox/create-session.js';
import type { Session, SessionOptions } from '../../src/inbox/session.js';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { FakeBrowser } from './fakes.js';

let sandbox: Sandbox;
let id: string;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2025, 10, 20) });
  vi.spyOn(Math, 'random').mockReturnValue(1);
  new FakeBrowser();
  sandbox = createSandbox();
  id = sandbox.groups[0]!.id;
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
    groups: sandbox.groups,
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

const muted = { isGroupNotificationOff: true };
const saveRequestCount = (): number => sandbox.requests.filter(({ operation }) => operation === 6).length;
const group = ({ preferences }: Session, groupId = id): unknown =>
  preferences.state.groups.find((one) => one.id === groupId);

describe('session.preferences', () => {
  it('saves at the service with the token of the customer alone', async () => {
    const session = makeSession();
    const saving = session.preferences.set(id, muted);
    await waitUntilIdle();
    expect(await saving).toBe(true);
    expect(sandbox.preference(id)).toBe(true);
    expect(sandbox.requests).toMatchObject([{ operation: 6, status: 200, credentials: ['bearer'] }]);
    expect(group(session)).toMatchObject({ isGroupNotificationOff: true, status: 'idle' });
  });

  it('sends nothing by itself, nor on subscription', async () => {
    const getToken = vi.fn(() => sandbox.issueToken());
    const { preferences } = makeSession({ getToken });
    preferences.subscribe(() => undefined);
    await waitUntilIdle();
    expect(preferences.state.groups.length).toBeGreaterThan(0);
    expect([getToken.mock.calls.length, sandbox.requests.length]).toEqual([0, 0]);
  });

  it('shares the token with the notifications', async () => {
    const getToken = vi.fn(() => sandbox.issueToken());
    const session = makeSession({ getToken, ids: sandbox.notificationIds().slice(0, 2) });
    session.notifications.subscribe(() => undefined);
    void session.preferences.set(id, muted);
    await waitUntilIdle();
    expect([getToken.mock.calls.length, saveRequestCount()]).toEqual([1, 1]);
  });

  it('gets a new token without an error when the old one has expired', async () => {
    const { preferences } = makeSession();
    const events: PreferenceStoreEvent[] = [];
    preferences.subscribe((event) => events.push(event));
    void preferences.set(id, muted);
    await waitUntilIdle();
    sandbox.expireTokens();
    const saving = preferences.set(id, { isGroupNotificationOff: false });
    await waitUntilIdle();
    expect([await saving, sandbox.preference(id)]).toEqual([true, false]);
    expect(events.filter(({ type }) => type === 'error')).toEqual([]);
  });

  it('keeps the choice without a token until a notification was fetched with one', async () => {
    let isSignedIn = false;
    const session = makeSession({
      getToken: () => (isSignedIn ? sandbox.issueToken() : null),
      ids: sandbox.notificationIds().slice(0, 1),
    });
    session.notifications.subscribe(() => undefined);
    const saving = session.preferences.set(id, muted);
    await waitUntilIdle();
    expect(group(session)).toMatchObject({ isGroupNotificationOff: true, status: 'waiting' });
    isSignedIn = true;
    await session.notifications.refresh();
    await waitUntilIdle();
    expect([await saving, sandbox.preference(id)]).toEqual([true, true]);
  });

  it.each(['html', 'error-in-200', 'truncated', 'empty', { status: 500 }, 'network'] as const)(
    'reports a failure of the service (%j)',
    async (failure) => {
      sandbox.failNext(failure, 3);
      const session = makeSession();
      const saving = session.preferences.set(id, muted);
      await waitUntilIdle();
      await vi.advanceTimersByTimeAsync(30_000);
      expect([await saving, sandbox.preference(id)]).toEqual([false, undefined]);
      expect(group(session)).toMatchObject({ status: 'failed', failedChoice: true });
    },
  );

  it('mutes 100 groups with at most four requests at once, and a few while the service is busy', async () => {
    const groups = Array.from({ length: 100 }, (_, index) => ({ id: `group-${index}` }));
    sandbox.failNext({ status: 429, retryAfter: 30 }, Infinity);
    const { preferences } = makeSession({ groups });
    const muting = preferences.muteAll();
    await waitUntilIdle();
    expect(saveRequestCount()).toBe(4);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(saveRequestCount()).toBe(4);
    await vi.advanceTimersByTimeAsync(600_000);
    expect((await muting).failed).toBe(100);
    expect(saveRequestCount()).toBe(7);
  });

  it('retries a save after a failure that passes', async () => {
    sandbox.failNext({ status: 500 }, 2);
    const session = makeSession();
    const saving = session.preferences.set(id, muted);
    await waitUntilIdle();
    await vi.advanceTimersByTimeAsync(30_000);
    await waitUntilIdle();
    expect([await saving, saveRequestCount()]).toEqual([true, 3]);
  });

  it('fails for an id that fits in no path', async () => {
    const session = makeSession({ groups: [{ id: '..' }] });
    const saving = session.preferences.set('..', muted);
    await waitUntilIdle();
    expect([await saving, sandbox.requests.length]).toEqual([false, 0]);
    expect(group(session, '..')).toMatchObject({ status: 'failed' });
  });

  it('is empty after signOut() and sends nothing', async () => {
    const session = makeSession();
    sandbox.latency = 100;
    const saving = session.preferences.set(id, muted);
    await session.signOut();
    await waitUntilIdle();
    expect([await saving, session.preferences.state.groups]).toEqual([false, []]);
    session.preferences.setGroups(sandbox.groups);
    expect(await session.preferences.set(id, muted)).toBe(false);
    expect(sandbox.requests).toEqual([]);
  });

  it('leaves no request or timer after close()', async () => {
    sandbox.latency = 1000;
    const session = makeSession();
    session.preferences.subscribe(() => undefined);
    const saving = session.preferences.set(id, muted);
    await waitUntilIdle();
    session.close();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([await saving, sandbox.preference(id), vi.getTimerCount()]).toEqual([false, undefined, 0]);
  });

  it('keeps the groups of the host, but no choice, when a notification of another customer arrives', async () => {
    const [mine, theirs] = [sandbox.notificationIds()[0]!, sandbox.notificationIds('customer-51377')[0]!];
    let customer = sandbox.uniqueCustomerId;
    const session = makeSession({ getToken: () => sandbox.issueToken(customer), ids: [mine] });
    session.notifications.subscribe(() => undefined);
    void session.preferences.set(id, muted);
    await waitUntilIdle();
    customer = 'customer-51377';
    sandbox.expireTokens();
    session.notifications.add([theirs]);
    await waitUntilIdle();
    expect(session.preferences.state.groups.map((one) => one.id)).toEqual(
      sandbox.groups.map((one) => one.id),
    );
    expect(group(session)).toMatchObject({ isGroupNotificationOff: null, status: 'idle' });
  });
});
