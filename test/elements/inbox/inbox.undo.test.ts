import { expect, waitUntil } from '@open-wc/testing';
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
  pressWithModifier,
  recordAnnouncements,
  renderFeed,
  scrollListTo,
  undoText,
  type Feed,
} from './feed-support.js';

const dismissButton = (feed: Feed, index: number): HTMLElement =>
  queryOne(cards(feed.inbox)[index]!, '.tools button:last-child');
const undoButton = (feed: Feed): HTMLElement => queryOne(feed.inbox, '.undo button');

describe('<nudge-inbox> dismissal', () => {
  it('removes a card by its button, and Undo restores the card and its focus', async () => {
    const feed = await renderFeed(4);
    const { inbox, ids } = feed;
    const changes = recordEvents(document.body, 'nudge-dismiss-change');
    await hoverOver(cards(inbox)[1]!);
    await clickOn(dismissButton(feed, 1));
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 2', 'Unread: Title 3']);
    expect(undoText(inbox)).to.equal('Dismissed Undo');
    expect(deepActiveElement() === articles(inbox)[1], 'the next article has the focus').to.be.true;
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

  it('moves nothing above the next article, which may be partly out of view', async () => {
    const feed = await renderFeed(6, () => ({ payload: { title: 'Title', body: 'Line\n'.repeat(3) } }));
    const { inbox } = feed;
    await hoverOver(cards(inbox)[1]!);
    await clickOn(dismissButton(feed, 1));
    await nextFrames();
    expect(listElement(inbox).scrollTop).to.equal(0);
    expect(deepActiveElement() === articles(inbox)[1], 'the next article has the focus').to.be.true;
  });

  it('works with Delete on an article and can be undone by keyboard', async () => {
    const feed = await renderFeed(3);
    const { inbox } = feed;
    articles(inbox)[2]!.focus();
    await sendKeys({ press: 'Delete' });
    await nextFrames();
    expect(articleNames(inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 1']);
    expect(deepActiveElement() === articles(inbox)[1], 'the last article has the focus').to.be.true;
    undoButton(feed).focus();
    await sendKeys({ press: 'Enter' });
    await nextFrames();
    expect(articleNames(inbox)).to.have.length(3);
    expect(deepActiveElement() === articles(inbox)[2]).to.be.true;
  });

  it('leaves Undo within a few tab stops, however many notifications follow', async () => {
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

  it('removes only one card while Delete is held down', async () => {
    const feed = await renderFeed(5);
    articles(feed.inbox)[0]!.focus();
    await sendKeys({ down: 'Delete' });
    await sendKeys({ down: 'Delete' });
    await sendKeys({ up: 'Delete' });
    await nextFrames();
    expect(articleNames(feed.inbox)).to.have.length(4);
  });

  it('shows the empty message after the last card and focuses the heading', async () => {
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

  it('restores a card to its position after other cards changed', async () => {
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

describe('<nudge-inbox> Undo message', () => {
  it('disappears after 20 seconds', async () => {
    await movePointerAway();
    const timers = installFakeTimers();
    const feed = await renderFeed(3);
    dismissButton(feed, 0).click();
    await timers.advance(19_900);
    expect(undoText(feed.inbox)).to.equal('Dismissed Undo');
    await timers.advance(200);
    expect(undoText(feed.inbox)).to.be.null;
    expect(articleNames(feed.inbox)).to.have.length(2);
  });

  for (const [subject, startHold, endHold] of [
    ['pointer', (feed: Feed) => hoverOver(queryOne(feed.inbox, '.undo')), () => movePointerAway()],
    ['focus', (feed: Feed) => undoButton(feed).focus(), (feed: Feed) => queryOne(feed.inbox, 'h2').focus()],
  ] as const) {
    it(`stays while it has the ${subject} and disappears later`, async () => {
      const timers = installFakeTimers();
      const feed = await renderFeed(3);
      dismissButton(feed, 0).click();
      await flushTasks();
      await startHold(feed);
      const focus = deepActiveElement();
      await timers.advance(50_000);
      expect(undoText(feed.inbox)).to.equal('Dismissed Undo');
      expect(deepActiveElement() === focus, 'the focus does not move').to.be.true;
      await endHold(feed);
      await timers.advance(20_100);
      expect(undoText(feed.inbox)).to.be.null;
    });
  }

  it('is announced once per dismissal', async () => {
    const timers = installFakeTimers();
    const feed = await renderFeed(4);
    const announcements = recordAnnouncements(feed.inbox);
    dismissButton(feed, 0).click();
    await flushTasks();
    expect(announcements).to.deep.equal(['Dismissed Undo']);
    dismissButton(feed, 0).click();
    await flushTasks();
    expect(announcements).to.deep.equal(['Dismissed Undo', '2 dismissed Undo']);
    await hoverOver(queryOne(feed.inbox, '.undo'));
    await timers.advance(25_000);
    expect(announcements).to.have.length(2);
  });

  it('covers a series of dismissals, which it undoes together', async () => {
    const timers = installFakeTimers();
    const feed = await renderFeed(5);
    const changes = recordEvents(feed.inbox, 'nudge-dismiss-change');
    dismissButton(feed, 0).click();
    await timers.advance(15_000);
    dismissButton(feed, 0).click();
    await flushTasks();
    dismissButton(feed, 1).click();
    await timers.advance(15_000);
    expect(undoText(feed.inbox), 'each message has its own 20 seconds').to.equal('3 dismissed Undo');
    expect(articleNames(feed.inbox)).to.deep.equal(['Unread: Title 2', 'Unread: Title 4']);
    changes.length = 0;
    undoButton(feed).click();
    await flushTasks();
    expect(articleNames(feed.inbox)).to.deep.equal([0, 1, 2, 3, 4].map((index) => `Unread: Title ${index}`));
    expect(changes.map(({ detail }) => detail.ids.length)).to.deep.equal([3]);
    dismissButton(feed, 0).click();
    await flushTasks();
    expect(undoText(feed.inbox), 'a new series').to.equal('Dismissed Undo');
  });

  it('starts another series after another act', async () => {
    const feed = await renderFeed(4);
    dismissButton(feed, 0).click();
    await flushTasks();
    queryOne(feed.inbox, 'header .icon-button').click();
    await flushTasks();
    expect(undoText(feed.inbox)).to.equal('All marked as read Undo');
    dismissButton(feed, 0).click();
    await flushTasks();
    expect(undoText(feed.inbox)).to.equal('Dismissed Undo');
  });

  for (const key of ['Control', 'Meta'] as const) {
    it(`can be undone by ${key}+Z, once`, async () => {
      const feed = await renderFeed(4);
      articles(feed.inbox)[1]!.focus();
      await sendKeys({ press: 'Delete' });
      await nextFrames();
      await sendKeys({ press: 'Delete' });
      await nextFrames();
      expect(articleNames(feed.inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 3']);
      await pressWithModifier(key, 'z');
      await nextFrames();
      expect(articleNames(feed.inbox)).to.have.length(4);
      expect(undoText(feed.inbox)).to.be.null;
      expect(deepActiveElement() === articles(feed.inbox)[1]).to.be.true;
      await pressWithModifier(key, 'z');
      await nextFrames();
      expect(articleNames(feed.inbox)).to.have.length(4);
    });
  }

  it('can be undone by Ctrl+Z on a keyboard with other letters', async () => {
    const feed = await renderFeed(2);
    articles(feed.inbox)[0]!.focus();
    await sendKeys({ press: 'Delete' });
    await nextFrames();
    const options = { ctrlKey: true, bubbles: true, composed: true, cancelable: true };
    const press = (key: string, code: string): boolean =>
      deepActiveElement()!.dispatchEvent(new KeyboardEvent('keydown', { key, code, ...options }));
    // On a French keyboard, W is where Z is elsewhere.
    press('w', 'KeyZ');
    await nextFrames();
    expect(articles(feed.inbox)).to.have.length(1);
    press('ז', 'KeyZ');
    await nextFrames();
    expect(articles(feed.inbox)).to.have.length(2);
  });

  it('leaves Ctrl+Z to a text field of the page in a card', async () => {
    const feed = await renderFeed(3);
    feed.inbox.renderNotification = () => document.createElement('input');
    articles(feed.inbox)[0]!.focus();
    await sendKeys({ press: 'Delete' });
    await nextFrames();
    feed.inbox.querySelector('input')!.focus();
    await pressWithModifier('Control', 'z');
    await nextFrames();
    expect(articles(feed.inbox)).to.have.length(2);
    expect(undoText(feed.inbox)).to.equal('Dismissed Undo');
  });

  it('leaves no timer behind when the inbox is removed', async () => {
    const timers = installFakeTimers();
    const feed = await renderFeed(3);
    dismissButton(feed, 0).click();
    await flushTasks();
    feed.inbox.remove();
    await flushTasks();
    expect(timers.pendingCount).to.equal(0);
  });
});

describe('<nudge-inbox> Mark all as read', () => {
  it('can be undone without changing what was read before', async () => {
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

describe('<nudge-inbox> with a source that rejects setRead()', () => {
  const rejectingSource: NotificationSource = { setRead: () => Promise.reject(new Error('no')) };

  for (const [subject, act] of [
    [
      'one notification',
      ({ inbox }: Feed) => queryOne(cards(inbox)[0]!, '.tools button:first-child').click(),
    ],
    ['all notifications', ({ inbox }: Feed) => queryOne(inbox, 'header .icon-button').click()],
  ] as const) {
    it(`marks ${subject} unread again and announces the failure`, async () => {
      const warnings = recordWarnings();
      const feed = await renderFeed(2, undefined, { source: rejectingSource });
      const announcements = recordAnnouncements(feed.inbox);
      act(feed);
      await nextFrames();
      expect(articleNames(feed.inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 1']);
      expect(undoText(feed.inbox)).to.equal('Couldn’t mark as read. Try again');
      expect(announcements.filter((text) => text.startsWith('Couldn’t'))).to.have.length(1);
      expect(warnings.filter((text) => text.includes('The source failed'))).to.have.length.at.most(1);
      await expect(feed.inbox).to.be.accessible();
    });
  }

  it('tries again to mark all, the pages that are not loaded too', async () => {
    recordWarnings();
    const saved: unknown[] = [];
    let isBroken = true;
    const source: NotificationSource = {
      load: ({ cursor }) =>
        cursor
          ? new Promise(() => undefined)
          : Promise.resolve({ references: [{ id: 'x', isRead: true }], nextCursor: 'more', unreadCount: 2 }),
      setRead: (ids, isRead, { until }) => {
        if (isBroken) return Promise.reject(new Error('no'));
        saved.push([ids, isRead, typeof until]);
        return Promise.resolve(['b', 'c']);
      },
    };
    const feed = await renderFeed(1, () => ({ isRead: true }), { source });
    await waitUntil(() => feed.session.notifications.state.unreadCount === 2);
    queryOne(feed.inbox, 'header .icon-button').click();
    await waitUntil(() => undoText(feed.inbox) === 'Couldn’t mark as read. Try again');
    isBroken = false;
    undoButton(feed).click();
    await waitUntil(() => saved.length > 0);
    expect(saved).to.deep.equal([[[], true, 'string']]);
  });

  it('tries again what could not be saved', async () => {
    recordWarnings();
    const saved: [string[], boolean][] = [];
    let isBroken = true;
    const source: NotificationSource = {
      setRead: (ids, isRead) => {
        if (isBroken) return Promise.reject(new Error('no'));
        saved.push([ids, isRead]);
        return Promise.resolve();
      },
    };
    const feed = await renderFeed(3, (index) => ({ isRead: index === 0 }), { source });
    queryOne(cards(feed.inbox)[0]!, '.tools button:first-child').click();
    await nextFrames();
    expect(undoText(feed.inbox)).to.equal('Couldn’t mark as unread. Try again');
    undoButton(feed).click();
    await nextFrames();
    expect(undoText(feed.inbox), 'it failed again').to.equal('Couldn’t mark as unread. Try again');
    queryOne(feed.inbox, 'header .icon-button').click();
    await nextFrames();
    expect(undoText(feed.inbox)).to.equal('Couldn’t mark as read. Try again');
    expect(articleNames(feed.inbox)).to.deep.equal(['Title 0', 'Unread: Title 1', 'Unread: Title 2']);
    isBroken = false;
    feed.session.notifications.dismiss([feed.ids[1]!]);
    undoButton(feed).click();
    await nextFrames();
    expect(saved).to.deep.equal([[[feed.ids[2]], true]]);
    expect(articleNames(feed.inbox)).to.deep.equal(['Title 0', 'Title 2']);
    expect(undoText(feed.inbox)).to.be.null;
  });

  for (const filter of ['dismissed', 'snoozed'] as const) {
    it(`tries again what could not be saved of those that are ${filter}`, async () => {
      recordWarnings();
      const saved: [string[], boolean][] = [];
      let isBroken = true;
      const source: NotificationSource = {
        setRead: (ids, isRead) => {
          if (isBroken) return Promise.reject(new Error('no'));
          saved.push([ids, isRead]);
          return Promise.resolve();
        },
      };
      const { inbox, session, ids } = await renderFeed(2, undefined, { source });
      const { notifications } = session;
      if (filter === 'dismissed') notifications.dismiss([ids[0]!]);
      else await notifications.snooze([ids[0]!], new Date(Date.now() + 3_600_000));
      inbox.snooze = true;
      inbox.filter = filter;
      await nextFrames();
      queryOne(cards(inbox)[0]!, '.tools button:first-child').click();
      await nextFrames();
      expect(undoText(inbox)).to.equal('Couldn’t mark as read. Try again');
      isBroken = false;
      queryOne(inbox, '.undo button').click();
      await nextFrames();
      expect(saved).to.deep.equal([[[ids[0]], true]]);
      expect(undoText(inbox)).to.be.null;
    });
  }

  it('says so when the panel of a bell opens again, if that was closed meanwhile', async () => {
    recordWarnings();
    const timers = installFakeTimers();
    let fail = (): void => undefined;
    const source: NotificationSource = {
      setRead: () => new Promise((_, reject) => (fail = () => reject(new Error('no')))),
    };
    const sandbox = createEmptySandbox();
    const bell = await renderBell(createTestSession(sandbox, { ids: addNotifications(sandbox, 1), source }));
    bell.open = true;
    await nextFrames();
    const inbox = inboxOf(bell);
    cards(inbox)[0]!.press();
    await nextFrames();
    bell.open = false;
    await nextFrames();
    fail();
    await timers.advance(60_000);
    const announcements = recordAnnouncements(inbox);
    bell.open = true;
    await nextFrames();
    expect(undoText(inbox)).to.equal('Couldn’t mark as read. Try again');
    expect(announcements).to.deep.equal(['Couldn’t mark as read. Try again']);
    await timers.advance(20_100);
    expect(undoText(inbox)).to.be.null;
  });

  it('does not try again on Ctrl+Z', async () => {
    recordWarnings();
    let requestCount = 0;
    const source: NotificationSource = {
      setRead: () => {
        requestCount += 1;
        return Promise.reject(new Error('no'));
      },
    };
    const feed = await renderFeed(2, undefined, { source });
    queryOne(cards(feed.inbox)[0]!, '.tools button:first-child').click();
    await nextFrames();
    articles(feed.inbox)[0]!.focus();
    await pressWithModifier('Control', 'z');
    await nextFrames();
    expect(requestCount).to.equal(1);
  });
});

describe('<nudge-inbox> read-on-view', () => {
  async function renderReadOnViewFeed(
    count: number,
    options: Parameters<typeof renderFeed>[2] = {},
  ): Promise<Feed> {
    const feed = await renderFeed(count, undefined, options);
    feed.inbox.setAttribute('read-on-view', '');
    await nextFrames();
    return feed;
  }
  const countRead = ({ inbox }: Feed): number =>
    articleNames(inbox).filter((name) => !name!.startsWith('Unread')).length;

  it('is off by default', async () => {
    const timers = installFakeTimers();
    const feed = await renderFeed(2);
    await timers.advance(5000);
    expect(countRead(feed)).to.equal(0);
  });

  it('marks only cards that were visible for two seconds', async () => {
    const timers = installFakeTimers();
    const feed = await renderReadOnViewFeed(20);
    const reads = recordEvents(feed.inbox, 'nudge-read-change');
    await timers.advance(1900);
    expect(countRead(feed)).to.equal(0);
    await timers.advance(200);
    const { bottom } = listElement(feed.inbox).getBoundingClientRect();
    const inView = articles(feed.inbox).filter((article) => {
      const { top, height } = article.getBoundingClientRect();
      return top + height / 2 <= bottom;
    });
    expect(inView.length).to.be.within(2, 10);
    expect(countRead(feed)).to.equal(inView.length);
    expect(reads.flatMap(({ detail }) => detail.ids)).to.deep.equal(feed.ids.slice(0, inView.length));
  });

  it('marks a card that is much higher than the list', async () => {
    const timers = installFakeTimers();
    const feed = await renderReadOnViewFeed(2);
    feed.inbox.renderNotification = () => {
      const card = document.createElement('div');
      card.style.height = '3000px';
      return card;
    };
    await nextFrames();
    await timers.advance(2100);
    expect(countRead(feed)).to.equal(1);
  });

  it('does not mark cards that are scrolled past', async () => {
    const timers = installFakeTimers();
    const feed = await renderReadOnViewFeed(20);
    await timers.advance(1500);
    await scrollListTo(feed.inbox, 1000);
    await timers.advance(1500);
    expect(countRead(feed)).to.equal(0);
    await timers.advance(600);
    expect(countRead(feed)).to.be.greaterThan(1);
    expect(articleNames(feed.inbox)[0]).to.equal('Unread: Title 0');
  });

  it('pauses while the page is hidden and restarts when it is visible', async () => {
    const timers = installFakeTimers();
    const feed = await renderReadOnViewFeed(2);
    stubProperty(document, 'hidden', true);
    stubProperty(document, 'visibilityState', 'hidden');
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    await timers.advance(10_000);
    expect(countRead(feed)).to.equal(0);
    stubProperty(document, 'hidden', false);
    stubProperty(document, 'visibilityState', 'visible');
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    await nextFrames();
    await timers.advance(1000);
    expect(countRead(feed), 'the two seconds start again').to.equal(0);
    await timers.advance(1100);
    expect(countRead(feed)).to.equal(2);
  });

  it('does nothing in a closed panel and restarts when the panel opens', async () => {
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

  it('does not mark a card again that the user marked as unread', async () => {
    const timers = installFakeTimers();
    const feed = await renderReadOnViewFeed(2);
    await timers.advance(2100);
    expect(countRead(feed)).to.equal(2);
    queryOne(cards(feed.inbox)[0]!, '.tools button:first-child').click();
    await nextFrames();
    await timers.advance(10_000);
    expect(articleNames(feed.inbox)).to.deep.equal(['Unread: Title 0', 'Title 1']);
  });

  it('does not retry if the source rejects setRead()', async () => {
    recordWarnings();
    const timers = installFakeTimers();
    let requestedIds = 0;
    const source: NotificationSource = {
      setRead: (ids) => {
        requestedIds += ids.length;
        return Promise.reject(new Error('no'));
      },
    };
    const feed = await renderReadOnViewFeed(2, { source });
    for (let second = 0; second < 10; second += 1) {
      await timers.advance(1000);
      await nextFrames();
    }
    expect(requestedIds).to.equal(2);
    expect(countRead(feed)).to.equal(0);
  });

  it('stops when the attribute is removed', async () => {
    const timers = installFakeTimers();
    const feed = await renderReadOnViewFeed(2);
    feed.inbox.removeAttribute('read-on-view');
    await nextFrames();
    await timers.advance(5000);
    expect(countRead(feed)).to.equal(0);
  });
});
