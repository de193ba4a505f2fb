// Visits the built Storybook in a browser: what works while it is developed may be missing in what is published.
/* global document -- of the page that is visited */
import { existsSync, readFileSync } from 'node:fs';
import { chromium } from 'playwright';
import { browserArguments, ensureBrowser } from './find-browser.mjs';
import { serveFolder } from './static-site.mjs';

const folder = 'storybook-static';
if (!existsSync(`${folder}/index.json`)) {
  console.error(`There is no ${folder}: run npm run build-storybook first.`);
  process.exit(1);
}

const entries = Object.values(JSON.parse(readFileSync(`${folder}/index.json`, 'utf8')).entries);
const pages = entries.filter(({ type }) => type === 'docs');
const titles = [...new Set(entries.filter(({ type }) => type === 'story').map(({ title }) => title))];
/** One story of each title; the others are of the same make, and are run by the tests. */
const stories = titles.map((title) =>
  entries.find((entry) => entry.type === 'story' && entry.title === title),
);

const failures = [];
const mostFailures = 5;
const elements = ['Avatar', 'Bell', 'Inbox', 'Notification', 'Preferences'];
for (const name of elements)
  if (!titles.includes(`Elements/${name}`)) failures.push(`The index has no story of ${name}.`);
for (const name of ['Accessibility', 'Content limits', 'Embedding', 'Theming'])
  if (!pages.some(({ title }) => title === `Guide/${name}`)) failures.push(`The index has no page ${name}.`);

const { origin, stop } = await serveFolder(folder);
const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: browserArguments });

/** Opens an address in a page of its own, and tells of whatever goes wrong there. */
async function visit(name, address, look) {
  // What is broken everywhere need not be waited for everywhere.
  if (failures.length >= mostFailures) return;
  const page = await browser.newPage();
  page.setDefaultTimeout(15_000);
  const fail = (reason) => failures.push(`${name}: ${reason}`);
  page.on('pageerror', ({ message }) => fail(message));
  page.on('console', (message) => {
    const { url } = message.location();
    // Some stories are about a picture that is not there; and browsers ask every site for an icon.
    const isToBeMissed = url.startsWith(`${origin}/pictures/`) || url === `${origin}/favicon.ico`;
    if (message.type() === 'error' && !isToBeMissed) fail(`${message.text().split('\n')[0]} ${url}`);
  });
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (protocol.startsWith('http') && asked !== origin) fail(`It asks ${asked}`);
  });
  try {
    await page.goto(`${origin}/${address}`);
    await look(page);
  } catch (error) {
    fail(error.message.split('\n')[0]);
  }
  await page.close();
}

/** Whether an element of ours stands there and shows something. */
const hasContent = () =>
  [
    ...document.querySelectorAll(
      'nudge-avatar, nudge-bell, nudge-inbox, nudge-notification, nudge-preferences',
    ),
  ].some(
    ({ shadowRoot, clientWidth }) =>
      clientWidth > 0 && shadowRoot?.querySelector('.root')?.childElementCount > 0,
  );

await visit('the index', '', (page) =>
  page.getByRole('complementary').or(page.locator('#storybook-explorer-tree')).first().waitFor(),
);
for (const { id, title, name } of stories)
  await visit(`${title}, ${name}`, `iframe.html?id=${id}&viewMode=story`, (page) =>
    page.waitForFunction(hasContent),
  );
for (const { id, title } of pages)
  await visit(`the page ${title}`, `iframe.html?id=${id}&viewMode=docs`, async (page) => {
    await page.locator('#storybook-docs h1').first().waitFor();
    await page.waitForFunction(hasContent);
  });

await browser.close();
stop();
for (const failure of failures) console.error(`fails: ${failure}`);
console.log(
  `Storybook: ${entries.length - pages.length} stories and ${pages.length} pages in the index; ` +
    `${stories.length} stories and ${pages.length} pages visited, ${failures.length} failures`,
);
process.exitCode = failures.length > 0 ? 1 : 0;
