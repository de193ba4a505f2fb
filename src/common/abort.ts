/**
 * Waits for a promise, or rejects with the signal's reason if the signal aborts first.
 *
 * @throws the signal's reason; otherwise what the promise rejects with
 */
export async function raceAbort<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (!signal) return promise;
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = reject;
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });
  try {
    return await Promise.race([promise, aborted]);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    // A signal may live as long as the page, and its listeners would keep everything they reference in memory.
    signal.removeEventListener('abort', onAbort);
  }
}
