import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { InboxTab } from '../../../src/elements/list/inbox-tab.js';
import type { NotificationSource } from '../../../src/index.js';
import {
  addNotifications,
  cards,
  cardTitles,
  clickOn,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  expectEventually,
  inboxOf,
  isVisible,
  panelOf,
  queryAll,
  queryOne,
  recordEvents,
  recordUncaughtErrors,
  recordWarnings,
  renderBell,
  visibleText,
  waitUntil,
} from '../support.js';
import { renderOpenBell } from '../list/custom-card-support.js';
import { listElement, recordAnnouncements, renderFeed } from '../list/feed-support.js';
import {
  createTagged,
  renderTabs,
  selectedTab,
  selectTab,
  tabButtons,
  tabs,
  tabTexts,
} from './tabs-support.js';

const tabNames = (inbox: Element): (string | null)[] => tabButtons(inbox).map(({ ariaLabel }) => ariaLabel);
const unreadTitles = (...indexes: number[]): string[] => indexes.map((index) => `Unread: Title ${index}`);

describe('<nudge-inbox> tabs', () => {
  it('have the number of unread notifications, also in their names, and show the first tab', async () => {
    const { inbox, session, ids } = await renderTabs();
    session.notifications.markRead([ids[0]!]);
    await expectEventually(() => tabTexts(inbox), ['All 3', 'Orders 1', 'Money 2']);
    expect(tabNames(inbox)).to.deep.equal(['All, 3 unread', 'Orders, 1 unread', 'Money, 2 unread']);
    expect(selectedTab(inbox)).to.equal('All 3');
    expect(cardTitles(inbox)).to.have.length(4);
    const list = queryOne(inbox, '[role=tabpanel]');
    expect(list.getAttribute('aria-labelledby')).to.equal(tabButtons(inbox)[0]!.id);
    expect(tabButtons(inbox)[0]!.getAttribute('aria-controls')).to.equal(list.id);
    inbox.tabs = null;
    await inbox.updateComplete;
    expect(queryAll(inbox, '[role=tablist], [role=tabpanel]')).to.have.length(0);
  });

  it('have the number of unread ones of the selected tab in the filter, too', async () => {
    const { inbox } = await renderTabs();
    const filter = (): string => visibleText(queryOne(inbox, '.filter'));
    await expectEventually(filter, 'Unread 4');
    await selectTab(inbox, 1);
    await expectEventually(filter, 'Unread 2');
  });

  it('show the notifications with any of their tags, one of them in two tabs', async () => {
    const { inbox } = await renderTabs();
    const changes = recordEvents(inbox, 'nudge-tab-change');
    await selectTab(inbox, 1);
    await expectEventually(() => cardTitles(inbox), unreadTitles(0, 1));
    await selectTab(inbox, 2);
    await expectEventually(() => cardTitles(inbox), unreadTitles(1, 2));
    await selectTab(inbox, 2);
    expect(changes.map(({ detail }) => detail)).to.deep.equal([{ tab: 'orders' }, { tab: 'money' }]);
    expect(inbox.tab).to.equal('money');
  });

  it('show the notifications of their product spaces, which tags may narrow down', async () => {
    const { inbox } = await renderFeed(8, (index) => ({
      ...createTagged(index),
      productSpaceId: index < 4 ? 'shop' : 'bank',
    }));
    inbox.tabs = [
      { id: 'shop', productSpaces: ['shop'] },
      { id: 'both', productSpaces: ['shop', 'bank'] },
      { id: 'orders', productSpaces: ['bank'], tags: ['order', 'return'] },
    ];
    await expectEventually(() => tabTexts(inbox), ['shop 4', 'both 8', 'orders 2']);
    expect(cardTitles(inbox)).to.have.length(4);
    await selectTab(inbox, 2);
    await expectEventually(() => cardTitles(inbox), unreadTitles(4, 5));
  });

  it('scroll the list to the top, and stay reachable where the panel is narrow', async () => {
    const { inbox } = await renderTabs(40);
    inbox.style.width = '320px';
    inbox.tabs = Array.from({ length: 12 }, (_, index) => ({
      id: `t${index}`,
      label: `A longer name ${index}`,
    }));
    await inbox.updateComplete;
    listElement(inbox).scrollTop = 900;
    tabButtons(inbox)[0]!.focus();
    await sendKeys({ press: 'End' });
    await waitUntil(() => deepActiveElement() === tabButtons(inbox)[11]);
    expect(listElement(inbox).scrollTop).to.equal(0);
    const { right } = inbox.getBoundingClientRect();
    expect(tabButtons(inbox)[11]!.getBoundingClientRect().right).to.be.at.most(right);
  });

  it('combine with the filters, and remove the filter of a tag', async () => {
    const { inbox, session, ids } = await renderTabs();
    session.notifications.markRead([ids[0]!]);
    queryOne(inbox, '.filter').click();
    await selectTab(inbox, 1);
    await expectEventually(() => cardTitles(inbox), unreadTitles(1));
    queryOne(cards(inbox)[0]!, 'button.tag').click();
    await expectEventually(() => queryAll(inbox, '.chip').map(visibleText), ['return']);
    await selectTab(inbox, 2);
    await expectEventually(() => cardTitles(inbox), unreadTitles(2));
    expect(queryAll(inbox, '.chip')).to.have.length(0);
  });

  it('leave the list as it is if the page sets the same tabs again', async () => {
    const { inbox } = await renderTabs(40);
    const changes = recordEvents(inbox, 'nudge-tab-change');
    listElement(inbox).scrollTop = 300;
    inbox.tabs = structuredClone(tabs);
    await inbox.updateComplete;
    expect(listElement(inbox).scrollTop).to.equal(300);
    expect(changes).to.have.length(0);
  });
});

