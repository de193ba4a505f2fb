import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseBaseUrl } from '../../src/api/base-url.js';
import { routePath, safeLink, safePicture } from '../../src/common/links.js';

function visit(address: string): void {
  vi.stubGlobal('location', new URL(address));
  vi.stubGlobal('document', { baseURI: address });
}

afterEach(() => void vi.unstubAllGlobals());

for (const origin of ['capacitor://localhost', 'tauri://localhost', 'app://shop', 'https://shop.example'])
  describe(`In a page of ${origin}`, () => {
    beforeEach(() => visit(`${origin}/inbox/`));

    it('its own links are safe and open in the same tab', () => {
      const link = { href: `${origin}/orders/1`, isExternal: false };
      expect([safeLink('/orders/1'), safeLink(`${origin}/orders/1`)]).toEqual([link, link]);
      expect(safeLink('https://other.example/')?.isExternal).toBe(true);
    });

    it('its own pictures are shown', () => {
      expect(safePicture('/a.png')).toBe(`${origin}/a.png`);
    });

    it('its own address, or a path, can be the base URL', () => {
      expect(parseBaseUrl('/v1/engagement')).toBe(`${origin}/v1/engagement`);
      expect(parseBaseUrl(`${origin}/v1/engagement`)).toBe(`${origin}/v1/engagement`);
    });

    it('a router gets its own paths', () => {
      expect(routePath(`${origin}/orders/1`)).toBe('/orders/1');
    });

    it('other schemes and hosts are none of its own', () => {
      for (const url of [
        'file:///etc/passwd',
        'other://localhost/',
        'javascript:alert(1)',
        'blob:x',
        'data:,x',
      ]) {
        expect([safeLink(url), safePicture(url), routePath(url)]).toEqual([null, null, null]);
        expect(() => parseBaseUrl(url)).toThrow('baseUrl');
      }
      expect(safeLink(`${origin}.example/`)?.isExternal).not.toBe(false);
      expect(() => parseBaseUrl('//other.example/v1')).toThrow('baseUrl');
    });
  });

describe('In a page that was opened with a user name and a password in its address', () => {
  beforeEach(() => visit('https://user:password@shop.example/inbox/'));

  it('its own links, pictures and base URL have neither', () => {
    const link = { href: 'https://shop.example/orders/1', isExternal: false };
    const own = ['/orders/1', '../orders/1', 'https://shop.example/orders/1'];
    expect(own.map(safeLink)).toEqual([link, link, link]);
    expect(safePicture('a.png')).toBe('https://shop.example/inbox/a.png');
    expect(routePath('https://shop.example/inbox/1', '/inbox')).toBe('/1');
    for (const baseUrl of ['/v1', 'https://shop.example/v1', 'https://user:password@shop.example/v1'])
      expect(parseBaseUrl(baseUrl)).toBe('https://shop.example/v1');
  });

  it('links with others, or to other hosts with them, are not safe', () => {
    for (const url of [
      'https://user:other@shop.example/',
      'https://user@shop.example/',
      'https://user:password@other.example/',
      '//user:password@other.example/',
    ])
      expect([safeLink(url), safePicture(url)]).toEqual([null, null]);
    expect(() => parseBaseUrl('https://user:other@shop.example/v1')).toThrow('baseUrl');
    expect(() => parseBaseUrl('v1')).toThrow('baseUrl');
  });
});

it('A page that is a file has no links to files', () => {
  visit('file:///app/index.html');
  expect([safeLink('other.html'), safePicture('a.png')]).toEqual([null, null]);
});

describe('routePath()', () => {
  beforeEach(() => visit('https://shop.example/app/'));

  it.each([
    ['/app/orders/1?tab=2#end', '/app', '/orders/1?tab=2#end'],
    ['/app/orders/1', '/app/', '/orders/1'],
    ['/app', '/app', '/'],
    ['/app/', '/app', '/'],
    ['/orders', '', '/orders'],
    ['/apple', '/app', null],
    ['/help', '/app', null],
    ['https://other.example/app/orders', '/app', null],
    ['mailto:a@shop.example', '/', null],
  ])('%s below the base %s is %s', (path, base, expected) => {
    expect(routePath(new URL(path, 'https://shop.example').href, base)).toBe(expected);
  });
});

describe('safePicture()', () => {
  beforeEach(() => visit('https://shop.example/'));

  it.each([
    ['data:image/png;base64,AAAA', true],
    ['DATA:IMAGE/JPEG;base64,AAAA', true],
    ['data:image/gif,x', true],
    ['data:image/webp;base64,AAAA', true],
    ['data:image/avif;base64,AAAA', true],
    ['data:image/svg+xml,<svg/>', false],
    ['data:image/pngx,x', false],
    ['data:text/html,x', false],
    ['data:,x', false],
  ])('of %s is accepted: %s', (url, isAccepted) => {
    expect(safePicture(url) !== null).toBe(isAccepted);
    expect(safeLink(url)).toBe(null);
  });
});

describe('In a srcdoc frame', () => {
  beforeEach(() => {
    vi.stubGlobal('location', new URL('about:srcdoc'));
    vi.stubGlobal('document', { baseURI: 'https://shop.example/orders/' });
    vi.stubGlobal('origin', 'https://shop.example');
  });

  it("links of the page's origin open in the same tab, and its paths are a router's", () => {
    expect(safeLink('/orders/1')).toEqual({ href: 'https://shop.example/orders/1', isExternal: false });
    expect(safeLink('https://other.example/')?.isExternal).toBe(true);
    expect(routePath('https://shop.example/orders/1')).toBe('/orders/1');
  });

  it('a sandbox without the origin of the page has none of its own', () => {
    vi.stubGlobal('origin', 'null');
    expect(safeLink('/orders/1')?.isExternal).toBe(true);
    expect(routePath('https://shop.example/orders/1')).toBeNull();
  });
});
