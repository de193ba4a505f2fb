import { PGlite } from '@electric-sql/pglite';
import { afterEach, describe, expect, it } from 'vitest';
import { openStore } from '../../demo/backend/open-store.js';
import { createInboxBackend, postgresStore } from '../../src/backend.js';
import { eventually, useSiteWith, type Visit } from './site.js';

const labelOf = ({ bell }: Visit) => bell.getAttribute('aria-label');

/** Presses a button of the first card in the open panel. */
async function pressOnFirst({ cards }: Visit, name: string): Promise<void> {
  await cards.first().hover();
  await cards.first().getByRole('button', { name }).click();
}

describe('Two browsers of one customer', () => {
  // Unlike the other tests, on PGlite: the store with which the demo starts.
  const site = useSiteWith(openStore);

  /** Nothing is shared but the customer: each browser has a device and cookies of its own. */
  async function visitTwice(): Promise<[Visit, Visit]> {
    const visits = [await site.visit('/'), await site.visit('/')] as const;
    for (const visit of visits) await eventually(() => labelOf(visit)).toBe('Notifications, 12 unread');
    return [...visits];
  }

  it('agree on what is read, at once and after a reload', async () => {
    const [first, second] = await visitTwice();
    await first.bell.click();
    await pressOnFirst(first, 'Mark as read');
    await eventually(() => labelOf(second)).toBe('Notifications, 11 unread');
    await first.page.reload();
    await eventually(() => labelOf(first)).toBe('Notifications, 11 unread');
  });

  it('agree on what is dismissed, at once and after a reload', async () => {
    const [first, second] = await visitTwice();
    await second.bell.click();
    await first.bell.click();
    await second.panel.getByText('Your parcel is out for delivery').waitFor();
    await pressOnFirst(first, 'Dismiss');
    await eventually(() => second.panel.getByText('Your parcel is out for delivery').count()).toBe(0);
    await first.page.reload();
    await first.bell.click();
    await first.cards.first().waitFor();
    expect(await first.panel.getByText('Your parcel is out for delivery').count()).toBe(0);
  });

  it('agree on what has been seen', async () => {
    const [first, second] = [await site.open(), await site.open()];
    // The badge counts what is new, as it does by default.
    const label = (visit: Visit) =>
      visit.page.locator('nudge-bell').evaluate((bell) => {
        bell.setAttribute('badge', 'unseen');
        return bell.shadowRoot?.querySelector('button')?.ariaLabel;
      });
    for (const visit of [first, second]) {
      await visit.page.goto('/');
      await visit.bell.waitFor();
      await eventually(() => label(visit)).toBe('Notifications, 12 new');
    }
    await first.bell.click();
    await first.cards.nth(2).waitFor();
    await eventually(() => label(second)).not.toBe('Notifications, 12 new');
  });

  it('show an arrival at once', async () => {
    const visits = await visitTwice();
    await site.shop.notify('tent');
    for (const visit of visits) await eventually(() => labelOf(visit)).toBe('Notifications, 13 unread');
  });

  it('agree on all that is marked as read and undone, on pages that are not loaded too', async () => {
    await site.shop.inbox.deliver(
      site.shop.sandbox.uniqueCustomerId,
      Array.from({ length: 60 }, (_, index) => ({ id: `old ${index}`, createdDate: '2024-01-01T10:00:00Z' })),
    );
    const [first, second] = [await site.visit('/'), await site.visit('/')];
    for (const visit of [first, second])
      await eventually(() => labelOf(visit)).toBe('Notifications, 72 unread');
    await first.bell.click();
    await first.panel.getByRole('button', { name: 'Mark all as read' }).click();
    for (const visit of [first, second]) await eventually(() => labelOf(visit)).toBe('Notifications');
    await first.panel.getByRole('button', { name: 'Undo' }).click();
    for (const visit of [first, second])
      await eventually(() => labelOf(visit)).toBe('Notifications, 72 unread');
    await first.panel.getByRole('button', { name: 'Mark all as read' }).click();
    await eventually(() => labelOf(second)).toBe('Notifications');
    await first.page.reload();
    await eventually(() => labelOf(first)).toBe('Notifications');
  });

  it('agree on preferences, at once and after a reload', async () => {
    const [first, second] = await visitTwice();
    const showChoice = async ({ bell, panel }: Visit) => {
      await bell.click();
      await panel.getByRole('button', { name: 'Preferences' }).click();
      return panel.getByRole('switch', { name: 'Back in stock' });
    };
    const [own, other] = [await showChoice(first), await showChoice(second)];
    expect(await other.isChecked()).toBe(true);
    await own.click();
    await eventually(() => other.isChecked()).toBe(false);
    await second.page.reload();
    const choice = await showChoice(second);
    await eventually(() => choice.isChecked()).toBe(false);
  });
});

