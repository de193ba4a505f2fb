/** Runs `work` and rejects with the signal's reason as soon as it aborts. The work itself is not cancelled; its result is ignored. */
export async function rejectOnAbort<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  if (!signal) return work();
  signal.throwIfAborted();
  const result = work();
  const cleanup = new AbortController();
  const aborted = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true, signal: cleanup.signal });
  });
  try {
    await Promise.race([aborted, result]);
    signal.throwIfAborted();
    return await result;
  } finally {
    cleanup.abort();
  }
}

/** Resolves after `delayMs`, or rejects with the signal's reason as soon as it aborts. */
export async function delay(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  if (delayMs <= 0) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = () =>
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, delayMs);
    });
  try {
    await rejectOnAbort(signal, timeout);
  } finally {
    clearTimeout(timer);
  }
}
