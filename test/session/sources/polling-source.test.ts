import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageObserver } from '../../../src/common/page-observer.js';
import { pollingSource } from '../../../src/session/sources/polling-source.js';
import type { NotificationReference } from '../../../src/session/sources/source.js';
import { arrivalEvents, itemIds, recordEvents, setUpStore, flushPromises, tearDown } from '../fakes.js';

let setup: ReturnType<typeof setUpStore>;
/** The pages that were loaded. */
let pages: (readonly NotificationReference[])[];
let controller: AbortController;
const fetchPage = vi.fn<typeof fetch>();
const listResponse = (...ids: unknown[]) =>
  Promise.resolve(Response.json({ references: ids, nextCursor: 'next' }));
const errorResponse = (status: number, retryAfter?: string) =>
  Promise.resolve(
    new Response(null, { status, ...(retryAfter && { headers: { 'Retry-After': retryAfter } }) }),
  );

beforeEach(() => {
  setup = setUpStore();
  vi.mocked(Math.random).mockReturnValue(0);
  vi.stubGlobal('fetch', fetchPage);
  fetchPage.mockReset();
  fetchPage.mockImplementation(() => listResponse('a'));
  pages = [];
  controller = new AbortController();
});

afterEach(() => {
  controller.abort();
  tearDown();
});

function startPolling(options?: Parameters<typeof pollingSource>[1]): void {
  const { signal } = controller;
  const { load, subscribe } = pollingSource('/list', options);
  const refresh = async () => void pages.push((await load({ limit: 25, signal })).references);
  void subscribe(() => undefined, { signal, refresh });
}

/** Expects the next request after exactly this time. */
async function expectNextRequestAfter(milliseconds: number): Promise<void> {
  const { length } = fetchPage.mock.calls;
  await vi.advanceTimersByTimeAsync(milliseconds - 1);
  expect(fetchPage).toHaveBeenCalledTimes(length);
  await vi.advanceTimersByTimeAsync(1);
  expect(fetchPage).toHaveBeenCalledTimes(length + 1);
}

describe('pollingSource()', () => {
  it('loads the newest page again every minute', async () => {
    fetchPage.mockImplementation(() => listResponse({ id: 'b', isRead: true }, 'a'));
    startPolling({ withCredentials: true });
    await expectNextRequestAfter(60_000);
    expect(pages).toEqual([[{ id: 'b', isRead: true }, { id: 'a' }]]);
    await expectNextRequestAfter(60_000);
    expect(pages).toHaveLength(2);
    expect(fetchPage.mock.calls[1]).toMatchObject(['/list?limit=25', { credentials: 'include' }]);
  });

  it.each([
    [25_000, 25_000],
    [1, 10_000],
    [Infinity, 86_400_000],
    [0, 60_000],
    [NaN, 60_000],
  ])('treats the interval %s as %i ms', async (interval, delayMs) => {
    startPolling({ interval });
    await expectNextRequestAfter(delayMs);
    await expectNextRequestAfter(delayMs);
  });

  it('adds a random delay of up to a tenth of the interval, and never less than the interval', async () => {
    vi.mocked(Math.random).mockReturnValue(0.5);
    startPolling({ interval: 20_000 });
    vi.mocked(Math.random).mockReturnValue(1);
    await expectNextRequestAfter(21_000);
    await expectNextRequestAfter(22_000);
  });

  it('sends no request while the last one is pending', async () => {
    let respond: (response: Promise<Response>) => void = () => undefined;
    fetchPage.mockImplementation(() => new Promise((resolve) => (respond = resolve)));
    startPolling({ interval: 10_000 });
    await expectNextRequestAfter(10_000);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(fetchPage).toHaveBeenCalledOnce();
    respond(listResponse('a'));
    await expectNextRequestAfter(10_000);
  });
});

describe('pollingSource() with a failing list', () => {
  it('backs off until the list responds', async () => {
    fetchPage.mockImplementation(() => errorResponse(500));
    startPolling();
    for (const delayMs of [60_000, 120_000, 240_000, 300_000, 300_000]) await expectNextRequestAfter(delayMs);
    expect(pages).toEqual([]);
    fetchPage.mockImplementation(() => listResponse('a'));
    await expectNextRequestAfter(300_000);
    await expectNextRequestAfter(60_000);
    expect(pages).toHaveLength(2);
  });

  it('never polls more often than its interval', async () => {
    fetchPage.mockImplementation(() => errorResponse(500));
    startPolling({ interval: 1_000_000 });
    for (let count = 0; count < 3; count += 1) await expectNextRequestAfter(1_000_000);
  });

  it.each([
    ['400', 400_000],
    // Less than the delay that is due anyway.
    ['3', 120_000],
    ['99999999999', 86_400_000],
  ])('waits as long as Retry-After says: %s', async (retryAfter, delayMs) => {
    fetchPage.mockImplementationOnce(() => errorResponse(429, retryAfter));
    startPolling();
    await expectNextRequestAfter(60_000);
    await expectNextRequestAfter(delayMs);
    await expectNextRequestAfter(60_000);
  });
});

describe('pollingSource() without a network', () => {
  it('polls on, and counts no failure', async () => {
    startPolling();
    new PageObserver(() => undefined).start();
    setup.browser.setOnline(false);
    fetchPage.mockRejectedValue(new TypeError('no network'));
    for (let count = 0; count < 10; count += 1) await expectNextRequestAfter(60_000);
  });
});

describe('pollingSource() after an abort', () => {
  it('leaves no timer', async () => {
    startPolling();
    controller.abort();
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(fetchPage).not.toHaveBeenCalled();
  });

  it.each([
    ['responds', () => listResponse('a')],
    ['fails', () => errorResponse(500)],
  ])('ignores a list that %s late', async (_, late) => {
    let respond: (response: Promise<Response>) => void = () => undefined;
    fetchPage.mockImplementation(() => new Promise((resolve) => (respond = resolve)));
    startPolling();
    await expectNextRequestAfter(60_000);
    controller.abort();
    respond(late());
    await flushPromises();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('pollingSource() in a store', () => {
  it('loads once on start, then at each interval, and not after the last subscriber left', async () => {
    const store = setup.makeStore({ source: pollingSource('/list') });
    const recorder = recordEvents(store);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(fetchPage).toHaveBeenCalledOnce();
    fetchPage.mockImplementation(() => listResponse('b', 'a'));
    await vi.advanceTimersByTimeAsync(1);
    expect(fetchPage).toHaveBeenCalledTimes(2);
    expect(itemIds(store)).toEqual(['b', 'a']);
    expect(arrivalEvents(recorder)).toEqual([{ type: 'arrival', ids: ['b'] }]);
    recorder.stop();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(fetchPage).toHaveBeenCalledTimes(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('shows a failure until a poll succeeds, and reports it once', async () => {
    const store = setup.makeStore({ source: pollingSource('/list') });
    const recorder = recordEvents(store);
    await flushPromises();
    fetchPage.mockImplementation(() => errorResponse(500));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.state).toMatchObject({ status: 'ready', problem: 'unreachable' });
    expect(itemIds(store)).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(fetchPage).toHaveBeenCalledTimes(3);
    expect(recorder.events).toMatchObject([{ type: 'error', operation: 'list', error: { status: 500 } }]);
    fetchPage.mockImplementation(() => listResponse('b', 'a'));
    await vi.advanceTimersByTimeAsync(240_000);
    expect(store.state).toMatchObject({ problem: null, unreadCount: 2 });
    recorder.stop();
    await flushPromises();
  });
});