/** Longer than the oldest notification of the sandbox is old. */
const retention = { maxDays: 1500 };

describe('A page whose database is away', () => {
  let isAway = false;
  let hanging: Promise<void> | undefined;
  let endHanging = (): void => undefined;
  let database: PGlite;

  const site = useSiteWith(async () => {
    database = await PGlite.create();
    const client = {
      query: async (text: string, values: unknown[]) => {
        if (isAway) throw new Error('The database is away.');
        await hanging;
        return database.query<Record<string, unknown>>(text, values);
      },
      listen: (channel: string, callback: (payload: string) => void) => database.listen(channel, callback),
    };
    return postgresStore(client, retention);
  });
  const setAway = (value: boolean): void => {
    isAway = value;
  };
  afterEach(() => {
    setAway(false);
    endHanging();
  });

  it('says that it could not save where the database does not respond, and shows what was saved later', async () => {
    const visit = await site.visit('/');
    await visit.bell.click();
    await visit.cards.first().waitFor();
    hanging = new Promise((resolve) => (endHanging = resolve));
    await pressOnFirst(visit, 'Mark as read');
    await visit.panel.getByText('Couldn’t mark as read.').waitFor({ timeout: 20_000 });
    await eventually(() => labelOf(visit)).toBe('Notifications, 12 unread');
    hanging = undefined;
    endHanging();
    await expect.poll(() => labelOf(visit), { timeout: 20_000 }).toBe('Notifications, 11 unread');
    expect(visit.errors).toEqual([]);
  }, 60_000);

  it('says that it could not save, and saves once the database is back', async () => {
    const visit = await site.visit('/');
    await visit.bell.click();
    await visit.cards.first().waitFor();
    setAway(true);
    await pressOnFirst(visit, 'Mark as read');
    await visit.panel.getByText('Couldn’t mark as read.').waitFor();
    await eventually(() => labelOf(visit)).toBe('Notifications, 12 unread');
    setAway(false);
    await pressOnFirst(visit, 'Mark as read');
    await eventually(() => labelOf(visit)).toBe('Notifications, 11 unread');
    await visit.page.reload();
    await eventually(() => labelOf(visit)).toBe('Notifications, 11 unread');
    expect(visit.errors).toEqual([]);
  });

  it('says that it cannot load the list, and loads it once the database is back', async () => {
    setAway(true);
    const visit = await site.visit('/');
    await visit.bell.click();
    await visit.panel.getByText('Can’t load your notifications right now.').waitFor();
    setAway(false);
    await visit.cards.first().waitFor({ timeout: 15_000 });
    expect(await visit.panel.getByText('Can’t load your notifications right now.').count()).toBe(0);
    expect(visit.errors).toEqual([]);
  });

  it('receives what another instance delivered while it was away', async () => {
    const visit = await site.visit('/');
    await eventually(() => labelOf(visit)).toBe('Notifications, 12 unread');
    // An event shows that the stream is open.
    await site.shop.notify('tent');
    await eventually(() => labelOf(visit)).toBe('Notifications, 13 unread');
    setAway(true);
    const other = createInboxBackend({ store: postgresStore(database, retention), authenticate: () => null });
    await other.deliver(site.shop.sandbox.uniqueCustomerId, { id: 'from another instance' });
    other.close();
    expect(await labelOf(visit)).toBe('Notifications, 13 unread');
    setAway(false);
    await eventually(() => labelOf(visit)).toBe('Notifications, 14 unread');
    expect(visit.errors).toEqual([]);
  });
});
