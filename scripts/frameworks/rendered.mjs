// The page of an app as a server has rendered it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './install.mjs';
import { seesWhatWasSet } from './journey.mjs';
import { eventually } from './visit.mjs';

const print = `import('./dist-server/server.js').then(async ({ render }) => process.stdout.write(await render()))`;

/** Throws where what a server rendered lacks a tag, or holds what was never meant to be text. */
export function checkRendered(html) {
  for (const tag of ['nudge-bell', 'nudge-preferences'])
    if (!html.includes(`<${tag}`) || !html.includes(`</${tag}>`)) throw new Error(`no <${tag}> in ${html}`);
  if (html.includes('[object')) throw new Error(`an object as text in ${html}`);
}

/** Renders the app in Node and puts that into its page, as `rendered.html` in the folder that is served. */
export function render(folder, served) {
  const html = run(['node', '-e', print], folder);
  checkRendered(html);
  const place = '<div id="app">';
  const page = readFileSync(join(served, 'index.html'), 'utf8');
  if (!page.includes(place)) throw new Error(`no ${place} in index.html`);
  writeFileSync(
    join(served, 'rendered.html'),
    page.replace(place, () => place + html),
  );
}

export const renderedSteps = [
  [
    'what a server rendered comes to life',
    async (visit) => {
      await seesWhatWasSet(visit);
      await visit.hears(['nudge-open'], () => visit.open(), ['nudge-bell nudge-open {"reason":"button"}']);
      await visit.close();
      await visit.press('Another label');
      await visit.seeBell('Messages, 3 unread');
    },
  ],
  [
    'the console told no error and no warning',
    (visit) => eventually('it', () => [...visit.errors, ...visit.warnings], []),
  ],
];
