import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NotificationSource } from '../../../src/inbox/sources/source.js';
import {
  addNotifications,
  cards,
  cardTitles,
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
  recordEvents,
  recordWarnings,
  renderBell,
  stubProperty,
} from '../support.js';
import {
  articleNames,
  articles,
  hoverOver,
  listElement,
  movePointerAway,
  recordAnnouncements,
  renderFeed,
  scrollListTo,
  undoText,
  type Feed,
} from './feed-support.js';

const dismissButton = (feed: Feed, index: number): HTMLElement =>
  queryOne(cards(feed.inbox)[index]!, '.tools button:last-child');
const undoButton = (feed: Feed): HTMLElement => queryOne(feed.inbox, '.undo button');

describe('dismissing in a nudge-inbox', () => {
  it('takes it away by the pointer, tells the page, and Undo puts it back with the focus on it', async () => {
    const feed = await renderFeed(4);
    const { inbox, ids } = feed;
    const changes = recordEvents(document.body, 'nudge-dismiss-change');
    await hoverOver(cards(inbox)[1]!);
    await clickOn(dismissButton(feed, 1));
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 2', 'Unread: Title 3']);
    expect(undoText(inbox)).to.equal('Dismissed Undo');
    expect(deepActiveElement() === articles(inbox)[1], 'the next one has the focus').to.be.true;
    await clickOn(undoButton(feed));
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal([0, 1, 2, 3].map((index) => `Unread: Title ${index}`));
    expect(deepActiveElement() === articles(inbox)[1]).to.be.true;
    expect(undoText(inbox)).to.be.null;
    expect(changes.map(({ detail }) => detail)).to.deep.equal([
      { ids: [ids[1]], isDismissed: true },
      { ids: [ids[1]], isDismissed: false },
    ]);
  });

  it('is done by Delete on an article, and undone by the keyboard', async () => {
    const feed = await renderFeed(3);
    const { inbox } = feed;
    articles(inbox)[2]!.focus();
    await sendKeys({ press: 'Delete' });
    await nextFrames();
    expect(articleNames(inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 1']);
    expect(deepActiveElement() === articles(inbox)[1], 'the last one has the focus').to.be.true;
    undoButton(feed).focus();
    await sendKeys({ press: 'Enter' });
    await nextFrames();
    expect(articleNames(inbox)).to.have.length(3);
    expect(deepActiveElement() === articles(inbox)[2]).to.be.true;
  });

  it('is one tab stop or few away from its Undo, however many notifications follow', async () => {
    const feed = await renderFeed(30);
    articles(feed.inbox)[1]!.focus();
    await sendKeys({ press: 'Delete' });
    await nextFrames();
    let stops = 0;
    while (deepActiveElement() !== undoButton(feed) && stops < 10) {
      await sendKeys({ press: 'Tab' });
      stops += 1;
    }
    expect(deepActiveElement() === undoButton(feed), `after ${stops} stops`).to.be.true;
  });

  it('takes one for each press of Delete, however long it is held', async () => {
    const feed = await renderFeed(5);
    articles(feed.inbox)[0]!.focus();
    await sendKeys({ down: 'Delete' });
    await sendKeys({ down: 'Delete' });
    await sendKeys({ up: 'Delete' });
    await nextFrames();
    expect(articleNames(feed.inbox)).to.have.length(4);
  });

  it('leaves an empty list with its words, and the focus in the inbox', async () => {
    const feed = await renderFeed(1);
    articles(feed.inbox)[0]!.focus();
    await sendKeys({ press: 'Delete' });
    await nextFrames();
    expect(queryAll(feed.inbox, '[part=empty]')).to.have.length(1);
    expect(deepActiveElement() === queryOne(feed.inbox, 'h2')).to.be.true;
    await clickOn(undoButton(feed));
    await nextFrames();
    expect(deepActiveElement() === articles(feed.inbox)[0]).to.be.true;
  });

  it('puts one back where it was although others came and went', async () => {
    const feed = await renderFeed(4);
    const { inbox, session, ids, sandbox } = feed;
    await movePointerAway();
    session.notifications.dismiss([ids[2]!]);
    session.notifications.add(addNotifications(sandbox, 1, () => ({ payload: { title: 'New' } })));
    await nextFrames();
    articles(inbox)[1]!.focus();
    await sendKeys({ press: 'Delete' });
    await nextFrames();
    session.notifications.restore([ids[2]!]);
    await clickOn(undoButton(feed));
    await nextFrames();
    expect(articleNames(inbox)).to.deep.equal(
      ['New', 'Title 0', 'Title 1', 'Title 2', 'Title 3'].map((title) => `Unread: ${title}`),
    );
  });
});

describe('the line that offers Undo', () => {
  it('stays for twenty seconds, and no longer', async () => {
    const timers = installFakeTimers();
    const feed = await renderFeed(3);
    dismissButton(feed, 0).click();
    await timers.advance(19_900);
    expect(undoText(feed.inbox)).to.equal('Dismissed Undo');
    await timers.advance(200);
    expect(undoText(feed.inbox)).to.be.null;
    expect(articleNames(feed.inbox)).to.have.length(2);
  });

  for (const [what, stay, leave] of [
    ['pointer', (feed: Feed) => hoverOver(queryOne(feed.inbox, '.undo')), () => movePointerAway()],
    ['focus', (feed: Feed) => undoButton(feed).focus(), (feed: Feed) => queryOne(feed.inbox, 'h2').focus()],
  ] as const) {
    it(`stays under the ${what}, and goes some time after`, async () => {
      const timers = installFakeTimers();
      const feed = await renderFeed(3);
      dismissButton(feed, 0).click();
      await flushTasks();
      await stay(feed);
      const focus = deepActiveElement();
      await timers.advance(50_000);
      expect(undoText(feed.inbox)).to.equal('Dismissed Undo');
      expect(deepActiveElement() === focus, 'nothing takes the focus').to.be.true;
      await leave(feed);
      await timers.advance(20_100);
      expect(undoText(feed.inbox)).to.be.null;
    });
  }

  it('is spoken each time, also where the words are the same, and not again as it stays', async () => {
    const timers = installFakeTimers();
    const feed = await renderFeed(4);
    const announcements = recordAnnouncements(feed.inbox);
    dismissButton(feed, 0).click();
    await flushTasks();
    expect(announcements).to.deep.equal(['Dismissed Undo']);
    dismissButton(feed, 0).click();
    await flushTasks();
    expect(announcements).to.deep.equal(['Dismissed Undo', 'Dismissed Undo']);
    await hoverOver(queryOne(feed.inbox, '.undo'));
    await timers.advance(25_000);
    expect(announcements).to.have.length(2);
  });

  it('makes place for the next, and undoes only that', async () => {
    const timers = installFakeTimers();
    const feed = await renderFeed(4);
    dismissButton(feed, 0).click();
    await timers.advance(15_000);
    dismissButton(feed, 0).click();
    await timers.advance(15_000);
    expect(undoText(feed.inbox), 'its own twenty seconds').to.equal('Dismissed Undo');
    undoButton(feed).click();
    await flushTasks();
    expect(articleNames(feed.inbox)).to.deep.equal(['Unread: Title 1', 'Unread: Title 2', 'Unread: Title 3']);
  });

  it('leaves no timer behind as the inbox is removed', async () => {
    const timers = installFakeTimers();
    const feed = await renderFeed(3);
    dismissButton(feed, 0).click();
    await flushTasks();
    feed.inbox.remove();
    await flushTasks();
    expect(timers.pendingCount).to.equal(0);
  });
});

describe('marking all as read in a nudge-inbox', () => {
  it('can be undone, and only what it did', async () => {
    const feed = await renderFeed(4, (index) => ({ isRead: index === 3 }));
    const { inbox } = feed;
    queryOne(cards(inbox)[2]!, '.tools button:first-child').click();
    await clickOn(queryOne(inbox, 'header .icon-button'));
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal([0, 1, 2, 3].map((index) => `Title ${index}`));
    expect(undoText(inbox)).to.equal('All marked as read Undo');
    await clickOn(undoButton(feed));
    await nextFrames();
    expect(articleNames(inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 1', 'Title 2', 'Title 3']);
    expect(undoText(inbox)).to.be.null;
    expect(inbox.matches(':focus-within'), 'the focus is not lost').to.be.true;
  });
});

describe('a page that cannot keep what was read', () => {
  const refusing: NotificationSource = { setRead: () => Promise.reject(new Error('no')) };

  for (const [what, act] of [
    ['one', ({ inbox }: Feed) => queryOne(cards(inbox)[0]!, '.tools button:first-child').click()],
    ['all', ({ inbox }: Feed) => queryOne(inbox, 'header .icon-button').click()],
  ] as const) {
    it(`has ${what} unread again, and the reader is told`, async () => {
      const warnings = recordWarnings();
      const feed = await renderFeed(2, undefined, { source: refusing });
      const announcements = recordAnnouncements(feed.inbox);
      act(feed);
      await nextFrames();
      expect(articleNames(feed.inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 1']);
      expect(undoText(feed.inbox)).to.match(/^Not saved/);
      expect(queryAll(feed.inbox, '.undo button'), 'nothing is there to be undone').to.have.length(0);
      expect(announcements.filter((text) => text.startsWith('Not saved'))).to.have.length(1);
      expect(warnings.filter((text) => text.includes('The source failed'))).to.have.length.at.most(1);
      await expect(feed.inbox).to.be.accessible();
    });
  }
});

describe('reading by viewing', () => {
  async function viewed(count: number, options: Parameters<typeof renderFeed>[2] = {}): Promise<Feed> {
    const feed = await renderFeed(count, undefined, options);
    feed.inbox.setAttribute('read-on-view', '');
    await nextFrames();
    return feed;
  }
  const read = ({ inbox }: Feed): number =>
    articleNames(inbox).filter((name) => !name!.startsWith('Unread')).length;

  it('is off unless the page wants it', async () => {
    const timers = installFakeTimers();
    const feed = await renderFeed(2);
    await timers.advance(5000);
    expect(read(feed)).to.equal(0);
  });

  it('marks what was in view for two seconds, and nothing else', async () => {
    const timers = installFakeTimers();
    const feed = await viewed(20);
    const reads = recordEvents(feed.inbox, 'nudge-read-change');
    await timers.advance(1900);
    expect(read(feed)).to.equal(0);
    await timers.advance(200);
    const { bottom } = listElement(feed.inbox).getBoundingClientRect();
    const inView = articles(feed.inbox).filter((article) => {
      const { top, height } = article.getBoundingClientRect();
      return top + height / 2 <= bottom;
    });
    expect(inView.length).to.be.within(2, 10);
    expect(read(feed)).to.equal(inView.length);
    expect(reads.flatMap(({ detail }) => detail.ids)).to.deep.equal(feed.ids.slice(0, inView.length));
  });

  it('does not mark what is scrolled past', async () => {
    const timers = installFakeTimers();
    const feed = await viewed(20);
    await timers.advance(1500);
    await scrollListTo(feed.inbox, 1000);
    await timers.advance(1500);
    expect(read(feed)).to.equal(0);
    await timers.advance(600);
    expect(read(feed)).to.be.greaterThan(1);
    expect(articleNames(feed.inbox)[0]).to.equal('Unread: Title 0');
  });

  it('waits while nobody sees the page, and goes on as it is seen again', async () => {
    const timers = installFakeTimers();
    const feed = await viewed(2);
    stubProperty(document, 'hidden', true);
    stubProperty(document, 'visibilityState', 'hidden');
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    await timers.advance(10_000);
    expect(read(feed)).to.equal(0);
    stubProperty(document, 'hidden', false);
    stubProperty(document, 'visibilityState', 'visible');
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    await nextFrames();
    await timers.advance(1000);
    expect(read(feed), 'two seconds anew').to.equal(0);
    await timers.advance(1100);
    expect(read(feed)).to.equal(2);
  });

  it('does nothing in a panel that is closed, and begins anew as it opens', async () => {
    const timers = installFakeTimers();
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 2) });
    const bell = await renderBell(session);
    bell.setAttribute('read-on-view', '');
    await timers.advance(5000);
    expect(session.notifications.state.unreadCount).to.equal(2);
    bell.open = true;
    await nextFrames();
    await timers.advance(1500);
    bell.open = false;
    await nextFrames();
    await timers.advance(5000);
    expect(session.notifications.state.unreadCount).to.equal(2);
    bell.open = true;
    await nextFrames();
    await timers.advance(2100);
    expect(articleNames(inboxOf(bell))).to.deep.equal(['Title 0', 'Title 1']);
    expect(session.notifications.state.unreadCount).to.equal(0);
  });

  it('leaves alone what the reader has marked as unread', async () => {
    const timers = installFakeTimers();
    const feed = await viewed(2);
    await timers.advance(2100);
    expect(read(feed)).to.equal(2);
    queryOne(cards(feed.inbox)[0]!, '.tools button:first-child').click();
    await nextFrames();
    await timers.advance(10_000);
    expect(articleNames(feed.inbox)).to.deep.equal(['Unread: Title 0', 'Title 1']);
  });

  it('is tried once where the page cannot keep it', async () => {
    recordWarnings();
    const timers = installFakeTimers();
    let asked = 0;
    const source: NotificationSource = {
      setRead: (ids) => {
        asked += ids.length;
        return Promise.reject(new Error('no'));
      },
    };
    const feed = await viewed(2, { source });
    for (let second = 0; second < 10; second += 1) {
      await timers.advance(1000);
      await nextFrames();
    }
    expect(asked).to.equal(2);
    expect(read(feed)).to.equal(0);
  });

  it('ends as the attribute is taken away', async () => {
    const timers = installFakeTimers();
    const feed = await viewed(2);
    feed.inbox.removeAttribute('read-on-view');
    await nextFrames();
    await timers.advance(5000);
    expect(read(feed)).to.equal(0);
  });
});
