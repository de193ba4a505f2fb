import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseBaseUrl } from '../../src/api/base-url.js';
import { RequestError } from '../../src/api/errors.js';

afterEach(() => void vi.unstubAllGlobals());

describe('parseBaseUrl()', () => {
  it.each([
    ['https://api.example.com/gate/v1/service', 'https://api.example.com/gate/v1/service'],
    ['https://api.example.com/gate/v1/service/', 'https://api.example.com/gate/v1/service'],
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com:8443/v1/a%20b', 'https://api.example.com:8443/v1/a%20b'],
    ['http://localhost:3000/v1/s', 'http://localhost:3000/v1/s'],
    ['http://shop.localhost/v1/s', 'http://shop.localhost/v1/s'],
    ['http://127.8.9.1/v1/s', 'http://127.8.9.1/v1/s'],
    ['http://[::1]:3000/v1/s', 'http://[::1]:3000/v1/s'],
  ])('accepts %s', (baseUrl, parsed) => {
    expect(parseBaseUrl(baseUrl)).toBe(parsed);
  });

  it.each([
    ['http://api.example.com/v1/s'],
    ['http://localhost.example.com/v1/s'],
    ['http://127.0.0.1.example.com/v1/s'],
    ['http://[::2]/v1/s'],
    ['https://user@api.example.com/v1/s'],
    ['https://user:word@api.example.com/v1/s'],
    ['https://api.example.com/v1/s?'],
    ['https://api.example.com/v1/s#'],
    ['ftp://api.example.com/v1/s'],
    ['api.example.com/v1/s'],
    ['/api/v1/service'],
    [undefined],
  ])('rejects %s without quoting it', (baseUrl) => {
    expect(() => parseBaseUrl(baseUrl)).toThrow(RequestError);
    expect(() => parseBaseUrl(baseUrl)).toThrow(/^baseUrl must be an https: URL/);
    expect(() => parseBaseUrl(baseUrl)).not.toThrow(/word|example/);
  });

  it("accepts a path on the page's own origin in a browser", () => {
    vi.stubGlobal('location', new URL('http://shop.test:8080/cart/?x#y'));
    expect(parseBaseUrl('/api/v1/service/')).toBe('http://shop.test:8080/api/v1/service');
    expect(parseBaseUrl('/')).toBe('http://shop.test:8080');
  });

  it.each([['//evil.test/v1'], ['/\\evil.test/v1'], ['/\t/evil.test/v1'], ['api/v1'], ['../v1'], ['/v1?a']])(
    'rejects %j as a path in a browser',
    (baseUrl) => {
      vi.stubGlobal('location', new URL('https://shop.test/cart/'));
      expect(() => parseBaseUrl(baseUrl)).toThrow(RequestError);
    },
  );

  it.each(['about:srcdoc', 'about:blank', 'blob:https://shop.test/5a2e'])(
    'accepts a path in a page at %s, which has the origin of another one',
    (address) => {
      vi.stubGlobal('location', new URL(address));
      vi.stubGlobal('origin', 'https://shop.test');
      expect(parseBaseUrl('/v1/service')).toBe('https://shop.test/v1/service');
      expect(() => parseBaseUrl('//evil.test/v1')).toThrow(RequestError);
    },
  );

  it('rejects a path if the page has no origin', () => {
    vi.stubGlobal('location', new URL('about:srcdoc'));
    vi.stubGlobal('origin', 'null');
    expect(() => parseBaseUrl('/v1/service')).toThrow(RequestError);
  });
});
