import { isOwnOrigin, parseAddress } from '../../common/own-origin.js';

/** The token that the page's own backend demands against forged requests. */
export interface CsrfSettings {
  /** The token. */
  csrfToken?: string | null | undefined;
  /** The name of the header with it. Default: `X-CSRF-Token`. */
  csrfHeader?: string | null | undefined;
}

/** The header with the token; none without one. */
export function createCsrfHeaders({ csrfToken, csrfHeader }: CsrfSettings): Record<string, string> {
  return csrfToken ? { [csrfHeader?.trim() ? csrfHeader : 'X-CSRF-Token']: csrfToken } : {};
}

/** The same for a request to this address: none for another origin than that of the page. */
export function createOwnCsrfHeaders(address: string, settings: CsrfSettings): Record<string, string> {
  const headers = createCsrfHeaders(settings);
  if (Object.keys(headers).length === 0 || !('document' in globalThis)) return {};
  return isOwnOrigin(parseAddress(address)) ? headers : {};
}
