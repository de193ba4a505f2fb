import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NotificationSource } from '../../../src/index.js';
import type { SessionOptions } from '../../../src/inbox/session.js';
import type { NotificationOverrides } from '../../../src/sandbox.js';
import { emulateColorScheme, followColorScheme } from '../engine.js';
import {
  addHostStyle,
  cards,
  cardTitles,
  clickOn,
  deepActiveElement,
  nextFrames,
  queryAll,
  queryOne,
  recordEvents,
  setPageAttribute,
  visibleText,
  waitUntil,
} from '../support.js';
import {
  articles,
  movePointerAway,
  pressWithModifier,
  renderFeed,
  undoText,
  type Feed,
} from './feed-support.js';

const focusedIndex = ({ inbox }: Feed): number =>
  articles(inbox).findIndex((article) => article === deepActiveElement());
const selected = ({ inbox }: Feed): number[] =>
  articles(inbox).flatMap((article, index) => (article.querySelector('input')?.checked ? index : []));
const sheet = ({ inbox }: Feed): HTMLDialogElement | undefined =>
  queryAll<HTMLDialogElement>(inbox, 'dialog[part=shortcuts]')[0];
const sheetLines = (feed: Feed): string[] =>
  [...(sheet(feed)?.querySelectorAll('dl > div') ?? [])].map(visibleText);

/** Renders an inbox with shortcuts, with the focus on its first notification. */
async function renderWithShortcuts(
  count: number,
  overridesFor?: (index: number) => NotificationOverrides,
  options: Partial<SessionOptions> & { selectable?: boolean } = {},
): Promise<Feed> {
  const { selectable = false, ...sessionOptions } = options;
  const feed = await renderFeed(count, overridesFor, sessionOptions);
  feed.inbox.shortcuts = true;
  feed.inbox.selectable = selectable;
  await waitUntil(() => articles(feed.inbox)[0]?.ariaKeyShortcuts, 'the keys are announced');
  await movePointerAway();
  articles(feed.inbox)[0]!.focus();
  return feed;
}

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) {
    await sendKeys({ press: key });
    await nextFrames();
  }
}

