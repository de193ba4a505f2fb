/**
 * The origin of the page, without a slash at the end; empty for one that has none, such as a file or a sandboxed frame. From the
 * address of the page, since `origin` is opaque for the own scheme of an app, such as `capacitor://localhost` or
 * `tauri://localhost`. The address of a `srcdoc` frame, of `about:blank` or of a `blob:` has no host: such a page has the origin of
 * the one that created it.
 */
export function ownOrigin(): string {
  const { protocol, host } = location;
  if (host !== '') return `${protocol}//${host}`;
  return globalThis.origin === 'null' ? '' : globalThis.origin;
}

/** Whether a URL has the origin of the page. */
export function isOwnOrigin({ protocol, host }: URL): boolean {
  return host !== '' && `${protocol}//${host}` === ownOrigin();
}

/** An address with a user name or a password. */
const credentials = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*@/i;

/**
 * Parses an address as the browser does on this page, but without the user name and password of the page: one that was opened as
 * `https://user:password@host` hands both on to each relative address.
 *
 * @throws TypeError if it is none
 */
export function parseAddress(address: string | URL): URL {
  const url = new URL(address, document.baseURI);
  if (url.username === '' && url.password === '') return url;
  const page = new URL(document.baseURI);
  if (isOwnOrigin(url) && url.username === page.username && url.password === page.password)
    url.username = url.password = '';
  return url;
}

/** The address of a request, as it is, except in a page with a user name in its address: `fetch` refuses what that hands on. */
export function requestAddress(address: string | URL): string {
  const platform: { document?: { baseURI?: string } } = globalThis;
  const text = String(address);
  return credentials.test(platform.document?.baseURI ?? '') ? parseAddress(text).href : text;
}
