// Runs every suite, whatever the others did, and closes with one line over all of them: `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './find-browser.mjs';

const results = join('node_modules', '.cache', 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

try {
  process.env.CHROME_PATH = await ensureBrowser();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

function vitest(project) {
  const file = join(results, `${project}.json`);
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

const suites = [
  vitest('unit'),
  { name: 'elements', file: join(results, 'elements.json'), command: ['wtr'] },
  {
    name: 'elements, as in the files for script tags',
    file: join(results, 'lean-elements.json'),
    command: ['wtr'],
    env: { LEAN_LIBRARIES: '1' },
  },
  { name: 'build', command: ['npm', 'run', '--silent', 'build'] },
  vitest('pages'),
  vitest('stories'),
];

function counts(file) {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const failedFiles = (report.testResults ?? []).filter(
    (r) => r.status === 'failed' && r.assertionResults.length === 0,
  );
  return {
    passed: report.passed ?? report.numPassedTests,
    failed: report.failed ?? report.numFailedTests + failedFiles.length,
  };
}

const total = { passed: 0, failed: 0 };
for (const { name, file, command, env } of suites) {
  console.log(`\n== ${name}`);
  const [program, ...parameters] = command[0] === 'npm' ? command : ['npx', '--no-install', ...command];
  const { status } = spawnSync(program, parameters, {
    stdio: 'inherit',
    env: { ...process.env, ...env, TEST_RESULTS: file ?? '' },
    shell: process.platform === 'win32',
  });
  let result = { passed: 0, failed: status === 0 ? 0 : 1 };
  try {
    if (file) result = counts(file);
  } catch {
    result = { passed: 0, failed: 1 };
  }
  if (status !== 0 && result.failed === 0) result.failed = 1;
  total.passed += result.passed;
  total.failed += result.failed;
}

console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
