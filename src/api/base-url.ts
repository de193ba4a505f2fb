import { RequestError } from './errors.js';

const loopback = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** The base URL as paths are appended to it: absolute, without a slash at its end. */
export function parseBaseUrl(baseUrl: unknown): string {
  const url = resolve(baseUrl);
  if (!url || url.username || url.password || /[?#]/.test(url.href)) {
    throw new RequestError(
      'baseUrl',
      "an https: URL (http: on loopback only) or a path of the page's origin, without user, query and hash",
    );
  }
  return url.href.replace(/\/+$/, '');
}

function resolve(baseUrl: unknown): URL | null {
  if (typeof baseUrl !== 'string') return null;
  try {
    if (baseUrl.startsWith('/')) {
      // Resolved here rather than by fetch, which would follow the page's <base>; '//x' and '/\x' are other origins.
      const url = new URL(baseUrl, location.origin);
      return url.origin === location.origin ? url : null;
    }
    const url = new URL(baseUrl);
    return url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname))
      ? url
      : null;
  } catch {
    // Not a URL, or a path where there is no page.
    return null;
  }
}
