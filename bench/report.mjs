import { rows } from './rows.mjs';
import { compare, median } from './statistics.mjs';

/** How much slower or larger than the baseline the current build may be. */
const maxBaselineRatio = 1.1;

const explain = (sampleCount) => [
  'How to read this: bench/README.md.',
  'Floor: the same cards, created by hand with createElement(), in one shadow root with the same styles. It loads as the',
  'inbox does: rows in batches of 50, six records at a time for the newest 25 and for what comes into view, day headings.',
  'Current, baseline: nudge-inbox.iife.js of each build, <nudge-inbox> or <nudge-bell> by mount(). All sides take their',
  'records from memory, except over the network, where the server takes 40 ms for each response.',
  `${sampleCount} samples each, in turns, each in a new browser context. The table shows medians, and the`,
  'ratio of medians with the quartiles of the ratios of paired samples.',
  'Painted: from the first byte of the page (or from the action) to the end of the first frame that shows it; a frame takes',
  '16.7 ms. Work: the thread time of all main thread tasks, with parsing, style, layout, paint and the probe. Read through:',
  'the list scrolls on by one screen whenever each row on the screen shows its card. Without a list: <nudge-notification>s',
  'whose records are there from the start. Longest task: as PerformanceObserver reports it, which is from 50 ms on.',
  'On a busy machine compare heap, nodes and work at normal speed: all other lines vary too much.',
  `A build is slower than the baseline if its median is above ${maxBaselineRatio} times the other, and three quarters of the pairs agree.`,
];

function formatValue(value, unit) {
  if (!Number.isFinite(value)) return '';
  if (unit === 'MB') return value.toFixed(2);
  if (unit === 'CLS') return value.toFixed(3);
  return value < 20 ? String(Math.round(value * 10) / 10) : String(Math.round(value));
}

function formatRatio({ ratio, low, high }) {
  return Number.isFinite(ratio) ? `${ratio.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})` : '';
}

/** The limits of a row that apply, each with whether the current build exceeds it. */
function checkLimits({ maxRatio, max, unit, limitAt }, { slowdown, value, toFloor, toBaseline }) {
  const limits = [];
  if (!limitAt || limitAt === (slowdown > 1 ? 'slowed' : 'normal')) {
    if (maxRatio !== undefined && Number.isFinite(toFloor.ratio))
      limits.push({ text: `≤ ${maxRatio} × floor`, isExceeded: toFloor.ratio > maxRatio });
    if (max !== undefined) limits.push({ text: `≤ ${formatValue(max, unit)}`, isExceeded: value > max });
  }
  // A slower median is noise if a quarter of the pairs contradicts it.
  const { ratio, low } = toBaseline;
  if (Number.isFinite(ratio) && ratio > maxBaselineRatio && low > 1)
    limits.push({ text: `≤ ${maxBaselineRatio} × baseline`, isExceeded: true });
  return limits;
}

const ratioWidth = 19;

function formatLine(label, values, ratios, rest = '') {
  const columns = [
    ...values.map((text) => text.padStart(9)),
    ...ratios.map((text) => `   ${text.padEnd(ratioWidth)}`),
  ];
  return `${label.padEnd(70)}${columns.join('')}   ${rest}`.trimEnd();
}

/**
 * Formats the samples as a table in plain text.
 *
 * @returns {{ lines: string[], exceeded: string[] }} the lines, and each limit that the current build exceeds
 */
export function formatReport({ samples, slowdowns, sampleCount, sides }) {
  const references = sides.filter((name) => name !== 'current');
  const lines = [...explain(sampleCount), ''];
  const exceeded = [];
  for (const slowdown of slowdowns) {
    const title = slowdown === 1 ? 'normal speed' : `processor slowed ${slowdown} times`;
    const ratioTitles = references.map((name) => `current/${name}`);
    lines.push(formatLine(title, sides, ratioTitles, 'limits'));
    for (const row of rows) {
      const get = (side) => samples.get({ ...row, slowdown, side });
      const current = get('current');
      if (current.length === 0) continue;
      const value = median(current);
      const [toFloor, toBaseline] = ['floor', 'baseline'].map((name) => compare(get(name), current));
      const ratios = { floor: toFloor, baseline: toBaseline };
      const limits = checkLimits(row, { slowdown, value, toFloor, toBaseline });
      for (const { text, isExceeded } of limits)
        if (isExceeded) exceeded.push(`${row.label} ${text} (${title})`);
      lines.push(
        formatLine(
          row.unit ? `${row.label}, ${row.unit}` : row.label,
          sides.map((name) => formatValue(median(get(name)), row.unit)),
          references.map((name) => formatRatio(ratios[name])),
          limits.map(({ text, isExceeded }) => `${text} ${isExceeded ? 'EXCEEDED' : 'ok'}`).join(', '),
        ),
      );
    }
    lines.push('');
  }
  if (exceeded.length > 0) lines.push('Limits exceeded:', ...exceeded.map((text) => `- ${text}`));
  return { lines, exceeded };
}
