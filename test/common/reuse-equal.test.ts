import { describe, expect, it } from 'vitest';
import { reuseEqual } from '../../src/common/reuse-equal.js';

describe('reuseEqual()', () => {
  const before: { name: string; value?: number } = { name: 'a', value: 1 };

  it('returns the object of before if the values are the same', () => {
    expect(reuseEqual(before, { value: 1, name: 'a' })).toBe(before);
  });

  it('returns the current object if a value is another one, is new or is there no more', () => {
    for (const current of [{ name: 'a', value: 2 }, { name: 'a' }, { ...before, further: true }])
      expect(reuseEqual(before, current)).toBe(current);
  });

  it('returns the first object', () => {
    expect(reuseEqual(undefined, before)).toBe(before);
  });
});
