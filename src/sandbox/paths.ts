/** Only to resolve relative addresses against; nothing is ever sent there. */
const nowhere = 'https://sandbox.nudge-inbox.example';

export const defaultBaseUrl = `${nowhere}/v1/engagement`;

export function resolveAddress(address: string | URL): URL {
  return new URL(address, nowhere);
}

/** An address cut at the end of the base URL. */
export interface ServicePath {
  /** What comes before the operation: the base URL as this request had it. */
  base: string;
  /** The path of the operation. */
  path: string;
}

/** Finds the operation below the given base URL, or below any that ends with a version and a service (contract §9). */
export function findServicePath(address: URL, baseUrl: string): ServicePath | null {
  const { origin, pathname } = address;
  const basePath = resolveAddress(baseUrl).pathname.replace(/\/$/, '');
  if (pathname.startsWith(`${basePath}/`)) {
    return { base: origin + basePath, path: pathname.slice(basePath.length) };
  }
  const match = /^(.*?\/v1\/[^/]+)(\/(?:customer|nudge|opm|media-files)\/.*)$/.exec(pathname);
  return match?.[1] && match[2] ? { base: origin + match[1], path: match[2] } : null;
}
