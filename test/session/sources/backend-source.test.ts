import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createInboxBackend, type InboxBackend } from '../../../src/backend/inbox-backend.js';
import { memoryStore } from '../../../src/backend/stores/memory/memory-store.js';
import { eventsOf, receiveEvents } from '../../backend/requests.js';
import { FakeBrowser, waitUntil } from '../fakes.js';
import { QuietEventSource } from '../quiet-event-source.js';
import { createSession } from '../../../src/session/session.js';
import type { Session } from '../../../src/session/session.js';
import { OtherCustomerError } from '../../../src/api/errors.js';
import { backendSource, type BackendSource } from '../../../src/session/sources/backend-source.js';
import type { NotificationSource, SaveOptions } from '../../../src/session/sources/source.js';

const { signal } = new AbortController();
const envelope = (data: object) => ({ status: 'success', message: '', data, metaData: null, error: null });
const origin = 'http://localhost';
let backend: InboxBackend;
let customer: string | null;
/** Those that the backend has answered. */
let requests: { path: string; method: string; keepalive: boolean }[];
let session: Session | undefined;
/** Responds in place of the notification service. */
let service: (input: string, options: RequestInit) => Promise<Response>;

/** A press on a button that the backend has a function for. */
const press = { action: 'primary', text: null, onclickAction: 'approve', label: 'Approve' } as const;

beforeEach(() => {
  QuietEventSource.last = undefined;
  customer = 'anna';
  requests = [];
  service = () => Promise.reject(new Error('The service is not needed here.'));
  backend = createInboxBackend({
    store: memoryStore(),
    authenticate: () => customer,
    serviceToken: ({ customerId }) => `token-of-${customerId}`,
    groups: [{ id: 'offers', name: 'Offers', isGroupNotificationOff: false }],
    allowRemoval: true,
    onAction: { approve: async () => Promise.resolve() },
  });
  vi.stubGlobal('EventSource', QuietEventSource);
  vi.stubGlobal('fetch', async (input: string, options: RequestInit) => {
    if (input.includes('/v1/')) return service(input, options);
    const request = new Request(new URL(input, origin), options);
    const response = await backend.fetch(request);
    requests.push({
      path: new URL(request.url).pathname,
      method: request.method,
      keepalive: options.keepalive === true,
    });
    return response;
  });
});
afterEach(() => {
  session?.close();
  session = undefined;
  vi.restoreAllMocks();
  backend.close();
  vi.unstubAllGlobals();
});

