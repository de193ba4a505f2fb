/** What is costly to make, such as a formatter of `Intl`, is made once for each key. */
export function getOrCreate<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  let value = known.get(key);
  if (value === undefined) known.set(key, (value = make()));
  return value;
}
