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
const headings = (inbox: NudgeInbox): string[] => queryAll(inbox, '.day').map(visibleText);
const filters = (inbox: NudgeInbox): HTMLElement[] => queryAll(inbox, '.filter');

/** An inbox of so many notifications, the first of them unread. */
async function inboxOf(count: number, unread = count): Promise<[NudgeInbox, Session, string[]]> {
  const sandbox = createEmptySandbox();
  const ids = addNotifications(sandbox, count, (index) => ({ isRead: index >= unread }));
  const session = createTestSession(sandbox, { ids });
  return [await renderInbox(session), session, ids];
}

describe('the list of a nudge-inbox', () => {
  it('is grouped by day, newest first', async () => {
    const sandbox = createEmptySandbox();
    const noon = new Date().setHours(12, 0, 0, 0);
    const dates = [noon, noon - 1000, noon - day, noon - 3 * day, noon - 3 * day - 1000, noon - 800 * day];
    const ids = addNotifications(sandbox, dates.length, (index) => ({
      createdDate: new Date(dates[index]!).toISOString(),
    }));
    const inbox = await renderInbox(createTestSession(sandbox, { ids }));
    const full = (time: number, options: Intl.DateTimeFormatOptions): string =>
      new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'long', ...options }).format(time);
    expect(headings(inbox)).to.deep.equal([
      'Today',
      'Yesterday',
      full(dates[3]!, { weekday: 'long' }),
      full(dates[5]!, { year: 'numeric' }),
    ]);
    const days = queryAll(inbox, '.feed > *').map((row) => (row.matches('.day') ? 'day' : 'notification'));
    expect(
      days
        .join(' ')
        .split('day')
        .map((rows) => rows.split('notification').length - 1),
    ).to.deep.equal([0, 2, 1, 2, 1]);
  });

  it('has no heading, and no error, where nobody knows the dates', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 3, (index) => ({ createdDate: index === 1 ? 'soon' : null }));
    const inbox = await renderInbox(createTestSession(sandbox, { ids }));
    expect(headings(inbox)).to.deep.equal([]);
    expect(cardTitles(inbox)).to.have.length(3);
    await expect(inbox).to.be.accessible();
  });

  it('shows each id once, however often it is given', async () => {
    const sandbox = createEmptySandbox();
    const [id] = addNotifications(sandbox, 1);
    const inbox = await renderInbox(createTestSession(sandbox, { ids: [id!, id!, id!] }));
    expect(cardTitles(inbox)).to.have.length(1);
    expect(countRequests(sandbox)).to.equal(1);
  });

  it('says that all is read where there is nothing', async () => {
    const inbox = await renderInbox(createTestSession(createEmptySandbox(), { ids: [] }));
    expect(visibleText(queryOne(inbox, '[part=empty]'))).to.equal(
      'You’re all caught up New notifications will show up here.',
    );
    expect(queryAll(inbox, 'li:not(.day)')).to.have.length(0);
  });

  it('has the heading that the page gives it, and its own where that is blank', async () => {
    const inbox = await renderInbox(undefined);
    for (const [heading, shown] of [
      ['Post', 'Post'],
      ['', 'Notifications'],
      [null, 'Notifications'],
    ] as const) {
      inbox.heading = heading;
      await inbox.updateComplete;
      expect(visibleText(queryOne(inbox, 'h2'))).to.equal(shown);
    }
  });

  it('keeps what the reader has done to a card as another arrives above it', async () => {
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
    expect(cardTitles(inbox), 'nothing moves under the focus').to.deep.equal(['Unread: Old']);
    expect(deepActiveElement() === queryOne(old!, '.link-button')).to.be.true;
    queryOne(inbox, '.arrivals').click();
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: New', 'Unread: Old']);
    expect(cards(inbox)[1] === old, 'the same card').to.be.true;
    expect(visibleText(queryOne(old!, '.link-button'))).to.equal('Show less');
  });

  it('takes the focus from nobody as another arrives', async () => {
    const [inbox, session] = await inboxOf(1);
    const field = document.createElement('input');
    inbox.after(field);
    field.focus();
    session.notifications.add(['new']);
    await nextFrames();
    expect(deepActiveElement() === field).to.be.true;
  });

  it('tells the page once of each thing that happens to a card', async () => {
    const [inbox, , ids] = await inboxOf(2);
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

describe('the filter of a nudge-inbox', () => {
  it('shows the unread ones, and how many they are', async () => {
    const [inbox] = await inboxOf(4, 2);
    expect(filters(inbox).map(visibleText)).to.deep.equal(['All', 'Unread 2']);
    await clickOn(filters(inbox)[1]!);
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 1']);
    expect(filters(inbox).map((filter) => filter.getAttribute('aria-pressed'))).to.deep.equal([
      'false',
      'true',
    ]);
  });

  it('keeps one that is read meanwhile until it is chosen anew', async () => {
    const [inbox] = await inboxOf(3, 2);
    filters(inbox)[1]!.click();
    await nextFrames();
    queryOne(cards(inbox)[0]!, '.tools button:first-child').click();
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Title 0', 'Unread: Title 1']);
    filters(inbox)[0]!.click();
    await nextFrames();
    expect(cardTitles(inbox)).to.have.length(3);
    filters(inbox)[1]!.click();
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 1']);
  });

  it('says that nothing is left where all is read', async () => {
    const [inbox] = await inboxOf(2, 0);
    filters(inbox)[1]!.click();
    await nextFrames();
    expect(visibleText(queryOne(inbox, '[part=empty]'))).to.equal(
      'You’re all caught up Nothing is left unread.',
    );
    expect(filters(inbox).map(visibleText)).to.deep.equal(['All', 'Unread']);
  });

  it('is chosen by the keyboard', async () => {
    const [inbox] = await inboxOf(2, 1);
    filters(inbox)[1]!.focus();
    await sendKeys({ press: 'Space' });
    await nextFrames();
    expect(inbox.filter).to.equal('unread');
    expect(deepActiveElement() === filters(inbox)[1]).to.be.true;
  });
});

describe('marking all as read in a nudge-inbox', () => {
  const button = (inbox: NudgeInbox): HTMLElement => queryOne(inbox, 'header .icon-button');

  it('marks all, tells the page once, and keeps the focus', async () => {
    const [inbox, session, ids] = await inboxOf(3, 2);
    const reads = recordEvents(inbox, 'nudge-read-change');
    button(inbox).focus();
    await sendKeys({ press: 'Enter' });
    await nextFrames();
    expect(reads.map(({ detail }) => detail)).to.deep.equal([{ ids: ids.slice(0, 2), isRead: true }]);
    expect(session.notifications.state.unreadCount).to.equal(0);
    expect(cardTitles(inbox)).to.deep.equal(['Title 0', 'Title 1', 'Title 2']);
    expect(inbox.matches(':focus-within')).to.be.true;
  });

  it('is not offered where nothing is unread', async () => {
    const [inbox] = await inboxOf(2, 0);
    expect(button(inbox).ariaDisabled).to.equal('true');
    expect(button(inbox).getAttribute('aria-label')).to.equal('Mark all as read');
    await expect(inbox).to.be.accessible();
  });

  it('goes back where the page cannot keep it', async () => {
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
