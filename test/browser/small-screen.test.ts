import { describe, expect, it } from 'vitest';
import { eventually, focused, useSite } from './site.js';

const viewport = { width: 360, height: 740 };

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
      () => panel.getByRole('button', { name: 'Close' }).click(),
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
    await panel.getByRole('button', { name: 'Close' }).click();
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
    await eventually(() => cards.count()).toBeGreaterThan(10);
    const overflow = await panel.locator('.list').evaluate((list) => list.scrollWidth - list.clientWidth);
    expect(overflow).toBe(0);
  });
});
