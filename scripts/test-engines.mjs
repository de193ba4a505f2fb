// Runs the element tests and the journeys in the browser engines, side by side since the tests mostly wait, and prints a line
// for each engine and one with the sum.
// A browser that is not installed is skipped with a line that says what to install; in CI that counts as a failure.
//
// `npm run test:engines firefox webkit` runs in these only; `npm run test:engines -- --files 'test/…'` passes its options on
// to the test runner, for one run of element tests.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { launchers } from './engines.mjs';

const folder = join('node_modules', '.cache', 'test-engines');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const isEngine = (argument) => argument in launchers;
const engines = process.argv.slice(2).filter(isEngine);
const options = process.argv.slice(2).filter((argument) => !isEngine(argument));
/** The options of each run of the test runner. */
const runs = options.length > 0 ? [options] : [[], ['--config', 'test/journeys/web-test-runner.config.mjs']];

/** Finds or installs the browser of an engine: one after the other, as packages install. */
async function prepare(engine) {
  try {
    await launchers[engine]();
    return { engine, passed: 0, failures: [], skipped: [], isMissing: false };
  } catch (error) {
    console.error(`${engine}: ${error.message}`);
    return {
      engine,
      passed: 0,
      failures: process.env.CI ? ['no browser'] : [],
      skipped: [],
      isMissing: true,
    };
  }
}

/** A port of its own, since test runners that start at the same time would choose the same one. */
async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

async function testIn(result) {
  const { engine } = result;
  for (const [index, options] of runs.entries()) {
    const file = join(folder, `${engine}-${index}.json`);
    const port = String(await freePort());
    const runner = spawn('npx', ['--no-install', 'wtr', '--port', port, ...options], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ENGINE: engine, TEST_RESULTS: file },
      shell: process.platform === 'win32',
    });
    const [output, [status]] = await Promise.all([text(runner.stdout), once(runner, 'close')]);
    console.log(`\n== ${engine} ${options.join(' ')}\n${output}`);
    try {
      const { passed, failures, skipped } = JSON.parse(readFileSync(file, 'utf8'));
      result.passed += passed;
      result.failures.push(...failures);
      result.skipped.push(...skipped);
      if (status !== 0 && failures.length === 0) result.failures.push(`ended with ${status}`);
    } catch {
      result.failures.push('wrote no results');
    }
  }
}

// The journeys visit the built script.
if (options.length === 0 && spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' }).status !== 0)
  process.exit(1);

const results = [];
for (const engine of engines.length > 0 ? engines : Object.keys(launchers))
  results.push(await prepare(engine));
await Promise.all(results.filter(({ isMissing }) => !isMissing).map(testIn));

const describe = ({ engine }, test) => `${engine}: ${relative('.', test)}`;
const skipped = results.flatMap((result) => result.skipped.map((test) => describe(result, test)));
const failures = results.flatMap((result) => result.failures.map((test) => describe(result, test)));
const passed = results.reduce((sum, result) => sum + result.passed, 0);

if (skipped.length > 0) console.log(`\n${skipped.length} not run in an engine:\n${skipped.join('\n')}`);
// Listed again at the end, where they are easy to find.
if (failures.length > 0) console.log(`\nfailed:\n${failures.join('\n')}`);
console.log('');
for (const result of results) {
  const counts = `${result.passed} passed, ${result.failures.length} failed`;
  console.log(`${result.engine}: ${result.isMissing ? `${counts}, not installed` : counts}`);
}
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 && passed > 0 ? 0 : 1;
