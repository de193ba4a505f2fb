import { expect } from '@playwright/test';
import type { Visit } from './visit.js';

/** Test titles with what they do. Each step continues where the one before it ended. */
export type Steps = Record<string, (visit: Visit) => Promise<void>>;

const logsNothing: Steps = {
  'logs no error and no warning': (visit) =>
    expect.poll(() => [...visit.errors, ...visit.warnings]).toEqual([]),
};

/** A new app with what the documentation prints. */
export const freshJourney: Steps = {
  'shows the bell with its count': (visit) =>
    expect(visit.bell).toHaveAttribute('aria-label', /\d+ (new|unread)$/),

  'opens the panel with cards, whose pictures load': async (visit) => {
    await visit.open();
    await expect(visit.panel.locator('nudge-card').first()).toBeVisible();
    const pictures = visit.panel.locator('nudge-card img:visible');
    // Those far below load later.
    const widths = () =>
      pictures.evaluateAll((images: HTMLImageElement[]) =>
        images.slice(0, 3).map(({ complete, naturalWidth }) => complete && naturalWidth > 0),
      );
    await expect.poll(widths).toEqual([true, true, true]);
  },

  ...logsNothing,
};

/** The same in every app. */
export const journey: Steps = {
  'applies properties that are set before mounting': (visit) => visit.expectInitialProperties(),

  'receives nudge-unread-count-change, nudge-open and nudge-close': async (visit) => {
    await visit.expectCount(3);
    await visit.expectEvents(
      ['nudge-open', 'nudge-close'],
      async () => {
        await visit.open();
        await visit.close();
      },
      ['nudge-bell nudge-open {"reason":"button"}', 'nudge-bell nudge-close {"reason":"close-button"}'],
    );
  },

  'passes nudge-navigate to its router and receives nudge-read-change': async (visit) => {
    const address = visit.page.url();
    const { origin } = new URL(address);
    await visit.expectEvents(
      ['nudge-navigate', 'nudge-read-change', 'nudge-close', 'nudge-unread-count-change'],
      async () => {
        await visit.open();
        await visit.panel.getByRole('link', { name: 'Your parcel is out for delivery' }).click();
      },
      [
        `nudge-bell nudge-navigate {"url":"${origin}/orders/1042","origin":"item","id":"parcel","notification":"parcel"}`,
        'nudge-bell nudge-read-change {"ids":["parcel"],"isRead":true}',
        'nudge-bell nudge-unread-count-change {"count":2,"unseenCount":0,"isComplete":true}',
        'nudge-bell nudge-close {"reason":"navigate"}',
      ],
    );
    await expect(visit.panel).toBeHidden();
    await expect(visit.page.locator('main output')).toHaveText('/orders/1042');
    await expect(visit.page).toHaveURL(address);
  },

  'completes nudge-action through waitUntil()': async (visit) => {
    await visit.expectEvents(
      ['nudge-action', 'nudge-read-change'],
      async () => {
        await visit.open();
        await visit.panel.getByRole('button', { name: 'Go ahead' }).click();
      },
      [
        'nudge-bell nudge-action {"action":"primary","onclickAction":"approve","url":null,"id":"lamp","notification":"lamp","waitUntil":"function","answer":"function"}',
        'nudge-bell nudge-read-change {"ids":["lamp"],"isRead":true}',
      ],
    );
    await expect(visit.card('Your lamp').getByRole('status').filter({ hasText: 'Done' })).toBeVisible();
  },

  'receives nudge-dismiss-change and nudge-arrival': async (visit) => {
    const card = visit.card('Your lamp');
    await visit.expectEvents(
      ['nudge-dismiss-change'],
      async () => {
        await card.hover();
        await card.getByRole('button', { name: 'Dismiss' }).click();
      },
      ['nudge-bell nudge-dismiss-change {"ids":["lamp"],"isDismissed":true}'],
    );
    await visit.close();
    await visit.expectEvents(['nudge-arrival'], () => visit.press('Add notification'), [
      'nudge-bell nudge-arrival {"ids":["answer-1"]}',
    ]);
    await visit.expectBell('News, 1 new');
  },

  'receives nudge-preference-change and nudge-error once, from the element that the customer used': async (
    visit,
  ) => {
    await visit.expectEvents(['nudge-preference-change'], () => visit.preference('Offers').click(), [
      'nudge-preferences nudge-preference-change {"groupId":"grp_offers_d803","isGroupNotificationOff":true}',
    ]);
    await visit.press('Fail next save');
    await visit.expectEvents(
      ['nudge-error', 'nudge-preference-change'],
      () => visit.preference('Orders and deliveries').click(),
      ['nudge-preferences nudge-error {"error":"ApiError","operation":"set-preference"}'],
    );
    await expect(visit.preference('Orders and deliveries')).toHaveAttribute('aria-checked', 'true');
  },

  'applies properties that are set after mounting': async (visit) => {
    await visit.press('Switch label');
    await visit.expectBell('Messages, 1 new');
    await visit.open();
    await expect(visit.panel.getByRole('button', { name: 'All Messages' })).toBeVisible();
    await visit.close();
    await visit.press('Switch label');
    await visit.expectBell('News');
  },

  'switches to another session and back to the state of the first': async (visit) => {
    await visit.press('Switch session');
    await visit.expectBell('News, 1 new');
    await visit.expectCount(1, 1);
    await visit.open();
    await expect(visit.card('Welcome, Ravi')).toBeVisible();
    await visit.close();
    await visit.press('Switch session');
    await visit.expectBell('News');
    await visit.open();
    await expect(visit.panel.getByRole('article', { name: /^Unread: / })).toHaveCount(2);
    await visit.close();
    await visit.expectNoRepeatedRequest();
  },

  'requests nothing while unmounted, and restores the state when mounted again with each event once': async (
    visit,
  ) => {
    await visit.press('Unmount');
    await expect(visit.page.locator('nudge-bell, nudge-preferences')).toHaveCount(0);
    const before = await visit.requests();
    await visit.press('Add notification');
    expect(await visit.requests()).toEqual(before);
    await visit.press('Mount');
    await visit.expectBell('News, 1 new');
    await visit.expectCount(3, 1);
    await visit.expectEvents(
      ['nudge-open', 'nudge-read-change', 'nudge-unread-count-change'],
      async () => {
        await visit.open();
        await expect(visit.panel.getByText('Your parcel is out for delivery')).toBeVisible();
        await visit.panel.getByRole('button', { name: 'Mark all as read' }).click();
        await visit.expectBell('News');
      },
      [
        'nudge-bell nudge-open {"reason":"button"}',
        'nudge-bell nudge-unread-count-change {"count":3,"unseenCount":0,"isComplete":true}',
        'nudge-bell nudge-read-change {"ids":["answer-2","answer-1","invoice"],"isRead":true}',
        'nudge-bell nudge-unread-count-change {"count":0,"unseenCount":0,"isComplete":true}',
      ],
    );
    await visit.close();
    await visit.expectNoRepeatedRequest();
    await visit.expectNoRepeatedEvent();
  },

  ...logsNothing,
};

