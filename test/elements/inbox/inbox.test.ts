import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { Session } from '../../../src/inbox/session.js';
import type { NotificationSource } from '../../../src/inbox/sources/source.js';
import {
  addNotifications,
  cards,
  cardTitles,
  clickOn,
  countRequests,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  nextFrames,
  queryAll,
  queryOne,
  recordEvents,
  recordWarnings,
  renderInbox,
  visibleText,
} from '../support.js';

const day = 24 * 60 * 60 * 1000;
const dayHeadings = (inbox: NudgeInbox): string[] => queryAll(inbox, '.day').map(visibleText);
const filterButtons = (inbox: NudgeInbox): HTMLElement[] => queryAll(inbox, '.filter');

/** Renders an inbox with a number of notifications. The first `unread` of them are unread. */
async function renderInboxWithCount(count: number, unread = count): Promise<[NudgeInbox, Session, string[]]> {
  const sandbox = createEmptySandbox();
  const ids = addNotifications(sandbox, count, (index) => ({ isRead: index >= unread }));
  const session = createTestSession(sandbox, { ids });
  return [await renderInbox(session), session, ids];
}

describe('<nudge-inbox>', () => {
  it('groups its notifications by day, or by month if they are older than 30 days', async () => {
    const sandbox = createEmptySandbox();
    const noon = new Date().setHours(12, 0, 0, 0);
    const longAgo = new Date(2024, 4, 26, 12).getTime();
    const dates = [
      noon,
      noon - 1000,
      noon - day,
      noon - 3 * day,
      noon - 3 * day - 1000,
      longAgo,
      longAgo - 9 * day,
    ];
    const ids = addNotifications(sandbox, dates.length, (index) => ({
      createdDate: new Date(dates[index]!).toISOString(),
    }));
    const inbox = await renderInbox(createTestSession(sandbox, { ids }));
    const full = (time: number, options: Intl.DateTimeFormatOptions): string =>
      new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'long', ...options }).format(time);
    expect(dayHeadings(inbox)).to.deep.equal([
      'Today',
      'Yesterday',
      full(dates[3]!, { weekday: 'long' }),
      'May 2024',
    ]);
    const days = queryAll(inbox, '.feed > *').map((row) => (row.matches('.day') ? 'day' : 'notification'));
    expect(
      days
        .join(' ')
        .split('day')
        .map((rows) => rows.split('notification').length - 1),
    ).to.deep.equal([0, 2, 1, 2, 2]);
  });

  it('shows times that do not repeat their heading, and the full time to assistive technology', async () => {
    const sandbox = createEmptySandbox();
    const today = new Date().setHours(0, 0, 0, 0);
    const dates = [Date.now(), today - 60_000, today - 3 * day, new Date(2024, 4, 26, 14, 30).getTime()];
    const ids = addNotifications(sandbox, dates.length, (index) => ({
      createdDate: new Date(dates[index]!).toISOString(),
    }));
    const inbox = await renderInbox(createTestSession(sandbox, { ids }));
    const clock = (time: number): string =>
      new Intl.DateTimeFormat('en-US', { timeStyle: 'short' }).format(time);
    const times = cards(inbox).map((card) => queryOne(card, 'time'));
    expect(times.map((time) => visibleText(time.querySelector('[aria-hidden]')!))).to.deep.equal([
      'now',
      clock(dates[1]!),
      clock(dates[2]!),
      'May 26',
    ]);
    for (const [index, time] of times.entries())
      expect(time.querySelector('.visually-hidden')!.textContent).to.equal(
        new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short' }).format(dates[index]),
      );
  });

  it('shows no day headings if the dates are missing or invalid', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 3, (index) => ({ createdDate: index === 1 ? 'soon' : null }));
    const inbox = await renderInbox(createTestSession(sandbox, { ids }));
    expect(dayHeadings(inbox)).to.deep.equal([]);
    expect(cardTitles(inbox)).to.have.length(3);
    await expect(inbox).to.be.accessible();
  });

  it('shows each id once, even if the list repeats it', async () => {
    const sandbox = createEmptySandbox();
    const [id] = addNotifications(sandbox, 1);
    const inbox = await renderInbox(createTestSession(sandbox, { ids: [id!, id!, id!] }));
    expect(cardTitles(inbox)).to.have.length(1);
    expect(countRequests(sandbox)).to.equal(1);
  });

  it('shows the empty message if there are no notifications', async () => {
    const inbox = await renderInbox(createTestSession(createEmptySandbox(), { ids: [] }));
    expect(visibleText(queryOne(inbox, '[part=empty]'))).to.equal(
      'You’re all caught up New notifications will appear here.',
    );
    expect(queryAll(inbox, 'li:not(.day)')).to.have.length(0);
  });

  it('shows the heading of the page, or the default if it is blank', async () => {
    const inbox = await renderInbox(undefined);
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

  it('keeps the expanded state and focus of a card when another arrives above it', async () => {
    const sandbox = createEmptySandbox();
    const body = 'word '.repeat(100);
    const ids = addNotifications(sandbox, 1, () => ({ payload: { title: 'Old', body } }));
    const session = createTestSession(sandbox, { ids });
    const inbox = await renderInbox(session);
    const [old] = cards(inbox);
    queryOne(old!, '.link-button').click();
    queryOne(old!, '.link-button').focus();
    session.notifications.add(addNotifications(sandbox, 1, () => ({ payload: { title: 'New' } })));
    await nextFrames();
    expect(cardTitles(inbox), 'the list does not move under the focus').to.deep.equal(['Old']);
    expect(deepActiveElement() === queryOne(old!, '.link-button')).to.be.true;
    queryOne(inbox, '.arrivals').click();
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: New', 'Old']);
    expect(cards(inbox)[1] === old, 'the same card').to.be.true;
    expect(visibleText(queryOne(old!, '.link-button'))).to.equal('Show less');
  });

  it('does not move the focus when a notification arrives', async () => {
    const [inbox, session] = await renderInboxWithCount(1);
    const field = document.createElement('input');
    inbox.after(field);
    field.focus();
    session.notifications.add(['new']);
    await nextFrames();
    expect(deepActiveElement() === field).to.be.true;
  });

  it('fires one nudge-read-change per click', async () => {
    const [inbox, , ids] = await renderInboxWithCount(2);
    const reads = recordEvents(document.body, 'nudge-read-change');
    queryOne(cards(inbox)[0]!, '.tools button:first-child').click();
    await nextFrames();
    expect(reads.map(({ detail }) => detail)).to.deep.equal([{ ids: [ids[0]], isRead: true }]);
    expect(cardTitles(inbox)).to.deep.equal(['Title 0', 'Unread: Title 1']);
    queryOne(cards(inbox)[0]!, '.tools button:first-child').click();
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 1']);
  });
});

