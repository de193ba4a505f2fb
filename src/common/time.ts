import { raceAbort } from './abort.js';

/** The longest delay of `setTimeout`, which fires at once with a longer one: https://developer.mozilla.org/docs/Web/API/Window/setTimeout#maximum_delay_value */
export const maxTimerMs = 2 ** 31 - 1;

/**
 * Waits for this time. Leaves no timer.
 *
 * @throws the signal's reason, if the signal aborts before
 */
export async function delay(milliseconds: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await raceAbort(elapsed, signal).finally(() => clearTimeout(timer));
}

/** Resolves or rejects as the promise does, or resolves with undefined if that takes longer. Leaves no timer. */
export async function waitAtMost<Value>(
  timeoutMs: number,
  promise: Promise<Value>,
): Promise<Value | undefined> {
  const settled = new AbortController();
  const expired = delay(timeoutMs, settled.signal).then(() => undefined);
  try {
    return await Promise.race([promise, expired]);
  } finally {
    settled.abort();
  }
}

/**
 * Runs a call with a time limit. The signal that the call receives aborts after that time and with the caller's signal, but not
 * when the call is over: browsers list a request as failed whose signal aborts right after it has finished.
 *
 * @throws what `createError` returns after that time; the caller's signal's reason; otherwise what the call throws
 */
export async function withDeadline<Value>(
  call: (signal: AbortSignal) => Promise<Value>,
  timeoutMs: number,
  createError: () => Error,
  callerSignal?: AbortSignal,
): Promise<Value> {
  callerSignal?.throwIfAborted();
  // AbortSignal.any is newer than the oldest supported browsers.
  const controller = new AbortController();
  const abort = (): void => controller.abort(callerSignal?.reason);
  const timer = setTimeout(() => controller.abort(createError()), timeoutMs);
  callerSignal?.addEventListener('abort', abort);
  try {
    // Raced, because an abort does not reach every body, nor every custom `fetch`.
    return await raceAbort(call(controller.signal), controller.signal);
  } finally {
    clearTimeout(timer);
    callerSignal?.removeEventListener('abort', abort);
  }
}
