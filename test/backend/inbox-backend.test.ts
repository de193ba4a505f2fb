import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCursor } from '../../src/backend/http/cursor.js';
import type { CustomerDelivery, DeliveredNotification } from '../../src/backend/delivery.js';
import type { InboxEvent } from '../../src/backend/stores/inbox-event.js';
import { createInboxBackend, type InboxBackend } from '../../src/backend/inbox-backend.js';
import type { InboxBackendOptions } from '../../src/backend/inbox-backend-options.js';
import type { InboxStore, Retention } from '../../src/backend/stores/inbox-store.js';
import { memoryStore } from '../../src/backend/stores/memory/memory-store.js';
import { createRequest, eventsOf, listOf, post, receiveEvents, type EventStreamReader } from './requests.js';

const open: InboxBackend[] = [];
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  open.splice(0).forEach((backend) => backend.close());
  vi.useRealTimers();
});

/** A backend whose customer is named by the header `X-Customer`. */
function createBackend(options: Partial<InboxBackendOptions> = {}): InboxBackend {
  const backend = createInboxBackend({
    store: memoryStore(),
    authenticate: ({ headers }) => headers.get('X-Customer'),
    serviceToken: ({ customerId }) => `token of ${customerId}`,
    onError: (error) => expect(error).toBeUndefined(),
    ...options,
  });
  open.push(backend);
  return backend;
}

const groups = [
  { id: 'orders', name: 'Orders', isRequired: true },
  { id: 'offers', name: 'Offers', isGroupNotificationOff: false },
];

const errorOf = async (response: Response): Promise<unknown> => [
  response.status,
  ((await response.json()) as { error: string }).error,
];

describe('The token', () => {
  it('is returned as plain text that nobody stores', async () => {
    const response = await createBackend().fetch(post('/token', {}));
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect([response.status, await response.text()]).toEqual([200, 'token of anna']);
  });

  it.each([null, undefined])('is 401 if the host has none: %s', async (token) => {
    const backend = createBackend({ serviceToken: () => token });
    expect(await errorOf(await backend.fetch(post('/token', {})))).toEqual([401, 'signed-out']);
  });

  it('is 503 if that of the host is no text, and the log says why', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const serviceToken = () => ({ token: 'secret' }) as never;
    const backend = createInboxBackend({ store: memoryStore(), authenticate: () => 'anna', serviceToken });
    expect((await backend.fetch(post('/token', {}))).status).toBe(503);
    expect(warn.mock.calls).toEqual([
      [
        '[nudge-inbox] The inbox backend failed: POST /token: TypeError: serviceToken() must return a string, or null.',
      ],
    ]);
  });
});

