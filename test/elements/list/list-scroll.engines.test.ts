import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NotificationSource } from '../../../src/session/sources/source.js';
import {
  addNotifications,
  cards,
  clickOn,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  expectEventually,
  inboxOf,
  queryAll,
  queryOne,
  renderBell,
  renderInbox,
  visibleText,
  waitUntil,
} from '../support.js';
import {
  addArrivals,
  arrivalsText,
  articleNames,
  articles,
  hoverOver,
  layOut,
  listElement,
  renderFeed,
  scrollListTo,
  type Feed,
} from './feed-support.js';

const dayMs = 24 * 60 * 60 * 1000;

describe('<nudge-inbox> arrivals', () => {
  const positions: Record<string, (feed: Feed) => unknown> = {
    'has scrolled': ({ inbox }) => scrollListTo(inbox, 300),
    'has the pointer over the list': ({ inbox }) => hoverOver(articles(inbox)[0]!),
    'has the focus in a card': ({ inbox }) => queryOne(cards(inbox)[0]!, '.tools button:first-child').focus(),
  };
  for (const [position, prepare] of Object.entries(positions)) {
    it(`wait without moving the list while the customer ${position}`, async () => {
      const feed = await renderFeed(20);
      const { inbox } = feed;
      await prepare(feed);
      const { bottom } = listElement(inbox).getBoundingClientRect();
      const rows = [...queryAll(inbox, '.day'), ...articles(inbox)].filter(
        (row) => row.getBoundingClientRect().top < bottom,
      );
      const places = (): number[] => rows.map((row) => row.getBoundingClientRect().top);
      const placesBefore = places();
      const focus = deepActiveElement();
      addArrivals(feed, 'New 1', 'New 2');
      addArrivals(feed, 'New 0');
      await expectEventually(() => arrivalsText(inbox), '3 new notifications');
      expect(places()).to.deep.equal(placesBefore);
      expect(deepActiveElement() === focus).to.be.true;
      const button = queryOne(inbox, '.arrivals').getBoundingClientRect();
      // Where they come.
      expect(button.top - listElement(inbox).getBoundingClientRect().top).to.be.within(0, 20);
    });
  }

  it('appear on a click on the button, which scrolls to the top and focuses the newest', async () => {
    const feed = await renderFeed(20);
    const { inbox } = feed;
    await scrollListTo(inbox, 500);
    addArrivals(feed, 'New 1', 'New 2');
    await waitUntil(() => arrivalsText(inbox), 'the button is missing');
    await clickOn(queryOne(inbox, '.arrivals'));
    await expectEventually(
      () => articleNames(inbox).slice(0, 3),
      ['Unread: New 1', 'Unread: New 2', 'Unread: Title 0'],
    );
    expect(listElement(inbox).scrollTop).to.equal(0);
    expect(deepActiveElement() === articles(inbox)[0]).to.be.true;
    expect(arrivalsText(inbox)).to.be.null;
  });

  it('appear in a reopened panel, which starts at the top with what is new', async () => {
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 20) });
    const bell = await renderBell(session);
    const addTitled = (title: string): void =>
      session.notifications.add([sandbox.addNotification({ payload: { title } }).id]);
    const open = async (): Promise<void> => {
      bell.open = true;
      await waitUntil(() => queryAll(bell, 'nudge-inbox').some((inbox) => inbox.checkVisibility()));
    };
    const close = async (): Promise<void> => {
      bell.open = false;
      await waitUntil(() => !inboxOf(bell).checkVisibility(), 'the panel is open');
      await layOut(inboxOf(bell));
    };
    await open();
    const inbox = inboxOf(bell);
    await waitUntil(() => cards(inbox).length === 20, 'a card is missing');
    await close();
    addTitled('While closed');
    await open();
    await expectEventually(() => articleNames(inbox)[0], 'Unread: While closed');
    await layOut(inbox);
    await scrollListTo(inbox, 700);
    await close();
    addTitled('Later');
    await open();
    await expectEventually(() => articleNames(inbox)[0], 'Unread: Later');
    await expectEventually(() => listElement(inbox).scrollTop, 0);
    expect(arrivalsText(inbox)).to.be.null;
  });
});

