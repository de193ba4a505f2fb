import { describe, expect, it } from 'vitest';
import { compare, median, quantile } from '../bench/statistics.mjs';

describe('statistics of the bench', () => {
  it('takes the middle value, whatever the order', () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  it('takes the mean of the two in the middle of an even number', () => {
    expect(median([1, 10, 2, 4])).toBe(3);
  });

  it('sorts by number and leaves the given list as it is', () => {
    const values = [100, 20, 3];
    expect(median(values)).toBe(20);
    expect(values).toEqual([100, 20, 3]);
  });

  it('lies between neighbours in proportion', () => {
    expect(quantile([0, 10, 20, 30, 40], 0.25)).toBe(10);
    expect(quantile([0, 10], 0.25)).toBe(2.5);
  });

  it('says nothing of no values', () => {
    expect(median([])).toBeNaN();
  });

  it('compares medians, and spreads over the pairs', () => {
    expect(compare([10, 10, 10, 10, 10], [10, 11, 12, 13, 14])).toEqual({ ratio: 1.2, low: 1.1, high: 1.3 });
  });
});
