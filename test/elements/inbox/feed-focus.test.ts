import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import { accessibilityTree, emulateColorScheme, followColorScheme, selectedText } from '../engine.js';
import {
  addHostStyle,
  cards,
  clickOn,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  nextFrames,
  preventNavigation,
  queryAll,
  queryOne,
  recordEvents,
  renderInbox,
  setPageAttribute,
  visibleText,
} from '../support.js';
import {
  articleNames,
  articles,
  listElement,
  movePointerAway,
  renderFeed,
  scrollListTo,
  type Feed,
  pressWithModifier,
} from './feed-support.js';

/** Returns the index of the focused article, or -1. */
const focusedIndex = ({ inbox }: Feed): number =>
  articles(inbox).findIndex((article) => article === deepActiveElement());
const withLink = (index: number): object => ({
  payload: { title: `Title ${index}`, itemRedirect: `/orders/${index}` },
});

describe('<nudge-inbox> feed', () => {
  it('contains articles with a name and a position in the set', async () => {
    const { inbox, session, ids } = await renderFeed(3, (index) => ({ isRead: index === 1 }));
    expect(queryOne(inbox, '[role=feed]').ariaLabel).to.equal('Notifications');
    expect(articleNames(inbox)).to.deep.equal(['Unread: Title 0', 'Title 1', 'Unread: Title 2']);
    const positions = (): (string | null)[] =>
      articles(inbox).map(({ ariaPosInSet, ariaSetSize }) => `${ariaPosInSet} of ${ariaSetSize}`);
    expect(positions()).to.deep.equal(['1 of 3', '2 of 3', '3 of 3']);
    session.notifications.markRead([ids[0]!]);
    session.notifications.dismiss([ids[1]!]);
    await nextFrames();
    expect(articleNames(inbox)).to.deep.equal(['Title 0', 'Unread: Title 2']);
    expect(positions()).to.deep.equal(['1 of 2', '2 of 2']);
  });

  it('has an unknown set size until the last page is loaded', async () => {
    let respond: (page: { references: { id: string }[] }) => void = () => undefined;
    const source = {
      load: ({ cursor }: { cursor?: string }) =>
        cursor === undefined
          ? Promise.resolve({ references: [{ id: 'a' }], nextCursor: 'more' })
          : new Promise<{ references: { id: string }[] }>((resolve) => (respond = resolve)),
    };
    const inbox = await renderInbox(createTestSession(createEmptySandbox(), { source }));
    await nextFrames();
    expect(articles(inbox).map(({ ariaSetSize }) => ariaSetSize)).to.deep.equal(['-1']);
    respond({ references: [{ id: 'b' }] });
    await nextFrames();
    expect(articles(inbox).map(({ ariaSetSize }) => ariaSetSize)).to.deep.equal(['2', '2']);
  });

  it('names an unread article with the singular message', async () => {
    const { inbox } = await renderFeed(1);
    inbox.messages = { unread: 'Unread ones', unreadItem: 'Unread one' };
    await nextFrames();
    expect(articleNames(inbox)).to.deep.equal(['Unread one: Title 0']);
    expect(visibleText(queryAll(inbox, '.filter')[1]!)).to.equal('Unread ones 1');
  });

  it('names an article whose record could not be loaded', async () => {
    const sandbox = createEmptySandbox();
    const source = { load: () => Promise.resolve({ references: [{ id: 'nobody-knows' }] }) };
    const inbox = await renderInbox(createTestSession(sandbox, { source }));
    expect(articleNames(inbox)).to.deep.equal(['Notification']);
    await expect(inbox).to.be.accessible();
  });

  it('is exposed as a feed in the accessibility tree', async () => {
    await renderFeed(2, (index) => ({ isRead: index === 1 }));
    const nodes = (await accessibilityTree()).map(({ role, name }) => `${role}: ${name}`);
    for (const expected of [
      'heading: Notifications',
      'button: Mark all as read',
      'button: All',
      'button: Unread 1',
      'article: Unread: Title 0',
      'button: Mark as read',
      'button: Dismiss',
      'article: Title 1',
      'button: Mark as unread',
    ])
      expect(nodes, JSON.stringify(nodes)).to.include(expected);
    expect(nodes.filter((line) => line.startsWith('article'))).to.have.length(2);
  });
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

  for (const direction of ['ltr', 'rtl']) {
    it(`ignores horizontal arrows and keys with modifiers in ${direction}`, async () => {
      setPageAttribute('dir', direction);
      const feed = await renderFeed(3);
      articles(feed.inbox)[1]!.focus();
      for (const key of ['ArrowLeft', 'ArrowRight']) {
        await sendKeys({ press: key });
        expect(focusedIndex(feed), key).to.equal(1);
      }
      for (const [modifier, key] of [
        ['Control', 'ArrowDown'],
        ['Alt', 'ArrowUp'],
        ['Control', 'Home'],
      ] as const) {
        await pressWithModifier(modifier, key);
        expect(focusedIndex(feed), `${modifier}+${key}`).to.equal(1);
      }
    });
  }

  it('moves on from a control inside a card', async () => {
    const feed = await renderFeed(3);
    queryOne(cards(feed.inbox)[1]!, '.tools button:first-child').focus();
    await sendKeys({ press: 'ArrowDown' });
    expect(focusedIndex(feed)).to.equal(2);
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
    expect(controls).not.to.have.length(0);
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
    await nextFrames();
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

  it('follows the link of an article on Enter and marks it as read', async () => {
    const { followedUrls } = preventNavigation();
    const feed = await renderFeed(2, withLink);
    const navigations = recordEvents(feed.inbox, 'nudge-navigate');
    articles(feed.inbox)[1]!.focus();
    await sendKeys({ press: 'Enter' });
    await nextFrames();
    expect(followedUrls.map((url) => new URL(url).pathname)).to.deep.equal(['/orders/1']);
    expect(navigations.map(({ detail }) => [detail.origin, detail.id])).to.deep.equal([
      ['item', feed.ids[1]],
    ]);
    expect(articleNames(feed.inbox)).to.deep.equal(['Unread: Title 0', 'Title 1']);
    expect(focusedIndex(feed)).to.equal(1);
  });

  it('opens the whole text of an article without a link on Enter and marks it as read', async () => {
    const body = 'A long text that does not fit into three lines of a card. '.repeat(20);
    const feed = await renderFeed(2, (index) => ({ payload: { title: `Title ${index}`, body } }));
    const selects = recordEvents(document, 'nudge-select');
    articles(feed.inbox)[1]!.focus();
    await sendKeys({ press: 'Enter' });
    await nextFrames();
    expect(selects.map(({ detail }) => detail.id)).to.deep.equal([feed.ids[1]]);
    expect(articleNames(feed.inbox)).to.deep.equal(['Unread: Title 0', 'Title 1']);
    const text = queryOne(cards(feed.inbox)[1]!, '.body');
    expect(text.clientHeight).to.equal(text.scrollHeight);
    expect(focusedIndex(feed)).to.equal(1);
  });

  it('changes nothing on Enter if the page cancels nudge-select', async () => {
    const { followedUrls } = preventNavigation();
    const feed = await renderFeed(2, withLink);
    feed.inbox.addEventListener('nudge-select', (event) => event.preventDefault());
    articles(feed.inbox)[0]!.focus();
    await sendKeys({ press: 'Enter' });
    await nextFrames();
    expect(followedUrls).to.deep.equal([]);
    expect(articleNames(feed.inbox)[0]).to.equal('Unread: Title 0');
  });

  it('does not follow a cancelled link, and Enter on a control activates only the control', async () => {
    const { followedUrls } = preventNavigation();
    const feed = await renderFeed(2, withLink);
    const navigations = recordEvents(feed.inbox, 'nudge-navigate');
    feed.inbox.addEventListener('nudge-navigate', (event) => event.preventDefault());
    articles(feed.inbox)[0]!.focus();
    await sendKeys({ press: 'Enter' });
    expect([navigations.length, followedUrls]).to.deep.equal([1, []]);
    queryOne(cards(feed.inbox)[1]!, '.tools button:first-child').focus();
    await sendKeys({ press: 'Enter' });
    await nextFrames();
    expect(navigations).to.have.length(1);
    expect(articleNames(feed.inbox)[1]).to.equal('Title 1');
  });

  it('leaves keys in an input of a custom card alone and moves on from its other elements', async () => {
    const feed = await renderFeed(3);
    feed.inbox.renderNotification = ({ id }) => {
      const customCard = document.createElement('div');
      customCard.innerHTML = '<input value="abc"><div role="article" class="end"><button>Own</button></div>';
      customCard.querySelector('input')!.ariaLabel = id;
      return customCard;
    };
    await nextFrames();
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

  it('leaves the focus on a focusable element of a custom card', async () => {
    const feed = await renderFeed(2);
    feed.inbox.renderNotification = () => {
      const customCard = document.createElement('div');
      customCard.tabIndex = 0;
      return customCard;
    };
    await nextFrames();
    const customCard = feed.inbox.querySelector<HTMLElement>('[tabindex]');
    customCard!.focus();
    expect(deepActiveElement() === customCard).to.be.true;
  });
});

describe('<nudge-inbox> focus', () => {
  it('stays on its article when others are added, removed or reordered', async () => {
    const feed = await renderFeed(5);
    const { inbox, session, ids } = feed;
    const article = articles(inbox)[3]!;
    article.focus();
    session.notifications.dismiss([ids[0]!]);
    await nextFrames();
    expect(deepActiveElement() === article).to.be.true;
    session.notifications.setHostIds([ids[4]!, ids[3]!, ids[2]!, ids[1]!]);
    await nextFrames();
    expect(articleNames(inbox)[1]).to.equal('Unread: Title 3');
    expect(deepActiveElement() === article, 'in another order').to.be.true;
  });

  for (const [position, index, expectedIndex] of [
    ['the first article', 0, 0],
    ['a middle article', 1, 1],
    ['the last article', 2, 1],
  ] as const) {
    it(`moves to a neighbour when ${position} is removed`, async () => {
      const feed = await renderFeed(3);
      articles(feed.inbox)[index]!.focus();
      feed.session.notifications.dismiss([feed.ids[index]!]);
      await nextFrames();
      expect(focusedIndex(feed)).to.equal(expectedIndex);
    });
  }

  it('moves to the heading after the last article and stays put outside the feed', async () => {
    const feed = await renderFeed(2);
    articles(feed.inbox)[1]!.focus();
    feed.session.notifications.dismiss(feed.ids);
    await nextFrames();
    expect(deepActiveElement() === queryOne(feed.inbox, 'h2')).to.be.true;
    const other = await renderFeed(2);
    const field = await fixture<HTMLElement>(html`<input aria-label="Field" />`);
    field.focus();
    other.session.notifications.dismiss([other.ids[0]!]);
    await nextFrames();
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
    const inbox = await renderInbox(createTestSession(sandbox, { ids: [id], fetch: delayedFetch }));
    expect(articleNames(inbox)).to.deep.equal(['Loading notifications…']);
    articles(inbox)[0]!.focus();
    respond!();
    await nextFrames();
    expect(articleNames(inbox)).to.deep.equal(['Unread: Late']);
    expect(deepActiveElement() === articles(inbox)[0]).to.be.true;
    await sendKeys({ press: 'Tab' });
    expect(cards(inbox)[0]!.matches(':focus-within'), 'its controls are reachable').to.be.true;
  });
});

const modes = { light: ['light', 'ltr'], dark: ['dark', 'ltr'], 'right-to-left': ['light', 'rtl'] } as const;
const states: Record<string, (inbox: NudgeInbox, feed: Feed) => unknown> = {
  'the unread filter': (inbox) => (inbox.filter = 'unread'),
  'pending arrivals': async (inbox, { session, sandbox }) => {
    await scrollListTo(inbox, 100);
    session.notifications.add([sandbox.addNotification({ payload: { title: 'New' } }).id]);
  },
  'an Undo message': (inbox) => queryOne(cards(inbox)[0]!, '.tools button:last-child').click(),
  'a tag filter': (inbox) => queryOne(cards(inbox)[0]!, 'button.tag').click(),
  'a focused article': (inbox) => articles(inbox)[1]!.focus(),
};

for (const [mode, [scheme, direction]] of Object.entries(modes)) {
  describe(`<nudge-inbox> feed in ${mode} mode`, () => {
    before(() => emulateColorScheme(scheme));
    after(() => emulateColorScheme());
    for (const [state, prepare] of Object.entries(states)) {
      it(`is accessible with ${state}`, async function () {
        this.timeout(10_000);
        setPageAttribute('dir', direction);
        addHostStyle(`html { ${followColorScheme()}; background: Canvas }`);
        const feed = await renderFeed(
          5,
          (index) => ({ payload: { title: `Title ${index}`, tags: [{ tagName: 'Orders' }] } }),
          { height: 300 },
        );
        await prepare(feed.inbox, feed);
        await nextFrames();
        await expect(feed.inbox).to.be.accessible();
      });
    }
  });
}
