/** A function that loads a value once, on its first call, and shares it with all later ones. */
export interface Lazy<Value> {
  (): Promise<Value>;
  /** The value, as soon as it is loaded. */
  value?: Value;
}

/** Loads a value on demand. If loading fails, the next call tries again. */
export function lazy<Value>(load: () => Promise<Value>): Lazy<Value> {
  let loading: Promise<Value> | undefined;
  const loadOnce: Lazy<Value> = () =>
    (loading ??= load().then(
      (value) => (loadOnce.value = value),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    ));
  return loadOnce;
}
