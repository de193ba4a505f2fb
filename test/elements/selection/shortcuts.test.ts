import { expect } from '@open-wc/testing';
import {
  cards,
  cardTitles,
  deepActiveElement,
  expectEventually,
  queryAll,
  queryOne,
  recordEvents,
  waitUntil,
} from '../support.js';
import { articles, pressWithModifier, renderFeed, undoText } from '../list/feed-support.js';
import { boxes, selected } from './selection-support.js';
import { focusedIndex, press, renderWithShortcuts, sheet } from './shortcuts-support.js';

const unreadTitles = (...indexes: number[]): string[] => indexes.map((index) => `Unread: Title ${index}`);

describe('<nudge-inbox shortcuts>', () => {
  it('does nothing by default', async () => {
    const feed = await renderFeed(3);
    feed.inbox.selectable = true;
    await waitUntil(() => boxes(feed).length === 3);
    articles(feed.inbox)[0]!.focus();
    await press(feed, 'j', 'x', 'e', 'u', '?');
    expect(focusedIndex(feed)).to.equal(0);
    expect(selected(feed)).to.deep.equal([]);
    expect(cardTitles(feed.inbox)).to.deep.equal(unreadTitles(0, 1, 2));
    expect(sheet(feed)).to.be.undefined;
    expect(articles(feed.inbox)[0]!.ariaKeyShortcuts).to.be.null;
  });

  it('moves to the next and the previous notification by J and K', async () => {
    const feed = await renderWithShortcuts(3);
    for (const [key, index] of [
      ['j', 1],
      ['j', 2],
      ['j', 2],
      ['k', 1],
      ['K', 0],
      ['k', 0],
    ] as const) {
      await press(feed, key);
      expect(focusedIndex(feed), key).to.equal(index);
    }
  });

  it('dismisses by E, and the next notification gets the focus', async () => {
    const feed = await renderWithShortcuts(3);
    await press(feed, 'e');
    expect(cardTitles(feed.inbox)).to.deep.equal(unreadTitles(1, 2));
    expect(undoText(feed.inbox)).to.equal('Dismissed Undo');
    await waitUntil(() => focusedIndex(feed) === 0);
  });

  it('restores by E where the dismissed ones are shown', async () => {
    const feed = await renderWithShortcuts(3);
    feed.session.notifications.dismiss(feed.ids.slice(0, 2));
    feed.inbox.filter = 'dismissed';
    await expectEventually(() => cardTitles(feed.inbox), unreadTitles(0, 1));
    articles(feed.inbox)[1]!.focus();
    await press(feed, 'e');
    expect(cardTitles(feed.inbox)).to.deep.equal(unreadTitles(0));
    expect(undoText(feed.inbox)).to.equal('Restored Undo');
  });

  it('marks as read and as unread by U, with an undo', async () => {
    const feed = await renderWithShortcuts(2);
    await press(feed, 'u');
    await expectEventually(() => cardTitles(feed.inbox)[0], 'Title 0');
    expect(undoText(feed.inbox)).to.equal('Marked as read Undo');
    await press(feed, 'u');
    await expectEventually(() => cardTitles(feed.inbox)[0], 'Unread: Title 0');
    expect(undoText(feed.inbox)).to.equal('Marked as unread Undo');
    await pressWithModifier('Control', 'z');
    await expectEventually(() => cardTitles(feed.inbox)[0], 'Title 0');
  });

  it('works on the controls of a card, too', async () => {
    const feed = await renderWithShortcuts(2);
    queryOne(cards(feed.inbox)[0]!, '.tools button:first-child').focus();
    await press(feed, 'u');
    await expectEventually(() => cardTitles(feed.inbox)[0], 'Title 0');
    await press(feed, 'j');
    expect(focusedIndex(feed)).to.equal(1);
  });

  it('has no X without checkboxes', async () => {
    const feed = await renderWithShortcuts(2);
    await press(feed, 'x', 'j', 'e');
    expect(cardTitles(feed.inbox), 'nothing was selected').to.deep.equal(unreadTitles(0));
  });

  it('ignores keys with modifiers, and those held down', async () => {
    const feed = await renderWithShortcuts(3, undefined, { selectable: true });
    const dispatch = (options: KeyboardEventInit): boolean =>
      articles(feed.inbox)[0]!.dispatchEvent(
        new KeyboardEvent('keydown', { bubbles: true, composed: true, ...options }),
      );
    for (const modifier of ['ctrlKey', 'altKey', 'metaKey'])
      for (const key of ['j', 'x', 'e', 'u']) dispatch({ key, [modifier]: true });
    for (const key of ['j', 'e', 'u']) dispatch({ key, shiftKey: true });
    dispatch({ key: 'e', repeat: true });
    await feed.inbox.updateComplete;
    expect(focusedIndex(feed)).to.equal(0);
    expect(cardTitles(feed.inbox)).to.deep.equal(unreadTitles(0, 1, 2));
    expect(selected(feed)).to.deep.equal([]);
  });

  it('goes by the place of the key on a keyboard without Latin letters', async () => {
    const feed = await renderWithShortcuts(2);
    for (const [key, code] of [
      ['ц', 'KeyW'],
      ['о', 'KeyJ'],
      ['г', 'KeyU'],
    ] as const)
      deepActiveElement()!.dispatchEvent(
        new KeyboardEvent('keydown', { key, code, bubbles: true, composed: true, cancelable: true }),
      );
    await expectEventually(() => cardTitles(feed.inbox), ['Unread: Title 0', 'Title 1']);
  });

  it('works only while the focus is in the list', async () => {
    const feed = await renderWithShortcuts(3);
    queryAll(feed.inbox, '.filter')[0]!.focus();
    await press(feed, 'j', 'e', 'u', '?');
    (deepActiveElement() as HTMLElement).blur();
    await press(feed, 'j', 'e', 'u', '?');
    expect(cardTitles(feed.inbox)).to.deep.equal(unreadTitles(0, 1, 2));
    expect(sheet(feed)).to.be.undefined;
  });

  it('does nothing to a notification that is missing, but dismiss it', async () => {
    const feed = await renderFeed(0, undefined, { ids: ['nobody-knows'] });
    Object.assign(feed.inbox, { shortcuts: true, selectable: true });
    await waitUntil(() => boxes(feed).length === 1);
    const changes = recordEvents(document.body, 'nudge-read-change');
    articles(feed.inbox)[0]!.focus();
    await press(feed, 'u', 'e');
    expect(articles(feed.inbox)).to.have.length(0);
    expect(changes).to.deep.equal([]);
  });

  it('does nothing in an empty list', async () => {
    const feed = await renderFeed(0);
    feed.inbox.shortcuts = true;
    await waitUntil(() => queryAll(feed.inbox, '.panel-menu-button').length === 1);
    const list = queryOne(feed.inbox, '.list');
    list.tabIndex = 0;
    list.focus();
    await press(feed, 'j', 'k', 'e', 'u', 'x');
    expect(undoText(feed.inbox)).to.be.null;
  });

  it('stops when it is turned off', async () => {
    const feed = await renderWithShortcuts(2);
    await press(feed, '?');
    expect(sheet(feed)?.open).to.be.true;
    feed.inbox.shortcuts = false;
    await feed.inbox.updateComplete;
    expect(sheet(feed)).to.be.undefined;
    articles(feed.inbox)[0]!.focus();
    await press(feed, 'e');
    expect(articles(feed.inbox)).to.have.length(2);
    expect(articles(feed.inbox)[0]!.ariaKeyShortcuts).to.be.null;
  });
});

