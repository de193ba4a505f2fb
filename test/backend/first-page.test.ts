import { afterEach, describe, expect, it, vi } from 'vitest';
import { firstPageScript } from '../../src/backend/first-page.js';
import { createInboxBackend } from '../../src/backend/inbox-backend.js';
import { memoryStore } from '../../src/backend/stores/memory/memory-store.js';
import { createRequest, listOf } from './requests.js';

afterEach(() => {
  vi.useRealTimers();
});

/** A backend with the errors that it reports. */
function createBackend(store = memoryStore()) {
  const errors: unknown[] = [];
  const backend = createInboxBackend({
    store,
    authenticate: ({ headers }) => headers.get('X-Customer'),
    onError: (error, { operation }) => errors.push([operation, (error as Error).name]),
  });
  return { backend, errors };
}

describe('firstPage()', () => {
  it('has what the list responds with, and from when it is', async () => {
    const { backend } = createBackend();
    await backend.deliver('anna', [
      { id: 'n1', record: { id: 'n1' } },
      { id: 'n2', isRead: true },
    ]);
    const before = Date.now();
    const { loadedDate = '', ...page } = (await backend.firstPage('anna')) ?? {};
    expect(page).toEqual(await listOf(backend));
    expect(Date.parse(loadedDate)).toBeGreaterThanOrEqual(before);
  });

  it('has as many notifications as it is to, and goes on where the list does', async () => {
    const { backend } = createBackend();
    await backend.deliver('anna', [{ id: 'n1' }, { id: 'n2' }]);
    const page = await backend.firstPage('anna', { limit: 1 });
    expect(page?.references).toHaveLength(1);
    const next = await listOf(backend, { cursor: page?.nextCursor ?? '' });
    expect(next.references).toHaveLength(1);
    expect(next.references[0]?.id).not.toBe(page?.references[0]?.id);
  });

  it('is null once its time is over, which is reported, and is loaded no more then', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const inner = memoryStore();
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const list = vi.fn(async (...query: Parameters<typeof inner.list>) => {
      await finished;
      return inner.list(...query);
    });
    const { backend, errors } = createBackend(Object.assign(Object.create(inner) as typeof inner, { list }));
    const pages = [
      backend.firstPage('anna', { timeoutMs: 300 }),
      backend.firstPage('anna', { timeoutMs: 300 }),
    ];
    // The key of the customer takes a moment of its own.
    while (list.mock.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(300);
    expect(await Promise.all(pages)).toEqual([null, null]);
    expect(errors).toEqual(Array(2).fill(['firstPage', 'DeadlineError']));
    finish();
    const response = await backend.fetch(createRequest('/notifications'));
    expect(response.status).toBe(200);
    expect(list).toHaveBeenCalledTimes(2);
  });

  it('is null if the store fails, which is reported', async () => {
    const store = memoryStore();
    store.list = () => Promise.reject(new Error('The database is away.'));
    const { backend, errors } = createBackend(store);
    expect(await backend.firstPage('anna')).toBeNull();
    expect(errors).toEqual([['firstPage', 'Error']]);
  });

  it('rejects with what is invalid', async () => {
    const { backend } = createBackend();
    await expect(backend.firstPage('')).rejects.toThrow('customerId');
    await expect(backend.firstPage('anna', { limit: 0 })).rejects.toThrow('limit');
    await expect(backend.firstPage('anna', { timeoutMs: -1 })).rejects.toThrow('timeoutMs');
  });
});

describe('firstPageScript()', () => {
  it('prints data that no text can end, and that parses to the same', () => {
    const page = { references: [{ id: 'n1', record: { title: '</script><!--<script>\u2028&amp;' } }] };
    const html = firstPageScript(page);
    const [, json = ''] =
      /^<script type="application\/json" id="nudge-first-page">(.*)<\/script>$/s.exec(html) ?? [];
    expect(json).not.toContain('<');
    expect(JSON.parse(json)).toEqual(page);
  });

  it('prints that there is none', () => {
    expect(firstPageScript(null, 'first')).toBe('<script type="application/json" id="first">null</script>');
  });

  it('refuses an id that HTML would have to escape', () => {
    expect(() => firstPageScript(null, '"><script>')).toThrow(TypeError);
  });
});
