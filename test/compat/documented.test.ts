// Needed by whoever has a page of XHTML: what the documentation prints is what the page of the tests runs.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { blockWith } from '../docs/markdown.js';

it('The page of XHTML runs the lines of the documentation', () => {
  const [, printed = ''] =
    /<script>\n(.+?)<\/script>/s.exec(blockWith('troubleshooting.md', 'run xhtml')) ?? [];
  const script = readFileSync('test/compat/pages/xhtml.js', 'utf8');
  expect(script).toContain(printed.replaceAll(/^ {2}/gm, ''));
});
