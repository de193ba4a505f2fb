export function quantile(values: readonly number[], share: number): number;
export function median(values: readonly number[]): number;
export function compare(
  first: readonly number[],
  second: readonly number[],
): { ratio: number; low: number; high: number };
