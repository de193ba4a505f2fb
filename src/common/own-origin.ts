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
