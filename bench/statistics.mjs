/** The quantile of the values, interpolated between neighbours; NaN without values. */
export function quantile(values, fraction) {
  const sorted = [...values].sort((a, b) => a - b);
  const position = (sorted.length - 1) * fraction;
  const lower = sorted[Math.floor(position)];
  const upper = sorted[Math.ceil(position)];
  return sorted.length === 0 ? NaN : lower + (upper - lower) * (position % 1);
}

export const median = (values) => quantile(values, 0.5);

/**
 * Compares samples with those of a reference: the ratio of the medians, and the quartiles of the ratios within pairs.
 * The two samples of a pair are taken one right after the other.
 */
export function compare(reference, values) {
  const pairs = values.map((value, index) => value / reference[index]);
  return {
    ratio: median(values) / median(reference),
    low: quantile(pairs, 0.25),
    high: quantile(pairs, 0.75),
  };
}
