import { expect, fixture, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { allowMotion, emulateColorScheme } from '../engine.js';
import {
  addNotifications,
  cards,
  clickOn,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  expectEventually,
  inboxOf,
  installFakeTimers,
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
  layOut,
  listElement,
  movePointerAway,
  recordAnnouncements,
  renderFeed,
  renderLoadingInbox,
  scrollListTo,
  type Feed,
} from './feed-support.js';

const dayMs = 24 * 60 * 60 * 1000;
const firstArticleName = (inbox: Element): string | null => articleNames(inbox)[0] ?? null;

describe('<nudge-inbox> arrivals', () => {
  it('appear on top at once while the list is scrolled to the top', async () => {
    const feed = await renderFeed(20);
    await movePointerAway();
    addArrivals(feed, 'New');
    await expectEventually(() => firstArticleName(feed.inbox), 'Unread: New');
    expect(arrivalsText(feed.inbox)).to.be.null;
  });

  it('push no row off the end, unless so many come at once that all rows would be theirs', async () => {
    const references = Array.from({ length: 80 }, (_, index) => ({ id: `n-${index}`, isRead: true }));
    const session = createTestSession(createEmptySandbox(), {
      source: { load: () => Promise.resolve({ references }) },
    });
    const inbox = await renderInbox(session);
    inbox.style.height = '400px';
    await movePointerAway();
    await expectEventually(() => articles(inbox).length, 50);
    const arrive = (name: string, count: number): void => {
      for (let index = 0; index < count; index += 1)
        session.notifications.add([{ id: `${name}-${index}`, isRead: true }]);
    };
    arrive('one', 1);
    await expectEventually(() => articles(inbox).length, 51);
    arrive('many', 200);
    await expectEventually(() => articles(inbox)[0]?.dataset.id, 'many-199');
    expect(articles(inbox)).to.have.length(50);
    articles(inbox)[0]!.focus();
    arrive('held', 200);
    await expectEventually(() => arrivalsText(inbox), '200 new notifications');
    expect(articles(inbox)).to.have.length(50);
    queryOne(inbox, '.arrivals').click();
    await expectEventually(() => articles(inbox)[0]?.dataset.id, 'held-199');
    expect(articles(inbox)).to.have.length(50);
  });

  it('wait as well if they were read elsewhere, without an event or an announcement', async () => {
    const feed = await renderFeed(4);
    const { inbox, sandbox, session } = feed;
    const timers = installFakeTimers();
    articles(inbox)[1]!.focus();
    const arrivals = recordEvents(inbox, 'nudge-arrival');
    const announcements = recordAnnouncements(inbox);
    const { id } = sandbox.addNotification({ payload: { title: 'New' } });
    session.notifications.add([{ id, isRead: true }]);
    await expectEventually(() => arrivalsText(inbox), '1 new notification');
    expect(articles(inbox)).to.have.length(4);
    await timers.advance(2000);
    expect([arrivals, announcements]).to.deep.equal([[], []]);
    queryOne(inbox, '.arrivals').click();
    await expectEventually(() => firstArticleName(inbox), 'New');
  });

  it('appear with the waiting ones once the list is back at the top', async () => {
    const feed = await renderFeed(20);
    const { inbox } = feed;
    await scrollListTo(inbox, 500);
    addArrivals(feed, 'New 1');
    await expectEventually(() => arrivalsText(inbox), '1 new notification');
    await scrollListTo(inbox, 0);
    await movePointerAway();
    expect(arrivalsText(inbox)).to.equal('1 new notification');
    addArrivals(feed, 'New 2');
    await expectEventually(() => articleNames(inbox).slice(0, 2), ['Unread: New 2', 'Unread: New 1']);
    expect(arrivalsText(inbox)).to.be.null;
  });

  it('appear when another filter is selected', async () => {
    const feed = await renderFeed(20);
    const { inbox } = feed;
    await scrollListTo(inbox, 500);
    addArrivals(feed, 'New');
    await waitUntil(() => arrivalsText(inbox), 'the button is missing');
    await clickOn(queryAll(inbox, '.filter')[1]!);
    await expectEventually(() => firstArticleName(inbox), 'Unread: New');
    expect(listElement(inbox).scrollTop).to.equal(0);
    expect(arrivalsText(inbox)).to.be.null;
  });

  it('appear at once after the inbox has moved within the page and is back at the top', async () => {
    const feed = await renderFeed(20);
    const { inbox } = feed;
    await scrollListTo(inbox, 500);
    const container = await fixture<HTMLElement>(html`<div></div>`);
    container.append(inbox);
    await expectEventually(() => listElement(inbox).scrollTop, 0);
    addArrivals(feed, 'New');
    await expectEventually(() => firstArticleName(inbox), 'Unread: New');
  });

  it('are highlighted once, for a moment, in a reopened panel', async () => {
    await allowMotion();
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 5) });
    const bell = await renderBell(session);
    bell.open = true;
    await waitUntil(() => queryAll(bell, 'nudge-inbox').some((inbox) => inbox.checkVisibility()));
    const inbox = inboxOf(bell);
    await waitUntil(() => cards(inbox).length === 5, 'a card is missing');
    const highlights = (): CSSAnimation[] =>
      articles(inbox)
        .flatMap((article) => article.getAnimations({ subtree: true }))
        .filter((animation) => animation instanceof CSSAnimation && animation.animationName === 'highlight')
        .map((animation) => animation as CSSAnimation);
    const highlighted: (string | null)[] = [];
    inbox.shadowRoot!.addEventListener('animationstart', (event) => {
      const { animationName, target } = event as AnimationEvent;
      if (animationName === 'highlight') highlighted.push((target as HTMLElement).ariaLabel);
    });
    const close = async (): Promise<void> => {
      bell.open = false;
      await waitUntil(() => !inbox.checkVisibility(), 'the panel is open');
      await layOut(inbox);
    };
    await close();
    addArrivals({ session, sandbox, ids: [], inbox }, 'New 1', 'New 2');
    bell.open = true;
    await expectEventually(() => highlighted, ['Unread: New 1', 'Unread: New 2']);
    for (const animation of highlights()) animation.finish();
    await waitUntil(() => queryAll(inbox, '[data-new]').length === 0, 'the moment goes on');
    articles(inbox)[0]!.focus();
    articles(inbox)[0]!.blur();
    expect(highlights(), 'not again when the focus leaves').to.deep.equal([]);
    await close();
    bell.open = true;
    await waitUntil(() => inbox.checkVisibility(), 'the panel is closed');
    await layOut(inbox);
    expect(highlights(), 'nor when the panel opens again').to.deep.equal([]);
    await emulateColorScheme();
  });
});

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
    stubProperty(document, 'hidden', true);
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

