import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { version } from '../../src/version.js';

interface Manifest {
  version: string;
  exports: Record<string, unknown>;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

/** What a fresh process without a page prints. */
function run(script: string): string {
  return execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }).trim();
}

describe('the package', () => {
  it('tells the version that it is published under', () => {
    expect(version).toBe(manifest.version);
  });

  it('holds no addresses of a registry in its lock', () => {
    expect(readFileSync('package-lock.json', 'utf8')).not.toContain('"resolved"');
  });
});
