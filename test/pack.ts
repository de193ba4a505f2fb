import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The package as it would be published. */
export interface Packed {
  /** The absolute path of the tarball. */
  path: string;
  /** The files in the tarball. */
  files: string[];
  /** The hash of the tarball. */
  shasum: string;
}

/** Packs the build into this folder. */
export function packBuild(folder: string): Packed {
  if (!existsSync('dist/custom-elements.json'))
    throw new Error('There is no build of the package in dist/: run npm run build.');
  // Without its scripts, which would build the package again.
  const output = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [tarball] = JSON.parse(output) as { filename: string; files: { path: string }[]; shasum: string }[];
  if (!tarball) throw new Error('npm pack created no tarball');
  const { filename, files, shasum } = tarball;
  return { path: join(folder, filename), files: files.map(({ path }) => path), shasum };
}
