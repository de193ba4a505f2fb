/** Hosts that only developers see: loopback, and the names that are reserved for it and for tests. */
const developmentHost = /^(?:(?:.+\.)?(?:localhost|test)|127(?:\.\d+){3}|\[::1\]|)$/;

let hasWarned = false;

/** Warns once, in the console of a page that customers may see, that its notifications are made up. */
export function warnInProduction(): void {
  if (hasWarned || typeof document === 'undefined' || developmentHost.test(location.hostname)) return;
  hasWarned = true;
  console.warn(
    `[nudge-inbox] ${location.hostname} uses the sandbox: its notifications are made up and nothing is saved. It is for demos and tests only.`,
  );
}
