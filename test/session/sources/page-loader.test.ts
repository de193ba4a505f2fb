import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pollingSource } from '../../../src/session/sources/polling-source.js';
import type { ReferencePage } from '../../../src/session/sources/source.js';
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

/** Loads a page as every source with the address of a list does. */
const load = (pageUrl: string | URL, cursor?: string): Promise<ReferencePage> =>
  pollingSource(pageUrl).load({
    limit: 25,
    signal: controller.signal,
    ...(cursor !== undefined && { cursor }),
  });

describe('A source with the address of a list', () => {
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
    expect(vi.getTimerCount()).toBe(0);
  });

  it('has the browser store nothing of a page for a session with memoryOnly', async () => {
    await pollingSource('/list').load({ limit: 25, signal: controller.signal, memoryOnly: true });
    expect(fetchPage.mock.calls[0]?.[1]?.cache).toBe('no-store');
  });

  it.each([
    ['/list', '/list?limit=25&cursor=a%26b+c'],
    [new URL('https://example.com/list?of=me'), 'https://example.com/list?of=me&limit=25&cursor=a%26b+c'],
  ])('adds the cursor to the URL (%s)', async (pageUrl, expected) => {
    await load(pageUrl, 'a&b c');
    expect(fetchPage.mock.calls[0]?.[0]).toBe(expected);
  });

  it.each([
    [401, { name: 'SignedOutError', status: 401 }],
    [404, { name: 'ApiError', status: 404, retryAfter: null }],
    [503, { name: 'ApiError', status: 503, retryAfter: 7 }],
  ])('rejects with status %i', async (status, error) => {
    const headers = status === 503 ? { 'Retry-After': '7' } : {};
    fetchPage.mockResolvedValue(new Response('{"references":[]}', { status, headers }));
    await expect(load('/list')).rejects.toMatchObject(error);
  });

  it.each([
    [new Response('', { status: 404 }), 'ApiError', 'The list of notifications responded with status 404.'],
    [new Response('<!doctype html>'), 'SyntaxError', 'The list of notifications responded with no JSON.'],
  ])('says what to check if there is no list at the address', async (response, name, text) => {
    fetchPage.mockResolvedValue(response);
    const message = `${text} Check its address: backend-url, list-url, or that of the source.`;
    await expect(load('/list')).rejects.toMatchObject({ name, message });
  });

  it.each([
    ['{"error":"other-customer"}', 'OtherCustomerError'],
    ['{"error":"conflict"}', 'ApiError'],
    ['conflict', 'ApiError'],
  ])('rejects with status 409 and the body %s', async (body, name) => {
    fetchPage.mockResolvedValue(new Response(body, { status: 409 }));
    await expect(load('/list')).rejects.toMatchObject({ name, status: 409 });
  });

  it.each([
    ['<html>', SyntaxError],
    ['["a"]', TypeError],
  ])('rejects the body %s', async (body, kind) => {
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

  it('aborts the pending request with the reason of the signal', async () => {
    fetchPage.mockImplementation(neverResponds);
    const failed = vi.fn();
    load('/list').catch(failed);
    controller.abort('gone');
    await flushPromises();
    expect(failed.mock.calls).toEqual([['gone']]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([401, 503])('cancels the body of a response with the status %s', async (status) => {
    const cancel = vi.fn();
    fetchPage.mockImplementation(() =>
      Promise.resolve(new Response(new ReadableStream({ cancel }), { status })),
    );
    await expect(load('/list')).rejects.toMatchObject({ status });
    expect(cancel).toHaveBeenCalledOnce();
  });
});
