export function quantile(values: readonly number[], fraction: number): number;
export function median(values: readonly number[]): number;
export function compare(
  reference: readonly number[],
  values: readonly number[],
): { ratio: number; low: number; high: number };
