import { describe, expect, it, vi } from 'vitest';
import type { CustomerDelivery, DeliveredNotification } from '../../src/backend/delivery.js';
import { createInboxBackend } from '../../src/backend/inbox-backend.js';
import type { InboxBackendOptions } from '../../src/backend/inbox-backend-options.js';
import type { InboxStore, Retention } from '../../src/backend/stores/inbox-store.js';
import { memoryStore } from '../../src/backend/stores/memory/memory-store.js';
import { bind, createBackend } from './backend-support.js';
import { createRequest, eventsOf, listOf, receiveEvents } from './requests.js';

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
