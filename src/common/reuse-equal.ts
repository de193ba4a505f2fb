/**
 * Returns the object of before if it has the same values as the current one, and else the current one: so it can be compared by
 * identity.
 */
export function reuseEqual<T extends object>(before: T | undefined, current: T): T {
  const values = new Map<string, unknown>(Object.entries(before ?? {}));
  const entries: [string, unknown][] = Object.entries(current);
  const isEqual =
    entries.length === values.size && entries.every(([name, value]) => value === values.get(name));
  return before && isEqual ? before : current;
}
