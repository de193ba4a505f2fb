// Compares pictures of stories with those in test/pictures/. With `--update` it replaces those that differ.
import { spawnSync } from 'node:child_process';

const options = process.argv
  .slice(2)
  .map((option) => (option === '--update' ? '--update-snapshots' : option));
const { status } = spawnSync(
  'npx',
  ['--no-install', 'playwright', 'test', '--project=pictures', ...options],
  {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  },
);
process.exitCode = status ?? 1;