describe('<nudge-inbox> tabs of a list with several pages', () => {
  const renderSource = async (source: NotificationSource): Promise<NudgeInbox> => {
    const session = createTestSession(createEmptySandbox(), { source });
    const inbox = await fixture<NudgeInbox>(
      html`<nudge-inbox .session=${session} .tabs=${tabs}></nudge-inbox>`,
    );
    await waitUntil(() => cards(inbox).length === 1);
    return inbox;
  };

  /** Four pages of one notification each, of which only the last is an order. */
  async function renderPages(): Promise<{ inbox: NudgeInbox; respond: () => void }> {
    let respond = (): void => undefined;
    const inbox = await renderSource({
      load: async ({ cursor = '0' }) => {
        const index = Number(cursor);
        if (index > 0) await new Promise<void>((resolve) => (respond = resolve));
        const payload = {
          title: `Title ${index}`,
          tags: [{ tagName: index === 3 ? 'order' : 'invoice' }],
        };
        const record = { id: cursor, payload, isRead: false };
        const nextCursor = index < 3 ? String(index + 1) : undefined;
        return { references: [{ id: cursor, record }], ...(nextCursor && { nextCursor }) };
      },
    });
    return { inbox, respond: () => respond() };
  }

  it('say that older ones load, and load on until there is something to show', async () => {
    const { inbox, respond } = await renderPages();
    const announcements = recordAnnouncements(inbox);
    await selectTab(inbox, 1);
    await expectEventually(() => announcements, ['Loading older notifications…']);
    expect(visibleText(queryOne(inbox, '.list'))).to.equal('Loading older notifications…');
    await waitUntil(() => {
      respond();
      return cards(inbox).length > 0;
    });
    await expectEventually(() => cardTitles(inbox), unreadTitles(3));
    expect(visibleText(queryOne(inbox, '.list'))).not.to.include('Loading');
  });

  it('have a dot in place of their number while there may be more, and say so in their names', async () => {
    const { inbox } = await renderPages();
    expect(tabTexts(inbox)).to.deep.equal(['All', 'Orders', 'Money']);
    expect(tabButtons(inbox).map((tab) => tab.querySelectorAll('.count:empty').length)).to.deep.equal([
      1, 0, 1,
    ]);
    expect(tabNames(inbox)).to.deep.equal(['All, at least 1 unread', 'Orders', 'Money, at least 1 unread']);
  });

  it('have exact numbers as soon as the host says that no other is unread', async () => {
    const record = { id: 'a', payload: { title: 'A', tags: [{ tagName: 'order' }] } };
    const references = [{ id: 'a', isRead: false, record }];
    const inbox = await renderSource({
      load: () => Promise.resolve({ references, nextCursor: 'more', unreadCount: 1 }),
    });
    await expectEventually(() => tabTexts(inbox), ['All 1', 'Orders 1', 'Money']);
  });

  it('have the numbers that the host counts by tag, and at least those where one may have several of the tags', async () => {
    const record = { id: 'a', payload: { title: 'A', tags: [{ tagName: 'order' }] } };
    const inbox = await renderSource({
      load: async ({ cursor }) => {
        // The further pages stay under way.
        if (cursor) await new Promise(() => undefined);
        return {
          references: [{ id: 'a', isRead: false, record }],
          nextCursor: 'more',
          unreadCount: 12,
          unreadCountByTag: { order: 7, invoice: 2, return: 1 },
        };
      },
    });
    inbox.tabs = [...tabs.slice(1), { id: 'invoices', label: 'Invoices', tags: ['invoice', 'refund'] }];
    await expectEventually(
      () => tabNames(inbox),
      ['Orders, at least 7 unread', 'Money, at least 2 unread', 'Invoices, 2 unread'],
    );
    inbox.tabs = [{ id: 'orders', label: 'Orders', tags: ['order'] }];
    await expectEventually(() => tabTexts(inbox), ['Orders 7']);
  });
});

