import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPageLoader } from '../../../src/inbox/sources/page-loader.js';
import type { ReferencePage } from '../../../src/inbox/sources/source.js';
import { flushPromises, tearDown } from '../fakes.js';

let controller: AbortController;
const fetchPage = vi.fn<typeof fetch>();
const neverResponds: typeof fetch = (_, init) =>
  new Promise((_, reject) => {
    // As the DOM does; eslint does not know that the reason of a signal is an error.
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
  });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetchPage);
  fetchPage.mockReset();
  fetchPage.mockImplementation(() =>
    Promise.resolve(Response.json({ references: ['a', { id: 'b', isRead: true }], nextCursor: 'two' })),
  );
  controller = new AbortController();
});

afterEach(tearDown);

const load = (pageUrl: string | URL, cursor?: string, withCredentials?: boolean): Promise<ReferencePage> =>
  createPageLoader(
    pageUrl,
    withCredentials,
  )({ limit: 25, signal: controller.signal, ...(cursor !== undefined && { cursor }) });

describe('createPageLoader()', () => {
  it('sends a GET request past the cache, without cookies to other origins', async () => {
    expect(await load('/list')).toEqual({
      references: [{ id: 'a' }, { id: 'b', isRead: true }],
      nextCursor: 'two',
    });
    expect(fetchPage.mock.calls).toEqual([
      [
        '/list?limit=25',
        {
          headers: { Accept: 'application/json' },
          credentials: 'same-origin',
          cache: 'no-cache',
          signal: expect.any(AbortSignal) as AbortSignal,
        },
      ],
    ]);
  });

  it.each([
    ['/list', '/list?limit=25&cursor=a%26b+c'],
    ['/list?of=me', '/list?of=me&limit=25&cursor=a%26b+c'],
    [new URL('https://example.com/list?of=me'), 'https://example.com/list?of=me&limit=25&cursor=a%26b+c'],
  ])('adds the cursor to the URL (%s)', async (pageUrl, expected) => {
    await load(pageUrl, 'a&b c', true);
    expect(fetchPage.mock.calls[0]).toMatchObject([expected, { credentials: 'include' }]);
  });

  it.each([
    [404, {}, null],
    [503, { 'Retry-After': '7' }, 7],
  ])('rejects with status %i', async (status, headers, retryAfter) => {
    fetchPage.mockResolvedValue(new Response('{"references":[]}', { status, headers }));
    await expect(load('/list')).rejects.toMatchObject({ name: 'ApiError', status, retryAfter });
  });

  it('rejects with status 401 as nobody is signed in', async () => {
    fetchPage.mockResolvedValue(new Response('', { status: 401 }));
    await expect(load('/list')).rejects.toMatchObject({ name: 'SignedOutError', status: 401 });
  });

  it.each([
    ['<html>', SyntaxError],
    ['["a"]', TypeError],
    ['null', TypeError],
  ])('rejects with the body %s', async (body, kind) => {
    fetchPage.mockResolvedValue(new Response(body));
    await expect(load('/list')).rejects.toThrow(kind);
  });

  it('rejects after ten seconds', async () => {
    fetchPage.mockImplementation(neverResponds);
    const failed = vi.fn();
    load('/list').catch(failed);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(failed.mock.calls).toMatchObject([[{ name: 'TimeoutError' }]]);
  });
});

describe('createPageLoader() on abort', () => {
  it('aborts the pending request with the reason of the signal', async () => {
    fetchPage.mockImplementation(neverResponds);
    const failed = vi.fn();
    load('/list').catch(failed);
    controller.abort('gone');
    await flushPromises();
    expect(failed.mock.calls).toEqual([['gone']]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rejects also if `fetch` ignores the signal', async () => {
    const loading = load('/list');
    controller.abort('gone');
    await expect(loading).rejects.toBe('gone');
  });

  it('sends nothing if the signal is already aborted', async () => {
    controller.abort('gone');
    await expect(load('/list')).rejects.toBe('gone');
    expect(fetchPage).not.toHaveBeenCalled();
  });

  it('leaves no listener or timer after the response', async () => {
    const add = vi.spyOn(controller.signal, 'addEventListener');
    const remove = vi.spyOn(controller.signal, 'removeEventListener');
    await load('/list');
    expect(vi.getTimerCount()).toBe(0);
    expect(add.mock.calls).toHaveLength(1);
    expect(remove.mock.calls).toEqual(add.mock.calls);
  });
});
