// Runs the tests that need a real PostgreSQL. Without one, says so and counts it as a failure.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findPrograms, installPrograms } from './postgres-server.mjs';
import { readResults } from './test-results.mjs';

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
const { passed, failures } = readResults(file);
if (status !== 0 && failures.length === 0) failures.push(`ended with ${status}`);
if (failures.length > 0) console.log(`\nfailed:\n${failures.join('\n')}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 && passed > 0 ? 0 : 1;
