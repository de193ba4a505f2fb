import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { Session } from '../../../src/session/session.js';
import {
  addNotifications,
  cards,
  cardTitles,
  clickOn,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  expectEventually,
  queryAll,
  queryOne,
  recordEvents,
  renderInbox,
  visibleText,
  waitUntil,
} from '../support.js';
import { articles, renderFeed } from '../list/feed-support.js';

const day = 24 * 60 * 60 * 1000;
const dayHeadings = (inbox: NudgeInbox): string[] => queryAll(inbox, '.day').map(visibleText);
const filterButtons = (inbox: NudgeInbox): HTMLElement[] => queryAll(inbox, '.filter');

/** Renders an inbox with a number of notifications. The first `unread` of them are unread. */
async function renderInboxWithCount(count: number, unread = count): Promise<[NudgeInbox, Session, string[]]> {
  const { inbox, session, ids } = await renderFeed(count, (index) => ({ isRead: index >= unread }));
  return [inbox, session, ids];
}

/** Renders an inbox with a notification of each of these times. */
async function renderDates(...times: (number | string | null)[]): Promise<NudgeInbox> {
  const { inbox } = await renderFeed(
    times.length,
    (index) => {
      const time = times[index]!;
      return { createdDate: typeof time === 'number' ? new Date(time).toISOString() : time };
    },
    { height: 900 },
  );
  return inbox;
}

describe('<nudge-inbox>', () => {
  it('groups its notifications by day, or by month if they are older than 30 days', async () => {
    const noon = new Date().setHours(12, 0, 0, 0);
    const longAgo = new Date(2024, 4, 26, 12).getTime();
    const inbox = await renderDates(
      noon,
      noon - 1000,
      noon - day,
      noon - 3 * day,
      noon - 3 * day - 1000,
      longAgo,
      longAgo - 9 * day,
    );
    const weekday: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', weekday: 'long' };
    expect(dayHeadings(inbox)).to.deep.equal([
      'Today',
      'Yesterday',
      new Intl.DateTimeFormat('en-US', weekday).format(noon - 3 * day),
      'May 2024',
    ]);
    const rows = queryAll(inbox, '.feed > *').map((row) => (row.matches('.day') ? '|' : '-'));
    expect(rows.join('')).to.equal('|--|-|--|--');
  });

  it('shows times that do not repeat their heading, and the full time to assistive technology', async () => {
    const today = new Date().setHours(0, 0, 0, 0);
    const dates = [Date.now(), today - 60_000, today - 3 * day, new Date(2024, 4, 26, 14, 30).getTime()];
    const inbox = await renderDates(...dates);
    const clock = (time: number): string =>
      new Intl.DateTimeFormat('en-US', { timeStyle: 'short' }).format(time);
    const times = (): HTMLElement[] => cards(inbox).map((card) => queryOne(card, 'time'));
    await expectEventually(
      () => times().map((time) => visibleText(time.querySelector('[aria-hidden]')!)),
      ['now', clock(dates[1]!), clock(dates[2]!), 'May 26'],
    );
    for (const [index, time] of times().entries())
      expect(time.querySelector('.visually-hidden')!.textContent).to.equal(
        new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short' }).format(dates[index]),
      );
  });

  it('shows no day headings if the dates are missing or invalid', async () => {
    const inbox = await renderDates(null, 'soon', null);
    expect(dayHeadings(inbox)).to.deep.equal([]);
    expect(cardTitles(inbox)).to.have.length(3);
  });

  it('shows the empty message if there are no notifications', async () => {
    const inbox = await renderInbox(createTestSession(createEmptySandbox(), { ids: [] }));
    expect(visibleText(queryOne(inbox, '[part=empty]'))).to.equal(
      'You’re all caught up New notifications will appear here.',
    );
    expect(articles(inbox)).to.have.length(0);
  });

  it('shows the heading of the page, or the default if it is blank', async () => {
    const inbox = await renderInbox(createTestSession(createEmptySandbox()));
    for (const [heading, expected] of [
      ['Post', 'Post'],
      ['', 'Notifications'],
      [null, 'Notifications'],
    ] as const) {
      inbox.heading = heading;
      await inbox.updateComplete;
      expect(visibleText(queryOne(inbox, 'h2'))).to.equal(expected);
    }
  });

  it('renders the documented parts', async () => {
    const { inbox, session, sandbox } = await renderFeed(3);
    articles(inbox)[0]!.focus();
    session.notifications.add(addNotifications(sandbox, 1));
    queryOne(cards(inbox)[0]!, '.tools button:last-child').click();
    for (const part of ['header', 'heading', 'filters', 'list', 'day', 'arrivals', 'undo'])
      await waitUntil(
        () => queryAll(inbox, `[part=${part}]`).some((element) => element.checkVisibility()),
        part,
      );
  });

  it('keeps the expanded state and focus of a card when another arrives above it', async () => {
    const sandbox = createEmptySandbox();
    const body = 'word '.repeat(100);
    const ids = addNotifications(sandbox, 1, () => ({ payload: { title: 'Old', body } }));
    const session = createTestSession(sandbox, { ids });
    const inbox = await renderInbox(session);
    const [old] = cards(inbox);
    // It appears once the browser has laid out the text.
    await waitUntil(() => queryAll(old!, '.link-button').length === 1);
    queryOne(old!, '.link-button').click();
    queryOne(old!, '.link-button').focus();
    session.notifications.add(addNotifications(sandbox, 1, () => ({ payload: { title: 'New' } })));
    await waitUntil(() => queryAll(inbox, '.arrivals').length === 1);
    await expectEventually(() => cardTitles(inbox), ['Old'], 'the list does not move under the focus');
    expect(deepActiveElement() === queryOne(old!, '.link-button')).to.be.true;
    queryOne(inbox, '.arrivals').click();
    await expectEventually(() => cardTitles(inbox), ['Unread: New', 'Old']);
    expect(cards(inbox)[1] === old, 'the same card').to.be.true;
    expect(visibleText(queryOne(old!, '.link-button'))).to.equal('Show less');
  });

  it('fires one nudge-read-change per click', async () => {
    const [inbox, , ids] = await renderInboxWithCount(2);
    const reads = recordEvents(document.body, 'nudge-read-change');
    queryOne(cards(inbox)[0]!, '.tools button:first-child').click();
    await expectEventually(() => cardTitles(inbox), ['Title 0', 'Unread: Title 1']);
    expect(reads.map(({ detail }) => detail)).to.deep.equal([{ ids: [ids[0]], isRead: true }]);
    queryOne(cards(inbox)[0]!, '.tools button:first-child').click();
    await expectEventually(() => cardTitles(inbox), ['Unread: Title 0', 'Unread: Title 1']);
    expect(reads).to.have.length(2);
  });
});

