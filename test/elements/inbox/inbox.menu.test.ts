import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { Session } from '../../../src/session/session.js';
import {
  addNotifications,
  bellButton,
  cards,
  cardTitles,
  clickOn,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  expectEventually,
  inboxOf,
  queryAll,
  queryOne,
  recordWarnings,
  renderBell,
  renderInbox,
  stubProperty,
  visibleText,
  waitUntil,
} from '../support.js';
import { articles, hoverOver, renderFeed, undoText, type Feed } from '../list/feed-support.js';

const menuOf = (inbox: NudgeInbox): HTMLElement | undefined => queryAll(inbox, 'dialog.menu[open]')[0];
const menuItems = (inbox: NudgeInbox): HTMLElement[] => [
  ...(menuOf(inbox)?.querySelectorAll('button') ?? []),
];
const labels = (inbox: NudgeInbox): string[] => menuItems(inbox).map(visibleText);
const text = (inbox: NudgeInbox): string =>
  [...(menuOf(inbox)?.querySelectorAll('p') ?? [])].map(visibleText).join();

async function press(inbox: NudgeInbox, label: string): Promise<void> {
  const item = menuItems(inbox).find((candidate) => visibleText(candidate).startsWith(label));
  expect(item, label).to.exist;
  await clickOn(item!);
}

/** Opens the menu of the panel, and within it what one of its items leads to. */
async function openMenu(inbox: NudgeInbox, item?: string): Promise<void> {
  await clickOn(queryOne(inbox, '.panel-menu-button'));
  await waitUntil(() => menuOf(inbox), 'the menu is not open');
  if (item === undefined) return;
  await press(inbox, item);
  await waitUntil(() => menuOf(inbox)?.ariaLabel === item, `the menu ${item} is not open`);
}

