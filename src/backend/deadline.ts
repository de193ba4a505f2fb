/** A part of the backend has taken too long, such as a query of a database that does not respond. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/**
 * Waits for a promise, but not for longer than this. What it waits for goes on.
 *
 * @throws DeadlineError after that time, and what the promise rejects with before
 */
export async function withDeadline<Value>(promise: Promise<Value>, timeoutMs: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineError(`It takes longer than ${timeoutMs} ms.`)), timeoutMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
