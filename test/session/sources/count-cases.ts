/** What a host may write as a count, and what it means: for lists, and for the badge. */
export const countCases: readonly (readonly [value: unknown, count: number | undefined])[] = [
  [0, 0],
  [3, 3],
  ['12', 12],
  [-1, undefined],
  [1.5, undefined],
  ['', undefined],
  ['1e3', undefined],
  ['-1', undefined],
  [NaN, undefined],
  [2 ** 53, undefined],
  [true, undefined],
  [null, undefined],
  [undefined, undefined],
  [[], undefined],
];