describe('The menu of <nudge-inbox> for alerts', () => {
  let session: Session;
  let requestCount: number;
  let answer: NotificationPermission;

  class FakeNotification extends EventTarget {
    static permission: NotificationPermission = 'default';
    static requestPermission(): Promise<NotificationPermission> {
      requestCount += 1;
      if (answer !== 'default') FakeNotification.permission = answer;
      return Promise.resolve(answer);
    }
    close(): void {
      // Nothing is shown.
    }
  }
  const platform = globalThis as { Notification?: unknown };

  beforeEach(() => {
    const sandbox = createEmptySandbox();
    session = createTestSession(sandbox, { ids: addNotifications(sandbox, 1) });
    requestCount = 0;
    answer = 'granted';
    FakeNotification.permission = 'default';
    stubProperty(platform, 'Notification', FakeNotification);
  });
  afterEach(() => session.close());

  async function render(settings: Partial<NudgeInbox>): Promise<NudgeInbox> {
    const inbox = await renderInbox(session);
    Object.assign(inbox, settings);
    await inbox.updateComplete;
    return inbox;
  }

  it('offers those that the page allows', async () => {
    const inbox = await render({});
    await openMenu(inbox);
    expect(labels(inbox)).to.deep.equal(['Dismissed']);
    inbox.quietMenu = true;
    await inbox.updateComplete;
    expect(labels(inbox)).to.deep.equal(['Dismissed', 'Quiet Off']);
    Object.assign(inbox, { quietMenu: false, sound: true });
    await inbox.updateComplete;
    expect(labels(inbox)).to.deep.equal(['Dismissed', 'Quiet Off']);
    Object.assign(inbox, { sound: false, desktop: true });
    await inbox.updateComplete;
    expect(labels(inbox)).to.deep.equal(['Dismissed', 'Quiet Off', 'Desktop notifications Off']);
  });

  it('offers those of the bell that it belongs to', async () => {
    const bell = await renderBell(session);
    bell.setAttribute('desktop', '');
    await clickOn(bellButton(bell));
    await waitUntil(() => queryAll(bell, 'nudge-inbox').some(({ shadowRoot }) => shadowRoot));
    await waitUntil(() => cards(inboxOf(bell)).length > 0);
    await openMenu(inboxOf(bell));
    expect(labels(inboxOf(bell))).to.include.members(['Quiet Off', 'Desktop notifications Off']);
  });

  it('holds alerts for an hour, and says so with an undo', async () => {
    const inbox = await render({ quietMenu: true });
    await openMenu(inbox, 'Quiet');
    expect(labels(inbox)).to.deep.equal(['For an hour', 'Until tomorrow morning']);
    await press(inbox, 'For an hour');
    const minutes = (Number(session.alerts.quietUntil) - Date.now()) / 60_000;
    expect(minutes).to.be.within(59, 60);
    await waitUntil(
      () => visibleText(queryOne(inbox, '.undo-place')).startsWith('Quiet until'),
      'the notice is missing',
    );
    queryOne(inbox, '.undo-place button').click();
    expect(session.alerts.quietUntil).to.equal(null);
  });

  it('holds alerts until nine in the morning after the coming night', async () => {
    const inbox = await render({ quietMenu: true });
    await openMenu(inbox, 'Quiet');
    await press(inbox, 'Until tomorrow morning');
    const until = session.alerts.quietUntil!;
    expect([until.getHours(), until.getMinutes()]).to.deep.equal([9, 0]);
    const hours = (Number(until) - Date.now()) / 3_600_000;
    expect(hours).to.be.within(3.9, 28);
  });

  it('names the end of the quiet time, which can be turned off there', async () => {
    session.alerts.quietUntil = new Date(new Date().setHours(23, 59, 59, 999));
    const inbox = await render({ quietMenu: true });
    await openMenu(inbox);
    expect(labels(inbox)).to.deep.equal(['Dismissed', 'Quiet until 11:59 PM']);
    await press(inbox, 'Quiet until 11:59 PM');
    await expectEventually(() => text(inbox), 'Quiet until 11:59 PM');
    await press(inbox, 'Turn off');
    expect(session.alerts.quietUntil).to.equal(null);
    await openMenu(inbox);
    expect(labels(inbox)).to.deep.equal(['Dismissed', 'Quiet Off']);
  });

  it('names the day on which the quiet time ends, if that is another one', async () => {
    session.alerts.quietUntil = new Date(new Date().setHours(32, 0, 0, 0));
    const day = session.alerts.quietUntil.toLocaleDateString('en', { weekday: 'long' });
    const inbox = await render({ quietMenu: true });
    await openMenu(inbox);
    expect(labels(inbox)[1]).to.match(new RegExp(`^Quiet until ${day}.*8:00 AM$`));
  });

  it('explains desktop notifications before the browser asks for permission, and then turns them on', async () => {
    const inbox = await render({ desktop: true });
    await openMenu(inbox, 'Desktop notifications');
    expect(text(inbox)).to.include('Your browser will ask you first.');
    expect([requestCount, session.alerts.isDesktopOn]).to.deep.equal([0, false]);
    await press(inbox, 'Turn on');
    await waitUntil(() => labels(inbox).includes('Turn off'), 'they are off');
    expect([requestCount, session.alerts.isDesktopOn]).to.deep.equal([1, true]);
    await press(inbox, 'Close');
    await openMenu(inbox);
    expect(labels(inbox)).to.include('Desktop notifications On');
    await press(inbox, 'Desktop notifications');
    await press(inbox, 'Turn off');
    expect(session.alerts.isDesktopOn).to.equal(false);
  });

  it('leaves desktop notifications off if the question of the browser is closed without an answer', async () => {
    answer = 'default';
    const inbox = await render({ desktop: true });
    await openMenu(inbox, 'Desktop notifications');
    await press(inbox, 'Turn on');
    await waitUntil(() => requestCount === 1, 'the browser did not ask');
    expect([menuOf(inbox), session.alerts.isDesktopOn]).to.deep.equal([undefined, false]);
  });

  it('says that the browser blocks desktop notifications if the customer denies them', async () => {
    answer = 'denied';
    const inbox = await render({ desktop: true });
    await openMenu(inbox, 'Desktop notifications');
    await press(inbox, 'Turn on');
    await waitUntil(() => text(inbox).startsWith('Your browser blocks'), 'the menu does not say so');
    expect(labels(inbox)).to.deep.equal(['Close']);
    expect(session.alerts.isDesktopOn).to.equal(false);
  });

  it('says that the browser has no desktop notifications', async () => {
    delete platform.Notification;
    const inbox = await render({ desktop: true });
    await openMenu(inbox, 'Desktop notifications');
    expect(text(inbox)).to.equal('Desktop notifications aren’t available in this browser.');
    await press(inbox, 'Close');
    await waitUntil(() => !menuOf(inbox), 'the menu is open');
    expect(requestCount).to.equal(0);
  });

  it('says so, too, if only a service worker may show them', async () => {
    class Refusing extends FakeNotification {
      constructor() {
        super();
        throw new TypeError('Illegal constructor');
      }
    }
    stubProperty(platform, 'Notification', Refusing);
    const inbox = await render({ desktop: true });
    await openMenu(inbox, 'Desktop notifications');
    await press(inbox, 'Turn on');
    await waitUntil(() => text(inbox).includes('aren’t available'), 'the menu does not say so');
    expect(session.alerts.isDesktopOn).to.equal(false);
  });
});