describe('<nudge-inbox shortcuts>', () => {
  it('does nothing by default', async () => {
    const feed = await renderFeed(3);
    feed.inbox.selectable = true;
    await waitUntil(() => queryAll(feed.inbox, 'input').length === 3);
    articles(feed.inbox)[0]!.focus();
    await press('j', 'x', 'e', 'u', '?');
    expect(focusedIndex(feed)).to.equal(0);
    expect(selected(feed)).to.deep.equal([]);
    expect(cardTitles(feed.inbox)).to.deep.equal([0, 1, 2].map((index) => `Unread: Title ${index}`));
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
      await press(key);
      expect(focusedIndex(feed), key).to.equal(index);
    }
  });

  it('dismisses by E, and the next notification gets the focus', async () => {
    const feed = await renderWithShortcuts(3);
    await press('e');
    expect(cardTitles(feed.inbox)).to.deep.equal(['Unread: Title 1', 'Unread: Title 2']);
    expect(undoText(feed.inbox)).to.equal('Dismissed Undo');
    await waitUntil(() => focusedIndex(feed) === 0);
    await pressWithModifier('Control', 'z');
    await nextFrames();
    expect(articles(feed.inbox)).to.have.length(3);
  });

  it('restores by E where the dismissed ones are shown', async () => {
    const feed = await renderWithShortcuts(3);
    feed.session.notifications.dismiss(feed.ids.slice(0, 2));
    feed.inbox.filter = 'dismissed';
    await nextFrames();
    articles(feed.inbox)[1]!.focus();
    await press('e');
    expect(cardTitles(feed.inbox)).to.deep.equal(['Unread: Title 0']);
    expect(undoText(feed.inbox)).to.equal('Restored Undo');
  });

  it('marks as read and as unread by U, with an undo', async () => {
    const feed = await renderWithShortcuts(2);
    await press('u');
    expect(cardTitles(feed.inbox)[0]).to.equal('Title 0');
    expect(undoText(feed.inbox)).to.equal('Marked as read Undo');
    await press('u');
    expect(cardTitles(feed.inbox)[0]).to.equal('Unread: Title 0');
    expect(undoText(feed.inbox)).to.equal('Marked as unread Undo');
  });

  it('sends nothing of a customer who has signed out when U is undone', async () => {
    const saved: string[][] = [];
    const source: NotificationSource = { setRead: (ids) => Promise.resolve(void saved.push(ids)) };
    const feed = await renderWithShortcuts(2, undefined, { source });
    await press('u');
    await feed.session.signOut();
    await nextFrames();
    queryAll(feed.inbox, '.undo button')[0]?.click();
    await nextFrames();
    expect(saved).to.deep.equal([[feed.ids[0]]]);
  });

  it('works on the controls of a card, too', async () => {
    const feed = await renderWithShortcuts(2);
    queryOne(cards(feed.inbox)[0]!, '.tools button:first-child').focus();
    await press('u');
    expect(cardTitles(feed.inbox)[0]).to.equal('Title 0');
    await press('j');
    expect(focusedIndex(feed)).to.equal(1);
  });

  it('has no X without checkboxes', async () => {
    const feed = await renderWithShortcuts(2);
    await press('x');
    expect(selected(feed)).to.deep.equal([]);
    await press('e');
    expect(articles(feed.inbox)).to.have.length(1);
  });

  it('ignores keys with modifiers, and those held down', async () => {
    const feed = await renderWithShortcuts(3, undefined, { selectable: true });
    for (const modifier of ['Control', 'Alt', 'Meta'] as const)
      for (const key of ['j', 'x', 'e', 'u']) {
        articles(feed.inbox)[0]!.dispatchEvent(
          new KeyboardEvent('keydown', {
            key,
            ctrlKey: modifier === 'Control',
            altKey: modifier === 'Alt',
            metaKey: modifier === 'Meta',
            bubbles: true,
            composed: true,
          }),
        );
      }
    articles(feed.inbox)[0]!.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'e', repeat: true, bubbles: true, composed: true }),
    );
    await nextFrames();
    await press('E', 'U', 'J');
    expect(articles(feed.inbox)).to.have.length(2);
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
    await nextFrames();
    expect(cardTitles(feed.inbox)).to.deep.equal(['Unread: Title 0', 'Title 1']);
  });

  it('works only while the focus is in the list', async () => {
    const feed = await renderWithShortcuts(3);
    queryAll(feed.inbox, '.filter')[0]!.focus();
    await press('j', 'e', 'u', '?');
    feed.inbox.blur();
    (deepActiveElement() as HTMLElement).blur();
    await press('j', 'e', 'u', '?');
    expect(cardTitles(feed.inbox)).to.deep.equal([0, 1, 2].map((index) => `Unread: Title ${index}`));
    expect(sheet(feed)).to.be.undefined;
  });

  const fields: Record<string, () => HTMLElement> = {
    'a text field': () => document.createElement('input'),
    'a text area': () => document.createElement('textarea'),
    'a text that can be edited': () => {
      const element = document.createElement('p');
      element.contentEditable = 'true';
      return element;
    },
    'a field in a closed shadow root': () => {
      const element = document.createElement('closed-field');
      element.attachShadow({ mode: 'closed', delegatesFocus: true }).append(document.createElement('input'));
      return element;
    },
  };
  for (const [what, create] of Object.entries(fields))
    it(`leaves ${what} of a card of the page alone`, async () => {
      const feed = await renderFeed(2);
      feed.inbox.renderNotification = (_, { previous }) => previous ?? create();
      feed.inbox.shortcuts = true;
      feed.inbox.selectable = true;
      await waitUntil(() => queryAll(feed.inbox, '.feed > [role=article] > input').length === 2);
      const field = feed.inbox.firstElementChild as HTMLElement;
      field.focus();
      expect(document.activeElement === field).to.be.true;
      await press('e', 'x', 'u', 'j', '?');
      expect(articles(feed.inbox)).to.have.length(2);
      expect(selected(feed)).to.deep.equal([]);
      expect(document.activeElement === field, 'it has the focus').to.be.true;
      expect(sheet(feed)).to.be.undefined;
      expect(queryAll(feed.inbox, '.feed > .unread')).to.have.length(2);
    });

  it('does nothing to a notification that loads, or is missing, but dismiss it', async () => {
    const feed = await renderFeed(0, undefined, { ids: ['nobody-knows'] });
    Object.assign(feed.inbox, { shortcuts: true, selectable: true });
    await waitUntil(() => queryAll(feed.inbox, '.feed > [role=article] > input').length === 1);
    const changes = recordEvents(document.body, 'nudge-read-change');
    articles(feed.inbox)[0]!.focus();
    await press('u');
    expect(changes).to.deep.equal([]);
    await press('e');
    expect(articles(feed.inbox)).to.have.length(0);
  });

  it('does nothing in an empty list', async () => {
    const feed = await renderFeed(0);
    feed.inbox.shortcuts = true;
    await waitUntil(() => queryAll(feed.inbox, '.panel-menu-button').length === 1);
    const list = queryOne(feed.inbox, '.list');
    list.tabIndex = 0;
    list.focus();
    await press('j', 'k', 'e', 'u', 'x');
    expect(undoText(feed.inbox)).to.be.null;
  });

  it('stops when it is turned off', async () => {
    const feed = await renderWithShortcuts(2);
    await press('?');
    expect(sheet(feed)?.open).to.be.true;
    feed.inbox.shortcuts = false;
    await nextFrames();
    expect(sheet(feed)).to.be.undefined;
    articles(feed.inbox)[0]!.focus();
    await press('e');
    expect(articles(feed.inbox)).to.have.length(2);
    expect(articles(feed.inbox)[0]!.ariaKeyShortcuts).to.be.null;
  });
});

