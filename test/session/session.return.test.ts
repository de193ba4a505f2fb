import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OtherCustomerError } from '../../src/api/errors.js';
import { createSession } from '../../src/session/session.js';
import type { Session } from '../../src/session/session.js';
import type { SessionOptions } from '../../src/session/session-options.js';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import type { NotificationSource } from '../../src/session/sources/source.js';
import { FakeBrowser, recordEvents, tearDown, waitUntil } from './fakes.js';

let sandbox: Sandbox;
let browser: FakeBrowser;
let ids: Record<'ann' | 'ben', string[]>;
/** Who is signed in; null for nobody. */
let customer: 'ann' | 'ben' | null;
/** Whose token each request to the service has carried, and for which record. */
let requests: { customer: string; id: string }[];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2025, 10, 20) });
  vi.spyOn(Math, 'random').mockReturnValue(1);
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  browser = new FakeBrowser();
  sandbox = createSandbox({ seed: 'empty' });
  customer = 'ann';
  requests = [];
  const add = (name: string): string[] =>
    [1, 2].map(
      (index) => sandbox.addNotification({ payload: { title: `${name} ${index}` }, isRead: false }, name).id,
    );
  ids = { ann: add('ann'), ben: add('ben') };
});

afterEach(tearDown);

const owners = new Map<string, string>();

function makeSession(options: Partial<SessionOptions> = {}): Session {
  return createSession({
    baseUrl: sandbox.baseUrl,
    fetch: (input, init) => {
      const request = new Request(input, init);
      const owner =
        owners.get(request.headers.get('Authorization')?.replace('Bearer ', '') ?? '') ?? 'nobody';
      requests.push({ customer: owner, id: request.url.split('/').at(-1)! });
      return sandbox.fetch(request);
    },
    getToken: issueToken,
    ...options,
  });
}

function issueToken(): string | null {
  if (customer === null) return null;
  const token = sandbox.issueToken(customer);
  owners.set(token, customer);
  return token;
}

/** A list of the site, which knows the customer by a cookie. */
const source = {
  load: () => Promise.resolve({ references: customer === null ? [] : ids[customer].map((id) => ({ id })) }),
};

/** How a page may list the notifications. */
const lists: Record<string, () => Partial<SessionOptions>> = {
  ids: () => ({ ids: ids.ann }),
  'a source': () => ({ source }),
  'ids and memoryOnly': () => ({ ids: ids.ann, memoryOnly: true }),
  'a source and memoryOnly': () => ({ source, memoryOnly: true }),
  'a source and a customerKey': () => ({ source, customerKey: 'key-of-ann' }),
};

const titles = ({ notifications }: Session): (string | null | undefined)[] =>
  notifications.state.items.map(({ record }) => record?.payload.title);

async function open(options: Partial<SessionOptions>): Promise<Session> {
  const session = makeSession(options);
  recordEvents(session.notifications);
  await waitUntil(() => expect(titles(session).toSorted()).toEqual(['ann 1', 'ann 2']));
  await vi.advanceTimersByTimeAsync(1000);
  return session;
}

/** Records everything that the session shows from now on. */
function recordTitles(session: Session): unknown[] {
  const shown: unknown[] = [];
  session.notifications.subscribe(() => shown.push(...titles(session)));
  return shown;
}

function leave(): void {
  browser.setVisible(false);
  browser.dispatchPageTransition('pagehide');
  requests.length = 0;
}

function comeBack(): void {
  browser.dispatchPageTransition('pageshow');
  browser.setVisible(true);
}

const nothing = { items: [], dismissedItems: [], snoozedItems: [], unreadCount: 0, unseenCount: 0 };