describe('<nudge-inbox> filters', () => {
  it('show the unread notifications and their count', async () => {
    const [inbox] = await renderInboxWithCount(4, 2);
    expect(filterButtons(inbox).map(visibleText)).to.deep.equal(['All', 'Unread 2']);
    await clickOn(filterButtons(inbox)[1]!);
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 1']);
    expect(filterButtons(inbox).map((filter) => filter.getAttribute('aria-pressed'))).to.deep.equal([
      'false',
      'true',
    ]);
  });

  it('keep a card that becomes read until the filter is selected again', async () => {
    const [inbox] = await renderInboxWithCount(3, 2);
    filterButtons(inbox)[1]!.click();
    await nextFrames();
    queryOne(cards(inbox)[0]!, '.tools button:first-child').click();
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Title 0', 'Unread: Title 1']);
    filterButtons(inbox)[0]!.click();
    await nextFrames();
    expect(cardTitles(inbox)).to.have.length(3);
    filterButtons(inbox)[1]!.click();
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 1']);
  });

  it('show a message if nothing is unread', async () => {
    const [inbox] = await renderInboxWithCount(2, 0);
    filterButtons(inbox)[1]!.click();
    await nextFrames();
    expect(visibleText(queryOne(inbox, '[part=empty]'))).to.equal(
      'You’re all caught up No unread notifications.',
    );
    expect(filterButtons(inbox).map(visibleText)).to.deep.equal(['All', 'Unread']);
  });

  it('can be selected by keyboard', async () => {
    const [inbox] = await renderInboxWithCount(2, 1);
    filterButtons(inbox)[1]!.focus();
    await sendKeys({ press: ' ' });
    await nextFrames();
    expect(inbox.filter).to.equal('unread');
    expect(deepActiveElement() === filterButtons(inbox)[1]).to.be.true;
  });
});

describe('<nudge-inbox> Mark all as read', () => {
  const button = (inbox: NudgeInbox): HTMLElement => queryOne(inbox, 'header .icon-button');

  it('marks everything, fires one event and keeps the focus', async () => {
    const [inbox, session, ids] = await renderInboxWithCount(3, 2);
    const reads = recordEvents(inbox, 'nudge-read-change');
    button(inbox).focus();
    await sendKeys({ press: 'Enter' });
    await nextFrames();
    expect(reads.map(({ detail }) => detail)).to.deep.equal([{ ids: ids.slice(0, 2), isRead: true }]);
    expect(session.notifications.state.unreadCount).to.equal(0);
    expect(cardTitles(inbox)).to.deep.equal(['Title 0', 'Title 1', 'Title 2']);
    expect(inbox.matches(':focus-within')).to.be.true;
  });

  it('is disabled if nothing is unread', async () => {
    const [inbox] = await renderInboxWithCount(2, 0);
    expect(button(inbox).ariaDisabled).to.equal('true');
    expect(button(inbox).getAttribute('aria-label')).to.equal('Mark all as read');
    await expect(inbox).to.be.accessible();
  });

  it('rolls back if the source rejects setRead()', async () => {
    recordWarnings();
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2);
    const source: NotificationSource = { setRead: () => Promise.reject(new Error('no')) };
    const inbox = await renderInbox(createTestSession(sandbox, { ids, source }));
    const errors = recordEvents(inbox, 'nudge-error');
    button(inbox).click();
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 1']);
    expect(errors.map(({ detail }) => detail.operation)).to.deep.equal(['set-read']);
  });
});
