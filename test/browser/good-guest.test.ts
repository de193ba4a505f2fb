import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { blockWith } from '../docs/markdown.js';
import { eventually, useSite } from './site.js';

const script = '<script src="/cdn/nudge-inbox.iife.js"></script>';
const options = `baseUrl: '/api/v1/engagement', getToken: () => null, ids: []`;

const globals = (page: Page): Promise<string[]> => page.evaluate(() => Object.getOwnPropertyNames(window));

describe('The script on a host page', () => {
  const site = useSite();

  it('causes no policy violation and no uncaught error during a full visit', async () => {
    const { page, bell, cards, panel, errors, violations } = await site.visit('/');
    const policy = await page.evaluate(async () => {
      const { headers } = await fetch(location.href);
      return headers.get('Content-Security-Policy');
    });
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("require-trusted-types-for 'script'");
    await bell.click();
    await cards.first().hover();
    for (let turns = 0; turns < 12; turns += 1) {
      await page.mouse.wheel(0, 900);
      await page.waitForTimeout(60);
    }
    await panel.getByRole('button', { name: /^Unread( \d+)?$/ }).click();
    await panel.getByRole('button', { name: 'Mark all as read' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Order Two-person tent' }).click();
    await eventually(() => bell.getAttribute('aria-label')).toMatch(/^Notifications, (at least )?1 unread$/);
    await bell.click();
    await cards.first().hover();
    await page.mouse.wheel(0, -20_000);
    await cards.first().getByRole('link', { name: 'See the order' }).click();
    await page.getByRole('heading', { name: 'Order 1051' }).waitFor();
    expect(violations).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('adds one global and only the mounted element to the page', async () => {
    const before = await site.visitBare('<div id="bell"></div>');
    const names = await globals(before.page);
    const { page, bell } = await site.visitBare(
      `<div id="bell"></div>${script}<script>NudgeInbox.mount('#bell', { ${options} })</script>`,
    );
    await bell.click();
    expect((await globals(page)).filter((name) => !names.includes(name))).toEqual(['NudgeInbox']);
    const findAdded = (): Promise<object> =>
      page.evaluate(() => ({
        head: document.head.innerHTML,
        body: [...document.body.children].map(({ localName }) => localName),
        mounted: [...(document.querySelector('#bell')?.children ?? [])].map(({ localName }) => localName),
        sheets: document.adoptedStyleSheets.length,
      }));
    // The tag of a part stays until it is loaded.
    await eventually(findAdded).toEqual({
      head: '<title>Bare</title>',
      body: ['div', 'script', 'script'],
      mounted: ['nudge-bell'],
      sheets: 0,
    });
  });

  it('runs the calls queued before it loaded in order, even if one of them throws', async () => {
    const { page, errors, warnings } = await site.visitBare(`
      <div id="one"></div><div id="two"></div><div id="three"></div>
      <script>
        if (!window.NudgeInbox?.queue) window.NudgeInbox = { queue: [] };
        const ran = [];
        NudgeInbox.queue.push(['mount', '#one', { get element() { ran.push('one'); return 'nudge-bell'; }, ${options} }]);
        NudgeInbox.queue.push(['mount', '#two', { get element() { ran.push('two'); throw new Error('Of the page.'); } }]);
        NudgeInbox.queue.push('nonsense', ['mount', '#three', { get element() { ran.push('three'); return 'nudge-inbox'; }, ${options} }]);
      </script>
      <script async src="/cdn/nudge-inbox.iife.js"></script>`);
    await page.locator('#three nudge-inbox').waitFor();
    expect(await page.evaluate('ran')).toEqual(['one', 'two', 'three']);
    expect(await page.locator('nudge-bell').count()).toBe(1);
    expect(errors).toEqual([]);
    expect(warnings.filter((warning) => warning.includes('A queued call failed'))).toHaveLength(1);
    await page.evaluate(`NudgeInbox.queue.push(['mount', '#two', { ${options} }])`);
    await page.locator('#two nudge-bell').waitFor();
  });

  it.each([
    ['a form with this id', '<form id="NudgeInbox"><input name="version"><input name="queue"></form>'],
    ['an image with this name', '<img alt="" name="NudgeInbox">'],
    ['several elements with this id', '<i id="NudgeInbox"></i><i id="NudgeInbox"></i>'],
    ['a frame of another site with this name', '<iframe name="NudgeInbox" src="data:text/html,x"></iframe>'],
  ])('is installed beside %s', async (_, html) => {
    const { bell, errors, warnings } = await site.visitBare(
      `${html}<div id="bell"></div>${script}<script>NudgeInbox.mount('#bell', { ${options} })</script>`,
    );
    await bell.waitFor({ timeout: 5000 });
    expect([...errors, ...warnings]).toEqual([]);
  });

  it('runs the calls queued by the documented snippet beside a form with its name as id', async () => {
    const [snippet] = /^ *.*window\.NudgeInbox = .*$/m.exec(blockWith('html.md', 'html first')) ?? [];
    const { bell, errors, warnings } = await site.visitBare(
      `<form id="NudgeInbox"><input name="version"></form><div id="bell"></div>
      <script>${snippet} NudgeInbox.queue.push(['mount', '#bell', { ${options} }]);</script>${script}`,
    );
    await bell.waitFor({ timeout: 5000 });
    expect([...errors, ...warnings]).toEqual([]);
  });

  it('registers its tags once and warns once if it is loaded twice', async () => {
    const { page, bell, errors, warnings } = await site.visitBare(
      `<div id="bell"></div>${script}${script}<script>NudgeInbox.mount('#bell', { ${options} })</script>`,
    );
    await bell.waitFor();
    expect(await page.locator('nudge-bell').count()).toBe(1);
    expect(errors).toEqual([]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/Loaded twice.*version 0\.1\.0 is in use, version 0\.1\.0 is left aside/);
  });

  it.each([
    ['an async', '<script async src="/cdn/nudge-inbox.iife.js"></script>'],
    ['a deferred', '<script defer src="/cdn/nudge-inbox.iife.js"></script>'],
    ['a module', '<script type="module" src="/cdn/nudge-inbox.js"></script>'],
    [
      'an injected',
      `<script>document.body.append(Object.assign(document.createElement('script'), { src: '/cdn/nudge-inbox.iife.js' }))</script>`,
    ],
  ])('renders a working bell when loaded as %s script', async (_, tag) => {
    const { page, bell, panel, errors } = await site.visitBare(`<div id="bell"></div>
      <script>
        window.NudgeInbox = { queue: [['mount', '#bell', { ${options} }]] };
      </script>${tag}`);
    await bell.click();
    await panel.getByText('You’re all caught up').waitFor();
    expect(await page.locator('nudge-bell').count()).toBe(1);
    expect(errors).toEqual([]);
  });

  it('shows its texts correctly on a page with another encoding', async () => {
    const { bell, panel } = await site.visitBare(
      `<div id="bell"></div>${script}<script>NudgeInbox.mount('#bell', { ${options} })</script>`,
      'windows-1252',
    );
    await bell.click();
    await panel.getByText('You’re all caught up').waitFor();
  });

  it('shows an empty inbox and warns once if its options are invalid', async () => {
    const { page, bell, panel, errors, warnings } = await site.visitBare(
      `<div id="bell"></div>${script}<script>NudgeInbox.mount('#bell', {})</script>`,
    );
    await bell.click();
    await panel.getByText('You’re all caught up').waitFor();
    await page.waitForTimeout(1200);
    expect(errors).toEqual([]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('base-url');
  });

  it('closes the panel on an outside click without console messages', async () => {
    const { page, bell, panel, errors, warnings } = await site.visitBare(
      `<div id="bell"></div>${script}<script>NudgeInbox.mount('#bell', { baseUrl: '/api/v1/engagement', getToken: () => null, ids: [] })</script>`,
    );
    await bell.click();
    await panel.getByText('You’re all caught up').waitFor();
    await page.mouse.click(5, 500);
    await panel.getByText('You’re all caught up').waitFor({ state: 'hidden' });
    expect([...errors, ...warnings]).toEqual([]);
  });

  it('sends no further requests when the panel opens and closes twenty times', async () => {
    const { bell, panel, page } = await site.visit('/');
    await bell.click();
    // What is visible, since the backend counts the rest.
    await eventually(() => site.requestedIds.length).toBeGreaterThanOrEqual(5);
    await page.waitForTimeout(500);
    const asked = site.requestedIds.length;
    for (let turns = 0; turns < 20; turns += 1) {
      await page.keyboard.press('Escape');
      await eventually(() => panel.isVisible()).toBe(false);
      await bell.click();
      await eventually(() => panel.isVisible()).toBe(true);
    }
    expect(site.requestedIds.length).toBe(asked);
  });
});
