import { expect, fixture, html } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { Session } from '../../../src/session/session.js';
import { allowMotion, emulateColorScheme } from '../engine.js';
import {
  addNotifications,
  cards,
  clickOn,
  createEmptySandbox,
  createTestSession,
  expectEventually,
  inboxOf,
  installFakeTimers,
  queryAll,
  queryOne,
  recordEvents,
  renderBell,
  renderInbox,
  waitUntil,
} from '../support.js';
import { emulatePointers, touchScreen } from '../card/card-support.js';
import {
  addArrivals,
  arrivalsText,
  articleNames,
  articles,
  hoverOver,
  layOut,
  listElement,
  movePointerAway,
  recordAnnouncements,
  renderFeed,
  scrollListTo,
  type Feed,
} from './feed-support.js';

const firstArticleName = (inbox: Element): string | null => articleNames(inbox)[0] ?? null;

describe('<nudge-inbox> arrivals', () => {
  it('appear on top at once while the list is scrolled to the top', async () => {
    const feed = await renderFeed(20);
    await movePointerAway();
    addArrivals(feed, 'New');
    await expectEventually(() => firstArticleName(feed.inbox), 'Unread: New');
    expect(arrivalsText(feed.inbox)).to.be.null;
  });

  describe('on a touch screen', () => {
    let feed: Feed;

    beforeEach(async () => {
      emulatePointers(...touchScreen);
      feed = await renderFeed(20);
      // There, what was touched last matches `:hover`.
      await hoverOver(articles(feed.inbox)[1]!);
    });

    it('appear at once after a card was touched', async () => {
      addArrivals(feed, 'New');
      await expectEventually(() => firstArticleName(feed.inbox), 'Unread: New');
    });

    it('wait while a card is touched', async () => {
      await sendMouse({ type: 'down' });
      addArrivals(feed, 'New');
      await expectEventually(() => arrivalsText(feed.inbox), '1 new notification');
      await sendMouse({ type: 'up' });
    });
  });

  describe('of which many come', () => {
    let session: Session;
    let inbox: NudgeInbox;
    const arrive = (name: string, count: number): void => {
      for (let index = 0; index < count; index += 1)
        session.notifications.add([{ id: `${name}-${index}`, isRead: true }]);
    };

    beforeEach(async () => {
      const references = Array.from({ length: 80 }, (_, index) => ({ id: `n-${index}`, isRead: true }));
      const source = { load: () => Promise.resolve({ references }) };
      session = createTestSession(createEmptySandbox(), { source });
      inbox = await renderInbox(session);
      inbox.style.height = '400px';
      await movePointerAway();
      await expectEventually(() => articles(inbox).length, 50);
    });

    it('push no row off the end', async () => {
      arrive('one', 1);
      await expectEventually(() => articles(inbox).length, 51);
    });

    it('are shown without the rows before, if all rows would be theirs', async () => {
      arrive('many', 200);
      await expectEventually(() => articles(inbox)[0]?.dataset.id, 'many-199');
      expect(articles(inbox)).to.have.length(50);
    });

    it('are shown so, too, after they have waited', async () => {
      articles(inbox)[0]!.focus();
      arrive('held', 200);
      await expectEventually(() => arrivalsText(inbox), '200 new notifications');
      expect(articles(inbox)).to.have.length(50);
      queryOne(inbox, '.arrivals').click();
      await expectEventually(() => articles(inbox)[0]?.dataset.id, 'held-199');
      expect(articles(inbox)).to.have.length(50);
    });
  });

  it('wait while a card has the focus, without an event or an announcement if they were read elsewhere', async () => {
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
