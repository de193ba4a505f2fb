/** How long to wait where the browser does not say when the page is idle, in milliseconds. */
const fallbackMs = 1000;

/** Runs a function once when the page is idle. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run);
  else setTimeout(run, fallbackMs);
}
