import { withDeadline } from '../common/time.js';
import { TimeoutError } from './errors.js';

/**
 * Runs a request with a time limit, as {@link withDeadline} does. A call that does not read the body of its response cancels it, by
 * `discardBody()`.
 *
 * @param timeoutMs milliseconds
 * @param operation method and path template, for the message of the error
 * @throws TimeoutError after the timeout; the caller's signal's reason; otherwise what the call throws
 */
export function withTimeout<Value>(
  call: (signal: AbortSignal) => Promise<Value>,
  timeoutMs: number,
  signal?: AbortSignal,
  operation?: string,
): Promise<Value> {
  const createError = (): Error => new TimeoutError(`no response within ${timeoutMs} ms`, operation);
  return withDeadline(call, timeoutMs, createError, signal);
}
