import { expect, test } from './site.js';

test.describe('The bell of the shop', () => {
  test('loads older notifications on scroll, each once and with the token alone', async ({
    visit,
    shop,
    site,
  }) => {
    const ids = shop.sandbox.notificationIds();
    await visit.goto();
    await visit.openPanel();
    const rows = visit.panel.getByRole('article');
    // Too fast for some of them to load, which do so when they come back into view.
    const scrollToEnd = async (): Promise<number> => {
      await visit.panel.locator('.list').evaluate((list) => list.scrollTo(0, list.scrollHeight));
      return rows.count();
    };
    await expect.poll(scrollToEnd).toBe(ids.length);
    const pending = visit.panel.locator('[role=article].pending');
    for (;;) {
      const id = await pending.evaluateAll((elements) => elements.at(-1)?.dataset.id);
      if (id === undefined) break;
      const row = visit.panel.locator(`[data-id="${id}"]`);
      await row.evaluate((element) => element.scrollIntoView());
      await expect(row).toHaveClass(/loaded/);
    }
    await expect(visit.cards).toHaveCount(ids.length);
    expect(site.requestedIds.sort()).toEqual(ids.sort());
    for (const request of shop.sandbox.requests)
      expect(request).toMatchObject({ operation: 7, credentials: ['bearer'], status: 200, query: '' });
  });

  test('opens a panel that has its height from the first frame on, in a header that contains what is fixed', async ({
    visit,
  }) => {
    const { page, bell } = visit;
    // It moves as it opens.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await visit.goto();
    await visit.expectUnread(12);
    await page.waitForFunction(() => customElements.get('nudge-inbox'));
    const heights = page.locator('nudge-bell').evaluate(
      (element) =>
        new Promise<number[]>((resolve) => {
          const found: number[] = [];
          const measure = (): void => {
            const panel = element.shadowRoot?.querySelector(':popover-open');
            if (panel) found.push(panel.getBoundingClientRect().height);
            if (found.length < 5) requestAnimationFrame(measure);
            else resolve(found);
          };
          measure();
        }),
    );
    // No time passes between the hover and the press: the panel is being prepared.
    await bell.click();
    expect(Math.min(...(await heights))).toBeGreaterThan(100);
  });

  test('leads to the page of a notification, on which that is read', async ({ visit }) => {
    const { page, panel } = visit;
    await visit.goto();
    await visit.expectUnread(12);
    await visit.openPanel();
    await panel.getByRole('link', { name: 'Your parcel is out for delivery' }).click();
    await expect(page.getByRole('heading', { name: 'Order 1042' })).toBeVisible();
    await visit.expectUnread(11);
  });

  test('says that it is offline, keeps what it shows, and later shows what has come meanwhile', async ({
    visit,
    shop,
    context,
  }) => {
    await visit.goto();
    await visit.openPanel();
    await context.setOffline(true);
    const offline = visit.panel.getByText('You’re offline. Showing what’s already loaded.');
    await expect(offline).toBeVisible();
    await expect(visit.cards.first()).toBeVisible();
    await shop.notify('tent');
    await context.setOffline(false);
    await expect(visit.panel.getByText('Two-person tent · £310.00')).toBeVisible();
    await expect(offline).toBeHidden();
  });

  test('says that it cannot reach the service, and recovers by itself', async ({ visit, shop }) => {
    shop.sandbox.offline = true;
    await visit.goto();
    await visit.bell.click();
    const problem = visit.panel.getByText('Can’t connect. Trying again…');
    await expect(problem).toBeVisible();
    shop.sandbox.offline = false;
    await expect(visit.cards.first()).toBeVisible();
    await expect(problem).toBeHidden();
  });
});

test('The trace of “Try it” has a line for each change, with the widget of the script tag too', async ({
  visit: { page },
  visit,
}) => {
  const lines: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'info') lines.push(message.text());
  });
  await visit.goto();
  await visit.expectUnread(12);
  expect(lines).toEqual([]);
  await page.getByText('Try it').click();
  await page.getByLabel('Trace in the console').check();
  const arrival = /^\[nudge-inbox\] added \S+ → arrival/;
  // It begins at some time after the page is loaded again.
  await expect(async () => {
    await page.getByRole('button', { name: 'One now' }).click();
    await expect.poll(() => lines, { timeout: 1000 }).toContainEqual(expect.stringMatching(arrival));
  }).toPass();
});

test('The bell, the list and the settings of the account page, which imports the package, share what is known', async ({
  visit,
  shop,
  site,
}) => {
  const { page, bell, cards, panel } = visit;
  await visit.goto('/account');
  const list = page.locator('main nudge-inbox nudge-card .card');
  await visit.expectUnread(12);
  await expect(list.first()).toBeVisible();
  await shop.notify('reading-chair');
  await expect(list.first()).toContainText('Reading chair · £560.00');
  await visit.expectUnread(13);

  await list.first().hover();
  await list.first().getByRole('button', { name: 'Mark as read' }).click();
  await visit.expectUnread(12);
  await bell.click();
  await expect(cards.first()).toContainText('Reading chair · £560.00');
  await expect(cards.first().getByRole('button', { name: 'Mark as unread' })).toBeAttached();
  expect(site.requestedIds).toEqual([...new Set(site.requestedIds)]);

  await panel.getByRole('button', { name: 'Preferences' }).click();
  await panel.getByRole('switch', { name: 'Back in stock' }).click();
  await expect(
    page.locator('main nudge-preferences').getByRole('switch', { name: 'Back in stock' }),
  ).not.toBeChecked();
});
