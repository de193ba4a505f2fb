import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as later from '../../src/inbox/make-preferences-later.js';
import type { PreferenceStoreEvent } from '../../src/inbox/preferences/preference-state.js';
import { createSession, type Session, type SessionOptions } from '../../src/inbox/session.js';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { FakeNetwork } from './fakes.js';
import { FakeSaves, hear } from './preferences/preference-fakes.js';

let sandbox: Sandbox;
let id: string;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2025, 10, 20) });
  vi.spyOn(Math, 'random').mockReturnValue(1);
  new FakeNetwork();
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

/** Lets everything go on until nothing is under way: the sandbox takes more than one turn. */
async function quiet(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await vi.advanceTimersByTimeAsync(1);
    await vi.dynamicImportSettled();
  }
}

const off = { isGroupNotificationOff: true };
const saves = (): number => sandbox.requests.filter(({ operation }) => operation === 6).length;
const group = ({ preferences }: Session, groupId = id): unknown =>
  preferences.state.groups.find((one) => one.id === groupId);

describe('preferences of a session', () => {
  it('are saved at the service with the customer’s token alone', async () => {
    const session = makeSession();
    const saving = session.preferences.set(id, off);
    await quiet();
    expect(await saving).toBe(true);
    expect(sandbox.preference(id)).toBe(true);
    expect(sandbox.requests).toMatchObject([{ operation: 6, status: 200, credentials: ['bearer'] }]);
    expect(group(session)).toMatchObject({ isGroupNotificationOff: true, status: 'settled' });
  });

  it('start nothing by themselves, nor by being looked at', async () => {
    const getToken = vi.fn(() => sandbox.issueToken());
    const { preferences } = makeSession({ getToken });
    preferences.subscribe(() => undefined);
    await quiet();
    expect(preferences.state.groups.length).toBeGreaterThan(0);
    expect([getToken.mock.calls.length, sandbox.requests.length]).toEqual([0, 0]);
  });

  it('share the token with the notifications', async () => {
    const getToken = vi.fn(() => sandbox.issueToken());
    const session = makeSession({ getToken, ids: sandbox.notificationIds().slice(0, 2) });
    session.notifications.subscribe(() => undefined);
    void session.preferences.set(id, off);
    await quiet();
    expect([getToken.mock.calls.length, saves()]).toEqual([1, 1]);
  });

  it('get a new token where the old one has expired, and nobody notices', async () => {
    const { preferences } = makeSession();
    const events: PreferenceStoreEvent[] = [];
    preferences.subscribe((event) => events.push(event));
    void preferences.set(id, off);
    await quiet();
    sandbox.expireTokens();
    const saving = preferences.set(id, { isGroupNotificationOff: false });
    await quiet();
    expect([await saving, sandbox.preference(id)]).toEqual([true, false]);
    expect(events.filter(({ type }) => type === 'error')).toEqual([]);
  });

  it('keep the choice where there is no token, until a notification could be fetched with one', async () => {
    let isSignedIn = false;
    const session = makeSession({
      getToken: () => (isSignedIn ? sandbox.issueToken() : null),
      ids: sandbox.notificationIds().slice(0, 1),
    });
    session.notifications.subscribe(() => undefined);
    const saving = session.preferences.set(id, off);
    await quiet();
    expect(group(session)).toMatchObject({ isGroupNotificationOff: true, status: 'waiting' });
    isSignedIn = true;
    await session.notifications.refresh();
    await quiet();
    expect([await saving, sandbox.preference(id)]).toEqual([true, true]);
  });

  it.each(['html', 'error-in-200', 'truncated', 'empty', { status: 500 }, 'network'] as const)(
    'say so where the service fails (%j)',
    async (failure) => {
      sandbox.failNext(failure, 3);
      const session = makeSession();
      const saving = session.preferences.set(id, off);
      await quiet();
      await vi.advanceTimersByTimeAsync(30_000);
      expect([await saving, sandbox.preference(id)]).toEqual([false, undefined]);
      expect(group(session)).toMatchObject({ status: 'failed', failedChoice: true });
    },
  );

  it('fail for an id that no address can hold', async () => {
    const session = makeSession({ groups: [{ id: '..' }] });
    const saving = session.preferences.set('..', off);
    await quiet();
    expect([await saving, sandbox.requests.length]).toEqual([false, 0]);
    expect(group(session, '..')).toMatchObject({ status: 'failed' });
  });

  it('are nobody’s after signing out, and nothing is asked', async () => {
    const session = makeSession();
    sandbox.latency = 100;
    const saving = session.preferences.set(id, off);
    session.signOut();
    await quiet();
    expect([await saving, session.preferences.state.groups]).toEqual([false, []]);
    session.preferences.setGroups(sandbox.groups);
    expect(await session.preferences.set(id, off)).toBe(false);
    expect(sandbox.requests).toEqual([]);
  });

  it('leave no request or timer after closing', async () => {
    sandbox.latency = 1000;
    const session = makeSession();
    session.preferences.subscribe(() => undefined);
    const saving = session.preferences.set(id, off);
    await quiet();
    session.close();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([await saving, sandbox.preference(id), vi.getTimerCount()]).toEqual([false, undefined, 0]);
  });

  it('go with their customer as a notification of another comes', async () => {
    const [mine, theirs] = [sandbox.notificationIds()[0]!, sandbox.notificationIds('customer-51377')[0]!];
    let customer = sandbox.uniqueCustomerId;
    const session = makeSession({ getToken: () => sandbox.issueToken(customer), ids: [mine] });
    session.notifications.subscribe(() => undefined);
    void session.preferences.set(id, off);
    await quiet();
    customer = 'customer-51377';
    sandbox.expireTokens();
    session.notifications.add([theirs]);
    await quiet();
    expect(session.preferences.state.groups).toEqual([]);
  });
});

