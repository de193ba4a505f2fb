import { describe, expect, it, vi } from 'vitest';
import { StateContainer } from '../../src/common/state-container.js';

interface Add {
  add: number;
}

interface Added {
  events: readonly { type: 'added'; number: number }[];
}

/** Holds the numbers that were applied to it, but for 0. */
class Numbers extends StateContainer<readonly number[], readonly number[], Add, Added> {
  constructor() {
    super({
      initial: [],
      reduce: (state, { add }) => [
        add === 0 ? state : [...state, add],
        { events: [{ type: 'added', number: add }] },
      ],
      select: (state) => state,
    });
  }
}

describe('StateContainer', () => {
  it('publishes each change with its outcome after the state is replaced', () => {
    const container = new Numbers();
    const seen: unknown[] = [];
    container.addEffect(({ change, outcome }) => seen.push([change.add, outcome.events[0], container.state]));
    container.apply({ add: 1 });
    container.apply({ add: 2 });
    expect(seen).toEqual([
      [1, { type: 'added', number: 1 }, [1]],
      [2, { type: 'added', number: 2 }, [1, 2]],
    ]);
  });

  it('gives the reducer the time at which a change is applied', () => {
    vi.useFakeTimers({ now: 5000 });
    const container = new StateContainer<number, number, Add, Added>({
      initial: 0,
      reduce: (_, { at }) => [at, { events: [] }],
      select: (state) => state,
    });
    container.apply({ add: 1 });
    vi.useRealTimers();
    expect(container.state).toBe(5000);
  });

  it('publishes nothing for a change without effect', () => {
    const container = new Numbers();
    let count = 0;
    container.addEffect(() => (count += 1));
    container.apply({ add: 0 });
    expect(count).toBe(0);
  });

  it('gives every effect a change before it applies the changes that they answer with', () => {
    const container = new Numbers();
    const seen: number[] = [];
    container.addEffect(({ change }) => {
      if (change.add === 1) [2, 3].forEach((answer) => container.apply({ add: answer }));
    });
    container.addEffect(({ change }) => {
      seen.push(change.add);
      expect(container.state).toHaveLength(seen.length);
    });
    container.apply({ add: 1 });
    expect(seen).toEqual([1, 2, 3]);
  });

  it('stays usable after a reducer that throws', () => {
    const container = new StateContainer<number, number, Add, Added>({
      initial: 0,
      reduce: (state, { add }) => {
        if (add < 0) throw new RangeError('negative');
        return [state + add, { events: [] }];
      },
      select: (state) => state,
    });
    expect(() => container.apply({ add: -1 })).toThrow(RangeError);
    container.apply({ add: 2 });
    expect(container.state).toBe(2);
  });

  it('lets a subscriber apply changes that take effect at once, and keeps the order for all subscribers', () => {
    const container = new Numbers();
    const seen: number[] = [];
    container.subscribe((event) => {
      if (event.type !== 'added' || event.number !== 1) return;
      container.apply({ add: 2 });
      expect(container.state).toEqual([1, 2]);
    });
    container.subscribe((event) => event.type === 'added' && seen.push(event.number));
    container.apply({ add: 1 });
    expect(seen).toEqual([1, 2]);
  });

  it('publishes one change event for changes that were applied together, before their own events', () => {
    const container = new Numbers();
    const seen: unknown[] = [];
    container.addEffect(({ change }) => change.add === 1 && container.apply({ add: 2 }));
    container.subscribe((event) => seen.push(event.type === 'added' ? event.number : event.type));
    container.apply({ add: 1 });
    container.apply({ add: 3 });
    expect(seen).toEqual(['change', 1, 2, 'change', 3]);
  });
});
