import { afterEach, describe, expect, it, vi } from 'vitest';
import { pauseMs, pauses, type Pauses } from '../../src/common/pauses.js';

const rows = Object.entries<Pauses>(pauses);
const dayMs = 86_400_000;

/** The shortest and the longest pause that chance may choose, in milliseconds. */
function rangeOf(row: Pauses, failures: number, retryAfter: number | null = null): [number, number] {
  const random = vi.spyOn(Math, 'random');
  const [least, most] = [0, 1].map((value) => {
    random.mockReturnValue(value);
    return Math.round(pauseMs(row, failures, retryAfter));
  });
  return [least!, most!];
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('The table of pauses', () => {
  it('has these pauses after one, two and many failures, and so many attempts', () => {
    const table = rows.map(([name, row]) => [
      name,
      ...[1, 2, 30].map((failures) => rangeOf(row, failures).join('–')),
      row.attempts,
    ]);
    expect(table).toEqual([
      ['call', '0–500', '0–1000', '0–8000', 3],
      ['queue', '0–1000', '0–2000', '0–60000', 3],
      ['save', '0–1000', '0–2000', '0–8000', 3],
      ['store', '2000–6000', '2000–10000', '2000–62000', Infinity],
      ['connection', '1000–6000', '1000–11000', '1000–61000', Infinity],
      ['refused', '300000–330000', '300000–330000', '300000–330000', Infinity],
      ['polling', '120000–132000', '240000–264000', '300000–330000', Infinity],
      ['database', '250–750', '250–1250', '250–10250', Infinity],
      ['conflict', '0–5', '0–10', '0–20', 100],
    ]);
  });

  it.each(rows)('halves the limit where no failure is counted: %s', (_, row) => {
    const [least, most] = rangeOf({ ...row, maxMs: Infinity }, 0);
    const [, first] = rangeOf({ ...row, maxMs: Infinity }, 1);
    expect(most - row.leastMs).toBe(Math.round((first - row.leastMs) / 2));
    expect(least).toBeGreaterThanOrEqual(row.leastMs);
  });

  it.each(rows)(
    'has pauses that are at least as long as Retry-After says, and a tenth longer at most: %s',
    (_, row) => {
      const seconds = Math.min(row.maxDemandMs, dayMs / 2) / 1000;
      const [least, most] = rangeOf(row, 1, seconds);
      const [ownLeast, ownMost] = rangeOf(row, 1);
      expect([least, most]).toEqual([
        Math.max(ownLeast, seconds * 1000),
        Math.max(ownMost, Math.round(seconds * 1100)),
      ]);
    },
  );

  it.each(rows)('is not shortened by a Retry-After that is over already: %s', (_, row) => {
    expect(rangeOf(row, 2, 0)).toEqual(rangeOf(row, 2));
  });

  it.each(rows)('obeys as much of an endless Retry-After as a timer can: %s', (_, row) => {
    const [, most] = rangeOf(row, 1, 1e15);
    expect(most).toBeLessThanOrEqual(dayMs * 1.1);
  });
});
