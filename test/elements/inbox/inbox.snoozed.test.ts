import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import {
  bellButton,
  cards,
  cardTitles,
  clickOn,
  deepActiveElement,
  inboxOf,
  nextFrames,
  queryAll,
  queryOne,
  renderBell,
  visibleText,
  waitUntil,
} from '../support.js';
import { articles, hoverOver, renderFeed, undoText, type Feed } from './feed-support.js';

const until = new Date('2027-03-12T09:00:00');
const menuItems = (inbox: Element): HTMLElement[] => queryAll(inbox, '.menu button');
const filters = (inbox: Element): string[] =>
  queryAll(inbox, '.filter').map((button) => `${visibleText(button)} ${button.ariaPressed}`);
const restoreButton = (inbox: Element): HTMLElement => queryOne(cards(inbox)[0]!, '.tools button:last-child');

/** A list of three, of which so many are snoozed. */
async function renderSnoozed(count: number): Promise<Feed> {
  const feed = await renderFeed(3);
  feed.inbox.snooze = true;
  await feed.session.notifications.snooze(feed.ids.slice(0, count), until);
  await nextFrames();
  return feed;
}

async function showSnoozed(inbox: NudgeInbox): Promise<void> {
  await clickOn(queryOne(inbox, '.panel-menu-button'));
  await clickOn(menuItems(inbox).find((item) => visibleText(item) === 'Snoozed')!);
  await nextFrames();
}

describe('<nudge-inbox> with snoozed notifications', () => {
  it('shows them by its menu, each with when it comes back, and goes back by the filter', async () => {
    const { inbox } = await renderSnoozed(2);
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 2']);
    await showSnoozed(inbox);
    expect(filters(inbox)).to.deep.equal(['All false', 'Unread 1 false', 'Snoozed true']);
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 1']);
    expect(visibleText(deepActiveElement()!), 'the filter has the focus').to.equal('Snoozed');
    const lines = queryAll(inbox, '.snoozed-until').map((line) => visibleText(line).replace('\u202f', ' '));
    expect(lines).to.deep.equal(Array(2).fill('Snoozed until Mar 12, 2027, 9:00 AM'));
    await clickOn(queryAll(inbox, '.filter')[0]!);
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 2']);
    expect(filters(inbox)).to.deep.equal(['All true', 'Unread 1 false']);
  });

  it('offers that only with snooze', async () => {
    const { inbox } = await renderFeed(1);
    await clickOn(queryOne(inbox, '.panel-menu-button'));
    expect(menuItems(inbox).map(visibleText)).to.deep.equal(['Dismissed']);
  });

  it('puts one back by the button in the place of Dismiss, which can be undone until the same time', async () => {
    const { inbox, session, ids } = await renderSnoozed(2);
    inbox.filter = 'snoozed';
    await nextFrames();
    await hoverOver(cards(inbox)[0]!);
    expect(restoreButton(inbox).ariaLabel).to.equal('Restore');
    await clickOn(restoreButton(inbox));
    await waitUntil(() => undoText(inbox) === 'Restored Undo');
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 1']);
    expect(session.notifications.state.items.map(({ id }) => id)).to.deep.equal([ids[0], ids[2]]);
    await clickOn(queryOne(inbox, '.undo button'));
    await waitUntil(() => cards(inbox).length === 2);
    expect(session.notifications.state.snoozedItems.map(({ snoozedUntil }) => snoozedUntil)).to.deep.equal(
      Array(2).fill(until.toISOString()),
    );
  });

  it('neither dismisses nor snoozes there, whether by keys or by the menu of the panel', async () => {
    const { inbox } = await renderSnoozed(1);
    await showSnoozed(inbox);
    expect(queryAll(cards(inbox)[0]!, '.tools button').map(({ ariaLabel }) => ariaLabel)).to.deep.equal([
      'Mark as read',
      'Restore',
    ]);
    articles(inbox)[0]!.focus();
    await sendKeys({ press: 'Delete' });
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0']);
    expect(queryAll(inbox, '.panel-menu-button')).to.deep.equal([]);
  });

  it('puts back what is selected, and by the shortcut E', async () => {
    const { inbox, session } = await renderSnoozed(3);
    Object.assign(inbox, { selectable: true, shortcuts: true, filter: 'snoozed' });
    await waitUntil(() => queryAll(inbox, '[type=checkbox]').length === 3);
    await clickOn(queryAll(inbox, '[type=checkbox]')[0]!);
    await clickOn(queryAll(inbox, '[type=checkbox]')[1]!);
    await clickOn(queryOne(inbox, '.selection [aria-label=Restore]'));
    await waitUntil(() => undoText(inbox) === '2 restored Undo');
    articles(inbox)[0]!.focus();
    await sendKeys({ press: 'e' });
    await waitUntil(() => session.notifications.state.snoozedItems.length === 0);
    expect(visibleText(queryOne(inbox, '.empty'))).to.equal('Nothing is snoozed.');
  });

  it('shows the time above a card of the page, too', async () => {
    const { inbox } = await renderSnoozed(1);
    inbox.renderNotification = ({ payload }) => `Own: ${payload.title ?? ''}`;
    inbox.filter = 'snoozed';
    await nextFrames();
    expect(visibleText(articles(inbox)[0]!).replace('\u202f', ' ')).to.equal(
      'Snoozed until Mar 12, 2027, 9:00 AM Own: Title 0',
    );
  });

  it('leaves them unread, however long they are in view there', async () => {
    const { inbox, session, ids } = await renderSnoozed(2);
    Object.assign(inbox, { readOnView: true, filter: 'snoozed' });
    await waitUntil(() => cards(inbox).length === 2);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(session.notifications.get(ids[0]!).isRead).to.equal(false);
  });

  it('says that nothing is snoozed', async () => {
    const { inbox } = await renderSnoozed(0);
    inbox.filter = 'snoozed';
    await nextFrames();
    expect(visibleText(queryOne(inbox, '.empty'))).to.equal('Nothing is snoozed.');
  });

  it('starts with the list again when the panel of a bell opens', async () => {
    const { session } = await renderFeed(1);
    const bell = await renderBell(session);
    bell.snooze = true;
    await clickOn(bellButton(bell));
    await nextFrames();
    inboxOf(bell).filter = 'snoozed';
    await nextFrames();
    bell.open = false;
    await nextFrames();
    await clickOn(bellButton(bell));
    await nextFrames();
    expect(inboxOf(bell).filter).to.equal('all');
  });
});
