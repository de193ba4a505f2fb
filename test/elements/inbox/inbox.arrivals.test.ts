import { expect, fixture, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import {
  addNotifications,
  cards,
  clickOn,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  flushTasks,
  inboxOf,
  installFakeTimers,
  nextFrames,
  queryAll,
  queryOne,
  renderBell,
  renderInbox,
  stubProperty,
} from '../support.js';
import {
  addArrivals,
  arrivalsText,
  articleNames,
  articles,
  hoverOver,
  listElement,
  movePointerAway,
  recordAnnouncements,
  renderFeed,
  scrollListTo,
  type Feed,
} from './feed-support.js';

const firstName = (inbox: Element): string | null => articleNames(inbox)[0] ?? null;

describe('what arrives in a nudge-inbox', () => {
  it('goes on top at once where the reader is there', async () => {
    const feed = await renderFeed(20);
    await movePointerAway();
    addArrivals(feed, 'New');
    await nextFrames();
    expect(firstName(feed.inbox)).to.equal('Unread: New');
    expect(arrivalsText(feed.inbox)).to.be.null;
  });

  const away: Record<string, (feed: Feed) => unknown> = {
    'has scrolled': ({ inbox }) => scrollListTo(inbox, 300),
    'has the pointer over the list': ({ inbox }) => hoverOver(articles(inbox)[0]!),
    'has the focus on an article': ({ inbox }) => articles(inbox)[1]!.focus(),
    'has the focus in a card': ({ inbox }) => queryOne(cards(inbox)[0]!, '.tools button:first-child').focus(),
  };
  for (const [what, leave] of Object.entries(away)) {
    it(`waits while the reader ${what}, and nothing moves`, async () => {
      const feed = await renderFeed(20);
      await leave(feed);
      await nextFrames();
      const { inbox } = feed;
      const place = articles(inbox)[3]!;
      const { top } = place.getBoundingClientRect();
      const focus = deepActiveElement();
      addArrivals(feed, 'New 1', 'New 2');
      addArrivals(feed, 'New 0');
      await nextFrames();
      expect(articles(inbox)).to.have.length(20);
      expect(place.getBoundingClientRect().top).to.equal(top);
      expect(arrivalsText(inbox)).to.equal('3 new notifications');
      expect(deepActiveElement() === focus).to.be.true;
    });
  }

  it('is shown by a press on the button, from the top, with the focus on the newest', async function () {
    this.timeout(10_000);
    const feed = await renderFeed(20);
    const { inbox } = feed;
    await scrollListTo(inbox, 500);
    addArrivals(feed, 'New 1', 'New 2');
    await nextFrames();
    await clickOn(queryOne(inbox, '.arrivals'));
    await nextFrames();
    expect(articleNames(inbox).slice(0, 3)).to.deep.equal([
      'Unread: New 1',
      'Unread: New 2',
      'Unread: Title 0',
    ]);
    expect(listElement(inbox).scrollTop).to.equal(0);
    expect(deepActiveElement() === articles(inbox)[0]).to.be.true;
    expect(arrivalsText(inbox)).to.be.null;
    await expect(inbox).to.be.accessible();
  });

  it('comes with all that waited once the reader is back at the top', async () => {
    const feed = await renderFeed(20);
    const { inbox } = feed;
    await scrollListTo(inbox, 500);
    addArrivals(feed, 'New 1');
    await nextFrames();
    await scrollListTo(inbox, 0);
    await movePointerAway();
    expect(arrivalsText(inbox)).to.equal('1 new notification');
    addArrivals(feed, 'New 2');
    await nextFrames();
    expect(articleNames(inbox).slice(0, 2)).to.deep.equal(['Unread: New 2', 'Unread: New 1']);
    expect(arrivalsText(inbox)).to.be.null;
  });

  it('is shown by another choice of the filter', async () => {
    const feed = await renderFeed(20);
    const { inbox } = feed;
    await scrollListTo(inbox, 500);
    addArrivals(feed, 'New');
    await nextFrames();
    await clickOn(queryAll(inbox, '.filter')[1]!);
    await nextFrames();
    expect(firstName(inbox)).to.equal('Unread: New');
    expect(listElement(inbox).scrollTop).to.equal(0);
    expect(arrivalsText(inbox)).to.be.null;
  });

  it('waits no more once it is dismissed or taken away', async () => {
    const feed = await renderFeed(20);
    const { inbox, session } = feed;
    await scrollListTo(inbox, 500);
    const [one, two, three] = addArrivals(feed, 'New 1', 'New 2', 'New 3');
    await nextFrames();
    session.notifications.dismiss([one!]);
    await nextFrames();
    expect(arrivalsText(inbox)).to.equal('2 new notifications');
    session.notifications.restore([one!]);
    session.notifications.dismiss([two!, three!]);
    await nextFrames();
    expect(arrivalsText(inbox)).to.equal('1 new notification');
    session.notifications.dismiss([one!]);
    await nextFrames();
    expect(arrivalsText(inbox)).to.be.null;
    expect(articles(inbox)).to.have.length(20);
  });

  it('does not wait in an inbox that moved within the page, and is at its top again', async () => {
    const feed = await renderFeed(20);
    const { inbox } = feed;
    await scrollListTo(inbox, 500);
    const container = await fixture<HTMLElement>(html`<div></div>`);
    container.append(inbox);
    await nextFrames();
    expect(listElement(inbox).scrollTop).to.equal(0);
    addArrivals(feed, 'New');
    await nextFrames();
    expect(firstName(inbox)).to.equal('Unread: New');
  });

  it('waits where the list is empty too, while the pointer is over it', async () => {
    const feed = await renderFeed(0);
    const { inbox } = feed;
    await hoverOver(listElement(inbox));
    addArrivals(feed, 'New');
    await nextFrames();
    expect(articleNames(inbox)).to.deep.equal([]);
    await clickOn(queryOne(inbox, '.arrivals'));
    await nextFrames();
    expect(articleNames(inbox)).to.deep.equal(['Unread: New']);
    expect(deepActiveElement() === articles(inbox)[0]).to.be.true;
  });

  it('is on top as a panel that was closed at its top opens again, and waits where the reader had scrolled', async () => {
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 40) });
    const bell = await renderBell(session);
    const feed = { session, sandbox, ids: [], inbox: undefined as unknown as NudgeInbox };
    const opens = async (open: boolean): Promise<void> => {
      bell.open = open;
      await nextFrames();
    };
    await opens(true);
    const inbox = inboxOf(bell);
    await opens(false);
    addArrivals(feed, 'While closed');
    await opens(true);
    expect(firstName(inbox)).to.equal('Unread: While closed');
    await scrollListTo(inbox, 700);
    await opens(false);
    addArrivals(feed, 'Later');
    await opens(true);
    expect(listElement(inbox).scrollTop, 'where the reader left it').to.equal(700);
    expect(arrivalsText(inbox)).to.equal('1 new notification');
  });
});

