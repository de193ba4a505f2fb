import { existsSync, readFileSync } from 'node:fs';
import { expect, test as base, type Page } from '@playwright/test';
import { parsePage } from '../docs/markdown.js';
import { serveFolder } from '../serve-folder.js';

interface Entry {
  id: string;
  title: string;
  name: string;
  type: 'docs' | 'story';
}

const folder = 'storybook-static';
const origin = await serveFolder(folder);
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
      await use(problems);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

/** Whether a web component is visible and has rendered, in the page or in a frame on it. */
const hasContent = () => {
  const frames = [...document.querySelectorAll<HTMLIFrameElement>('iframe[id^=iframe--]')];
  return [document, ...frames.map(({ contentDocument }) => contentDocument)]
    .flatMap((tree) => [...(tree?.querySelectorAll('*') ?? [])])
    .some(
      ({ shadowRoot, clientWidth }) =>
        shadowRoot &&
        // Toasts take no place in the page.
        (clientWidth > 0 || shadowRoot.querySelector(':popover-open')) &&
        (shadowRoot.querySelector('.root') ?? shadowRoot).childElementCount > 0,
    );
};

/** The file of a page of the documentation. */
const toFile = (id: string): string => {
  const [, name = ''] = /^documentation-(.+)--docs$/.exec(id) ?? [];
  return [`docs/${name}.md`, `docs/${name.toUpperCase()}.md`, `${name.toUpperCase()}.md`].find(existsSync)!;
};

const isDocumentation = ({ id }: Entry): boolean => id.startsWith('documentation-');

for (const name of ['Avatar', 'Bell', 'Inbox', 'Notification', 'Preferences'])
  base(`Storybook lists stories of ${name}`, () => {
    expect(stories.map(({ title }) => title)).toContain(`Elements/${name}`);
  });

test('Storybook opens on the page Welcome', async ({ page }) => {
  await page.goto(origin);
  await page.getByRole('complementary').or(page.locator('#storybook-explorer-tree')).first().waitFor();
  const preview = page.frameLocator('#storybook-preview-iframe');
  await preview.getByRole('heading', { name: 'Nudge Inbox', level: 1 }).waitFor();
  expect(new URL(page.url()).searchParams.get('path')).toBe('/docs/welcome--docs');
});

test('A link of the documentation leads to the heading of another page', async ({ page }) => {
  await page.goto(`${origin}/?path=/docs/documentation-accessibility--docs`);
  const preview = page.frameLocator('#storybook-preview-iframe');
  await preview.getByRole('link', { name: 'renderNotification' }).click();
  await preview.getByRole('heading', { name: 'Theming', level: 1 }).waitFor();
  await expect(preview.locator('#your-own-cards')).toBeInViewport();
  expect(page.url()).toBe(`${origin}/?path=/docs/documentation-theming--docs#your-own-cards`);
});

test('The page of the bell leaves the focus and the scroll position alone', async ({ page }) => {
  // The page loads Storybook once for each frame near it.
  test.slow();
  await page.goto(`${origin}/iframe.html?id=elements-bell--docs&viewMode=docs`);
  const control = page.getByRole('spinbutton');
  await control.focus();
  // A popover, a modal dialog, and a view that moves the focus.
  for (const story of ['open', 'sheet', 'open-preferences']) {
    const frame = page.locator(`#iframe--elements-bell--${story}`);
    // Without scrolling to it.
    await frame.evaluate((element: HTMLIFrameElement) => (element.loading = 'eager'));
    await frame.contentFrame().locator('nudge-bell[open]').waitFor({ timeout: 60_000 });
  }
  await expect(control).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

for (const { id, title, name } of firstStories)
  test(`The story ${title}/${name} renders`, async ({ page }) => {
    await page.goto(`${origin}/iframe.html?id=${id}&viewMode=story`);
    await page.waitForFunction(hasContent);
  });

/** Checks that each link of a page leads to a page, and to a heading of it. */
async function expectLinksLeadSomewhere(page: Page, entry: Entry): Promise<void> {
  const links = page.locator('#storybook-docs .sbdocs-content > * a[href]:not(.sb-unstyled a, .sb-story a)');
  const targets = await links.evaluateAll((elements) => elements.map((link) => link.getAttribute('href')!));
  const broken = targets.filter((target) => {
    if (target.startsWith('https://')) return false;
    const isOnPage = target.startsWith('#');
    const [, id = '', anchor] =
      /^\?path=\/(?:docs|story)\/([^#]+)(?:#(.+))?$/.exec(
        isOnPage ? `?path=/docs/${entry.id}${target}` : target,
      ) ?? [];
    if (!(id in index.entries)) return true;
    return anchor !== undefined && !parsePage(toFile(id)).anchors.has(anchor);
  });
  expect(broken).toEqual([]);
}

for (const entry of pages.filter((page) => !isDocumentation(page)))
  test(`The page ${entry.title} renders, and its links lead somewhere`, async ({ page }) => {
    await page.goto(`${origin}/iframe.html?id=${entry.id}&viewMode=docs`);
    await page.locator('#storybook-docs h1').first().waitFor();
    await page.waitForFunction(hasContent);
    await expectLinksLeadSomewhere(page, entry);
  });

for (const entry of pages.filter(isDocumentation))
  test(`The page ${entry.title} has all of ${toFile(entry.id)}, and its links lead somewhere`, async ({
    page,
  }) => {
    const { anchors, blocks, links, text } = parsePage(toFile(entry.id));
    await page.goto(`${origin}/iframe.html?id=${entry.id}&viewMode=docs`);
    const content = page.locator('#storybook-docs .sbdocs-content');
    await content.locator('h1').waitFor();
    const expectCount = (selector: string, count: number) =>
      expect(content.locator(selector)).toHaveCount(count);
    const ids = await content
      .locator(':is(h1, h2, h3, h4)[id]')
      .evaluateAll((all) => all.map(({ id }) => id));
    expect(ids).toEqual([...anchors]);
    await expectCount('.docblock-source', blocks.length);
    await expectCount('table', text.match(/^\|[ :|-]+\|$/gm)?.length ?? 0);
    await expectCount(':is(p, li, td) a[href]', links.length);
    await expectLinksLeadSomewhere(page, entry);
  });
