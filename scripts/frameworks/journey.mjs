// What a visitor does in the page of every app, whatever it is made with: the same steps, the same expectations.
import { eventually, frames } from './visit.mjs';

/** What was set as the elements were made: a session, words, a function that makes cards. */
export async function seesWhatWasSet(visit, { hasOwnCards = true } = {}) {
  await visit.seeBell('News, 3 unread');
  await visit.open();
  if (hasOwnCards) await visit.panel.getByText('By hand: Your invoice for October').waitFor();
  await visit.panel.getByRole('button', { name: 'All News' }).waitFor();
  await visit.close();
  await visit.preferences.getByRole('switch', { name: 'Orders and deliveries' }).waitFor();
}

async function askedOnceForEach(visit) {
  const asked = await visit.requests();
  if (new Set(asked).size < asked.length) throw new Error(`asked for ${asked.join(', ')}`);
}

/** Each step goes on where the one before it ended. */
export const steps = [
  ['properties set before mounting count', (visit) => seesWhatWasSet(visit)],
  ['each notification is asked for once', askedOnceForEach],
  ['nudge-unread-count-change', (visit) => visit.hearsCount(3)],
  [
    'nudge-open and nudge-close',
    (visit) =>
      visit.hears(
        ['nudge-open', 'nudge-close'],
        async () => {
          await visit.open();
          await visit.close();
        },
        ['nudge-bell nudge-open {"reason":"button"}', 'nudge-bell nudge-close {"reason":"close-button"}'],
      ),
  ],
  [
    'nudge-navigate is handed to the router, and nudge-read-change',
    async (visit) => {
      const { origin } = new URL(visit.page.url());
      const address = visit.page.url();
      await visit.hears(
        ['nudge-navigate', 'nudge-read-change', 'nudge-close', 'nudge-unread-count-change'],
        async () => {
          await visit.open();
          await visit.panel.getByRole('link', { name: 'Your parcel is out for delivery' }).click();
        },
        [
          `nudge-bell nudge-navigate {"url":"${origin}/orders/1042","origin":"item","id":"parcel","notification":"parcel"}`,
          'nudge-bell nudge-read-change {"ids":["parcel"],"isRead":true}',
          'nudge-bell nudge-close {"reason":"navigate"}',
          'nudge-bell nudge-unread-count-change {"count":2,"isComplete":true}',
        ],
      );
      await visit.panel.waitFor({ state: 'hidden' });
      await eventually(
        'the page of the router',
        () => visit.page.locator('main output').textContent(),
        '/orders/1042',
      );
      await eventually('the address', () => visit.page.url(), address);
    },
  ],
  [
    'nudge-action waits for the page',
    async (visit) => {
      const button = visit.panel.getByRole('button', { name: 'Go ahead' });
      await visit.hears(
        ['nudge-action'],
        async () => {
          await visit.open();
          await button.click();
        },
        [
          'nudge-bell nudge-action {"action":"primary","onclickAction":"approve","url":"","id":"lamp","notification":"lamp","waitUntil":"function"}',
        ],
      );
      await visit.card('Your lamp').getByRole('status').filter({ hasText: 'Done' }).waitFor();
    },
  ],
  [
    'nudge-dismiss-change',
    async (visit) => {
      const card = visit.card('Your lamp');
      await visit.hears(
        ['nudge-dismiss-change'],
        async () => {
          await card.hover();
          await card.getByRole('button', { name: 'Dismiss' }).click();
        },
        ['nudge-bell nudge-dismiss-change {"ids":["lamp"],"isDismissed":true}'],
      );
      await visit.close();
      await visit.seeBell('News, 1 unread');
    },
  ],
  [
    'nudge-arrival',
    async (visit) => {
      await visit.hears(['nudge-arrival'], () => visit.press('Notify'), [
        'nudge-bell nudge-arrival {"ids":["answer-1"]}',
      ]);
      await visit.seeBell('News, 2 unread');
    },
  ],
  [
    'nudge-preference-change, of the page’s preferences and of the bell with the same session',
    (visit) =>
      visit.hears(
        ['nudge-preference-change'],
        () => visit.preferences.getByRole('switch', { name: 'Offers' }).click(),
        ['nudge-bell', 'nudge-preferences'].map(
          (tag) =>
            `${tag} nudge-preference-change {"groupId":"grp_offers_d803","isGroupNotificationOff":true}`,
        ),
      ),
  ],
  [
    'nudge-error',
    async (visit) => {
      await visit.press('Fail once');
      await visit.hears(
        ['nudge-error', 'nudge-preference-change'],
        () => visit.preferences.getByRole('switch', { name: 'Orders and deliveries' }).click(),
        ['nudge-bell', 'nudge-preferences'].map(
          (tag) => `${tag} nudge-error {"error":"ApiError","operation":"set-preference"}`,
        ),
      );
      await eventually(
        'the choice',
        () =>
          visit.preferences
            .getByRole('switch', { name: 'Orders and deliveries' })
            .getAttribute('aria-checked'),
        'true',
      );
    },
  ],
  [
    'properties set after mounting take effect',
    async (visit) => {
      await visit.press('Another label');
      await visit.seeBell('Messages, 2 unread');
      await visit.open();
      await visit.panel.getByRole('button', { name: 'All Messages' }).waitFor();
      await visit.close();
      await visit.press('Another label');
      await visit.seeBell('News, 2 unread');
    },
  ],
  [
    'so does another session, and the first comes back as it was left',
    async (visit) => {
      await visit.press('Another session');
      await visit.seeBell('News, 1 unread');
      await visit.open();
      await visit.card('Welcome, Ravi').waitFor();
      await visit.close();
      await visit.press('Another session');
      await visit.seeBell('News, 2 unread');
      await askedOnceForEach(visit);
    },
  ],
  [
    'nothing is asked once it is unmounted',
    async (visit) => {
      await visit.press('Unmount');
      await visit.page.locator('nudge-bell, nudge-preferences').first().waitFor({ state: 'detached' });
      const before = await visit.requests();
      await visit.press('Notify');
      await frames(visit.page);
      await eventually('requests', () => visit.requests(), before);
    },
  ],
  [
    'mounted again, it is as it was, and each event is heard once',
    async (visit) => {
      await visit.press('Mount');
      await visit.seeBell('News, 3 unread');
      await visit.hearsCount(3);
      await visit.hears(
        ['nudge-open', 'nudge-read-change', 'nudge-unread-count-change'],
        async () => {
          await visit.open();
          await visit.panel.getByText('Your parcel is out for delivery').waitFor();
          await visit.panel.getByRole('button', { name: 'Mark all as read' }).click();
          await visit.seeBell('News');
        },
        [
          'nudge-bell nudge-open {"reason":"button"}',
          'nudge-bell nudge-read-change {"ids":["answer-2","answer-1","invoice"],"isRead":true}',
          'nudge-bell nudge-unread-count-change {"count":0,"isComplete":true}',
        ],
      );
      await visit.close();
      await eventually('the dismissed one', () => visit.card('Your lamp').count(), 0);
      await eventually(
        'the choice that was saved',
        () => visit.preferences.getByRole('switch', { name: 'Offers' }).getAttribute('aria-checked'),
        'false',
      );
      await askedOnceForEach(visit);
    },
  ],
  [
    'properties of a wrong type throw nothing, are warned of, and the page works on',
    async (visit) => {
      await eventually('warnings before', () => visit.warnings, []);
      await visit.press('Wrong types');
      await visit.seeBell('Notifications');
      await visit.open();
      await visit.close();
      await frames(visit.page);
      await eventually('warnings', () => visit.warnings, [
        '[nudge-inbox] <nudge-bell> leaves out session: it is no session.',
        '[nudge-inbox] <nudge-bell> leaves out label: it is no string.',
        '[nudge-inbox] <nudge-bell> leaves out renderNotification: it is no function.',
        '[nudge-inbox] <nudge-preferences> leaves out ids: it is no array.',
        '[nudge-inbox] <nudge-preferences> leaves out groups: it is no array.',
      ]);
      await visit.press('Notify');
      await visit.press('Wrong types');
      await visit.seeBell('News, 1 unread');
      await visit.open();
      await visit.card('Answer 3').waitFor();
      await visit.close();
      await visit.preferences.getByRole('switch', { name: 'Orders and deliveries' }).waitFor();
    },
  ],
  ['the console told no error', (visit) => eventually('errors', () => visit.errors, [])],
];

/** The same where React does all twice: builds for development alone do. */
export const strictSteps = [
  [
    'it is mounted twice',
    async (visit) => {
      const mountings = async () => (await visit.log()).filter((line) => line === 'mounted').length;
      await eventually('mountings', mountings, 2);
    },
  ],
  ...steps,
];
