import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSession } from '../../src/session/session.js';
import type { Session } from '../../src/session/session.js';
import type { SessionOptions } from '../../src/session/session-options.js';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { FakeBrowser, tearDown, waitUntil } from './fakes.js';

const otherCustomer = 'customer-51377';
let sandbox: Sandbox;
let browser: FakeBrowser;
let id: string;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2025, 10, 20) });
  vi.spyOn(Math, 'random').mockReturnValue(1);
  browser = new FakeBrowser();
  sandbox = createSandbox();
  id = sandbox.groups.find(({ isGroupNotificationOff }) => isGroupNotificationOff === undefined)!.id;
});

afterEach(tearDown);

function makeSession(options: Partial<SessionOptions> = {}): Session {
  return createSession({
    baseUrl: sandbox.baseUrl,
    fetch: sandbox.fetch,
    getToken: () => sandbox.issueToken(),
    groups: sandbox.groups,
    ...options,
  });
}

const muted = { isGroupNotificationOff: true };
const group = ({ preferences }: Session): unknown => preferences.state.groups.find((one) => one.id === id);

/** Lets time pass until the promise settles. */
async function outcomeOf<Value>(promise: Promise<Value>): Promise<Value> {
  const onSettled = vi.fn();
  promise.then(onSettled, onSettled);
  await waitUntil(() => expect(onSettled).toHaveBeenCalled());
  return promise;
}

