/**
 * Whether a URL has the origin of the page. Not by `origin`, which is opaque for the own scheme of an app, such as
 * `capacitor://localhost` or `tauri://localhost`. A file has no host, and is no origin.
 */
export function isOwnOrigin({ protocol, host }: URL): boolean {
  return host !== '' && protocol === location.protocol && host === location.host;
}
