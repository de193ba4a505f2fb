import { describe, expect, it } from 'vitest';
import { eventually, focused, useSite } from './site.js';

describe('The list in the panel', () => {
  const site = useSite();

  it('shows the focused article and the unread dot in forced colours', async () => {
    const { page, bell, panel } = await site.visit('/', { forcedColors: 'active' });
    await bell.click();
    const article = panel.locator('.loaded.unread').first();
    await article.waitFor();
    await article.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    const [ring, dot] = await article.evaluate((element) => {
      const look = getComputedStyle(element, '::before');
      const shadow = element.querySelector('nudge-card')?.shadowRoot;
      const mark = shadow?.querySelector('.dot');
      const card = shadow?.querySelector('.card');
      if (!mark || !card) throw new Error('The card has no mark.');
      const surface = getComputedStyle(card).backgroundColor;
      return [
        [look.outlineStyle, look.outlineWidth, look.outlineColor === surface],
        [getComputedStyle(mark).borderTopWidth, getComputedStyle(mark).borderTopColor === surface],
      ];
    });
    expect(ring).toEqual(['solid', '2px', false]);
    expect(dot).toEqual(['4px', false]);
  });

  it('supports moving, dismissing and undoing by keyboard alone', async () => {
    const { page, bell, panel, errors } = await site.visit('/');
    await bell.focus();
    await page.keyboard.press('Enter');
    const rows = panel.locator('.feed > [role=article]');
    await panel.locator('.loaded').first().waitFor();
    const before = await rows.count();
    const nameOf = (index: number): Promise<string | null> => rows.nth(index).getAttribute('aria-label');
    const second = await nameOf(1);
    for (let presses = 0; presses < 20 && !(await focused(page)).includes('loaded'); presses += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('Delete');
    await eventually(() => rows.count()).toBe(before - 1);
    expect(await nameOf(1)).not.toBe(second);
    const undo = panel.getByRole('button', { name: 'Undo' });
    for (let presses = 0; presses < 15 && !(await focused(page)).includes('link-button'); presses += 1)
      await page.keyboard.press('Tab');
    await undo.waitFor();
    await page.keyboard.press('Enter');
    await eventually(() => rows.count()).toBe(before);
    expect(await nameOf(1)).toBe(second);
    await eventually(() => panel.locator('[role=article]:focus').getAttribute('aria-label')).toBe(second);
    expect(errors).toEqual([]);
  });
});
