import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { eventually, useSite } from './site.js';

const rowsOf = (page: Page, caption: RegExp): Locator =>
  page.getByRole('table', { name: caption }).locator('tbody tr');
const members = (page: Page): Locator => rowsOf(page, /^Who works on the project/);
const jobs = (page: Page): Locator => rowsOf(page, /^What the service did/);

describe('The staff pages', () => {
  const site = useSite();

  it('are linked from the shop and list pools, members and jobs', async () => {
    const { page, errors, violations } = await site.visit('/');
    await page.getByRole('link', { name: 'Staff' }).click();
    await page.getByRole('heading', { name: 'Staff', level: 1 }).waitFor();
    expect(await rowsOf(page, /^Where the customers/).allInnerTexts()).toHaveLength(3);
    expect(await page.getByRole('rowheader', { name: 'Shop customers Everyone' }).count()).toBe(1);
    expect(await members(page).count()).toBe(10);
    expect(await members(page).first().innerText()).toBe(
      'Amelia Marsh\tamelia.marsh@harbour-pine.example\t+44 7700900100',
    );
    expect(await jobs(page).count()).toBe(10);
    expect(await jobs(page).nth(1).innerText()).toContain('in progress');
    expect(errors).toEqual([]);
    expect(violations).toEqual([]);
  });

  it('page through the members by links without changing the jobs', async () => {
    const { page } = await site.visit('/staff?status=failed');
    const pages = page.getByRole('navigation', { name: 'Pages of members' });
    const next = pages.getByRole('link', { name: 'Next page' });
    expect(await pages.getByRole('link', { name: 'Previous page' }).count()).toBe(0);
    await next.click();
    await page.waitForURL('**/staff?status=failed&members=2#members');
    expect(await members(page).first().innerText()).toContain('Kwame Mensah');
    await next.click();
    await page.waitForURL('**/staff?status=failed&members=3#members');
    expect(await members(page).count()).toBe(8);
    expect(await next.count()).toBe(0);
    expect(await jobs(page).count()).toBe(1);
    await pages.getByRole('link', { name: 'Previous page' }).click();
    await page.waitForURL('**/staff?status=failed&members=2#members');
  });

  it('search the members and filter the jobs without JavaScript', async () => {
    const { page, violations } = await site.visit('/staff/?members=3', { javaScriptEnabled: false });
    await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: 'failed' }).click();
    await page.waitForURL('**/staff?members=3&status=failed#jobs');
    expect(await jobs(page).count()).toBe(1);
    expect(await page.locator('.choices [aria-current]').allInnerTexts()).toEqual(['failed']);
    await page.getByRole('searchbox', { name: 'Name or email' }).fill('okafor');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/staff?search=okafor&status=failed#members');
    expect(await members(page).allInnerTexts()).toEqual([
      'Ben Okafor\tben.okafor@harbour-pine.example\t+44 7700900118',
    ]);
    expect(await jobs(page).count()).toBe(1);
    expect(violations).toEqual([]);
  });

  it('render search input as text and an invalid page number as the first page', async () => {
    const typed = `"><script>document.title = 'mine'</script>'&`;
    const query = new URLSearchParams({ search: typed, jobs: '-1', members: '1.5', status: typed });
    const { page, violations } = await site.visit(`/staff?${query}`);
    expect(await page.getByRole('searchbox').inputValue()).toBe(typed);
    await page.getByText('Nobody is here.').waitFor();
    await page.getByText('There are no such jobs.').waitFor();
    expect(await page.title()).toBe('Staff · Harbour & Pine');
    expect(violations).toEqual([]);
  });

  it('show a job with its parent and siblings, and link to the parent with its children', async () => {
    const { childJobsId, clientJobsId } = site.shop.sandbox.ids;
    const { page } = await site.visit('/staff');
    await jobs(page).filter({ hasText: childJobsId }).getByRole('link').first().click();
    await page.getByRole('heading', { name: `Job ${childJobsId}` }).waitFor();
    expect(await page.locator('summary').filter({ visible: true }).allInnerTexts()).toEqual(
      expect.arrayContaining(['Parent (1)', 'Children (0)', 'Siblings (2)']),
    );
    expect(await rowsOf(page, /^The other parts/).count()).toBe(2);
    await rowsOf(page, /^The job that this one/)
      .getByRole('link', { name: clientJobsId, exact: true })
      .click();
    await page.getByRole('heading', { name: `Job ${clientJobsId}` }).waitFor();
    expect(await rowsOf(page, /^The parts of this job/).count()).toBe(3);
  });

  it('download the failed rows of a job', async () => {
    const { childJobsId } = site.shop.sandbox.ids;
    const { page } = await site.visit('/staff');
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: `Download the failed rows of ${childJobsId}` }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`failed-rows-${childJobsId}.csv`);
    const rows = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(rows[0]).toBe('row,uniqueCustomerId,reason');
    expect(rows).toHaveLength(6);
    const operations = site.shop.sandbox.requests.map(({ operation }) => operation);
    expect(operations.slice(-3)).toEqual([18, 19, null]);
    // A signed URL needs no key and is requested without one.
    expect(site.shop.sandbox.requests.at(-1)).toMatchObject({ credentials: [], status: 200 });
  });

  it('send neither key, secret nor a signed URL to the browser', async () => {
    const { childJobsId, clientJobsId } = site.shop.sandbox.ids;
    const { clientKey, clientSecret } = site.shop.sandbox;
    const { page } = await site.visit('/');
    const texts: string[] = [];
    const read = async (path: string): Promise<void> => {
      const answer = await page.request.get(path);
      texts.push(JSON.stringify(answer.headers()) + (await answer.text()));
    };
    await read('/staff');
    await read(`/staff/jobs/${clientJobsId}`);
    await read(`/staff/jobs/${childJobsId}/failed-rows`);
    await read('/staff/jobs/none');
    site.shop.sandbox.failNext({ status: 401 }, 3);
    await read('/staff');
    for (const text of texts) {
      for (const secret of [clientKey, clientSecret, 'x-client', 'signature=']) {
        expect(text).not.toContain(secret);
      }
    }
  });

  it('report a failed section, show the others and recover on "Try again"', async () => {
    site.shop.sandbox.failNext({ status: 500 }, 3, '/members');
    const { page, errors } = await site.visit('/staff?status=failed#jobs');
    await page.locator('#members').getByText('The service is in trouble.').waitFor();
    expect(await page.locator('.trouble').count()).toBe(1);
    expect(await jobs(page).count()).toBe(1);
    await page.getByRole('link', { name: 'Try again' }).click();
    await members(page).first().waitFor();
    expect(await page.locator('.trouble').count()).toBe(0);
    expect(errors).toEqual([]);
  });

  it.each([
    ['is unreachable', 'The service can’t be reached.', 503],
    ['refuses the key', 'The service does not let the shop in.', 502],
    ['sends a truncated response', 'The service is in trouble.', 502],
  ])('say so where the service %s', async (how, text, status) => {
    const { sandbox } = site.shop;
    if (status === 503) sandbox.offline = true;
    else sandbox.failNext(how === 'refuses the key' ? { status: 403 } : 'truncated', 100);
    const { page } = await site.visit('/staff');
    expect(await page.locator('.trouble strong').allInnerTexts()).toEqual([text, text, text]);
    const answer = await page.goto(`/staff/jobs/${sandbox.ids.childJobsId}/failed-rows`);
    expect(answer?.status()).toBe(status);
    await page.getByRole('heading', { name: 'That did not work' }).waitFor();
    expect(await page.locator('.trouble strong').innerText()).toBe(text);
  });

  it('report a file that cannot be downloaded', async () => {
    const { sandbox } = site.shop;
    const path = `/staff/jobs/${sandbox.ids.childJobsId}/failed-rows`;
    const { page } = await site.open();
    for (const how of ['network', { status: 403 }] as const) {
      sandbox.failNext(how, 1, '/media-files/');
      await page.goto(path);
      await page.getByRole('heading', { name: 'That did not work' }).waitFor();
      await page.getByText('Try again in a minute.').waitFor();
    }
  });

  it.each([
    ['/staff/jobs/none', 'There is no such job.'],
    ['/staff/jobs/%2e%2e%2f', 'There is no such job.'],
    ['/staff/jobs/none/failed-rows', 'There is no such job.'],
    ['/staff/jobs/job_01/failed-rows', 'This job has no failed rows.'],
    ['/staff/nothing', 'Page not found.'],
  ])('respond to %s with a page that says it does not exist', async (path, text) => {
    const { page, violations } = await site.open();
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    expect(await page.locator('.trouble strong').innerText()).toBe(text);
    expect(await page.getByRole('link', { name: 'Try again' }).count(), 'nothing to try again').toBe(0);
    expect(violations).toEqual([]);
  });

  it.each(['/staff', '/staff/jobs/job_04', '/staff/jobs/none'])('fit %s on a small screen', async (path) => {
    const { page } = await site.visit(path, { viewport: { width: 360, height: 740 } });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  it('scroll wide tables by keyboard, and show a shadow where a table goes on', async () => {
    // The policy allows no data: picture, by which this test reads pixels.
    const { page } = await site.visit('/staff', { viewport: { width: 390, height: 844 }, bypassCSP: true });
    const table = page.getByRole('region', { name: 'Where the customers are kept' });
    const isDark = async (side: 'left' | 'right'): Promise<boolean> => {
      const box = await table.boundingBox();
      if (!box) throw new Error('The table is not rendered.');
      const x = side === 'left' ? box.x + 2 : box.x + box.width - 3;
      const clip = { x, y: box.y + 30, width: 1, height: 1 };
      const picture = (await page.screenshot({ clip })).toString('base64');
      return page.evaluate(async (data) => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const context = document.createElement('canvas').getContext('2d')!;
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, 1, 1).data[0]! < 240;
      }, picture);
    };
    expect([await isDark('left'), await isDark('right')]).toEqual([false, true]);
    await table.focus();
    for (let press = 0; press < 12; press += 1) await page.keyboard.press('ArrowRight');
    await eventually(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(40);
    await eventually(() => isDark('right')).toBe(false);
    expect(await isDark('left')).toBe(true);
  });

  it('use the policy of the shop, extended by the search form', async () => {
    const { page } = await site.visit('/');
    const policyOf = async (path: string) => {
      const policy = (await page.request.get(path)).headers()['content-security-policy'] ?? '';
      return policy.replace(/ 'sha256-[^']*'/g, '');
    };
    const shop = await policyOf('/');
    expect(await policyOf('/staff')).toBe(shop.replace("form-action 'none'", "form-action 'self'"));
    expect(shop).toContain("script-src 'self';");
  });
});
