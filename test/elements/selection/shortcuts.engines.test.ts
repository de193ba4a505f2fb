import { expect } from '@open-wc/testing';
import { clickOn, deepActiveElement, queryAll, queryOne, visibleText, waitUntil } from '../support.js';
import { articles, renderFeed, type Feed } from '../list/feed-support.js';
import { selected } from './selection-support.js';
import { focusedIndex, press, renderWithShortcuts, sheet } from './shortcuts-support.js';

const sheetLines = (feed: Feed): string[] =>
  [...(sheet(feed)?.querySelectorAll('dl > div') ?? [])].map(visibleText);

describe('<nudge-inbox shortcuts>', () => {
  it('leaves the fields of the cards of the page alone', async () => {
    const editable = document.createElement('p');
    editable.contentEditable = 'true';
    // It hides which of its elements has the focus.
    const closed = document.createElement('closed-field');
    closed.attachShadow({ mode: 'closed', delegatesFocus: true }).append(document.createElement('input'));
    const fields = [document.createElement('input'), document.createElement('textarea'), editable, closed];
    const feed = await renderFeed(fields.length);
    feed.inbox.renderNotification = ({ payload }) => fields[Number(payload.title!.at(-1))];
    Object.assign(feed.inbox, { shortcuts: true, selectable: true });
    await waitUntil(() => queryAll(feed.inbox, '.feed > [role=article] > input').length === fields.length);
    for (const field of fields) {
      field.focus();
      expect(document.activeElement === field, field.localName).to.be.true;
      await press(feed, 'e', 'x', 'u', 'j', '?');
      expect(document.activeElement === field, `${field.localName} has the focus`).to.be.true;
    }
    expect(articles(feed.inbox)).to.have.length(fields.length);
    expect(selected(feed)).to.deep.equal([]);
    expect(sheet(feed)).to.be.undefined;
    expect(queryAll(feed.inbox, '.feed > .unread')).to.have.length(fields.length);
  });
});

describe('The list of shortcuts', () => {
  it('opens by a question mark, and closes by Escape with the focus where it was', async () => {
    const feed = await renderWithShortcuts(3);
    await press(feed, 'j', '?');
    expect(sheet(feed)?.matches(':modal')).to.be.true;
    expect(sheetLines(feed)).to.deep.equal([
      'J K Next or previous',
      'E Dismiss',
      'U Mark as read / Mark as unread',
      '? Keyboard shortcuts',
    ]);
    await press(feed, 'e', 'Escape');
    await waitUntil(() => !sheet(feed));
    expect(focusedIndex(feed)).to.equal(1);
    expect(articles(feed.inbox), 'no shortcut works in it').to.have.length(3);
  });

  it('has those of a selection, and closes by its button', async () => {
    const feed = await renderWithShortcuts(3, undefined, { selectable: true });
    await press(feed, 'x', '?');
    expect(sheetLines(feed)).to.include.members(['X Select', 'Shift X Select a range', 'Esc Cancel']);
    expect(visibleText(deepActiveElement()!)).to.equal('Keyboard shortcuts');
    await press(feed, 'Tab', 'Enter');
    await waitUntil(() => !sheet(feed));
    expect(focusedIndex(feed)).to.equal(0);
    expect(selected(feed), 'the selection stays').to.deep.equal([0]);
  });

  it('opens by the menu of the panel, and closes by a press beside it', async () => {
    const feed = await renderWithShortcuts(2);
    await clickOn(queryOne(feed.inbox, '.panel-menu-button'));
    const item = queryAll(feed.inbox, '.menu button').find(
      (button) => visibleText(button) === 'Keyboard shortcuts',
    );
    await clickOn(item!);
    await waitUntil(() => sheet(feed)?.open, 'the list of shortcuts is closed');
    sheet(feed)!.click();
    await waitUntil(() => !sheet(feed));
    expect(deepActiveElement() === queryOne(feed.inbox, '.panel-menu-button')).to.be.true;
  });

  it('closes when the inbox is hidden', async () => {
    const feed = await renderWithShortcuts(2);
    await press(feed, '?');
    feed.inbox.hidden = true;
    await waitUntil(() => !sheet(feed), 'it is open');
  });
});
