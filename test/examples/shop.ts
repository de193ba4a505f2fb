import { expect } from '@playwright/test';
import { Visit } from '../frameworks/visit.js';
import { completeVisit, freesPlaces, visitInbox } from '../inbox-visit.js';
import type { Steps } from './example.js';

const openingSteps: Steps = {
  'renders the tag on the server': async ({ server }) => {
    const html = await (await fetch(server.origin)).text();
    expect(html).toContain('<nudge-bell');
    expect(html).not.toContain('[object');
  },
  'is stored by no cache': async ({ server }) =>
    expect((await fetch(server.origin)).headers.get('Cache-Control')).toContain('no-store'),
  'shows the bell with its badge': async ({ visit }) => {
    await visit.expectBell('Notifications, 2 new');
    await expect(visit.badge).toHaveText('2');
  },
  'opens the panel with the notifications': async ({ visit }) => {
    await visit.open();
    await expect(visit.panel.locator('nudge-card')).toHaveCount(2);
    await expect(visit.card('Your parcel is on its way')).toBeVisible();
    await expect(visit.card('Welcome to the shop')).toBeVisible();
  },
};

/** A page whose server prints the first page of the list. */
export const firstPageSteps: Steps = {
  'has the badge there without a request of the list': async ({ server, visit }) => {
    const { page } = visit;
    const requests: URL[] = [];
    page.on('request', (request) => requests.push(new URL(request.url())));
    const stream = page.waitForRequest(/\/inbox\/events\?lastEventId=\d/);
    await page.goto(server.origin);
    await expect(visit.badge).toBeVisible();
    await stream;
    expect(requests.map(({ pathname }) => pathname)).not.toContain('/inbox/notifications');
  },
};

const logsNothing: Steps = {
  'logs no error and no warning': ({ visit }) =>
    expect.poll(() => [...visit.errors, ...visit.warnings]).toEqual([]),
};

/** The route of the framework that has the backend, as far as the steps before do not show it. */
const backendSteps: Steps = {
  'keeps a page open while nothing happens': async ({ server }) =>
    expect(await visitInbox(`${server.origin}/inbox`)).toEqual(completeVisit),
  'notices that a page has closed': async ({ server }) =>
    expect(await freesPlaces(`${server.origin}/inbox`)).toBe(true),
};

/** What a development server does differently from the build: it renders the page, and serves its modules one by one. */
export const developmentSteps: Steps = { ...openingSteps, ...logsNothing };

/**
 * What the examples with a framework have in common: a server renders the page, and a router follows links.
 *
 * @param others further steps of an example
 */
export const shopSteps = ({ hasRouter }: { hasRouter: boolean }, others: Steps = {}): Steps => ({
  ...firstPageSteps,
  ...openingSteps,
  'follows a notification and marks it as read': async ({ visit }) => {
    await visit.page.evaluate(() => document.documentElement.setAttribute('data-visited', ''));
    await visit.card('Your parcel is on its way').click();
    await expect(visit.page.getByRole('heading', { level: 1 })).toHaveText('Order 1042');
    await expect(visit.page.locator('html[data-visited]')).toHaveCount(hasRouter ? 1 : 0);
    // What the panel has shown is seen, but unread until it is pressed.
    await visit.expectBell('Notifications');
    await visit.open();
    for (const name of ['Your parcel is on its way', 'Unread: Welcome to the shop'])
      await expect(visit.panel.getByRole('article', { name, exact: true })).toBeVisible();
    await visit.close();
  },
  'shows the notification as read and seen on another device': async ({ server, visit }) => {
    const other = new Visit(await visit.page.context().browser()!.newPage());
    await other.page.goto(server.origin);
    // What one device has seen, all have.
    await other.expectBell('Notifications');
    await other.open();
    for (const name of ['Your parcel is on its way', 'Unread: Welcome to the shop'])
      await expect(other.panel.getByRole('article', { name, exact: true })).toBeVisible();
    await other.page.close();
  },
  ...others,
  ...logsNothing,
  ...backendSteps,
});