describe('The list', () => {
  it('has hints, counts and records', async () => {
    const backend = createBackend();
    await backend.deliver('anna', [
      { id: 'old', createdDate: '2026-11-19T10:00:00Z', isRead: true },
      { id: 'new', createdDate: new Date('2026-11-20T10:00:00Z'), record: { id: 'new' } },
    ]);
    expect(await listOf(backend)).toEqual({
      references: [
        {
          id: 'new',
          createdDate: '2026-11-20T10:00:00.000Z',
          isRead: false,
          isSeen: false,
          isDismissed: false,
          snoozedUntil: null,
          answer: null,
          record: { id: 'new' },
        },
        {
          id: 'old',
          createdDate: '2026-11-19T10:00:00.000Z',
          isRead: true,
          isSeen: true,
          isDismissed: false,
          snoozedUntil: null,
          answer: null,
        },
      ],
      customer: await backend.customerKey('anna'),
      unreadCount: 1,
      unseenCount: 1,
      lastEventId: '1',
    });
  });

  it('says how many are unread with each tag if it is to, as delivered or of the record', async () => {
    const deliveries: DeliveredNotification[] = [
      { id: 'a', tags: ['order', 'order', ''] },
      { id: 'b', record: { payload: { tags: [{ tagName: 'order' }, { tagName: null }, 5] } } },
      { id: 'c', record: { payload: null } },
    ];
    for (const countsByTag of [true, false]) {
      const backend = createBackend({ countsByTag });
      await backend.deliver('anna', deliveries);
      const expected = countsByTag ? { order: 2 } : undefined;
      expect((await listOf(backend)).unreadCountByTag).toEqual(expected);
      await backend.deliver('anna', { id: 'without' });
      expect(await listOf(backend)).not.toHaveProperty('unreadCountByTag');
    }
  });

  it('begins with the pinned ones, wherever they belong, and has them on their own page, too', async () => {
    const backend = createBackend();
    await backend.deliver('anna', [
      {
        id: 'new',
        createdDate: '2026-11-20T10:00:00Z',
        importance: 'high',
        expiresDate: '9999-01-01T00:00:00Z',
      },
      { id: 'middle', createdDate: '2026-11-19T10:00:00Z', importance: 'normal', isPinned: true },
      { id: 'other', createdDate: '2026-11-18T10:00:00Z', isPinned: false },
      { id: 'old', createdDate: '2026-11-17T10:00:00Z', isPinned: true },
      { id: 'over', isPinned: true, expiresDate: new Date(Date.now() - 1000) },
    ]);
    const { references, nextCursor, unreadCount } = await listOf(backend, { limit: '2' });
    expect(references).toMatchObject([
      { id: 'middle', isPinned: true },
      { id: 'old', isPinned: true },
      { id: 'new', importance: 'high', expiresDate: '9999-01-01T00:00:00.000Z' },
    ]);
    expect(unreadCount).toBe(4);
    const next = await listOf(backend, { limit: '2', cursor: nextCursor ?? '' });
    expect(next.references.map(({ id }) => id)).toEqual(['other', 'old']);
  });

  it('goes on with the cursor until the last page', async () => {
    const backend = createBackend();
    const createdDate = '2026-11-20T10:00:00Z';
    await backend.deliver(
      'anna',
      ['a', 'b', 'c', 'd', 'ä/?&='].map((id) => ({ id, createdDate })),
    );
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listOf(backend, { limit: '2', ...(cursor && { cursor }) });
      ids.push(...page.references.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(ids).toEqual(['ä/?&=', 'd', 'c', 'b', 'a']);
  });

  it('names on the first of several pages what is snoozed on the others, or came back to its top', async () => {
    const backend = createBackend();
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const dates = ids.map((id, day) => ({ id, createdDate: new Date(2020, 1, 9 - day).toISOString() }));
    await backend.deliver('anna', dates);
    const snooze = (names: string[], until: string) => backend.fetch(post('/snoozed', { ids: names, until }));
    await snooze(['a', 'd'], '2099-01-01T00:00:00.000Z');
    await snooze(['e'], new Date(2020, 1, 8, 1).toISOString());
    await snooze(['c'], new Date(2020, 1, 7, 1).toISOString());
    const snoozedOn = async (query: Record<string, string>) => {
      const { nextCursor, snoozed } = await listOf(backend, query);
      return { nextCursor, ids: snoozed?.map(({ id }) => id) };
    };
    const first = await snoozedOn({ limit: '2' });
    expect(first.ids).toEqual(['e', 'd']);
    expect((await snoozedOn({ limit: '2', cursor: first.nextCursor! })).ids).toBeUndefined();
    expect((await snoozedOn({ limit: '5' })).ids).toBeUndefined();
  });

  it('costs no body while it is the same', async () => {
    const backend = createBackend();
    await backend.deliver('anna', { id: 'a' });
    const first = await backend.fetch(createRequest('/notifications'));
    const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' };
    const second = await backend.fetch(createRequest('/notifications', { headers }));
    expect(second.status).toBe(304);
    const weak = { 'If-None-Match': `"other", W/${headers['If-None-Match']}` };
    expect((await backend.fetch(createRequest('/notifications', { headers: weak }))).status).toBe(304);
    await backend.markRead('anna', 'a');
    expect((await backend.fetch(createRequest('/notifications', { headers }))).status).toBe(200);
    expect(first.headers.get('Cache-Control')).toBe('private, no-cache');
    expect(second.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  it('has 100 notifications at most', async () => {
    const backend = createBackend();
    await backend.deliver(
      'anna',
      Array.from({ length: 150 }, (_, index) => ({ id: `n${index}` })),
    );
    expect((await listOf(backend, { limit: '10000' })).references).toHaveLength(100);
    expect((await listOf(backend)).references).toHaveLength(25);
  });

  it.each(['0', 'many', '1.5'])('rejects the limit %s', async (limit) => {
    const response = await createBackend().fetch(createRequest(`/notifications?limit=${limit}`));
    expect(await errorOf(response)).toEqual([400, 'invalid-limit']);
  });

  it('rejects a cursor of another customer, an altered one, and one of a later version', async () => {
    const backend = createBackend();
    for (const customerId of ['anna', 'omar']) await backend.deliver(customerId, [{ id: 'a' }, { id: 'b' }]);
    const { nextCursor = '' } = await listOf(backend, { limit: '1' });
    const tryCursor = async (cursor: string, customer = 'anna') =>
      errorOf(
        await backend.fetch(
          createRequest(`/notifications?${new URLSearchParams({ cursor }).toString()}`, { customer }),
        ),
      );
    // So that the page finds out that it is another customer's.
    const ofAnother = [409, 'other-customer'];
    expect(await tryCursor(nextCursor, 'omar')).toEqual(ofAnother);
    expect(await tryCursor(nextCursor.replace(/\.\d+\./, '.9999999999999.'))).toEqual(ofAnother);
    const refused = [400, 'invalid-cursor'];
    expect(await tryCursor(`v2:${nextCursor}`)).toEqual(refused);
    expect(await tryCursor(`${'0'.repeat(16)}.-999999999999999.b`)).toEqual(refused);
    expect(await tryCursor('x'.repeat(5000))).toEqual(refused);
    // What creates a checksum is no secret.
    for (const createdDate of ['+010000-01-01T00:00:00.000Z', '1969-01-01T00:00:00.000Z'])
      expect(await tryCursor(await createCursor('anna', { createdDate, id: 'a' }))).toEqual(refused);
  });
});

describe('One notification', () => {
  const record = { id: 'a', payload: { title: 'Hello' }, isRead: false, uniqueCustomerId: 'anna' };
  const find = (id: string, options?: Parameters<typeof createRequest>[1]): Request =>
    createRequest(`/notifications/${encodeURIComponent(id)}`, options);

  it('is its record, as the customer has left it, and whose it is', async () => {
    const backend = createBackend();
    await backend.deliver('anna', { id: 'a', record });
    const customer = await backend.customerKey('anna');
    for (const isRead of [false, true]) {
      await backend.markRead('anna', 'a', isRead);
      const response = await backend.fetch(find('a'));
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      expect(await response.json()).toEqual({ customer, record: { ...record, isRead } });
    }
  });

  it.each(['a/b', 'ä %20?#', '{id}', '%', 'notifications'])('has any id, such as %j', async (id) => {
    const backend = createBackend();
    await backend.deliver('anna', { id, record: { ...record, id } });
    expect(await (await backend.fetch(find(id))).json()).toMatchObject({ record: { id } });
  });

  it('is found beyond the first page, dismissed or snoozed, but not once it has expired', async () => {
    const backend = createBackend();
    const ids = ['dismissed', 'snoozed', 'old'];
    await backend.deliver('anna', [
      ...ids.map((id) => ({ id, record: { ...record, id }, createdDate: '2026-01-01T00:00:00Z' })),
      { id: 'expired', record: { ...record, id: 'expired' }, expiresDate: '2026-01-01T00:00:00Z' },
    ]);
    await backend.deliver(
      'anna',
      Array.from({ length: 30 }, (_, index) => ({ id: `new ${index}` })),
    );
    await backend.fetch(post('/dismissed', { ids: ['dismissed'], isDismissed: true }));
    await backend.fetch(post('/snoozed', { ids: ['snoozed'], until: '2099-01-01T00:00:00.000Z' }));
    for (const id of ids) expect((await backend.fetch(find(id))).status, id).toBe(200);
    expect(await errorOf(await backend.fetch(find('expired')))).toEqual([404, 'not-found']);
  });

  it('is 404 with a code of its own if it was delivered without a record', async () => {
    const backend = createBackend();
    await backend.deliver('anna', { id: 'a' });
    expect(await errorOf(await backend.fetch(find('a')))).toEqual([404, 'no-record']);
  });

  it('of another customer does not exist, and neither does an id that is none', async () => {
    const backend = createBackend();
    await backend.deliver('anna', { id: 'a', record });
    for (const request of [find('a', { customer: 'omar' }), find('b'), find('x'.repeat(257)), find('\0')])
      expect(await errorOf(await backend.fetch(request))).toEqual([404, 'not-found']);
    expect((await backend.fetch(createRequest('/notifications/%FF'))).status).toBe(404);
    expect((await backend.fetch(createRequest('/notifications/a/b'))).status).toBe(404);
  });

  it('is limited by the rate of its route, whose name has no id', async () => {
    const routes: string[] = [];
    const backend = createBackend({ rateLimit: ({ route }) => routes.push(route) - 1 });
    await backend.deliver('anna', { id: 'a', record });
    expect((await backend.fetch(find('a'))).status).toBe(200);
    expect((await backend.fetch(find('a'))).status).toBe(429);
    expect(routes).toEqual(['GET /notifications/{id}', 'GET /notifications/{id}']);
  });
});

describe('The counts', () => {
  /** What each of the next messages of a stream says, beside the heartbeat. */
  async function receiveCounts(reader: EventStreamReader, count: number): Promise<unknown[]> {
    const messages: unknown[] = [];
    while (messages.length < count) {
      const { done, value } = await reader.read();
      if (done) throw new Error(`The stream ended after ${messages.length} messages.`);
      for (const [, name, data = ''] of value.matchAll(/event: (counts|customer)\ndata: (.+)\n\n/g))
        messages.push({ [String(name)]: JSON.parse(data) as unknown });
    }
    return messages;
  }

  const countOf = async (backend: InboxBackend, customer = 'anna'): Promise<unknown> =>
    (await backend.fetch(createRequest('/count', { customer }))).json();

  it('are those of the list, with the customer and the last event that they contain', async () => {
    const backend = createBackend();
    const empty = {
      customer: await backend.customerKey('anna'),
      unreadCount: 0,
      unseenCount: 0,
      lastEventId: '0',
    };
    expect(await countOf(backend)).toEqual(empty);
    await backend.deliver('anna', [{ id: 'a' }, { id: 'b' }, { id: 'c', isRead: true }]);
    await backend.deliver('omar', { id: 'a' });
    await backend.fetch(post('/seen', { ids: ['a'] }));
    const { customer, unreadCount, unseenCount, lastEventId } = await listOf(backend);
    expect(await countOf(backend)).toEqual({ customer, unreadCount, unseenCount, lastEventId });
    expect([unreadCount, unseenCount]).toEqual([2, 1]);
  });

  it('are stored by no cache, and are 401 if nobody is signed in', async () => {
    const backend = createBackend();
    const response = await backend.fetch(createRequest('/count'));
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    const signedOut = await backend.fetch(createRequest('/count', { customer: null }));
    expect(await errorOf(signedOut)).toEqual([401, 'signed-out']);
  });

  it('say when they change by themselves', async () => {
    const backend = createBackend();
    const expiresDate = new Date(Date.now() + 3_600_000);
    await backend.deliver('anna', { id: 'a', expiresDate });
    const { changesInMs } = (await countOf(backend)) as { changesInMs: number };
    expect(changesInMs / 60_000).toBeCloseTo(60, 0);
  });

  it('of many page views at the same time are loaded by few statements, two of which run at once', async () => {
    const inner = memoryStore();
    const loads: number[] = [];
    let [running, most] = [0, 0];
    const store: InboxStore = {
      ...bind(inner),
      counts: async (customerIds) => {
        running += 1;
        most = Math.max(most, running);
        loads.push(customerIds.length);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return inner.counts(customerIds);
      },
    };
    const backend = createBackend({ store });
    await backend.deliver('customer 7', { id: 'a' });
    const customers = Array.from({ length: 300 }, (_, index) => `customer ${index}`);
    const counts = await Promise.all(
      [...customers, ...customers].map((customer) => countOf(backend, customer)),
    );
    expect(counts.filter((body) => (body as { unreadCount: number }).unreadCount === 1)).toHaveLength(2);
    expect(loads.length).toBeLessThan(10);
    expect(most).toBeLessThanOrEqual(2);
  });

  it('follow each change on a stream of their own, which has nothing else', async () => {
    const backend = createBackend();
    await backend.deliver('anna', { id: 'a', record: { text: 'secret' } });
    const page = await eventsOf(backend, { path: '/events?only=counts' });
    const customer = await backend.customerKey('anna');
    const countsWith = (unreadCount: number, unseenCount: number, lastEventId: string) => ({
      counts: { unreadCount, unseenCount, lastEventId },
    });
    expect(await receiveCounts(page, 2)).toEqual([{ customer: { customer } }, countsWith(1, 1, '1')]);
    await backend.deliver('anna', { id: 'b' });
    expect(await receiveCounts(page, 1)).toEqual([countsWith(2, 2, '2')]);
    await backend.fetch(post('/seen', { ids: ['a'] }));
    expect(await receiveCounts(page, 1)).toEqual([countsWith(2, 1, '3')]);
    await backend.deliver('omar', { id: 'b' });
    await backend.fetch(post('/read', { ids: ['a', 'b'], isRead: true }));
    expect(await receiveCounts(page, 1)).toEqual([countsWith(0, 0, '5')]);
  });

  it('are not loaded for pages that receive the events', async () => {
    const inner = memoryStore();
    const counts = vi.fn(inner.counts.bind(inner));
    const backend = createBackend({ store: { ...bind(inner), counts } });
    const page = await eventsOf(backend);
    await backend.deliver('anna', { id: 'a' });
    await receiveEvents(page, 1);
    expect(counts).not.toHaveBeenCalled();
  });

  it('come again, as they are now, when a stream of them opens again, whatever it has received', async () => {
    const backend = createBackend();
    await backend.deliver('anna', { id: 'a' });
    for (const last of ['0', '1', '7']) {
      const path = `/events?only=counts&lastEventId=${last}`;
      const page = await eventsOf(backend, { path, headers: { 'Last-Event-ID': last } });
      expect((await receiveCounts(page, 2))[1]).toMatchObject({ counts: { unreadCount: 1 } });
    }
  });

  it('reach the streams of other instances, also if no message does, and end with the customer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const store = memoryStore();
    const channel = { publish: () => Promise.resolve(), subscribe: () => () => undefined };
    const [backend, other] = [createBackend({ store, channel }), createBackend({ store, channel })];
    const page = await eventsOf(other, { path: '/events?only=counts' });
    expect((await receiveCounts(page, 2))[1]).toMatchObject({ counts: { lastEventId: '0' } });
    await backend.deliver('anna', { id: 'a' });
    vi.advanceTimersByTime(30_000);
    expect(await receiveCounts(page, 1)).toMatchObject([{ counts: { unreadCount: 1 } }]);
    await backend.deleteCustomer('anna');
    vi.advanceTimersByTime(30_000);
    expect((await page.read()).done).toBe(true);
  });

  it('follow once the store that was away is back', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const errors: unknown[] = [];
    const inner = memoryStore();
    let isAway = false;
    const store: InboxStore = {
      ...bind(inner),
      counts: (ids) => (isAway ? Promise.reject(new Error('away')) : inner.counts(ids)),
    };
    const backend = createBackend({ store, onError: (error) => errors.push(error) });
    const page = await eventsOf(backend, { path: '/events?only=counts' });
    await receiveCounts(page, 2);
    isAway = true;
    await backend.deliver('anna', { id: 'a' });
    await vi.advanceTimersByTimeAsync(0);
    expect(errors).toHaveLength(1);
    isAway = false;
    await vi.advanceTimersByTimeAsync(1000);
    expect(await receiveCounts(page, 1)).toMatchObject([{ counts: { unreadCount: 1 } }]);
  });
});

describe('Whose it is', () => {
  const ids = ['a'];
  const changes = [
    ['/read', { ids, isRead: true }],
    ['/read', { ids: [], isRead: true, until: '2099-01-01T00:00:00.000Z' }],
    ['/seen', { ids }],
    ['/dismissed', { ids, isDismissed: true }],
    ['/snoozed', { ids, until: '2099-01-01T00:00:00.000Z' }],
    ['/removed', { ids: ['dismissed'] }],
    ['/answer', { id: 'a', action: 'primary', text: 'Done' }],
    ['/preferences', { groupId: 'offers', isGroupNotificationOff: true }],
    ['/token', {}],
  ] as const;

  async function createInstances(): Promise<InboxBackend[]> {
    const store = memoryStore();
    const instances = [1, 2].map(() => createBackend({ store, groups, allowRemoval: true }));
    for (const customer of ['anna', 'omar']) {
      await instances[0]!.deliver(customer, [{ id: 'a' }, { id: 'dismissed' }]);
      const dismissed = post('/dismissed', { ids: ['dismissed'], isDismissed: true }, { customer });
      await instances[0]!.fetch(dismissed);
    }
    return instances;
  }

  /** Everything that pages of the customer get. */
  async function stateOf(backend: InboxBackend, customer: string): Promise<unknown> {
    const preferences: unknown = await (
      await backend.fetch(createRequest('/preferences', { customer }))
    ).json();
    return { list: await listOf(backend, {}, customer), preferences };
  }

  it('is said by each page of the list, the preferences and the first message of a stream, at every instance alike', async () => {
    const [first, second] = await createInstances();
    const customer = await first!.customerKey('anna');
    expect(customer).not.toBe(await first!.customerKey('omar'));
    for (const backend of [first!, second!]) {
      await backend.deliver('anna', { id: 'b' });
      const page = await listOf(backend, { limit: '1' });
      const next = await listOf(backend, { limit: '1', cursor: page.nextCursor! });
      const preferences: unknown = await (await backend.fetch(createRequest('/preferences'))).json();
      expect([page, next, preferences]).toMatchObject([{ customer }, { customer }, { customer }]);
      const stream = await eventsOf(backend);
      expect((await stream.read()).value).toBe(`event: customer\ndata: {"customer":"${customer}"}\n\n`);
    }
  });

  it('stays the same in later versions, and is not the plain hash of the id', async () => {
    expect(await createBackend().customerKey('anna')).toBe(
      createHash('sha256').update('nudge-inbox customer anna').digest('hex'),
    );
  });

  it.each(changes)(
    'comes back with POST %s %o: one of another customer is 409 and does nothing',
    async (path, input) => {
      const backends = await createInstances();
      const before = await stateOf(backends[0]!, 'omar');
      const customer = await backends[0]!.customerKey('anna');
      for (const backend of backends) {
        const refused = await backend.fetch(post(path, { ...input, customer }, { customer: 'omar' }));
        expect(await errorOf(refused)).toEqual([409, 'other-customer']);
      }
      expect(await stateOf(backends[1]!, 'omar')).toEqual(before);
      for (const known of [customer, null, undefined]) {
        const own = await backends[1]!.fetch(post(path, { ...input, customer: known }));
        expect(own.ok).toBe(true);
      }
    },
  );

  it('is what the host says, if it has a function', async () => {
    const backend = createBackend({ customerKey: (customerId) => Promise.resolve(`key of ${customerId}`) });
    expect([await backend.customerKey('anna'), await listOf(backend)]).toMatchObject([
      'key of anna',
      { customer: 'key of anna' },
    ]);
    const input = { ids, isRead: true, customer: 'key of omar' };
    expect(await errorOf(await backend.fetch(post('/read', input)))).toEqual([409, 'other-customer']);
    await expect(backend.customerKey('')).rejects.toThrow(
      'customerId must be a string of 1 to 256 characters.',
    );
  });

  it('is 503 if the function of the host returns no text, and the log says why', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const customerKey = () => undefined as never;
    const backend = createInboxBackend({ store: memoryStore(), authenticate: () => 'anna', customerKey });
    expect((await backend.fetch(createRequest('/notifications'))).status).toBe(503);
    expect(warn.mock.calls.flat().join()).toContain(
      'customerKey() must return a string of 1 to 256 characters.',
    );
  });
});

describe('What the customer does', () => {
  it.each([
    ['/read', { isRead: true }, { isRead: true, isSeen: true }],
    ['/seen', {}, { isSeen: true }],
    ['/dismissed', { isDismissed: true }, { isDismissed: true }],
    ['/snoozed', { until: '2099-01-01T00:00:00.000Z' }, { snoozedUntil: '2099-01-01T00:00:00.000Z' }],
  ])('is stored by POST %s', async (path, input, expected) => {
    const backend = createBackend();
    await backend.deliver('anna', [{ id: 'a' }, { id: 'b' }]);
    expect((await backend.fetch(post(path, { ids: ['a'], ...input }))).status).toBe(204);
    const { references } = await listOf(backend);
    expect(references.find(({ id }) => id === 'a')).toMatchObject(expected);
    expect(references.find(({ id }) => id === 'b')).toMatchObject({ isRead: false, isSeen: false });
  });

  it('deletes for good by POST /removed, only if the backend allows it', async () => {
    for (const [allowRemoval, status, ids] of [
      [false, 404, ['a']],
      [true, 204, []],
    ] as const) {
      const backend = createBackend({ allowRemoval });
      await backend.deliver('anna', { id: 'a' });
      await backend.fetch(post('/dismissed', { ids: ['a'], isDismissed: true }));
      expect((await backend.fetch(post('/removed', { ids: ['a', 'b'] }))).status).toBe(status);
      expect((await listOf(backend)).references.map(({ id }) => id)).toEqual(ids);
    }
  });

  it('deletes nothing by POST /removed if one of it is not dismissed', async () => {
    const backend = createBackend({ allowRemoval: true });
    await backend.deliver('anna', [{ id: 'a' }, { id: 'b' }]);
    await backend.fetch(post('/dismissed', { ids: ['a'], isDismissed: true }));
    expect(await errorOf(await backend.fetch(post('/removed', { ids: ['a', 'b'] })))).toEqual([
      409,
      'not-dismissed',
    ]);
    expect((await listOf(backend)).references).toHaveLength(2);
  });

  it('behaves for ids of another customer as for ids that do not exist', async () => {
    const backend = createBackend();
    await backend.deliver('omar', { id: 'secret' });
    for (const [path, input] of [
      ['/read', { isRead: true }],
      ['/seen', {}],
      ['/dismissed', { isDismissed: true }],
    ] as const) {
      const answers = await Promise.all(
        ['secret', 'unknown'].map(async (id) => {
          const response = await backend.fetch(post(path, { ids: [id], ...input }));
          return [response.status, await response.text()];
        }),
      );
      expect(answers[0]).toEqual(answers[1]);
    }
    const { references } = await listOf(backend, {}, 'omar');
    expect(references).toMatchObject([{ isRead: false, isSeen: false, isDismissed: false }]);
  });

  it.each([
    ['1,001 ids', { ids: Array.from({ length: 1001 }, () => 'a'), isRead: true }, [413, 'too-many-ids']],
    ['more than 64 kB', { ids: ['a'], isRead: true, more: 'x'.repeat(65_536) }, [413, 'too-large']],
    ['an id that is too long', { ids: ['x'.repeat(257)], isRead: true }, [400, 'invalid-input']],
    ['an id with a null character', { ids: ['\0'], isRead: true }, [400, 'invalid-input']],
    ['an id that is a number', { ids: [1], isRead: true }, [400, 'invalid-input']],
    ['no ids', { isRead: true }, [400, 'invalid-input']],
    ['a read state that is none', { ids: ['a'], isRead: 'yes' }, [400, 'invalid-input']],
  ])('is rejected with %s', async (_, input, expected) => {
    expect(await errorOf(await createBackend().fetch(post('/read', input)))).toEqual(expected);
  });

  it('is read up to a date by POST /read, which names what it marked', async () => {
    const backend = createBackend();
    const dates = ['2026-11-18T10:00:00.000Z', '2026-11-19T10:00:00.000Z', '2026-11-20T10:00:00.000Z'];
    await backend.deliver(
      'anna',
      dates.map((createdDate, index) => ({ id: `n${index}`, createdDate })),
    );
    await backend.deliver('omar', { id: 'other', createdDate: dates[0]! });
    const response = await backend.fetch(post('/read', { ids: [], isRead: true, until: dates[1] }));
    expect([response.status, await response.json()]).toEqual([200, { ids: ['n0', 'n1'] }]);
    expect(await listOf(backend)).toMatchObject({ unreadCount: 1 });
    expect(await listOf(backend, {}, 'omar')).toMatchObject({ unreadCount: 1 });
  });

  it('is never unread up to a date', async () => {
    const input = { ids: [], isRead: false, until: '2026-11-19T10:00:00.000Z' };
    expect(await errorOf(await createBackend().fetch(post('/read', input)))).toEqual([400, 'invalid-input']);
  });

  it.each([
    'yesterday',
    '1969-12-31T23:59:59.999Z',
    '0000-01-01T00:00:00.000Z',
    '2025-02-31T10:00:00.000Z',
    '+012025-02-01T10:00:00.000Z',
    7,
  ])('is rejected with the date %s', async (until) => {
    const response = await createBackend().fetch(post('/seen', { ids: [], until }));
    expect(await errorOf(response)).toEqual([400, 'invalid-input']);
  });

  it.each([
    ['{"ids":["a"', 'application/json', [400, 'invalid-json']],
    ['', 'application/json', [400, 'invalid-json']],
    ['{"ids":["a"],"isRead":true}', 'text/plain', [415, 'not-json']],
  ])('is rejected as %s of type %s', async (body, type, expected) => {
    const request = createRequest('/read', { method: 'POST', body, headers: { 'Content-Type': type } });
    expect(await errorOf(await createBackend().fetch(request))).toEqual(expected);
  });
});

describe('What many pages of a customer load', () => {
  /** A store whose loads for Anna wait until `finish()` is called. */
  function createBusyStore() {
    const inner = memoryStore();
    const loaded: string[] = [];
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const waitFor = async <Value>(customerId: string, load: () => Promise<Value>): Promise<Value> => {
      loaded.push(customerId);
      if (customerId === 'anna') await finished;
      return load();
    };
    const store: InboxStore = {
      ...bind(inner),
      list: (customerId, query) => waitFor(customerId, () => inner.list(customerId, query)),
      choices: (customerId) => waitFor(customerId, () => inner.choices(customerId)),
    };
    return { store, loaded, finish };
  }

  it('is loaded one after the other, and what others load does not wait for it', async () => {
    const { store, loaded, finish } = createBusyStore();
    const backend = createBackend({ store, groups });
    const paths = Array.from({ length: 30 }, (_, index) => (index % 2 ? '/notifications' : '/preferences'));
    const loading = paths.map((path) => backend.fetch(createRequest(path)));
    const omar = await Promise.all(
      ['/notifications', '/preferences'].map((path) =>
        backend.fetch(createRequest(path, { customer: 'omar' })),
      ),
    );
    expect(omar.map(({ status }) => status)).toEqual([200, 200]);
    expect(loaded.filter((customer) => customer === 'anna')).toHaveLength(1);
    finish();
    expect((await Promise.all(loading)).every(({ status }) => status === 200)).toBe(true);
    expect(loaded.filter((customer) => customer === 'anna')).toHaveLength(30);
  });

  it('is not loaded once the page has gone away', async () => {
    const { store, loaded, finish } = createBusyStore();
    const backend = createBackend({ store });
    const gone = new AbortController();
    const loading = Array.from({ length: 30 }, () =>
      backend.fetch(createRequest('/notifications', { signal: gone.signal })),
    );
    await expect.poll(() => loaded).toEqual(['anna']);
    gone.abort();
    finish();
    await Promise.all(loading);
    expect((await listOf(backend)).references).toEqual([]);
    expect(loaded).toEqual(['anna', 'anna']);
  });

  it('is not loaded once the time of its request is over', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { store, loaded, finish } = createBusyStore();
    const backend = createBackend({ store, timeoutMs: 5000, onError: () => undefined });
    const loading = Array.from({ length: 30 }, () => backend.fetch(createRequest('/notifications')));
    // The key of the customer takes a moment of its own.
    while (loaded.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(5000);
    expect(new Set((await Promise.all(loading)).map(({ status }) => status))).toEqual(new Set([503]));
    finish();
    await listOf(backend);
    expect(loaded).toEqual(['anna', 'anna']);
  });
});

describe('Many changes of a customer', () => {
  it('are made one after the other, and those of another customer do not wait for them', async () => {
    const inner = memoryStore();
    const running: string[] = [];
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const store: InboxStore = {
      ...bind(inner),
      mark: async (customerId, mark) => {
        running.push(customerId);
        if (customerId === 'anna') await finished;
        return inner.mark(customerId, mark);
      },
    };
    const backend = createBackend({ store });
    const mark = (id: string, customer: string) =>
      backend.fetch(post('/read', { ids: [id], isRead: true }, { customer }));
    const ids = Array.from({ length: 30 }, (_, index) => `n${index}`);
    await backend.deliver(
      'anna',
      ids.map((id) => ({ id })),
    );
    const marking = ids.map((id) => mark(id, 'anna'));
    expect((await mark('a', 'omar')).status).toBe(204);
    expect(running).toEqual(['anna', 'omar']);
    finish();
    await Promise.all(marking);
    expect(await listOf(backend, { limit: '30' })).toMatchObject({ unreadCount: 0 });
  });
});

describe('The preferences', () => {
  const choice = { groupId: 'offers', isGroupNotificationOff: true };

  it('have the choices of the customer', async () => {
    const backend = createBackend({ groups });
    expect((await backend.fetch(post('/preferences', choice))).status).toBe(204);
    const load = async (customer: string): Promise<unknown> =>
      (await backend.fetch(createRequest('/preferences', { customer }))).json();
    expect(await load('anna')).toMatchObject({
      groups: [groups[0], { ...groups[1], isGroupNotificationOff: true }],
    });
    expect(await load('omar')).toMatchObject({ groups });
  });

  it('reach every open page of the customer, and of no other', async () => {
    const backend = createBackend({ groups });
    const [page, other] = await Promise.all([eventsOf(backend), eventsOf(backend, { customer: 'omar' })]);
    await backend.fetch(post('/preferences', choice));
    await backend.savePreference('anna', 'orders', false);
    await backend.savePreference('omar', 'offers', false);
    expect((await receiveEvents(page, 2)).map(({ event }) => event)).toEqual([
      { type: 'preference', ...choice },
      { type: 'preference', groupId: 'orders', isGroupNotificationOff: false },
    ]);
    const [event] = await receiveEvents(other, 1);
    expect(event?.event).toEqual({ type: 'preference', groupId: 'offers', isGroupNotificationOff: false });
  });

  it('of the host are rejected if they name no group', async () => {
    await expect(createBackend().savePreference('anna', '', true)).rejects.toThrow(TypeError);
  });

  it('are not stored if the host cannot save them', async () => {
    const errors: unknown[] = [];
    const backend = createBackend({
      groups: () => Promise.resolve(groups),
      savePreference: () => Promise.reject(new Error('The service is away.')),
      onError: (error) => errors.push(error),
    });
    expect(await errorOf(await backend.fetch(post('/preferences', choice)))).toEqual([502, 'not-saved']);
    expect(await (await backend.fetch(createRequest('/preferences'))).json()).toMatchObject({ groups });
    expect(errors).toHaveLength(1);
  });

  it('reject groups that are unknown or required', async () => {
    const backend = createBackend({ groups });
    const trySet = async (groupId: string) =>
      errorOf(await backend.fetch(post('/preferences', { groupId, isGroupNotificationOff: true })));
    expect(await trySet('unknown')).toEqual([404, 'unknown-group']);
    expect(await trySet('orders')).toEqual([409, 'required-group']);
  });

  it('are an empty list without groups', async () => {
    const response = await createBackend().fetch(createRequest('/preferences'));
    expect(await response.json()).toHaveProperty('groups', []);
  });
});

describe('Every request', () => {
  const routes = [
    createRequest('/notifications', { customer: null }),
    createRequest('/notifications/a', { customer: null }),
    createRequest('/events', { customer: null }),
    createRequest('/preferences', { customer: null }),
    post('/token', {}, { customer: null }),
    post('/read', { ids: ['a'], isRead: true }, { customer: null }),
    post('/seen', { ids: ['a'] }, { customer: null }),
    post('/dismissed', { ids: ['a'], isDismissed: true }, { customer: null }),
    post('/preferences', { groupId: 'offers', isGroupNotificationOff: true }, { customer: null }),
  ];

  it.each(routes.map((request) => [`${request.method} ${new URL(request.url).pathname}`, request] as const))(
    'is 401 if nobody is signed in: %s',
    async (_, request) => {
      expect(await errorOf(await createBackend({ groups }).fetch(request))).toEqual([401, 'signed-out']);
    },
  );

  it.each([
    ['POST', { 'Sec-Fetch-Site': 'cross-site' }],
    ['POST', { 'Sec-Fetch-Site': 'same-site' }],
    ['POST', { 'Sec-Fetch-Site': 'none' }],
    ['POST', { Origin: 'https://evil.example' }],
    ['POST', { Origin: 'null' }],
    ['GET', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('that another site has caused is refused: %s %o', async (method, headers) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const request =
      method === 'GET'
        ? createRequest('/notifications', { headers })
        : post('/read', { ids: ['a'], isRead: true }, { headers });
    expect(await errorOf(await createBackend().fetch(request))).toEqual([403, 'other-origin']);
  });

  it('of a site whose proxy has replaced Host is refused, and the log says once what differs and what to do', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const backend = createBackend();
    const headers = { Origin: 'http://behind-a-proxy.example' };
    for (let count = 0; count < 2; count += 1)
      expect((await backend.fetch(post('/seen', { ids: ['a'] }, { headers }))).status).toBe(403);
    expect(warn.mock.calls).toEqual([
      [
        '[nudge-inbox] A request of a page on http://behind-a-proxy.example was refused, because it came for http://localhost. If that is your own page, let your proxy pass on its Host, or name http://behind-a-proxy.example in allowedOrigins.',
      ],
    ]);
    const allowing = createBackend({ allowedOrigins: ['http://behind-a-proxy.example'] });
    expect((await allowing.fetch(post('/seen', { ids: ['a'] }, { headers }))).status).toBe(204);
  });

  it('of many other sites does not fill the log', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const backend = createBackend();
    for (let count = 0; count < 50; count += 1) {
      const headers = { Origin: `http://site-${count}.example` };
      await backend.fetch(post('/seen', { ids: ['a'] }, { headers }));
    }
    await backend.fetch(post('/seen', { ids: ['a'] }, { headers: { Origin: 'null' } }));
    expect(warn).toHaveBeenCalledTimes(10);
  });

  it('may have a slash at the end of its path, which some sites add by a redirect', async () => {
    const backend = createBackend({ groups });
    await backend.deliver('anna', [{ id: 'a' }]);
    expect((await backend.fetch(createRequest('/notifications/?limit=5'))).status).toBe(200);
    expect((await backend.fetch(createRequest('/preferences/'))).status).toBe(200);
    expect((await backend.fetch(post('/read/', { ids: ['a'], isRead: true }))).ok).toBe(true);
    expect((await listOf(backend)).unreadCount).toBe(0);
    expect((await backend.fetch(createRequest('/notifications//'))).status).toBe(404);
  });

  it.each([
    ['POST', { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://shop.example' }],
    ['POST', { Origin: 'http://localhost' }],
    ['GET', { 'Sec-Fetch-Site': 'none' }],
  ])('of the own site is accepted: %s %o', async (method, headers) => {
    const request =
      method === 'GET'
        ? createRequest('/notifications', { headers })
        : post('/seen', { ids: ['a'] }, { headers });
    expect((await createBackend().fetch(request)).ok).toBe(true);
  });

  it('of an allowed origin is accepted, and answered so that its page sees the response', async () => {
    const origin = 'https://www.example.com';
    const backend = createBackend({ allowedOrigins: [origin] });
    const headers = { Origin: origin, 'Sec-Fetch-Site': 'same-site' };
    const response = await backend.fetch(post('/seen', { ids: ['a'] }, { headers }));
    expect(response.status).toBe(204);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(origin);
    const wanted = { ...headers, 'Access-Control-Request-Headers': 'authorization,content-type' };
    const preflight = await backend.fetch(
      createRequest('/seen', { method: 'OPTIONS', headers: wanted, customer: null }),
    );
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toBe('authorization,content-type');
    vi.spyOn(console, 'warn').mockReturnValue();
    const other = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    expect((await backend.fetch(createRequest('/seen', { method: 'OPTIONS', headers: other }))).status).toBe(
      403,
    );
  });

  it.each<[string, number, Request, Partial<InboxBackendOptions>?]>([
    ['a list', 200, createRequest('/notifications')],
    ['only the head of a list', 200, createRequest('/notifications', { method: 'HEAD' })],
    ['a stream', 200, createRequest('/events')],
    ['a token', 200, post('/token', {})],
    ['nothing', 204, post('/seen', { ids: ['a'] })],
    ['a refusal', 401, createRequest('/notifications', { customer: null })],
    ['a failure', 503, createRequest('/notifications'), { customerKey: () => '', onError: () => undefined }],
    [
      'what a preflight requests',
      204,
      createRequest('/seen', { method: 'OPTIONS', headers: { Origin: 'https://www.example.com' } }),
      { allowedOrigins: ['https://www.example.com'] },
    ],
  ])('gets %s as what the response says that it is, by no guess', async (_, status, request, options) => {
    const response = await createBackend(options).fetch(request);
    expect(response.status).toBe(status);
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  it.each(['https://www.example.com/', 'HTTPS://WWW.Example.com:443'])(
    'of an allowed origin sees why it is refused, however the origin is written: %s',
    async (written) => {
      const origin = 'https://www.example.com';
      const backend = createBackend({ allowedOrigins: [written] });
      for (const [method, path] of [
        ['GET', '/unknown'],
        ['DELETE', '/notifications'],
      ] as const) {
        const response = await backend.fetch(createRequest(path, { method, headers: { Origin: origin } }));
        expect(response.headers.get('Access-Control-Allow-Origin')).toBe(origin);
      }
    },
  );

  it.each(['/notifications', '/events'])('HEAD %s has no body, and leaves no stream open', async (path) => {
    const backend = createBackend();
    const response = await backend.fetch(createRequest(path, { method: 'HEAD' }));
    expect([response.status, response.body, (await backend.stats()).openStreams]).toEqual([200, null, 0]);
    expect(response.headers.get('Content-Type')).toMatch(/json|event-stream/);
  });

  it.each([
    ['GET', '/unknown', 404],
    ['GET', '/../secrets', 404],
    ['GET', '/', 404],
    ['GET', '/read', 405],
    ['DELETE', '/notifications', 405],
    ['POST', '/notifications/a', 405],
    ['GET', '/read/a', 404],
    ['OPTIONS', '/notifications', 405],
  ])('%s %s is %i', async (method, path, status) => {
    expect((await createBackend().fetch(createRequest(path, { method }))).status).toBe(status);
  });

  it.each([
    ['inbox', '/inbox'],
    ['/inbox/', '/inbox'],
    ['api/inbox', '/api/inbox'],
    ['/', ''],
    ['', ''],
    ['/höhle', '/h%C3%B6hle'],
  ])('is found below the base path %j', async (basePath, path) => {
    const headers = { 'X-Customer': 'anna' };
    const request = new Request(`http://localhost${path}/notifications`, { headers });
    expect((await createBackend({ basePath }).fetch(request)).status).toBe(200);
  });

  it('is refused where the host limits the rate', async () => {
    const routes: string[] = [];
    const backend = createBackend({
      rateLimit: ({ customerId, route }) => routes.push(`${customerId} ${route}`) && 2.5,
    });
    const response = await backend.fetch(createRequest('/notifications'));
    expect(response.headers.get('Retry-After')).toBe('3');
    expect(await errorOf(response)).toEqual([429, 'rate-limit']);
    expect(routes).toEqual(['anna GET /notifications']);
  });

  it('is refused after 600 of the same customer in a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20) });
    const backend = createBackend();
    const statusOf = async (customer?: string): Promise<number> =>
      (await backend.fetch(createRequest('/preferences', { customer: customer ?? 'anna' }))).status;
    for (let count = 0; count < 600; count += 1) expect(await statusOf()).toBe(200);
    vi.setSystemTime(Date.UTC(2026, 10, 20, 0, 0, 45));
    const response = await backend.fetch(createRequest('/preferences'));
    expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '15']);
    expect(await statusOf('omar')).toBe(200);
    vi.setSystemTime(Date.UTC(2026, 10, 20, 0, 1));
    expect(await statusOf()).toBe(200);
  });

  it('is refused if it has more than 20,000 ids with the others of the same customer in a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20) });
    const backend = createBackend({ allowRemoval: true });
    const ids = Array.from({ length: 1000 }, (_, index) => `n${index}`);
    const until = '2099-01-01T00:00:00.000Z';
    // All heads come before the first body.
    const marking = Array.from({ length: 30 }, () => backend.fetch(post('/snoozed', { ids, until })));
    const statuses = (await Promise.all(marking)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const refused = await backend.fetch(post('/removed', { ids: ['a'] }));
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60']);
    // What names no id goes on, and so does another customer.
    expect((await backend.fetch(createRequest('/notifications'))).status).toBe(200);
    expect((await backend.fetch(post('/seen', { ids }, { customer: 'omar' }))).status).toBe(204);
    vi.setSystemTime(Date.UTC(2026, 10, 20, 0, 1));
    expect((await backend.fetch(post('/removed', { ids: ['a'] }))).status).toBe(204);
  });

  it.each(['', 'x'.repeat(300)])('is 503 if the host names the customer %s', async (customer) => {
    const errors: unknown[] = [];
    const backend = createBackend({
      authenticate: () => customer,
      onError: (error) => errors.push(error),
    });
    expect((await backend.fetch(createRequest('/notifications'))).status).toBe(503);
    expect(String(errors)).not.toContain(customer || '""');
  });

  it('is 503 if the host names the customer 42, and the log says why', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const backend = createInboxBackend({ store: memoryStore(), authenticate: () => 42 as never });
    expect((await backend.fetch(createRequest('/notifications'))).status).toBe(503);
    expect(warn.mock.calls).toEqual([
      [
        '[nudge-inbox] The inbox backend failed: GET /notifications: TypeError: authenticate() must return a string of 1 to 256 characters, or null.',
      ],
    ]);
  });

  it('is 401 if the host names undefined as the customer', async () => {
    const backend = createBackend({ authenticate: () => undefined });
    expect(await errorOf(await backend.fetch(createRequest('/notifications')))).toEqual([401, 'signed-out']);
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('The log is away.');
      },
    ],
    ['rejects', () => Promise.reject(new Error('The log is away.'))],
  ])('is a response although onError %s', async (_, onError) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const authenticate = () => Promise.reject(new Error('The sessions are away.'));
    const backend = createBackend({ authenticate, onError });
    expect((await backend.fetch(createRequest('/notifications'))).status).toBe(503);
    await expect
      .poll(() => warn.mock.calls)
      .toEqual([['[nudge-inbox] The inbox backend failed: onError: Error']]);
  });

  it('is 503 with a pause if the store is away, and logs no personal datum', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const away = (): never => {
      throw Object.assign(new Error('Key (customer_id)=(anna) already exists.'), { code: '08006' });
    };
    const store: InboxStore = { ...memoryStore(), list: away, mark: away, lastEvents: away };
    const backend = createInboxBackend({ store, authenticate: () => 'anna' });
    for (const request of [
      createRequest('/notifications'),
      createRequest('/events'),
      post('/read', { ids: ['n1'], isRead: true }),
    ]) {
      const response = await backend.fetch(request);
      expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(await errorOf(response)).toEqual([503, 'unavailable']);
    }
    expect(warn.mock.calls.flat()).toEqual(
      ['GET /notifications', 'GET /events', 'POST /read'].map(
        (route) => `[nudge-inbox] The inbox backend failed: ${route}: Error 08006`,
      ),
    );
    warn.mockRestore();
  });
});

