import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { createInboxBackend, type InboxBackend } from '../../src/backend/inbox-backend.js';
import { memoryStore } from '../../src/backend/stores/memory/memory-store.js';
import { createSession, type Session } from '../../src/session/session.js';
import type { SessionOptions } from '../../src/session/session-options.js';
import { FakeBrowser, itemIds, recordEvents, waitUntil } from './fakes.js';
import { QuietEventSource } from './quiet-event-source.js';

const origin = 'http://localhost';
const old = '2026-01-01T00:00:00Z';
let backend: InboxBackend;
let sessions: Session[];
/** The method and the path of each request. */
let sent: string[];
/** The cache modes of the requests. */
let cacheModes: Set<RequestCache | undefined>;
/** What the service responds with for each id; 404 for all others. */
let serviceRecords: Record<string, object>;
let warn: MockInstance<typeof console.warn>;

function respondAsService(address: string): Response {
  const data = serviceRecords[address.split('/').at(-1) ?? ''] ?? null;
  const body = { status: data ? 'success' : 'error', message: '', data, metaData: null, error: null };
  return Response.json(body, { status: data ? 200 : 404 });
}

const makeRecord = (id: string, uniqueCustomerId = 'anna') => ({
  id,
  uniqueCustomerId,
  payload: { title: `Title of ${id}` },
});

beforeEach(() => {
  sent = [];
  cacheModes = new Set();
  sessions = [];
  serviceRecords = {};
  warn = vi.spyOn(console, 'warn').mockReturnValue();
  new FakeBrowser();
  backend = createInboxBackend({
    store: memoryStore(),
    authenticate: () => 'anna',
    serviceToken: () => 'token',
    groups: [{ id: 'offers', name: 'Offers', isGroupNotificationOff: false }],
  });
  vi.stubGlobal('EventSource', QuietEventSource);
  vi.stubGlobal('fetch', async (input: string, options: RequestInit = {}) => {
    const { pathname } = new URL(input, origin);
    sent.push(`${options.method ?? 'GET'} ${pathname}`);
    cacheModes.add(options.cache);
    return pathname.startsWith('/v1/')
      ? respondAsService(pathname)
      : backend.fetch(new Request(new URL(input, origin), options));
  });
});

