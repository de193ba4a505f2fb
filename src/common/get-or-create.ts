/** Returns the value for a key and creates it on the first call. For values that are costly to create, such as `Intl` formatters. */
export function getOrCreate<Value>(cache: Map<string, Value>, key: string, create: () => Value): Value {
  let value = cache.get(key);
  if (value === undefined) cache.set(key, (value = create()));
  return value;
}
