/** The longest delay between two retries, in milliseconds. */
const maxBackoffMs = 60_000;

/**
 * The delay before the next retry: exponential backoff with full jitter, a random time from 0 up to a limit that doubles
 * with each failure, so that clients that failed together do not retry together.
 * https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 *
 * @param failures failures in a row; with 0 the limit is `baseMs`
 * @param limits `baseMs`: the first limit (default 500); `maxMs`: the largest one (default 60,000)
 * @returns milliseconds
 */
export function backoff(failures: number, { baseMs = 500, maxMs = maxBackoffMs } = {}): number {
  return Math.random() * Math.min(maxMs, baseMs * 2 ** failures);
}
