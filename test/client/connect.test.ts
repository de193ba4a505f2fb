import { describe, expect, it, vi } from 'vitest';
import {
  connectNotifications,
  connectPreferences,
  connectUnreadCount,
  type Connect,
} from '../../src/client/connect.js';
import { createSession, type Session } from '../../src/client.js';
import { createTestSession } from './session.js';

const connections: [string, Connect<unknown>][] = [
  ['connectNotifications', connectNotifications],
  ['connectUnreadCount', connectUnreadCount],
  ['connectPreferences', connectPreferences],
];

describe.each(connections)('%s()', (_, connect) => {
  it('returns the value of a session before its start while there is none', () => {
    const { session } = createTestSession('n1');
    session.preferences.setGroups([]);
    for (const missing of [null, undefined]) expect(connect(missing).get()).toEqual(connect(session).get());
  });

  it('returns the same object until it changes', () => {
    const { session } = createTestSession('n1');
    for (const given of [session, null]) {
      const { get } = connect(given);
      expect(get()).toBe(get());
      expect(get()).toBe(connect(given).get());
    }
  });

  it('calls nobody without a session, or with anything else', () => {
    const onChange = vi.fn();
    const invalid: Session = JSON.parse('{}') as Session;
    for (const session of [undefined, null, invalid]) connect(session).subscribe(onChange)();
    expect(onChange).not.toHaveBeenCalled();
  });

  it('ends the subscription', async () => {
    const { session } = createTestSession('n1');
    const onChange = vi.fn();
    connect(session).subscribe(onChange)();
    onChange.mockClear();
    session.notifications.add(['n2']);
    session.preferences.setGroups([]);
    await Promise.resolve();
    expect(onChange).not.toHaveBeenCalled();
  });
});

describe('connectNotifications()', () => {
  it('starts the session with the first subscriber and stops it with the last', async () => {
    const { session, loads, subscriptions } = createTestSession('n1');
    const { get, subscribe } = connectNotifications(session);
    expect(get().status).toBe('idle');
    expect(loads()).toBe(0);
    const unsubscribes = [subscribe(() => undefined), subscribe(() => undefined)];
    await expect.poll(() => get().status).toBe('ready');
    expect([loads(), subscriptions()]).toEqual([1, 1]);
    for (const unsubscribe of unsubscribes) unsubscribe();
    await expect.poll(() => subscriptions()).toBe(0);
  });

  it('calls its subscriber once for each new state', async () => {
    const { session } = createTestSession('n1', 'n2');
    const { get, subscribe } = connectNotifications(session);
    const states: unknown[] = [];
    subscribe(() => states.push(get()));
    await expect.poll(() => get().status).toBe('ready');
    expect(new Set(states).size).toBe(states.length);
    const before = states.length;
    // The store publishes two events: `change` and `read-change`.
    session.notifications.markRead(['n1']);
    expect(states.length).toBe(before + 1);
  });
});

describe('connectUnreadCount()', () => {
  it('calls its subscriber only when the number changes', async () => {
    const { session } = createTestSession('n1', 'n2');
    const { get, subscribe } = connectUnreadCount(session);
    const counts: number[] = [];
    subscribe(() => counts.push(get()));
    await expect.poll(() => session.notifications.state.status).toBe('ready');
    session.notifications.add([{ id: 'n3', isRead: true }]);
    session.notifications.add([{ id: 'n4', isRead: false }]);
    session.notifications.markRead(['n1', 'n4']);
    expect(counts).toEqual([1, 2, 0]);
  });
});

describe('connectPreferences()', () => {
  it('loads the groups of a backend with its first subscriber', async () => {
    const fetch = vi.fn(() => Promise.resolve(Response.json({ groups: [{ id: 'orders', name: 'Orders' }] })));
    vi.stubGlobal('fetch', fetch);
    const session = createSession({
      baseUrl: 'https://api.example.com/v1/service',
      backendUrl: 'https://shop.example.com/notifications',
    });
    const { get, subscribe } = connectPreferences(session);
    expect(fetch).not.toHaveBeenCalled();
    const unsubscribe = subscribe(() => undefined);
    await expect.poll(() => get().groups.map(({ name }) => name)).toEqual(['Orders']);
    unsubscribe();
    vi.unstubAllGlobals();
  });
});

describe('An interface without elements', () => {
  it('needs nothing to have the list and the groups loaded again, until they come', async () => {
    vi.useFakeTimers();
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const attempts = { list: 0, groups: 0 };
    /** Fails twice. */
    const attempt = <Value>(what: keyof typeof attempts, value: Value): Promise<Value> =>
      ++attempts[what] > 2 ? Promise.resolve(value) : Promise.reject(new Error('The server is down.'));
    const session = createSession({
      baseUrl: 'https://api.example.com/v1/service',
      getToken: () => null,
      source: {
        load: () => attempt('list', { references: [{ id: 'n1', isRead: false }] }),
        loadGroups: () => attempt('groups', [{ id: 'orders', name: 'Orders' }]),
      },
    });
    const [list, groups] = [connectNotifications(session), connectPreferences(session)];
    const unsubscribes = [list, groups].map(({ subscribe }) => subscribe(() => undefined));
    await vi.advanceTimersByTimeAsync(0);
    expect([list.get().problem, groups.get().status]).toEqual(['unreachable', 'failed']);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(list.get()).toMatchObject({ problem: null, unreadCount: 1 });
    expect(groups.get().groups.map(({ name }) => name)).toEqual(['Orders']);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(attempts).toEqual({ list: 3, groups: 3 });
    for (const unsubscribe of unsubscribes) unsubscribe();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
});
