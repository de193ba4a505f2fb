import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { selectedText } from '../engine.js';
import {
  cards,
  clickOn,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  expectEventually,
  preventNavigation,
  queryAll,
  queryOne,
  visibleText,
  waitUntil,
} from '../support.js';
import {
  articleNames,
  articles,
  listElement,
  movePointerAway,
  pressWithModifier,
  renderFeed,
  renderLoadingInbox,
  type Feed,
} from './feed-support.js';

/** Returns the index of the focused article, or -1. */
const focusedIndex = ({ inbox }: Feed): number =>
  articles(inbox).findIndex((article) => article === deepActiveElement());
const withLink = (index: number): object => ({
  payload: { title: `Title ${index}`, itemRedirect: `/orders/${index}` },
});

describe('<nudge-inbox> keyboard navigation', () => {
  it('moves the focus between articles and stops at both ends', async () => {
    const feed = await renderFeed(8);
    await movePointerAway();
    articles(feed.inbox)[0]!.focus();
    for (const [key, expectedIndex] of [
      ['ArrowUp', 0],
      ['ArrowDown', 1],
      ['PageDown', 2],
      ['ArrowDown', 3],
      ['PageUp', 2],
      ['ArrowUp', 1],
      ['End', 7],
      ['ArrowDown', 7],
      ['Home', 0],
    ] as const) {
      await sendKeys({ press: key });
      expect(focusedIndex(feed), key).to.equal(expectedIndex);
      const { top, bottom } = articles(feed.inbox)[expectedIndex]!.getBoundingClientRect();
      const viewport = listElement(feed.inbox).getBoundingClientRect();
      expect(bottom > viewport.top && top < viewport.bottom, `${key} scrolls it into view`).to.be.true;
    }
  });

  it('moves the focus on when the focused notification, a pinned one, expires', async () => {
    const feed = await renderFeed(3);
    const { inbox, session, ids } = feed;
    await movePointerAway();
    session.notifications.add([{ id: ids[2]!, isPinned: true }]);
    await expectEventually(() => articleNames(inbox)[0], 'Unread: Title 2');
    articles(inbox)[0]!.focus();
    session.notifications.add([{ id: ids[2]!, expiresDate: '2000-01-01T00:00:00Z' }]);
    await expectEventually(() => articleNames(inbox), ['Unread: Title 0', 'Unread: Title 1']);
    expect(focusedIndex(feed)).to.equal(0);
  });

  it('ignores horizontal arrows and keys with modifiers', async () => {
    const feed = await renderFeed(3);
    articles(feed.inbox)[1]!.focus();
    for (const key of ['ArrowLeft', 'ArrowRight']) {
      await sendKeys({ press: key });
      expect(focusedIndex(feed), key).to.equal(1);
    }
    for (const [modifier, key] of [
      ['Control', 'ArrowDown'],
      ['Alt', 'ArrowUp'],
    ] as const) {
      await pressWithModifier(modifier, key);
      expect(focusedIndex(feed), `${modifier}+${key}`).to.equal(1);
    }
  });

  it('returns to the current article by Tab, then visits its controls except the title and leaves the feed', async () => {
    const feed = await renderFeed(5, withLink);
    const { inbox } = feed;
    articles(inbox)[0]!.focus();
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'ArrowDown' });
    const after = document.createElement('button');
    after.textContent = 'After';
    inbox.after(after);
    queryAll(inbox, '.filters button').at(-1)!.focus();
    await sendKeys({ press: 'Tab' });
    if (deepActiveElement() === listElement(inbox)) await sendKeys({ press: 'Tab' });
    expect(focusedIndex(feed)).to.equal(2);
    const controls = queryAll(cards(inbox)[2]!, ':is(a, button):not(.item-link, .item-button)').filter(
      (control) => control.checkVisibility(),
    );
    expect(controls).to.have.length(2);
    for (const control of controls) {
      await sendKeys({ press: 'Tab' });
      expect(deepActiveElement() === control, control.outerHTML).to.be.true;
    }
    await sendKeys({ press: 'Tab' });
    expect(deepActiveElement() === after).to.be.true;
    await pressWithModifier('Shift', 'Tab');
    expect(cards(inbox)[2]!.matches(':focus-within'), 'back into the same article').to.be.true;
  });

  it('starts at the article that was clicked', async () => {
    const feed = await renderFeed(5);
    await clickOn(queryOne(cards(feed.inbox)[1]!, '.title'));
    await sendKeys({ press: 'ArrowDown' });
    expect(focusedIndex(feed)).to.equal(2);
    await clickOn(queryOne(cards(feed.inbox)[0]!, '.tools button:first-child'));
    expect(deepActiveElement() === queryOne(cards(feed.inbox)[0]!, '.tools button:first-child')).to.be.true;
    await sendKeys({ press: 'Tab' });
    expect(deepActiveElement() === queryOne(cards(feed.inbox)[0]!, '.tools button:last-child')).to.be.true;
    await sendKeys({ press: 'ArrowDown' });
    expect(focusedIndex(feed)).to.equal(1);
  });

  it('lets the text of any card be selected, and focuses its article afterwards', async () => {
    const { followedUrls } = preventNavigation();
    const feed = await renderFeed(3, (index) => ({
      payload: { title: `Title ${index}`, body: 'Some text', itemRedirect: `/orders/${index}` },
    }));
    const card = cards(feed.inbox)[1]!;
    const { left, top, height } = queryOne(card, '.body').getBoundingClientRect();
    const middle = Math.round(top + height / 2);
    await sendMouse({ type: 'move', position: [Math.round(left + 1), middle] });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: [Math.round(left + 50), middle] });
    await sendMouse({ type: 'up' });
    expect(selectedText(feed.inbox.shadowRoot!, card.shadowRoot!)).to.match(/^Some/);
    expect(followedUrls).to.deep.equal([]);
    expect(focusedIndex(feed)).to.equal(1);
    getSelection()?.removeAllRanges();
    await movePointerAway();
  });

  it('presses the card on Enter, with or without a link', async () => {
    const { followedUrls } = preventNavigation();
    const feed = await renderFeed(2, (index) => (index === 0 ? withLink(0) : {}));
    articles(feed.inbox)[0]!.focus();
    await sendKeys({ press: 'Enter' });
    expect(followedUrls.map((url) => new URL(url).pathname)).to.deep.equal(['/orders/0']);
    await expectEventually(() => articleNames(feed.inbox), ['Title 0', 'Unread: Title 1']);
    articles(feed.inbox)[1]!.focus();
    await sendKeys({ press: 'Enter' });
    await expectEventually(() => articleNames(feed.inbox), ['Title 0', 'Title 1']);
    expect(focusedIndex(feed)).to.equal(1);
  });

  it('presses only the control that has the focus on Enter', async () => {
    const { followedUrls } = preventNavigation();
    const feed = await renderFeed(2, withLink);
    queryOne(cards(feed.inbox)[1]!, '.tools button:first-child').focus();
    await sendKeys({ press: 'Enter' });
    await expectEventually(() => articleNames(feed.inbox), ['Unread: Title 0', 'Title 1']);
    expect(followedUrls).to.deep.equal([]);
  });

  it('leaves keys in an input of a custom card alone and moves on from its other elements', async () => {
    const feed = await renderFeed(3);
    feed.inbox.renderNotification = ({ id }) => {
      const customCard = document.createElement('div');
      customCard.innerHTML = '<input value="abc"><div role="article" class="end"><button>Own</button></div>';
      customCard.querySelector('input')!.ariaLabel = id;
      return customCard;
    };
    await waitUntil(() => feed.inbox.querySelectorAll('input').length === 3, 'a custom card is missing');
    const field = feed.inbox.querySelector('input');
    field!.focus();
    field!.setSelectionRange(3, 3);
    for (const key of ['Home', 'Delete', 'ArrowDown', 'End', 'Enter']) {
      if (key === 'Delete') field!.setSelectionRange(0, 0);
      await sendKeys({ press: key });
      expect(deepActiveElement() === field, key).to.be.true;
    }
    expect(field!.value).to.equal('bc');
    expect(articles(feed.inbox)).to.have.length(3);
    feed.inbox.querySelector('button')!.focus();
    await sendKeys({ press: 'ArrowDown' });
    expect(focusedIndex(feed), 'nested articles and class names do not matter').to.equal(1);
    await sendKeys({ press: 'ArrowUp' });
    expect(focusedIndex(feed)).to.equal(0);
  });
});

