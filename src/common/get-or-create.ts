/** Returns the value at `key`, created on first use. For costly values, such as formatters of `Intl`. */
export function getOrCreate<Value>(cache: Map<string, Value>, key: string, create: () => Value): Value {
  let value = cache.get(key);
  if (value === undefined) cache.set(key, (value = create()));
  return value;
}
