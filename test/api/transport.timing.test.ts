import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEndpoint } from '../../src/api/endpoint.js';
import { preferenceStatusSchema } from '../../src/api/schemas/preference.js';
import { type Operation, type RequestOptions, Transport } from '../../src/api/transport.js';

const operation: Operation<unknown> = {
  endpoint: createEndpoint('GET /things/', {}),
  schema: preferenceStatusSchema,
};
const busy = (headers: Record<string, string> = {}) =>
  Promise.resolve(Response.json({ status: 'error', message: 'busy' }, { status: 503, headers }));
const done = () => Promise.resolve(Response.json({ status: 'success', data: {} }));

const fakeFetch = vi.fn<typeof fetch>();
const client = new Transport(
  { baseUrl: 'https://api.test/v1/service', fetch: fakeFetch },
  { authorize: () => ({}) },
);
const send = (options?: RequestOptions) => {
  return client.send(operation, options).then(
    () => 'done',
    (error: unknown) => error,
  );
};

beforeEach(() => {
  vi.useFakeTimers();
  fakeFetch.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const expectRetryAfter = async (milliseconds: number) => {
  const before = fakeFetch.mock.calls.length;
  await vi.advanceTimersByTimeAsync(milliseconds - 1);
  expect(fakeFetch).toHaveBeenCalledTimes(before);
  await vi.advanceTimersByTimeAsync(1);
  expect(fakeFetch).toHaveBeenCalledTimes(before + 1);
};

describe('The delay before a retry', () => {
  it('is a random part of a limit that doubles from half a second to eight seconds', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    fakeFetch.mockImplementation(() => busy());
    void send({ retries: 7 });
    await vi.advanceTimersByTimeAsync(0);
    for (const milliseconds of [250, 500, 1000, 2000, 4000, 4000, 4000]) {
      await expectRetryAfter(milliseconds);
    }
  });

  it.each([
    ['30', 0, 30_000],
    ['30', 1, 33_000],
    ['60', 0, 60_000],
    // Shorter than the delay that is due anyway.
    ['0', 0.5, 250],
    [() => new Date(Date.now() + 20_000).toUTCString(), 0, 20_000],
  ])('is as long as Retry-After says and up to a tenth longer: %s', async (header, random, milliseconds) => {
    vi.spyOn(Math, 'random').mockReturnValue(random);
    vi.setSystemTime(1_700_000_000_000);
    const value = typeof header === 'string' ? header : header();
    fakeFetch.mockImplementationOnce(() => busy({ 'Retry-After': value })).mockImplementation(done);
    const outcome = send();
    await vi.advanceTimersByTimeAsync(0);
    await expectRetryAfter(milliseconds);
    expect(await outcome).toBe('done');
  });

  it('is skipped, and the call rejects, if Retry-After says more than a minute', async () => {
    fakeFetch.mockImplementation(() => busy({ 'Retry-After': '61' }));
    expect(await send()).toMatchObject({ status: 503, retryAfter: 61 });
    expect(fakeFetch).toHaveBeenCalledOnce();
  });

  it('is skipped after 429 and 503, and only then, with retryBusy: false', async () => {
    fakeFetch.mockImplementation(() => busy());
    expect(await send({ retryBusy: false })).toMatchObject({ status: 503 });
    expect(fakeFetch).toHaveBeenCalledOnce();
    fakeFetch.mockReset().mockRejectedValueOnce(new TypeError('Failed to fetch')).mockImplementation(done);
    const outcome = send({ retryBusy: false });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await outcome).toBe('done');
  });

  it('is left out if beforeRetry() rejects, and the call rejects with the error of the attempt', async () => {
    fakeFetch.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockImplementation(done);
    const beforeRetry = vi.fn(() => Promise.reject(new Error('Not now.')));
    const outcome = send({ beforeRetry });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await outcome).toMatchObject({ name: 'ConnectionError' });
    expect([fakeFetch.mock.calls.length, beforeRetry.mock.calls.length]).toEqual([1, 1]);
  });

  it('ends immediately on abort, rejects with the reason of the signal and leaves no timer', async () => {
    fakeFetch.mockImplementation(() => busy({ 'Retry-After': '30' }));
    const controller = new AbortController();
    const outcome = send({ signal: controller.signal });
    await vi.advanceTimersByTimeAsync(10);
    expect(vi.getTimerCount()).toBe(1);
    controller.abort('gone');
    expect(await outcome).toBe('gone');
    expect(vi.getTimerCount()).toBe(0);
    expect(fakeFetch).toHaveBeenCalledOnce();
  });
});

describe('The timeout of an attempt', () => {
  it('is ten seconds for each attempt', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    fakeFetch.mockImplementation(() => new Promise(() => undefined));
    const outcome = send();
    await vi.advanceTimersByTimeAsync(0);
    for (const attempts of [1, 2]) {
      await vi.advanceTimersByTimeAsync(9_999);
      expect(fakeFetch).toHaveBeenCalledTimes(attempts);
      await vi.advanceTimersByTimeAsync(2);
      expect(fakeFetch).toHaveBeenCalledTimes(attempts + 1);
    }
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await outcome).toMatchObject({
      name: 'TimeoutError',
      message: 'GET /things/: no response within 10000 ms',
    });
    expect(fakeFetch).toHaveBeenCalledTimes(3);
  });

  it('includes the body, also one that ignores the signal', async () => {
    const cancel = vi.fn();
    fakeFetch.mockImplementation(() => Promise.resolve(new Response(new ReadableStream({ cancel }))));
    const outcome = send({ timeout: 2000, retries: 0 });
    await vi.advanceTimersByTimeAsync(2000);
    expect(await outcome).toMatchObject({ name: 'TimeoutError' });
    expect(cancel).toHaveBeenCalledOnce();
  });

  it('leaves no timer after the attempt', async () => {
    fakeFetch.mockImplementation(done);
    expect(await send()).toBe('done');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('A finished request', () => {
  it('is not aborted, since a browser would list it as failed', async () => {
    fakeFetch.mockImplementation(done);
    expect(await send()).toBe('done');
    expect(fakeFetch.mock.calls[0]?.[1]?.signal?.aborted).toBe(false);
  });
});
