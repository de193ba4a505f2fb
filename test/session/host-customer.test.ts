import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createInboxBackend, type InboxBackend } from '../../src/backend/inbox-backend.js';
import { memoryStore } from '../../src/backend/stores/memory/memory-store.js';
import { HostCustomer } from '../../src/session/host-customer.js';
import { createSession, type Session } from '../../src/session/session.js';
import type { SessionOptions } from '../../src/session/session-options.js';
import type { NotificationSource } from '../../src/session/sources/source.js';
import { listOf } from '../backend/requests.js';
import { FakeBrowser, itemIds, makeRecord, recordEvents, waitUntil } from './fakes.js';
import { QuietEventSource } from './quiet-event-source.js';

const origin = 'http://localhost';
/** Whose cookie the browser has. */
let customer: 'anna' | 'omar';
let backend: InboxBackend;
let browser: FakeBrowser;
/** What was requested of the service: the id and the token. */
let retrieved: string[];
/** Whether the service refuses the token of Anna. */
let isTokenExpired: boolean;
/** The changes that pages have sent, with what they say of the customer. */
let sent: { path: string; status: number; customer: unknown }[];
let sessions: Session[];

/** The service: it returns a notification to its own customer only. */
function respondAsService(address: string, { headers }: RequestInit): Response {
  const token = new Headers(headers).get('Authorization')?.replace('Bearer token-of-', '') ?? '';
  const id = address.split('/').at(-1) ?? '';
  retrieved.push(`${id} for ${token}`);
  if (isTokenExpired && token === 'anna') return new Response(null, { status: 401 });
  const data = id.startsWith(token) ? makeRecord(id, { uniqueCustomerId: token }) : null;
  const body = { status: data ? 'success' : 'error', message: '', data, metaData: null, error: null };
  return Response.json(body, { status: data ? 200 : 404 });
}

beforeEach(async () => {
  customer = 'anna';
  isTokenExpired = false;
  retrieved = [];
  sent = [];
  sessions = [];
  browser = new FakeBrowser();
  backend = createInboxBackend({
    store: memoryStore(),
    authenticate: ({ headers }) => headers.get('X-Customer') ?? customer,
    serviceToken: ({ customerId }) => `token-of-${customerId}`,
    groups: [{ id: 'offers', name: 'Offers', isGroupNotificationOff: false }],
    allowRemoval: true,
  });
  for (const name of ['anna', 'omar'])
    await backend.deliver(name, [
      { id: `${name}-2`, createdDate: '2026-11-20T10:00:00Z' },
      { id: `${name}-1`, createdDate: '2026-11-19T10:00:00Z' },
    ]);
  vi.stubGlobal('EventSource', QuietEventSource);
  vi.stubGlobal('fetch', async (input: string, options: RequestInit & { body?: string }) => {
    if (input.includes('/v1/')) return respondAsService(input, options);
    const response = await backend.fetch(new Request(new URL(input, origin), options));
    if (options.method === 'POST') {
      const body = JSON.parse(options.body ?? '') as { customer?: unknown };
      sent.push({ path: input, status: response.status, customer: body.customer });
    }
    return response;
  });
});

afterEach(() => {
  for (const session of sessions) session.close();
  vi.restoreAllMocks();
  backend.close();
  vi.unstubAllGlobals();
});

function openSession(options: Partial<SessionOptions> = {}): Session {
  const session = createSession({ baseUrl: `${origin}/v1/inbox`, backendUrl: '/inbox', ...options });
  sessions.push(session);
  return session;
}

/** Waits until the list is that of a customer, and looks at it. */
async function waitForList({ notifications }: Session, name: string): Promise<void> {
  const ids = [`${name}-2`, `${name}-1`];
  await waitUntil(() => expect(itemIds(notifications)).toEqual(ids));
  notifications.setVisible(ids);
  await waitUntil(() =>
    expect(notifications.state.items.map(({ status }) => status)).toEqual(['loaded', 'loaded']),
  );
}

/** A session that shows the list of Anna, until Omar signs in elsewhere. */
async function openForAnna(options: Partial<SessionOptions> = {}) {
  const session = openSession(options);
  const { events } = recordEvents(session.notifications);
  await waitForList(session, 'anna');
  customer = 'omar';
  const before = await listOf(backend, {}, 'omar');
  return { session, events, before };
}

