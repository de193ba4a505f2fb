import { expect, fixture, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import { allowMotion, emulateColorScheme } from '../engine.js';
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
  recordEvents,
  renderBell,
  renderInbox,
  stubProperty,
  waitUntil,
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

const firstArticleName = (inbox: Element): string | null => articleNames(inbox)[0] ?? null;

const isHighlight = (animation: Animation): boolean =>
  animation instanceof CSSAnimation && animation.animationName === 'highlight';

afterEach(() => emulateColorScheme());

describe('<nudge-inbox> arrivals', () => {
  it('appear on top at once while the list is scrolled to the top', async () => {
    const feed = await renderFeed(20);
    await movePointerAway();
    addArrivals(feed, 'New');
    await nextFrames();
    expect(firstArticleName(feed.inbox)).to.equal('Unread: New');
    expect(arrivalsText(feed.inbox)).to.be.null;
  });

  it('are not counted while they wait if the filter does not show them', async () => {
    const feed = await renderFeed(5);
    const { inbox, session, sandbox } = feed;
    inbox.filter = 'unread';
    await nextFrames();
    articles(inbox)[0]!.focus();
    const [read, unread] = addNotifications(sandbox, 2, (index) => ({ payload: { title: `New ${index}` } }));
    session.notifications.add([{ id: read!, isRead: true }]);
    await nextFrames();
    expect(arrivalsText(inbox)).to.be.null;
    session.notifications.add([{ id: unread!, isRead: false }]);
    await nextFrames();
    expect(arrivalsText(inbox)).to.equal('1 new notification');
    await clickOn(queryOne(inbox, '.arrivals'));
    await nextFrames();
    expect(articleNames(inbox)).to.have.length(6);
  });

  const positions: Record<string, (feed: Feed) => unknown> = {
    'has scrolled': ({ inbox }) => scrollListTo(inbox, 300),
    'has the pointer over the list': ({ inbox }) => hoverOver(articles(inbox)[0]!),
    'has the focus on an article': ({ inbox }) => articles(inbox)[1]!.focus(),
    'has the focus in a card': ({ inbox }) => queryOne(cards(inbox)[0]!, '.tools button:first-child').focus(),
  };
  for (const [position, prepare] of Object.entries(positions)) {
    it(`wait without moving the list while the user ${position}`, async () => {
      const feed = await renderFeed(20);
      await prepare(feed);
      await nextFrames();
      const { inbox } = feed;
      const fourthArticle = articles(inbox)[3]!;
      const { top } = fourthArticle.getBoundingClientRect();
      const focus = deepActiveElement();
      addArrivals(feed, 'New 1', 'New 2');
      addArrivals(feed, 'New 0');
      await nextFrames();
      expect(articles(inbox)).to.have.length(20);
      expect(fourthArticle.getBoundingClientRect().top).to.equal(top);
      expect(arrivalsText(inbox)).to.equal('3 new notifications');
      expect(deepActiveElement() === focus).to.be.true;
    });
  }

  it('wait as well if they were read elsewhere, without an event or an announcement', async () => {
    const feed = await renderFeed(20);
    const { inbox, sandbox, session } = feed;
    await scrollListTo(inbox, 300);
    const arrivals = recordEvents(inbox, 'nudge-arrival');
    const announcements = recordAnnouncements(inbox);
    const { top } = articles(inbox)[3]!.getBoundingClientRect();
    const { id } = sandbox.addNotification({ payload: { title: 'New' } });
    session.notifications.add([{ id, isRead: true }]);
    await nextFrames();
    expect(articles(inbox)).to.have.length(20);
    expect(articles(inbox)[3]!.getBoundingClientRect().top).to.equal(top);
    expect(arrivalsText(inbox)).to.equal('1 new notification');
    expect([arrivals, announcements]).to.deep.equal([[], []]);
    await clickOn(queryOne(inbox, '.arrivals'));
    await nextFrames();
    expect(firstArticleName(inbox)).to.equal('New');
  });

  it('appear on a click on the button, which scrolls to the top and focuses the newest', async function () {
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

  it('appear with the waiting ones once the list is back at the top', async () => {
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

  it('appear when another filter is selected', async () => {
    const feed = await renderFeed(20);
    const { inbox } = feed;
    await scrollListTo(inbox, 500);
    addArrivals(feed, 'New');
    await nextFrames();
    await clickOn(queryAll(inbox, '.filter')[1]!);
    await nextFrames();
    expect(firstArticleName(inbox)).to.equal('Unread: New');
    expect(listElement(inbox).scrollTop).to.equal(0);
    expect(arrivalsText(inbox)).to.be.null;
  });

  it('leave the waiting count when they are dismissed', async () => {
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

  it('appear at once after the inbox has moved within the page and is back at the top', async () => {
    const feed = await renderFeed(20);
    const { inbox } = feed;
    await scrollListTo(inbox, 500);
    const container = await fixture<HTMLElement>(html`<div></div>`);
    container.append(inbox);
    await nextFrames();
    expect(listElement(inbox).scrollTop).to.equal(0);
    addArrivals(feed, 'New');
    await nextFrames();
    expect(firstArticleName(inbox)).to.equal('Unread: New');
  });

  it('also wait in an empty list while the pointer is over it', async () => {
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

  it('appear in a reopened panel, which starts at the top with what is new', async () => {
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 40) });
    const bell = await renderBell(session);
    const feed = { session, sandbox, ids: [], inbox: undefined as unknown as NudgeInbox };
    const setOpen = async (open: boolean): Promise<void> => {
      bell.open = open;
      await nextFrames();
    };
    await setOpen(true);
    const inbox = inboxOf(bell);
    await setOpen(false);
    addArrivals(feed, 'While closed');
    await setOpen(true);
    expect(firstArticleName(inbox)).to.equal('Unread: While closed');
    await scrollListTo(inbox, 700);
    await setOpen(false);
    addArrivals(feed, 'Later');
    await setOpen(true);
    expect(listElement(inbox).scrollTop).to.equal(0);
    expect(firstArticleName(inbox)).to.equal('Unread: Later');
    expect(arrivalsText(inbox)).to.be.null;
  });

  it('are highlighted for a moment in a reopened panel', async () => {
    await allowMotion();
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 5) });
    const bell = await renderBell(session);
    bell.open = true;
    await nextFrames();
    const inbox = inboxOf(bell);
    const highlighted = (): (string | null)[] =>
      articles(inbox)
        .filter((article) => article.getAnimations({ subtree: true }).some(isHighlight))
        .map(({ ariaLabel }) => ariaLabel);
    expect(highlighted(), 'nothing at first').to.deep.equal([]);
    bell.open = false;
    await waitUntil(() => !inbox.checkVisibility());
    addArrivals({ session, sandbox, ids: [], inbox }, 'New 1', 'New 2');
    await nextFrames();
    bell.open = true;
    await waitUntil(() => highlighted().length > 0);
    expect(highlighted()).to.deep.equal(['Unread: New 1', 'Unread: New 2']);
    for (const article of articles(inbox).slice(0, 2))
      article.getAnimations({ subtree: true }).forEach((animation) => animation.finish());
    expect(getComputedStyle(articles(inbox)[0]!, '::before').opacity, 'after a moment').to.equal('0');
    articles(inbox)[0]!.focus();
    articles(inbox)[0]!.blur();
    await nextFrames();
    expect(highlighted(), 'not again when the focus leaves').to.deep.equal([]);
    bell.open = false;
    await waitUntil(() => !inbox.checkVisibility());
    bell.open = true;
    await nextFrames();
    expect(highlighted(), 'only once').to.deep.equal([]);
  });

  it('neither move nor cover the list while they wait', async () => {
    const feed = await renderFeed(20);
    const { inbox } = feed;
    await hoverOver(articles(inbox)[0]!);
    const places = (): number[] =>
      [...queryAll(inbox, '.day'), ...articles(inbox)].map((row) => row.getBoundingClientRect().top);
    const before = places();
    addArrivals(feed, 'New');
    await nextFrames();
    expect(places()).to.deep.equal(before);
    const list = listElement(inbox).getBoundingClientRect();
    const button = queryOne(inbox, '.arrivals').getBoundingClientRect();
    expect(button.top).to.be.at.least(list.bottom);
    expect(button.bottom).to.be.at.most(inbox.getBoundingClientRect().bottom);
  });
});

describe('<nudge-inbox> and <nudge-bell> announcements', () => {
  it('combine a burst into one message and repeat the same text for the next', async () => {
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
    expect(announcements, 'the same text again').to.deep.equal([
      '4 new notifications',
      '4 new notifications',
    ]);
  });

  it('skip the first load, read notifications and a hidden page', async () => {
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

  const arrangements: Record<string, (bell: NudgeBell, inbox: NudgeInbox) => Element[]> = {
    'a bell and an inbox': (bell, inbox) => [bell, inbox],
    'an inbox and a bell': (bell, inbox) => [inbox, bell],
  };
  for (const [arrangement, arrange] of Object.entries(arrangements)) {
    it(`are made once by ${arrangement} with one session`, async () => {
      const timers = installFakeTimers();
      const sandbox = createEmptySandbox();
      const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 1) });
      const bell = document.createElement('nudge-bell');
      const inbox = document.createElement('nudge-inbox');
      inbox.session = bell.session = session;
      const container = await fixture<HTMLElement>(html`<div></div>`);
      container.append(...arrange(bell, inbox));
      bell.open = true;
      await nextFrames();
      const announcements = recordAnnouncements(bell, inbox, inboxOf(bell));
      session.notifications.add(addNotifications(sandbox, 2));
      await timers.advance(2000);
      expect(announcements).to.deep.equal(['2 new notifications']);
    });
  }

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
    expect(announcements).to.deep.equal(['2 new notifications']);
  });

  it('are made inside a modal sheet and not repeated when it opens or closes', async () => {
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
    const [sheetStatus] = queryAll(bell, 'dialog [role=status]');
    expect(announcements.slice(1)).to.deep.equal(['2 new notifications']);
    expect(sheetStatus!.textContent.trim()).to.equal('2 new notifications');
    bell.open = false;
    await flushTasks();
    bell.requestUpdate();
    await nextFrames();
    expect(announcements, 'as it closes').to.have.length(2);
    await setViewport({ width: 1000, height: 700 });
  });

  it('are skipped for an inbox that was removed meanwhile', async () => {
    const timers = installFakeTimers();
    const feed = await renderFeed(1);
    const announcements = recordAnnouncements(feed.inbox);
    addArrivals(feed, 'New');
    feed.inbox.remove();
    await timers.advance(2000);
    expect(announcements).to.deep.equal([]);
  });
});
