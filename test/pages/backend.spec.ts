import { PGlite } from '@electric-sql/pglite';
import { postgresStore } from '../../src/backend.js';
import { expect, test as base } from './site.js';

/** A database of the kind that the demo starts with, which can be away. */
class Database {
  isAway = false;
  #opened: PGlite | undefined;

  async open(): Promise<void> {
    this.#opened = await PGlite.create();
  }

  async query(text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[] }> {
    if (this.isAway) throw new Error('The database is away.');
    return this.#pglite.query(text, values);
  }

  async listen(channel: string, callback: (payload: string) => void): Promise<() => Promise<void>> {
    return this.#pglite.listen(channel, callback);
  }

  get #pglite(): PGlite {
    if (!this.#opened) throw new Error('The database is not open.');
    return this.#opened;
  }
}

const test = base.extend<object, { database: Database }>({
  database: [new Database(), { scope: 'worker', option: true }],
  store: [
    async ({ database }, use) => {
      await database.open();
      // The oldest notification of the service is three years old.
      const store = postgresStore(database, { maxDays: 1500 });
      await store.migrate();
      await use(store);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test('Two browsers of a customer agree on what arrives, is read and is dismissed, at once and after a reload', async ({
  visit,
  otherVisit,
  shop,
}) => {
  await visit.goto();
  await otherVisit.goto();
  for (const each of [visit, otherVisit]) await each.expectUnread(12);

  await shop.notify('tent');
  for (const each of [visit, otherVisit]) await each.expectUnread(13);

  await visit.openPanel();
  await otherVisit.openPanel();
  await visit.pressOnCard('Mark as read', 1);
  await otherVisit.expectUnread(12);
  await visit.pressOnCard('Dismiss');
  await expect(otherVisit.panel.getByText('Two-person tent')).toHaveCount(0);
  await otherVisit.expectUnread(11);

  await visit.page.reload();
  await visit.openPanel();
  await visit.expectUnread(11);
  await expect(visit.panel.getByText('Two-person tent')).toHaveCount(0);
});

test('Two browsers of a customer agree on an answer, under way, given, and after a reload', async ({
  visit,
  otherVisit,
}) => {
  for (const each of [visit, otherVisit]) {
    await each.goto();
    await each.openPanel();
  }
  const [button, otherButton] = [visit, otherVisit].map(({ panel }) =>
    panel.getByRole('button', { name: 'Leave with a neighbour' }),
  );
  await button!.click();
  await expect(otherButton!).toHaveAttribute('aria-disabled', 'true');
  for (const each of [visit, otherVisit]) {
    await expect(each.panel.locator('.answer')).toContainText('Left with a neighbour');
    await expect(each.panel.getByRole('button', { name: 'Leave with a neighbour' })).toHaveCount(0);
    await each.expectUnread(11);
  }
  await otherVisit.page.reload();
  await otherVisit.openPanel();
  await expect(otherVisit.panel.locator('.answer')).toContainText('Left with a neighbour');
});

test('A page whose database is away says that it can neither load nor save, and does both once it is back', async ({
  visit,
  database,
}) => {
  database.isAway = true;
  await visit.goto();
  await visit.bell.click();
  await expect(visit.panel.getByText('Can’t load your notifications right now.')).toBeVisible();
  database.isAway = false;
  await expect(visit.cards.first()).toBeVisible();
  await expect(visit.panel.getByText('Can’t load your notifications right now.')).toBeHidden();

  database.isAway = true;
  await visit.pressOnCard('Mark as read');
  await expect(visit.panel.getByText('Couldn’t mark as read.')).toBeVisible();
  await visit.expectUnread(12);
  database.isAway = false;
  await visit.pressOnCard('Mark as read');
  await visit.expectUnread(11);
  await visit.page.reload();
  await visit.expectUnread(11);
});
