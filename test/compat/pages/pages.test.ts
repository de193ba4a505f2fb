// What every page of this folder has to do. The older browser has journeys of its own: see `test/journeys/`.
import { expect } from '@open-wc/testing';
import { simulate, Visit } from '../../journeys/visit.js';

/** The scripts of this folder that run before that of the inbox. */
const pages = {
  'replaced-methods': 'whose libraries have replaced methods of the platform',
};

for (const [build, title] of Object.entries(pages))
  describe(`A page ${title}`, () => {
    it('opens the panel, and saves what the customer has read', async () => {
      const visit = new Visit();
      try {
        await visit.start({ build });

        await visit.press('button', 'Notifications, 12 unread');
        await visit.press('link', 'Your parcel is out for delivery');
        await visit.expectText('/orders/1042');
        await visit.find('button', 'Notifications, 11 unread');
        await visit.reload();
        await visit.find('button', 'Notifications, 11 unread');
        expect(visit.problems.join('\n')).to.equal('');
      } finally {
        visit.end();
        await simulate({ reset: true });
      }
    });
  });