describe('reveal() of a <nudge-inbox> with tabs', () => {
  it('selects a tab that shows the notification', async () => {
    const { inbox, ids } = await renderTabs();
    inbox.tabs = tabs.slice(1);
    await inbox.updateComplete;
    await selectTab(inbox, 1);
    const changes = recordEvents(inbox, 'nudge-tab-change');
    expect(await inbox.reveal(ids[0]!)).to.be.true;
    expect(selectedTab(inbox)).to.match(/^Orders/);
    expect(changes.map(({ detail }) => detail.tab)).to.deep.equal(['orders']);
    expect(deepActiveElement()?.ariaLabel).to.equal('Title 0');
  });

  it('also shows a notification that no tab has, until another tab is selected', async () => {
    const { inbox, ids } = await renderTabs();
    inbox.tabs = tabs.slice(1);
    await inbox.updateComplete;
    expect(await inbox.reveal(ids[3]!)).to.be.true;
    await waitUntil(() => cardTitles(inbox).includes('Title 3'));
    await selectTab(inbox, 1);
    await selectTab(inbox, 0);
    await waitUntil(() => !cardTitles(inbox).includes('Title 3'));
  });
});

describe('<nudge-inbox> with invalid tabs', () => {
  it('leaves these out, and warns once', async () => {
    const warnings = recordWarnings();
    const errors = recordUncaughtErrors();
    const { inbox } = await renderTabs();
    const invalid: unknown[] = [
      null,
      'orders',
      {},
      { id: '' },
      { id: 1, label: 'One' },
      { id: 'tags', tags: 'order' },
      { id: 'number', tags: [1] },
      { id: 'name', label: 7 },
      { id: 'a', label: 'First' },
      { id: 'a', label: 'Second' },
      { id: 'b', label: ' ', tags: [] },
    ];
    inbox.tabs = invalid as InboxTab[];
    await inbox.updateComplete;
    expect(tabTexts(inbox)).to.deep.equal(['First 4', 'b 4']);
    expect(warnings).to.deep.equal([
      '[nudge-inbox] <nudge-inbox> leaves out a tab: it needs an id, and lists of tags and product spaces if any.',
      '[nudge-inbox] <nudge-inbox> leaves out a tab: another one has the same id.',
    ]);
    inbox.tabs = 'orders' as unknown as InboxTab[];
    await inbox.updateComplete;
    expect(tabButtons(inbox)).to.have.length(0);
    expect(errors).to.deep.equal([]);
  });

  it('shows the first tab if the selected one is not there', async () => {
    const { inbox } = await renderTabs();
    inbox.tab = 'nowhere';
    await inbox.updateComplete;
    expect(selectedTab(inbox)).to.equal('All 4');
    inbox.tab = 'money';
    await inbox.updateComplete;
    inbox.tabs = tabs.slice(0, 2);
    await inbox.updateComplete;
    expect(selectedTab(inbox)).to.equal('All 4');
    await waitUntil(() => cardTitles(inbox).length === 4);
  });

  it('takes them from an attribute, too', async () => {
    const { inbox } = await renderFeed(1, createTagged);
    inbox.setAttribute('tabs', JSON.stringify(tabs));
    inbox.setAttribute('tab', 'orders');
    await inbox.updateComplete;
    expect(selectedTab(inbox)).to.equal('Orders 1');
  });
});