describe('<nudge-inbox selectable shortcuts>', () => {
  it('selects by X, a range by Shift+X, and ends by Escape', async () => {
    const feed = await renderWithShortcuts(5, undefined, { selectable: true });
    await press(feed, 'x', 'j', 'j', 'X');
    // Capitals come with Caps Lock, too.
    expect(selected(feed)).to.deep.equal([0, 2]);
    await press(feed, 'j');
    await pressWithModifier('Shift', 'x');
    expect(selected(feed)).to.deep.equal([0, 2, 3]);
    await press(feed, 'k', 'x');
    expect(selected(feed)).to.deep.equal([0, 3]);
    await press(feed, 'Escape');
    expect(selected(feed)).to.deep.equal([]);
  });

  it('acts on the selection by U and E, with one undo for all', async () => {
    const feed = await renderWithShortcuts(5, undefined, { selectable: true });
    const reads = recordEvents(document.body, 'nudge-read-change');
    await press(feed, 'x', 'j', 'j', 'x', 'u');
    expect(reads.map(({ detail }) => detail)).to.deep.equal([
      { ids: [feed.ids[0], feed.ids[2]], isRead: true },
    ]);
    await press(feed, 'e');
    expect(cardTitles(feed.inbox)).to.deep.equal(unreadTitles(1, 3, 4));
    expect(undoText(feed.inbox)).to.equal('2 dismissed Undo');
    const { ids } = feed;
    await expectEventually(() => deepActiveElement()?.getAttribute('data-id'), ids[3], 'the next one has it');
    await pressWithModifier('Control', 'z');
    expect(articles(feed.inbox)).to.have.length(5);
  });

  it('works on a checkbox, too', async () => {
    const feed = await renderWithShortcuts(3, undefined, { selectable: true });
    boxes(feed)[0]!.focus();
    await press(feed, ' ', 'j', 'x');
    expect(selected(feed)).to.deep.equal([0, 1]);
  });
});