for (const [name, getOptions] of Object.entries(lists))
  describe(`A page with ${name} that returns from the back/forward cache`, () => {
    it('shows nothing from when it is left until one request has shown that its customer is still signed in', async () => {
      const session = await open(getOptions());
      leave();
      expect(session.notifications.state).toMatchObject({ ...nothing, status: 'loading', problem: null });
      await vi.advanceTimersByTimeAsync(60_000);
      const shown = recordTitles(session);
      comeBack();
      expect(session.notifications.state).toMatchObject(nothing);
      await waitUntil(() => expect(titles(session).toSorted()).toEqual(['ann 1', 'ann 2']));
      expect(session.notifications.state).toMatchObject({ status: 'ready', unreadCount: 2, problem: null });
      expect(requests).toHaveLength(1);
      expect(shown).not.toContain(undefined);
      session.close();
    });

    it('sends nothing with the token of the customer before, and shows nothing of them, if another one is signed in', async () => {
      const session = await open(getOptions());
      leave();
      customer = 'ben';
      const shown = recordTitles(session);
      browser.press();
      comeBack();
      await vi.advanceTimersByTimeAsync(5000);
      await waitUntil(() => expect(requests.length).toBeGreaterThan(1));
      expect(requests.filter((request) => request.customer !== 'ben')).toEqual([]);
      expect(shown.filter((title) => String(title).startsWith('ann'))).toEqual([]);
      if (name.startsWith('a source')) {
        await waitUntil(() => expect(titles(session).toSorted()).toEqual(['ben 1', 'ben 2']));
        expect(session.notifications.state.problem).toBeNull();
      }
      session.close();
    });

    it('says that nobody is signed in, if that is so, and holds nothing of the customer before', async () => {
      const session = await open(getOptions());
      leave();
      customer = null;
      const shown = recordTitles(session);
      comeBack();
      await vi.advanceTimersByTimeAsync(1000);
      expect(shown.filter((title) => String(title).startsWith('ann'))).toEqual([]);
      expect(requests).toEqual([]);
      expect(session.notifications.get(ids.ann[0]!).record).toBeNull();
      session.close();
    });
  });

