import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { eventually, focused, useSite } from './site.js';

const viewport = { width: 360, height: 740 };

/** Moves a finger over the page. Playwright has no method for it. */
async function swipe(
  page: Page,
  from: { x: number; y: number },
  to: { x: number; y: number },
): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const steps = 8;
  for (let step = 0; step <= steps; step += 1) {
    const at = (start: number, end: number): number => start + ((end - start) * step) / steps;
    const touchPoints = [{ x: at(from.x, to.x), y: at(from.y, to.y) }];
    await devtools.send('Input.dispatchTouchEvent', { type: step ? 'touchMove' : 'touchStart', touchPoints });
  }
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** A place on the title of a card. */
async function placeOf(card: Locator): Promise<{ x: number; y: number }> {
  const box = await card.locator('.title').boundingBox();
  if (!box) throw new Error('The card is not visible.');
  return { x: Math.round(box.x + 60), y: Math.round(box.y + 10) };
}

describe('A small screen', () => {
  const site = useSite();

  it('shows the panel as a modal sheet of full width', async () => {
    const { page, bell, panel, cards } = await site.visit('/', { viewport });
    await bell.click();
    await cards.first().waitFor();
    expect(await panel.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
    const place = await panel.boundingBox();
    expect(place).toMatchObject({ x: 0, width: 360 });
    expect(place && place.y + place.height).toBe(740);
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press('Tab');
      const isOnPage = await page.evaluate(() => document.activeElement?.matches('a, button, summary'));
      expect(isOnPage).toBe(false);
    }
  });

  it('returns focus to the bell when the sheet closes by its button, Escape or a press above it', async () => {
    const { page, bell, panel } = await site.visit('/', { viewport });
    const ways = [
      () => panel.getByRole('button', { name: 'Close', exact: true }).click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(180, 12),
    ];
    for (const close of ways) {
      await bell.click();
      await eventually(() => panel.isVisible()).toBe(true);
      await close();
      await eventually(() => panel.isVisible()).toBe(false);
      expect(await focused(page)).toBe('button.bell');
    }
  });

  it('locks the page behind the sheet, by wheel, touch and keyboard', async () => {
    const { page, bell, panel } = await site.visit('/', { viewport, hasTouch: true });
    await bell.click();
    await eventually(() => panel.isVisible()).toBe(true);
    const list = panel.locator('.list');
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    const devTools = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number): Promise<unknown> =>
      devTools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: y === undefined ? [] : [{ x: 180, y }],
      });
    // On the backdrop, the header, the filters, and the end of the list.
    for (const y of [20, 90, 125, 600]) {
      await page.mouse.move(180, y);
      await page.mouse.wheel(0, 500);
      await touch('touchStart', y);
      for (const distance of [30, 100, 200, 300]) await touch('touchMove', y - distance);
      await touch('touchEnd');
    }
    for (const key of ['Space', 'PageDown', 'End']) await page.keyboard.press(key);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(await panel.isVisible()).toBe(true);
    await panel.getByRole('button', { name: 'Close', exact: true }).click();
    await page.mouse.wheel(0, 500);
    await eventually(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  });

  it('closes the sheet on a swipe down over its header', async () => {
    const { page, bell, panel } = await site.visit('/', { viewport, hasTouch: true });
    await bell.tap();
    await eventually(() => panel.isVisible()).toBe(true);
    const devTools = await page.context().newCDPSession(page);
    await eventually(async () => {
      await devTools.send('Input.dispatchTouchEvent', {
        type: 'touchStart',
        touchPoints: [{ x: 100, y: 80 }],
      });
      for (const y of [200, 320, 440, 560])
        await devTools.send('Input.dispatchTouchEvent', {
          type: 'touchMove',
          touchPoints: [{ x: 100, y }],
        });
      await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      return panel.isVisible();
    }).toBe(false);
    expect(await focused(page)).toBe('button.bell');
  });

  it.each(['/', '/account', '/orders/1042', '/products/tent'])('fits the page %s', async (path) => {
    const { page, bell } = await site.visit(path, { viewport });
    await bell.waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  it('shows whole cards within its edges', async () => {
    const { bell, cards, panel } = await site.visit('/', { viewport });
    await bell.click();
    await cards.nth(6).waitFor();
    const overflow = await panel.locator('.list').evaluate((list) => list.scrollWidth - list.clientWidth);
    expect(overflow).toBe(0);
  });
});

describe('A touch screen', () => {
  const site = useSite();
  const touch = { viewport, hasTouch: true, isMobile: true };

  it('has a menu on each card, which closes by a press beside it and returns the focus', async () => {
    const { page, bell, panel, cards } = await site.visit('/', touch);
    await bell.tap();
    const card = cards.first();
    const button = card.getByRole('button', { name: 'More actions' });
    await button.tap();
    const menu = page.getByRole('dialog', { name: 'More actions' });
    await menu.waitFor();
    const [outer, inner] = [await panel.boundingBox(), await menu.boundingBox()];
    expect(outer && inner && inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width).toBe(true);
    await page.touchscreen.tap(20, 500);
    await menu.waitFor({ state: 'hidden' });
    expect(await panel.isVisible()).toBe(true);
    expect(await focused(page)).toContain('more-button');
    const rows = panel.locator('.feed > [role=article]');
    const before = await rows.count();
    await button.tap();
    await menu.getByRole('button', { name: 'Dismiss' }).tap();
    await panel.getByText('Dismissed').waitFor();
    expect(await rows.count()).toBe(before - 1);
  });

  it('marks a card as read or unread by a swipe, and dismisses it by one the other way', async () => {
    const { page, bell, panel, cards, errors } = await site.visit('/', touch);
    await bell.tap();
    const row = panel.locator('.feed > [role=article]').first();
    const isUnread = async (): Promise<boolean> =>
      (await row.getAttribute('aria-label'))?.startsWith('Unread') ?? false;
    await cards.first().waitFor();
    const before = await isUnread();
    const name = await row.getAttribute('data-id');
    const url = page.url();
    const start = await placeOf(cards.first());
    await swipe(page, start, { ...start, x: start.x + 180 });
    await eventually(isUnread).toBe(!before);
    // The browser takes a touch right after a swipe for the one that ends it.
    await panel.getByRole('button', { name: 'Undo' }).click();
    await eventually(isUnread).toBe(before);
    await swipe(page, { ...start, x: start.x + 180 }, start);
    await panel.getByText('Dismissed').waitFor();
    expect(await row.getAttribute('data-id')).not.toBe(name);
    expect(page.url()).toBe(url);
    expect(errors).toEqual([]);
  });

  it('still scrolls the list by a finger that moves up', async () => {
    const { page, bell, panel, cards } = await site.visit('/', touch);
    await bell.tap();
    await cards.nth(6).waitFor();
    const start = await placeOf(cards.nth(2));
    await swipe(page, start, { x: start.x + 10, y: start.y - 250 });
    await eventually(() => panel.locator('.list').evaluate((list) => list.scrollTop)).toBeGreaterThan(100);
    expect(await panel.locator('.undo').count()).toBe(0);
  });

  it('has targets of at least 44 pixels in the panel and in the preferences', async () => {
    const { page, bell, panel, cards } = await site.visit('/', touch);
    const smallTargets = (): Promise<string[]> => page.evaluate(findSmallTargets, 44);
    expect(await smallTargets()).toEqual([]);
    await bell.tap();
    await cards.nth(6).waitFor();
    expect(await smallTargets()).toEqual([]);
    await panel.getByRole('button', { name: 'Preferences' }).tap();
    await panel.getByRole('switch').first().waitFor();
    expect(await smallTargets()).toEqual([]);
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
