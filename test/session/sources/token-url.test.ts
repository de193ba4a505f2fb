import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadToken } from '../../../src/session/sources/token-url.js';

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
    ['the token as text', () => new Response('a.b.c\n'), 'a.b.c'],
    ['JSON with the token', () => new Response('{ "token": "a.b.c" }'), 'a.b.c'],
    ['the token as a JSON string', () => new Response('"a.b.c"'), 'a.b.c'],
    ['nobody, by status 401', () => new Response('<!doctype html>', { status: 401 }), null],
    ['nobody, by JSON without a token', () => Response.json({ token: null }), null],
    ['nobody, by null', () => Response.json(null), null],
    ['nothing', () => new Response(null, { status: 204 }), ''],
  ])('understands a response with %s', async (_, response, token) => {
    respond = response;
    expect(await loadToken({ tokenUrl: '/token' }, why)).toBe(token);
  });

  it.each([
    ['HTML', () => new Response('\n<!doctype html><title>Sign in</title>'), /^token-url .* HTML\. Respond/],
    ['a token that is no text', () => Response.json({ token: 7 }), /^token-url .* JSON without a token\./],
    ['broken JSON', () => new Response('{"token": "secret'), /^token-url .* JSON without a token\./],
  ])('rejects %s, and says what it expects', async (_, response, message) => {
    respond = response;
    const error: unknown = await loadToken({ tokenUrl: '/token' }, why).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'NudgeError', message: expect.stringMatching(message) as string });
    expect(String(error)).not.toContain('secret');
  });

  it('rejects a status that is no success, with the pause that it demands', async () => {
    respond = () => new Response('secret', { status: 503, headers: { 'Retry-After': '7' } });
    await expect(loadToken({ tokenUrl: '/token' }, why)).rejects.toMatchObject({
      name: 'ApiError',
      message: expect.stringMatching(/^token-url .* status 503\./) as string,
      status: 503,
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
    ['X-CSRF-Token', ' '],
    ['X-CSRFToken', 'X-CSRFToken'],
  ])('sends the CSRF token as %s if the header is named "%s"', async (name, csrfHeader) => {
    respond = () => new Response('a.b.c');
    await loadToken({ tokenUrl: '/token', csrfToken: 'forty-two', csrfHeader }, why);
    expect(requests[0]?.[1].headers).toMatchObject({ [name]: 'forty-two' });
  });
});
