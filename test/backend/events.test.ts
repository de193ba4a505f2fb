import { describe, expect, it, vi } from 'vitest';
import type { InboxEvent } from '../../src/backend/stores/inbox-event.js';
import type { InboxBackend } from '../../src/backend/inbox-backend.js';
import type { InboxStore } from '../../src/backend/stores/inbox-store.js';
import { memoryStore } from '../../src/backend/stores/memory/memory-store.js';
import { bind, createBackend } from './backend-support.js';
import { createRequest, eventsOf, post, receiveEvents } from './requests.js';

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
    const store = memoryStore();
    const load = vi.spyOn(store, 'eventsOf');
    const backend = createBackend({ store, onError: (error) => errors.push(error) });
    const page = await eventsOf(backend);
    load.mockRejectedValueOnce(new Error('away'));
    // Once: a second delivery would load what the first one left.
    await backend.deliver('anna', [{ id: 'a' }, { id: 'b' }]);
    await vi.advanceTimersByTimeAsync(0);
    expect(errors).toHaveLength(1);
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