describe('The events', () => {
  const typesOf = (events: { event: InboxEvent }[]): string[] => events.map(({ event }) => event.type);

  it('reach every open page of the customer, and of no other', async () => {
    const backend = createBackend();
    const [first, second, other] = await Promise.all([
      eventsOf(backend),
      eventsOf(backend),
      eventsOf(backend, { customer: 'omar' }),
    ]);
    await backend.deliver('anna', { id: 'a' });
    await backend.fetch(post('/seen', { ids: ['a'] }));
    await backend.fetch(post('/read', { ids: ['a'], isRead: true }));
    await backend.fetch(post('/dismissed', { ids: ['a'], isDismissed: true }));
    await backend.remove('anna', 'a');
    await backend.deliver('omar', { id: 'b' });
    const expected = ['add', 'seen', 'read', 'dismiss', 'remove'];
    expect(typesOf(await receiveEvents(first, 5))).toEqual(expected);
    expect(typesOf(await receiveEvents(second, 5))).toEqual(expected);
    expect((await receiveEvents(other, 1))[0]?.event).toMatchObject({
      type: 'add',
      references: [{ id: 'b' }],
    });
  });

  it('are replayed after the last one that the page had', async () => {
    const backend = createBackend();
    const page = await eventsOf(backend);
    await backend.deliver('anna', { id: 'a' });
    const [last] = await receiveEvents(page, 1);
    await page.cancel();
    await backend.deliver('anna', { id: 'b' });
    await backend.markRead('anna', ['a', 'b']);
    for (const options of [
      { path: `/events?lastEventId=${last!.number}` },
      { headers: { 'Last-Event-ID': String(last!.number) } },
    ]) {
      const events = await receiveEvents(await eventsOf(backend, options), 2);
      expect(typesOf(events)).toEqual(['add', 'read']);
    }
  });

  it('that are no longer stored are replaced by one that makes the page load its list anew', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20) });
    const backend = createBackend({ store: memoryStore({ maxEventHours: 1 }) });
    await backend.deliver('anna', [{ id: 'a' }, { id: 'b' }]);
    await backend.markRead('anna', 'a');
    vi.setSystemTime(Date.UTC(2026, 10, 20, 2));
    await backend.markRead('anna', 'b');
    await backend.prune();
    const page = await eventsOf(backend, { path: '/events?lastEventId=1' });
    expect(await receiveEvents(page, 1)).toEqual([{ number: 3, event: { type: 'reset' } }]);
    await backend.markRead('anna', 'a', false);
    expect(await receiveEvents(page, 1)).toMatchObject([{ number: 4, event: { type: 'read' } }]);
  });

  it('make a page load its list anew that knows later ones than there are, as after a restored backup', async () => {
    const backend = createBackend();
    await backend.deliver('anna', { id: 'a' });
    const page = await eventsOf(backend, { path: '/events?lastEventId=7' });
    expect(await receiveEvents(page, 1)).toEqual([{ number: 1, event: { type: 'reset' } }]);
    await backend.markRead('anna', 'a');
    expect(await receiveEvents(page, 1)).toMatchObject([{ number: 2, event: { type: 'read' } }]);
  });

  it('are not replayed again to an EventSource that reconnects to the same address', async () => {
    const backend = createBackend();
    for (const id of ['a', 'b', 'c']) await backend.deliver('anna', { id });
    const [first, second] = await receiveEvents(
      await eventsOf(backend, { path: '/events?lastEventId=0' }),
      3,
    );
    for (const [inQuery, inHeader] of [
      [first, second],
      [second, first],
    ]) {
      const path = `/events?lastEventId=${inQuery!.number}`;
      const headers = { 'Last-Event-ID': String(inHeader!.number) };
      const [next] = await receiveEvents(await eventsOf(backend, { path, headers }), 1);
      expect(next?.event).toMatchObject({ references: [{ id: 'c' }] });
    }
  });

  it('reach a page that opens further behind while those of another are loading', async () => {
    const inner = memoryStore();
    let loading = Promise.resolve();
    const store: InboxStore = {
      ...bind(inner),
      eventsOf: async (...parameters) => {
        const events = await inner.eventsOf(...parameters);
        await loading;
        return events;
      },
    };
    const backend = createBackend({ store });
    for (const id of ['a', 'b', 'c']) await backend.deliver('anna', { id });
    const pages = [await eventsOf(backend)];
    let finish = (): void => undefined;
    loading = new Promise((resolve) => (finish = resolve));
    await backend.deliver('anna', { id: 'd' });
    pages.push(await eventsOf(backend, { path: '/events?lastEventId=1' }));
    finish();
    const [near, far] = await Promise.all([receiveEvents(pages[0]!, 1), receiveEvents(pages[1]!, 3)]);
    expect(near.map(({ number }) => number)).toEqual([4]);
    expect(far.map(({ number }) => number)).toEqual([2, 3, 4]);
  });

  it.each(['-1', 'x', "1' OR 1=1"])(
    'begin with the next one if the last is said to be %s',
    async (lastEventId) => {
      const backend = createBackend();
      await backend.deliver('anna', { id: 'a' });
      const path = `/events?${new URLSearchParams({ lastEventId }).toString()}`;
      const page = await eventsOf(backend, { path });
      await backend.deliver('anna', { id: 'b' });
      const [event] = await receiveEvents(page, 1);
      expect(event?.event).toMatchObject({ type: 'add', references: [{ id: 'b' }] });
    },
  );

  it('arrive once and in order while many happen', async () => {
    const backend = createBackend();
    const page = await eventsOf(backend);
    const ids = Array.from({ length: 500 }, (_, index) => `n${index}`);
    await Promise.all(ids.map((id) => backend.deliver('anna', { id })));
    const events = await receiveEvents(page, 500);
    const arrived = events.flatMap(({ event }) => (event.type === 'add' ? event.references : []));
    expect(arrived.map(({ id }) => id)).toEqual(ids);
    const numbers = events.map(({ number }) => number);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
  });

  it('of a customer who opens 100 streams go to 20 of them', async () => {
    const backend = createBackend();
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => backend.fetch(createRequest('/events'))),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(80);
    expect(responses.at(-1)?.headers.get('Retry-After')).toBe('30');
    expect((await backend.stats()).openStreams).toBe(20);
    await responses[0]?.body?.cancel();
    expect((await backend.fetch(createRequest('/events'))).status).toBe(200);
    expect((await backend.fetch(createRequest('/events', { customer: 'omar' }))).status).toBe(200);
  });

  it('of many customers are loaded together, and so are the last events of pages that come back', async () => {
    const inner = memoryStore();
    let onGap = (): void => undefined;
    const loads: number[] = [];
    const lastEvents: number[] = [];
    let [running, most] = [0, 0];
    const store: InboxStore = {
      ...bind(inner),
      lastEvents: (customerIds) => {
        lastEvents.push(customerIds.length);
        return inner.lastEvents(customerIds);
      },
      eventsOf: async (positions, limits) => {
        running += 1;
        loads.push(positions.length);
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return inner.eventsOf(positions, limits);
      },
    };
    const channel = {
      publish: () => Promise.resolve(),
      subscribe: (_: unknown, onGapOf: () => void) => {
        onGap = onGapOf;
        return () => undefined;
      },
    };
    const backend = createBackend({ store, channel });
    const customers = Array.from({ length: 600 }, (_, index) => `customer ${index}`);
    const pages = await Promise.all(customers.map((customer) => eventsOf(backend, { customer })));
    const sum = (sizes: number[]): number => sizes.reduce((total, size) => total + size, 0);
    await expect.poll(() => sum(loads)).toBe(600);
    expect([sum(lastEvents), lastEvents.length < 10]).toEqual([600, true]);
    // By another instance: nobody is notified.
    for (const customer of customers) await inner.saveChoice(customer, 'offers', true);
    loads.length = lastEvents.length = most = 0;
    onGap();
    await Promise.all(pages.map((page) => receiveEvents(page, 1)));
    expect([loads, most, lastEvents]).toEqual([[250, 250, 100], 2, []]);
  });

  it('are loaded once, in parts that the page can take', async () => {
    const inner = memoryStore();
    let loaded = 0;
    const store: InboxStore = {
      ...bind(inner),
      eventsOf: async (positions, limits) => {
        const missed = await inner.eventsOf(positions, limits);
        for (const { events } of missed.values()) loaded += events?.length ?? 0;
        return missed;
      },
    };
    const backend = createBackend({ store });
    const record = { text: 'x'.repeat(20_000) };
    for (let index = 0; index < 100; index += 1) await backend.deliver('anna', { id: `n${index}`, record });
    const page = await eventsOf(backend, { path: '/events?lastEventId=0' });
    // 2 MB, of which 256 kB wait.
    await expect.poll(() => loaded).toBeGreaterThan(10);
    expect(loaded).toBeLessThan(30);
    const numbers = (await receiveEvents(page, 100)).map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    expect(loaded).toBe(100);
  });

  it('are replaced by one that makes the page load its list anew if it has missed very many', async () => {
    const backend = createBackend();
    await backend.deliver('anna', { id: 'a' });
    for (let index = 0; index < 200; index += 1) await backend.markRead('anna', 'a', index % 2 === 0);
    const near = await eventsOf(backend, { path: '/events?lastEventId=1' });
    expect(await receiveEvents(near, 200)).toHaveLength(200);
    const far = await eventsOf(backend, { path: '/events?lastEventId=0' });
    expect(await receiveEvents(far, 1)).toEqual([{ number: 201, event: { type: 'reset' } }]);
  });

  it('arrive although no message does: own ones at once, and others within half a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const store = memoryStore();
    const channel = { publish: () => Promise.resolve(), subscribe: () => () => undefined };
    const [backend, other] = [createBackend({ store, channel }), createBackend({ store, channel })];
    const page = await eventsOf(backend);
    await backend.deliver('anna', { id: 'a' });
    expect(typesOf(await receiveEvents(page, 1))).toEqual(['add']);
    await other.markRead('anna', 'a');
    vi.advanceTimersByTime(30_000);
    expect(typesOf(await receiveEvents(page, 1))).toEqual(['read']);
  });

  it('go on after the store was away, and none is lost', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const errors: unknown[] = [];
    const inner = memoryStore();
    let isAway = false;
    const store: InboxStore = {
      ...bind(inner),
      eventsOf: (...parameters) =>
        isAway ? Promise.reject(new Error('away')) : inner.eventsOf(...parameters),
    };
    const backend = createBackend({ store, onError: (error) => errors.push(error) });
    const page = await eventsOf(backend);
    isAway = true;
    // Once: a second delivery would load what the first one left.
    await backend.deliver('anna', [{ id: 'a' }, { id: 'b' }]);
    await vi.advanceTimersByTimeAsync(0);
    expect(errors).toHaveLength(1);
    isAway = false;
    await vi.advanceTimersByTimeAsync(1000);
    expect(typesOf(await receiveEvents(page, 1))).toEqual(['add']);
  });

  it('reach the pages of other instances when what was stored, but failed, is repeated', async () => {
    const inner = memoryStore();
    let isLost = true;
    /** Applies a change, and loses the connection before the response. */
    const lose = async <Value>(change: Promise<Value>): Promise<Value> => {
      const value = await change;
      if (isLost) throw new Error('The connection is lost.');
      return value;
    };
    const store: InboxStore = {
      ...bind(inner),
      addAll: (deliveries) => lose(inner.addAll(deliveries)),
      remove: (customerId, ids) => lose(inner.remove(customerId, ids)),
    };
    const [backend, other] = [createBackend({ store }), createBackend({ store: inner })];
    const page = await eventsOf(other);
    for (const change of [
      () => backend.deliver('anna', { id: 'a' }),
      () => backend.deliver([{ customerId: 'anna', references: [{ id: 'b' }] }]),
      () => backend.remove('anna', 'a'),
    ]) {
      isLost = true;
      await expect(change()).rejects.toThrow('The connection is lost.');
      isLost = false;
      await change();
      expect(await receiveEvents(page, 1)).toHaveLength(1);
    }
  });

  it('leave no stream open if the channel cannot be subscribed to', async () => {
    const subscribe = () => {
      throw new Error('No channel.');
    };
    const channel = { publish: () => Promise.resolve(), subscribe };
    const backend = createBackend({ channel, onError: () => undefined });
    expect((await backend.fetch(createRequest('/events'))).status).toBe(503);
    expect((await backend.stats()).openStreams).toBe(0);
  });

  it('have a heartbeat, and end after a while so that the customer is authenticated again', async () => {
    vi.useFakeTimers();
    const backend = createBackend();
    const text = (await backend.fetch(createRequest('/events'))).text();
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    expect(await text).toMatch(/^event: customer\ndata: .+\n\n(event: ping\ndata: 1\n\n){39,}$/);
    expect((await backend.stats()).openStreams).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('say by the heartbeat that the store is away, at once when events cannot be loaded, and that it is back', async () => {
    vi.useFakeTimers();
    const errors: unknown[] = [];
    const inner = memoryStore();
    let isAway = false;
    const failIfAway = () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve());
    const store: InboxStore = {
      ...bind(inner),
      eventsOf: (...parameters) => failIfAway().then(() => inner.eventsOf(...parameters)),
      lastEvents: (...parameters) => failIfAway().then(() => inner.lastEvents(...parameters)),
    };
    const backend = createBackend({ store, onError: (error) => errors.push(error) });
    const page = await eventsOf(backend);
    let text = '';
    void (async () => {
      for (let chunk = await page.read(); !chunk.done; chunk = await page.read()) text += chunk.value;
    })();
    isAway = true;
    await backend.deliver('anna', { id: 'a' });
    await vi.advanceTimersByTimeAsync(0);
    expect(text).toMatch(/^event: customer\ndata: .+\n\nevent: ping\ndata: 0\n\n$/);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(text).toMatch(/^event: customer\ndata: .+\n\n(event: ping\ndata: 0\n\n){3}$/);
    // One of the events, and one of the store.
    expect(errors).toHaveLength(2);
    text = '';
    isAway = false;
    await vi.advanceTimersByTimeAsync(5000);
    expect(text).toContain('event: ping\ndata: 1\n\n');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(text).toContain('"type":"add"');
    expect(text).not.toContain('data: 0');
  });

  it('end when the page goes away, or the backend closes', async () => {
    const backend = createBackend();
    const gone = new AbortController();
    await backend.fetch(createRequest('/events', { signal: gone.signal }));
    const page = await eventsOf(backend);
    gone.abort();
    expect((await backend.stats()).openStreams).toBe(1);
    expect(await page.read()).toHaveProperty('value', expect.stringMatching(/^event: customer\n/));
    backend.close();
    expect(await page.read()).toMatchObject({ done: true });
    const closed = await backend.fetch(createRequest('/events'));
    expect([closed.status, closed.headers.get('Retry-After')]).toEqual([503, '1']);
  });

  describe('that a page does not take', () => {
    // Each event has about 100 kB.
    const ids = Array.from({ length: 500 }, (_, index) => `${index} ${'x'.repeat(200)}`);
    const createFull = async () => {
      const backend = createBackend();
      await backend.deliver(
        'anna',
        ids.map((id) => ({ id })),
      );
      return backend;
    };
    const mark = async (backend: InboxBackend, count: number): Promise<void> => {
      for (let index = 0; index < count; index += 1) await backend.markRead('anna', ids, index % 2 === 0);
    };

    it('wait in the store, and none is lost', async () => {
      const backend = await createFull();
      const page = await eventsOf(backend);
      await mark(backend, 20);
      const events = await receiveEvents(page, 20);
      expect(events.map(({ event }) => event.type === 'read' && event.isRead)).toEqual(
        Array.from({ length: 20 }, (_, index) => index % 2 === 0),
      );
    });

    it('end its stream with the next heartbeat', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      const backend = await createFull();
      const response = await backend.fetch(createRequest('/events'));
      await mark(backend, 20);
      expect((await backend.stats()).openStreams).toBe(1);
      vi.advanceTimersByTime(15_000);
      expect((await backend.stats()).openStreams).toBe(0);
      await expect(response.text()).rejects.toThrow('The page does not take its events.');
    });

    it('are the same bytes for every page', async () => {
      const backend = await createFull();
      const readers = [];
      for (let count = 0; count < 2; count += 1)
        readers.push((await backend.fetch(createRequest('/events'))).body!.getReader());
      await Promise.all(readers.map((reader) => reader.read()));
      await mark(backend, 1);
      const [first, second] = await Promise.all(readers.map((reader) => reader.read()));
      expect(first?.value).toBe(second?.value);
    });
  });
});