describe('<nudge-inbox> with dismissed notifications', () => {
  const filters = ({ inbox }: Feed): string[] =>
    queryAll(inbox, '.filter').map((button) => `${visibleText(button)} ${button.ariaPressed}`);
  const undoButton = ({ inbox }: Feed): HTMLElement => queryOne(inbox, '.undo button');

  it('shows them by its menu, and goes back by the filter', async () => {
    const feed = await renderFeed(3);
    const { inbox } = feed;
    feed.session.notifications.dismiss([feed.ids[1]!]);
    await expectEventually(() => filters(feed), ['All true', 'Unread 2 false']);
    await openMenu(inbox);
    await press(inbox, 'Dismissed');
    await expectEventually(() => filters(feed), ['All false', 'Unread 2 false', 'Dismissed true']);
    await expectEventually(() => cardTitles(inbox), ['Unread: Title 1']);
    expect(visibleText(deepActiveElement()!), 'the filter has the focus').to.equal('Dismissed');
    await clickOn(queryAll(inbox, '.filter')[0]!);
    await expectEventually(() => cardTitles(inbox), ['Unread: Title 0', 'Unread: Title 2']);
    expect(filters(feed)).to.deep.equal(['All true', 'Unread 2 false']);
  });

  it('restores one by the button in the place of Dismiss, which can be undone', async () => {
    const feed = await renderFeed(3);
    const { inbox, ids, session } = feed;
    session.notifications.dismiss(ids.slice(0, 2));
    inbox.filter = 'dismissed';
    await expectEventually(() => cardTitles(inbox), ['Unread: Title 0', 'Unread: Title 1']);
    await hoverOver(cards(inbox)[0]!);
    const button = queryOne(cards(inbox)[0]!, '.tools button:last-child');
    expect(button.ariaLabel).to.equal('Restore');
    await clickOn(button);
    await expectEventually(() => cardTitles(inbox), ['Unread: Title 1']);
    expect(undoText(inbox)).to.equal('Restored Undo');
    undoButton(feed).click();
    await expectEventually(() => cardTitles(inbox), ['Unread: Title 0', 'Unread: Title 1']);
  });

  it('does not dismiss or restore by Delete there', async () => {
    const feed = await renderFeed(2);
    feed.session.notifications.dismiss([feed.ids[0]!]);
    feed.inbox.filter = 'dismissed';
    await expectEventually(() => cardTitles(feed.inbox), ['Unread: Title 0']);
    articles(feed.inbox)[0]!.focus();
    await sendKeys({ press: 'Delete' });
    expect(cardTitles(feed.inbox)).to.deep.equal(['Unread: Title 0']);
    expect(undoText(feed.inbox)).to.be.null;
  });

  it('says that there are none', async () => {
    const { inbox } = await renderFeed(1);
    inbox.filter = 'dismissed';
    await expectEventually(() => queryAll(inbox, '.empty').map(visibleText), ['Nothing has been dismissed.']);
  });

  it('loads the ones that the host names', async () => {
    const { session, sandbox, inbox } = await renderFeed(2, undefined, { source: {} });
    const { id } = sandbox.addNotification({ payload: { title: 'Long ago' } });
    session.notifications.add([{ id, isDismissed: true }]);
    inbox.filter = 'dismissed';
    await expectEventually(() => cardTitles(inbox), ['Unread: Long ago']);
  });

  it('clears what is read by its menu, with one undo', async () => {
    const feed = await renderFeed(4, (index) => ({ isRead: index % 2 === 0 }));
    const { inbox } = feed;
    await openMenu(inbox);
    expect(labels(inbox)).to.deep.equal(['Clear read', 'Dismissed']);
    await press(inbox, 'Clear read');
    await expectEventually(() => cardTitles(inbox), ['Unread: Title 1', 'Unread: Title 3']);
    expect(undoText(inbox)).to.equal('2 dismissed Undo');
    undoButton(feed).click();
    await expectEventually(() => cards(inbox).length, 4);
  });

  it('clears only what the selected tag shows', async () => {
    const { inbox } = await renderFeed(4, (index) => ({
      isRead: true,
      payload: { title: `Title ${index}`, tags: index === 1 ? [{ tagName: 'Orders' }] : [] },
    }));
    queryOne(cards(inbox)[1]!, 'button.tag').click();
    await expectEventually(() => cardTitles(inbox), ['Title 1']);
    await openMenu(inbox);
    await press(inbox, 'Clear read');
    await expectEventually(() => undoText(inbox), 'Dismissed Undo');
    queryOne(inbox, '.chip').click();
    await expectEventually(() => cardTitles(inbox), ['Title 0', 'Title 2', 'Title 3']);
  });

  it('does not offer to clear what is read if nothing is', async () => {
    const { inbox } = await renderFeed(2);
    await openMenu(inbox);
    expect(labels(inbox)).to.deep.equal(['Dismissed']);
  });

  it('says that the host did not save a dismissal, shows the card again, and tries again', async () => {
    recordWarnings();
    let isBroken = true;
    const saved: unknown[] = [];
    const feed = await renderFeed(2, undefined, {
      source: {
        setDismissed: (ids, isDismissed) => {
          if (isBroken) return Promise.reject(new Error('broken'));
          saved.push(ids, isDismissed);
          return Promise.resolve();
        },
      },
    });
    articles(feed.inbox)[0]!.focus();
    await sendKeys({ press: 'Delete' });
    await expectEventually(() => undoText(feed.inbox), 'Couldn’t dismiss. Try again');
    expect(cards(feed.inbox)).to.have.length(2);
    isBroken = false;
    undoButton(feed).click();
    await expectEventually(() => saved, [[feed.ids[0]], true]);
    await expectEventually(() => cards(feed.inbox).length, 1);
  });

  it('does not offer to dismiss again what a former customer had', async () => {
    recordWarnings();
    const saved: unknown[] = [];
    const feed = await renderFeed(2, undefined, {
      source: {
        setDismissed: (ids) => {
          saved.push(ids);
          return Promise.reject(new Error('broken'));
        },
      },
    });
    articles(feed.inbox)[0]!.focus();
    await sendKeys({ press: 'Delete' });
    await expectEventually(() => undoText(feed.inbox), 'Couldn’t dismiss. Try again');
    feed.session.notifications.reset();
    await waitUntil(() => articles(feed.inbox).length === 0, 'the list of the former customer is shown');
    await expectEventually(() => undoText(feed.inbox), null);
    expect(saved).to.deep.equal([[feed.ids[0]]]);
  });
});
