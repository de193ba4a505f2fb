import { describe, expect, it, vi } from 'vitest';
import type { InboxBackend } from '../../src/backend/inbox-backend.js';
import type { InboxStore } from '../../src/backend/stores/inbox-store.js';
import { memoryStore } from '../../src/backend/stores/memory/memory-store.js';
import { bind, createBackend, errorOf } from './backend-support.js';
import { createRequest, eventsOf, listOf, post, receiveEvents, type EventStreamReader } from './requests.js';

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
    const store = memoryStore();
    const counts = vi.spyOn(store, 'counts');
    const backend = createBackend({ store, onError: (error) => errors.push(error) });
    const page = await eventsOf(backend, { path: '/events?only=counts' });
    await receiveCounts(page, 2);
    counts.mockRejectedValueOnce(new Error('away'));
    await backend.deliver('anna', { id: 'a' });
    await vi.advanceTimersByTimeAsync(0);
    expect(errors).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await receiveCounts(page, 1)).toMatchObject([{ counts: { unreadCount: 1 } }]);
  });
});
