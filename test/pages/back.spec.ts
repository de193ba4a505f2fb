import type { Page } from '@playwright/test';
import { expect, test, type PageOptions } from './customers-site.js';

// The driver switches the back/forward cache off otherwise.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
});

/** What a page notes once it has returned from the back/forward cache. */
interface Returned {
  isFromCache?: boolean;
  /** The text of the list in each frame. */
  frames?: string[];
}

/** Leaves the page by a link; from its return on, it notes in each frame what its list shows. */
async function leave(page: Page): Promise<void> {
  await page.evaluate(() => {
    const returned: Returned = ((window as { returned?: Returned }).returned = { frames: [] });
    const note = (): void => {
      const list = document.querySelector('nudge-inbox')?.shadowRoot?.querySelector('nudge-list');
      const cards = [...(list?.querySelectorAll('nudge-card') ?? [])];
      returned.frames?.push(cards.map(({ shadowRoot }) => shadowRoot?.textContent ?? '').join());
      requestAnimationFrame(note);
    };
    addEventListener('pageshow', ({ persisted }) => {
      returned.isFromCache = persisted;
      note();
    });
  });
  await page.goto(new URL('/page?other', page.url()).href);
}

/** Presses Back. A page from the cache fires no `load` that the driver's own method waits for. */
async function goBack(page: Page): Promise<void> {
  await page.evaluate(() => history.back());
  await page.waitForURL(/attributes=/, { waitUntil: 'commit' });
}

const loadReturned = (page: Page): Promise<Returned | undefined> =>
  page.evaluate(() => (window as { returned?: Returned }).returned);

const pages: Record<string, PageOptions> = {
  'the drop-in backend': {},
  'a list of its own and nothing stored': { hasIds: true, attributes: 'memory-only' },
};

for (const [name, options] of Object.entries(pages)) {
  test(`Back to a page with ${name} shows nothing of a customer who has gone, and sends nothing of theirs`, async ({
    context,
    site,
    tab,
  }) => {
    await site.signIn(context, 'ann');
    await tab.open(options);
    await tab.expectTitles('ann');
    await leave(tab.page);
    await site.signIn(context, 'ben');
    site.requests.length = 0;
    await goBack(tab.page);
    if (options.hasIds) await expect(tab.page.getByText('no longer available')).toHaveCount(2);
    else await tab.expectTitles('ben');
    const returned = await loadReturned(tab.page);
    expect(returned?.isFromCache).toBe(true);
    expect(returned?.frames?.filter((text) => text.includes('Ann:'))).toEqual([]);
    expect(site.mixedRequests).toEqual([]);
  });

  test(`Back to a page with ${name} shows the list again to the customer who has left it`, async ({
    context,
    site,
    tab,
  }) => {
    await site.signIn(context, 'ann');
    await tab.open(options);
    await tab.expectTitles('ann');
    await leave(tab.page);
    await goBack(tab.page);
    await tab.expectTitles('ann');
    expect((await loadReturned(tab.page))?.isFromCache).toBe(true);
  });
}
