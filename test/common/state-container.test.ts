import { describe, expect, it, vi } from 'vitest';
import { StateContainer, type Update } from '../../src/common/state-container.js';

type Add = { type: 'add'; add: number } | { type: 'addQuietly'; add: number };

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

/** An effect that reacts to the changes of one type. */
const onAdd = (handleUpdate: (update: Update<Add & { type: 'add' }, Added>) => void) => ({
  name: 'test',
  on: ['add'] as const,
  handleUpdate,
});

describe('StateContainer', () => {
  it('publishes each change with its outcome after the state is replaced', () => {
    const container = new Numbers();
    const seen: unknown[] = [];
    container.addEffect(
      onAdd(({ change, outcome }) => seen.push([change.add, outcome.events[0], container.state])),
    );
    container.apply({ type: 'add', add: 1 });
    container.apply({ type: 'add', add: 2 });
    expect(seen).toEqual([
      [1, { type: 'added', number: 1 }, [1]],
      [2, { type: 'added', number: 2 }, [1, 2]],
    ]);
  });

  it('gives an effect the changes that it names, and no others', () => {
    const container = new Numbers();
    const seen: number[] = [];
    container.addEffect(onAdd(({ change }) => seen.push(change.add)));
    container.apply({ type: 'addQuietly', add: 1 });
    container.apply({ type: 'add', add: 2 });
    expect(seen).toEqual([2]);
  });

  it('gives the reducer the time at which a change is applied', () => {
    vi.useFakeTimers({ now: 5000 });
    const container = new StateContainer<number, number, Add, Added>({
      initial: 0,
      reduce: (_, { at }) => [at, { events: [] }],
      select: (state) => state,
    });
    container.apply({ type: 'add', add: 1 });
    vi.useRealTimers();
    expect(container.state).toBe(5000);
  });

  it('publishes nothing for a change without effect', () => {
    const container = new Numbers();
    let count = 0;
    container.addEffect(onAdd(() => (count += 1)));
    container.apply({ type: 'add', add: 0 });
    expect(count).toBe(0);
  });

  it('gives every effect a change before it applies the changes that they answer with', () => {
    const container = new Numbers();
    const seen: number[] = [];
    container.addEffect(
      onAdd(({ change }) => {
        if (change.add === 1) [2, 3].forEach((answer) => container.apply({ type: 'add', add: answer }));
      }),
    );
    container.addEffect(
      onAdd(({ change }) => {
        seen.push(change.add);
        expect(container.state).toHaveLength(seen.length);
      }),
    );
    container.apply({ type: 'add', add: 1 });
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
    expect(() => container.apply({ type: 'add', add: -1 })).toThrow(RangeError);
    container.apply({ type: 'add', add: 2 });
    expect(container.state).toBe(2);
  });

  it('lets a subscriber apply changes that take effect at once, and keeps the order for all subscribers', () => {
    const container = new Numbers();
    const seen: number[] = [];
    container.subscribe((event) => {
      if (event.type !== 'added' || event.number !== 1) return;
      container.apply({ type: 'add', add: 2 });
      expect(container.state).toEqual([1, 2]);
    });
    container.subscribe((event) => event.type === 'added' && seen.push(event.number));
    container.apply({ type: 'add', add: 1 });
    expect(seen).toEqual([1, 2]);
  });

  it('publishes one change event for changes that were applied together, before their own events', () => {
    const container = new Numbers();
    const seen: unknown[] = [];
    container.addEffect(onAdd(({ change }) => change.add === 1 && container.apply({ type: 'add', add: 2 })));
    container.subscribe((event) => seen.push(event.type === 'added' ? event.number : event.type));
    container.apply({ type: 'add', add: 1 });
    container.apply({ type: 'add', add: 3 });
    expect(seen).toEqual(['change', 1, 2, 'change', 3]);
  });
});
