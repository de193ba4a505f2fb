import { describe, expect, it } from 'vitest';
import { StateContainer } from '../../src/common/state-container.js';

interface Added {
  events: readonly { type: 'added'; change: number }[];
}

/** Holds the numbers that were applied to it, but for 0. */
class Numbers extends StateContainer<readonly number[], readonly number[], number, Added> {
  constructor() {
    super({
      initial: [],
      reduce: (state, change) => [
        change === 0 ? state : [...state, change],
        { events: [{ type: 'added', change }] },
      ],
      select: (state) => state,
    });
  }
}

describe('StateContainer', () => {
  it('publishes each change with its outcome after the state is replaced', () => {
    const container = new Numbers();
    const seen: unknown[] = [];
    container.addEffect(({ change, outcome }) => seen.push([change, outcome.events[0], container.state]));
    container.apply(1);
    container.apply(2);
    expect(seen).toEqual([
      [1, { type: 'added', change: 1 }, [1]],
      [2, { type: 'added', change: 2 }, [1, 2]],
    ]);
  });

  it('publishes nothing for a change without effect', () => {
    const container = new Numbers();
    let count = 0;
    container.addEffect(() => (count += 1));
    container.apply(0);
    expect(count).toBe(0);
  });

  it('gives every effect a change before it applies the changes that they answer with', () => {
    const container = new Numbers();
    const seen: number[] = [];
    container.addEffect(({ change }) => {
      if (change === 1) [2, 3].forEach((answer) => container.apply(answer));
    });
    container.addEffect(({ change }) => {
      seen.push(change);
      expect(container.state).toHaveLength(seen.length);
    });
    container.apply(1);
    expect(seen).toEqual([1, 2, 3]);
  });

  it('stays usable after a reducer that throws', () => {
    const container = new StateContainer<number, number, number, Added>({
      initial: 0,
      reduce: (state, change) => {
        if (change < 0) throw new RangeError('negative');
        return [state + change, { events: [] }];
      },
      select: (state) => state,
    });
    expect(() => container.apply(-1)).toThrow(RangeError);
    container.apply(2);
    expect(container.state).toBe(2);
  });

  it('lets a subscriber apply changes that take effect at once, and keeps the order for all subscribers', () => {
    const container = new Numbers();
    const seen: number[] = [];
    container.subscribe((event) => {
      if (event.type !== 'added' || event.change !== 1) return;
      container.apply(2);
      expect(container.state).toEqual([1, 2]);
    });
    container.subscribe((event) => event.type === 'added' && seen.push(event.change));
    container.apply(1);
    expect(seen).toEqual([1, 2]);
  });

  it('publishes one change event for changes that were applied together, before their own events', () => {
    const container = new Numbers();
    const seen: unknown[] = [];
    container.addEffect(({ change }) => change === 1 && container.apply(2));
    container.subscribe((event) => seen.push(event.type === 'added' ? event.change : event.type));
    container.apply(1);
    container.apply(3);
    expect(seen).toEqual(['change', 1, 2, 'change', 3]);
  });
});
