/**
 * Keeps Vue from wrapping an object in a proxy, which has none of its private fields, as its own `markRaw()` does. Svelte's
 * `$state` does not wrap instances of a class.
 */
export function markRaw<Value extends object>(value: Value): Value {
  return Object.defineProperty(value, '__v_skip', { value: true });
}