describe('A page that returns from the back/forward cache', () => {
  it('ends the visit of a customer who has gone, but not that of one who is still there', async () => {
    const session = await open({ source });
    const { visit } = session.notifications;
    leave();
    comeBack();
    await waitUntil(() => expect(titles(session)).toHaveLength(2));
    expect(session.notifications.visit).toBe(visit);
    leave();
    customer = 'ben';
    comeBack();
    await waitUntil(() => expect(titles(session).toSorted()).toEqual(['ben 1', 'ben 2']));
    expect(session.notifications.visit).not.toBe(visit);
    session.close();
  });

  it('shows nothing without a network, and checks once there is one', async () => {
    const session = await open({ source });
    leave();
    browser.setOnline(false);
    sandbox.offline = true;
    comeBack();
    await waitUntil(() =>
      expect(session.notifications.state).toMatchObject({ ...nothing, problem: 'offline' }),
    );
    sandbox.offline = false;
    browser.setOnline(true);
    await waitUntil(() => expect(titles(session)).toEqual(['ann 1', 'ann 2']));
    session.close();
  });

  it('shows nothing while the service does not respond, says so, and tries again', async () => {
    const session = await open({ source });
    leave();
    sandbox.failNext({ status: 500 });
    comeBack();
    await waitUntil(() =>
      expect(session.notifications.state).toMatchObject({ ...nothing, problem: 'unreachable' }),
    );
    await waitUntil(() => expect(titles(session)).toEqual(['ann 1', 'ann 2']));
    expect(session.notifications.state.problem).toBeNull();
    session.close();
  });

  it('goes on with whoever is signed in as soon as the backend refuses the customer before', async () => {
    const namingSource: NotificationSource = {
      load: async () => ({ ...(await source.load()), customer: `key of ${customer}` }),
      getToken: (why) => {
        if (why.customer !== undefined && why.customer !== `key of ${customer}`)
          throw new OtherCustomerError('Another customer is signed in.', null, { status: 409 });
        return issueToken();
      },
    };
    const session = await open({ source: namingSource, getToken: undefined });
    leave();
    customer = 'ben';
    const before = Date.now();
    comeBack();
    await waitUntil(() => expect(titles(session).toSorted()).toEqual(['ben 1', 'ben 2']));
    expect(Date.now() - before).toBeLessThan(1000);
    session.close();
  });

  it('tries again at once by refresh()', async () => {
    const session = await open({ source });
    leave();
    sandbox.failNext({ status: 500 });
    comeBack();
    await waitUntil(() => expect(session.notifications.state.problem).toBe('unreachable'));
    const before = Date.now();
    const refreshing = session.notifications.refresh();
    await waitUntil(() => expect(titles(session)).toEqual(['ann 1', 'ann 2']));
    await refreshing;
    expect(Date.now() - before).toBeLessThan(1000);
    session.close();
  });

  it('shows nothing if it is left again before it was known whose it is', async () => {
    const session = await open({ source });
    leave();
    sandbox.latency = 1000;
    comeBack();
    await vi.advanceTimersByTimeAsync(500);
    leave();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(session.notifications.state).toMatchObject(nothing);
    sandbox.latency = 0;
    customer = 'ben';
    comeBack();
    await waitUntil(() => expect(titles(session).toSorted()).toEqual(['ben 1', 'ben 2']));
    session.close();
  });

  it('sends nothing as seen before it is known who sees it', async () => {
    const setSeen = vi.fn(() => Promise.resolve());
    const session = await open({ source: { ...source, setSeen } });
    leave();
    comeBack();
    session.notifications.markSeen();
    expect(setSeen).not.toHaveBeenCalled();
    await waitUntil(() => expect(titles(session)).toHaveLength(2));
    session.notifications.markSeen();
    expect(setSeen).toHaveBeenCalledOnce();
    session.close();
  });

  it('loads no record for the host before it is known whose token is sent', async () => {
    const session = await open({ source });
    leave();
    comeBack();
    await session.notifications.load(ids.ann[0]!);
    expect(requests[0]).toEqual({ customer: 'ann', id: ids.ann[1] });
    session.close();
  });

  it.each(['ann', 'ben'] as const)(
    'shows no choice of the preferences before it is known whose it is, here of ann for %s',
    async (next) => {
      const groups = [{ id: 'offers', name: 'Offers' }];
      const session = await open({ source: { ...source, savePreference: () => Promise.resolve() }, groups });
      session.preferences.subscribe(() => undefined);
      await session.preferences.set('offers', { isGroupNotificationOff: true });
      leave();
      expect(session.preferences.state).toMatchObject({ groups: [], status: 'loading' });
      customer = next;
      comeBack();
      expect(session.preferences.state.groups).toEqual([]);
      const expected = next === 'ann' ? true : null;
      await waitUntil(() =>
        expect(session.preferences.state.groups).toMatchObject([{ isGroupNotificationOff: expected }]),
      );
      expect(requests.filter((request) => request.customer !== next)).toEqual([]);
      session.close();
    },
  );
});

describe('A save that fails as the page is left', () => {
  it('is not taken back: nobody can tell whether it has arrived', async () => {
    let reject: (error: Error) => void = () => undefined;
    const setRead = () => new Promise<void>((_, fail) => (reject = fail));
    const session = await open({ source: { ...source, setRead } });
    const [id = ''] = ids.ann;
    session.notifications.markRead([id]);
    const { events } = recordEvents(session.notifications);
    // Browsers end the requests of a page that is left some milliseconds before they say that it is left.
    reject(new TypeError('Failed to fetch'));
    await vi.advanceTimersByTimeAsync(20);
    leave();
    await vi.advanceTimersByTimeAsync(1000);
    comeBack();
    await waitUntil(() => expect(titles(session).toSorted()).toEqual(['ann 1', 'ann 2']));
    expect(session.notifications.get(id).isRead).toBe(true);
    expect(events).not.toContainEqual(expect.objectContaining({ type: 'error' }));
  });
});
