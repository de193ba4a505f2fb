import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
const folders = files.flatMap((file) => {
  const names = file.split('/').slice(0, -1);
  return names.map((_, index) => `${names.slice(0, index + 1).join('/')}/`);
});
const paths = new Set([...files, ...folders]);
const names = new Set([...paths].map((path) => /[^/]+\/?$/.exec(path)?.[0]));

/** The names of files and folders in code spans, without those that the build writes. */
function findPaths(markdown: string): string[] {
  const spans = [...markdown.matchAll(/`([^`\s]+)`/g)].map(([, span = '']) => span);
  const isPath = (span: string): boolean => /^[\w./-]+(\/|\.(ts|mjs|js|json|md|yml))$/.test(span);
  return [...new Set(spans.filter(isPath))].filter((path) => !path.startsWith('dist/'));
}

describe('CONTRIBUTING.md', () => {
  it('names only files and folders that exist: from the root or from src/, or a file by its name alone', () => {
    const found = findPaths(readFileSync('CONTRIBUTING.md', 'utf8'));
    expect(found.length).toBeGreaterThan(50);
    const isMissing = (path: string): boolean =>
      !paths.has(path) && !paths.has(`src/${path}`) && !names.has(path);
    expect(found.filter(isMissing)).toEqual([]);
  });
});