describe('session.preferences', () => {
  it('saves at the service with the token of the customer alone', async () => {
    const session = makeSession();
    expect(await outcomeOf(session.preferences.set(id, muted))).toBe(true);
    expect(sandbox.preference(id)).toBe(true);
    expect(sandbox.requests).toMatchObject([{ operation: 6, status: 200, credentials: ['bearer'] }]);
    expect(group(session)).toMatchObject({ isGroupNotificationOff: true, status: 'idle' });
  });

  it('shares the token with the notifications', async () => {
    const getToken = vi.fn(() => sandbox.issueToken());
    const session = makeSession({ getToken, ids: sandbox.notificationIds().slice(0, 2) });
    session.notifications.subscribe(() => undefined);
    await outcomeOf(session.preferences.set(id, muted));
    expect([getToken.mock.calls.length, sandbox.preference(id)]).toEqual([1, true]);
  });

  it('saves no choice that had to wait while nobody was known: whoever signs in may be somebody else', async () => {
    let isSignedIn = false;
    const session = makeSession({
      getToken: () => (isSignedIn ? sandbox.issueToken() : null),
      ids: sandbox.notificationIds().slice(0, 1),
    });
    session.notifications.subscribe(() => undefined);
    const saving = session.preferences.set(id, muted);
    expect(await outcomeOf(saving)).toBe(false);
    expect(group(session)).toMatchObject({ status: 'failed', failedChoice: true });
    expect(session.preferences.state.isSignedOut).toBe(true);
    isSignedIn = true;
    await session.notifications.refresh();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sandbox.preference(id)).toBeUndefined();
    expect(await outcomeOf(session.preferences.retry(id))).toBe(true);
  });

  it('repeats a choice with the same token while nobody is known', async () => {
    sandbox.failNext({ status: 500 }, 1);
    const session = makeSession();
    expect(await outcomeOf(session.preferences.set(id, muted))).toBe(true);
    expect(sandbox.requests).toMatchObject([{ status: 500 }, { status: 200 }]);
  });

  it('repeats none with another token while nobody is known', async () => {
    sandbox.failNext({ status: 401 }, 1);
    const session = makeSession();
    expect(await outcomeOf(session.preferences.set(id, muted))).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sandbox.requests).toMatchObject([{ status: 401 }]);
  });

  describe('of a customer whom nobody has named, and who chooses again while that is saved', () => {
    let respond: () => void;
    let session: Session;

    /** Makes both choices, and returns whether each was saved. */
    async function chooseTwice(): Promise<boolean[]> {
      const responding = new Promise<void>((resolve) => (respond = resolve));
      const fetch = vi.fn((...request: Parameters<Sandbox['fetch']>) =>
        responding.then(() => sandbox.fetch(...request)),
      );
      session = makeSession({ fetch });
      const first = session.preferences.set(id, muted);
      await waitUntil(() => expect(fetch).toHaveBeenCalled());
      const last = session.preferences.set(id, { isGroupNotificationOff: false });
      respond();
      return [await outcomeOf(first), await outcomeOf(last)];
    }

    it('saves the last choice, with the same token', async () => {
      expect(await chooseTwice()).toEqual([true, true]);
      expect(sandbox.preference(id)).toBe(false);
      expect(group(session)).toMatchObject({ isGroupNotificationOff: false, status: 'idle' });
    });

    it('saves nothing with another token', async () => {
      sandbox.failNext({ status: 401 });
      expect(await chooseTwice()).toEqual([false, false]);
      expect(sandbox.requests).toMatchObject([{ status: 401 }]);
      expect(group(session)).toMatchObject({ status: 'failed', failedChoice: false });
    });
  });

  it('reports a failure of the service after three attempts', async () => {
    const session = makeSession({ ids: sandbox.notificationIds().slice(0, 1) });
    session.notifications.subscribe(() => undefined);
    await waitUntil(() => expect(session.notifications.state.items).toMatchObject([{ status: 'loaded' }]));
    sandbox.failNext({ status: 500 }, 3, id);
    const saving = session.preferences.set(id, muted);
    await vi.advanceTimersByTimeAsync(30_000);
    expect([await outcomeOf(saving), sandbox.preference(id)]).toEqual([false, undefined]);
    expect(group(session)).toMatchObject({ status: 'failed', failedChoice: true });
    expect(sandbox.requests.filter(({ operation }) => operation === 6)).toHaveLength(3);
  });

  it('is empty after signOut() and sends nothing', async () => {
    const session = makeSession();
    sandbox.latency = 100;
    const saving = session.preferences.set(id, muted);
    await session.signOut();
    expect([await outcomeOf(saving), session.preferences.state.groups]).toEqual([false, []]);
    session.preferences.setGroups(sandbox.groups);
    expect(await session.preferences.set(id, muted)).toBe(false);
    expect(sandbox.requests).toEqual([]);
  });

  it('leaves no request or timer after close()', async () => {
    sandbox.latency = 1000;
    const session = makeSession();
    session.preferences.subscribe(() => undefined);
    const saving = session.preferences.set(id, muted);
    await waitUntil(() => expect(sandbox.requests).toHaveLength(1));
    session.close();
    expect(await outcomeOf(saving)).toBe(false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([sandbox.preference(id), vi.getTimerCount()]).toEqual([undefined, 0]);
  });

  it('keeps the groups of the host, but no choice, when a notification of another customer arrives', async () => {
    const [mine, theirs] = [sandbox.notificationIds()[0]!, sandbox.notificationIds(otherCustomer)[0]!];
    let customer = sandbox.uniqueCustomerId;
    const session = makeSession({ getToken: () => sandbox.issueToken(customer), ids: [mine] });
    session.notifications.subscribe(() => undefined);
    await outcomeOf(session.preferences.set(id, muted));
    await waitUntil(() => expect(session.notifications.state.items).toMatchObject([{ status: 'loaded' }]));
    customer = otherCustomer;
    sandbox.expireTokens();
    session.notifications.add([theirs]);
    await waitUntil(() =>
      expect(group(session)).toMatchObject({ isGroupNotificationOff: null, status: 'idle' }),
    );
    expect(session.preferences.state.groups.map((one) => one.id)).toEqual(
      sandbox.groups.map((one) => one.id),
    );
  });

  describe('of a customer whose sign-in has ended', () => {
    let customer: string | null;
    let session: Session;
    let saving: Promise<boolean>;
    /** The requests of records that are under way, and the most of them at once. */
    const records = { active: 0, most: 0, total: 0 };
    let onSave = (): void => undefined;
    /** The groups as the service has them: for this customer, and for another. */
    const saved = (group = id) => [sandbox.preference(group), sandbox.preference(group, otherCustomer)];
    const showPage = (): void => {
      browser.setVisible(false);
      browser.setVisible(true);
    };

    beforeEach(async () => {
      customer = sandbox.uniqueCustomerId;
      onSave = () => undefined;
      session = makeSession({
        getToken: () => customer && sandbox.issueToken(customer),
        ids: sandbox.notificationIds().slice(0, 1),
        fetch: async (input, init) => {
          if (init?.method === 'POST') onSave();
          const isRecord = new Request(input).url.includes('/in-app-notifications/') ? 1 : 0;
          records.active += isRecord;
          records.total += isRecord;
          records.most = Math.max(records.most, records.active);
          return sandbox.fetch(input, init).finally(() => (records.active -= isRecord));
        },
      });
      session.preferences.subscribe(() => undefined);
      session.notifications.subscribe(() => undefined);
      await waitUntil(() => expect(session.notifications.state.items).toMatchObject([{ status: 'loaded' }]));
      customer = null;
      sandbox.expireTokens();
      saving = session.preferences.set(id, muted);
      await waitUntil(() => expect(group(session)).toMatchObject({ status: 'waiting' }));
    });

    it('saves a choice once the same customer is signed in, although no other notification is loaded', async () => {
      showPage();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(group(session)).toMatchObject({ status: 'waiting' });
      customer = sandbox.uniqueCustomerId;
      showPage();
      expect([await outcomeOf(saving), saved()]).toEqual([true, [true, undefined]]);
    });

    it('shows that a choice is not saved if nothing says that the same customer is signed in', async () => {
      customer = otherCustomer;
      showPage();
      expect([await outcomeOf(saving), saved()]).toEqual([false, [undefined, undefined]]);
      expect(group(session)).toMatchObject({
        status: 'failed',
        isGroupNotificationOff: null,
        failedChoice: true,
      });
    });

    it('drops a choice when a notification names another customer', async () => {
      customer = otherCustomer;
      session.notifications.add([sandbox.notificationIds(otherCustomer)[0]!]);
      expect([await outcomeOf(saving), saved()]).toEqual([false, [undefined, undefined]]);
      await waitUntil(() =>
        expect(group(session)).toMatchObject({ status: 'idle', isGroupNotificationOff: null }),
      );
    });

    it('saves what another customer chooses, and not what waits', async () => {
      customer = otherCustomer;
      const other = sandbox.groups.find((one) => one.id !== id)!.id;
      expect(await outcomeOf(session.preferences.set(other, muted))).toBe(true);
      expect(saved(other)).toEqual([undefined, true]);
      expect([await outcomeOf(saving), saved()]).toEqual([false, [undefined, undefined]]);
    });

    it.each([
      ['a choice that the busy service has held back', () => undefined],
      ['a choice that was resumed meanwhile', showPage],
    ])('saves for no other customer, after a pause, %s', async (_, act) => {
      customer = sandbox.uniqueCustomerId;
      const other = sandbox.groups.find((one) => one.id !== id)!.id;
      sandbox.failNext({ status: 429, retryAfter: 3600 }, 1, other);
      const holding = session.preferences.set(other, muted);
      await waitUntil(() =>
        expect(sandbox.requests).toContainEqual(expect.objectContaining({ status: 429 })),
      );
      act();
      await vi.advanceTimersByTimeAsync(60_000);
      customer = otherCustomer;
      sandbox.expireTokens();
      await vi.advanceTimersByTimeAsync(2 * 3_600_000);
      showPage();
      expect([await outcomeOf(holding), await outcomeOf(saving)]).toEqual([false, false]);
      expect([saved(other), saved()]).toEqual([
        [undefined, undefined],
        [undefined, undefined],
      ]);
    });

    it('saves for the same customer what the busy service has held back', async () => {
      customer = sandbox.uniqueCustomerId;
      sandbox.failNext({ status: 429, retryAfter: 3600 }, 1, id);
      void session.preferences.retry(id);
      await vi.advanceTimersByTimeAsync(60_000);
      expect([group(session), saved()]).toMatchObject([{ status: 'saving' }, [undefined, undefined]]);
      sandbox.expireTokens();
      await vi.advanceTimersByTimeAsync(2 * 3_600_000);
      expect([await outcomeOf(saving), saved()]).toEqual([true, [true, undefined]]);
    });

    it('is not saved with the token of another customer who signs in after the check', async () => {
      customer = sandbox.uniqueCustomerId;
      sandbox.failNext({ status: 401 }, 1, id);
      // The token of the check is refused, and the next one is another customer's.
      onSave = () => void (customer = otherCustomer);
      showPage();
      expect([await outcomeOf(saving), saved()]).toEqual([false, [undefined, undefined]]);
    });

    it('checks the customer once for all choices that wait, within the limit of the records', async () => {
      const others = sandbox.groups.map((one) => one.id).filter((one) => one !== id);
      for (const other of others.slice(0, 2)) void session.preferences.set(other, muted);
      await vi.advanceTimersByTimeAsync(10_000);
      customer = sandbox.uniqueCustomerId;
      sandbox.latency = 1000;
      Object.assign(records, { most: 0, total: 0 });
      session.notifications.add(sandbox.notificationIds().slice(1, 11));
      showPage();
      await vi.advanceTimersByTimeAsync(30_000);
      expect(group(session)).toMatchObject({ status: 'idle', isGroupNotificationOff: true });
      // Each record, two refusals of the token before, and the check.
      expect(records).toMatchObject({ active: 0, most: 6, total: 10 + 1 });
    });

    it('saves what waits within seconds, once the service is well again', async () => {
      customer = sandbox.uniqueCustomerId;
      const isRecord = /in-app-notifications/;
      sandbox.failNext({ status: 503, retryAfter: 30 }, 1, isRecord);
      showPage();
      await vi.advanceTimersByTimeAsync(1000);
      expect(group(session)).toMatchObject({ status: 'waiting' });
      await session.notifications.refresh();
      await vi.advanceTimersByTimeAsync(5000);
      expect([group(session), saved()]).toMatchObject([{ status: 'idle' }, [true, undefined]]);
    });

    it('lets a choice wait while the service is unreachable', async () => {
      customer = sandbox.uniqueCustomerId;
      sandbox.offline = true;
      showPage();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(group(session)).toMatchObject({ status: 'waiting' });
      sandbox.offline = false;
      showPage();
      expect([await outcomeOf(saving), saved()]).toEqual([true, [true, undefined]]);
    });
  });
});
