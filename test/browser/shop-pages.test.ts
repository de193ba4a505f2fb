import { describe, expect, it } from 'vitest';
import { CustomerClient } from '../../src/client.js';
import { useSite } from './site.js';

/** The paths that the notifications of the shop lead to, without those of pictures and files. */
function linkedPaths(records: readonly unknown[]): string[] {
  const paths = JSON.stringify(records).match(/(?<=")\/(?!pictures|files|api)[^"#]*/g) ?? [];
  return [...new Set(paths)];
}

describe('The pages of the shop', () => {
  const site = useSite();

  it('exist for every link of a notification and of the pages themselves', async () => {
    const { sandbox } = site.shop;
    for (let arrivals = 0; arrivals < 10; arrivals += 1) await site.shop.notify();
    const client = new CustomerClient({
      baseUrl: new URL(sandbox.baseUrl, site.address).href,
      fetch: sandbox.fetch,
      getToken: () => sandbox.issueToken(),
    });
    const ids = sandbox.notificationIds();
    const records = await Promise.all(ids.map((id) => client.notifications.retrieve(id)));
    const { page } = await site.visit('/');
    const links = new Set(linkedPaths(records));
    expect(links.size).toBeGreaterThan(10);
    for (const path of ['/', '/account', '/orders/1042']) {
      await page.goto(path);
      const anchors = page.locator('main a[href^="/"], header a[href^="/"], footer a[href^="/"]');
      for (const anchor of await anchors.all()) links.add((await anchor.getAttribute('href')) ?? '');
    }
    const missing: string[] = [];
    for (const link of links) if ((await page.request.get(link)).status() !== 200) missing.push(link);
    expect(missing).toEqual([]);
  });

  it.each([
    '/no/such/page',
    '/products/none',
    '/orders/none',
    '/people/nobody',
    '/staff.html',
    '/try-it.html',
  ])('say that %s does not exist, with status 404', async (path) => {
    const { page, violations } = await site.open();
    expect((await page.goto(path))?.status()).toBe(404);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await page.title()).toBe('Page not found · Harbour & Pine');
    expect(violations).toEqual([]);
  });

  it.each([320, 390, 768, 1280])('are not covered by the “Try it” controls at %i pixels', async (width) => {
    const { page } = await site.visit('/', { viewport: { width, height: 800 } });
    const controls = page.locator('.try');
    const isBesides = async (): Promise<boolean> => {
      const [above, below] = [await controls.boundingBox(), await page.locator('header.site').boundingBox()];
      return above !== null && below !== null && above.y + above.height <= below.y;
    };
    expect(await isBesides()).toBe(true);
    await page.getByText('Try it').click();
    await page.getByRole('button', { name: 'Five at once' }).waitFor();
    expect(await isBesides()).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.mouse.wheel(0, 3000);
    await expect.poll(async () => ((await controls.boundingBox())?.y ?? 0) < -30).toBe(true);
  });
});
