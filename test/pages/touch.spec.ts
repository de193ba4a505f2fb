import type { Locator, Page } from '@playwright/test';
import { expect, test } from './site.js';

interface Point {
  x: number;
  y: number;
}

/** Moves a finger over the page. Playwright has no method for it. */
async function swipe(page: Page, from: Point, by: Point): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const steps = 8;
  for (let step = 0; step <= steps; step += 1) {
    const touchPoints = [{ x: from.x + (by.x * step) / steps, y: from.y + (by.y * step) / steps }];
    await devtools.send('Input.dispatchTouchEvent', { type: step ? 'touchMove' : 'touchStart', touchPoints });
  }
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Returns a place on an element, beside its start. */
async function placeOn(element: Locator): Promise<Point> {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not visible.');
  return { x: Math.round(box.x + 60), y: Math.round(box.y + 10) };
}

const scrollYOf = (page: Page): Promise<number> => page.evaluate(() => scrollY);

/** Expects that the page has not scrolled so far, and scrolls by as much as the wheel turns from now on. */
async function expectWheelScrollsPageFromTop(page: Page): Promise<void> {
  await page.mouse.wheel(0, 100);
  await expect.poll(() => scrollYOf(page)).toBe(100);
}

test.describe('On a small touch screen', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test.beforeEach(async ({ visit }) => {
    await visit.goto();
    await visit.bell.tap();
    await expect(visit.cards.nth(6)).toBeVisible();
  });

  test('a swipe down over the header closes the sheet, and the focus returns to the bell', async ({
    visit,
  }) => {
    const heading = visit.panel.getByRole('heading', { name: 'Notifications', level: 2 });
    await swipe(visit.page, await placeOn(heading), { x: 0, y: 480 });
    await expect(visit.panel).toBeHidden();
    await expect(visit.bell).toBeFocused();
  });

  test('a swipe marks a card as read or unread, and one the other way dismisses it', async ({ visit }) => {
    const { page, panel, cards } = visit;
    const name = 'Your parcel is out for delivery';
    const start = await placeOn(cards.first().locator('.title'));
    await swipe(page, start, { x: 180, y: 0 });
    await visit.expectUnread(11);
    // The browser takes a touch right after a swipe for the one that ends it.
    await panel.getByRole('button', { name: 'Undo' }).click();
    await visit.expectUnread(12);
    await swipe(page, { ...start, x: start.x + 180 }, { x: -180, y: 0 });
    await expect(panel.getByText('Dismissed')).toBeVisible();
    await expect(panel.getByRole('article', { name })).toHaveCount(0);
    await expect(page).toHaveURL('/');
  });

  test('a finger that moves up scrolls the list, and swipes no card', async ({ visit }) => {
    const { page, panel, cards } = visit;
    await swipe(page, await placeOn(cards.nth(2).locator('.title')), { x: 10, y: -250 });
    await expect.poll(() => panel.locator('.list').evaluate((list) => list.scrollTop)).toBeGreaterThan(100);
    await expect(panel.locator('.undo')).toHaveCount(0);
  });

  test('every control of the panel and of the preferences has at least 44 pixels', async ({ visit }) => {
    const { page, panel } = visit;
    expect(await page.evaluate(findSmallTargets, 44)).toEqual([]);
    await panel.getByRole('button', { name: 'Preferences' }).tap();
    await expect(panel.getByRole('switch').first()).toBeVisible();
    expect(await page.evaluate(findSmallTargets, 44)).toEqual([]);
  });

  test('filters are level with the button beside them, and tags start with the text above', async ({
    visit,
  }) => {
    const { panel, cards } = visit;
    const middleOf = (text: Locator): Promise<number> =>
      text.evaluate((element) => {
        const range = new Range();
        range.selectNodeContents(element);
        const { top, bottom } = range.getBoundingClientRect();
        return (top + bottom) / 2;
      });
    const middle = await middleOf(panel.locator('.panel-menu-button'));
    for (const filter of await panel.locator('.filter').all())
      expect(Math.abs((await middleOf(filter)) - middle)).toBeLessThan(1);
    const startOf = (part: Locator): Promise<number> =>
      part.evaluate((element) => element.getBoundingClientRect().left + element.clientLeft);
    const card = cards.first();
    expect(await startOf(card.locator('.tag').first())).toBe(await startOf(card.locator('.title')));
  });

  test('the viewer of pictures follows a swipe, and scrolls not the page', async ({ visit }) => {
    const { page, panel } = visit;
    await panel.getByRole('button', { name: 'Open picture The lamp, lit' }).tap();
    const position = page.locator('dialog.viewer .caption').getByText('of 2');
    await expect(position).toHaveText('1 of 2');
    // Above the buttons.
    const [left, right] = [
      { x: 40, y: 200 },
      { x: 320, y: 200 },
    ];
    await swipe(page, right, { x: -280, y: 0 });
    await expect(position).toHaveText('2 of 2');
    await swipe(page, left, { x: 280, y: 0 });
    await expect(position).toHaveText('1 of 2');
    await swipe(page, { x: 180, y: 450 }, { x: 0, y: -200 });
    await swipe(page, right, { x: -280, y: 0 });
    await expect(position).toHaveText('2 of 2');
    expect(await scrollYOf(page)).toBe(0);
  });
});

