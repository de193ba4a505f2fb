import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageLoader } from '../../../src/inbox/sources/page-loader.js';
import type { ReferencePage } from '../../../src/inbox/sources/source.js';
import { settled, tearDown } from '../fakes.js';

let controller: AbortController;
const fetchPage = vi.fn<typeof fetch>();
const neverAnswers: typeof fetch = (_, init) =>
  new Promise((_, reject) => {
    // As DOM does: eslint does not know that a signal's reason is an error.
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
  pageLoader(
    pageUrl,
    withCredentials,
  )({ limit: 25, signal: controller.signal, ...(cursor !== undefined && { cursor }) });

describe('a page', () => {
  it('is asked for by GET, past the cache, without cookies to other origins', async () => {
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
  ])('goes on at the cursor (%s)', async (pageUrl, expected) => {
    await load(pageUrl, 'a&b c', true);
    expect(fetchPage.mock.calls[0]).toMatchObject([expected, { credentials: 'include' }]);
  });

  it.each([
    [404, {}, null],
    [503, { 'Retry-After': '7' }, 7],
  ])('fails with status %i', async (status, headers, retryAfter) => {
    fetchPage.mockResolvedValue(new Response('{"references":[]}', { status, headers }));
    await expect(load('/list')).rejects.toMatchObject({ name: 'ApiError', status, retryAfter });
  });

  it.each([
    ['<html>', SyntaxError],
    ['["a"]', TypeError],
    ['null', TypeError],
  ])('fails with the answer %s', async (body, kind) => {
    fetchPage.mockResolvedValue(new Response(body));
    await expect(load('/list')).rejects.toThrow(kind);
  });

  it('fails after ten seconds', async () => {
    fetchPage.mockImplementation(neverAnswers);
    const failed = vi.fn();
    load('/list').catch(failed);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(failed.mock.calls).toMatchObject([[{ name: 'TimeoutError' }]]);
  });
});

describe('an abort', () => {
  it('ends what is under way, with its reason', async () => {
    fetchPage.mockImplementation(neverAnswers);
    const failed = vi.fn();
    load('/list').catch(failed);
    controller.abort('gone');
    await settled();
    expect(failed.mock.calls).toEqual([['gone']]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is obeyed also where `fetch` does not know it', async () => {
    const loading = load('/list');
    controller.abort('gone');
    await expect(loading).rejects.toBe('gone');
  });

  it('before it begins sends nothing', async () => {
    controller.abort('gone');
    await expect(load('/list')).rejects.toBe('gone');
    expect(fetchPage).not.toHaveBeenCalled();
  });

  it('has nothing to end after the answer', async () => {
    const add = vi.spyOn(controller.signal, 'addEventListener');
    const remove = vi.spyOn(controller.signal, 'removeEventListener');
    await load('/list');
    expect(vi.getTimerCount()).toBe(0);
    expect(add.mock.calls).toHaveLength(1);
    expect(remove.mock.calls).toEqual(add.mock.calls);
  });
});
