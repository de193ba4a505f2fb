import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Versioned {
  version: string;
}

const { version: former } = JSON.parse(readFileSync('package.json', 'utf8')) as Versioned;
const next = '12.34.56';

describe('A new version', () => {
  let folder: string;
  const load = (file: string): string => readFileSync(join(folder, file), 'utf8');

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'nudge-inbox-version-'));
    const examples = readdirSync('examples').map((name) => `examples/${name}/package.json`);
    for (const file of [
      'package.json',
      'package-lock.json',
      'CHANGELOG.md',
      'README.md',
      'docs',
      'src/version.ts',
      ...examples.filter((path) => existsSync(path)),
    ])
      cpSync(file, join(folder, file), { recursive: true });
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ ...(JSON.parse(load('package.json')) as Versioned), version: next }),
    );
    mkdirSync(join(folder, 'src/session'));
    writeFileSync(join(folder, 'src/session/new.ts'), '/** New. @since next */\nexport const a = 1;\n');
    execFileSync(process.execPath, [resolve('scripts/version-package.mjs')], { cwd: folder });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is carried to the source and to the lock file, which stays the same otherwise', () => {
    expect(load('src/version.ts')).toContain(`export const version = '${next}';`);
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Versioned & {
      packages: Record<string, Versioned>;
    };
    lock.version = next;
    lock.packages['']!.version = next;
    expect(load('package-lock.json')).toBe(`${JSON.stringify(lock, null, 2)}\n`);
  });

  it('is since when there is what is new in it', () => {
    expect(load('src/session/new.ts')).toBe(`/** New. @since ${next} */\nexport const a = 1;\n`);
  });

  it('replaces the former one in the addresses of the documentation', () => {
    const texts = readdirSync(join(folder, 'docs'))
      .filter((file) => file.endsWith('.md'))
      .map((file) => load(join('docs', file)))
      .join('\n');
    expect(texts).toContain(`nudge-inbox@${next}/dist/cdn/nudge-inbox-${next}-bell.js`);
    expect(load('README.md')).toContain(`nudge-inbox-${next}.tgz`);
    expect(texts).not.toMatch(new RegExp(`nudge-inbox[@-]${former.replaceAll('.', '\\.')}`));
  });

  it('is the one that the report of the public types and the examples name', () => {
    expect(load('docs/api-report.md')).toContain(`version = '${next}'`);
    expect(load('examples/next/package.json')).toContain(`nudge-inbox-${next}.tgz`);
  });

  it('gets the entries of the changelog that were unreleased', () => {
    const [, entries] = /^## \[Unreleased\]\n([^]*?)(?=^## \[)/m.exec(readFileSync('CHANGELOG.md', 'utf8'))!;
    expect(load('CHANGELOG.md')).toMatch(/^## \[Unreleased\]\n\n## \[12\.34\.56\] - \d{4}-\d\d-\d\d\n/m);
    expect(load('CHANGELOG.md')).toContain(`\n${entries}`);
  });
});

describe('The changelog', () => {
  const headings = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^##+ .*$/gm)].map(([line]) => line);

  it('has unreleased entries first, and one for the version of the package', () => {
    const versions = headings.filter((line) => line.startsWith('## '));
    expect(versions[0]).toBe('## [Unreleased]');
    expect(versions.some((line) => line.startsWith(`## [${former}] - `))).toBe(true);
    for (const line of versions.slice(1)) expect(line).toMatch(/^## \[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/);
  });

  it('has the headings of Keep a Changelog only', () => {
    const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
    const others = headings.filter((line) => line.startsWith('### ') && !kinds.includes(line.slice(4)));
    expect(others).toEqual([]);
  });
});
