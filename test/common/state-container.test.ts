import { describe, expect, it } from 'vitest';
import { StateContainer } from '../../src/common/state-container.js';

const add = (state: readonly number[], change: number): readonly [readonly number[], string] => [
  change === 0 ? state : [...state, change],
  `added ${change}`,
];

describe('StateContainer', () => {
  it('publishes each change with its outcome after the state is replaced', () => {
    const container = new StateContainer<readonly number[], number, string>([], add);
    const seen: unknown[] = [];
    container.subscribe(({ change, outcome }) => seen.push([change, outcome, container.state]));
    container.apply(1);
    container.apply(2);
    expect(seen).toEqual([
      [1, 'added 1', [1]],
      [2, 'added 2', [1, 2]],
    ]);
  });

  it('publishes nothing for a change without effect', () => {
    const container = new StateContainer<readonly number[], number, string>([], add);
    let count = 0;
    container.subscribe(() => (count += 1));
    container.apply(0);
    expect(count).toBe(0);
  });

  it('gives every subscriber a change before it applies the changes that they answer with', () => {
    const container = new StateContainer<readonly number[], number, string>([], add);
    const seen: number[] = [];
    container.subscribe(({ change }) => {
      if (change === 1) [2, 3].forEach((answer) => container.apply(answer));
    });
    container.subscribe(({ change }) => {
      seen.push(change);
      expect(container.state).toHaveLength(seen.length);
    });
    container.apply(1);
    expect(seen).toEqual([1, 2, 3]);
  });

  it('stays usable after a reducer that throws', () => {
    const container = new StateContainer<number, number, null>(0, (state, change) => {
      if (change < 0) throw new RangeError('negative');
      return [state + change, null];
    });
    expect(() => container.apply(-1)).toThrow(RangeError);
    container.apply(2);
    expect(container.state).toBe(2);
  });

  it('lets an observer apply changes that take effect at once, and keeps the order for all observers', () => {
    const container = new StateContainer<readonly number[], number, string>([], add);
    const seen: number[] = [];
    container.observe(({ change }) => {
      if (change !== 1) return;
      container.apply(2);
      expect(container.state).toEqual([1, 2]);
    });
    container.observe(({ change }) => seen.push(change));
    container.apply(1);
    expect(seen).toEqual([1, 2]);
  });
});
