import { describe, expect, it } from 'vitest';
import { compare, median, quantile } from '../bench/statistics.mjs';

describe('statistics of the benchmark', () => {
  it('median() returns the middle value, whatever the order', () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  it('median() returns the mean of the two middle values of an even count', () => {
    expect(median([1, 10, 2, 4])).toBe(3);
  });

  it('median() sorts numerically and does not change the input', () => {
    const values = [100, 20, 3];
    expect(median(values)).toBe(20);
    expect(values).toEqual([100, 20, 3]);
  });

  it('quantile() interpolates between neighbours', () => {
    expect(quantile([0, 10, 20, 30, 40], 0.25)).toBe(10);
    expect(quantile([0, 10], 0.25)).toBe(2.5);
  });

  it('median() returns NaN for an empty list', () => {
    expect(median([])).toBeNaN();
  });

  it('compare() returns the ratio of the medians and the spread over the pairs', () => {
    expect(compare([10, 10, 10, 10, 10], [10, 11, 12, 13, 14])).toEqual({ ratio: 1.2, low: 1.1, high: 1.3 });
  });
});