/** For components whose `renderNotification` returns what the framework renders. */
export const customCardJourney: Steps = {
  'renders a custom card in the context of the app and keeps its state': async (visit) => {
    const button = (name: string) => visit.page.locator('nudge-bell').getByRole('button', { name });
    await visit.open();
    await button('anna 0').click();
    await expect(button('anna 1')).toBeVisible();
    await visit.close();
    await visit.press('Switch label');
    await visit.press('Switch label');
    await visit.open();
    await expect(button('anna 1')).toBeVisible();
    await visit.close();
    await visit.press('Switch session');
    await expect(button('anna 1')).toHaveCount(0);
    await visit.press('Switch session');
  },
};

/** For an interface that uses the session without the elements, beside them. Follows the journey above. */
export const ownInterfaceJourney: Steps = {
  'shows the state of the session without an element, and shares it with the elements': async (visit) => {
    await expect(visit.own.getByText('0 unread')).toBeVisible();
    await visit.press('Add notification');
    await expect(visit.own.getByText('1 unread')).toBeVisible();
    await visit.expectBell('News, 1 new');
    await visit.expectOwnList([
      'Answer 3',
      'Answer 2',
      'Answer 1',
      'Your parcel is out for delivery',
      'Your invoice for October',
    ]);
    await visit.press('Read all here');
    await expect(visit.own.getByText('0 unread')).toBeVisible();
    await visit.expectCount(0);
    await expect(visit.own.getByText('Offers: off')).toBeVisible();
    await visit.preference('Offers').click();
    await expect(visit.own.getByText('Offers: on')).toBeVisible();
  },
  'shows another session': async (visit) => {
    await visit.press('Switch session');
    await visit.expectOwnList(['Welcome, Ravi']);
    await visit.press('Switch session');
    await expect(visit.own.getByRole('listitem').first()).toHaveText('Answer 3');
  },
  'is gone after unmounting, without an error': async (visit) => {
    await visit.press('Unmount');
    await expect(visit.own).toHaveCount(0);
    await visit.press('Mount');
    await expect(visit.own.getByRole('listitem').first()).toHaveText('Answer 3');
    await expect.poll(() => visit.errors).toEqual([]);
  },
};

