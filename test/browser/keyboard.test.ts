import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { eventually, focused, useSite } from './site.js';

/** Presses Tab until this element has the focus. */
async function tabTo(page: Page, place: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await focused(page)) === place) return;
  }
  throw new Error(`Tab never reached ${place}.`);
}

describe('A keyboard user', () => {
  const site = useSite();

  it('opens the panel with Enter and returns to the bell with Escape', async () => {
    const { page, bell, panel } = await site.visit('/');
    await bell.waitFor();
    await tabTo(page, 'button.bell');
    await page.keyboard.press('Enter');
    await eventually(() => panel.isVisible()).toBe(true);
    await eventually(() => focused(page)).toBe('dialog#panel');
    await page.keyboard.press('Escape');
    await eventually(() => panel.isVisible()).toBe(false);
    expect(await focused(page)).toBe('button.bell');
    expect(await bell.getAttribute('aria-expanded')).toBe('false');
  });

  it('reaches the actions of a notification and follows its link with Enter', async () => {
    const { page, bell, cards } = await site.visit('/');
    await bell.waitFor();
    await tabTo(page, 'button.bell');
    await page.keyboard.press('Space');
    await cards.first().waitFor();
    await tabTo(page, 'div.loaded.unread');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Order 1042' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/orders/1042');
  });

  it('marks all as read, which empties the unread filter', async () => {
    const { page, bell, cards, panel } = await site.visit('/');
    await bell.waitFor();
    await tabTo(page, 'button.bell');
    await page.keyboard.press('Enter');
    await cards.first().waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await eventually(() => page.locator('nudge-bell .badge').count()).toBe(0);
    await panel.getByRole('button', { name: /^Unread( \d+)?$/ }).focus();
    await page.keyboard.press('Enter');
    await eventually(() => panel.locator('[role=article]:not(.unread)').count()).toBe(0);
    expect(await panel.getByText('Your parcel is out for delivery').count()).toBe(0);
  });

  it('closes the panel with its button and returns to the bell', async () => {
    const { page, bell, panel } = await site.visit('/');
    await bell.click();
    await panel.getByRole('button', { name: 'Close', exact: true }).focus();
    await page.keyboard.press('Enter');
    await eventually(() => panel.isVisible()).toBe(false);
    expect(await focused(page)).toBe('button.bell');
  });
});
