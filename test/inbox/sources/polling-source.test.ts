import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pollingSource } from '../../../src/inbox/sources/polling-source.js';
import type { SourceEvent } from '../../../src/inbox/sources/source.js';
import { arrivals, idsOf, listen, setUpStore, settled, tearDown } from '../fakes.js';

let set: ReturnType<typeof setUpStore>;
let events: SourceEvent[];
let controller: AbortController;
const fetchPage = vi.fn<typeof fetch>();
const answer = (...ids: unknown[]) => Promise.resolve(Response.json({ references: ids, nextCursor: 'next' }));
const refuse = (status: number, retryAfter?: string) =>
  Promise.resolve(
    new Response(null, { status, ...(retryAfter && { headers: { 'Retry-After': retryAfter } }) }),
  );

beforeEach(() => {
  set = setUpStore();
  vi.mocked(Math.random).mockReturnValue(0);
  vi.stubGlobal('fetch', fetchPage);
  fetchPage.mockReset();
  fetchPage.mockImplementation(() => answer('a'));
  events = [];
  controller = new AbortController();
});

afterEach(() => {
  controller.abort();
  tearDown();
});

function subscribe(options?: Parameters<typeof pollingSource>[1]): void {
  void pollingSource('/list', options).subscribe?.((event) => events.push(event), {
    signal: controller.signal,
  });
}

/** The next question comes after exactly so many milliseconds. */
async function expectNextAfter(milliseconds: number): Promise<void> {
  const { length } = fetchPage.mock.calls;
  await vi.advanceTimersByTimeAsync(milliseconds - 1);
  expect(fetchPage).toHaveBeenCalledTimes(length);
  await vi.advanceTimersByTimeAsync(1);
  expect(fetchPage).toHaveBeenCalledTimes(length + 1);
}

describe('the newest page', () => {
  it('is asked for every minute, and told as it came', async () => {
    fetchPage.mockImplementation(() => answer({ id: 'b', isRead: true }, 'a'));
    subscribe({ withCredentials: true });
    await expectNextAfter(60_000);
    expect(events).toEqual([{ type: 'add', references: [{ id: 'b', isRead: true }, { id: 'a' }] }]);
    await expectNextAfter(60_000);
    expect(events).toHaveLength(2);
    expect(fetchPage.mock.calls[1]).toMatchObject(['/list?limit=25', { credentials: 'include' }]);
  });

  it.each([
    [25_000, 25_000],
    [1, 10_000],
    [Infinity, 86_400_000],
    [2 ** 40, 86_400_000],
    [0, 60_000],
    [-5, 60_000],
    [NaN, 60_000],
    ['often' as unknown as number, 60_000],
    [null as unknown as number, 60_000],
  ])('with the interval %s is asked for every %i ms', async (interval, pause) => {
    subscribe({ interval });
    await expectNextAfter(pause);
    await expectNextAfter(pause);
  });

  it('comes up to a tenth later by chance, and never earlier', async () => {
    vi.mocked(Math.random).mockReturnValue(0.5);
    subscribe({ interval: 20_000 });
    vi.mocked(Math.random).mockReturnValue(1);
    await expectNextAfter(21_000);
    await expectNextAfter(22_000);
  });

  it('is not asked for while the last answer has not come', async () => {
    let respond: (response: Promise<Response>) => void = () => undefined;
    fetchPage.mockImplementation(() => new Promise((resolve) => (respond = resolve)));
    subscribe({ interval: 10_000 });
    await expectNextAfter(10_000);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(fetchPage).toHaveBeenCalledOnce();
    respond(answer('a'));
    await expectNextAfter(10_000);
  });
});

describe('a list that fails', () => {
  it.each([
    ['refuses', () => refuse(500)],
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['is none', () => Promise.resolve(new Response('<html>'))],
  ])('because it %s, is asked ever less often, until it answers', async (_, failure) => {
    fetchPage.mockImplementation(failure);
    subscribe();
    for (const pause of [60_000, 120_000, 240_000, 300_000, 300_000]) await expectNextAfter(pause);
    expect(events).toEqual([]);
    fetchPage.mockImplementation(() => answer('a'));
    await expectNextAfter(300_000);
    await expectNextAfter(60_000);
    expect(events).toHaveLength(2);
  });

  it('is never asked more often than its interval says', async () => {
    fetchPage.mockImplementation(() => refuse(500));
    subscribe({ interval: 1_000_000 });
    for (let count = 0; count < 3; count += 1) await expectNextAfter(1_000_000);
  });

  it.each([
    ['400', 400_000],
    // Less than the pause that is due anyway.
    ['3', 120_000],
    ['99999999999', 86_400_000],
    ['soon', 120_000],
  ])('is left alone as long as Retry-After: %s says', async (retryAfter, pause) => {
    fetchPage.mockImplementationOnce(() => refuse(429, retryAfter));
    subscribe();
    await expectNextAfter(60_000);
    await expectNextAfter(pause);
    await expectNextAfter(60_000);
  });
});

describe('without a network', () => {
  it('nothing is asked, and it counts for no failure', async () => {
    subscribe();
    set.network.set(false);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(fetchPage).not.toHaveBeenCalled();
    set.network.set(true);
    await expectNextAfter(60_000);
    await expectNextAfter(60_000);
  });
});

describe('the end', () => {
  it('leaves no timer', async () => {
    subscribe();
    controller.abort();
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(fetchPage).not.toHaveBeenCalled();
  });

  it.each([
    ['answers', () => answer('a')],
    ['fails', () => refuse(500)],
  ])('comes before a list that %s late', async (_, late) => {
    let respond: (response: Promise<Response>) => void = () => undefined;
    fetchPage.mockImplementation(() => new Promise((resolve) => (respond = resolve)));
    subscribe();
    await expectNextAfter(60_000);
    controller.abort();
    respond(late());
    await settled();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('with a store', () => {
  it('asks once as it starts, then at its times, and not after the last subscriber left', async () => {
    const store = set.makeStore({ source: pollingSource('/list') });
    const heard = listen(store);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(fetchPage).toHaveBeenCalledOnce();
    fetchPage.mockImplementation(() => answer('b', 'a'));
    await vi.advanceTimersByTimeAsync(1);
    expect(fetchPage).toHaveBeenCalledTimes(2);
    expect(idsOf(store)).toEqual(['b', 'a']);
    expect(arrivals(heard)).toEqual([{ type: 'arrival', ids: ['b'] }]);
    heard.stop();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(fetchPage).toHaveBeenCalledTimes(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('asks once when the network is back', async () => {
    const heard = listen(set.makeStore({ source: pollingSource('/list') }));
    await settled();
    set.network.set(false);
    await vi.advanceTimersByTimeAsync(150_000);
    expect(fetchPage).toHaveBeenCalledOnce();
    set.network.set(true);
    await settled();
    expect(fetchPage).toHaveBeenCalledTimes(2);
    heard.stop();
    await settled();
  });

  it('starts afresh with the next subscriber, whatever failed before', async () => {
    const store = set.makeStore({ source: pollingSource('/list') });
    fetchPage.mockImplementation(() => refuse(500));
    const heard = listen(store);
    await vi.advanceTimersByTimeAsync(400_000);
    heard.stop();
    await settled();
    fetchPage.mockReset();
    fetchPage.mockImplementation(() => answer('a'));
    const again = listen(store);
    await settled();
    expect(fetchPage).toHaveBeenCalledOnce();
    await expectNextAfter(60_000);
    again.stop();
    await settled();
  });
});
