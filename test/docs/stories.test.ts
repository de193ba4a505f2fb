import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createManifest } from '../../build/manifest/create-manifest.mjs';
import { listElements } from '../../build/manifest/elements.mjs';

const documentation = readdirSync('docs').filter((file) => file.endsWith('.md') && file !== 'README.md');

/** The heading of the table of contents that lists the page. */
function groupOf(file: string): string {
  const [before = ''] = readFileSync('docs/README.md', 'utf8').split(`](${file})`);
  return [...before.matchAll(/^## (.+)$/gm)].at(-1)?.[1] ?? '';
}

describe('Storybook', () => {
  it.each(documentation)('shows docs/%s where the table of contents lists it', (file) => {
    const name = basename(file, '.md');
    const page = readFileSync(`stories/documentation/${name}.mdx`, 'utf8');
    const [, heading] = /^# (.+)$/m.exec(readFileSync(join('docs', file), 'utf8')) ?? [];
    expect(page).toContain(`'../../docs/${file}?raw'`);
    expect(page).toContain(
      `<Meta title="Documentation/${groupOf(file)}/${heading}" id="documentation-${name}" />`,
    );
  });

  it('has a figure of the parts of each element', async () => {
    const stories = readdirSync('stories')
      .filter((file) => file.endsWith('.stories.ts'))
      .map((file) => readFileSync(join('stories', file), 'utf8'));
    const tags = listElements(await createManifest()).map(({ tag }) => tag);
    const missing = tags.filter(
      (tag) => !stories.some((story) => story.includes(`<part-figure tag="${tag}"`)),
    );
    expect(missing).toEqual([]);
  });
});