describe('<nudge-inbox selectable shortcuts>', () => {
  it('selects by X, a range by Shift+X, and ends by Escape', async () => {
    const feed = await renderWithShortcuts(5, undefined, { selectable: true });
    await press('x', 'j', 'j', 'X');
    // Capitals come with Caps Lock, too.
    expect(selected(feed)).to.deep.equal([0, 2]);
    await press('j');
    await pressWithModifier('Shift', 'x');
    await nextFrames();
    expect(selected(feed)).to.deep.equal([0, 2, 3]);
    await press('k', 'x');
    expect(selected(feed)).to.deep.equal([0, 3]);
    await press('Escape');
    expect(selected(feed)).to.deep.equal([]);
  });

  it('acts on the selection by U and E, with one undo for all', async () => {
    const feed = await renderWithShortcuts(5, undefined, { selectable: true });
    const reads = recordEvents(document.body, 'nudge-read-change');
    await press('x', 'j', 'j', 'x', 'u');
    expect(reads.map(({ detail }) => detail)).to.deep.equal([
      { ids: [feed.ids[0], feed.ids[2]], isRead: true },
    ]);
    await press('e');
    expect(cardTitles(feed.inbox)).to.deep.equal([1, 3, 4].map((index) => `Unread: Title ${index}`));
    expect(undoText(feed.inbox)).to.equal('2 dismissed Undo');
    expect(deepActiveElement()?.getAttribute('data-id'), 'the next one has the focus').to.equal(feed.ids[3]);
    await pressWithModifier('Control', 'z');
    await nextFrames();
    expect(articles(feed.inbox)).to.have.length(5);
  });

  it('works on a checkbox, too', async () => {
    const feed = await renderWithShortcuts(3, undefined, { selectable: true });
    queryAll(feed.inbox, '.feed > [role=article] > input')[0]!.focus();
    await press(' ', 'j', 'x');
    expect(selected(feed)).to.deep.equal([0, 1]);
  });
});

describe('The list of shortcuts', () => {
  it('opens by a question mark, and closes by Escape with the focus where it was', async () => {
    const feed = await renderWithShortcuts(3);
    await press('j', '?');
    expect(sheet(feed)?.matches(':modal')).to.be.true;
    expect(sheetLines(feed)).to.deep.equal([
      'J K Next or previous',
      'E Dismiss',
      'U Mark as read / Mark as unread',
      '? Keyboard shortcuts',
    ]);
    await press('e', 'Escape');
    expect(sheet(feed)).to.be.undefined;
    expect(focusedIndex(feed)).to.equal(1);
    expect(articles(feed.inbox), 'no shortcut works in it').to.have.length(3);
  });

  it('has those of a selection, and closes by its button', async () => {
    const feed = await renderWithShortcuts(3, undefined, { selectable: true });
    await press('x', '?');
    expect(sheetLines(feed)).to.include.members(['X Select', 'Shift X Select a range', 'Esc Cancel']);
    expect(visibleText(deepActiveElement()!)).to.equal('Keyboard shortcuts');
    await press('Tab', 'Enter');
    expect(sheet(feed)).to.be.undefined;
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
    await waitUntil(() => sheet(feed)?.open, 'the list of shortcuts is open');
    sheet(feed)!.click();
    await nextFrames();
    expect(sheet(feed)).to.be.undefined;
    expect(deepActiveElement() === queryOne(feed.inbox, '.panel-menu-button')).to.be.true;
  });

  for (const [mode, [scheme, direction]] of Object.entries({
    light: ['light', 'ltr'],
    dark: ['dark', 'ltr'],
    'right-to-left': ['light', 'rtl'],
  } as const))
    it(`is accessible in ${mode} mode, within a small window`, async () => {
      await emulateColorScheme(scheme);
      setPageAttribute('dir', direction);
      addHostStyle(`html { ${followColorScheme()}; background: Canvas }`);
      const feed = await renderWithShortcuts(2, undefined, { selectable: true });
      await press('?');
      await expect(feed.inbox).to.be.accessible();
      const { left, right, top, bottom } = sheet(feed)!.getBoundingClientRect();
      expect(left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight).to.be.true;
      await emulateColorScheme();
    });

  it('closes when the inbox is hidden', async () => {
    const feed = await renderWithShortcuts(2);
    await press('?');
    feed.inbox.hidden = true;
    await waitUntil(() => !sheet(feed), 'it is closed');
  });
});
