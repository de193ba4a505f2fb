import * as time from '../../common/time.js';

/** A part of the backend has taken too long, such as a query of a database that does not respond. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/**
 * Waits for a promise, but not for longer than this. What it waits for goes on.
 *
 * @throws DeadlineError after that time, and what the promise rejects with before
 */
export function withDeadline<Value>(promise: Promise<Value>, timeoutMs: number): Promise<Value> {
  return time.withDeadline(
    () => promise,
    timeoutMs,
    () => new DeadlineError(`It takes longer than ${timeoutMs} ms.`),
  );
}
