import { readFileSync } from 'node:fs';
import { expect, test as base } from '@playwright/test';
import { origin, serveFolder } from '../serve-folder.js';

interface Entry {
  id: string;
  title: string;
  name: string;
  type: 'docs' | 'story';
}

const folder = 'storybook-static';
const index = JSON.parse(readFileSync(`${folder}/index.json`, 'utf8')) as { entries: Record<string, Entry> };
const entries = Object.values(index.entries);
const pages = entries.filter(({ type }) => type === 'docs');
const stories = entries.filter(({ type }) => type === 'story');
/** One story for each title. The story tests cover the others. */
const firstStories = [...new Map(stories.toReversed().map((story) => [story.title, story])).values()];

/** Fails a test whose page reports an error or sends a request to another origin. */
const test = base.extend<{ problems: string[] }>({
  problems: [
    async ({ page }, use) => {
      const problems: string[] = [];
      page.on('pageerror', ({ message }) => problems.push(message));
      page.on('console', (message) => {
        const { url } = message.location();
        // Some stories show what happens when a picture is missing.
        const isExpected = url.startsWith(`${origin}/pictures/`) || url === `${origin}/favicon.ico`;
        if (message.type() === 'error' && !isExpected) problems.push(`${message.text()} ${url}`);
      });
      page.on('request', (request) => {
        const url = new URL(request.url());
        if (url.protocol.startsWith('http') && url.origin !== origin)
          problems.push(`The page requests ${url.href}`);
      });
      await serveFolder(page, folder);
      await use(problems);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

/** Whether an element of the package is visible and has rendered. */
const hasContent = () =>
  [
    ...document.querySelectorAll(
      'nudge-avatar, nudge-bell, nudge-inbox, nudge-notification, nudge-preferences',
    ),
  ].some(
    ({ shadowRoot, clientWidth }) =>
      clientWidth > 0 && (shadowRoot?.querySelector('.root')?.childElementCount ?? 0) > 0,
  );

for (const name of ['Avatar', 'Bell', 'Inbox', 'Notification', 'Preferences'])
  base(`Storybook lists stories of ${name}`, () => {
    expect(stories.map(({ title }) => title)).toContain(`Elements/${name}`);
  });

for (const name of ['Accessibility', 'Content limits', 'Embedding', 'Theming'])
  base(`Storybook lists the page ${name}`, () => {
    expect(pages.map(({ title }) => title)).toContain(`Guide/${name}`);
  });

test('Storybook shows its sidebar', async ({ page }) => {
  await page.goto(origin);
  await page.getByRole('complementary').or(page.locator('#storybook-explorer-tree')).first().waitFor();
});

for (const { id, title, name } of firstStories)
  test(`The story ${title}/${name} renders`, async ({ page }) => {
    await page.goto(`${origin}/iframe.html?id=${id}&viewMode=story`);
    await page.waitForFunction(hasContent);
  });

for (const { id, title } of pages)
  test(`The page ${title} renders`, async ({ page }) => {
    await page.goto(`${origin}/iframe.html?id=${id}&viewMode=docs`);
    await page.locator('#storybook-docs h1').first().waitFor();
    await page.waitForFunction(hasContent);
  });
