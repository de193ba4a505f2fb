import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { version } from '../../src/version.js';

interface Manifest {
  version: string;
}

interface LockFile {
  packages: Record<string, { integrity?: string; inBundle?: boolean }>;
}

const lockFiles = [
  'package-lock.json',
  'test/postgres/versions/package-lock.json',
  ...['test/frameworks/apps', 'examples']
    .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}/package-lock.json`))
    .filter((file) => existsSync(file)),
];
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
describe('The package', () => {
  it('exports the version that it is published under', () => {
    expect(version).toBe(manifest.version);
  });

  it('pins every package of every lock file by its hash, and to no registry', () => {
    const unpinned = lockFiles.flatMap((file) => {
      const { packages } = JSON.parse(readFileSync(file, 'utf8')) as LockFile;
      // A bundled package is a part of another one.
      const pinned = Object.entries(packages).filter(([folder, { inBundle }]) => folder !== '' && !inBundle);
      return pinned
        .filter(([, entry]) => !entry.integrity?.startsWith('sha512-') || 'resolved' in entry)
        .map(([folder]) => `${file}: ${folder}`);
    });
    expect(
      unpinned,
      'Packages without integrity or with an address: delete node_modules and the lock file, then run npm install --package-lock-only.',
    ).toEqual([]);
  });
});