describe('The filters of an <nudge-inbox> with tabs', () => {
  const filters = (inbox: Element): string[] => queryAll(inbox, '.filter').map(visibleText);

  it('have no second “All”: a press on one that is pressed ends it', async () => {
    const { inbox } = await renderTabs();
    expect(filters(inbox)).to.deep.equal(['Unread 4']);
    const [unread] = queryAll(inbox, '.filter');
    await clickOn(unread!);
    await expectEventually(() => [inbox.filter, unread!.ariaPressed], ['unread', 'true']);
    await clickOn(unread!);
    await expectEventually(() => [inbox.filter, unread!.ariaPressed], ['all', 'false']);
    inbox.filter = 'dismissed';
    await expectEventually(() => filters(inbox), ['Unread 4', 'Dismissed']);
    await clickOn(queryAll(inbox, '.filter')[1]!);
    await expectEventually(() => inbox.filter, 'all');
  });
});

describe('<nudge-bell> with tabs', () => {
  it('passes tabs, the selected tab and the filter on, and follows the customer', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 4, createTagged);
    const bell = await renderBell(createTestSession(sandbox, { ids }));
    const changes = recordEvents(document.body, 'nudge-tab-change');
    Object.assign(bell, { tabs, tab: 'orders', filter: 'unread', open: true });
    await waitUntil(() => queryAll(bell, 'nudge-inbox').length === 1 && isVisible(panelOf(bell)));
    const inbox = inboxOf(bell);
    await expectEventually(() => selectedTab(inbox), 'Orders 2');
    expect(visibleText(queryOne(inbox, '.filter[aria-pressed=true]'))).to.equal('Unread 2');
    await selectTab(inbox, 2);
    expect(bell.tab).to.equal('money');
    expect(changes.map(({ target, detail }) => [target, detail.tab])).to.deep.equal([[bell, 'money']]);
    bell.tab = 'orders';
    await expectEventually(() => selectedTab(inbox), 'Orders 2');
  });

  it('opens with its filter again after the customer has looked at what was dismissed', async () => {
    const sandbox = createEmptySandbox();
    const [bell, inbox] = await renderOpenBell(
      createTestSession(sandbox, { ids: addNotifications(sandbox, 2) }),
    );
    bell.filter = 'unread';
    await waitUntil(() => inbox.filter === 'unread');
    inbox.filter = 'dismissed';
    bell.open = false;
    await waitUntil(() => !isVisible(panelOf(bell)));
    bell.open = true;
    await waitUntil(() => inbox.filter === 'unread');
  });
});
