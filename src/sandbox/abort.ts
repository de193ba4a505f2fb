/** The work's outcome, or the signal's reason as soon as it aborts, though the work itself goes on unheard. */
export async function unlessAborted<T>(signal: AbortSignal | undefined, begin: () => Promise<T>): Promise<T> {
  if (!signal) return begin();
  signal.throwIfAborted();
  const work = begin();
  const listening = new AbortController();
  const aborted = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true, signal: listening.signal });
  });
  try {
    await Promise.race([aborted, work]);
    signal.throwIfAborted();
    return await work;
  } finally {
    listening.abort();
  }
}

export async function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  if (milliseconds <= 0) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapse = () =>
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds);
    });
  try {
    await unlessAborted(signal, elapse);
  } finally {
    clearTimeout(timer);
  }
}
