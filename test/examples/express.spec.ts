import { expect } from '@playwright/test';
import { Visit } from '../frameworks/visit.js';
import { testExample, type Steps } from './example.js';
import { firstPageSteps } from './shop.js';

// Its development server runs the same code.
const start: Steps = {
  ...firstPageSteps,
  'shows the bell with its badge': async ({ visit }) => {
    await expect(visit.bell).toHaveAttribute('aria-label', /^Notifications, [1-9] new$/);
    await expect(visit.badge).toHaveText(/^[1-9]$/);
  },
  'opens the panel with the notifications': async ({ visit }) => {
    await visit.open();
    await expect(visit.card('Your parcel is on its way').last()).toBeVisible();
  },
  'shows a notification as soon as it is sent': async ({ visit }) => {
    const cards = visit.panel.locator('nudge-card');
    const count = await cards.count();
    // The server sends one every 20 seconds.
    await expect(cards).toHaveCount(count + 1, { timeout: 30_000 });
  },
  'marks a notification as read on all devices of the customer': async ({ server, visit }) => {
    const other = new Visit(await visit.page.context().browser()!.newPage());
    await other.page.goto(server.origin);
    await other.open();
    const oldest = (device: Visit) => device.panel.locator('nudge-card').last();
    const button = { name: 'Mark as read' };
    await oldest(other).hover();
    await expect(oldest(other).getByRole('button', button)).toBeVisible();
    await oldest(visit).hover();
    await oldest(visit).getByRole('button', button).click();
    await expect(oldest(other).getByRole('button', { name: 'Mark as unread' })).toBeVisible();
    await other.page.close();
  },
  'answers by a function of the server, on all devices of the customer': async ({ server, visit }) => {
    const other = new Visit(await visit.page.context().browser()!.newPage());
    await other.page.goto(server.origin);
    await other.open();
    // Others of the same kind arrive meanwhile.
    const oldest = (device: Visit) => device.card('Amelia sent two photos').last();
    await oldest(visit).getByRole('button', { name: 'Go ahead' }).click();
    const expectAnswer = async (device: Visit): Promise<void> => {
      await expect(oldest(device)).toContainText('Amelia goes ahead');
      await expect(oldest(device).getByRole('button', { name: 'Not yet' })).toHaveCount(0);
    };
    await expectAnswer(visit);
    await expectAnswer(other);
    await other.page.reload();
    await other.open();
    await expectAnswer(other);
    await other.page.close();
  },
  'logs no error and no warning': ({ visit }) =>
    expect.poll(() => [...visit.errors, ...visit.warnings]).toEqual([]),
};

testExample('express', { start });
