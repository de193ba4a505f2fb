/** The value below which this share of the values lies, between neighbours in proportion; NaN of none. */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const next = sorted[Math.ceil(place)];
  return sorted.length === 0 ? NaN : sorted[below] + (next - sorted[below]) * (place - below);
}

export const median = (values) => quantile(values, 0.5);

/**
 * How much more the second takes than the first: the ratio of the medians, and between what the middle half of the
 * pairs lies, each pair being two samples that were taken one after the other.
 */
export function compare(first, second) {
  const pairs = second.map((value, index) => value / first[index]);
  return { ratio: median(second) / median(first), low: quantile(pairs, 0.25), high: quantile(pairs, 0.75) };
}
