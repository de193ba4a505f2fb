// Runs the suites of a command, goes on after one that fails, and ends with the total over all: `N passed, N failed`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { ensureBrowser } from './find-browser.mjs';
import { versions } from './postgres-server.mjs';

function npm(script, ...options) {
  return { name: script, command: ['npm', 'run', '--silent', script, '--', ...options] };
}

function vitest(project) {
  return { name: project, command: ['npx', '--no-install', 'vitest', 'run', '--project', project] };
}

function playwright(...projects) {
  const options = projects.map((project) => `--project=${project}`);
  return { name: projects[0], command: ['npx', '--no-install', 'playwright', 'test', ...options] };
}

/** The tests of the backend on a version of PostgreSQL. */
function postgres(version) {
  return { ...vitest('postgres'), name: `postgres ${version}`, env: { POSTGRES_VERSION: version } };
}

const elements = 'web-test-runner.config.mjs';
const journeys = 'test/journeys/web-test-runner.config.mjs';

/** Element tests or journeys in an engine. `files` narrows them down. */
function wtr(config, engine, files) {
  return {
    name: `${config === journeys ? 'journeys' : 'elements'} in ${engine}`,
    command: ['npx', '--no-install', 'wtr', '--config', config, ...(files ? ['--files', files] : [])],
    env: { ENGINE: engine },
  };
}

/** The element tests whose result depends on the engine. */
const engineSensitive = 'test/elements/**/*.engines.test.ts';

const staticChecks = [
  npm('check:format'),
  npm('typecheck'),
  npm('check:bundles'),
  npm('check:api'),
  npm('check:package'),
];

/**
 * The suites of each command, in the order in which they begin: those that take longest first, so that both workers end at about
 * the same time. What all of them use is built by a command before.
 */
const commands = {
  build: [npm('build')],
  /** The rest of `npm test`. */
  test: [
    wtr(elements, 'chromium'),
    playwright('pages'),
    vitest('unit'),
    vitest('package'),
    vitest('stories'),
    wtr(journeys, 'chromium'),
  ],
  /** What `.ci/run` adds to `npm test`. */
  gate: [
    npm('lint'),
    npm('test:storybook'),
    wtr(elements, 'firefox', engineSensitive),
    wtr(elements, 'webkit', engineSensitive),
    playwright('frameworks'),
    vitest('postgres'),
    wtr(journeys, 'firefox'),
    wtr(journeys, 'webkit'),
    ...staticChecks,
  ],
  /** What `npm run test:all` adds to `npm test`. */
  all: [
    wtr(elements, 'firefox'),
    wtr(elements, 'webkit'),
    vitest('clone'),
    vitest('random-acts'),
    playwright('frameworks', 'more-frameworks', 'examples'),
    ...versions.map(postgres),
    vitest('failover'),
    vitest('registry'),
    npm('test:storybook', '--project=pictures'),
    npm('lint'),
    wtr(journeys, 'firefox'),
    wtr(journeys, 'webkit'),
    ...staticChecks,
  ],
};

const folder = join('node_modules', '.cache', 'test-reports');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const total = { passed: 0, failures: [] };

/** The tests in a report of the JUnit format, which all runners write. */
function* readReport(file) {
  const xml = existsSync(file) ? readFileSync(file, 'utf8') : '';
  for (const [, attributes, content = ''] of xml.matchAll(
    /<testcase\s([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs,
  )) {
    const [title, group] = ['name', 'classname'].map(
      (key) => attributes.match(`(?:^| )${key}="([^"]*)"`)?.[1],
    );
    const outcome = /<(failure|error|skipped)[\s/>]/.exec(content)?.[1] ?? 'passed';
    yield { name: `${group ?? ''} > ${title ?? ''}`, outcome };
  }
}

async function run({ name, command, env }) {
  console.log(`${name}: started`);
  const startMs = performance.now();
  const report = join(folder, `${name.replaceAll(/[ :]/g, '-')}.xml`);
  const [program, ...parameters] = command;
  const suite = spawn(program, parameters, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, JUNIT_REPORT: report },
    shell: process.platform === 'win32',
  });
  const lines = [];
  for (const input of [suite.stdout, suite.stderr])
    createInterface({ input }).on('line', (line) => {
      console.log(`${name}: ${line}`);
      if (line.trim()) lines.push(line);
    });
  const [status] = await once(suite, 'close');

  const tests = [...readReport(report)];
  const failures = tests.filter(({ outcome }) => outcome === 'failure' || outcome === 'error');
  total.passed += tests.filter(({ outcome }) => outcome === 'passed').length;
  total.failures.push(...failures.map((test) => `${name}: ${test.name}`));
  // A browser that crashed, a file that did not load, a check that has no tests: the end of the output tells why.
  if (status !== 0 && failures.length === 0)
    total.failures.push([`${name}: ended with ${status}`, ...lines.slice(-10)].join('\n  '));
  console.log(`${name}: ended after ${Math.round((performance.now() - startMs) / 1000)} s`);
}

/** Two side by side, since tests mostly wait, and a machine may have two cores. */
async function runSideBySide(suites) {
  const queue = [...suites];
  const work = async () => {
    for (let suite = queue.shift(); suite; suite = queue.shift()) await run(suite);
  };
  await Promise.all([work(), work()]);
}

try {
  process.env.CHROME_PATH = await ensureBrowser();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
for (const command of process.argv.slice(2)) await runSideBySide(commands[command]);

// Listed again at the end, where they are easy to find.
if (total.failures.length > 0) console.log(`\nfailed:\n${total.failures.join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failures.length} failed`);
process.exitCode = total.failures.length === 0 && total.passed > 0 ? 0 : 1;
