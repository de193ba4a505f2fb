import { raceAbort } from '../common/abort.js';
import { TimeoutError } from './errors.js';

/**
 * Runs a call with a time limit. The signal that the call receives aborts with the caller's signal and after the timeout, but not
 * when the call is over: browsers list a request as failed whose signal aborts right after it has finished. A call that does not
 * read the body of its response cancels it, by `discardBody()`.
 *
 * @param timeout milliseconds
 * @param operation method and path template, for the message of the error
 * @throws TimeoutError after the timeout; the caller's signal's reason; otherwise what the call throws
 */
export async function withTimeout<Value>(
  call: (signal: AbortSignal) => Promise<Value>,
  timeout: number,
  signal?: AbortSignal,
  operation?: string,
): Promise<Value> {
  signal?.throwIfAborted();
  // AbortSignal.any is newer than the oldest supported browsers.
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeout);
  signal?.addEventListener('abort', abort);
  try {
    // Raced, because an abort does not reach every body, nor every custom `fetch`.
    return await raceAbort(call(controller.signal), controller.signal);
  } catch (error) {
    signal?.throwIfAborted();
    throw controller.signal.aborted ? new TimeoutError(`no response within ${timeout} ms`, operation) : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
