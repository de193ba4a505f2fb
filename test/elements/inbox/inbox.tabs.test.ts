import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { InboxTab } from '../../../src/elements/inbox/inbox-tab.js';
import type { NotificationOverrides } from '../../../src/sandbox.js';
import {
  addNotifications,
  cards,
  cardTitles,
  clickOn,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  inboxOf,
  nextFrames,
  queryAll,
  queryOne,
  recordEvents,
  recordUncaughtErrors,
  recordWarnings,
  renderBell,
  renderInbox,
  setPageAttribute,
  visibleText,
  waitUntil,
} from '../support.js';
import {
  addArrivals,
  arrivalsText,
  listElement,
  recordAnnouncements,
  renderFeed,
  scrollListTo,
  type Feed,
} from './feed-support.js';

const tabs: InboxTab[] = [
  { id: 'all', label: 'All' },
  { id: 'orders', label: 'Orders', tags: ['order', 'return'] },
  { id: 'money', label: 'Money', tags: ['invoice', 'return'] },
];

/** Cycles through an order, a return, which is in two tabs, an invoice, and one without tags. */
function createTagged(index: number): NotificationOverrides {
  const tagName = ['order', 'return', 'invoice'][index % 4];
  return { payload: { title: `Title ${index}`, ...(tagName && { tags: [{ tagName }] }) } };
}

async function renderTabs(count = 4, overridesFor = createTagged): Promise<Feed> {
  const feed = await renderFeed(count, overridesFor);
  feed.inbox.tabs = tabs;
  await nextFrames();
  return feed;
}

const tabButtons = (inbox: Element): HTMLElement[] => queryAll(inbox, '[role=tab]');
const tabTexts = (inbox: Element): string[] => tabButtons(inbox).map(visibleText);
const tabNames = (inbox: Element): (string | null)[] => tabButtons(inbox).map(({ ariaLabel }) => ariaLabel);
const selectedTab = (inbox: Element): string =>
  tabButtons(inbox)
    .filter(({ ariaSelected }) => ariaSelected === 'true')
    .map(visibleText)
    .join();

async function selectTab(inbox: NudgeInbox, index: number): Promise<void> {
  await clickOn(tabButtons(inbox)[index]!);
  await nextFrames();
}

