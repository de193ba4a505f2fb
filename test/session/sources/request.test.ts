import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backendSource } from '../../../src/session/sources/backend-source.js';
import { eventStreamSource } from '../../../src/session/sources/event-stream-source.js';
import { pollingSource } from '../../../src/session/sources/polling-source.js';
import type { SourceHeaders, SourceRequestOptions } from '../../../src/session/sources/request.js';
import { serviceWorkerSource } from '../../../src/session/sources/service-worker-source.js';
import { loadToken } from '../../../src/session/sources/token-url.js';

const { signal } = new AbortController();
const ownFetch = vi.fn<typeof fetch>();
const sentHeaders = (): (string | null)[] =>
  ownFetch.mock.calls.map(([, init]) => new Headers(init?.headers).get('Authorization'));
const load = (options: SourceRequestOptions) =>
  pollingSource('/list', { fetch: ownFetch, ...options }).load({ limit: 25, signal });
const refuse = (...tokens: string[]): void => {
  ownFetch.mockImplementation((_, init) => {
    const isRefused = tokens.includes(new Headers(init?.headers).get('Authorization') ?? '');
    return Promise.resolve(
      isRefused ? new Response(null, { status: 401 }) : Response.json({ references: [] }),
    );
  });
};

beforeEach(() => {
  ownFetch.mockReset();
  refuse();
  vi.stubGlobal('fetch', () => Promise.reject(new Error('The global fetch is not used.')));
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('`headers` of a source', () => {
  it.each<[string, SourceHeaders]>([
    ['an object', { Authorization: 'Bearer a' }],
    ['a function', () => ({ Authorization: 'Bearer a' })],
    ['an asynchronous function', () => Promise.resolve(new Headers({ Authorization: 'Bearer a' }))],
  ])('are sent if they are %s, with those of the source, and no redirect is followed', async (_, headers) => {
    await load({ headers });
    const [url, init] = ownFetch.mock.calls[0]!;
    expect(url).toBe('/list?limit=25');
    expect(init).toMatchObject({ redirect: 'manual', credentials: 'same-origin' });
    expect([...new Headers(init?.headers)]).toEqual([
      ['accept', 'application/json'],
      ['authorization', 'Bearer a'],
    ]);
  });

  it('are not sent on by a redirect, which is an error that says so', async () => {
    const headers = { Authorization: 'Bearer a' };
    for (const status of [301, 302, 303, 307, 308]) {
      ownFetch.mockResolvedValue(
        new Response(null, { status, headers: { Location: 'https://other.example/' } }),
      );
      await expect(load({ headers })).rejects.toThrow('The backend redirects, which is refused');
    }
    expect(ownFetch).toHaveBeenCalledTimes(5);
  });

  it('are sent by every kind of source', async () => {
    const options = { fetch: ownFetch, headers: { Authorization: 'Bearer a' } };
    await serviceWorkerSource({ ...options, pageUrl: '/list' }).load?.({ limit: 25, signal });
    const backend = backendSource('/inbox', options);
    await backend.load?.({ limit: 25, signal });
    await backend.setRead(['a'], true, { signal });
    await backend.loadGroups();
    expect(sentHeaders()).toEqual(Array(4).fill('Bearer a'));
    expect(new Headers(ownFetch.mock.calls[2]![1]!.headers).get('Content-Type')).toBe('application/json');
  });

  it('are requested once more after the status 401', async () => {
    refuse('Bearer old');
    const headers = vi.fn(({ reason }: { reason: string }) => ({
      Authorization: reason === 'expired' ? 'Bearer new' : 'Bearer old',
    }));
    await load({ headers });
    expect(sentHeaders()).toEqual(['Bearer old', 'Bearer new']);
    refuse('Bearer old', 'Bearer new');
    await expect(load({ headers })).rejects.toMatchObject({ name: 'SignedOutError' });
    expect(headers.mock.calls.map(([{ reason }]) => reason)).toEqual([
      'first',
      'expired',
      'first',
      'expired',
    ]);
  });

  it('are not sent once more for a change whose customer may not be signed in', async () => {
    const headers = ({ reason }: { reason: string }) => ({ Authorization: `Bearer ${reason}` });
    refuse('Bearer first');
    const confirmCustomer = vi.fn(() => Promise.reject(new Error('Another customer may be signed in now.')));
    const saving = backendSource('/inbox', { headers, fetch: ownFetch }).setRead(['a'], true, {
      signal,
      confirmCustomer,
    });
    await expect(saving).rejects.toMatchObject({ status: 401 });
    expect([sentHeaders(), confirmCustomer.mock.calls.length]).toEqual([['Bearer first'], 1]);
  });

  it('are not sent again if they are the refused ones', async () => {
    refuse('Bearer old');
    for (const headers of [{ Authorization: 'Bearer old' }, () => ({ Authorization: 'Bearer old' })])
      await expect(load({ headers })).rejects.toMatchObject({ status: 401 });
    expect(ownFetch).toHaveBeenCalledTimes(2);
  });

  it('may be null if nobody is signed in: then nothing is sent', async () => {
    await expect(load({ headers: () => Promise.resolve(null) })).rejects.toMatchObject({
      name: 'SignedOutError',
    });
    expect(ownFetch).not.toHaveBeenCalled();
  });

  it('that no request can have are refused, without their values', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const error: unknown = await load({ headers: { Authorization: 'Bearer secret\n.' } }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ name: 'RequestError', field: 'headers' });
    expect(JSON.stringify([String(error), (error as Error).cause, warn.mock.calls])).not.toContain('secret');
    expect(warn).toHaveBeenCalledOnce();
  });

  it('are waited for at most as long as the response is', async () => {
    vi.useFakeTimers();
    try {
      const loading = load({ headers: () => new Promise(() => undefined) });
      const expectation = expect(loading).rejects.toMatchObject({ name: 'TimeoutError' });
      await vi.advanceTimersByTimeAsync(10_000);
      await expectation;
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('In a page that was opened with a user name and a password in its address', () => {
  beforeEach(() => {
    const address = 'https://user:password@shop.example/app/';
    vi.stubGlobal('document', { baseURI: address });
    vi.stubGlobal('location', new URL(address));
  });

  it('a source sends its requests without them, which fetch() would refuse', async () => {
    await load({});
    await pollingSource('list', { fetch: ownFetch }).load({ limit: 25, signal });
    await backendSource('https://user:password@shop.example/inbox', { fetch: ownFetch }).setRead(
      ['a'],
      true,
      {
        signal,
      },
    );
    expect(ownFetch.mock.calls.map(([address]) => address)).toEqual([
      'https://shop.example/list?limit=25',
      'https://shop.example/app/list?limit=25',
      'https://shop.example/inbox/read',
    ]);
  });

  it('`token-url` and the event stream are requested without them', async () => {
    const addresses: unknown[] = [];
    vi.stubGlobal('fetch', (address: unknown) => {
      addresses.push(address);
      return Promise.resolve(new Response('token'));
    });
    vi.stubGlobal(
      'EventSource',
      class extends EventTarget {
        constructor(address: string) {
          super();
          addresses.push(address);
        }
      },
    );
    await loadToken({ tokenUrl: '/token' }, { reason: 'first', signal });
    void eventStreamSource('/events').subscribe!(() => undefined, {
      signal,
      refresh: () => Promise.resolve(),
      setConnected: () => undefined,
    });
    expect(addresses).toEqual(['https://shop.example/token', 'https://shop.example/events']);
  });
});