describe('<nudge-inbox> in motion', () => {
  before(() => allowMotion());
  after(() => emulateColorScheme());

  const leavingRows = ({ inbox }: Feed): HTMLElement[] => queryAll(inbox, '.feed > [inert]');
  const dismissFirst = ({ inbox }: Feed): void =>
    queryOne(cards(inbox)[0]!, '.tools button:last-child').click();
  const movingPositions = ({ inbox }: Feed): (string | null)[] =>
    articles(inbox)
      .filter((article) => article.getAnimations().length > 0)
      .map(({ ariaPosInSet }) => ariaPosInSet);

  it('collapses a dismissed card, which is no part of the feed any more', async () => {
    const feed = await renderFeed(4);
    const { inbox } = feed;
    const { top, height } = articles(inbox)[1]!.getBoundingClientRect();
    articles(inbox)[0]!.focus();
    dismissFirst(feed);
    await inbox.updateComplete;
    expect(leavingRows(feed)).to.have.length(1);
    expect(articleNames(inbox)).to.deep.equal(['Unread: Title 1', 'Unread: Title 2', 'Unread: Title 3']);
    expect(deepActiveElement() === articles(inbox)[0], 'the next article has the focus').to.be.true;
    await waitUntil(() => leavingRows(feed).length === 0, 'the dismissed card does not go');
    expect(articles(inbox)[0]!.getBoundingClientRect().top).to.be.closeTo(top - height, 1);
  });

  it('shows a card that is restored while it leaves, once', async () => {
    const feed = await renderFeed(3);
    dismissFirst(feed);
    await feed.inbox.updateComplete;
    expect(leavingRows(feed)).to.have.length(1);
    queryOne(feed.inbox, '.undo button').click();
    await feed.inbox.updateComplete;
    expect(leavingRows(feed)).to.have.length(0);
    expect(articleNames(feed.inbox)).to.deep.equal([0, 1, 2].map((index) => `Unread: Title ${index}`));
    expect(articles(feed.inbox).map(({ ariaPosInSet }) => ariaPosInSet)).to.deep.equal(['1', '2', '3']);
  });

  it('lets arrivals slide in, but not the list itself', async () => {
    const feed = await renderFeed(4);
    await movePointerAway();
    expect(movingPositions(feed)).to.deep.equal([]);
    addArrivals(feed, 'New');
    await feed.inbox.updateComplete;
    expect(articles(feed.inbox)).to.have.length(5);
    expect(movingPositions(feed)).to.deep.equal(['1']);
  });

  it('removes the heading of a day with its placeholder, at once, if that belongs to another tab', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2, (index) => ({
      payload: { title: `Title ${index}`, tags: index === 0 ? [{ tagName: 'order' }] : [] },
    }));
    const references = ids.map((id, index) => ({
      id,
      isRead: true,
      createdDate: new Date(Date.now() - index * dayMs).toISOString(),
    }));
    let deliver = (): void => undefined;
    const isDelivered = new Promise<void>((done) => (deliver = done));
    const session = createTestSession(sandbox, {
      source: { load: () => Promise.resolve({ references }) },
      fetch: async (...request) => {
        if (new Request(...request).url.includes(ids[1]!)) await isDelivered;
        return sandbox.fetch(...request);
      },
    });
    const inbox = await renderLoadingInbox(session);
    inbox.tabs = [{ id: 'orders', label: 'Orders', tags: ['order'] }];
    await expectEventually(() => articleNames(inbox), ['Title 0', 'Loading notifications…']);
    expect(queryAll(inbox, '.day')).to.have.length(2);
    const leaving: Node[] = [];
    const observer = new MutationObserver((records) => leaving.push(...records.map(({ target }) => target)));
    observer.observe(inbox.shadowRoot!, { attributeFilter: ['inert'], subtree: true });
    deliver();
    await expectEventually(() => articleNames(inbox), ['Title 0']);
    expect(queryAll(inbox, '.day')).to.have.length(1);
    expect(leaving, 'with motion').to.deep.equal([]);
  });

  it('removes many rows at once', async () => {
    const feed = await renderFeed(10, (index) => ({ isRead: index > 1 }));
    queryAll(feed.inbox, '.filter')[1]!.click();
    await feed.inbox.updateComplete;
    expect(articles(feed.inbox)).to.have.length(2);
    expect(leavingRows(feed)).to.have.length(0);
  });
});

describe('<nudge-inbox> with reduced motion', () => {
  it('removes and adds cards at once', async () => {
    const feed = await renderFeed(4);
    const { inbox } = feed;
    await movePointerAway();
    queryOne(cards(inbox)[0]!, '.tools button:last-child').click();
    await inbox.updateComplete;
    expect(queryAll(inbox, '.feed > *').filter(({ inert }) => inert)).to.have.length(0);
    addArrivals(feed, 'New');
    await inbox.updateComplete;
    expect(articles(inbox)).to.have.length(4);
    expect(articles(inbox).flatMap((article) => article.getAnimations({ subtree: true }))).to.deep.equal([]);
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