describe('what is spoken of arrivals', () => {
  it('is one message for a burst, and another for the next', async () => {
    const timers = installFakeTimers();
    const feed = await renderFeed(2);
    const announcements = recordAnnouncements(feed.inbox);
    addArrivals(feed, 'One');
    await timers.advance(300);
    addArrivals(feed, 'Two', 'Three');
    await timers.advance(300);
    addArrivals(feed, 'Four');
    await timers.advance(1000);
    expect(announcements).to.deep.equal(['4 new notifications']);
    addArrivals(feed, 'Five', 'Six', 'Seven', 'Eight');
    await flushTasks();
    await timers.advance(1000);
    expect(announcements, 'the same words again').to.deep.equal([
      '4 new notifications',
      '4 new notifications',
    ]);
  });

  it('is nothing at first load, of what is read already, and in a page that nobody sees', async () => {
    const timers = installFakeTimers();
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 3) });
    const inbox = document.createElement('nudge-inbox');
    const bell = document.createElement('nudge-bell');
    inbox.session = bell.session = session;
    const container = await fixture<HTMLElement>(html`<div></div>`);
    container.append(bell, inbox);
    await inbox.updateComplete;
    await bell.updateComplete;
    const announcements = recordAnnouncements(bell, inbox);
    await timers.advance(2000);
    session.notifications.add([{ id: addNotifications(sandbox, 1)[0]!, isRead: true }]);
    await timers.advance(2000);
    stubProperty(document, 'hidden', true);
    session.notifications.add(addNotifications(sandbox, 1));
    await timers.advance(2000);
    expect(announcements).to.deep.equal([]);
  });

  const pairs: Record<string, (bell: NudgeBell, inbox: NudgeInbox) => Element[]> = {
    'bell and inbox': (bell, inbox) => [bell, inbox],
    'inbox and bell': (bell, inbox) => [inbox, bell],
  };
  for (const [what, order] of Object.entries(pairs)) {
    it(`is said once by ${what} of one session`, async () => {
      const timers = installFakeTimers();
      const sandbox = createEmptySandbox();
      const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 1) });
      const bell = document.createElement('nudge-bell');
      const inbox = document.createElement('nudge-inbox');
      inbox.session = bell.session = session;
      const container = await fixture<HTMLElement>(html`<div></div>`);
      container.append(...order(bell, inbox));
      bell.open = true;
      await nextFrames();
      const announcements = recordAnnouncements(bell, inbox, inboxOf(bell));
      session.notifications.add(addNotifications(sandbox, 2));
      await timers.advance(2000);
      expect(announcements).to.deep.equal(['2 new notifications']);
    });
  }

  it('is said by the bell where the inbox of its session is in a part of the page that is not shown', async () => {
    const timers = installFakeTimers();
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 1) });
    const inbox = await renderInbox(session);
    inbox.parentElement!.hidden = true;
    const bell = await renderBell(session);
    const announcements = recordAnnouncements(bell, inbox);
    session.notifications.add(addNotifications(sandbox, 2));
    await timers.advance(2000);
    expect(announcements).to.deep.equal(['2 new notifications']);
  });

  it('is heard inside of a modal sheet, and not again as the sheet closes or opens', async () => {
    await setViewport({ width: 360, height: 640 });
    const timers = installFakeTimers();
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 1) });
    const bell = await renderBell(session);
    const announcements = recordAnnouncements(bell);
    session.notifications.add(addNotifications(sandbox, 1));
    await timers.advance(2000);
    expect(announcements).to.deep.equal(['1 new notification']);
    bell.open = true;
    await nextFrames();
    bell.requestUpdate();
    await nextFrames();
    expect(announcements, 'as it opens').to.have.length(1);
    session.notifications.add(addNotifications(sandbox, 2));
    await timers.advance(2000);
    const [inside] = queryAll(bell, 'dialog [role=status]');
    expect(announcements.slice(1)).to.deep.equal(['2 new notifications']);
    expect(inside!.textContent.trim()).to.equal('2 new notifications');
    bell.open = false;
    await flushTasks();
    bell.requestUpdate();
    await nextFrames();
    expect(announcements, 'as it closes').to.have.length(2);
    await setViewport({ width: 1000, height: 700 });
  });

  it('is not said of an inbox that has left the page meanwhile', async () => {
    const timers = installFakeTimers();
    const feed = await renderFeed(1);
    const announcements = recordAnnouncements(feed.inbox);
    addArrivals(feed, 'New');
    feed.inbox.remove();
    await timers.advance(2000);
    expect(announcements).to.deep.equal([]);
  });
});
