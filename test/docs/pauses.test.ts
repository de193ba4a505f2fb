import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pauses, type Pauses } from '../../src/common/pauses.js';

/** The range of a pause with this limit of its random part, in seconds. */
function formatRange({ leastMs, jitter }: Pauses, limitMs: number): string {
  const range = jitter === 'full' ? [leastMs, leastMs + limitMs] : [limitMs, limitMs * 1.1];
  return `${range.map((milliseconds) => Math.round(milliseconds) / 1000).join(' to ')} s`;
}

describe('The table of pauses in the documentation', () => {
  it('has a row for each of the code, in the same order and with the same times', () => {
    const [, section = ''] = /## Pauses\n(.*?)\n## /s.exec(readFileSync('docs/at-scale.md', 'utf8')) ?? [];
    const [, , ...lines] = section.split('\n').filter((line) => line.startsWith('|'));
    const documented = lines.map((line) =>
      line
        .split('|')
        .slice(2, 5)
        .map((cell) => cell.trim()),
    );
    const rows = Object.values<Pauses>(pauses).map((row) => [
      formatRange(row, row.firstMs),
      formatRange(row, row.maxMs),
      row.attempts === Infinity ? 'any' : String(row.attempts),
    ]);
    expect(documented).toEqual(rows);
  });
});
