import { raceAbort } from '../common/abort.js';
import { TimeoutError } from './errors.js';

/**
 * What the call gives, whose signal aborts with the given one, after so many milliseconds, and when all is over: that
 * lets go of a body that nobody reads.
 *
 * @throws TimeoutError; the given signal's own reason; else what the call threw
 */
export async function withTimeout<Value>(
  call: (signal: AbortSignal) => Promise<Value>,
  timeout: number,
  signal?: AbortSignal,
  operation?: string,
): Promise<Value> {
  // Linked by hand: AbortSignal.any is younger than the oldest browsers supported.
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, timeout);
  signal?.addEventListener('abort', stop);
  try {
    // Raced, because an abort does not reach every body, nor every `fetch` of a host.
    return await raceAbort(call(controller.signal), controller.signal);
  } catch (error) {
    signal?.throwIfAborted();
    throw controller.signal.aborted ? new TimeoutError(`no answer within ${timeout} ms`, operation) : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    stop();
  }
}
