/**
 * Makes a function that loads a value once, on its first call, and shares it with all later ones. If loading fails, the
 * next call tries again.
 */
export function lazy<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}
