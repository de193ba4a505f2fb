// Measures the built one-file script beside a hand-written list of the same cards, in one run, and prints one table.
// npm run bench -- [--samples 7] [--speed 1|4] [--only <words of a scenario>] [--check]
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { browserArguments, ensureBrowser } from '../scripts/find-browser.mjs';
import { notes, report } from './report.mjs';
import { compared, ours } from './scenarios.mjs';
import { serve } from './server.mjs';

const { values: options } = parseArgs({
  options: {
    samples: { type: 'string', default: '7' },
    speed: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    check: { type: 'boolean', default: false },
  },
});
const samples = Number(options.samples);
const slowdowns = options.speed ? [Number(options.speed)] : [1, 4];
const isWanted = ([name]) => name.includes(options.only);

const site = await serve();
const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: browserArguments });

/** One sample, in a context that has cached and remembered nothing. */
async function sample(scenario, side, slowdown) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 760 }, locale: 'en-US' });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const trouble = [];
    page.on('pageerror', ({ message }) => trouble.push(message));
    const client = await context.newCDPSession(page);
    // The thread's own time: what else runs on the machine does not count as the page's work.
    await client.send('Performance.enable', { timeDomain: 'threadTicks' });
    await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const go = (kind, count) => page.goto(`${site.address}/?side=${side}&kind=${kind}&count=${count}`);
    const measured = await scenario({ page, client, side, go });
    if (trouble.length > 0) throw new Error(trouble.join('\n'));
    return measured;
  } finally {
    await context.close();
  }
}

const results = new Map();

function keep(key, measured) {
  for (const [name, value] of Object.entries(measured)) {
    const full = `${key}, ${name}`;
    results.set(full, [...(results.get(full) ?? []), value]);
  }
}

try {
  for (const slowdown of slowdowns) {
    for (const [name, scenario] of Object.entries(compared).filter(isWanted)) {
      process.stderr.write(`${name}, slowed ${slowdown} times\n`);
      for (let count = 0; count < samples; count += 1) {
        // In turns, and each in turn the first, so that what passes over the machine meets both.
        for (const side of count % 2 ? ['ours', 'floor'] : ['floor', 'ours'])
          keep(`${slowdown} ${side} ${name}`, await sample(scenario, side, slowdown));
      }
    }
    for (const [name, scenario] of Object.entries(ours).filter(isWanted)) {
      process.stderr.write(`${name}, slowed ${slowdown} times\n`);
      for (let count = 0; count < (name === 'idle' ? 1 : samples); count += 1)
        keep(`${slowdown} ours ${name}`, await sample(scenario, 'ours', slowdown));
    }
  }
} finally {
  await browser.close();
  site.end();
}

const { lines, missed } = report(results, slowdowns);
console.log([...notes(samples), '', ...lines].join('\n'));
if (missed.length > 0) console.log(`\n${missed.length} aims missed: ${missed.join('; ')}`);
process.exitCode = options.check && missed.length > 0 ? 1 : 0;
