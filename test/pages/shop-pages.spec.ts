import { CustomerClient } from '../../src/client.js';
import { expect, test } from './site.js';

/** The paths that the notifications of the shop lead to, without those of pictures and files. */
function linkedPaths(records: readonly unknown[]): string[] {
  return JSON.stringify(records).match(/(?<=")\/(?!pictures|files|api)[^"#]*/g) ?? [];
}

test.describe('The pages of the shop', () => {
  test('exist for every link of a notification and of the pages themselves', async ({
    page,
    shop,
    baseURL,
  }) => {
    const { sandbox } = shop;
    for (let arrivals = 0; arrivals < 10; arrivals += 1) await shop.notify();
    const client = new CustomerClient({
      baseUrl: new URL(sandbox.baseUrl, baseURL).href,
      fetch: sandbox.fetch,
      getToken: () => sandbox.issueToken(),
    });
    const records = await Promise.all(
      sandbox.notificationIds().map((id) => client.notifications.retrieve(id)),
    );
    const links = new Set(linkedPaths(records));
    expect(links.size).toBeGreaterThan(10);
    for (const path of ['/', '/account', '/orders/1042']) {
      await page.goto(path);
      const anchors = page.locator(':is(main, header, footer) a[href^="/"]');
      for (const anchor of await anchors.all()) links.add((await anchor.getAttribute('href')) ?? '');
    }
    const missing: string[] = [];
    for (const link of links) if ((await page.request.get(link)).status() !== 200) missing.push(link);
    expect(missing).toEqual([]);
  });

  test('say of an unknown address that it does not exist, with status 404', async ({ visit }) => {
    const { page } = visit;
    for (const path of [
      '/products/none',
      '/orders/none',
      '/people/nobody',
      '/staff.html',
      '/try-it.html',
      '/send.html',
    ])
      expect((await page.request.get(path)).status(), path).toBe(404);
    await visit.goto('/no/such/page');
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(page).toHaveTitle('Page not found · Harbour & Pine');
  });

  test('send what somebody writes on one of them, to every window of the customer', async ({
    visit,
    otherVisit,
  }) => {
    await otherVisit.goto('/');
    await otherVisit.openPanel();
    await visit.goto('/');
    await visit.page.getByRole('link', { name: 'Send a notification' }).click();
    await visit.page.getByLabel('Title').fill('The kettle is on');
    await visit.page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(visit.page.getByText('Sent.')).toBeVisible();
    await expect(visit.page.locator('nudge-inbox .card').first()).toContainText('The kettle is on');
    await expect(otherVisit.cards.first()).toContainText('The kettle is on');
  });

  for (const width of [320, 1280])
    test(`are not covered by the “Try it” controls at ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/');
      const controls = page.locator('.try');
      const areBesides = async (): Promise<boolean> => {
        const [above, below] = [
          await controls.boundingBox(),
          await page.locator('header.site').boundingBox(),
        ];
        return above !== null && below !== null && above.y + above.height <= below.y;
      };
      expect(await areBesides()).toBe(true);
      await page.getByText('Try it').click();
      await expect(page.getByRole('button', { name: 'Five at once' })).toBeVisible();
      expect(await areBesides()).toBe(true);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await page.mouse.wheel(0, 3000);
      await expect(controls).not.toBeInViewport();
    });

  test('fit a small screen', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const widths: Record<string, number> = {};
    for (const path of [
      '/',
      '/account',
      '/send',
      '/orders/1042',
      '/products/tent',
      '/staff',
      '/staff/jobs/job_04',
    ]) {
      await page.goto(path);
      if (!path.startsWith('/staff')) await expect(page.locator('nudge-bell button.bell')).toBeVisible();
      widths[path] = await page.evaluate(() => document.documentElement.scrollWidth);
    }
    expect(new Set(Object.values(widths)), JSON.stringify(widths)).toEqual(new Set([360]));
  });
});
