// Needed by pages with Prototype.js before 1.7, until 2010.
import { afterEach, describe, expect, it } from 'vitest';
import { toJson } from '../../src/common/to-json.js';

afterEach(() => void Reflect.deleteProperty(Array.prototype, 'toJSON'));

describe('toJson()', () => {
  it('writes arrays as arrays where Prototype.js has given them a toJSON()', () => {
    const data = { ids: ['a', 'b'], until: undefined, nested: [{ tags: [1, [2]] }], date: new Date(0) };
    const expected = JSON.stringify(data);
    Object.assign(Array.prototype, {
      toJSON(this: unknown[]) {
        return `[${this.join(', ')}]`;
      },
    });
    expect(JSON.stringify(data)).not.toBe(expected);
    expect(toJson(data)).toBe(expected);
  });
});
