import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { eventually, useSite } from './site.js';

/** Makes random pauses as long as they can be, so that nothing recovers by itself before the user acts. */
const lengthenPauses = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Math.random = () => 0.999;
  });

describe('A page in trouble', () => {
  const site = useSite();

  it('reports a failing service and recovers on "Try again"', { timeout: 40_000 }, async () => {
    site.shop.sandbox.failNext({ status: 500 }, 1000);
    const { page, bell, panel, cards, errors } = await site.open();
    await lengthenPauses(page);
    await page.goto('/');
    await bell.click();
    const again = panel.getByRole('button', { name: 'Try again' });
    await again.first().waitFor({ timeout: 25_000 });
    site.shop.sandbox.failNext({ status: 500 }, 0);
    site.shop.sandbox.reset();
    await again.first().click();
    await cards.first().waitFor();
    await eventually(() => again.count()).toBe(0);
    expect(errors).toEqual([]);
  });

  it('reports a lost connection to the service and recovers by itself', { timeout: 40_000 }, async () => {
    site.shop.sandbox.offline = true;
    const { page, bell, panel, cards, errors } = await site.open();
    await lengthenPauses(page);
    await page.goto('/');
    await bell.click();
    await panel.getByText('Can’t connect. Trying again…').waitFor();
    await panel.getByText('Can’t load your notifications right now.').waitFor({ timeout: 25_000 });
    site.shop.sandbox.offline = false;
    await cards.first().waitFor();
    await eventually(() => panel.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    expect(errors).toEqual([]);
  });

  it('reports a failing list of the shop and recovers', async () => {
    const { page, bell, panel, cards, errors } = await site.open();
    await lengthenPauses(page);
    await page.route('**/shop/notifications?*', (route) => route.fulfill({ status: 500, body: 'No.' }));
    await page.goto('/');
    await bell.click();
    await panel.getByText('Can’t load your notifications right now.').waitFor();
    await page.unroute('**/shop/notifications?*');
    await panel.getByRole('button', { name: 'Try again' }).click();
    await cards.first().waitFor();
    expect(errors).toEqual([]);
  });

  it('says that nobody is signed in if the shop refuses its list, and asks again when the panel opens', async () => {
    const { page, bell, panel, cards, errors } = await site.open();
    let requests = 0;
    await page.route(/\/shop\/(notifications\?|events)/, (route) => {
      requests += 1;
      return route.fulfill({ status: 401 });
    });
    const refused = page.waitForResponse((response) => response.status() === 401);
    await page.goto('/');
    await refused;
    await bell.click();
    await panel.getByText('Sign in to see your notifications.').waitFor();
    // One for the badge, and one when the panel opens.
    await eventually(() => requests).toBe(2);
    await page.waitForTimeout(5000);
    expect(requests).toBe(2);
    await page.unroute(/\/shop\/(notifications\?|events)/);
    await page.keyboard.press('Escape');
    await bell.click();
    await cards.first().waitFor();
    expect(errors).toEqual([]);
  });

  it('loads a failing list again when the panel is opened again', async () => {
    const { page, bell, panel, cards, errors } = await site.open();
    await lengthenPauses(page);
    await page.route('**/shop/notifications?*', (route) => route.fulfill({ status: 500, body: 'No.' }));
    await page.goto('/');
    await bell.click();
    await panel.getByText('Can’t load your notifications right now.').waitFor();
    await panel.getByRole('button', { name: 'Close', exact: true }).click();
    await page.unroute('**/shop/notifications?*');
    await bell.click();
    await cards.first().waitFor({ timeout: 2000 });
    expect(errors).toEqual([]);
  });

  it('says that nobody is signed in, and recovers with a token when the panel opens again', async () => {
    site.shop.isSignedOut = true;
    const { bell, panel, cards, errors } = await site.visit('/');
    await bell.click();
    await panel.getByText('Sign in to see your notifications.').waitFor();
    expect(site.shop.sandbox.requests).toEqual([]);
    site.shop.isSignedOut = false;
    await panel.getByRole('button', { name: 'Close', exact: true }).click();
    await bell.click();
    await cards.first().waitFor();
    await eventually(() => bell.getAttribute('aria-label')).toBe('Notifications, 12 unread');
    expect(errors).toEqual([]);
  });

  it('requests one new token after a refusal without showing an error', async () => {
    const { page, bell, panel, cards } = await site.open();
    let tokens = 0;
    page.on('request', (request) => (tokens += Number(request.url().endsWith('/shop/token'))));
    await page.goto('/');
    await bell.click();
    await cards.first().hover();
    expect(tokens).toBe(1);
    site.shop.sandbox.expireTokens();
    const before = await cards.count();
    await eventually(async () => {
      await page.mouse.wheel(0, 1200);
      return cards.count();
    }).toBeGreaterThan(before);
    expect(tokens).toBe(2);
    expect(await panel.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  it('offers a retry for a single failed notification', async () => {
    const [first = ''] = site.shop.sandbox.notificationIds();
    site.shop.sandbox.failNext({ status: 500 }, 100, first);
    const { bell, panel } = await site.visit('/');
    await bell.click();
    const row = panel.getByText('Couldn’t load this notification.');
    await row.waitFor({ timeout: 15_000 });
    site.shop.sandbox.reset();
    await panel.getByRole('button', { name: 'Try again' }).click();
    await panel.getByText('Your parcel is out for delivery').waitFor();
    await eventually(() => row.count()).toBe(0);
  });

  it('reports a notification that no longer exists, which can be dismissed', async () => {
    const [, second = ''] = site.shop.sandbox.notificationIds();
    site.shop.sandbox.removeNotification(second);
    const { bell, panel } = await site.visit('/');
    await bell.click();
    const missing = panel.getByText('This notification is no longer available.');
    await missing.waitFor();
    await panel.locator('.failure-row').getByRole('button', { name: 'Dismiss' }).click();
    await eventually(() => missing.count()).toBe(0);
  });

  it('reports that it is offline, keeps its content and resumes by itself', async () => {
    const { page, bell, panel, cards, errors } = await site.visit('/');
    await bell.click();
    await cards.first().waitFor();
    await page.context().setOffline(true);
    await panel.getByText('You’re offline. Showing what’s already loaded.').waitFor();
    expect(await cards.count()).toBeGreaterThan(0);
    await site.shop.notify('tent');
    await page.context().setOffline(false);
    await eventually(() => cards.first().textContent()).toContain('Two-person tent · £310.00');
    expect(await panel.getByText('You’re offline').count()).toBe(0);
    expect(errors).toEqual([]);
  });

  it('stays usable while the service is slow', async () => {
    site.shop.sandbox.latency = 1500;
    const { bell, panel, cards } = await site.visit('/');
    await bell.click();
    await panel.locator('.placeholder').first().waitFor();
    await cards.first().waitFor();
  });

  it('stays intact if the script does not load', async () => {
    const { page, errors } = await site.open();
    await page.route('**/cdn/**', (route) => route.abort());
    await page.goto('/');
    await page.getByRole('heading', { name: 'What we make' }).waitFor();
    expect(await page.locator('#bell').innerHTML()).toBe('');
    expect(errors).toEqual([]);
  });
});
