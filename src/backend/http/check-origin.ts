import { warnOnce } from '../../common/warn.js';
import { HttpError } from './http-error.js';

/**
 * Parses an origin of `allowedOrigins`, which may have a slash at its end.
 *
 * @throws TypeError if it is none, such as a pattern or an address with a path
 */
export function parseOrigin(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  // `URL` takes a wildcard for a name, which no host has.
  if (url?.href !== `${url?.origin}/` || url.host.includes('*'))
    throw new TypeError(
      `allowedOrigins must be origins, such as https://www.example.com, without a path or a wildcard: "${value}" is none.`,
    );
  return url.origin;
}

/**
 * Refuses requests that a page of another site has caused, with the cookies of the customer. Returns the headers that allow
 * a page of another origin, if it is one of those allowed, to see the response.
 *
 * Browsers send `Sec-Fetch-Site` to addresses that are secure, and `Origin` with every POST. What sends neither is no
 * browser, and has no cookies but its own.
 * https://web.dev/articles/fetch-metadata
 */
export function checkOrigin(
  request: Request,
  url: URL,
  allowedOrigins: readonly string[],
): Record<string, string> {
  const { headers, method } = request;
  const origin = headers.get('Origin');
  if (origin !== null && allowedOrigins.includes(origin)) {
    return {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Expose-Headers': 'Retry-After',
    };
  }
  const site = headers.get('Sec-Fetch-Site');
  // Somebody who opens the address of the list by hand may see it.
  const isOwn = site === 'same-origin' || (site === 'none' && method === 'GET');
  const isSameOrigin = origin === null || origin === url.origin;
  if (site === null ? !isSameOrigin : !isOwn) throw new HttpError(403, 'other-origin');
  return {};
}

/**
 * The headers of the response to a preflight of an allowed origin, whose pages may send any header:
 * https://developer.mozilla.org/docs/Glossary/Preflight_request
 */
export const preflightHeaders = ({ headers }: Request): Record<string, string> => ({
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': headers.get('Access-Control-Request-Headers') ?? 'Content-Type',
  'Access-Control-Max-Age': '600',
});

/** How many refused origins are logged: any site can cause requests, and must not fill the log. */
const maxNamedOrigins = 10;
/** Longer than any origin that a browser sends: a host name has at most 255 bytes. https://datatracker.ietf.org/doc/html/rfc1035#section-2.3.4 */
const maxOriginLength = 300;

/**
 * Logs the origin of each page whose request was refused, once, so that an operator finds out that a proxy has replaced `Host`, or
 * that an origin is missing in `allowedOrigins`.
 */
export class RefusedOrigins {
  readonly #named = new Set<string>();

  warn({ headers }: Request, { origin: target }: URL): void {
    const origin = headers.get('Origin') ?? '';
    if (!URL.canParse(origin) || origin.length > maxOriginLength || this.#named.size >= maxNamedOrigins)
      return;
    const { origin: page } = new URL(origin);
    // Also with another Host, which a client that is no browser chooses.
    if (this.#named.has(page)) return;
    this.#named.add(page);
    warnOnce(
      `A request of a page on ${page} was refused, because it came for ${target}. If that is your own page, let your proxy pass on its Host, or name ${page} in allowedOrigins.`,
    );
  }
}