describe('backendSource()', () => {
  it('returns the token of the customer, and null if nobody is signed in', async () => {
    const { getToken } = backendSource('/inbox');
    expect(await getToken({ reason: 'first', signal })).toBe('token-of-anna');
    customer = null;
    expect(await getToken({ reason: 'expired', signal })).toBeNull();
  });

  describe('with the customer whom the list has named', () => {
    const changes: [string, (source: BackendSource, options: SaveOptions) => unknown][] = [
      ['setRead', (source, options) => source.setRead(['a'], true, options)],
      ['setSeen', (source, options) => source.setSeen(['a'], options)],
      ['setDismissed', (source, options) => source.setDismissed(['a'], true, options)],
      ['setSnoozed', (source, options) => source.setSnoozed(['a'], '2099-01-01T00:00:00.000Z', options)],
      ['setAnswer', (source, options) => source.setAnswer('a', { ...press, text: 'Done' }, options)],
      ['remove', (source, options) => source.remove(['dismissed'], options)],
      [
        'savePreference',
        (source, options) => source.savePreference('offers', { isGroupNotificationOff: true }, options),
      ],
      ['getToken', (source, options) => source.getToken({ reason: 'first', ...options })],
    ];

    it.each(changes)('%s() rejects once another one is signed in, and changes nothing', async (_, change) => {
      const source = backendSource('/inbox');
      for (customer of ['omar', 'anna']) {
        await backend.deliver(customer, [{ id: 'a' }, { id: 'dismissed' }]);
        await source.setDismissed(['dismissed'], true, { signal });
      }
      const page = await source.load!({ limit: 25, signal });
      expect(page.customer).toBe(await backend.customerKey('anna'));
      await change(source, { signal, customer: page.customer });
      customer = 'omar';
      await expect(change(source, { signal, customer: page.customer })).rejects.toThrow(OtherCustomerError);
      await change(source, { signal });
    });

    it('names the customer of the groups', async () => {
      const setCustomer = vi.fn();
      await backendSource('/inbox').loadGroups({ setCustomer });
      expect(setCustomer.mock.calls).toEqual([[await backend.customerKey('anna')]]);
    });
  });

  it('waits for a body that comes after the headers, as in a browser', async () => {
    vi.stubGlobal('fetch', async (input: string, options: RequestInit) => {
      const response = await backend.fetch(new Request(new URL(input, origin), options));
      const text = await response.text();
      const body = new ReadableStream(
        {
          start: (controller) =>
            options.signal?.addEventListener('abort', () => controller.error(new Error('Aborted.'))),
          pull: (controller) => {
            controller.enqueue(new TextEncoder().encode(text));
            controller.close();
          },
        },
        // Nothing comes before it is read.
        { highWaterMark: 0 },
      );
      return new Response(body, response);
    });
    const { getToken, loadGroups } = backendSource('/inbox');
    expect(await getToken({ reason: 'first', signal })).toBe('token-of-anna');
    expect(await loadGroups()).toHaveLength(1);
  });

  it('loads the list and saves what the customer does', async () => {
    await backend.deliver('anna', [{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
    const source = backendSource('/inbox/');
    await source.setRead(['a'], true, { signal });
    await source.setSeen(['b'], { signal });
    await source.setDismissed(['c'], true, { signal });
    const page = await source.load?.({ limit: 25, signal });
    expect(page).toMatchObject({ unreadCount: 1 });
    const response = await backend.fetch(new Request(`${origin}/inbox/notifications`));
    const { references } = (await response.json()) as { references: { id: string }[] };
    expect(references.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toMatchObject([
      { id: 'a', isRead: true },
      { id: 'b', isRead: false, isSeen: true },
      { id: 'c', isDismissed: true },
    ]);
    expect(requests.filter(({ method }) => method === 'POST').every(({ keepalive }) => keepalive)).toBe(true);
  });

  it('lets the functions of the backend answer, and resolves with what stands', async () => {
    await backend.deliver('anna', { id: 'a' });
    const { load, setAnswer } = backendSource('/inbox');
    const stands = await setAnswer('a', press, { signal });
    expect(stands).toEqual({ action: 'primary', text: 'Approve', date: expect.any(String) as unknown });
    const late = { action: 'secondary', text: 'Rejected', onclickAction: null, label: 'Reject' } as const;
    expect(await setAnswer('a', late, { signal })).toEqual(stands);
    expect(await load?.({ limit: 5, signal })).toMatchObject({
      references: [{ id: 'a', answer: stands, isRead: true }],
      answers: ['approve'],
    });
  });

  it('marks everything up to a date as read, and returns what it marked', async () => {
    const createdDate = new Date(Date.now() - 60_000).toISOString();
    await backend.deliver('anna', [
      { id: 'old', createdDate },
      { id: 'read', createdDate, isRead: true },
      { id: 'new' },
    ]);
    const { setRead, load } = backendSource('/inbox');
    expect(await setRead([], true, { signal, until: createdDate })).toEqual(['old']);
    expect(await load?.({ limit: 5, signal })).toMatchObject({ unreadCount: 1 });
    expect(await setRead(['new'], true, { signal })).toBeUndefined();
  });

  it('sends no more bytes at once than a browser sends for a page that is left', async () => {
    const { setRead } = backendSource('/inbox');
    // 21 kB each.
    const ids = Array.from({ length: 100 }, (_, index) => `${index} ${'ä'.repeat(100)}`);
    const send = () => setRead(ids, true, { signal });
    await Promise.all([send(), send(), send()]);
    await send();
    expect(requests.map(({ keepalive }) => keepalive).filter(Boolean)).toHaveLength(3);
    expect(requests.at(-1)?.keepalive).toBe(true);
  });

  it('saves 1,200 ids in requests that the backend accepts', async () => {
    const ids = Array.from({ length: 1200 }, (_, index) => `notification ${index}`);
    await backend.deliver(
      'anna',
      ids.slice(-1).map((id) => ({ id })),
    );
    await backendSource('/inbox').setRead(ids, true, { signal });
    expect(requests).toHaveLength(3);
    const page = await backendSource('/inbox').load?.({ limit: 5, signal });
    expect(page?.references).toMatchObject([{ isRead: true }]);
  });

  it.each(['x', '漢', '\u0001'])(
    'saves 250 ids of 256 characters, each %j, in requests that the backend accepts and a browser sends for a page that is left',
    async (character) => {
      const ids = Array.from({ length: 250 }, (_, index) => String(index).padEnd(256, character));
      await backend.deliver(
        'anna',
        ids.map((id) => ({ id })),
      );
      await backendSource('/inbox').setRead(ids, true, { signal });
      expect(requests.every(({ keepalive }) => keepalive)).toBe(true);
      const page = await backendSource('/inbox').load?.({ limit: 5, signal });
      expect(page?.unreadCount).toBe(0);
    },
  );

  it('names what is saved after each request of a long change, and of "mark all as read" what the backend has marked, too', async () => {
    const ids = Array.from({ length: 1200 }, (_, index) => `notification ${index}`);
    await backend.deliver('anna', { id: 'far' });
    for (const until of [undefined, new Date().toISOString()]) {
      const saved: string[] = [];
      const confirmCustomer = vi.fn(() => Promise.resolve()).mockResolvedValueOnce();
      confirmCustomer.mockRejectedValueOnce(new Error('Somebody else.'));
      const options = { signal, confirmCustomer, setSaved: (some: readonly string[]) => saved.push(...some) };
      await expect(backendSource('/inbox').setRead(ids, true, { ...options, until })).rejects.toThrow();
      expect(saved).toEqual([...ids.slice(0, 500), ...(until ? ['far'] : []), ...ids.slice(500, 1000)]);
    }
  });

  it.each(['OK', '<p>Saved</p>', ' ', '{"ids": 3}', 'null'])(
    'takes a change for saved whose response has the body %j',
    async (body) => {
      vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)));
      const source = backendSource('/inbox');
      const setSaved = vi.fn();
      await source.setRead(['a'], true, { signal, setSaved });
      await source.setSeen(['a'], { signal, until: new Date().toISOString(), setSaved });
      await source.setDismissed(['a'], true, { signal, setSaved });
      await source.setSnoozed(['a'], null, { signal, setSaved });
      await source.remove(['a'], { signal, setSaved });
      expect(setSaved.mock.calls).toEqual(Array(5).fill([['a']]));
    },
  );

  it('confirms the customer before each request of a long change but the first', async () => {
    const ids = Array.from({ length: 1200 }, (_, index) => `notification ${index}`);
    const confirmCustomer = vi.fn(() => Promise.resolve());
    confirmCustomer.mockResolvedValueOnce().mockRejectedValueOnce(new Error('Somebody else.'));
    const saving = backendSource('/inbox').setDismissed(ids, true, { signal, confirmCustomer });
    await expect(saving).rejects.toThrow('Somebody else.');
    expect([requests.length, confirmCustomer.mock.calls.length]).toEqual([2, 2]);
  });

  it('rejects what the backend refuses, with the pause that it demands', async () => {
    backend = createInboxBackend({ store: memoryStore(), authenticate: () => 'anna', rateLimit: () => 7 });
    await expect(backendSource().setRead(['a'], true, { signal })).rejects.toMatchObject({
      name: 'ApiError',
      status: 429,
      retryAfter: 7,
    });
  });

  it('cancels the body of a response that is a refusal', async () => {
    const cancel = vi.fn();
    vi.stubGlobal('fetch', () =>
      Promise.resolve(new Response(new ReadableStream({ cancel }), { status: 503 })),
    );
    await expect(backendSource('/inbox').setRead(['a'], true, { signal })).rejects.toMatchObject({
      status: 503,
    });
    expect(cancel).toHaveBeenCalledOnce();
  });

  it('has no groups if the backend has none', async () => {
    backend = createInboxBackend({ store: memoryStore(), authenticate: () => 'anna' });
    expect(await backendSource('/inbox').loadGroups()).toEqual([]);
  });

  it('has no groups if the backend has no preferences, and reports what else is wrong with them', async () => {
    let status = 404;
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status })));
    expect(await backendSource('/inbox').loadGroups()).toEqual([]);
    status = 500;
    await expect(backendSource('/inbox').loadGroups()).rejects.toMatchObject({ status: 500 });
  });

  it('rejects with where the cause of a refused change is', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ error: 'other-origin' }, { status: 403 })));
    const failure = backendSource('/inbox').setRead(['a'], true, { signal });
    await expect(failure).rejects.toMatchObject({
      message: 'The backend responded with status 403. The log of your server may say why.',
    });
  });
});

