import { expect, test } from './customers-site.js';

test('A tab of a customer whose session has ended elsewhere shows the next one’s list, and stores nothing of it for the first', async ({
  context,
  site,
  tab,
  otherTab,
}) => {
  await site.signIn(context, 'ann');
  await tab.open();
  await tab.expectTitles('ann');
  await expect.poll(() => tab.loadStored()).toContain('Ann: your parcel');

  await site.signIn(context, 'ben');
  site.requests.length = 0;
  await tab.show();
  await tab.expectTitles('ben');
  await expect(tab.page.getByText('Ann:')).toHaveCount(0);
  await tab.page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect.poll(() => site.countUnread('ben')).toBe(0);
  expect(await site.countUnread('ann')).toBe(2);
  expect(await tab.loadStored()).not.toContain('Ben:');
  expect(site.mixedRequests).toEqual([]);

  await otherTab.open();
  await otherTab.expectTitles('ben');
  await site.signIn(context, 'ann');
  await tab.open();
  await tab.expectTitles('ann');
  await expect(tab.page.getByText('Ben:')).toHaveCount(0);
  await expect(tab.page.getByText('Please sign in again.')).toHaveCount(0);
});

test('A page that is older than the sign-in shows the list of whoever is signed in, and stores nothing under its key', async ({
  context,
  site,
  tab,
}) => {
  await site.signIn(context, 'ben');
  await tab.open({ keyOf: 'ann' });
  await tab.expectTitles('ben');
  expect(await tab.loadStored()).not.toContain('Ben:');

  await site.signIn(context, 'ann');
  await tab.open();
  await tab.expectTitles('ann');
  expect(site.mixedRequests).toEqual([]);
});