describe('<nudge-inbox> filters', () => {
  it('show the unread notifications and their count', async () => {
    const [inbox] = await renderInboxWithCount(4, 2);
    expect(filterButtons(inbox).map(visibleText)).to.deep.equal(['All', 'Unread 2']);
    await clickOn(filterButtons(inbox)[1]!);
    await expectEventually(() => cardTitles(inbox), ['Unread: Title 0', 'Unread: Title 1']);
    expect(filterButtons(inbox).map(({ ariaPressed }) => ariaPressed)).to.deep.equal(['false', 'true']);
    expect(inbox.filter).to.equal('unread');
  });

  it('keep a card that becomes read until the filter is selected again', async () => {
    const [inbox] = await renderInboxWithCount(3, 2);
    filterButtons(inbox)[1]!.click();
    await expectEventually(() => cardTitles(inbox), ['Unread: Title 0', 'Unread: Title 1']);
    queryOne(cards(inbox)[0]!, '.tools button:first-child').click();
    await expectEventually(() => cardTitles(inbox), ['Title 0', 'Unread: Title 1']);
    filterButtons(inbox)[0]!.click();
    await waitUntil(() => cardTitles(inbox).length === 3);
    filterButtons(inbox)[1]!.click();
    await expectEventually(() => cardTitles(inbox), ['Unread: Title 1']);
  });

  it('show a message if nothing is unread', async () => {
    const [inbox] = await renderInboxWithCount(2, 0);
    expect(filterButtons(inbox).map(visibleText)).to.deep.equal(['All', 'Unread']);
    filterButtons(inbox)[1]!.click();
    await inbox.updateComplete;
    expect(visibleText(queryOne(inbox, '[part=empty]'))).to.equal(
      'You’re all caught up No unread notifications.',
    );
  });
});

describe('<nudge-inbox> Mark all as read', () => {
  const button = (inbox: NudgeInbox): HTMLElement => queryOne(inbox, 'header .icon-button');

  it('marks everything, fires one event and keeps the focus', async () => {
    const [inbox, session, ids] = await renderInboxWithCount(3, 2);
    const reads = recordEvents(inbox, 'nudge-read-change');
    expect(button(inbox).ariaLabel).to.equal('Mark all as read');
    button(inbox).focus();
    await sendKeys({ press: 'Enter' });
    await expectEventually(() => cardTitles(inbox), ['Title 0', 'Title 1', 'Title 2']);
    expect(reads.map(({ detail }) => detail)).to.deep.equal([{ ids: ids.slice(0, 2), isRead: true }]);
    expect(session.notifications.state.unreadCount).to.equal(0);
    expect(inbox.matches(':focus-within')).to.be.true;
    expect(button(inbox).ariaDisabled, 'nothing is unread').to.equal('true');
  });
});