describe('<nudge-inbox> tabs', () => {
  it('are not there unless the page sets some', async () => {
    const { inbox } = await renderFeed(2);
    expect(queryAll(inbox, '[role=tablist], [role=tabpanel]')).to.have.length(0);
  });

  it('have the number of unread notifications, also in their names, and show the first tab', async () => {
    const { inbox, session, ids } = await renderTabs();
    session.notifications.markRead([ids[0]!]);
    await nextFrames();
    expect(tabTexts(inbox)).to.deep.equal(['All 3', 'Orders 1', 'Money 2']);
    expect(tabNames(inbox)).to.deep.equal(['All, 3 unread', 'Orders, 1 unread', 'Money, 2 unread']);
    expect(selectedTab(inbox)).to.equal('All 3');
    expect(cardTitles(inbox)).to.have.length(4);
    const list = queryOne(inbox, '[role=tabpanel]');
    expect(list.getAttribute('aria-labelledby')).to.equal(tabButtons(inbox)[0]!.id);
    expect(tabButtons(inbox)[0]!.getAttribute('aria-controls')).to.equal(list.id);
    await expect(inbox).to.be.accessible();
  });

  it('show the notifications with any of their tags, one of them in two tabs', async () => {
    const { inbox } = await renderTabs();
    const changes = recordEvents(inbox, 'nudge-tab-change');
    await selectTab(inbox, 1);
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 1']);
    await selectTab(inbox, 2);
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 1', 'Unread: Title 2']);
    await selectTab(inbox, 2);
    expect(changes.map(({ detail }) => detail)).to.deep.equal([{ tab: 'orders' }, { tab: 'money' }]);
    expect(inbox.tab).to.equal('money');
    await expect(inbox).to.be.accessible();
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
    await nextFrames();
    expect(tabTexts(inbox)).to.deep.equal(['shop 4', 'both 8', 'orders 2']);
    expect(cardTitles(inbox)).to.have.length(4);
    await selectTab(inbox, 2);
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 4', 'Unread: Title 5']);
  });

  it('are one stop for Tab, and arrow keys, Home and End select another one', async () => {
    const { inbox } = await renderTabs();
    expect(tabButtons(inbox).map(({ tabIndex }) => tabIndex)).to.deep.equal([0, -1, -1]);
    tabButtons(inbox)[0]!.focus();
    const steps: [key: string, tab: string][] = [
      ['ArrowRight', 'Orders 2'],
      ['ArrowRight', 'Money 2'],
      ['ArrowRight', 'All 4'],
      ['ArrowLeft', 'Money 2'],
      ['Home', 'All 4'],
      ['End', 'Money 2'],
      ['ArrowDown', 'Money 2'],
    ];
    for (const [press, expected] of steps) {
      await sendKeys({ press });
      await nextFrames();
      expect(selectedTab(inbox), press).to.equal(expected);
      expect(visibleText(deepActiveElement()!), press).to.equal(expected);
    }
    expect(tabButtons(inbox).map(({ tabIndex }) => tabIndex)).to.deep.equal([-1, -1, 0]);
  });

  it('follow the direction of the page', async () => {
    setPageAttribute('dir', 'rtl');
    const { inbox } = await renderTabs();
    const [first, second] = tabButtons(inbox).map((tab) => tab.getBoundingClientRect());
    expect(first!.left).to.be.greaterThan(second!.left);
    tabButtons(inbox)[0]!.focus();
    await sendKeys({ press: 'ArrowLeft' });
    await nextFrames();
    expect(selectedTab(inbox)).to.equal('Orders 2');
    await sendKeys({ press: 'ArrowRight' });
    await nextFrames();
    expect(selectedTab(inbox)).to.equal('All 4');
  });

  it('scroll the list to the top, and stay reachable where the panel is narrow', async () => {
    const { inbox } = await renderTabs(40);
    inbox.style.width = '320px';
    inbox.tabs = Array.from({ length: 12 }, (_, index) => ({
      id: `t${index}`,
      label: `A longer name ${index}`,
    }));
    await nextFrames();
    await scrollListTo(inbox, 900);
    tabButtons(inbox)[0]!.focus();
    await sendKeys({ press: 'End' });
    await nextFrames();
    expect(listElement(inbox).scrollTop).to.equal(0);
    const { right } = inbox.getBoundingClientRect();
    expect(tabButtons(inbox)[11]!.getBoundingClientRect().right).to.be.at.most(right);
  });

  it('combine with the filters, and remove the filter of a tag', async () => {
    const { inbox, session, ids } = await renderTabs();
    session.notifications.markRead([ids[0]!]);
    queryAll(inbox, '.filter')[1]!.click();
    await selectTab(inbox, 1);
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 1']);
    queryOne(cards(inbox)[0]!, 'button.tag').click();
    await nextFrames();
    expect(queryAll(inbox, '.chip').map(visibleText)).to.deep.equal(['return']);
    await selectTab(inbox, 2);
    expect(queryAll(inbox, '.chip')).to.have.length(0);
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 2']);
  });

  it('say that nothing is there', async () => {
    const { inbox } = await renderTabs(1);
    await selectTab(inbox, 2);
    expect(visibleText(queryOne(inbox, '[part=empty]'))).to.include('caught up');
  });

  it('leave the list as it is if the page sets the same tabs again', async () => {
    const { inbox } = await renderTabs(40);
    const changes = recordEvents(inbox, 'nudge-tab-change');
    await scrollListTo(inbox, 300);
    inbox.tabs = structuredClone(tabs);
    await nextFrames();
    expect(listElement(inbox).scrollTop).to.equal(300);
    expect(changes).to.have.length(0);
  });
});

describe('<nudge-inbox> tabs of a list with several pages', () => {
  /** Four pages of one notification each, of which only the last is an order. */
  async function renderPages(): Promise<{ inbox: NudgeInbox; respond: () => void }> {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 4, (index) =>
      index === 3 ? { payload: { title: 'The order', tags: [{ tagName: 'order' }] } } : createTagged(2),
    );
    let respond = (): void => undefined;
    const source = {
      load: async ({ cursor = '0' }: { cursor?: string }) => {
        const index = Number(cursor);
        if (index > 0) await new Promise<void>((resolve) => (respond = resolve));
        const nextCursor = index < 3 ? String(index + 1) : undefined;
        return { references: [{ id: ids[index]! }], ...(nextCursor && { nextCursor }) };
      },
    };
    const inbox = await renderInbox(createTestSession(sandbox, { source }));
    inbox.tabs = tabs;
    await nextFrames();
    return { inbox, respond: () => respond() };
  }

  it('say that older ones load, and load on until there is something to show', async () => {
    const { inbox, respond } = await renderPages();
    const announcements = recordAnnouncements(inbox);
    await selectTab(inbox, 1);
    expect(visibleText(queryOne(inbox, '.list'))).to.equal('Loading older notifications…');
    expect(announcements).to.deep.equal(['Loading older notifications…']);
    await expect(inbox).to.be.accessible();
    await waitUntil(() => {
      respond();
      return cards(inbox).length > 0;
    });
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: The order']);
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
    const sandbox = createEmptySandbox();
    const [id = ''] = addNotifications(sandbox, 1, createTagged);
    const source = {
      load: () =>
        Promise.resolve({ references: [{ id, isRead: false }], nextCursor: 'more', unreadCount: 1 }),
    };
    const inbox = await renderInbox(createTestSession(sandbox, { source }));
    inbox.tabs = tabs;
    await nextFrames();
    expect(tabTexts(inbox)).to.deep.equal(['All 1', 'Orders 1', 'Money']);
  });
});

