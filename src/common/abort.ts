/** What the promise gives, or the signal's own reason if the signal aborts first. */
export async function raceAbort<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (!signal) return promise;
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = reject;
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
  });
  try {
    return await Promise.race([promise, aborted]);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    // A signal may live as long as the page, and would keep what its listeners hold.
    signal.removeEventListener('abort', stop);
  }
}
