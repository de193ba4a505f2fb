import { compare, median } from './statistics.mjs';

const frame = 1000 / 60;

/**
 * The lines of the table: what it is, the name of the measurement, its unit, and the aim. `ratio` is against the floor,
 * `most` is ours alone. An aim with `slowed` holds with the processor slowed, where it is the stricter.
 */
const rows = [
  ['24 ids: first card painted', 'list 24, first', 'ms', { ratio: 1.15 }],
  [
    '24 ids of a source, with dates and read state: first card painted',
    'list 24, told, first',
    'ms',
    { ratio: 1.15 },
  ],
  ['24 ids: screen whole', 'list 24, screen', 'ms'],
  ['24 ids: work until at rest', 'list 24, work', 'ms'],
  ['24 ids: longest task over 50 ms', 'list 24, longestTask', 'ms', { most: 50, slowed: true }],
  ['100 ids: first card painted', 'list 100, first', 'ms'],
  ['100 ids: screen whole', 'list 100, screen', 'ms'],
  ['100 ids: read through, time', 'list 100, readTime', 'ms'],
  ['100 ids: read through, work', 'list 100, readWork', 'ms'],
  ['100 ids: list usable, against all cards at once', 'eager 100, usable', 'ms'],
  ['100 cards alone, at once: painted', 'cards 100, painted', 'ms'],
  ['1,000 ids: first card painted', 'list 1000, first', 'ms', { ratio: 1.15 }],
  ['1,000 ids: screen whole', 'list 1000, screen', 'ms'],
  ['1,000 ids: work until at rest', 'list 1000, work', 'ms'],
  ['1,000 ids: read through, time', 'list 1000, readTime', 'ms', { ratio: 1.3 }],
  ['1,000 ids: read through, work', 'list 1000, readWork', 'ms', { ratio: 1.3 }],
  ['1,000 ids: list usable, against all cards at once', 'eager 1000, usable', 'ms', { ratio: 1.3 }],
  ['1,000 cards alone, at once: painted', 'cards 1000, painted', 'ms'],
  ['1,000 cards: heap', 'list 1000, heap', 'MB'],
  ['1,000 cards: DOM nodes', 'list 1000, nodes', ''],
  ['arrival into 1,000: add() returns', 'list 1000, told', 'ms'],
  ['arrival into 1,000: card painted', 'list 1000, arrived', 'ms'],
  ['arrival into 1,000: work', 'list 1000, arriveWork', 'ms', { most: frame }],
  ['bell, 24 ids: longest task over 50 ms at load', 'bell 24, atLoad', 'ms', { most: 50, slowed: true }],
  [
    'bell, 24 ids: longest task over 50 ms as it opens',
    'bell 24, atOpening',
    'ms',
    { most: 50, slowed: true },
  ],
  ['bell, 24 ids: press until first card painted', 'bell 24, opened', 'ms', { most: 200, slowed: true }],
  ['200 cards: mark one as read, until painted', 'acts 200, markRead', 'ms', { most: 200, slowed: true }],
  ['200 cards: only the unread, until painted', 'acts 200, filter', 'ms', { most: 200, slowed: true }],
  ['200 cards: all again, until painted', 'acts 200, unfilter', 'ms', { most: 200, slowed: true }],
  ['at rest, 3 s: frames asked for', 'idle, frames', '', { most: 0 }],
  ['at rest, 3 s: timers fired', 'idle, fired', '', { most: 0 }],
  ['at rest: timers under 10 s waiting', 'idle, short', '', { most: 0 }],
  ['at rest: animations running', 'idle, animations', ''],
  ['hidden: timers waiting', 'idle, hidden', '', { most: 0 }],
];

export const notes = (samples) => [
  'Floor: the same cards, written by hand in createElement calls, in one shadow root with the same styles. It loads as',
  'ours does: rows in portions of 50, records six at once for the newest 25 and for what comes into view, day headings.',
  'Ours: dist/cdn/nudge-inbox.iife.js, <nudge-inbox> or <nudge-bell> by mount(). Records come from memory on both sides.',
  `${samples} samples each, in a fresh browser context each, in turns. Medians; ratio with the middle half of the pairs.`,
  'Painted: from the first byte of the page (or the act) to the end of the frame that first has it; frames come each 16.7 ms.',
  'Work: all that the main thread does, with parsing, styles, layout, painting and the probe. Read through: scrolled on by a',
  'screen each time it is whole. At once: the floor makes every card without waiting to be scrolled to. Cards alone: no list,',
  '<nudge-notification>s with their records at hand. Longest task: of those that PerformanceObserver tells, which are over 50 ms.',
];

const number = (value, unit) => {
  if (!Number.isFinite(value)) return '';
  return unit === 'MB' ? value.toFixed(1) : Math.round(value * (value < 20 ? 10 : 1)) / (value < 20 ? 10 : 1);
};

function verdict(aim, slowdown, ratio, value) {
  if (!aim || (aim.slowed && slowdown === 1)) return { text: '', isMissed: false };
  const isMissed = aim.ratio ? ratio > aim.ratio : value > aim.most;
  const limit = aim.ratio ? `${aim.ratio}×` : `${Math.round(aim.most * 10) / 10}`;
  return { text: `≤ ${limit} ${isMissed ? 'MISSED' : 'ok'}`, isMissed };
}

/** The table, plain text, and the names of the aims that were missed. */
export function report(results, slowdowns) {
  const lines = [];
  const missed = [];
  for (const slowdown of slowdowns) {
    const speed = slowdown === 1 ? 'plain' : `processor slowed ${slowdown} times`;
    lines.push(`${speed.padEnd(68)}${'floor'.padStart(8)}${'ours'.padStart(9)}   ratio (middle half)   aim`);
    for (const [label, name, unit, aim] of rows) {
      const ours = results.get(`${slowdown} ours ${name}`);
      if (!ours) continue;
      const floor = results.get(`${slowdown} floor ${name}`) ?? [];
      const { ratio, low, high } = compare(floor, ours);
      const value = median(ours);
      const spread = Number.isFinite(ratio)
        ? `${ratio.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`
        : '';
      const { text, isMissed } = verdict(aim, slowdown, ratio, value);
      if (isMissed) missed.push(`${label}${slowdown === 1 ? '' : ' (slowed)'}`);
      const title = unit ? `${label}, ${unit}` : label;
      const numbers = `${String(number(median(floor), unit)).padStart(8)}${String(number(value, unit)).padStart(9)}`;
      lines.push(`${title.padEnd(68)}${numbers}   ${spread.padEnd(19)}   ${text}`.trimEnd());
    }
    lines.push('');
  }
  return { lines, missed };
}
