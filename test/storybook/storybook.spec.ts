import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test as base, type FrameLocator, type Page } from '@playwright/test';
import { createManifest } from '../../build/manifest/create-manifest.mjs';
import { listElements } from '../../build/manifest/elements.mjs';
import { parsePage } from '../docs/markdown.js';
import { toLinkTarget } from '../../stories/documentation/link-target.js';
import { serveFolder } from '../serve-folder.js';

declare global {
  interface Window {
    __STORYBOOK_ADDONS_CHANNEL__?: {
      emit: (event: string, detail: unknown) => void;
      last: (event: string) => [{ status: string }] | undefined;
    };
  }
}

const folder = 'storybook-static';
const origin = await serveFolder(folder);
const index = JSON.parse(readFileSync(`${folder}/index.json`, 'utf8')) as {
  entries: Record<string, { id: string }>;
};
/** The pages that show a Markdown file. */
const documentation = Object.keys(index.entries).filter((id) => id.startsWith('documentation-'));

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

const previewOf = (page: Page): FrameLocator => page.frameLocator('#storybook-preview-iframe');

test('The build has each element, although a page of the package decides which it defines', async ({
  page,
}) => {
  await page.goto(`${origin}/iframe.html?id=elements-toasts--single&viewMode=story`);
  await page.getByRole('article').waitFor();
  const tags = listElements(await createManifest()).map(({ tag }) => tag);
  const missing = await page.evaluate((all) => all.filter((tag) => !customElements.get(tag)), tags);
  expect(missing).toEqual([]);
});

test('Storybook opens on the page Welcome, which shows a page with an open panel', async ({ page }) => {
  await page.goto(origin);
  const preview = previewOf(page);
  await preview.getByRole('heading', { name: 'Nudge Inbox', level: 1 }).waitFor();
  expect(new URL(page.url()).searchParams.get('path')).toBe('/docs/welcome--docs');
  const story = preview.frameLocator('iframe[id^=iframe--]');
  await story.getByRole('article', { name: 'Unread: Your parcel is out for delivery' }).waitFor();
});

test('The toolbars above a story set its colour scheme, locale and notifications', async ({ page }) => {
  await page.goto(`${origin}/?path=/story/elements-inbox--default`);
  const preview = previewOf(page);
  await preview.getByRole('article', { name: 'Unread: Your parcel is out for delivery' }).waitFor();
  for (const [toolbar, value] of [
    ['Colour scheme', 'dark'],
    ['Locale', 'ar'],
    ['Notifications of the customer', 'none'],
  ] as const) {
    await page.getByRole('button', { name: new RegExp(`^${toolbar}`) }).click();
    await page.getByRole('option', { name: value, exact: true }).click();
  }
  const story = preview.locator('[lang=ar][dir=rtl]');
  await expect(story).toHaveCSS('color-scheme', 'dark');
  await expect(story.locator('[part=empty]')).toBeVisible();
});

test('The page of the bell leaves the focus and the scroll position alone', async ({ page }) => {
  await page.goto(`${origin}/iframe.html?id=elements-bell--docs&viewMode=docs`);
  const control = page.getByRole('spinbutton');
  await control.focus();
  const getScrollY = (): Promise<number> => page.evaluate(() => window.scrollY);
  const scrollY = await getScrollY();
  // A popover, a modal dialog, and a view that moves the focus.
  for (const story of ['open', 'sheet', 'open-preferences']) {
    const frame = page.locator(`#iframe--elements-bell--${story}`);
    // Without scrolling to it.
    await frame.evaluate((element: HTMLIFrameElement) => (element.loading = 'eager'));
    await frame.contentFrame().locator('.bell[aria-expanded=true]').waitFor();
  }
  await expect(control).toBeFocused();
  expect(await getScrollY()).toBe(scrollY);
});

test('A link of the documentation leads to the heading of another page', async ({ page }) => {
  await page.goto(`${origin}/?path=/docs/documentation-accessibility--docs`);
  const preview = previewOf(page);
  await preview.getByRole('link', { name: 'renderNotification' }).click();
  await preview.getByRole('heading', { name: 'Theming', level: 1 }).waitFor();
  await expect(preview.locator('#your-own-cards')).toBeInViewport();
  expect(page.url()).toBe(`${origin}/?path=/docs/documentation-theming--docs#your-own-cards`);
});

/** The file that a page of the documentation shows. */
const toFile = (id: string): string => {
  const [, name = ''] = /^documentation-(.+)--docs$/.exec(id) ?? [];
  return [`docs/${name}.md`, `docs/${name.toUpperCase()}.md`, `${name.toUpperCase()}.md`].find(existsSync)!;
};

test('Each page of the documentation has all of its file', async ({ page }) => {
  await page.goto(`${origin}/iframe.html?id=${documentation[0]}&viewMode=docs`);
  const content = page.locator('#storybook-docs .sbdocs-content');
  for (const id of documentation) {
    const file = toFile(id);
    const { anchors, blocks, links, text } = parsePage(file);
    await page.evaluate(
      (storyId) =>
        window.__STORYBOOK_ADDONS_CHANNEL__!.emit('setCurrentStory', { storyId, viewMode: 'docs' }),
      id,
    );
    const headings = content.locator(':is(h1, h2, h3, h4)[id]');
    await expect
      .poll(() => headings.evaluateAll((all) => all.map((heading) => heading.id)), file)
      .toEqual([...anchors]);
    const expectCount = (selector: string, count: number) =>
      expect(content.locator(selector), `${file}: ${selector}`).toHaveCount(count);
    await expectCount('.docblock-source', blocks.length);
    await expectCount('table', text.match(/^\|[ :|-]+\|$/gm)?.length ?? 0);
    const targets = content.locator(':is(p, li, th, td) a[href]');
    await expect
      .poll(() => targets.evaluateAll((all) => all.map((link) => link.getAttribute('href'))), file)
      .toEqual(links.map(toLinkTarget).filter((target) => target !== null));
  }
});

base('Each link from a page leads to a page or a story', () => {
  const ofStories = readdirSync('stories', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.mdx'))
    .flatMap((name) => [...readFileSync(join('stories', name), 'utf8').matchAll(/\]\(([^)]+)\)/g)])
    .map(([, target = '']) => target);
  const ofDocumentation = documentation
    .flatMap((id) => parsePage(toFile(id)).links.map(toLinkTarget))
    .filter((target) => target?.startsWith('?'));
  const broken = [...ofStories, ...ofDocumentation].filter((target) => {
    const [, id = '', anchor] = /^\?path=\/(?:docs|story)\/([^#]+)(?:#(.+))?$/.exec(target ?? '') ?? [];
    return !(id in index.entries) || (anchor !== undefined && !parsePage(toFile(id)).anchors.has(anchor));
  });
  expect(broken).toEqual([]);
});