afterEach(() => {
  for (const session of sessions) session.close();
  backend.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function openSession(options: SessionOptions = { backendUrl: '/inbox' }): Session {
  const session = createSession(options);
  sessions.push(session);
  return session;
}

/** The titles of the list, each undefined until its record is there. */
const titlesOf = ({ notifications }: Session) =>
  notifications.state.items.map(({ record }) => record?.payload.title);

describe('A session without a notification service', () => {
  it('shows what was delivered with its record, and requests neither a token nor a record', async () => {
    await backend.deliver('anna', { id: 'a', record: makeRecord('a') });
    const session = openSession();
    recordEvents(session.notifications);
    await waitUntil(() => expect(itemIds(session.notifications)).toEqual(['a']));
    session.notifications.setVisible(['a']);
    expect(titlesOf(session)).toEqual(['Title of a']);
    session.notifications.markRead(['a']);
    await waitUntil(() => expect(sent).toContain('POST /inbox/read'));
    expect(sent).not.toContain('POST /inbox/token');
    expect(sent.filter((request) => request.includes('/notifications/'))).toEqual([]);
  });

  it('loads a notification from the backend that is on no page which it has loaded', async () => {
    await backend.deliver('anna', { id: 'a/1', createdDate: old, record: makeRecord('a/1') });
    await backend.markRead('anna', 'a/1');
    const record = await openSession().notifications.load('a/1');
    expect(record).toMatchObject({ isRead: true, payload: { title: 'Title of a/1' } });
    expect(sent).toEqual(['GET /inbox/notifications/a%2F1']);
  });

  it('rejects to load what the backend does not have, without a warning if the id comes from a link', async () => {
    const { notifications } = openSession();
    await expect(notifications.loadUnverified('old link')).rejects.toMatchObject({ status: 404 });
    expect(warn).not.toHaveBeenCalled();
  });

  it('tries again while the backend does not respond, or not with a record', async () => {
    await backend.deliver('anna', { id: 'a', record: makeRecord('a') });
    const { fetch } = globalThis;
    let failures = 0;
    vi.stubGlobal('fetch', (input: string, options: RequestInit) =>
      (failures += 1) < 3 ? Promise.reject(new TypeError('Failed to fetch')) : fetch(input, options),
    );
    vi.spyOn(Math, 'random').mockReturnValue(0);
    expect(await openSession().notifications.load('a')).toMatchObject({ id: 'a' });
    expect(failures).toBe(3);
  });

  it('rejects a record of another notification', async () => {
    await backend.deliver('anna', { id: 'a', record: makeRecord('b') });
    await expect(openSession().notifications.load('a')).rejects.toMatchObject({ name: 'ResponseError' });
  });

  it('warns of a notification that is listed without a record, whose id stays out of the console', async () => {
    await backend.deliver('anna', [{ id: 'without' }, { id: 'with', record: makeRecord('with') }]);
    const session = openSession();
    recordEvents(session.notifications);
    await waitUntil(() => expect(itemIds(session.notifications)).toHaveLength(2));
    session.notifications.setVisible(['without', 'with']);
    await waitUntil(() =>
      expect(warn.mock.calls).toEqual([
        [
          '[nudge-inbox] A notification has no record: deliver it with a title or a record, or set base-url if a service has it.',
        ],
      ]),
    );
    expect(titlesOf(session).filter(Boolean)).toEqual(['Title of with']);
  });

  it('loads the groups from the backend and saves the choices there alone', async () => {
    const { preferences } = openSession();
    preferences.subscribe(() => undefined);
    preferences.loadGroups();
    await waitUntil(() => expect(preferences.state.groups).toHaveLength(1));
    await preferences.set('offers', { isGroupNotificationOff: true });
    expect(sent).toEqual(['GET /inbox/preferences', 'POST /inbox/preferences']);
  });

  it('has the browser store no response of the backend with memoryOnly', async () => {
    await backend.deliver('anna', { id: 'a', record: makeRecord('a') });
    const { notifications, preferences } = openSession({ backendUrl: '/inbox', memoryOnly: true });
    recordEvents(notifications);
    preferences.loadGroups();
    await waitUntil(() => expect(itemIds(notifications)).toEqual(['a']));
    await notifications.load('a');
    await waitUntil(() => expect(sent).toContain('GET /inbox/preferences'));
    expect(sent).toContain('GET /inbox/notifications');
    expect([...cacheModes]).toEqual(['no-store']);
  });

  it('is created in a server, too, for the path of a backend or its address', () => {
    for (const backendUrl of ['/inbox', 'https://api.example.com/inbox'])
      expect(openSession({ backendUrl }).notifications.state.status).toBe('idle');
  });

  it('has names of its own for what it stores: those of the resolved address of the backend', () => {
    vi.stubGlobal('location', new URL('https://shop.example/orders/'));
    vi.stubGlobal('document', Object.assign(new EventTarget(), { baseURI: 'https://shop.example/orders/' }));
    const keyOf = (backendUrl: string): unknown => Reflect.get(openSession({ backendUrl }).alerts, 'key');
    expect(['/inbox', '/inbox/', '../inbox', 'https://shop.example/inbox'].map(keyOf)).toEqual(
      Array.from({ length: 4 }, () => 'nudge-inbox alerts https://shop.example/inbox'),
    );
    expect(keyOf('/other')).toBe('nudge-inbox alerts https://shop.example/other');
    for (const baseUrl of [undefined, '/v1/inbox'])
      expect(() => openSession({ baseUrl, backendUrl: 'http://[' })).toThrow(
        'backendUrl must be a URL or a path',
      );
  });

  it('cannot be created without a backend either', () => {
    expect(() => openSession({ getToken: () => 'token' })).toThrow('baseUrl must be an https: URL');
    expect(() => openSession({ backendUrl: '/inbox', baseUrl: '' })).toThrow('baseUrl must be an https: URL');
  });
});

describe('A session with a service and a backend that has records, too', () => {
  const options: SessionOptions = { backendUrl: '/inbox', baseUrl: `${origin}/v1/inbox` };

  it('loads from the backend what the service does not have', async () => {
    serviceRecords.a = makeRecord('a');
    await backend.deliver(
      'anna',
      ['a', 'b'].map((id) => ({ id, record: makeRecord(id) })),
    );
    const { notifications } = openSession(options);
    expect(await notifications.load('a')).toMatchObject({ id: 'a' });
    expect(sent.filter((request) => request.startsWith('GET /inbox'))).toEqual([]);
    expect(await notifications.load('b')).toMatchObject({ id: 'b' });
    await expect(notifications.load('c')).rejects.toMatchObject({ status: 404 });
    expect(warn).not.toHaveBeenCalled();
  });

  it('goes on if its backend refuses such a request, as one of another kind may', async () => {
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (input: string, init: RequestInit) =>
      input.startsWith('/inbox/notifications/') ? new Response(null, { status: 403 }) : fetch(input, init),
    );
    const { notifications } = openSession(options);
    await expect(notifications.load('gone')).rejects.toMatchObject({ status: 404 });
    serviceRecords.a = makeRecord('a');
    expect(await notifications.load('a')).toMatchObject({ id: 'a' });
  });

  it('warns if the two name different customers, while the backend names the same one', async () => {
    serviceRecords.a = makeRecord('a', 'customer 42');
    await backend.deliver('anna', [{ id: 'a' }, { id: 'b', createdDate: old, record: makeRecord('b') }]);
    const session = openSession(options);
    recordEvents(session.notifications);
    await waitUntil(() => expect(itemIds(session.notifications)).toHaveLength(2));
    session.notifications.setVisible(['a', 'b']);
    await waitUntil(() =>
      expect(warn.mock.calls).toEqual([
        [
          '[nudge-inbox] Two notifications name different customers. If they are one, deliver() has to be given their uniqueCustomerId at the service.',
        ],
      ]),
    );
  });
});
