/** Base for resolving relative URLs. No request is ever sent to it. */
const placeholderOrigin = 'https://sandbox.nudge-inbox.example';

export const defaultBaseUrl = `${placeholderOrigin}/v1/engagement`;

export function resolveUrl(url: string | URL): URL {
  return new URL(url, placeholderOrigin);
}

/** A request URL, split at the end of the base URL. */
export interface ServiceUrl {
  /** The base URL that this request used. */
  base: string;
  /** The path of the operation, below the base URL. */
  path: string;
}

/** Splits a URL below `baseUrl`, or below any URL that ends with a version and a service. Null for any other. */
export function splitServiceUrl(url: URL, baseUrl: string): ServiceUrl | null {
  const { origin, pathname } = url;
  const basePath = resolveUrl(baseUrl).pathname.replace(/\/$/, '');
  if (pathname.startsWith(`${basePath}/`)) {
    return { base: origin + basePath, path: pathname.slice(basePath.length) };
  }
  const match = /^(.*?\/v1\/[^/]+)(\/(?:customer|nudge|opm|media-files)\/.*)$/.exec(pathname);
  return match?.[1] && match[2] ? { base: origin + match[1], path: match[2] } : null;
}
