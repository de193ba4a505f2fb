// Builds the package, unless a build has finished since its sources changed last.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const folders = ['src', 'build', 'demo/public'];
const files = [
  'vite.config.ts',
  'tsconfig.json',
  'tsconfig.build.json',
  'package-lock.json',
  'docs/theming.md',
];
/** What a build writes last. */
const output = 'dist/types/elements.d.ts';

const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
// The time of a folder is that of the last file that was added or removed.
const inputs = folders.flatMap((folder) => [
  folder,
  ...readdirSync(folder, { recursive: true }).map((name) => join(folder, name)),
]);

if ([...files, ...inputs].every((path) => timeOf(path) <= timeOf(output)))
  console.log('The package is built.');
else {
  console.log('Building the package, which takes about a minute.');
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  process.exitCode = status ?? 1;
}
