import { expect, shopOptions, test, type Visit } from './site.js';

const panelFile = '-panel.js';
const panelRoute = `**/*${panelFile}`;

/** Opens a page with a bell, over a connection as the browser describes it, and waits until that is idle. */
async function openBell(visit: Visit, connection: object): Promise<void> {
  const { page } = visit;
  await page.addInitScript((value) => {
    Object.defineProperty(navigator, 'connection', { value });
  }, connection);
  await visit.gotoPageWith(`<main></main><script type="module" src="/cdn/nudge-inbox.js"></script>
    <script type="module">NudgeInbox.mount('main', { ${shopOptions} });</script>`);
  await visit.expectUnread(12);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => resolve(null))));
}

const hasPanelFile = (visit: Visit): boolean => visit.files.some((file) => file.endsWith(panelFile));

test.describe('The code of the panel', () => {
  test('loads when the page is idle', async ({ visit }) => {
    await openBell(visit, { saveData: false, effectiveType: '4g' });
    await expect.poll(() => hasPanelFile(visit)).toBe(true);
  });

  for (const [connection, reach] of [
    [{ saveData: true }, 'hover'],
    [{ effectiveType: 'slow-2g' }, 'focus'],
  ] as const)
    test(`loads with ${JSON.stringify(connection)} once the customer reaches for the bell by ${reach}`, async ({
      visit,
    }) => {
      await openBell(visit, connection);
      expect(hasPanelFile(visit)).toBe(false);
      await visit.bell[reach]();
      await expect.poll(() => hasPanelFile(visit)).toBe(true);
    });

  test('loads with {"saveData":true} for an inbox that is added later', async ({ visit }) => {
    await openBell(visit, { saveData: true });
    await visit.page.evaluate(() => document.body.append(document.createElement('nudge-inbox')));
    await expect.poll(() => hasPanelFile(visit)).toBe(true);
  });
});

test.describe('A bell whose panel is not loaded', () => {
  test.beforeEach(({ visit }) => openBell(visit, { saveData: true }));

  test('reveals a notification', async ({ visit, shop }) => {
    const [id = ''] = shop.sandbox.notificationIds();
    const reveal = (id: string) => document.querySelector('nudge-bell')?.reveal(id);
    expect(await visit.page.evaluate(reveal, id)).toBe(true);
    await expect(visit.panel.getByRole('article', { name: 'Your parcel is out for delivery' })).toBeFocused();
  });

  for (const key of ['Escape', 'Tab'])
    test(`opens no panel after ${key}, pressed while it loads`, async ({ visit }) => {
      const { page, bell, panel } = visit;
      await page.evaluate(() => document.body.append(document.createElement('input')));
      let load = (): void => undefined;
      const mayLoad = new Promise<void>((resolve) => (load = resolve));
      await page.route(panelRoute, async (route) => {
        await mayLoad;
        await route.continue();
      });
      const isRequested = page.waitForRequest(panelRoute);
      await bell.press('Enter');
      await isRequested;
      await page.keyboard.press(key);
      await expect(bell).toHaveAttribute('aria-expanded', 'false');
      load();
      // It is created closed once its code is there.
      await expect(panel).toBeAttached();
      await expect(panel).not.toBeInViewport();
      await expect(bell).toHaveAttribute('aria-expanded', 'false');
    });

  test('says that it does not load, links to the page of the host, and opens with a later press', async ({
    visit,
  }) => {
    const { page, bell } = visit;
    let fail = (): void => undefined;
    const mayFail = new Promise<void>((resolve) => (fail = resolve));
    await page.route(panelRoute, async (route) => {
      await mayFail;
      await route.abort();
    });
    await page.evaluate(() => {
      document.addEventListener('nudge-close', ({ detail }) => document.body.append(` ${detail.reason}`));
    });
    await page.evaluate(() => document.querySelector('nudge-bell')!.setAttribute('href', '/inbox'));
    await bell.click();
    await expect(bell).toHaveAttribute('aria-busy', 'true');
    fail();
    await expect(page.getByText('browser')).toBeVisible();
    await expect(bell).toHaveAttribute('aria-expanded', 'false');
    await expect(bell).toHaveAttribute('aria-busy', 'false');
    const text = 'The inbox could not be loaded. Reload the page.';
    await expect(page.getByRole('status').getByText(text)).toBeAttached();
    const line = page.locator('nudge-bell .failure');
    await expect(line).toContainText(text);
    await expect(line).toBeInViewport({ ratio: 1 });
    await bell.press('Tab');
    await expect(line.getByRole('link', { name: 'Notifications' })).toBeFocused();
    await expect(line.getByRole('link')).toHaveAttribute('href', /\/inbox$/);
    await page.keyboard.press('Escape');
    await expect(line).toBeHidden();
    await visit.expectWarnings('The panel could not be loaded: reload the page.');
    await page.unroute(panelRoute);
    await visit.openPanel();
  });

  test('plays the sound of arrivals once its code has loaded after a failure', async ({ visit, shop }) => {
    const { page } = visit;
    await page.route(panelRoute, (route) => route.abort());
    await page.evaluate(() => document.querySelector('nudge-bell')!.setAttribute('sound', '/chime.wav'));
    await visit.expectWarnings('The panel could not be loaded: reload the page.');
    await page.unroute(panelRoute);
    await visit.openPanel();
    await shop.notify();
    await expect.poll(() => visit.files).toContain('chime.wav');
  });
});