describe('HostCustomer', () => {
  it('binds each method of a source', () => {
    const respond = () => Promise.resolve();
    const source = {
      load: () => Promise.resolve({ references: [] }),
      continueFrom: () => undefined,
      subscribe: () => undefined,
      setRead: respond,
      setSeen: respond,
      setDismissed: respond,
      setSnoozed: respond,
      setAnswer: respond,
      remove: respond,
      getToken: () => null,
      loadRecord: respond,
      loadGroups: () => Promise.resolve([]),
      savePreference: respond,
    } satisfies Required<NotificationSource>;
    const listeners = { onIdentified: () => undefined, onOther: () => undefined };
    const bound = new HostCustomer(null, undefined, listeners).bind(source);
    expect(Object.keys(bound).sort()).toEqual(Object.keys(source).sort());
  });
});

describe('A session whose backend names the customer', () => {
  it('sends the customer back with each change, but none before it knows them', async () => {
    const session = openSession();
    recordEvents(session.notifications);
    session.preferences.loadGroups();
    await waitForList(session, 'anna');
    const { notifications, preferences } = session;
    notifications.markRead(['anna-1']);
    notifications.markSeen();
    notifications.dismiss(['anna-1']);
    await notifications.snooze(['anna-2'], new Date(Date.now() + 60_000));
    await notifications.remove(['anna-1']);
    await waitUntil(() => expect(preferences.state.groups).toHaveLength(1));
    await preferences.set('offers', { isGroupNotificationOff: true });
    await waitUntil(() => expect(sent).toHaveLength(7));
    const key = await backend.customerKey('anna');
    const changes = sent.filter(({ path }) => path !== '/inbox/token');
    expect(changes.map(({ path }) => path.replace('/inbox/', '')).toSorted()).toEqual([
      'dismissed',
      'preferences',
      'read',
      'removed',
      'seen',
      'snoozed',
    ]);
    expect(changes.every((change) => change.customer === key)).toBe(true);
    expect(sent.every(({ status }) => status < 300)).toBe(true);
  });

  it.each<[string, (session: Session) => unknown]>([
    ['markRead()', ({ notifications }) => notifications.markRead(['anna-1'])],
    ['markAllRead()', ({ notifications }) => notifications.markAllRead()],
    ['markSeen()', ({ notifications }) => notifications.markSeen()],
    ['dismiss()', ({ notifications }) => notifications.dismiss(['anna-1'])],
    ['snooze()', ({ notifications }) => notifications.snooze(['anna-1'], new Date(Date.now() + 60_000))],
    ['remove()', ({ notifications }) => notifications.remove(['anna-1'])],
  ])('goes on with the one who is signed in when %s is refused, without an error', async (_, act) => {
    const { session, events, before } = await openForAnna();
    await act(session);
    await waitForList(session, 'omar');
    expect(session.notifications.state).toMatchObject({ problem: null, unreadCount: 2 });
    expect(events.filter(({ type }) => type === 'error')).toEqual([]);
    const last = sent.filter(({ path }) => path !== '/inbox/token');
    expect(last).toMatchObject([{ status: 409, customer: await backend.customerKey('anna') }]);
    expect(await listOf(backend, {}, 'omar')).toEqual(before);
    // No notification of the one is requested with the token of the other.
    expect(retrieved.filter((entry) => !/^(\w+)-\d for \1$/.test(entry))).toEqual([]);
  });

  it('saves no choice for another customer', async () => {
    const session = openSession();
    session.preferences.loadGroups();
    await waitUntil(() => expect(session.preferences.state.groups).toHaveLength(1));
    customer = 'omar';
    expect(await session.preferences.set('offers', { isGroupNotificationOff: true })).toBe(false);
    const response = await backend.fetch(new Request(`${origin}/inbox/preferences`));
    expect(await response.json()).toMatchObject({ groups: [{ isGroupNotificationOff: false }] });
    await waitUntil(() =>
      expect(session.preferences.state.groups).toMatchObject([
        { isGroupNotificationOff: false, status: 'idle' },
      ]),
    );
  });

  it.each<[string, (session: Session) => unknown]>([
    ['its list', ({ notifications }) => notifications.refresh()],
    [
      'the first message of a stream',
      async () => QuietEventSource.last!.receive('customer', { customer: await backend.customerKey('omar') }),
    ],
  ])('drops everything of a customer when %s names another one', async (_, act) => {
    const { session, events } = await openForAnna();
    await act(session);
    await waitForList(session, 'omar');
    expect(events.filter(({ type }) => type === 'error')).toEqual([]);
    session.notifications.markRead(['omar-1']);
    await waitUntil(async () => expect(await listOf(backend, {}, 'omar')).toMatchObject({ unreadCount: 1 }));
  });

  it('drops everything of a customer when no token is issued for them any more', async () => {
    const { session } = await openForAnna();
    isTokenExpired = true;
    session.notifications.add(['anna-3']);
    session.notifications.setVisible(['anna-3']);
    await waitForList(session, 'omar');
    expect(sent.filter(({ path }) => path === '/inbox/token').map(({ status }) => status)).toEqual([
      200, 409, 200,
    ]);
    expect(retrieved).toEqual([
      'anna-2 for anna',
      'anna-1 for anna',
      'anna-3 for anna',
      'omar-2 for omar',
      'omar-1 for omar',
    ]);
  });

  it('opens the stream of another customer after the last event of their list', async () => {
    const { session } = await openForAnna();
    expect(QuietEventSource.last!.url).toBe('/inbox/events?lastEventId=1');
    await session.notifications.refresh();
    await waitForList(session, 'omar');
    await waitUntil(() => expect(QuietEventSource.last!.url).toBe('/inbox/events?lastEventId=2'));
  });

  it('ignores what a former customer’s stream and list say late', async () => {
    const { session } = await openForAnna();
    const stream = QuietEventSource.last!;
    await session.notifications.refresh();
    await waitForList(session, 'omar');
    stream.receive('customer', { customer: await backend.customerKey('anna') });
    await session.notifications.refresh();
    expect(itemIds(session.notifications)).toEqual(['omar-2', 'omar-1']);
  });

  it('stops, and says so, if its backend names different customers by turns', async () => {
    const { session, events } = await openForAnna();
    await session.notifications.refresh();
    await waitForList(session, 'omar');
    customer = 'anna';
    await session.notifications.refresh();
    await waitUntil(() => expect(session.notifications.state.problem).toBe('unauthenticated'));
    expect(itemIds(session.notifications)).toEqual([]);
    expect(events.filter(({ type }) => type === 'error')).toMatchObject([
      { error: { name: 'AuthenticationError' } },
    ]);
  });

  it('saves what has waited for the network without a record', async () => {
    const session = openSession();
    recordEvents(session.notifications);
    session.preferences.subscribe(() => undefined);
    session.preferences.loadGroups();
    await waitForList(session, 'anna');
    await waitUntil(() => expect(session.preferences.state.groups).toHaveLength(1));
    browser.setOnline(false);
    const saved = session.preferences.set('offers', { isGroupNotificationOff: true });
    retrieved = [];
    browser.setOnline(true);
    expect(await saved).toBe(true);
    expect(retrieved).toEqual([]);
  });
});

describe('A session with a source of the host that names the customer', () => {
  it('takes an OtherCustomerError as another customer who is signed in', async () => {
    let name = 'a key';
    const saved: unknown[] = [];
    const source: NotificationSource = {
      load: () => Promise.resolve({ customer: name, references: [{ id: `${customer}-1`, isRead: false }] }),
      setRead: (ids, _isRead, options) => {
        // A page without modules has no class of ours.
        if (options.customer !== name)
          return Promise.reject(Object.assign(new Error('Other.'), { name: 'OtherCustomerError' }));
        saved.push([ids, options.customer]);
        return Promise.resolve();
      },
    };
    const session = openSession({ source });
    const { events } = recordEvents(session.notifications);
    await waitUntil(() => expect(itemIds(session.notifications)).toEqual(['anna-1']));
    [customer, name] = ['omar', 'another key'];
    session.notifications.markRead(['anna-1']);
    await waitUntil(() => expect(itemIds(session.notifications)).toEqual(['omar-1']));
    session.notifications.markRead(['omar-1']);
    await waitUntil(() => expect(saved).toEqual([[['omar-1'], 'another key']]));
    expect(events.filter(({ type }) => type === 'error')).toEqual([]);
  });
});