test.describe('The page behind', () => {
  test.use({ hasTouch: true });

  test('the sheet on a small screen does not scroll by wheel, finger or key', async ({ visit }) => {
    const { page, panel } = visit;
    await page.setViewportSize({ width: 360, height: 740 });
    await visit.goto();
    await visit.openPanel();
    await panel.locator('.list').evaluate((list) => list.scrollTo(0, list.scrollHeight));
    // On the backdrop, the header, the filters, and the end of the list.
    for (const y of [20, 90, 125, 600]) {
      await page.mouse.move(180, y);
      await page.mouse.wheel(0, 500);
      await swipe(page, { x: 180, y }, { x: 0, y: -300 });
    }
    for (const key of ['Space', 'PageDown', 'End']) await page.keyboard.press(key);
    await expect(panel).toBeVisible();
    await panel.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(panel).toBeHidden();
    await expectWheelScrollsPageFromTop(page);
  });

  test('the viewer of pictures does not scroll by wheel or key', async ({ visit }) => {
    const { page, panel } = visit;
    await visit.goto();
    await visit.bell.click();
    await panel.getByRole('button', { name: 'Open picture The lamp, lit' }).click();
    const viewer = page.locator('dialog.viewer');
    await expect(viewer.getByRole('img', { name: 'The lamp, lit' })).toBeVisible();
    for (const [x, y] of [
      [640, 450],
      [20, 200],
      [640, 870],
    ] as const) {
      await page.mouse.move(x, y);
      await page.mouse.wheel(0, 400);
    }
    await page.keyboard.press('PageDown');
    await page.keyboard.press('Escape');
    await expect(viewer).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expectWheelScrollsPageFromTop(page);
  });
});

/**
 * Returns the visible buttons and links of the bell that are smaller than this, with what they add to their area by a
 * pseudo-element. Not the titles of cards: the whole card is their target.
 */
function findSmallTargets(size: number): string[] {
  const targets: HTMLElement[] = [];
  const collect = (root: ParentNode): void => {
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      if (element.matches(':is(button, a[href]):not(.item-link, .item-button)')) targets.push(element);
      if (element.shadowRoot) collect(element.shadowRoot);
    }
  };
  for (const bell of document.querySelectorAll('nudge-bell')) if (bell.shadowRoot) collect(bell.shadowRoot);
  if (targets.length === 0) throw new Error('There is no control.');
  return targets
    .filter((target) => target.checkVisibility({ visibilityProperty: true }))
    .filter((target) => {
      const box = target.getBoundingClientRect();
      const added = getComputedStyle(target, '::after');
      const width = Math.max(box.width, parseFloat(added.width) || 0);
      const height = Math.max(box.height, parseFloat(added.height) || 0);
      return Math.min(width, height) < size;
    })
    .map(
      (target) => `${target.localName}.${target.className} ${target.ariaLabel ?? target.textContent.trim()}`,
    );
}
