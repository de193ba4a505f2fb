import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasTest } from './test-titles.js';

/** A link to a test or a story: its title, and the file. */
interface Evidence {
  title: string;
  file: string;
}

const evidenceLink = /\[((?:\\.|[^\]\\])+)\]\(\.\.\/((?:test|stories)\/[^)]+)\)/g;

function evidenceOf(text: string): Evidence[] {
  return [...text.matchAll(evidenceLink)].map(([, title = '', file = '']) => ({
    title: title.replace(/\\(.)/g, '$1'),
    file,
  }));
}

/** The rows of the tables of a page below a heading with this name in the table, without their heads. */
function rowsOf(text: string, head: string): string[][] {
  const tables = text.matchAll(new RegExp(`^\\| ${head}.*\n\\|[-: |]+\n((?:\\|.*\n)+)`, 'gm'));
  return [...tables].flatMap(([, rows = '']) =>
    rows
      .trim()
      .split('\n')
      .map((row) => row.split(/(?<!\\)\|/).slice(1, -1))
      .map((cells) => cells.map((cell) => cell.trim())),
  );
}

const pages = ['threat-model.md'];

describe.each(pages)('The tests that docs/%s names', (page) => {
  it('exist, each in the file of its link', () => {
    const evidence = evidenceOf(readFileSync(join('docs', page), 'utf8'));
    expect(evidence.length).toBeGreaterThan(50);
    const missing = evidence.filter(({ title, file }) => !hasTest(file, title));
    expect(
      missing,
      'Name the test that shows it now, by its title after those of the groups around it.',
    ).toEqual([]);
  });
});

describe('Each threat of docs/threat-model.md', () => {
  const threats = rowsOf(readFileSync('docs/threat-model.md', 'utf8'), 'Threat');

  it('has something that stands against it, and what shows that, unless it is the page’s', () => {
    expect(threats.length).toBeGreaterThan(50);
    const unshown = threats.filter(
      ([, against = '', shown = '']) => against === '' || (shown === '' && !against.startsWith('Not ours: ')),
    );
    expect(unshown).toEqual([]);
  });
});
