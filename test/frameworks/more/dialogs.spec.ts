// The dialogs of docs/dialogs.md as printed, with the real libraries and real keys.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';
import type axeOfPage from 'axe-core';
import { blockWith, fileOf, parsePage } from '../../docs/markdown.js';
import { run } from '../../command.js';
import { serveFolder } from '../../serve-folder.js';
import { appFolder, install, installTimeoutMs } from '../install.js';

declare const axe: typeof axeOfPage;

const folder = appFolder('dialogs');
const printed = parsePage('docs/dialogs.md').blocks.flatMap((block) => {
  const file = fileOf(block);
  return file === null ? [] : [{ file, code: block.code }];
});
let origin = '';

test.beforeAll(async () => {
  test.setTimeout(installTimeoutMs);
  await install('dialogs', {});
  for (const { file, code } of printed) writeFileSync(join(folder, file), code);
  writeFileSync(join(folder, 'src/dialog.css'), blockWith('dialogs.md', 'run dialog.css'));
  // One whose list is short has fewer stops.
  const count = "Number(new URLSearchParams(location.search).get('count') ?? 20)";
  const session = blockWith('react.md', 'types src/notifications.ts').replace('20', count);
  writeFileSync(join(folder, 'src/notifications.ts'), session);
  await run('npm run check', { cwd: folder });
  await run('npm run build', { cwd: folder });
  origin = await serveFolder(join(folder, 'dist'));
});

async function openDialog(page: Page, name: string, count: number): Promise<Locator> {
  await page.goto(`${origin}/?dialog=${name}&count=${count}`);
  await page.getByRole('button', { name: 'Notifications' }).click();
  const dialog = page.getByRole('dialog', { name: 'Notifications' });
  await expect(dialog.locator('nudge-card').first()).toBeVisible();
  return dialog;
}

const nameOfFocused = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    // Some libraries correct the focus in the next frame.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    let focused = document.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    if (!(focused instanceof HTMLElement)) return '';
    return focused.ariaLabel ?? focused.textContent.trim();
  });

async function press(page: Page, key: string, count: number): Promise<string[]> {
  const names: string[] = [];
  for (let presses = 0; presses < count; presses++) {
    await page.keyboard.press(key);
    names.push(await nameOfFocused(page));
  }
  return names;
}

/** The stops of an inbox with one notification, in the order of the browser. */
async function collectStops(page: Page): Promise<string[]> {
  await page.goto(`${origin}/lenis.html?count=1`);
  await expect(page.locator('nudge-card').first()).toBeVisible();
  const stops: string[] = [];
  for (;;) {
    const [name = ''] = await press(page, 'Tab', 1);
    if (name === '') return stops;
    stops.push(name);
  }
}

/** What is around the inbox in the dialog: `Done` is printed. */
const surroundings: Record<string, { before: string[]; after: string[] }> = {
  first: { before: [], after: ['Done'] },
  'in the middle': { before: ['Help'], after: ['Done'] },
  last: { before: ['Help'], after: [] },
  alone: { before: [], after: [] },
};

for (const { file } of printed) {
  const [, name = ''] = /(\w+)\.tsx$/.exec(file) ?? [];

  test.describe(`In the printed dialog of ${name}`, () => {
    for (const [place, { before, after }] of Object.entries(surroundings))
      test(`Tab goes through an inbox that is ${place}, and Shift and Tab back`, async ({ page }) => {
        const stops = await collectStops(page);
        expect(stops.length).toBeGreaterThan(4);
        const dialog = await openDialog(page, name, 1);
        await dialog.locator('nudge-inbox').evaluate(
          (inbox, { hasHelp, hasDone }) => {
            if (!hasDone) inbox.nextElementSibling?.remove();
            if (hasHelp) inbox.insertAdjacentHTML('beforebegin', '<button>Help</button>');
            // What a library focuses in a dialog without a control.
            inbox.closest<HTMLElement>('[tabindex="-1"]')?.focus();
          },
          { hasHelp: before.length > 0, hasDone: after.length > 0 },
        );

        const cycle = [...before, ...stops, ...after];
        expect(await press(page, 'Tab', cycle.length + 1)).toEqual([...cycle, cycle[0]]);
        expect(await press(page, 'Shift+Tab', cycle.length)).toEqual(cycle.toReversed());
      });

    test('a press comes to a control of the inbox', async ({ page }) => {
      const dialog = await openDialog(page, name, 1);
      const unread = dialog.getByRole('button', { name: /^Unread/ }).first();
      await unread.click();
      await expect(unread).toHaveAttribute('aria-pressed', 'true');
    });

    test('the wheel scrolls the list', async ({ page }) => {
      const dialog = await openDialog(page, name, 20);
      await dialog.locator('nudge-card').nth(1).hover();
      const first = dialog.locator('nudge-card').first();
      const before = (await first.boundingBox())!.y;
      await page.mouse.wheel(0, 150);
      await expect.poll(async () => (await first.boundingBox())!.y).toBeLessThan(before - 100);
    });

    test('Escape closes a menu of the inbox, and leaves the dialog open', async ({ page }) => {
      const dialog = await openDialog(page, name, 1);
      await dialog.getByRole('button', { name: 'More actions' }).first().click();
      const menu = page.getByRole('dialog', { name: 'More actions' });
      await expect(menu).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
      await expect(dialog.locator('nudge-inbox')).toBeVisible();
    });

    test('Escape in the inbox closes the dialog', async ({ page }) => {
      const dialog = await openDialog(page, name, 1);
      await dialog.getByRole('button', { name: 'All', exact: true }).focus();
      await page.keyboard.press('Escape');
      await expect(page.locator('nudge-inbox')).toHaveCount(0);
    });

    test('axe finds nothing', async ({ page }) => {
      await openDialog(page, name, 20);
      await page.keyboard.press('Tab');
      await page.addScriptTag({ path: 'node_modules/axe-core/axe.min.js' });
      const violations = await page.evaluate(async () => {
        const results = await axe.run();
        return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      });
      expect(violations).toEqual([]);
    });
  });
}

test('Smooth scrolling by Lenis leaves the wheel to a list that can still move', async ({ page }) => {
  await page.goto(`${origin}/lenis.html`);
  const first = page.locator('nudge-card').first();
  await first.hover();
  const before = (await first.boundingBox())!.y;
  await page.mouse.wheel(0, 150);
  await expect.poll(async () => (await first.boundingBox())!.y).toBeLessThan(before - 100);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
