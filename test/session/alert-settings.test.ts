import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AlertSettings } from '../../src/session/alert-settings.js';
import { createSession, type Session } from '../../src/session/session.js';
import { stubBroadcastChannel } from './fake-channel.js';
import { setUpStore } from './fakes.js';
import { currentPage, FakeRows, stubCrypto } from './random-acts/fake-database.js';

vi.mock('../../src/session/device/database.js', async () => ({
  Database: (await import('./random-acts/fake-database.js')).FakeDatabase,
}));

let stored: Map<string, string>;
const baseUrl = 'https://api.example.com/v1/engagement';

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const own = { isStored: true, isCustomers: true };
const inAnHour = (): Date => new Date(Date.now() + 3_600_000);

describe('AlertSettings', () => {
  it('is quiet until the chosen time, or until that is taken back', () => {
    const settings = new AlertSettings('anna', own);
    expect(settings.quietUntil).toBeNull();
    settings.quietUntil = inAnHour();
    expect(settings.quietUntil).toEqual(inAnHour());
    vi.advanceTimersByTime(3_600_000);
    expect(settings.quietUntil).toBeNull();
    settings.quietUntil = inAnHour();
    settings.quietUntil = null;
    expect(settings.quietUntil).toBeNull();
  });

  it('finds what was stored, each setting by itself, for its own key only', () => {
    const settings = new AlertSettings('anna', own);
    settings.quietUntil = inAnHour();
    settings.isDesktopOn = true;
    const later = new AlertSettings('anna', own);
    expect([later.quietUntil, later.isDesktopOn]).toEqual([inAnHour(), true]);
    const other = new AlertSettings('bert', own);
    expect([other.quietUntil, other.isDesktopOn]).toEqual([null, false]);
  });

  it.each(['missing', 'blocked', 'full'])(
    'holds for the page if the storage is %s, and says so once',
    (problem) => {
      const warn = vi.spyOn(console, 'warn').mockReturnValue();
      const { getItem } = localStorage;
      const refuse = vi.fn().mockThrow(new Error(problem));
      const storage = { getItem: problem === 'full' ? getItem : refuse, setItem: refuse, removeItem: refuse };
      vi.stubGlobal('localStorage', problem === 'missing' ? undefined : storage);
      const settings = new AlertSettings('anna', own);
      settings.quietUntil = inAnHour();
      settings.isDesktopOn = true;
      expect([settings.quietUntil, settings.isDesktopOn]).toEqual([inAnHour(), true]);
      settings.forget();
      expect([settings.quietUntil, settings.isDesktopOn]).toEqual([null, false]);
      expect(warn.mock.calls).toEqual([
        [expect.stringMatching(/^\[nudge-inbox\] Alert settings last for this page: \w*Error: /)],
      ]);
    },
  );

  it('ignores what something else has stored', () => {
    for (const value of ['{', 'null', '7', '{"quietUntil":"soon","isDesktopOn":"yes"}']) {
      const settings = new AlertSettings('anna', own);
      stored.set(settings.key, value);
      expect([settings.quietUntil, settings.isDesktopOn], value).toEqual([null, false]);
    }
  });

  it('tells its subscribers of each change', () => {
    const settings = new AlertSettings('anna', own);
    const listener = vi.fn();
    const unsubscribe = settings.subscribe(listener);
    settings.quietUntil = inAnHour();
    settings.forget();
    expect(listener).toHaveBeenCalledTimes(2);
    unsubscribe();
    settings.isDesktopOn = true;
    expect(listener).toHaveBeenCalledTimes(2);
  });
});

describe('session.alerts', () => {
  it('is that of the customer key, else of the service', () => {
    const options = { baseUrl, getToken: () => null };
    createSession({ ...options, customerKey: 'anna' }).alerts.quietUntil = inAnHour();
    createSession(options).alerts.quietUntil = inAnHour();
    expect([...stored.keys()]).toEqual(['nudge-inbox alerts anna', `nudge-inbox alerts ${baseUrl}`]);
  });

  it.each([true, 'yes'])('stores nothing in a session with memoryOnly %s', (memoryOnly) => {
    const session = createSession({ baseUrl, getToken: () => null, memoryOnly: memoryOnly as boolean });
    session.alerts.quietUntil = inAnHour();
    expect(session.alerts.quietUntil).toEqual(inAnHour());
    expect(stored.size).toBe(0);
  });

  const ids = ['a', 'b'];

  /** A session with two notifications, each of another customer. */
  const createMixedSession = (customerKey?: string): Session =>
    createSession({
      baseUrl,
      customerKey,
      getToken: () => 'token',
      fetch: (input) => {
        const { url } = new Request(input);
        const id = ids.find((one) => url.endsWith(`/${one}`));
        const data = { id, payload: {}, uniqueCustomerId: `customer-${id}` };
        return Promise.resolve(Response.json({ status: 'success', data }));
      },
    });

  it('stays that of the customer of the key when a notification names another one, whose own holds for the page', async () => {
    const session = createMixedSession('anna');
    await session.notifications.load('a');
    session.alerts.quietUntil = inAnHour();
    const before = [...stored];
    await session.notifications.load('b').catch(() => undefined);
    expect([session.alerts.quietUntil, [...stored]]).toEqual([null, before]);
    session.alerts.isDesktopOn = true;
    expect([session.alerts.isDesktopOn, [...stored]]).toEqual([true, before]);
    await session.signOut();
    expect([...stored]).toEqual(before);
  });

  it('is forgotten when the customer of the key signs out', async () => {
    const session = createSession({ baseUrl, customerKey: 'anna', getToken: () => null });
    session.alerts.isDesktopOn = true;
    await session.signOut();
    expect(session.alerts.isDesktopOn).toBe(false);
    expect(stored.size).toBe(0);
  });

  it('is forgotten when the customer of the key signs out who has come back after another one', async () => {
    setUpStore();
    stubCrypto();
    stubBroadcastChannel();
    await currentPage.run({ rows: new FakeRows(), isAborted: false }, async () => {
      const session = createMixedSession('anna');
      session.notifications.subscribe(() => undefined);
      await session.notifications.load('a');
      session.alerts.quietUntil = inAnHour();
      await vi.advanceTimersByTimeAsync(1000);
      await session.notifications.load('b').catch(() => undefined);
      await session.notifications.load('a');
      await session.signOut();
    });
    expect([...stored]).toEqual([]);
  });

  it.each(['another customer turns up', 'a customer signs out'])(
    'is that of the device without a key, and stays when %s',
    async (event) => {
      const session = createMixedSession();
      await session.notifications.load('a');
      session.alerts.quietUntil = inAnHour();
      if (event === 'a customer signs out') await session.signOut();
      else await session.notifications.load('b').catch(() => undefined);
      expect([session.alerts.quietUntil, stored.size]).toEqual([inAnHour(), 1]);
    },
  );
});
