import { expect, test } from './site.js';

const inbox = `<script src="/cdn/nudge-inbox.iife.js"></script>
  <nudge-inbox layout="page" deep-link="n" base-url="/api/v1/engagement" backend-url="/shop"></nudge-inbox>`;

test('A page that was opened with a user name and a password shows the list with its own links and pictures, and its entries in the history', async ({
  visit,
  shop,
  site,
}) => {
  await shop.notify('wool-blanket');
  const address = new URL('/page', site.address);
  address.username = 'user';
  address.password = 'password';
  await visit.gotoPageWith(inbox, { address: address.href });
  const card = visit.page.locator('nudge-card').first();
  await expect(card.getByRole('link', { name: 'See the order' })).toHaveAttribute(
    'href',
    `${site.address}/orders/1051`,
  );
  const picture = card.locator('img').first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await card.getByText('Thank you, we have your order').click();
  await expect(visit.page).toHaveURL(/#n=/);
  await visit.expectWarnings();
});
