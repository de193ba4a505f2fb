import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { version } from '../../src/version.js';

interface Manifest {
  version: string;
  exports: Record<string, { default?: string } | string>;
}

interface LockFile {
  packages: Record<string, { integrity?: string; inBundle?: boolean }>;
}

const lockFiles = [
  'package-lock.json',
  ...['test/frameworks/apps', 'examples']
    .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}/package-lock.json`))
    .filter((file) => existsSync(file)),
];
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const entries = Object.entries(manifest.exports).flatMap(([name, target]) =>
  typeof target === 'object' && target.default ? [[name, target.default] as const] : [],
);

/** The output of a script in a fresh Node process, its warnings included. */
function run(script: string): string {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  return `${stdout}${stderr}`.trim();
}

describe('The package', () => {
  it('exports the version that it is published under', () => {
    expect(version).toBe(manifest.version);
  });

  it.each(lockFiles)('pins every package of %s by its hash, and to no registry', (file) => {
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as LockFile;
    // A bundled package is a part of another one.
    const pinned = Object.entries(packages).filter(([folder, { inBundle }]) => folder !== '' && !inBundle);
    const unpinned = pinned.filter(
      ([, entry]) => !entry.integrity?.startsWith('sha512-') || 'resolved' in entry,
    );
    expect(
      unpinned.map(([folder]) => folder),
      `${file} has packages without integrity or with an address: delete node_modules and the file, then run npm install --package-lock-only`,
    ).toEqual([]);
  });

  it.each(entries)('can import %s without a page and without a warning', (name) => {
    const specifier = name.replace(/^\./, 'nudge-inbox').replace('*', 'de');
    expect(run(`await import('${specifier}'); console.log('imported')`)).toBe('imported');
  });

  it('registers nothing if only the classes are imported', () => {
    const script = `
      globalThis.customElements = { get: () => undefined, define: (tag) => console.log('defined', tag) };
      await import('nudge-inbox');
      console.log('imported');`;
    expect(run(script)).toBe('imported');
  });

  it('includes no Lit in the client', () => {
    const seen = new Set<string>();
    const collect = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      const code = readFileSync(`dist/${file}`, 'utf8');
      expect(code).not.toMatch(/from "(lit|@lit\/)/);
      for (const [, next] of code.matchAll(/(?:from|import\()\s*"\.\/([^"]+)"/g)) if (next) collect(next);
    };
    collect('client.js');
    expect(seen.size).toBeGreaterThan(1);
  });
});
