import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createInboxBackend } from '../../src/backend/inbox-backend.js';
import type { InboxStore } from '../../src/backend/stores/inbox-store.js';
import { memoryStore } from '../../src/backend/stores/memory/memory-store.js';
import { bind, createBackend, errorOf, groups } from './backend-support.js';
import { createRequest, eventsOf, listOf, post, receiveEvents } from './requests.js';

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
