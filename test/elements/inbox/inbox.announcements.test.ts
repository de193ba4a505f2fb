import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import {
  addNotifications,
  cards,
  createEmptySandbox,
  createTestSession,
  expectEventually,
  inboxOf,
  installFakeTimers,
  queryAll,
  renderBell,
  renderInbox,
  stubProperty,
  visibleText,
  waitUntil,
} from '../support.js';
import {
  addArrivals,
  articles,
  recordAnnouncements,
  renderFeed,
  renderLoadingInbox,
} from '../list/feed-support.js';

describe('<nudge-inbox> and <nudge-bell> announcements', () => {
  it('combine a burst into one message and repeat the same text for the next', async () => {
    const feed = await renderFeed(2);
    const timers = installFakeTimers();
    const announcements = recordAnnouncements(feed.inbox);
    addArrivals(feed, 'One');
    await timers.advance(300);
    addArrivals(feed, 'Two', 'Three');
    await timers.advance(300);
    addArrivals(feed, 'Four');
    await timers.advance(1000);
    await expectEventually(() => announcements, ['4 new notifications']);
    addArrivals(feed, 'Five', 'Six', 'Seven', 'Eight');
    await waitUntil(() => articles(feed.inbox).length === 10, 'an arrival is missing');
    await timers.advance(1000);
    await expectEventually(() => announcements, ['4 new notifications', '4 new notifications'], 'again');
  });

  it('skip the first load and a hidden page', async () => {
    const timers = installFakeTimers();
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 3) });
    const inbox = await renderLoadingInbox(session);
    const announcements = recordAnnouncements(inbox);
    await waitUntil(() => cards(inbox).length === 3, 'a card is missing');
    await timers.advance(2000);
    stubProperty(document, 'visibilityState', 'hidden');
    session.notifications.add(addNotifications(sandbox, 1));
    await waitUntil(() => articles(inbox).length === 4, 'the arrival is missing');
    await timers.advance(2000);
    expect(announcements).to.deep.equal([]);
  });

  it('are made once by a bell and an inbox with one session', async () => {
    const timers = installFakeTimers();
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 1) });
    const bell = await renderBell(session);
    const inbox = await renderInbox(session);
    bell.open = true;
    await waitUntil(() => queryAll(bell, 'nudge-inbox').some((panel) => panel.checkVisibility()));
    const announcements = recordAnnouncements(bell, inbox, inboxOf(bell));
    session.notifications.add(addNotifications(sandbox, 2));
    await timers.advance(2000);
    await expectEventually(() => announcements, ['2 new notifications']);
  });

  it('are made by the bell if the inbox with the same session is hidden', async () => {
    const timers = installFakeTimers();
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 1) });
    const inbox = await renderInbox(session);
    inbox.parentElement!.hidden = true;
    const bell = await renderBell(session);
    const announcements = recordAnnouncements(bell, inbox);
    session.notifications.add(addNotifications(sandbox, 2));
    await timers.advance(2000);
    await expectEventually(() => announcements, ['2 new notifications']);
  });

  it('say that a filter which is chosen shows nothing, until one that shows something is', async () => {
    const { inbox, session } = await renderFeed(2);
    session.notifications.markAllRead();
    const announcements = recordAnnouncements(inbox);
    const choose = (name: string) =>
      queryAll(inbox, '.filter')
        .find((button) => visibleText(button).startsWith(name))!
        .click();
    choose('Unread');
    await expectEventually(() => announcements, ['No unread notifications.']);
    choose('All');
    await waitUntil(() => articles(inbox).length === 2, 'the list is not shown');
    expect(announcements).to.have.length(1);
    expect(queryAll(inbox, '[role=status]').map(visibleText).join('')).to.equal('');
  });

  it('are skipped for an inbox that was removed meanwhile', async () => {
    const feed = await renderFeed(1);
    const timers = installFakeTimers();
    const announcements = recordAnnouncements(feed.inbox);
    addArrivals(feed, 'New');
    expect(timers.pendingCount).to.be.above(0);
    feed.inbox.remove();
    await timers.advance(2000);
    expect(announcements).to.deep.equal([]);
  });
});

describe('<nudge-bell> announcements in a modal sheet', () => {
  before(() => setViewport({ width: 360, height: 640 }));
  after(() => setViewport({ width: 1000, height: 700 }));

  it('are made inside it and not repeated when it opens or closes', async () => {
    const timers = installFakeTimers();
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 1) });
    const bell = await renderBell(session);
    const announcements = recordAnnouncements(bell);
    session.notifications.add(addNotifications(sandbox, 1));
    await timers.advance(2000);
    await expectEventually(() => announcements, ['1 new notification']);
    bell.open = true;
    await waitUntil(() => queryAll(bell, 'nudge-inbox').some((inbox) => inbox.checkVisibility()));
    bell.requestUpdate();
    await bell.updateComplete;
    expect(announcements, 'as it opens').to.have.length(1);
    session.notifications.add(addNotifications(sandbox, 2));
    await timers.advance(2000);
    await expectEventually(() => announcements.slice(1), ['2 new notifications']);
    const [sheetStatus] = queryAll(bell, 'dialog [role=status]');
    expect(sheetStatus!.textContent.trim()).to.equal('2 new notifications');
    bell.open = false;
    await waitUntil(() => !inboxOf(bell).checkVisibility(), 'the sheet is open');
    bell.requestUpdate();
    await bell.updateComplete;
    expect(announcements, 'as it closes').to.have.length(2);
  });
});