describe('<nudge-inbox> focus', () => {
  it('stays on its article when others are added, removed or reordered', async () => {
    const feed = await renderFeed(5);
    const { inbox, session, ids } = feed;
    const article = articles(inbox)[3]!;
    article.focus();
    session.notifications.dismiss([ids[0]!]);
    await waitUntil(() => articles(inbox).length === 4, 'the dismissed article is there');
    expect(deepActiveElement() === article).to.be.true;
    session.notifications.setHostIds([ids[4]!, ids[3]!, ids[2]!, ids[1]!]);
    await expectEventually(() => articleNames(inbox)[1], 'Unread: Title 3');
    expect(deepActiveElement() === article, 'in another order').to.be.true;
  });

  it('moves to the next article when its own is removed, and from the last to the one before', async () => {
    const feed = await renderFeed(3);
    articles(feed.inbox)[1]!.focus();
    feed.session.notifications.dismiss([feed.ids[1]!]);
    await expectEventually(() => articleNames(feed.inbox), ['Unread: Title 0', 'Unread: Title 2']);
    expect(focusedIndex(feed)).to.equal(1);
    feed.session.notifications.dismiss([feed.ids[2]!]);
    await expectEventually(() => articleNames(feed.inbox), ['Unread: Title 0']);
    expect(focusedIndex(feed)).to.equal(0);
  });

  it('moves to the heading after the last article and stays put outside the feed', async () => {
    const feed = await renderFeed(2);
    articles(feed.inbox)[1]!.focus();
    feed.session.notifications.dismiss(feed.ids);
    await waitUntil(() => deepActiveElement() === queryOne(feed.inbox, 'h2'), 'the heading has no focus');
    const other = await renderFeed(2);
    const field = await fixture<HTMLElement>(html`<input aria-label="Field" />`);
    field.focus();
    other.session.notifications.dismiss([other.ids[0]!]);
    await waitUntil(() => articles(other.inbox).length === 1, 'the dismissed article is there');
    expect(deepActiveElement() === field).to.be.true;
  });

  it('stays on an article whose record finishes loading', async () => {
    const sandbox = createEmptySandbox();
    let respond: (() => void) | undefined;
    const delayedFetch: typeof fetch = async (...request) => {
      await new Promise<void>((resolve) => (respond = resolve));
      return sandbox.fetch(...request);
    };
    const { id } = sandbox.addNotification({ payload: { title: 'Late' } });
    const inbox = await renderLoadingInbox(createTestSession(sandbox, { ids: [id], fetch: delayedFetch }));
    await expectEventually(() => articleNames(inbox), ['Loading notifications…']);
    articles(inbox)[0]!.focus();
    await waitUntil(() => respond, 'the record is not requested');
    respond!();
    await expectEventually(() => articleNames(inbox), ['Unread: Late']);
    expect(deepActiveElement() === articles(inbox)[0]).to.be.true;
    await sendKeys({ press: 'Tab' });
    expect(cards(inbox)[0]!.matches(':focus-within'), 'its controls are reachable').to.be.true;
  });
});

describe('The menu of <nudge-inbox>', () => {
  it('can be reached by the keyboard, and returns the focus', async () => {
    const { inbox } = await renderFeed(1);
    inbox.quietMenu = true;
    await inbox.updateComplete;
    const menuName = (): string | null => queryAll(inbox, 'dialog.menu[open]')[0]?.ariaLabel ?? null;
    queryOne(inbox, '.panel-menu-button').focus();
    await sendKeys({ press: 'Enter' });
    await expectEventually(menuName, 'More actions');
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Enter' });
    await expectEventually(menuName, 'Quiet');
    expect(visibleText(deepActiveElement()!)).to.equal('For an hour');
    await sendKeys({ press: 'Escape' });
    await expectEventually(menuName, null);
    expect(deepActiveElement() === queryOne(inbox, '.panel-menu-button')).to.be.true;
  });
});
