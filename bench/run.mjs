// Measures the classic build beside a hand-written list of the same cards, and beside another build of the inbox.
// Prints one table. Usage: npm run bench -- [options]
//   --baseline <folder>   a second build of the inbox: the folder that holds its dist/cdn, or the script itself
//   --samples 5           how often each page is measured
//   --slowdown 1,4        how many times slower than the machine the processor is made
//   --only "list 24,bell" the scenarios to run, by name or first word
//   --sides baseline      the sides to compare the current build with, floor or baseline; both without it
//   --time-limit 120      how many seconds one measurement may take
//   --check               fails if a limit of the table is not met
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { browserArguments, ensureBrowser, mouse } from '../scripts/find-browser.mjs';
import { formatReport } from './report.mjs';
import { Samples } from './samples.mjs';
import { chooseScenarios } from './scenarios.mjs';
import { serve } from './server.mjs';
import { chooseSides } from './sides.mjs';
import { Visit } from './visit.mjs';

const { values: options } = parseArgs({
  options: {
    baseline: { type: 'string' },
    samples: { type: 'string', default: '5' },
    slowdown: { type: 'string', default: '1,4' },
    only: { type: 'string', default: '' },
    sides: { type: 'string', default: '' },
    'time-limit': { type: 'string', default: '120' },
    check: { type: 'boolean', default: false },
  },
});
const split = (list) => list.split(',').filter(Boolean);
const sampleCount = Number(options.samples);
const limitMs = Number(options['time-limit']) * 1000;
const slowdowns = split(options.slowdown).map(Number);
const scenarios = chooseScenarios(split(options.only));
const sides = chooseSides({ baseline: options.baseline, names: split(options.sides) });

const server = await serve(sides);
const browser = await chromium.launch({
  executablePath: await ensureBrowser(),
  args: [...browserArguments, mouse],
});
const samples = new Samples();
const failures = [];

async function takeSample(scenario, side, slowdown) {
  const visit = await Visit.start({ browser, address: server.address, side, slowdown });
  try {
    samples.add(
      { slowdown, side: side.name, scenario: scenario.name },
      await visit.measure(scenario, limitMs),
    );
  } finally {
    await visit.close();
  }
}

/** Takes the samples of all sides in turns, so that whatever else the machine does affects all of them alike. */
async function runScenario(scenario, slowdown) {
  const participants = sides.filter(({ name }) => !scenario.isInboxOnly || name !== 'floor');
  for (let count = 0; count < (scenario.isCount ? 1 : sampleCount); count += 1) {
    for (const side of count % 2 ? participants.toReversed() : participants) {
      try {
        await takeSample(scenario, side, slowdown);
      } catch (error) {
        failures.push(`${scenario.name}, ${side.name}, slowed ${slowdown} times: ${error.message}`);
        return;
      }
    }
  }
}

try {
  for (const slowdown of slowdowns) {
    for (const scenario of scenarios) {
      const start = performance.now();
      await runScenario(scenario, slowdown);
      const seconds = Math.round((performance.now() - start) / 1000);
      process.stderr.write(`${scenario.name}, slowed ${slowdown} times: ${seconds} s\n`);
    }
  }
} finally {
  await browser.close();
  server.close();
}

const report = formatReport({ samples, slowdowns, sampleCount, sides: sides.map(({ name }) => name) });
console.log(report.lines.join('\n'));
for (const failure of failures) console.log(`Failed: ${failure}`);
process.exitCode = failures.length > 0 || (options.check && report.exceeded.length > 0) ? 1 : 0;