describe('<nudge-inbox> tabs and arrivals', () => {
  it('hold back only what the tab shows', async () => {
    const feed = await renderTabs(40);
    const { inbox, session, sandbox } = feed;
    await selectTab(inbox, 2);
    await scrollListTo(inbox, 200);
    addArrivals(feed, 'Without tags');
    const { id } = sandbox.addNotification({ payload: { title: 'Paid', tags: [{ tagName: 'invoice' }] } });
    session.notifications.add([id]);
    await waitUntil(() => arrivalsText(inbox) === '1 new notification');
    queryOne(inbox, '.arrivals').click();
    await nextFrames();
    expect(cardTitles(inbox)[0]).to.equal('Unread: Paid');
  });
});

describe('reveal() of a <nudge-inbox> with tabs', () => {
  it('selects a tab that shows the notification', async () => {
    const { inbox, ids } = await renderTabs();
    inbox.tabs = tabs.slice(1);
    await selectTab(inbox, 1);
    const changes = recordEvents(inbox, 'nudge-tab-change');
    expect(await inbox.reveal(ids[0]!)).to.be.true;
    expect(selectedTab(inbox)).to.match(/^Orders/);
    expect(changes.map(({ detail }) => detail.tab)).to.deep.equal(['orders']);
    expect(deepActiveElement()?.ariaLabel).to.equal('Title 0');
  });

  it('stays in the tab that shows it already', async () => {
    const { inbox, ids } = await renderTabs();
    await selectTab(inbox, 2);
    expect(await inbox.reveal(ids[1]!)).to.be.true;
    expect(selectedTab(inbox)).to.match(/^Money/);
  });

  it('also shows a notification that no tab has, until another tab is selected', async () => {
    const { inbox, ids } = await renderTabs();
    inbox.tabs = tabs.slice(1);
    await nextFrames();
    expect(await inbox.reveal(ids[3]!)).to.be.true;
    await nextFrames();
    expect(cardTitles(inbox)).to.include('Title 3');
    await selectTab(inbox, 1);
    await selectTab(inbox, 0);
    expect(cardTitles(inbox)).not.to.include('Title 3');
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
    await nextFrames();
    expect(tabTexts(inbox)).to.deep.equal(['First 4', 'b 4']);
    expect(warnings).to.deep.equal([
      '[nudge-inbox] <nudge-inbox> leaves out a tab: it needs an id, and lists of tags and product spaces if any.',
      '[nudge-inbox] <nudge-inbox> leaves out a tab: another one has the same id.',
    ]);
    inbox.tabs = 'orders' as unknown as InboxTab[];
    await nextFrames();
    expect(tabButtons(inbox)).to.have.length(0);
    expect(errors).to.deep.equal([]);
  });

  it('shows the first tab if the selected one is not there', async () => {
    const { inbox } = await renderTabs();
    inbox.tab = 'nowhere';
    await nextFrames();
    expect(selectedTab(inbox)).to.equal('All 4');
    inbox.tab = 'money';
    await nextFrames();
    inbox.tabs = tabs.slice(0, 2);
    await nextFrames();
    expect(selectedTab(inbox)).to.equal('All 4');
    expect(cardTitles(inbox)).to.have.length(4);
  });

  it('takes them from an attribute, too', async () => {
    const { inbox } = await renderFeed(1, createTagged);
    inbox.setAttribute('tabs', JSON.stringify(tabs));
    inbox.setAttribute('tab', 'orders');
    await nextFrames();
    expect(selectedTab(inbox)).to.equal('Orders 1');
  });
});

describe('<nudge-bell> with tabs', () => {
  it('passes tabs, the selected tab and the filter on, and follows the customer', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 4, createTagged);
    const bell = await renderBell(createTestSession(sandbox, { ids }));
    const changes = recordEvents(document.body, 'nudge-tab-change');
    bell.tabs = tabs;
    bell.tab = 'orders';
    bell.filter = 'unread';
    bell.open = true;
    await nextFrames();
    const inbox = inboxOf(bell);
    expect(selectedTab(inbox)).to.equal('Orders 2');
    expect(queryOne(inbox, '.filter[aria-pressed=true]')).to.satisfy(
      (filter: Element) => visibleText(filter) === 'Unread 4',
    );
    await selectTab(inbox, 2);
    expect(bell.tab).to.equal('money');
    expect(changes.map(({ target, detail }) => [target, detail.tab])).to.deep.equal([[bell, 'money']]);
    bell.tab = 'orders';
    await nextFrames();
    expect(selectedTab(inbox)).to.equal('Orders 2');
  });

  it('opens with its filter again after the customer has looked at what was dismissed', async () => {
    const sandbox = createEmptySandbox();
    const bell = await renderBell(createTestSession(sandbox, { ids: addNotifications(sandbox, 2) }));
    bell.filter = 'unread';
    bell.open = true;
    await nextFrames();
    const inbox = inboxOf(bell);
    inbox.filter = 'dismissed';
    bell.open = false;
    await nextFrames();
    bell.open = true;
    await nextFrames();
    expect(inbox.filter).to.equal('unread');
  });
});