/** For React, which hides a component while a part beside it waits for its code. Follows the journeys above. */
export const suspenseJourney: Steps = {
  'shows what arrived while React waited for another part': async (visit) => {
    const latest = visit.own.getByRole('listitem').first();
    await expect(latest).toHaveText('Answer 3');
    const before = await visit.requests();
    await visit.press('Show late part');
    await expect(visit.page.getByText('Loading the late part')).toBeVisible();
    await expect(visit.own).toHaveCount(0);
    await visit.press('Add notification');
    await visit.expectBell('News, 1 new');
    await visit.press('Load late part');
    await expect(visit.page.getByText('Late part', { exact: true })).toBeVisible();
    await expect(latest).toHaveText('Answer 4');
    await expect(visit.own.getByText('1 unread')).toBeVisible();
    expect(await visit.requests()).toEqual([...before, 'answer-4']);
    await expect.poll(() => visit.errors).toEqual([]);
  },
};

/** React mounts everything twice in StrictMode, in development builds only. */
export const strictJourney: Steps = {
  'mounts twice': (visit) => expect(visit.log.filter({ hasText: /^mounted$/ })).toHaveCount(2),
  ...journey,
};

const expectOpenEvent = (visit: Visit) =>
  visit.expectEvents(['nudge-open'], () => visit.open(), ['nudge-bell nudge-open {"reason":"button"}']);

/** Runs in the page before anything else. Delays the registration of the tags, as a slow script does. */
export function holdTags(): void {
  const define = customElements.define.bind(customElements);
  const held = new Map<string, Parameters<typeof define>>();
  customElements.define = (...definition) => {
    const [tag] = definition;
    if (!tag.startsWith('nudge-')) define(...definition);
    // The page sees no tag yet, and may define it again.
    else if (!held.has(tag)) held.set(tag, definition);
  };
  window.addEventListener('release-tags', () => {
    customElements.define = define;
    for (const definition of held.values()) define(...definition);
  });
}

export const lateJourney = (options: { hasCustomCards?: boolean }): Steps => ({
  'applies properties that are set before the tags are registered': async (visit) => {
    await expect(visit.page.locator('nudge-bell:not(:defined)')).toBeAttached();
    await visit.page.evaluate(() => window.dispatchEvent(new Event('release-tags')));
    await visit.expectInitialProperties(options);
    await expectOpenEvent(visit);
  },
  ...logsNothing,
});

export const renderedJourney: Steps = {
  'hydrates what a server rendered': async (visit) => {
    await visit.expectInitialProperties();
    await expectOpenEvent(visit);
    await visit.close();
    await visit.press('Switch label');
    await visit.expectBell('Messages');
  },
  ...logsNothing,
};
