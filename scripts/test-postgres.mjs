// Runs the tests that need a real PostgreSQL. Without one, says so and counts it as a failure.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findPrograms, installPrograms } from './postgres-server.mjs';

if (!findPrograms() && !(installPrograms() && findPrograms())) {
  console.log('failed:\npostgres: there is no PostgreSQL on this machine: apt-get install postgresql\n');
  console.log('0 passed, 1 failed');
  process.exit(1);
}

const file = join('node_modules', '.cache', 'test-results', 'postgres.json');
mkdirSync(dirname(file), { recursive: true });
const { status } = spawnSync(
  'npx',
  [
    '--no-install',
    'vitest',
    'run',
    '--project',
    'postgres',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ],
  { stdio: 'inherit', shell: process.platform === 'win32' },
);
const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, 'utf8'));
console.log(`\n${numPassedTests} passed, ${status === 0 ? 0 : Math.max(1, numFailedTests)} failed`);
process.exitCode = status === 0 && numPassedTests > 0 ? 0 : 1;
