import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const text = readFileSync('llms.txt', 'utf8');
const [head = ''] = text.split(/^## /m);
const { files, exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  files: string[];
  exports: Record<string, unknown>;
};

/** What npm packs whatever `files` says. */
const packed = [...files, 'README.md', 'package.json'];

/** The table of contents of the documentation, with the paths of the package, without what is not in it. */
function listPages(): string {
  const contents = readFileSync('docs/README.md', 'utf8').replace(/^# .+\n\n/, '');
  return contents
    .split('\n')
    .filter((line) => !line.includes('](../'))
    .join('\n')
    .replaceAll(/\]\((?!https:)/g, '](docs/');
}

// To write it again: npx vitest --project unit test/docs/llms.test.ts -u
describe('The overview for coding agents', () => {
  it('lists the pages of the documentation', async () => {
    const others = '\n## Optional\n\n- [README](README.md)\n- [Changelog](CHANGELOG.md)\n';
    await expect(`${head}${listPages()}${others}`).toMatchFileSnapshot('../../llms.txt');
  });

  it('is in the package, with everything that it links or names', () => {
    expect(files).toContain('llms.txt');
    const links = [...text.matchAll(/\]\(([^)#]+)[^)]*\)|\b(docs\/[\w-]+\.md)/g)].map(
      ([, link, name]) => link ?? name ?? '',
    );
    expect(links.length).toBeGreaterThan(40);
    for (const link of links) {
      expect(existsSync(link), link).toBe(true);
      expect(
        packed.some((entry) => link === entry || link.startsWith(join(entry, '/'))),
        link,
      ).toBe(true);
    }
  });

  it('names entries of the package', () => {
    const entries = [...head.matchAll(/`nudge-inbox(\/[a-z/]+)`/g)].map(([, entry]) => `.${entry}`);
    expect(entries.length).toBeGreaterThan(4);
    expect(entries.filter((entry) => !(entry in exports))).toEqual([]);
  });
});
