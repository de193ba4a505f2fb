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