describe('preferences whose code comes later', () => {
  const options = (service: FakeSaves) => ({ save: service.save, groups: [{ id: 'a' }] });

  it('have no groups until it is there, and then all that was done before', async () => {
    const service = new FakeSaves();
    const preferences = later.makePreferences(options(service));
    preferences.setGroups([{ id: 'b' }]);
    expect(preferences.state.groups).toEqual([]);
    let changes = 0;
    const stop = preferences.subscribe(() => (changes += 1));
    await quiet();
    expect([changes, preferences.state.groups.map((one) => one.id)]).toEqual([1, ['b']]);
    const saving = preferences.set('b', off);
    await quiet();
    await service.last.succeed();
    expect([await saving, service.log]).toEqual([true, [['b', true]]]);
    const before = changes;
    stop();
    await quiet();
    preferences.setGroups([]);
    await quiet();
    expect([changes, preferences.state.groups]).toEqual([before, []]);
  });

  it('do what they do where it is there', async () => {
    const service = new FakeSaves();
    const preferences = later.makePreferences(options(service));
    const muting = preferences.muteAll();
    await quiet();
    await service.last.fail(new Error('no'));
    const { failed, undo } = await muting;
    expect([failed, await undo()]).toEqual([1, 0]);
    const again = preferences.retry('a');
    await quiet();
    await service.last.succeed();
    expect(await again).toBe(true);
    preferences.meet('customer-1');
    preferences.meet('customer-2');
    await quiet();
    expect(preferences.state.groups).toEqual([]);
  });

  it('send nothing where the session was closed or emptied before', async () => {
    const service = new FakeSaves();
    const closed = later.makePreferences(options(service));
    closed.close();
    const emptied = later.makePreferences(options(service));
    emptied.clear();
    const fates = [closed.set('a', off), emptied.set('a', off)];
    await quiet();
    expect([await Promise.all(fates), service.sent.length]).toEqual([[false, false], 0]);
  });

  it('offer what the store offers', () => {
    const names = (value: object): string[] =>
      Object.keys(Object.getOwnPropertyDescriptors(value)).toSorted();
    const { store } = hear(new FakeSaves());
    const offered = names(Object.getPrototypeOf(store) as object).filter((name) => name !== 'constructor');
    expect(names(later.makePreferences(options(new FakeSaves())))).toEqual(offered);
    store.close();
  });
});
