import { describe, expect, it } from 'vitest';
import { announcements, eventually, useSite } from './site.js';

describe('A page with the script tag', () => {
  const site = useSite();

  it('shows the unread count of the whole list, without a request to the service', async () => {
    const unread = await site.countUnread(site.shop.sandbox.notificationIds());
    const { page, bell } = await site.visit('/');
    await eventually(() => bell.getAttribute('aria-label')).toBe(`Notifications, ${unread} unread`);
    expect(await page.locator('nudge-bell .badge').textContent()).toBe(String(unread));
    expect(site.requestedIds).toEqual([]);
  });

  it('opens the panel at the bell with the newest notification first', async () => {
    const { bell, panel, cards } = await site.visit('/');
    await bell.click();
    await cards.nth(2).waitFor();

    expect(await cards.first().textContent()).toContain('Your parcel is out for delivery');
    // A moment before midnight is yesterday.
    expect(
      await panel
        .getByText(/^(Today|Yesterday)$/)
        .first()
        .isVisible(),
    ).toBe(true);
    const [place, button] = [await panel.boundingBox(), await bell.boundingBox()];
    expect(place && button && Math.abs(place.x + place.width - (button.x + button.width))).toBeLessThan(2);
    expect(place && button && place.y - (button.y + button.height)).toBeLessThan(16);
  });

  it('closes the panel on an outside click and on the bell', async () => {
    const { page, bell, panel } = await site.visit('/');
    await bell.click();
    await page.mouse.click(300, 400);
    await eventually(() => panel.isVisible()).toBe(false);
    await bell.click();
    await eventually(() => panel.isVisible()).toBe(true);
    await bell.click();
    await eventually(() => panel.isVisible()).toBe(false);
    expect(await bell.getAttribute('aria-expanded')).toBe('false');
  });

  it('requests each notification once, by its id and with the token', async () => {
    const { bell, cards } = await site.visit('/');
    await bell.click();
    await cards.nth(7).waitFor();
    const { requests } = site.shop.sandbox;
    for (const request of requests) {
      expect(request).toMatchObject({ operation: 7, credentials: ['bearer'], status: 200, query: '' });
    }
    expect(new Set(site.requestedIds).size).toBe(site.requestedIds.length);
    // In any order, by several connections.
    const first = site.shop.sandbox.notificationIds().slice(0, 8);
    expect(site.requestedIds).toEqual(expect.arrayContaining(first));
  });

  it('shows an arrival first in the list and in the badge, and announces it', async () => {
    const { page, bell, cards } = await site.visit('/');
    await eventually(() => bell.getAttribute('aria-label')).toBe('Notifications, 12 unread');
    await page.getByRole('button', { name: 'Order Enamel mug' }).click();
    await eventually(() => bell.getAttribute('aria-label')).toBe('Notifications, 13 unread');
    await eventually(() => announcements(page)).toContain('1 new notification');
    await bell.click();
    await eventually(() => cards.first().textContent()).toContain('Enamel mug · £12.00');
  });

  it('announces a burst of arrivals once while the panel is open', async () => {
    const { page, bell, cards } = await site.visit('/');
    await bell.click();
    await cards.first().waitFor();
    for (let count = 0; count < 3; count += 1) await site.shop.notify();
    await eventually(() => announcements(page)).toContain('3 new notifications');
    await eventually(() => cards.first().textContent()).toContain('A price on your wish list went down');
  });

  it('loads older notifications on scroll, each once', async () => {
    const ids = site.shop.sandbox.notificationIds();
    const { page, bell, panel, cards } = await site.visit('/');
    await bell.click();
    await cards.first().hover();
    await eventually(async () => {
      // Rows that were scrolled past quickly load when they are scrolled back into view.
      const passed = await panel
        .locator('.pending')
        .first()
        .elementHandle({ timeout: 50 })
        .catch(() => null);
      if (passed) await passed.scrollIntoViewIfNeeded().catch(() => undefined);
      else await page.mouse.wheel(0, 1200);
      return cards.count();
    }).toBe(ids.length);
    expect(site.requestedIds.sort()).toEqual(ids.sort());
  });

  it('follows the link of a notification, which stays read on the next page', async () => {
    const { page, bell, cards } = await site.visit('/');
    await bell.click();
    await cards
      .first()
      .getByRole('link', { name: /Your parcel is out for delivery/ })
      .click();
    await page.getByRole('heading', { name: 'Order 1042' }).waitFor();
    await eventually(() => bell.getAttribute('aria-label')).toBe('Notifications, 11 unread');
  });

  it('marks a notification as read by its button without navigating', async () => {
    const { page, bell, cards } = await site.visit('/');
    await bell.click();
    const card = cards.first();
    await card.hover();
    await card.getByRole('button', { name: 'Mark as read' }).click();
    await eventually(() => bell.getAttribute('aria-label')).toBe('Notifications, 11 unread');
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('lets the shop handle an action button without a link', async () => {
    const { bell, cards } = await site.visit('/');
    await bell.click();
    const button = cards.first().getByRole('button', { name: 'Leave with a neighbour' });
    await button.click();
    await eventually(() => button.getAttribute('aria-busy')).toBe('true');
    await eventually(() => button.getAttribute('aria-busy')).toBe('false');
    await eventually(() => bell.getAttribute('aria-label')).toBe('Notifications, 11 unread');
  });
});
