import { describe, expect, it, vi } from 'vitest';
import type { InboxStore } from '../../src/backend/stores/inbox-store.js';
import { memoryStore } from '../../src/backend/stores/memory/memory-store.js';
import { bind, createBackend, groups } from './backend-support.js';
import { createRequest, listOf, post } from './requests.js';

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