describe('<nudge-inbox> in a page that returns from the back/forward cache', () => {
  it('is where the customer has left it, once it is known that they are still signed in', async () => {
    const { inbox } = await renderFeed(40);
    await scrollListTo(inbox, 900);
    // Rows above whose cards have come since may have other heights.
    const place = listElement(inbox).scrollTop;
    expect(place).to.be.above(500);
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    await waitUntil(() => articles(inbox).length === 0, 'the list is shown');
    await layOut(inbox);
    expect(listElement(inbox).scrollTop).to.be.below(100);
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await waitUntil(() => articles(inbox).length === 40, 'the list is not shown');
    await expectEventually(() => listElement(inbox).scrollTop, place);
  });
});

describe('<nudge-inbox> day headings', () => {
  it('stick to the top of the list while their day is scrolled', async () => {
    const noon = new Date().setHours(12, 0, 0, 0);
    const { inbox } = await renderFeed(30, (index) => ({
      createdDate: new Date(noon - Math.floor(index / 10) * dayMs).toISOString(),
    }));
    const edge = listElement(inbox).getBoundingClientRect().top;
    const atEdge = (): string => {
      const { left } = listElement(inbox).getBoundingClientRect();
      const [top] = inbox.shadowRoot!.elementsFromPoint(left + 30, edge + 15);
      return visibleText(top!.closest('.day') ?? top!);
    };
    expect(atEdge()).to.equal('Today');
    await scrollListTo(inbox, 300);
    expect(atEdge()).to.equal('Today');
    const second = articles(inbox)[12]!;
    await scrollListTo(inbox, listElement(inbox).scrollTop + second.getBoundingClientRect().top - edge);
    expect(atEdge()).to.equal('Yesterday');
    for (const heading of queryAll(inbox, '.day'))
      expect(getComputedStyle(heading).backgroundColor, 'the background is opaque').not.to.equal(
        'rgba(0, 0, 0, 0)',
      );
  });

  it('never cover the focused article', async () => {
    const { inbox } = await renderFeed(20);
    await scrollListTo(inbox, 600);
    articles(inbox)[19]!.focus();
    for (let step = 0; step < 12; step += 1) {
      await sendKeys({ press: 'ArrowUp' });
      await layOut(inbox);
      const article = deepActiveElement()!;
      const covering = queryAll(inbox, '.day').filter((heading) => {
        const { bottom } = heading.getBoundingClientRect();
        return bottom > article.getBoundingClientRect().top + 1;
      });
      expect(covering, article.ariaLabel ?? '').to.have.length(0);
    }
  });
});

describe('<nudge-inbox> with several pages', () => {
  it('loads further ones while it is scrolled, until the last', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 75, () => ({
      payload: { title: 'A title', body: 'A line. '.repeat(40) },
    }));
    const cursors: (string | undefined)[] = [];
    const source: NotificationSource = {
      load: ({ cursor, limit }) => {
        cursors.push(cursor);
        const start = Number(cursor ?? 0);
        const end = start + limit;
        return Promise.resolve({
          references: ids.slice(start, end).map((id) => ({ id, isRead: true })),
          ...(end < ids.length && { nextCursor: String(end) }),
        });
      },
    };
    const inbox = await renderInbox(createTestSession(sandbox, { source }));
    inbox.style.height = '400px';
    await layOut(inbox);
    expect(cursors).to.deep.equal([undefined]);
    await waitUntil(() => {
      listElement(inbox).scrollTop = listElement(inbox).scrollHeight;
      return articles(inbox).length === 75;
    }, 'a page is missing');
    await waitUntil(() => queryAll(inbox, '.end').length === 0, 'the list goes on loading');
    expect(cursors).to.deep.equal([undefined, '25', '50']);
  });
});
