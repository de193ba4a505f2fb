// Runs every suite, even after one fails, and prints one line with the total: `N passed, N failed`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureBrowser } from './find-browser.mjs';
import { readResults } from './test-results.mjs';

const folder = join('node_modules', '.cache', 'test-results');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

try {
  process.env.CHROME_PATH = await ensureBrowser();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

function vitest(project) {
  const file = join(folder, `${project}.json`);
  return {
    name: project,
    file,
    command: [
      'vitest',
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
  };
}

function wtr(name, ...options) {
  return { name, file: join(folder, `${name}.json`), command: ['wtr', ...options] };
}

/** They run side by side, since the tests mostly wait. The suites of each run one after the other. */
const lanes = [
  [wtr('elements'), vitest('stories'), vitest('unit')],
  [
    { name: 'build', command: ['npm', 'run', '--silent', 'build'] },
    wtr('journeys', '--config', 'test/journeys/web-test-runner.config.mjs'),
    vitest('pages'),
  ],
];

const total = { passed: 0, failures: [] };

async function run({ name, file, command }) {
  console.log(`${name}: started`);
  const [program, ...parameters] = command[0] === 'npm' ? command : ['npx', '--no-install', ...command];
  const suite = spawn(program, parameters, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TEST_RESULTS: file ?? '' },
    shell: process.platform === 'win32',
  });
  createInterface({ input: suite.stdout }).on('line', (line) => console.log(`${name}: ${line}`));
  const [status] = await once(suite, 'close');
  let result = { passed: 0, failures: [] };
  try {
    if (file) result = readResults(file);
  } catch {
    result.failures.push('wrote no results');
  }
  if (status !== 0 && result.failures.length === 0) result.failures.push(`ended with ${status}`);
  total.passed += result.passed;
  total.failures.push(...result.failures.map((failure) => `${name}: ${failure}`));
}

async function runInTurn(suites) {
  for (const suite of suites) await run(suite);
}

await Promise.all(lanes.map(runInTurn));

// Listed again at the end, where they are easy to find.
if (total.failures.length > 0) console.log(`\nfailed:\n${total.failures.join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failures.length} failed`);
process.exitCode = total.failures.length === 0 && total.passed > 0 ? 0 : 1;
