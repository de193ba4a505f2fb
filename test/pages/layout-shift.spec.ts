import type { Page, Route } from '@playwright/test';
import { CustomerClient, type Notification } from '../../src/client.js';
import { createSandbox } from '../../src/sandbox.js';
import { expect, shopOptions, test as base, type Visit } from './site.js';

declare global {
  /** The shifts so far, each with the ids of the elements of the page that it moved. */
  var shifts: { value: number; moved: string[] }[];
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null }[];
}

/** What counts as good for a page as a whole is 0.1: https://web.dev/articles/cls */
const maxShift = 0.01;

/** How many notifications a session requests at once. */
const concurrency = 6;

/** Has the service respond when a test says so. */
class Service {
  readonly #page: Page;
  #held: readonly string[] = [];
  #waiting: Route[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  /** The ids of the requests that wait for their response. */
  get waitingIds(): string[] {
    return this.#waiting.map((route) => this.#idOf(route));
  }

  /** Has the requests of these notifications wait. */
  async hold(ids: readonly string[]): Promise<void> {
    this.#held = ids;
    await this.#page.route('**/in-app-notifications/*', async (route) => {
      if (this.#held.includes(this.#idOf(route))) this.#waiting.push(route);
      else await route.continue();
    });
  }

  /** Responds to what waits, each time after the card before was rendered, and to all further requests at once. */
  async respond(arrange: (waiting: Route[]) => Route[] = (waiting) => waiting): Promise<void> {
    this.#held = [];
    for (const route of arrange(this.#waiting)) {
      await route.continue();
      await expect(this.#page.locator(`.loaded[data-id="${this.#idOf(route)}"]`)).toBeAttached();
    }
    this.#waiting = [];
  }

  #idOf(route: Route): string {
    return route.request().url().split('/').at(-1) ?? '';
  }
}

const test = base.extend<{ ids: string[]; service: Service }>({
  ids: ({ shop }, use) => use(shop.sandbox.notificationIds().slice(0, 24)),
  service: ({ page }, use) => use(new Service(page)),
});

test.use({ viewport: { width: 1000, height: 760 } });

/** Opens a page with an inbox that lists these notifications, with what the source says of each. */
async function open(
  visit: Visit,
  ids: readonly string[],
  pick: (record: Notification) => object = ({ isRead }) => ({ isRead }),
): Promise<void> {
  // A sandbox of its own, since that of the shop logs the requests of the page.
  const sandbox = createSandbox();
  const { baseUrl, fetch } = sandbox;
  const client = new CustomerClient({ baseUrl, fetch, getToken: () => sandbox.issueToken() });
  const records = await Promise.all(ids.map((id) => client.notifications.retrieve(id)));
  const references = records.map((record) => ({ id: record.id, ...pick(record) }));
  await visit.page.addInitScript(recordShifts);
  await visit.page.route('**/list?*', (route) => route.fulfill({ json: { references } }));
  await visit.gotoPageWith(`<style>body { margin: 20px } nudge-inbox { inline-size: 400px; block-size: 680px }</style>
    <main></main><p id="end" style="position: fixed; inset-block-end: 0">The end of the page</p><script src="/cdn/nudge-inbox.iife.js"></script><script>
      NudgeInbox.mount('main', {
        element: 'nudge-inbox',
        ${shopOptions},
        source: NudgeInbox.pollingSource('/list'),
      });
    </script>`);
}

/** A slow machine takes longer than a card waits for those above it. */
function waitForCardsAbove(): void {
  const { setTimeout } = globalThis;
  globalThis.setTimeout = ((run: () => void, delay?: number) =>
    delay === 1000 ? 0 : setTimeout(run, delay)) as typeof setTimeout;
}

function recordShifts(): void {
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as LayoutShift[]) {
      const moved = sources.flatMap(({ node }) => (node instanceof Element ? [node.id] : []));
      globalThis.shifts.push({ value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Waits until each row on the screen shows its card. */
async function expectComplete(page: Page): Promise<void> {
  await expect(page.locator('nudge-card .card').nth(7)).toBeVisible();
}

/** Returns by how much the page has shifted, also right after an input. */
async function sumOfShifts(page: Page): Promise<number> {
  // The browser reports shifts in their order, and later: another one shows that it has reported all of them.
  await page.locator('#end').evaluate((element) => (element.style.marginBlockEnd = '40px'));
  const reported = await page.waitForFunction(() => {
    const end = shifts.findIndex(({ moved }) => moved.includes('end'));
    return end >= 0 && shifts.slice(0, end).map(({ value }) => value);
  });
  const values = await reported.jsonValue();
  return values ? values.reduce((sum, value) => sum + value, 0) : Infinity;
}

test.describe('The list of an inbox', () => {
  for (const [what, pick, arrange] of [
    [
      'no more than ids, and records that come in reverse order',
      () => ({}),
      (waiting: Route[]) => waiting.toReversed(),
    ],
    [
      'dates and read state, and records that come in their order',
      ({ createdDate, isRead }: Notification) => ({ createdDate, isRead }),
      (waiting: Route[]) => waiting,
    ],
  ] as const)
    test(`does not shift as it opens with ${what}`, async ({ visit, ids, service }) => {
      await service.hold(ids);
      await visit.page.addInitScript(waitForCardsAbove);
      await open(visit, ids, pick);
      await expect.poll(() => service.waitingIds.length).toBe(concurrency);
      await service.respond(arrange);
      await expectComplete(visit.page);
      expect(await sumOfShifts(visit.page)).toBeLessThanOrEqual(maxShift);
    });

  test('shows the cards below one that does not load', async ({ visit, ids, service }) => {
    await service.hold([ids[1]!]);
    await open(visit, ids);
    const row = (index: number) => visit.page.getByRole('article').nth(index);
    await expect(row(3).locator('nudge-card .card')).toBeVisible();
    await expect(row(1)).toHaveClass(/pending/);
  });

  test('stays in place while what is above the screen loads', async ({ visit, ids, service }) => {
    const { page } = visit;
    await service.hold(ids.slice(8));
    await open(visit, ids);
    await expectComplete(page);
    const list = page.locator('.list');
    const top = (await list.boundingBox())!.y;
    await list.evaluate((element) => {
      element.querySelectorAll('[role=article]')[14]?.scrollIntoView();
      element.scrollTop += 20;
    });
    await expect.poll(() => service.waitingIds.length).toBe(concurrency);
    const rowOf = (id: string) => page.locator(`[data-id="${id}"]`);
    const topOf = async (id: string) => (await rowOf(id).boundingBox())!.y;
    const tops = await Promise.all(ids.map(topOf));
    const bottomIsBelow = (_: string, index: number) => (tops[index + 1] ?? Infinity) > top;
    const first = ids.findIndex(bottomIsBelow);
    const [above, row] = [ids[first - 1]!, ids[first]!];
    for (const id of [above, row]) await expect(rowOf(id)).toHaveClass(/pending/);

    await service.respond();
    for (const id of [above, row]) await expect(rowOf(id)).toHaveClass(/loaded/);
    await expect.poll(async () => Math.abs((await topOf(row)) - tops[first]!)).toBeLessThanOrEqual(1);
  });
});
