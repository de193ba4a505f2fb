/** Throws a TypeError if an option is no number of this range, such as one that would delete everything. */
export function assertNumber(value: unknown, name: string, [min, max]: readonly [number, number]): void {
  if (typeof value !== 'number' || !(value >= min && value <= max))
    throw new TypeError(`${name} must be a number from ${min} to ${max}.`);
}

/** Throws a TypeError if a value is neither true nor false: a text such as `false` would count as true. */
export function assertBoolean(value: unknown, name: string): asserts value is boolean {
  if (typeof value !== 'boolean') throw new TypeError(`${name} must be true or false.`);
}

/** The same as `assertNumber`, without fractions. */
export function assertCount(value: unknown, name: string, range: readonly [number, number]): void {
  assertNumber(value, name, range);
  if (!Number.isInteger(value)) throw new TypeError(`${name} must be a whole number.`);
}
