import { expect } from '@playwright/test';
import { testExample } from './example.js';

testExample('standalone', {
  start: {
    'shows what its form sends': async ({ visit }) => {
      await visit.expectBell('Notifications');
      await visit.page.getByRole('button', { name: 'Send a notification' }).click();
      await visit.expectBell('Notifications, 1 new');
      await visit.open();
      await expect(visit.card('Your parcel is on its way')).toBeVisible();
    },
    'logs no error and no warning': ({ visit }) =>
      expect.poll(() => [...visit.errors, ...visit.warnings]).toEqual([]),
  },
});
