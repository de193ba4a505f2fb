import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { version } from '../../src/version.js';

interface Manifest {
  version: string;
  exports: Record<string, { default?: string } | string>;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const entries = Object.entries(manifest.exports).flatMap(([name, target]) =>
  typeof target === 'object' && target.default ? [[name, target.default] as const] : [],
);

/** What a fresh process without a page prints. */
function run(script: string): string {
  return execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  }).trim();
}

describe('the package', () => {
  it('tells the version that it is published under', () => {
    expect(version).toBe(manifest.version);
  });

  it('holds no addresses of a registry in its lock', () => {
    expect(readFileSync('package-lock.json', 'utf8')).not.toContain('"resolved"');
  });

  it.each(entries)('%s can be imported where there is no page', (name) => {
    const specifier = name.replace(/^\./, 'nudge-inbox').replace('*', 'de');
    expect(run(`await import('${specifier}'); console.log('imported')`)).toBe('imported');
  });

  it('registers nothing when only the classes are imported', () => {
    const script = `
      globalThis.customElements = { get: () => undefined, define: (tag) => console.log('defined', tag) };
      await import('nudge-inbox');
      console.log('imported');`;
    expect(run(script)).toBe('imported');
  });

  it('brings no Lit with the client alone', () => {
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
