import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './site.js';

const rowsOf = (page: Page, caption: RegExp): Locator =>
  page.getByRole('table', { name: caption }).locator('tbody tr');
const members = (page: Page): Locator => rowsOf(page, /^Who works on the project/);
const jobs = (page: Page): Locator => rowsOf(page, /^What the service did/);
const troubles = (page: Page): Locator => page.locator('.trouble strong');

test.describe('The staff pages', () => {
  test('are linked from the shop, and list pools, members and jobs', async ({ visit }) => {
    const { page } = visit;
    await visit.goto();
    await page.getByRole('link', { name: 'Staff' }).click();
    await expect(page.getByRole('heading', { name: 'Staff', level: 1 })).toBeVisible();
    await expect(rowsOf(page, /^Where the customers/)).toHaveCount(3);
    await expect(page.getByRole('rowheader', { name: 'Shop customers Everyone' })).toBeVisible();
    await expect(members(page)).toHaveCount(10);
    const cells = members(page).first().locator('th, td');
    await expect(cells).toHaveText(['Amelia Marsh', 'amelia.marsh@harbour-pine.example', '+44 7700900100']);
    await expect(jobs(page)).toHaveCount(10);
    await expect(jobs(page).nth(1)).toContainText('in progress');
  });

  test('page through the members by links without changing the jobs', async ({ page }) => {
    await page.goto('/staff?status=failed');
    const pages = page.getByRole('navigation', { name: 'Pages of members' });
    const next = pages.getByRole('link', { name: 'Next page' });
    const previous = pages.getByRole('link', { name: 'Previous page' });
    await expect(previous).toHaveCount(0);
    await next.click();
    await expect(page).toHaveURL('/staff?status=failed&members=2#members');
    await expect(members(page).first()).toContainText('Kwame Mensah');
    await next.click();
    await expect(page).toHaveURL('/staff?status=failed&members=3#members');
    await expect(members(page)).toHaveCount(8);
    await expect(next).toHaveCount(0);
    await expect(jobs(page)).toHaveCount(1);
    await previous.click();
    await expect(page).toHaveURL('/staff?status=failed&members=2#members');
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('search the members and filter the jobs', async ({ page }) => {
      await page.goto('/staff/?members=3');
      const choices = page.getByRole('navigation', { name: 'Status' });
      await choices.getByRole('link', { name: 'failed' }).click();
      await expect(page).toHaveURL('/staff?members=3&status=failed#jobs');
      await expect(jobs(page)).toHaveCount(1);
      await expect(choices.locator('[aria-current]')).toHaveText('failed');
      await page.getByRole('searchbox', { name: 'Name or email' }).fill('okafor');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/staff?search=okafor&status=failed#members');
      await expect(members(page)).toHaveText(/Ben Okafor/);
      await expect(jobs(page)).toHaveCount(1);
    });
  });

  test('render search input as text and an invalid page number as the first page', async ({ visit }) => {
    const { page } = visit;
    const typed = `"><script>document.title = 'mine'</script>'&`;
    const query = new URLSearchParams({ search: typed, jobs: '-1', members: '1.5', status: typed });
    await visit.goto(`/staff?${query.toString()}`);
    await expect(page.getByRole('searchbox')).toHaveValue(typed);
    await expect(page.getByText('Nobody is here.')).toBeVisible();
    await expect(page.getByText('There are no such jobs.')).toBeVisible();
    await expect(page).toHaveTitle('Staff · Harbour & Pine');
  });

  test('show a job with its parent and siblings, and link to the parent with its children', async ({
    page,
    shop,
  }) => {
    const { childJobsId, clientJobsId } = shop.sandbox.ids;
    await page.goto('/staff');
    await jobs(page).filter({ hasText: childJobsId }).getByRole('link').first().click();
    await expect(page.getByRole('heading', { name: `Job ${childJobsId}` })).toBeVisible();
    await expect(page.locator('main summary')).toHaveText(['Parent (1)', 'Children (0)', 'Siblings (2)']);
    await expect(rowsOf(page, /^The other parts/)).toHaveCount(2);
    await rowsOf(page, /^The job that this one/)
      .getByRole('link', { name: clientJobsId, exact: true })
      .click();
    await expect(page.getByRole('heading', { name: `Job ${clientJobsId}` })).toBeVisible();
    await expect(rowsOf(page, /^The parts of this job/)).toHaveCount(3);
  });

  test('download the failed rows of a job', async ({ page, shop }) => {
    const { ids, requests } = shop.sandbox;
    await page.goto('/staff');
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: `Download the failed rows of ${ids.childJobsId}` }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`failed-rows-${ids.childJobsId}.csv`);
    const rows = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(rows[0]).toBe('row,uniqueCustomerId,reason');
    expect(rows).toHaveLength(6);
    expect(requests.slice(-3).map(({ operation }) => operation)).toEqual([18, 19, null]);
    // A signed URL needs no key and is requested without one.
    expect(requests.at(-1)).toMatchObject({ credentials: [], status: 200 });
  });

  test('send neither key, secret nor a signed URL to the browser', async ({ request, shop }) => {
    const { ids, clientKey, clientSecret } = shop.sandbox;
    const load = async (path: string): Promise<string> => {
      const response = await request.get(path);
      return JSON.stringify(response.headers()) + (await response.text());
    };
    const texts = [
      await load('/staff'),
      await load(`/staff/jobs/${ids.clientJobsId}`),
      await load(`/staff/jobs/${ids.childJobsId}/failed-rows`),
      await load('/staff/jobs/none'),
    ];
    shop.sandbox.failNext({ status: 401 }, 3);
    texts.push(await load('/staff'));
    for (const text of texts)
      for (const secret of [clientKey, clientSecret, 'x-client', 'signature='])
        expect(text).not.toContain(secret);
  });

  test('report a failed section, show the others and recover on “Try again”', async ({ page, shop }) => {
    shop.sandbox.failNext({ status: 500 }, 3, '/members');
    await page.goto('/staff?status=failed#jobs');
    await expect(page.locator('#members').getByText('The service is in trouble.')).toBeVisible();
    await expect(troubles(page)).toHaveCount(1);
    await expect(jobs(page)).toHaveCount(1);
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(members(page).first()).toBeVisible();
    await expect(troubles(page)).toHaveCount(0);
  });

  for (const [what, text, status] of [
    ['is unreachable', 'The service can’t be reached.', 503],
    ['refuses the key', 'The service does not let the shop in.', 502],
  ] as const)
    test(`say so where the service ${what}`, async ({ page, shop }) => {
      const { sandbox } = shop;
      if (status === 503) sandbox.offline = true;
      else sandbox.failNext({ status: 403 }, 100);
      await page.goto('/staff');
      await expect(troubles(page)).toHaveText([text, text, text]);
      const response = await page.goto(`/staff/jobs/${sandbox.ids.childJobsId}/failed-rows`);
      expect(response?.status()).toBe(status);
      await expect(page.getByRole('heading', { name: 'That did not work' })).toBeVisible();
      await expect(troubles(page)).toHaveText(text);
    });

  test('report a file that cannot be downloaded', async ({ page, shop }) => {
    const { sandbox } = shop;
    sandbox.failNext({ status: 403 }, 1, '/media-files/');
    await page.goto(`/staff/jobs/${sandbox.ids.childJobsId}/failed-rows`);
    await expect(page.getByRole('heading', { name: 'That did not work' })).toBeVisible();
    await expect(page.getByText('Try again in a minute.')).toBeVisible();
  });

  test('say of an unknown address that it does not exist, with status 404', async ({ visit }) => {
    const { page } = visit;
    for (const [path, text] of [
      ['/staff/jobs/none', 'There is no such job.'],
      ['/staff/jobs/%2e%2e%2f', 'There is no such job.'],
      ['/staff/jobs/none/failed-rows', 'There is no such job.'],
      ['/staff/jobs/job_01/failed-rows', 'This job has no failed rows.'],
      ['/staff/nothing', 'Page not found.'],
    ] as const) {
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(404);
      await expect(troubles(page)).toHaveText(text);
      // There is nothing to try again.
      await expect(page.getByRole('link', { name: 'Try again' })).toHaveCount(0);
    }
  });

  test.describe('on a small screen', () => {
    // The policy allows no data: picture, by which this test reads pixels.
    test.use({ viewport: { width: 390, height: 844 }, bypassCSP: true });

    test('scroll wide tables by keyboard, and show a shadow where a table goes on', async ({ page }) => {
      await page.goto('/staff');
      const table = page.getByRole('region', { name: 'Where the customers are kept' });
      /** Whether there is a shadow at the start and at the end of the table. */
      const findShadows = async (): Promise<boolean[]> => {
        const picture = (await table.screenshot()).toString('base64');
        return page.evaluate(async (data) => {
          const image = new Image();
          image.src = `data:image/png;base64,${data}`;
          await image.decode();
          const context = document.createElement('canvas').getContext('2d')!;
          Object.assign(context.canvas, { width: image.width, height: image.height });
          context.drawImage(image, 0, 0);
          const isDark = (x: number): boolean => context.getImageData(x, 30, 1, 1).data[0]! < 240;
          return [isDark(2), isDark(image.width - 3)];
        }, picture);
      };
      expect(await findShadows()).toEqual([false, true]);
      await table.focus();
      for (let press = 0; press < 12; press += 1) await page.keyboard.press('ArrowRight');
      await expect.poll(findShadows).toEqual([true, false]);
    });
  });

  test('use the policy of the shop, extended by the search form', async ({ request }) => {
    const policyOf = async (path: string) => {
      const policy = (await request.get(path)).headers()['content-security-policy'] ?? '';
      return policy.replace(/ 'sha256-[^']*'/g, '');
    };
    const policy = await policyOf('/');
    expect(policy).toContain("script-src 'self';");
    expect(await policyOf('/staff')).toBe(policy.replace("form-action 'none'", "form-action 'self'"));
  });
});
