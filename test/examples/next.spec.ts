import { expect } from '@playwright/test';
import { testExample, type Steps } from './example.js';
import { developmentSteps, shopSteps } from './shop.js';

const ownList: Steps = {
  'shows a list of its own, with which the bell agrees': async ({ server, visit }) => {
    await visit.page.goto(`${server.origin}/notifications`);
    const list = visit.page.getByRole('region', { name: 'Your list' });
    await expect(list).toContainText('1 unread');
    await list.getByRole('button', { name: 'Welcome to the shop' }).click();
    await expect(list).toContainText('0 unread');
    await visit.open();
    for (const name of ['Your parcel is on its way', 'Welcome to the shop'])
      await expect(visit.panel.getByRole('article', { name, exact: true })).toBeVisible();
  },
};

testExample('next', { start: shopSteps({ hasRouter: true }, ownList), dev: developmentSteps });
