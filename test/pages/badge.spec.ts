import { expect, shopOptions, test } from './site.js';

const badge = '<nudge-badge backend-url="/shop" badge="unread"></nudge-badge>';
const scripts = {
  bell: `<script type="module" src="/cdn/nudge-inbox.js"></script>
    <div id="bell"></div>
    <script type="module">NudgeInbox.mount('#bell', { ${shopOptions} });</script>`,
  badge: '<script type="module" src="/cdn/nudge-inbox-badge.js"></script>',
};

const orders: [title: string, body: string][] = [
  ['before', `${badge}${scripts.badge}${scripts.bell}`],
  ['after', `${badge}${scripts.bell}${scripts.badge}`],
];

for (const [order, body] of orders)
  test(`A badge whose script comes ${order} that of a bell shows the number of the bell, without a stream of its own`, async ({
    visit,
    shop,
  }) => {
    const { page } = visit;
    const streams: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname === '/shop/events') streams.push(search);
    });
    await page.clock.install();
    await visit.gotoPageWith(body);
    await visit.expectUnread(12);
    const number = page.locator('nudge-badge .badge');
    await expect(number).toHaveText('12');
    await expect.poll(() => streams.length).toBe(1);
    // Longer than a badge waits for a bell before it opens a stream.
    await page.clock.runFor(5000);
    await shop.notify();
    await expect(number).toHaveText('13');
    await visit.expectUnread(13);
    expect(streams.filter((search) => search.includes('only=counts'))).toEqual([]);
    expect(streams).toHaveLength(1);
  });

test('The number of a badge is not underlined by the link that it is part of', async ({ visit }) => {
  await visit.gotoPageWith(
    `<a href="/list" style="display: flex; gap: 1em">Notifications ${badge}</a>${scripts.badge}`,
  );
  const number = visit.page.locator('nudge-badge .badge');
  await expect(number).toHaveText('12');
  const underlined = await number.screenshot();
  await visit.page.addStyleTag({ content: 'a { text-decoration: none; }' });
  expect(underlined.equals(await number.screenshot())).toBe(true);
});
