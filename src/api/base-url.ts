import { isOwnOrigin, ownOrigin, requestAddress } from '../common/own-origin.js';
import { RequestError } from './errors.js';
import { expectation } from './expectation.js';

const loopback = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Validates the base URL and makes it absolute, without a trailing slash, so that paths can be appended.
 *
 * @param baseUrl an https: URL, an http: URL on loopback, or a path on the page's origin
 * @throws RequestError if it is anything else, or has credentials, a query or a hash
 */
export function parseBaseUrl(baseUrl: unknown): string {
  const url = resolve(baseUrl);
  if (!url || url.username || url.password || /[?#]/.test(url.href)) {
    const expected =
      "an https: URL (http: on loopback only) or a path on the page's origin, without user, query and hash";
    throw new RequestError('baseUrl', expectation(expected, baseUrl));
  }
  return url.href.replace(/\/+$/, '');
}

/** Whether it is the origin of an app with a scheme of its own, which no network can read. */
function isOwnScheme(url: URL): boolean {
  return url.protocol !== 'http:' && 'location' in globalThis && isOwnOrigin(url);
}

function resolve(baseUrl: unknown): URL | null {
  if (typeof baseUrl !== 'string') return null;
  try {
    if (baseUrl.startsWith('/')) {
      // Resolved here, because fetch would apply the page's <base>. '//x' and '/\x' are other origins.
      const url = new URL(baseUrl, ownOrigin());
      return isOwnOrigin(url) ? url : null;
    }
    const url = new URL(requestAddress(new URL(baseUrl)));
    const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname));
    return isSecure || isOwnScheme(url) ? url : null;
  } catch {
    // Not a URL, or a path outside a page.
    return null;
  }
}