describe('A store that does not respond', () => {
  const timeoutMs = 5000;
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

  /** A store whose methods wait until `respond()` is called. */
  function createHangingStore() {
    const inner = memoryStore();
    let hanging: Promise<void> | undefined;
    let end = (): void => undefined;
    const waitFirst = (name: keyof InboxStore) => ({
      [name]: async (...parameters: unknown[]) => {
        await hanging;
        return (inner[name] as (...parameters: unknown[]) => unknown).apply(inner, parameters);
      },
    });
    const names = [
      'addAll',
      'remove',
      'mark',
      'list',
      'eventsOf',
      'lastEvents',
      'choices',
      'saveChoice',
    ] as const;
    const store = Object.assign(bind(inner), ...names.map(waitFirst)) as InboxStore;
    return {
      store,
      hang: () => {
        hanging = new Promise((resolve) => (end = resolve));
      },
      respond: () => {
        hanging = undefined;
        end();
      },
    };
  }

  it('writes a line once a minute, however often a page causes it', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const authenticate = () => new Promise<never>(() => undefined);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const backend = createInboxBackend({ store: memoryStore(), authenticate, timeoutMs });
    const request = async (): Promise<void> => {
      const response = backend.fetch(createRequest('/notifications'));
      await vi.advanceTimersByTimeAsync(timeoutMs);
      expect((await response).status).toBe(503);
    };
    for (let count = 0; count < 11; count += 1) await request();
    expect(warn.mock.calls).toEqual([
      ['[nudge-inbox] The inbox backend failed: GET /notifications: DeadlineError'],
    ]);
    await request();
    await request();
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it('gets deliveries again after as many as may run at once have got no response', async () => {
    const inner = memoryStore();
    const addAll = vi
      .fn<InboxStore['addAll']>((deliveries) => inner.addAll(deliveries))
      .mockReturnValueOnce(new Promise(() => undefined))
      .mockReturnValueOnce(new Promise(() => undefined));
    const backend = createBackend({ store: { ...bind(inner), addAll }, timeoutMs });
    const failing: Promise<void>[] = [];
    for (const customer of ['omar', 'lena']) {
      failing.push(expect(backend.deliver(customer, { id: 'a' })).rejects.toThrow());
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(addAll).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(timeoutMs);
    await Promise.all(failing);
    await backend.deliver('anna', { id: 'a' });
    expect((await listOf(backend)).unreadCount).toBe(1);
  });

  it('is no error of the host if the body of a request is slow', async () => {
    const backend = createBackend({ timeoutMs });
    const body = new ReadableStream();
    const headers = { 'X-Customer': 'anna', 'Content-Type': 'application/json' };
    const init = { method: 'POST', body, headers, duplex: 'half' };
    const response = backend.fetch(new Request('http://localhost/inbox/read', init));
    await vi.advanceTimersByTimeAsync(timeoutMs);
    expect(await errorOf(await response)).toEqual([408, 'slow-body']);
  });

  it('makes every request fail after a time, and every function', async () => {
    const { store, hang, respond } = createHangingStore();
    const operations: string[] = [];
    const backend = createBackend({
      store,
      groups,
      timeoutMs,
      onError: (error, { operation }) => operations.push(`${operation} ${(error as Error).name}`),
    });
    hang();
    const requests = [
      createRequest('/notifications'),
      createRequest('/events'),
      createRequest('/preferences'),
      post('/read', { ids: ['a'], isRead: true }),
      post('/seen', { ids: ['a'] }),
      post('/dismissed', { ids: ['a'], isDismissed: true }),
      post('/preferences', { groupId: 'offers', isGroupNotificationOff: true }),
    ];
    const responding = requests.map((request) => backend.fetch(request));
    await vi.advanceTimersByTimeAsync(timeoutMs);
    for (const response of await Promise.all(responding)) {
      expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(await errorOf(response)).toEqual([503, 'unavailable']);
    }
    expect(operations).toEqual(
      requests.map(({ method, url }) => `${method} ${new URL(url).pathname.slice(6)} DeadlineError`),
    );
    const failing = [
      backend.deliver('anna', { id: 'a' }),
      backend.remove('anna', 'a'),
      backend.markRead('anna', 'a'),
      backend.savePreference('anna', 'offers', true),
    ].map((promise) => expect(promise).rejects.toThrow('It takes longer than 5000 ms.'));
    await vi.advanceTimersByTimeAsync(timeoutMs);
    await Promise.all(failing);
    respond();
    expect((await backend.fetch(createRequest('/notifications'))).status).toBe(200);
  });

  it('gets no change whose turn comes after it was given up', async () => {
    const { store, hang, respond } = createHangingStore();
    const backend = createBackend({ store, timeoutMs, onError: () => undefined });
    hang();
    const failing = ['a', 'b', 'late'].map((id) => expect(backend.deliver('anna', { id })).rejects.toThrow());
    await vi.advanceTimersByTimeAsync(timeoutMs);
    await Promise.all(failing);
    respond();
    await backend.deliver('anna', { id: 'after' });
    const ids = (await listOf(backend)).references.map(({ id }) => id);
    expect(ids).toContain('a');
    expect(ids).not.toContain('late');
  });

  it('makes events wait, and none is lost', async () => {
    const { store, hang, respond } = createHangingStore();
    const backend = createBackend({ store, timeoutMs, onError: () => undefined });
    const page = await eventsOf(backend);
    hang();
    const failing = expect(backend.deliver('anna', { id: 'a' })).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(timeoutMs);
    await failing;
    respond();
    // It has been stored late.
    expect(await receiveEvents(page, 1)).toMatchObject([{ event: { references: [{ id: 'a' }] } }]);
    await backend.deliver('anna', { id: 'b' });
    const events = await receiveEvents(page, 1);
    const ids = events.flatMap(({ event }) => (event.type === 'add' ? event.references : []));
    expect(ids.map(({ id }) => id)).toEqual(['b']);
  });

  it('is polled again for events that it never returns', async () => {
    const inner = memoryStore();
    let calls = 0;
    const store: InboxStore = {
      ...bind(inner),
      eventsOf: (...parameters) => {
        calls += 1;
        return calls === 1 ? new Promise(() => undefined) : inner.eventsOf(...parameters);
      },
    };
    const backend = createBackend({ store, timeoutMs, onError: () => undefined });
    const page = await eventsOf(backend);
    await backend.deliver('anna', { id: 'a' });
    await vi.advanceTimersByTimeAsync(timeoutMs + 1000);
    expect(await receiveEvents(page, 1)).toHaveLength(1);
  });

  it('leaves no stream open that opens after its request has failed', async () => {
    const { store, hang, respond } = createHangingStore();
    let signIn = (): void => undefined;
    const backend = createBackend({
      store,
      timeoutMs,
      authenticate: () => new Promise((resolve) => (signIn = () => resolve('anna'))),
      onError: () => undefined,
    });
    hang();
    const opening = backend.fetch(createRequest('/events'));
    await vi.advanceTimersByTimeAsync(timeoutMs / 2);
    signIn();
    await vi.advanceTimersByTimeAsync(timeoutMs / 2);
    expect((await opening).status).toBe(503);
    expect((await backend.stats()).openStreams).toBe(1);
    respond();
    await expect.poll(async () => (await backend.stats()).openStreams).toBe(0);
  });

  it('does not make a change fail whose channel does not respond', async () => {
    const operations: string[] = [];
    let onPublish = (): void => undefined;
    const backend = createBackend({
      channel: {
        publish: () => {
          onPublish();
          return new Promise(() => undefined);
        },
        subscribe: () => () => undefined,
      },
      timeoutMs,
      onError: (_, { operation }) => operations.push(operation),
    });
    const delivering = backend.deliver('anna', { id: 'a' });
    await vi.advanceTimersByTimeAsync(timeoutMs / 2);
    await delivering;
    const published = new Promise<void>((resolve) => (onPublish = resolve));
    const responding = backend.fetch(post('/read', { ids: ['a'], isRead: true }));
    await published;
    await vi.advanceTimersByTimeAsync(timeoutMs / 2);
    expect((await responding).status).toBe(204);
    expect(operations).toEqual(['publish', 'publish']);
    expect(await listOf(backend)).toMatchObject({ unreadCount: 0 });
  });
});

describe('Creating a backend', () => {
  it('does nothing that a Worker may not do outside of a request', () => {
    const refuse = (): never => {
      throw new Error('Disallowed operation called within global scope.');
    };
    for (const name of ['AbortController', 'setTimeout', 'setInterval', 'fetch']) vi.stubGlobal(name, refuse);
    vi.spyOn(Math, 'random').mockImplementation(refuse);
    expect(() => createBackend()).not.toThrow();
  });
});

describe('The functions for the host', () => {
  it('deliver a notification once', async () => {
    const backend = createBackend();
    await backend.deliver('anna', { id: 'a' });
    await backend.markRead('anna', 'a');
    await backend.deliver('anna', [{ id: 'a' }, { id: 'a' }]);
    expect((await listOf(backend)).references).toMatchObject([{ id: 'a', isRead: true }]);
  });

  it('deliver to many customers in batches, from a list or as they come', async () => {
    const inner = memoryStore();
    const sizes: number[] = [];
    const addAll: InboxStore['addAll'] = (deliveries) => {
      sizes.push(deliveries.length);
      return inner.addAll(deliveries);
    };
    const backend = createBackend({ store: { ...bind(inner), addAll } });
    const page = await eventsOf(backend);
    const customers = ['anna', ...Array.from({ length: 1199 }, (_, index) => `customer ${index}`)];
    await backend.deliver(customers.map((customerId) => ({ customerId, references: [{ id: 'a' }] })));
    async function* generate() {
      await Promise.resolve();
      for (const id of ['a', 'b', 'c']) yield { customerId: 'anna', references: [{ id }] };
    }
    await backend.deliver(generate());
    expect(sizes).toEqual([1000, 200, 1]);
    const events = await receiveEvents(page, 2);
    expect(events.map(({ event }) => event.type === 'add' && event.references.map(({ id }) => id))).toEqual([
      ['a'],
      ['b', 'c'],
    ]);
    expect((await listOf(backend, {}, 'customer 1198')).references).toHaveLength(1);
  });

  it('deliver what a slow iterable has yielded after a short pause', async () => {
    vi.useFakeTimers();
    const backend = createBackend();
    const unread = async () => (await listOf(backend)).unreadCount;
    const delivery = (id: string) => ({ customerId: 'anna', references: [{ id }] });
    async function* generate() {
      // Each pause is shorter than that after which a batch is delivered.
      for (const id of ['a', 'b', 'c', 'd']) {
        yield delivery(id);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      await new Promise((resolve) => setTimeout(resolve, 60_000));
      yield delivery('e');
    }
    const delivering = backend.deliver(generate());
    await vi.advanceTimersByTimeAsync(249);
    expect(await unread()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(await unread()).toBe(3);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await unread()).toBe(4);
    await vi.advanceTimersByTimeAsync(60_000);
    await delivering;
    expect(await unread()).toBe(5);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('reject at once if a delivery fails, and end an iterable that is slow', async () => {
    vi.useFakeTimers();
    const ended = vi.fn();
    const inner = memoryStore();
    const backend = createBackend({
      store: { ...bind(inner), addAll: () => Promise.reject(new Error('away')) },
    });
    const first = { customerId: 'anna', references: [{ id: 'a' }] };
    const deliveries = {
      [Symbol.asyncIterator]: () => ({
        next: vi
          .fn<() => Promise<IteratorYieldResult<CustomerDelivery>>>()
          .mockReturnValue(new Promise(() => undefined))
          .mockResolvedValueOnce({ value: first }),
        return: () => Promise.resolve({ done: true as const, value: ended() as unknown }),
      }),
    };
    const delivering = expect(backend.deliver(deliveries)).rejects.toThrow('away');
    await vi.advanceTimersByTimeAsync(250);
    await delivering;
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('deliver to many customers at the same time in batches, and one that fails makes no other fail', async () => {
    const inner = memoryStore();
    const sizes: number[] = [];
    const addAll: InboxStore['addAll'] = (deliveries) => {
      sizes.push(deliveries.length);
      const isBad = deliveries.some(({ customerId }) => customerId === 'bad');
      return isBad ? Promise.reject(new Error('bad')) : inner.addAll(deliveries);
    };
    const backend = createBackend({ store: { ...bind(inner), addAll } });
    const deliver = (customers: string[]) =>
      Promise.allSettled(customers.map((customer) => backend.deliver(customer, { id: 'a' })));
    const customers = Array.from({ length: 300 }, (_, index) => `customer ${index}`);
    await deliver(customers);
    expect(sizes).toEqual([256, 44]);
    expect((await listOf(backend, {}, 'customer 299')).references).toHaveLength(1);
    const results = await deliver(['anna', 'bad', 'omar']);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await listOf(backend)).references).toHaveLength(1);
  });

  it('deliver large records in several batches', async () => {
    const inner = memoryStore();
    const sizes: number[] = [];
    const addAll: InboxStore['addAll'] = (deliveries) => {
      sizes.push(deliveries.flatMap(({ references }) => references).length);
      return inner.addAll(deliveries);
    };
    const backend = createBackend({ store: { ...bind(inner), addAll } });
    const record = { text: 'x'.repeat(100_000) };
    const references = Array.from({ length: 25 }, (_, index) => ({ id: `n${index}`, record }));
    await backend.deliver('anna', references);
    await backend.deliver([{ customerId: 'omar', references }]);
    expect(sizes).toEqual([11, 11, 3, 11, 11, 3]);
  });

  it.each([
    ['', { id: 'a' }],
    ['anna', { id: '' }],
    ['anna', { id: 'a', createdDate: 'yesterday' }],
    ['anna', { id: 'a', createdDate: '1970-01-21T09:26:40Z' }],
    ['anna', { id: 'a', createdDate: 1_762_000_000 as unknown as string }],
    ['anna', { id: 'a', expiresDate: new Date(1_762_000_000) }],
    ['anna', { id: 'a', createdDate: '+012345-01-01T00:00:00Z' }],
  ])('reject to deliver to "%s" %o', async (customerId, notification) => {
    await expect(createBackend().deliver(customerId, notification)).rejects.toThrow(TypeError);
  });

  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  it.each<[unknown, string]>([
    [{ isRead: 'false' }, 'isRead must be true or false.'],
    [{ isRead: 1 }, 'isRead must be true or false.'],
    [{ isPinned: 'yes' }, 'isPinned must be true or false.'],
    [{ importance: true }, "importance must be 'high' or 'normal'."],
    [{ createdDate: {} }, 'createdDate must be a date in ISO 8601'],
    [{ expiresDate: 'never' }, 'expiresDate must be a date in ISO 8601'],
    [{ tags: 'order' }, 'tags must be a list of strings.'],
    [{ tags: ['order', 5] }, 'tags must be a list of strings.'],
    [{ record: '{"id":"a"}' }, 'record must be an object.'],
    [{ record: [] }, 'record must be an object.'],
    [{ record: { total: 5n } }, 'record must be serializable as JSON.'],
    [{ record: cyclic }, 'record must be serializable as JSON.'],
    [{ id: 5 }, 'The id of a notification must be a string of 1 to 256 characters.'],
  ])('name the field of %o when they reject to deliver it', async (fields, message) => {
    const backend = createBackend();
    const references = [{ id: 'fine' }, { id: 'a', ...(fields as object) }];
    const deliveries = [{ customerId: 'anna', references }];
    for (const deliver of [() => backend.deliver('anna', references), () => backend.deliver(deliveries)]) {
      await expect(deliver()).rejects.toThrow(message);
      await expect(deliver()).rejects.toBeInstanceOf(TypeError);
    }
    expect(await backend.stats()).toMatchObject({ notifications: 0 });
  });

  it.each<[unknown[], string]>([
    [['anna', 'n42'], 'A notification must be an object.'],
    [['anna', ['n42']], 'A notification must be an object.'],
    [['anna', [null]], 'A notification must be an object.'],
    [['anna'], 'A notification must be an object.'],
    [['anna', {}], 'A notification must have a title or a body, or the id of one that a service has.'],
    [
      ['anna', { id: null, isRead: true }],
      'A notification must have a title or a body, or the id of one that a service has.',
    ],
    [['anna', { record: {} }], 'The id of a notification must be a string of 1 to 256 characters.'],
    [[[{ customerId: 'anna', title: 'Hello' }]], 'references must be a list of notifications.'],
    [[42, { id: 'a' }], 'customerId must be a string of 1 to 256 characters.'],
    [[42], 'deliveries must be a list of { customerId, references }.'],
    [[{ customerId: 'anna', references: [] }], 'deliveries must be a list of { customerId, references }.'],
    [[[{ customerId: 'anna', references: { id: 'a' } }]], 'references must be a list of notifications.'],
    [[[{ customerId: 'anna' }]], 'references must be a list of notifications.'],
    [[[null]], 'customerId must be a string of 1 to 256 characters.'],
  ])('say what is wrong when they reject to deliver %j', async (parameters, message) => {
    const backend = createBackend();
    const deliver = backend.deliver as (...parameters: unknown[]) => Promise<unknown>;
    const failing = expect(deliver.apply(backend, parameters)).rejects;
    await failing.toThrow(new TypeError(message));
  });

  it('treat null as missing in what they deliver', async () => {
    const backend = createBackend();
    const none = { isRead: null, isPinned: null, importance: null, tags: null, record: null };
    await backend.deliver('anna', { id: 'a', ...none } as unknown as DeliveredNotification);
    const { references } = await listOf(backend);
    expect(references).toMatchObject([{ id: 'a', isRead: false }]);
    expect(references[0]).not.toHaveProperty('isPinned');
  });

  it('deliver the first of several with the same id, in one call as in two', async () => {
    const backend = createBackend();
    const [first, second] = [
      { id: 'a', isRead: true },
      { id: 'a', isPinned: true },
    ];
    await backend.deliver('anna', [first, second]);
    await backend.deliver([
      { customerId: 'omar', references: [first, second] },
      { customerId: 'omar', references: [second] },
    ]);
    for (const customer of ['anna', 'omar']) {
      const { references } = await listOf(backend, {}, customer);
      expect(references).toMatchObject([{ id: 'a', isRead: true }]);
      expect(references[0]).not.toHaveProperty('isPinned');
    }
  });

  it('reject a flag that is none, and ids that are no list', async () => {
    const backend = createBackend();
    const [text, set]: unknown[] = ['false', new Set(['a'])];
    await expect(backend.markRead('anna', 'a', text as boolean)).rejects.toThrow(
      'isRead must be true or false.',
    );
    await expect(backend.savePreference('anna', 'offers', text as boolean)).rejects.toThrow(
      'isGroupNotificationOff must be true or false.',
    );
    for (const change of [
      () => backend.remove('anna', set as string[]),
      () => backend.markRead('anna', set as string[]),
    ])
      await expect(change()).rejects.toThrow('ids must be an id or a list of ids.');
  });

  it.each([null, '', 0, new Date(0), '0001-01-01T00:00:00Z'])(
    'deliver with %o as the expiry what never expires, and as the date what is created now',
    async (none) => {
      vi.spyOn(console, 'warn').mockReturnValue();
      const backend = createBackend();
      const before = new Date().toISOString();
      await backend.deliver('anna', { id: 'a', createdDate: none as Date, expiresDate: none as Date });
      const { references } = await listOf(backend);
      expect(references).toMatchObject([{ id: 'a' }]);
      expect(references[0]).not.toHaveProperty('expiresDate');
      expect(references[0]!.createdDate >= before).toBe(true);
    },
  );

  it('take a date without a time zone as UTC', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const backend = createBackend();
    await backend.deliver('anna', { id: 'a', createdDate: '2025-11-01T10:00:00' });
    expect((await listOf(backend)).references).toMatchObject([{ createdDate: '2025-11-01T10:00:00.000Z' }]);
  });

  it('name the field that was meant by one in another style', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    await createBackend().deliver('anna', { id: 'a', is_pinned: true } as { id: string });
    expect(warn.mock.calls).toEqual([['[nudge-inbox] is_pinned is ignored: the field is named isPinned.']]);
  });

  it('reject to delete a customer without an id', async () => {
    await expect(createBackend().deleteCustomer(undefined as unknown as string)).rejects.toThrow(TypeError);
  });

  it('delete a customer and end their streams', async () => {
    const backend = createBackend();
    await backend.deliver('anna', { id: 'a' });
    const text = (await backend.fetch(createRequest('/events'))).text();
    await backend.deleteCustomer('anna');
    await text;
    expect(await listOf(backend)).toEqual({
      customer: await backend.customerKey('anna'),
      references: [],
      unreadCount: 0,
      unseenCount: 0,
      lastEventId: '0',
    });
  });

  it('end the streams of a deleted customer at other instances, too', async () => {
    const store = memoryStore();
    const [backend, other] = [createBackend({ store }), createBackend({ store })];
    await backend.deliver('anna', { id: 'a' });
    const [anna, ben] = await Promise.all(
      ['anna', 'ben'].map(async (customer) => other.fetch(createRequest('/events', { customer }))),
    );
    const text = anna?.text();
    await backend.deleteCustomer('anna');
    await text;
    expect((await other.stats()).openStreams).toBe(1);
    await ben?.body?.cancel();
  });

  it('delete what is old after a delivery, once an hour, but not for a backend of one request', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20) });
    const inner = memoryStore();
    const prune = vi.fn(() => inner.prune());
    const backend = createBackend({ store: { ...bind(inner), prune } });
    const deliverAt = async (minute: number): Promise<number> => {
      vi.setSystemTime(new Date(Date.UTC(2026, 10, 20, 0, minute)));
      await backend.deliver('anna', { id: `n${minute}` });
      return prune.mock.calls.length;
    };
    await createBackend({ store: { ...bind(inner), prune } }).deliver('anna', { id: 'a' });
    expect(prune).not.toHaveBeenCalled();
    await deliverAt(0);
    const first = await deliverAt(24 * 60);
    expect([first, await deliverAt(24 * 60 + 59), await deliverAt(25 * 60)]).toEqual([1, 1, 2]);
  });

  it.each<Partial<InboxBackendOptions>>([
    { timeoutMs: 0 },
    { timeoutMs: Number.NaN },
    { maxStreams: 1.5 },
    { maxStreamsPerCustomer: -1 },
    { basePath: 'https://www.example.com/inbox' },
    { basePath: '/inbox/*' },
    { basePath: 5 as unknown as string },
  ])('reject the options %o', (options) => {
    expect(() => createBackend(options)).toThrow(TypeError);
  });

  it.each([
    'www.example.com',
    'localhost:3000',
    '*',
    'https://*.example.com',
    'https://www.example.com/shop',
    'https://www.example.com?',
    'https://anna@www.example.com',
    'blob:https://www.example.com',
    'null',
    '',
  ])('reject the allowed origin "%s", which no page has, by its name', (origin) => {
    const allowedOrigins = ['https://www.example.com', origin];
    expect(() => createBackend({ allowedOrigins })).toThrow(
      new TypeError(
        `allowedOrigins must be origins, such as https://www.example.com, without a path or a wildcard: "${origin}" is none.`,
      ),
    );
  });

  it.each<Retention>([
    { maxDays: -1 },
    { maxDays: Infinity },
    { maxPerCustomer: 1.5 },
    { maxPerCustomer: 0 },
    { maxEventHours: Number.NaN },
  ])('reject the retention %o', (retention) => {
    expect(() => memoryStore(retention)).toThrow(TypeError);
  });

  it('need a function that authenticates', () => {
    expect(() => createInboxBackend({ store: memoryStore() } as unknown as InboxBackendOptions)).toThrow(
      TypeError,
    );
  });
});

/** The methods of a store, to replace some of them. */
function bind(store: InboxStore): InboxStore {
  const names = [
    'add',
    'addAll',
    'remove',
    'mark',
    'list',
    'counts',
    'eventsOf',
    'lastEvents',
    'choices',
    'saveChoice',
    'deleteCustomer',
    'prune',
    'stats',
  ] as const;
  return Object.assign(
    { channel: store.channel },
    ...names.map((name) => ({ [name]: (store[name] as () => unknown).bind(store) })),
  ) as InboxStore;
}
