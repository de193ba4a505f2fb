import { describe, expect, it } from 'vitest';
import { eventually, useSite } from './site.js';

describe('A page with the npm import', () => {
  const site = useSite();

  it('requests each notification once for the bell and the list together', async () => {
    const { page, bell, cards } = await site.visit('/account');
    const inline = page.locator('main nudge-inbox nudge-card');
    await inline.first().waitFor();
    await bell.click();
    await cards.first().waitFor();
    await cards.nth(7).waitFor();
    expect(new Set(site.requestedIds).size).toBe(site.requestedIds.length);
    for (const request of site.shop.sandbox.requests) {
      expect(request).toMatchObject({ operation: 7, credentials: ['bearer'], status: 200 });
    }
  });

  it('shows a read notification as read in both elements', async () => {
    const { page, bell, cards } = await site.visit('/account');
    const list = page.locator('main nudge-inbox');
    await eventually(() => bell.getAttribute('aria-label')).toBe('Notifications, 12 unread');
    const card = list.locator('nudge-card').first();
    await card.hover();
    await card.getByRole('button', { name: 'Mark as read' }).click();
    await eventually(() => bell.getAttribute('aria-label')).toBe('Notifications, 11 unread');
    await bell.click();
    await cards.first().waitFor();
    expect(await cards.first().getByRole('button', { name: 'Mark as unread' }).count()).toBe(1);
    await cards.nth(1).hover();
    await cards.nth(1).getByRole('button', { name: 'Mark as read' }).click();
    const second = list.locator('nudge-card').nth(1);
    await eventually(() => second.getByRole('button', { name: 'Mark as unread' }).count()).toBe(1);
  });

  it('shows an arrival in both elements', async () => {
    const { page, bell, cards } = await site.visit('/account');
    const inline = page.locator('main nudge-inbox nudge-card .card');
    await inline.first().waitFor();
    await site.shop.notify('reading-chair');
    await eventually(() => inline.first().textContent()).toContain('Reading chair · £560.00');
    await bell.click();
    await eventually(() => cards.first().textContent()).toContain('Reading chair · £560.00');
  });

  it('causes no policy violation and no uncaught error', async () => {
    const { page, bell, cards, errors, violations } = await site.visit('/account');
    await bell.click();
    await cards.first().hover();
    await eventually(async () => {
      await page.mouse.wheel(0, 1200);
      return cards.count();
    }).toBeGreaterThan(25);
    expect(violations).toEqual([]);
    expect(errors).toEqual([]);
  });
});
