import { expect, fixture, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import {
  all,
  bellWith,
  clock,
  focused,
  frames,
  inboxOf,
  inboxWith,
  one,
  press,
  replace,
  sessionOf,
  emptySandbox,
  addNotifications,
  cards,
  settle,
} from '../support.js';
import {
  arrive,
  articles,
  feedOf,
  list,
  names,
  pointAt,
  pointAway,
  scrollTo,
  spoken,
  waiting,
  type Feed,
} from './feed-support.js';

const firstName = (inbox: Element): string | null => names(inbox)[0] ?? null;

describe('what arrives in a nudge-inbox', () => {
  it('goes on top at once where the reader is there', async () => {
    const feed = await feedOf(20);
    await pointAway();
    arrive(feed, 'New');
    await frames();
    expect(firstName(feed.inbox)).to.equal('Unread: New');
    expect(waiting(feed.inbox)).to.be.null;
  });

  const away: Record<string, (feed: Feed) => unknown> = {
    'has scrolled': ({ inbox }) => scrollTo(inbox, 300),
    'has the pointer over the list': ({ inbox }) => pointAt(articles(inbox)[0]!),
    'has the focus on an article': ({ inbox }) => articles(inbox)[1]!.focus(),
    'has the focus in a card': ({ inbox }) => one(cards(inbox)[0]!, '.tools button:first-child').focus(),
  };
  for (const [what, leave] of Object.entries(away)) {
    it(`waits while the reader ${what}, and nothing moves`, async () => {
      const feed = await feedOf(20);
      await leave(feed);
      await frames();
      const { inbox } = feed;
      const place = articles(inbox)[3]!;
      const { top } = place.getBoundingClientRect();
      const focus = focused();
      arrive(feed, 'New 1', 'New 2');
      arrive(feed, 'New 0');
      await frames();
      expect(articles(inbox)).to.have.length(20);
      expect(place.getBoundingClientRect().top).to.equal(top);
      expect(waiting(inbox)).to.equal('3 new notifications');
      expect(focused() === focus).to.be.true;
    });
  }

  it('is shown by a press on the button, from the top, with the focus on the newest', async function () {
    this.timeout(10_000);
    const feed = await feedOf(20);
    const { inbox } = feed;
    await scrollTo(inbox, 500);
    arrive(feed, 'New 1', 'New 2');
    await frames();
    await press(one(inbox, '.arrivals'));
    await frames();
    expect(names(inbox).slice(0, 3)).to.deep.equal(['Unread: New 1', 'Unread: New 2', 'Unread: Title 0']);
    expect(list(inbox).scrollTop).to.equal(0);
    expect(focused() === articles(inbox)[0]).to.be.true;
    expect(waiting(inbox)).to.be.null;
    await expect(inbox).to.be.accessible();
  });

  it('comes with all that waited once the reader is back at the top', async () => {
    const feed = await feedOf(20);
    const { inbox } = feed;
    await scrollTo(inbox, 500);
    arrive(feed, 'New 1');
    await frames();
    await scrollTo(inbox, 0);
    await pointAway();
    expect(waiting(inbox)).to.equal('1 new notification');
    arrive(feed, 'New 2');
    await frames();
    expect(names(inbox).slice(0, 2)).to.deep.equal(['Unread: New 2', 'Unread: New 1']);
    expect(waiting(inbox)).to.be.null;
  });

  it('is shown by another choice of the filter', async () => {
    const feed = await feedOf(20);
    const { inbox } = feed;
    await scrollTo(inbox, 500);
    arrive(feed, 'New');
    await frames();
    await press(all(inbox, '.filter')[1]!);
    await frames();
    expect(firstName(inbox)).to.equal('Unread: New');
    expect(list(inbox).scrollTop).to.equal(0);
    expect(waiting(inbox)).to.be.null;
  });

  it('waits no more once it is dismissed or taken away', async () => {
    const feed = await feedOf(20);
    const { inbox, session } = feed;
    await scrollTo(inbox, 500);
    const [one, two, three] = arrive(feed, 'New 1', 'New 2', 'New 3');
    await frames();
    session.notifications.dismiss([one!]);
    await frames();
    expect(waiting(inbox)).to.equal('2 new notifications');
    session.notifications.restore([one!]);
    session.notifications.dismiss([two!, three!]);
    await frames();
    expect(waiting(inbox)).to.equal('1 new notification');
    session.notifications.dismiss([one!]);
    await frames();
    expect(waiting(inbox)).to.be.null;
    expect(articles(inbox)).to.have.length(20);
  });

  it('does not wait in an inbox that moved within the page, and is at its top again', async () => {
    const feed = await feedOf(20);
    const { inbox } = feed;
    await scrollTo(inbox, 500);
    const place = await fixture<HTMLElement>(html`<div></div>`);
    place.append(inbox);
    await frames();
    expect(list(inbox).scrollTop).to.equal(0);
    arrive(feed, 'New');
    await frames();
    expect(firstName(inbox)).to.equal('Unread: New');
  });

  it('waits where the list is empty too, while the pointer is over it', async () => {
    const feed = await feedOf(0);
    const { inbox } = feed;
    await pointAt(list(inbox));
    arrive(feed, 'New');
    await frames();
    expect(names(inbox)).to.deep.equal([]);
    await press(one(inbox, '.arrivals'));
    await frames();
    expect(names(inbox)).to.deep.equal(['Unread: New']);
    expect(focused() === articles(inbox)[0]).to.be.true;
  });

  it('is on top as a panel that was closed at its top opens again, and waits where the reader had scrolled', async () => {
    const sandbox = emptySandbox();
    const session = sessionOf(sandbox, { ids: addNotifications(sandbox, 40) });
    const bell = await bellWith(session);
    const feed = { session, sandbox, ids: [], inbox: undefined as unknown as NudgeInbox };
    const opens = async (open: boolean): Promise<void> => {
      bell.open = open;
      await frames();
    };
    await opens(true);
    const inbox = inboxOf(bell);
    await opens(false);
    arrive(feed, 'While closed');
    await opens(true);
    expect(firstName(inbox)).to.equal('Unread: While closed');
    await scrollTo(inbox, 700);
    await opens(false);
    arrive(feed, 'Later');
    await opens(true);
    expect(list(inbox).scrollTop, 'where the reader left it').to.equal(700);
    expect(waiting(inbox)).to.equal('1 new notification');
  });
});

describe('what is spoken of arrivals', () => {
  it('is one message for a burst, and another for the next', async () => {
    const time = clock();
    const feed = await feedOf(2);
    const told = spoken(feed.inbox);
    arrive(feed, 'One');
    await time.pass(300);
    arrive(feed, 'Two', 'Three');
    await time.pass(300);
    arrive(feed, 'Four');
    await time.pass(1000);
    expect(told).to.deep.equal(['4 new notifications']);
    arrive(feed, 'Five', 'Six', 'Seven', 'Eight');
    await settle();
    await time.pass(1000);
    expect(told, 'the same words again').to.deep.equal(['4 new notifications', '4 new notifications']);
  });

  it('is nothing at first load, of what is read already, and in a page that nobody sees', async () => {
    const time = clock();
    const sandbox = emptySandbox();
    const session = sessionOf(sandbox, { ids: addNotifications(sandbox, 3) });
    const inbox = document.createElement('nudge-inbox');
    const bell = document.createElement('nudge-bell');
    inbox.session = bell.session = session;
    const place = await fixture<HTMLElement>(html`<div></div>`);
    place.append(bell, inbox);
    await inbox.updateComplete;
    await bell.updateComplete;
    const told = spoken(bell, inbox);
    await time.pass(2000);
    session.notifications.add([{ id: addNotifications(sandbox, 1)[0]!, isRead: true }]);
    await time.pass(2000);
    replace(document, 'hidden', true);
    session.notifications.add(addNotifications(sandbox, 1));
    await time.pass(2000);
    expect(told).to.deep.equal([]);
  });

  const pairs: Record<string, (bell: NudgeBell, inbox: NudgeInbox) => Element[]> = {
    'bell and inbox': (bell, inbox) => [bell, inbox],
    'inbox and bell': (bell, inbox) => [inbox, bell],
  };
  for (const [what, order] of Object.entries(pairs)) {
    it(`is said once by ${what} of one session`, async () => {
      const time = clock();
      const sandbox = emptySandbox();
      const session = sessionOf(sandbox, { ids: addNotifications(sandbox, 1) });
      const bell = document.createElement('nudge-bell');
      const inbox = document.createElement('nudge-inbox');
      inbox.session = bell.session = session;
      const place = await fixture<HTMLElement>(html`<div></div>`);
      place.append(...order(bell, inbox));
      bell.open = true;
      await frames();
      const told = spoken(bell, inbox, inboxOf(bell));
      session.notifications.add(addNotifications(sandbox, 2));
      await time.pass(2000);
      expect(told).to.deep.equal(['2 new notifications']);
    });
  }

  it('is said by the bell where the inbox of its session is in a part of the page that is not shown', async () => {
    const time = clock();
    const sandbox = emptySandbox();
    const session = sessionOf(sandbox, { ids: addNotifications(sandbox, 1) });
    const inbox = await inboxWith(session);
    inbox.parentElement!.hidden = true;
    const bell = await bellWith(session);
    const told = spoken(bell, inbox);
    session.notifications.add(addNotifications(sandbox, 2));
    await time.pass(2000);
    expect(told).to.deep.equal(['2 new notifications']);
  });

  it('is heard inside of a modal sheet, and not again as the sheet closes or opens', async () => {
    await setViewport({ width: 360, height: 640 });
    const time = clock();
    const sandbox = emptySandbox();
    const session = sessionOf(sandbox, { ids: addNotifications(sandbox, 1) });
    const bell = await bellWith(session);
    const told = spoken(bell);
    session.notifications.add(addNotifications(sandbox, 1));
    await time.pass(2000);
    expect(told).to.deep.equal(['1 new notification']);
    bell.open = true;
    await frames();
    bell.requestUpdate();
    await frames();
    expect(told, 'as it opens').to.have.length(1);
    session.notifications.add(addNotifications(sandbox, 2));
    await time.pass(2000);
    const [inside] = all(bell, 'dialog [role=status]');
    expect(told.slice(1)).to.deep.equal(['2 new notifications']);
    expect(inside!.textContent.trim()).to.equal('2 new notifications');
    bell.open = false;
    await settle();
    bell.requestUpdate();
    await frames();
    expect(told, 'as it closes').to.have.length(2);
    await setViewport({ width: 1000, height: 700 });
  });

  it('is not said of an inbox that has left the page meanwhile', async () => {
    const time = clock();
    const feed = await feedOf(1);
    const told = spoken(feed.inbox);
    arrive(feed, 'New');
    feed.inbox.remove();
    await time.pass(2000);
    expect(told).to.deep.equal([]);
  });
});
