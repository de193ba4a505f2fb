import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
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
  recordWarnings,
  renderBell,
  visibleText,
} from '../support.js';
import { articles, hoverOver, renderFeed, undoText, type Feed } from './feed-support.js';

const menuButton = ({ inbox }: Pick<Feed, 'inbox'>): HTMLElement => queryOne(inbox, '.panel-menu-button');
const menuItems = ({ inbox }: Feed): string[] => queryAll(inbox, '.menu button').map(visibleText);
const menuItem = ({ inbox }: Pick<Feed, 'inbox'>, name: string): HTMLElement =>
  queryAll(inbox, '.menu button').find((item) => visibleText(item) === name)!;
const filters = ({ inbox }: Pick<Feed, 'inbox'>): string[] =>
  queryAll(inbox, '.filter').map((button) => `${visibleText(button)} ${button.ariaPressed}`);
const undoButton = ({ inbox }: Feed): HTMLElement => queryOne(inbox, '.undo button');

async function showDismissed(feed: Pick<Feed, 'inbox'>): Promise<void> {
  await clickOn(menuButton(feed));
  await clickOn(menuItem(feed, 'Dismissed'));
  await nextFrames();
}

describe('<nudge-inbox> with dismissed notifications', () => {
  it('shows them by its menu, and goes back by the filter', async () => {
    const feed = await renderFeed(3);
    feed.session.notifications.dismiss([feed.ids[1]!]);
    await nextFrames();
    expect(filters(feed)).to.deep.equal(['All true', 'Unread 2 false']);
    await showDismissed(feed);
    expect(filters(feed)).to.deep.equal(['All false', 'Unread 2 false', 'Dismissed true']);
    expect(cardTitles(feed.inbox)).to.deep.equal(['Unread: Title 1']);
    expect(visibleText(deepActiveElement()!), 'the filter has the focus').to.equal('Dismissed');
    await clickOn(queryAll(feed.inbox, '.filter')[0]!);
    await nextFrames();
    expect(cardTitles(feed.inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 2']);
    expect(filters(feed)).to.deep.equal(['All true', 'Unread 2 false']);
  });

  it('restores one by the button in the place of Dismiss, which can be undone', async () => {
    const feed = await renderFeed(3);
    const { inbox, ids, session } = feed;
    session.notifications.dismiss(ids.slice(0, 2));
    inbox.filter = 'dismissed';
    await nextFrames();
    await hoverOver(cards(inbox)[0]!);
    const button = queryOne(cards(inbox)[0]!, '.tools button:last-child');
    expect(button.ariaLabel).to.equal('Restore');
    await clickOn(button);
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 1']);
    expect(undoText(inbox)).to.equal('Restored Undo');
    await clickOn(undoButton(feed));
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 1']);
  });

  it('does not dismiss or restore by Delete there', async () => {
    const feed = await renderFeed(2);
    feed.session.notifications.dismiss([feed.ids[0]!]);
    feed.inbox.filter = 'dismissed';
    await nextFrames();
    articles(feed.inbox)[0]!.focus();
    await sendKeys({ press: 'Delete' });
    await nextFrames();
    expect(cardTitles(feed.inbox)).to.deep.equal(['Unread: Title 0']);
  });

  it('says that there are none', async () => {
    const feed = await renderFeed(1);
    feed.inbox.filter = 'dismissed';
    await nextFrames();
    expect(visibleText(queryOne(feed.inbox, '.empty'))).to.equal('Nothing has been dismissed.');
  });

  it('loads the ones that the host names', async () => {
    const feed = await renderFeed(2, undefined, { source: {} });
    const { session, sandbox, inbox } = feed;
    const { id } = sandbox.addNotification({ payload: { title: 'Long ago' } });
    session.notifications.add([{ id, isDismissed: true }]);
    inbox.filter = 'dismissed';
    await nextFrames();
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Long ago']);
  });

  it('clears what is read by its menu, with one undo', async () => {
    const feed = await renderFeed(4, (index) => ({ isRead: index % 2 === 0 }));
    await clickOn(menuButton(feed));
    expect(menuItems(feed)).to.deep.equal(['Clear read', 'Dismissed']);
    await clickOn(menuItem(feed, 'Clear read'));
    await nextFrames();
    expect(cardTitles(feed.inbox)).to.deep.equal(['Unread: Title 1', 'Unread: Title 3']);
    expect(undoText(feed.inbox)).to.equal('2 dismissed Undo');
    await clickOn(undoButton(feed));
    await nextFrames();
    expect(cards(feed.inbox)).to.have.length(4);
  });

  it('clears only what the selected tag shows', async () => {
    const feed = await renderFeed(4, (index) => ({
      isRead: true,
      payload: { title: `Title ${index}`, tags: index === 1 ? [{ tagName: 'Orders' }] : [] },
    }));
    const { inbox } = feed;
    queryOne(cards(inbox)[1]!, 'button.tag').click();
    await nextFrames();
    await clickOn(menuButton(feed));
    await clickOn(menuItem(feed, 'Clear read'));
    await nextFrames();
    expect(undoText(inbox)).to.equal('Dismissed Undo');
    queryOne(inbox, '.chip').click();
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Title 0', 'Title 2', 'Title 3']);
  });

  it('does not offer to clear what the filter hides', async () => {
    const feed = await renderFeed(4, (index) => ({ isRead: index > 1 }));
    feed.inbox.filter = 'unread';
    await nextFrames();
    await clickOn(menuButton(feed));
    expect(menuItems(feed)).to.deep.equal(['Dismissed']);
  });

  it('does not offer to clear what is read if nothing is', async () => {
    const feed = await renderFeed(2);
    await clickOn(menuButton(feed));
    expect(menuItems(feed)).to.deep.equal(['Dismissed']);
    await sendKeys({ press: 'Escape' });
    await nextFrames();
    expect(queryAll(feed.inbox, '.menu')).to.have.length(0);
    expect(deepActiveElement() === menuButton(feed), 'the button has the focus').to.be.true;
  });

  it('says that the host did not save a dismissal, shows the card again, and tries again', async () => {
    recordWarnings();
    let isBroken = true;
    const saved: unknown[] = [];
    const feed = await renderFeed(2, undefined, {
      source: {
        setDismissed: (ids, isDismissed) => {
          if (isBroken) return Promise.reject(new Error('broken'));
          saved.push(ids, isDismissed);
          return Promise.resolve();
        },
      },
    });
    articles(feed.inbox)[0]!.focus();
    await sendKeys({ press: 'Delete' });
    await nextFrames();
    expect(cards(feed.inbox)).to.have.length(2);
    expect(undoText(feed.inbox)).to.equal('Couldn’t dismiss. Try again');
    isBroken = false;
    await clickOn(undoButton(feed));
    await nextFrames();
    expect(saved).to.deep.equal([[feed.ids[0]], true]);
    expect(cards(feed.inbox)).to.have.length(1);
  });

  it('does not try to dismiss again what a former customer had', async () => {
    recordWarnings();
    const saved: unknown[] = [];
    const feed = await renderFeed(2, undefined, {
      source: {
        setDismissed: (ids) => {
          saved.push(ids);
          return Promise.reject(new Error('broken'));
        },
      },
    });
    articles(feed.inbox)[0]!.focus();
    await sendKeys({ press: 'Delete' });
    await nextFrames();
    feed.session.notifications.reset();
    await nextFrames();
    await clickOn(undoButton(feed));
    await nextFrames();
    expect(saved).to.deep.equal([[feed.ids[0]]]);
  });

  it('starts with all notifications when the panel of a bell opens again', async () => {
    const { session, ids } = await renderFeed(2);
    session.notifications.dismiss([ids[0]!]);
    const bell = await renderBell(session);
    await clickOn(bellButton(bell));
    await nextFrames();
    await showDismissed({ inbox: inboxOf(bell) });
    expect(cardTitles(inboxOf(bell))).to.deep.equal(['Unread: Title 0']);
    await sendKeys({ press: 'Escape' });
    await clickOn(bellButton(bell));
    await nextFrames();
    expect(cardTitles(inboxOf(bell))).to.deep.equal(['Unread: Title 1']);
  });
});
