import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeNotification } from '../../../src/elements/notification/notification.js';
import {
  addNotifications,
  cards,
  clickOn,
  expectEventually,
  queryAll,
  queryOne,
  recordWarnings,
  visibleText,
  waitUntil,
} from '../support.js';
import { addArrivals, articles, renderFeed, undoText, type Feed } from '../list/feed-support.js';
import { renderPage, search, searchField, wholeCard } from '../full-page/page-support.js';
import { bar, renderSelectable, select } from '../selection/selection-support.js';
import { openChoices, openMenus, renderSnoozable } from '../list/snooze-support.js';
import { createTagged, renderTabs, selectedTab, selectTab } from './tabs-support.js';

/** Who is signed in, for the tokens of a feed; null for nobody. */
let customer: string | null | undefined;
let feed: Feed;

beforeEach(() => {
  customer = undefined;
  recordWarnings();
});

const getCustomer = (): typeof customer => customer;

const hasEmptyList = (): boolean => articles(feed.inbox).length === 0;

/** How the customer goes, without the page. */
const departures: Record<string, () => Promise<void>> = {
  'another customer turns up': async () => {
    const ids = ['One of Ben', 'Two of Ben'].map(
      (title) => feed.sandbox.addNotification({ payload: { title } }, 'ben').id,
    );
    customer = 'ben';
    feed.sandbox.expireTokens();
    feed.session.notifications.add(ids);
    await waitUntil(hasEmptyList, 'the list of the former customer is shown');
    feed.session.notifications.add(ids);
    await feed.session.notifications.refresh();
    await waitUntil(
      () => feed.session.notifications.state.items.filter(({ record }) => record).length === 2,
      'the list of Ben is not loaded',
    );
    await feed.inbox.updateComplete;
  },
  'the customer signs out': async () => {
    await feed.session.signOut();
    await waitUntil(hasEmptyList, 'the list of the former customer is shown');
  },
  'nobody is signed in any more': async () => {
    customer = null;
    feed.sandbox.expireTokens();
    feed.session.notifications.add(addNotifications(feed.sandbox, 1));
    await waitUntil(hasEmptyList, 'the list of the former customer is shown');
  },
};

for (const [event, depart] of Object.entries(departures))
  describe(`When ${event}, <nudge-inbox>`, () => {
    it('filters by no tag any more', async () => {
      feed = await renderFeed(3, createTagged, { getCustomer });
      queryOne(cards(feed.inbox)[0]!, 'button.tag').click();
      await waitUntil(() => queryAll(feed.inbox, '.chip').length === 1);
      await depart();
      await expectEventually(() => queryAll(feed.inbox, '.chip').length, 0);
      expect(visibleText(feed.inbox)).not.to.include('order');
    });

    it('shows what the page has set in the place of the filter, the tab and the view that the customer has chosen', async () => {
      feed = await renderTabs(4, { getCustomer, groups: [{ id: 'orders', name: 'Orders' }] });
      const { inbox } = feed;
      await selectTab(inbox, 2);
      queryOne(inbox, '.filter').click();
      await expectEventually(() => inbox.filter, 'unread');
      queryOne(inbox, '[aria-label=Preferences]').click();
      await expectEventually(() => inbox.view, 'preferences');
      await depart();
      await expectEventually(
        () => [inbox.view, inbox.filter, selectedTab(inbox).split(' ')[0]],
        ['inbox', 'all', 'All'],
      );
      inbox.filter = 'unread';
      await inbox.updateComplete;
      expect(inbox.filter).to.equal('unread');
    });

    it('closes the menus', async () => {
      feed = await renderSnoozable(2, { getCustomer });
      await openChoices(feed.inbox);
      await depart();
      await expectEventually(() => openMenus(feed.inbox).length, 0);
      // What opens it has no list after a sign-out.
      await clickOn(queryOne(feed.inbox, '.panel-menu-button'));
      await waitUntil(() => openMenus(feed.inbox).length === 1, 'the menu of the panel does not open');
    });

    it('closes the menu of the panel', async () => {
      feed = await renderFeed(2, undefined, { getCustomer });
      await clickOn(queryOne(feed.inbox, '.panel-menu-button'));
      await waitUntil(() => openMenus(feed.inbox).length === 1, 'the menu of the panel does not open');
      await depart();
      await expectEventually(() => openMenus(feed.inbox).length, 0);
    });

    it('offers neither to undo nor to try again what the customer did', async () => {
      const source = { setRead: () => Promise.reject(new Error('broken')) };
      feed = await renderFeed(2, undefined, { source, getCustomer });
      await clickOn(queryOne(feed.inbox, 'header .icon-button'));
      await expectEventually(() => undoText(feed.inbox), 'Couldn’t mark as read. Try again');
      await depart();
      await expectEventually(() => undoText(feed.inbox), null);
    });

    it('says nothing of what the customer did before and the host responds to only now', async () => {
      let respond = (): void => undefined;
      const source = {
        setSnoozed: () => new Promise<void>((resolve) => (respond = resolve)),
        remove: () => new Promise<void>((resolve) => (respond = resolve)),
      };
      feed = await renderFeed(2, undefined, { source, getCustomer });
      const { actions } = queryOne<HTMLElementTagNameMap['nudge-list']>(feed.inbox, 'nudge-list').host;
      const removing = actions.remove([feed.ids[0]!]);
      await depart();
      respond();
      await removing;
      await feed.inbox.updateComplete;
      expect(undoText(feed.inbox)).to.equal(null);
    });

    it('has nothing selected', async () => {
      feed = await renderSelectable(2, undefined, { getCustomer });
      await select(feed, 0);
      await waitUntil(() => bar(feed));
      await depart();
      await expectEventually(() => bar(feed), undefined);
    });

    it('searches for nothing and shows no notification as a whole, as a full page', async () => {
      feed = await renderPage(3, { getCustomer });
      const { inbox } = feed;
      await clickOn(queryOne(cards(inbox)[1]!, '.title'));
      await waitUntil(() => wholeCard(inbox));
      await search(inbox, 'title');
      await depart();
      await expectEventually(() => [searchField(inbox).value, wholeCard(inbox)], ['', undefined]);
    });

    it('has the announcer say nothing of what was listed', async () => {
      feed = await renderFeed(2, undefined, { getCustomer });
      const announcement = (): string =>
        queryAll(feed.inbox, '.visually-hidden[role=status]').map(visibleText).join('');
      addArrivals(feed, 'Arrival');
      await expectEventually(announcement, '1 new notification');
      await depart();
      await expectEventually(announcement, '');
    });
  });

describe('When another customer turns up', () => {
  it('<nudge-notification> no longer shows the one of the former customer, and says that it is not available', async () => {
    feed = await renderFeed(2, undefined, { getCustomer });
    const element = await fixture<NudgeNotification>(
      html`<nudge-notification .session=${feed.session} .notificationId=${feed.ids[0]}></nudge-notification>`,
    );
    await waitUntil(() => queryAll(element, '.title').length === 1);
    await departures['another customer turns up']!();
    await expectEventually(
      () => queryAll(element, '[part=failure]').map(visibleText),
      ['This notification is no longer available.'],
    );
  });
});
