import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadToken } from '../../../src/inbox/sources/token-url.js';

const why = { reason: 'first', signal: new AbortController().signal } as const;
let respond: () => Response;
let requests: [string, RequestInit][];

beforeEach(() => {
  requests = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    requests.push([url, init]);
    return Promise.resolve().then(() => respond());
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('loadToken()', () => {
  it.each([
    ['text', 'a.b.c'],
    ['text that ends with a line break', 'a.b.c\n'],
    ['JSON', '{ "token": "a.b.c" }'],
    ['a JSON string', '"a.b.c"'],
  ])('returns a token that comes as %s', async (_, body) => {
    respond = () => new Response(body);
    expect(await loadToken({ tokenUrl: '/token' }, why)).toBe('a.b.c');
  });

  it.each([
    ['status 401', () => new Response('<!doctype html>', { status: 401 })],
    ['{ "token": null }', () => Response.json({ token: null })],
    ['null', () => Response.json(null)],
  ])('returns null for %s: nobody is signed in', async (_, response) => {
    respond = response;
    expect(await loadToken({ tokenUrl: '/token' }, why)).toBeNull();
  });

  it('returns no token for an empty response', async () => {
    respond = () => new Response(null, { status: 204 });
    expect(await loadToken({ tokenUrl: '/token' }, why)).toBe('');
  });

  it.each([
    ['HTML', () => new Response('\n<!doctype html><title>Sign in</title>'), /^token-url .* HTML\. Respond/],
    ['JSON without a token', () => Response.json({ jwt: 'secret' }), /^token-url .* JSON without a token\./],
    ['a token that is no text', () => Response.json({ token: 7 }), /^token-url .* JSON without a token\./],
    ['broken JSON', () => new Response('{"token": "secret'), /^token-url .* JSON without a token\./],
  ])('rejects %s, and says what it expects', async (_, response, message) => {
    respond = response;
    const error: unknown = await loadToken({ tokenUrl: '/token' }, why).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'NudgeError', message: expect.stringMatching(message) as string });
    expect(String(error)).not.toContain('secret');
  });

  it.each([419, 503])('rejects status %s, with the pause that it demands', async (status) => {
    respond = () => new Response('secret', { status, headers: { 'Retry-After': '7' } });
    await expect(loadToken({ tokenUrl: '/token' }, why)).rejects.toMatchObject({
      name: 'ApiError',
      message: expect.stringMatching(new RegExp(`^token-url .* status ${status}\\.`)) as string,
      status,
      retryAfter: 7,
    });
  });

  it('rejects if there is no response', async () => {
    respond = () => {
      throw new TypeError('Failed to fetch');
    };
    await expect(loadToken({ tokenUrl: '/token' }, why)).rejects.toMatchObject({
      name: 'ConnectionError',
      message: expect.stringContaining('It must be on the origin of the page.') as string,
    });
  });

  it('sends a POST to the origin of the page only', async () => {
    respond = () => new Response('a.b.c');
    await loadToken({ tokenUrl: '/token' }, why);
    const [url, { method, mode, headers, signal }] = requests[0]!;
    expect({ url, method, mode, headers }).toEqual({
      url: '/token',
      method: 'POST',
      mode: 'same-origin',
      headers: { Accept: 'application/json, text/plain' },
    });
    expect(signal).toBe(why.signal);
  });

  it.each([
    ['X-CSRF-Token', undefined],
    ['X-CSRF-Token', ''],
    ['X-CSRFToken', 'X-CSRFToken'],
  ])('sends the CSRF token as %s if the header is named %s', async (name, csrfHeader) => {
    respond = () => new Response('a.b.c');
    await loadToken({ tokenUrl: '/token', csrfToken: 'forty-two', csrfHeader }, why);
    expect(requests[0]?.[1].headers).toMatchObject({ [name]: 'forty-two' });
  });
});