describe('A session with backendUrl', () => {
  it('has nothing new in the next visit after the list was seen, on pages that were not loaded too', async () => {
    await backend.deliver(
      'anna',
      Array.from({ length: 65 }, (_, index) => ({
        id: `n${index}`,
        createdDate: new Date(Date.now() - index * 1000),
      })),
    );
    const visit = async (unseenCount: number): Promise<Session['notifications']> => {
      session?.close();
      session = createSession({ baseUrl: `${origin}/v1/engagement`, backendUrl: '/inbox' });
      const { notifications } = session;
      notifications.subscribe(() => undefined);
      await waitUntil(() => expect(notifications.state).toMatchObject({ status: 'ready', unseenCount }));
      return notifications;
    };
    const savedCount = (): number => requests.filter(({ path }) => path === '/inbox/seen').length;
    (await visit(65)).markSeen();
    await waitUntil(() => expect(savedCount()).toBe(1));
    (await visit(0)).markSeen();
    await backend.deliver('anna', { id: 'late', createdDate: new Date(Date.now() - 100_000) });
    (await visit(1)).markSeen();
    await waitUntil(() => expect(savedCount()).toBe(2));
    await visit(0);
  });

  it('marks all as read on every device, pages that were not loaded too, and undoes that', async () => {
    await backend.deliver(
      'anna',
      Array.from({ length: 60 }, (_, index) => ({
        id: `n${index}`,
        isRead: index % 2 === 0,
        createdDate: new Date(Date.now() - index * 1000),
      })),
    );
    session = createSession({ baseUrl: `${origin}/v1/engagement`, backendUrl: '/inbox' });
    const { notifications } = session;
    notifications.subscribe(() => undefined);
    await waitUntil(() => expect(notifications.state.unreadCount).toBe(30));
    const otherDevice = async () => (await backendSource('/inbox').load?.({ limit: 5, signal }))?.unreadCount;
    const undo = notifications.markAllRead();
    await waitUntil(async () => expect(await otherDevice()).toBe(0));
    expect(notifications.state.unreadCount).toBe(0);
    undo();
    await waitUntil(async () => expect(await otherDevice()).toBe(30));
    expect(notifications.state.unreadCount).toBe(30);
  });

  it('snoozes on every device, and brings back on one that opens later as unread and new', async () => {
    const { setSnoozed, load } = backendSource('/inbox');
    await backend.deliver('anna', { id: 'a', isRead: true });
    const page = await eventsOf(backend);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await setSnoozed(['a'], until, { signal });
    expect((await receiveEvents(page, 1))[0]?.event).toMatchObject({
      type: 'add',
      references: [{ id: 'a', snoozedUntil: until }],
    });
    vi.useFakeTimers({ now: Date.parse(until) + 1, toFake: ['Date'] });
    const later = await load?.({ limit: 25, signal });
    vi.useRealTimers();
    expect(later).toMatchObject({ references: [{ isRead: false, isSeen: false }], unreadCount: 1 });
  });

  it('needs no token, source or groups of its own', async () => {
    await backend.deliver('anna', { id: 'a' });
    session = createSession({ baseUrl: `${origin}/v1/engagement`, backendUrl: '/inbox' });
    const { notifications, preferences } = session;
    notifications.subscribe(() => undefined);
    preferences.subscribe(() => undefined);
    await waitUntil(() => expect(notifications.state.items).toMatchObject([{ id: 'a' }]));
    expect(notifications.state.unreadCount).toBe(1);
    expect(requests.some(({ path }) => path === '/inbox/preferences')).toBe(false);
    preferences.loadGroups();
    preferences.loadGroups();
    await waitUntil(() => expect(preferences.state.groups).toMatchObject([{ name: 'Offers' }]));
    expect(requests.filter(({ path }) => path === '/inbox/preferences')).toHaveLength(1);
    expect(await preferences.set('offers', { isGroupNotificationOff: true })).toBe(true);
    expect(await backendSource('/inbox').loadGroups()).toMatchObject([{ isGroupNotificationOff: true }]);
  });

  it('receives what arrives between the list and the opening of the events', async () => {
    await backend.deliver('anna', { id: 'listed' });
    vi.stubGlobal('fetch', async (input: string, options: RequestInit) => {
      const response = await backend.fetch(new Request(new URL(input, origin), options));
      await backend.deliver('anna', { id: 'meanwhile' });
      return response;
    });
    session = createSession({ baseUrl: `${origin}/v1/engagement`, backendUrl: '/inbox' });
    const { notifications } = session;
    notifications.subscribe(() => undefined);
    await waitUntil(() => expect(notifications.state.items).toMatchObject([{ id: 'listed' }]));
    await waitUntil(() => expect(QuietEventSource.last).toBeDefined());
    const path = QuietEventSource.last!.url.replace('/inbox', '');
    const [missed] = await receiveEvents(await eventsOf(backend, { path }), 1);
    expect(missed?.event).toMatchObject({ type: 'add', references: [{ id: 'meanwhile' }] });
  });

  it('starts after the last event that it received when the page is visible again, whatever its first page contains then', async () => {
    const browser = new FakeBrowser();
    browser.setVisible(true);
    await backend.deliver('anna', { id: 'a' });
    session = createSession({ baseUrl: `${origin}/v1/engagement`, backendUrl: '/inbox' });
    session.notifications.subscribe(() => undefined);
    await waitUntil(() => expect(QuietEventSource.last).toBeDefined());
    const first = QuietEventSource.last!;
    browser.setVisible(false);
    await backend.remove('anna', 'a');
    browser.setVisible(true);
    await waitUntil(() => expect(QuietEventSource.last).not.toBe(first));
    expect(QuietEventSource.last!.url).toBe(first.url);
  });

  it('starts after its first page when the page is visible again, although that was loaded after the stream had opened', async () => {
    const browser = new FakeBrowser();
    browser.setVisible(true);
    await backend.deliver('anna', { id: 'a' });
    vi.spyOn(backend, 'fetch').mockResolvedValueOnce(new Response(null, { status: 500 }));
    session = createSession({ baseUrl: `${origin}/v1/engagement`, backendUrl: '/inbox' });
    const { notifications } = session;
    notifications.subscribe(() => undefined);
    await waitUntil(() => expect(QuietEventSource.last).toBeDefined());
    const first = QuietEventSource.last!;
    expect(first.url).toBe('/inbox/events');
    await notifications.refresh();
    browser.setVisible(false);
    await backend.markRead('anna', 'a');
    browser.setVisible(true);
    await waitUntil(() => expect(QuietEventSource.last).not.toBe(first));
    const path = QuietEventSource.last!.url.replace('/inbox', '');
    const [missed] = await receiveEvents(await eventsOf(backend, { path }), 1);
    expect(missed?.event).toMatchObject({ type: 'read', ids: ['a'] });
  });

  it('shows a choice of another device at once, and one that it has missed when the page is visible again', async () => {
    const browser = new FakeBrowser();
    browser.setVisible(true);
    session = createSession({ baseUrl: `${origin}/v1/engagement`, backendUrl: '/inbox' });
    const { notifications, preferences } = session;
    notifications.subscribe(() => undefined);
    preferences.subscribe(() => undefined);
    preferences.loadGroups();
    const choice = () => preferences.state.groups[0]?.isGroupNotificationOff;
    await waitUntil(() => expect(choice()).toBe(false));
    await waitUntil(() => expect(QuietEventSource.last).toBeDefined());
    const event = { type: 'preference', groupId: 'offers', isGroupNotificationOff: true };
    QuietEventSource.last!.dispatchEvent(
      new MessageEvent('message', { data: JSON.stringify(event), lastEventId: '1' }),
    );
    expect(choice()).toBe(true);
    await backend.savePreference('anna', 'offers', true);
    browser.setVisible(false);
    await backend.savePreference('anna', 'offers', false);
    expect(choice()).toBe(true);
    browser.setVisible(true);
    await waitUntil(() => expect(choice()).toBe(false));
  });

  describe('of a customer whose sign-in has ended', () => {
    const off = { isGroupNotificationOff: true };

    beforeEach(async () => {
      new FakeBrowser();
      await backend.deliver('anna', { id: 'a', isRead: false });
      // Each customer has one notification, whose id is the initial.
      service = (input, { headers }) => {
        const uniqueCustomerId = new Headers(headers).get('Authorization')!.replace('Bearer token-of-', '');
        const id = uniqueCustomerId.slice(0, 1);
        return Promise.resolve(
          input.endsWith(`/${id}`)
            ? Response.json(envelope({ id, payload: {}, uniqueCustomerId }))
            : Response.json({}, { status: 404 }),
        );
      };
      session = createSession({ baseUrl: `${origin}/v1/engagement`, backendUrl: '/inbox' });
      const { notifications, preferences } = session;
      notifications.subscribe(() => undefined);
      preferences.subscribe(() => undefined);
      preferences.loadGroups();
      await waitUntil(() => expect(preferences.state.groups).toHaveLength(1));
      await waitUntil(() => expect(notifications.state.items).toHaveLength(1));
      notifications.setVisible(['a']);
      await waitUntil(() => expect(notifications.state.items).toMatchObject([{ status: 'loaded' }]));
      customer = null;
    });

    it('keeps a choice, and saves it once the list shows that the customer has signed in again', async () => {
      const { notifications, preferences } = session!;
      const saving = preferences.set('offers', off);
      await waitUntil(() => expect(preferences.state.groups).toMatchObject([{ status: 'waiting' }]));
      expect(preferences.state).toMatchObject({ isSignedOut: true, groups: [off] });
      await notifications.refresh();
      expect(notifications.state.problem).toBe('signed-out');
      await waitUntil(() => expect(preferences.state.groups).toMatchObject([{ status: 'waiting' }]));
      customer = 'anna';
      await notifications.refresh();
      expect(await saving).toBe(true);
    });

    it.each([
      ['one without notifications', []],
      ['one with notifications', [{ id: 'b', isRead: false }]],
    ])('does not save the choice of a customer for another one: %s', async (_, theirs) => {
      const { notifications, preferences } = session!;
      const saving = preferences.set('offers', off);
      await waitUntil(() => expect(preferences.state.groups).toMatchObject([{ status: 'waiting' }]));
      // Until then, the token of the customer is valid.
      await backend.remove('anna', 'a');
      await Promise.all(theirs.map((notification) => backend.deliver('bob', notification)));
      customer = 'bob';
      await notifications.refresh();
      expect(await saving).toBe(false);
      const isOn = [{ isGroupNotificationOff: false }];
      await waitUntil(() => expect(preferences.state.groups).toMatchObject([{ status: 'idle', ...isOn[0] }]));
      const response = await backend.fetch(new Request(`${origin}/inbox/preferences`));
      expect(await response.json()).toMatchObject({ groups: isOn });
    });

    it('says that a mark is not saved, and takes it back', async () => {
      const { notifications } = session!;
      const errors: unknown[] = [];
      notifications.subscribe((event) => event.type === 'error' && errors.push(event));
      notifications.markRead(['a']);
      await waitUntil(() => expect(errors).toMatchObject([{ operation: 'set-read', ids: ['a'] }]));
      expect(notifications.state).toMatchObject({ items: [{ isRead: false }], unreadCount: 1 });
    });
  });

  it('gets the token after a pause if the backend is away, and says meanwhile that it tries again', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { fetch: backendFetch } = backend;
    let tokens = 0;
    vi.spyOn(backend, 'fetch').mockImplementation((request) => {
      const isAway = request.url.endsWith('/token') && (tokens += 1) === 1;
      const away = new Response(null, { status: 503, headers: { 'Retry-After': '0' } });
      return isAway ? Promise.resolve(away) : backendFetch(request);
    });
    await backend.deliver('anna', { id: 'a' });
    const problems = new Set<string | null>();
    service = () => Promise.resolve(Response.json(envelope({ id: 'a', payload: {} })));
    session = createSession({ baseUrl: `${origin}/v1/engagement`, backendUrl: '/inbox' });
    const { notifications } = session;
    notifications.subscribe(() => problems.add(notifications.state.problem));
    await waitUntil(() => expect(notifications.state.items).toHaveLength(1));
    notifications.setVisible(['a']);
    await waitUntil(() => expect(notifications.state.items).toMatchObject([{ status: 'loaded' }]));
    expect([tokens, [...problems]]).toEqual([2, [null, 'retrying']]);
  });

  it('may be wrapped in a class, whose methods use `this`', async () => {
    class OwnSource {
      readonly #backend = backendSource('/inbox');
      readonly #calls: string[] = [];
      get calls(): string {
        return this.#calls.join();
      }
      getToken(): string {
        this.#calls.push('getToken');
        return 'own-token';
      }
      loadGroups(): ReturnType<NonNullable<NotificationSource['loadGroups']>> {
        this.#calls.push('loadGroups');
        return this.#backend.loadGroups();
      }
      savePreference(...parameters: Parameters<NonNullable<NotificationSource['savePreference']>>) {
        this.#calls.push('savePreference');
        return this.#backend.savePreference(...parameters);
      }
    }
    const source = new OwnSource();
    session = createSession({ baseUrl: `${origin}/v1/engagement`, source });
    const { notifications, preferences } = session;
    notifications.subscribe(() => undefined);
    notifications.add(['a']);
    notifications.setVisible(['a']);
    await waitUntil(() => expect(source.calls).toBe('getToken'));
    preferences.subscribe(() => undefined);
    preferences.loadGroups();
    await waitUntil(() => expect(preferences.state.groups).toHaveLength(1));
    expect(await preferences.set('offers', { isGroupNotificationOff: true })).toBe(true);
    expect(source.calls).toBe('getToken,loadGroups,savePreference');
  });

  it('has the token and the groups of a source with credentials for another origin, and saves there', async () => {
    const backendFetch = fetch;
    const credentials = new Set<RequestCredentials | undefined>();
    vi.stubGlobal('fetch', (input: string, options: RequestInit) => {
      credentials.add(options.credentials);
      return backendFetch(input.replace('https://api.example.com', origin), options);
    });
    await backend.deliver('anna', { id: 'a' });
    const authorize = vi.fn((_: string, { headers }: RequestInit) => {
      expect(headers).toMatchObject({ Authorization: 'Bearer token-of-anna' });
      return Promise.resolve(Response.json(envelope({ id: 'a', payload: {} })));
    });
    service = authorize;
    session = createSession({
      baseUrl: `${origin}/v1/engagement`,
      source: backendSource('https://api.example.com/inbox', { withCredentials: true }),
    });
    const { notifications, preferences } = session;
    notifications.subscribe(() => undefined);
    await waitUntil(() => expect(notifications.state.items).toHaveLength(1));
    notifications.setVisible(['a']);
    await waitUntil(() => expect(notifications.state.items).toMatchObject([{ status: 'loaded' }]));
    preferences.subscribe(() => undefined);
    preferences.loadGroups();
    await waitUntil(() => expect(preferences.state.groups).toMatchObject([{ name: 'Offers' }]));
    expect(await preferences.set('offers', { isGroupNotificationOff: true })).toBe(true);
    expect(await backendSource('/inbox').loadGroups()).toMatchObject([{ isGroupNotificationOff: true }]);
    expect(authorize).toHaveBeenCalledTimes(1);
    expect(credentials).toContain('include');
  });

  it('sends its headers with every request to the backend, the events too, and none to the service', async () => {
    await backend.deliver('anna', { id: 'a' });
    const authorizations = new Map<string, string | null>();
    const pageFetch = fetch;
    session = createSession({
      baseUrl: `${origin}/v1/engagement`,
      backendUrl: '/inbox',
      headers: () => Promise.resolve({ Authorization: 'Bearer own', 'X-Tenant': 'shop' }),
      fetch: (input, init) => {
        const { pathname } = new URL(input instanceof Request ? input.url : input, origin);
        authorizations.set(pathname, new Headers(init?.headers).get('Authorization'));
        return pageFetch(input, init);
      },
    });
    service = (_, { headers }) => {
      expect(new Headers(headers).has('X-Tenant')).toBe(false);
      return Promise.resolve(Response.json(envelope({ id: 'a', payload: {} })));
    };
    const { notifications } = session;
    notifications.subscribe(() => undefined);
    await waitUntil(() => expect(notifications.state.items).toHaveLength(1));
    notifications.setVisible(['a']);
    await waitUntil(() => expect(notifications.state.items).toMatchObject([{ status: 'loaded' }]));
    await waitUntil(() => expect(authorizations.has('/inbox/events')).toBe(true));
    await backend.deliver('anna', { id: 'b' });
    await waitUntil(() => expect(notifications.state.items).toHaveLength(2));
    expect(Object.fromEntries(authorizations)).toEqual({
      '/inbox/notifications': 'Bearer own',
      '/inbox/token': 'Bearer own',
      '/inbox/events': 'Bearer own',
      '/v1/engagement/nudge/in-app-notifications/a': 'Bearer token-of-anna',
    });
    expect(QuietEventSource.last).toBeUndefined();
  });

  it('prefers what is given', async () => {
    const getToken = vi.fn(() => 'own-token');
    const load = vi.fn(() => Promise.resolve({ references: [{ id: 'own' }] }));
    session = createSession({
      baseUrl: `${origin}/v1/engagement`,
      backendUrl: '/inbox',
      getToken,
      source: { load },
      groups: [{ id: 'own', name: 'Own' }],
    });
    session.notifications.subscribe(() => undefined);
    await waitUntil(() => expect(session?.notifications.state.items).toMatchObject([{ id: 'own' }]));
    session.preferences.subscribe(() => undefined);
    session.preferences.loadGroups();
    await waitUntil(() => expect(session?.preferences.state.groups).toMatchObject([{ name: 'Own' }]));
    expect(requests).toEqual([]);
  });
});
