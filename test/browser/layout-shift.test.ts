import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { CustomerClient, type Notification } from '../../src/client.js';
import { createSandbox } from '../../src/sandbox.js';
import { eventually, useSite, type Visit } from './site.js';

declare global {
  var shifts: number[];
}

/** What counts as good for a page as a whole is 0.1: https://web.dev/articles/cls */
const maxShift = 0.01;

const shown = 24;

/** Collects every shift of the page, also those right after an input. */
async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry) globalThis.shifts.push(Number(entry.value));
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const sumOfShifts = (page: Page): Promise<number> =>
  page.evaluate(() => globalThis.shifts.reduce((sum, shift) => sum + shift, 0));

describe('The list of an inbox', () => {
  const site = useSite();

  /** References with what the source knows of them. */
  async function listWith(pick: (record: Notification) => object): Promise<object> {
    // A sandbox of its own, since the first one logs the requests of the page.
    const sandbox = createSandbox();
    const { baseUrl, fetch } = sandbox;
    const client = new CustomerClient({ baseUrl, fetch, getToken: () => sandbox.issueToken() });
    const ids = site.shop.sandbox.notificationIds().slice(0, shown);
    const records = await Promise.all(ids.map((id) => client.notifications.retrieve(id)));
    return { references: records.map((record) => ({ id: record.id, ...pick(record) })) };
  }

  /** Visits a page with an inbox. Each record takes as long as `delayMs` says for its place in the list. */
  async function visitInbox(list: object, delayMs: (index: number) => number): Promise<Visit> {
    const ids = site.shop.sandbox.notificationIds();
    const visit = await site.open({ viewport: { width: 1000, height: 760 } });
    const { page } = visit;
    await recordShifts(page);
    await page.route('**/in-app-notifications/*', async (route) => {
      const id = route.request().url().split('/').at(-1) ?? '';
      await new Promise((resolve) => setTimeout(resolve, delayMs(ids.indexOf(id))));
      await route.continue();
    });
    await page.route('**/list?*', (route) => route.fulfill({ json: list }));
    const html = `<!doctype html><html lang="en"><head><title>Inbox</title>
      <style>body { margin: 20px } nudge-inbox { inline-size: 400px; block-size: 680px }</style></head>
      <body><main></main><script src="/cdn/nudge-inbox.iife.js"></script><script>
      NudgeInbox.mount('main', {
        element: 'nudge-inbox',
        baseUrl: '/api/v1/engagement',
        getToken: NudgeInbox.backendSource('/shop').getToken,
        source: NudgeInbox.pollingSource('/list'),
      });
      </script></body></html>`;
    await page.route('**/inbox', (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await page.goto('/inbox');
    return visit;
  }

  /** Waits until each row on the screen shows its card, and everything that belongs to it. */
  async function whenComplete(page: Page): Promise<void> {
    await page.locator('nudge-card .card').nth(7).waitFor();
    await eventually(() => page.locator('.opening').count()).toBe(0);
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }

  const lists: Record<string, (record: Notification) => object> = {
    'no more than ids': () => ({}),
    'dates and read state': ({ createdDate, isRead }) => ({ createdDate, isRead }),
  };
  const orders: Record<string, (index: number) => number> = {
    'in order': (index) => 30 + 30 * index,
    'in reverse order': (index) => 300 - 30 * Math.min(index, 8),
    'all at once': () => 30,
  };
  for (const [listName, pick] of Object.entries(lists))
    for (const [orderName, delayMs] of Object.entries(orders))
      it(`does not shift as it opens with ${listName}, and records that arrive ${orderName}`, async () => {
        const { page, errors } = await visitInbox(await listWith(pick), delayMs);
        await whenComplete(page);
        expect(await sumOfShifts(page)).toBeLessThanOrEqual(maxShift);
        expect(errors).toEqual([]);
      });

  it('waits a second at most for a card that others follow', async () => {
    const { page } = await visitInbox(await listWith(() => ({ isRead: true })), (index) =>
      index === 1 ? 9000 : 0,
    );
    await page.locator('nudge-card .card').nth(3).waitFor();
    await eventually(() => page.locator('nudge-card .card').nth(3).isVisible()).toBe(true);
    expect(await page.locator('[role=article]').nth(1).getAttribute('class')).toContain('pending');
  });

  it('stays in place while what is above the screen loads', async () => {
    const { page } = await visitInbox(await listWith(() => ({ isRead: true })), (index) =>
      index < 8 ? 0 : 400,
    );
    await whenComplete(page);
    const place = await page.locator('.list').evaluate(async (list) => {
      const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
      const topOf = (row: Element): number => row.getBoundingClientRect().top;
      list.querySelectorAll('[role=article]')[14]?.scrollIntoView();
      list.scrollTop += 20;
      await nextFrame();
      await nextFrame();
      const { top } = list.getBoundingClientRect();
      const rows = [...list.querySelectorAll('[role=article]')];
      const first = rows.findIndex((row) => row.getBoundingClientRect().bottom > top);
      const [above, row] = [rows[first - 1], rows[first]];
      if (!above || !row) throw new Error('No row is above the screen.');
      const before = topOf(row);
      const wasPending = above.matches('.pending') && row.matches('.pending');
      while (!above.matches('.loaded') || !row.matches('.loaded')) await nextFrame();
      for (let frame = 0; frame < 4; frame += 1) await nextFrame();
      return { wasPending, moved: Math.abs(topOf(row) - before) };
    });
    expect(place.wasPending).toBe(true);
    expect(place.moved).toBeLessThanOrEqual(1);
  });
});
