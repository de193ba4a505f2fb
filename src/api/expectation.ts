/** What a `RequestError` says a value must be, and that there is none, if so. */
export const expectation = (expected: string, value: unknown): string =>
  value === undefined ? `${expected}; it is missing` : expected;
