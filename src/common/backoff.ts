/** How long a pause may be, in milliseconds. */
export const longestPause = 60_000;

/** The pause after so many failures in a row, in milliseconds: from a second on twice as long each time, with jitter. */
export function backoff(failures: number): number {
  return Math.min(longestPause, 500 * 2 ** failures) * (0.5 + Math.random() / 2);
}
