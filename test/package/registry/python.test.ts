// The page in Python of the documentation as printed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parseFirstPage } from '../../../src/session/sources/first-page.js';
import { parseReferencePage } from '../../../src/session/sources/parse.js';
import { blockWith } from '../../docs/markdown.js';
import { runServer } from './run-server.js';

const folder = mkdtempSync(join(tmpdir(), 'nudge-inbox-python-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The documented page, whose customer has such a title in a record. */
function writePage(title: string): string {
  const file = join(folder, 'page.py');
  const record = `"record": {"title": ${JSON.stringify(title)}}`;
  writeFileSync(file, blockWith('first-page.md', 'run page.py').replace('"isRead": False', `$&, ${record}`));
  return file;
}

it('prints the first page of its list in Python, which no text can end', async () => {
  const title = '</script><script>alert(1)</script> für Ann';
  const address = await runServer(folder, (port) => ['python3', writePage(title), port]);
  const { origin } = new URL(address);
  const response = await fetch(origin);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const html = await response.text();
  const [, json = ''] =
    /<script type="application\/json" id="nudge-first-page">(.*?)<\/script>\n<nudge-bell/s.exec(html) ?? [];
  const page = parseFirstPage(JSON.parse(json));
  const { customer, references } = parseReferencePage(await (await fetch(`${origin}/notifications`)).json());
  expect(page).toMatchObject({ customer, references });
  expect(references).toMatchObject([{ id: 'n1', record: { title } }]);
  expect(Math.abs(Date.now() - Date.parse(page?.loadedDate ?? ''))).toBeLessThan(60_000);
});
