import { expect, fixture, html } from '@open-wc/testing';
import { a11ySnapshot, sendKeys } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import {
  addHostStyle,
  cards,
  clickOn,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  emulateColorScheme,
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
} from './feed-support.js';

/** Which of the articles has the focus itself, from 0 on; -1 for none. */
const at = ({ inbox }: Feed): number =>
  articles(inbox).findIndex((article) => article === deepActiveElement());
const linked = (index: number): object => ({
  payload: { title: `Title ${index}`, itemRedirect: `/orders/${index}` },
});

async function pressWith(held: string, key: string): Promise<void> {
  await sendKeys({ down: held });
  await sendKeys({ press: key });
  await sendKeys({ up: held });
}

describe('the feed of a nudge-inbox', () => {
  it('is one of articles, each with its name and its place among all', async () => {
    const { inbox, session, ids } = await renderFeed(3, (index) => ({ isRead: index === 1 }));
    expect(queryOne(inbox, '[role=feed]').ariaLabel).to.equal('Notifications');
    expect(articleNames(inbox)).to.deep.equal(['Unread: Title 0', 'Title 1', 'Unread: Title 2']);
    const places = (): (string | null)[] =>
      articles(inbox).map(({ ariaPosInSet, ariaSetSize }) => `${ariaPosInSet} of ${ariaSetSize}`);
    expect(places()).to.deep.equal(['1 of 3', '2 of 3', '3 of 3']);
    session.notifications.markRead([ids[0]!]);
    session.notifications.dismiss([ids[1]!]);
    await nextFrames();
    expect(articleNames(inbox)).to.deep.equal(['Title 0', 'Unread: Title 2']);
    expect(places()).to.deep.equal(['1 of 2', '2 of 2']);
  });

  it('says that nobody knows how many there are while pages wait, and how many once all are there', async () => {
    let answer: (page: { references: { id: string }[] }) => void = () => undefined;
    const source = {
      load: ({ cursor }: { cursor?: string }) =>
        cursor === undefined
          ? Promise.resolve({ references: [{ id: 'a' }], nextCursor: 'more' })
          : new Promise<{ references: { id: string }[] }>((resolve) => (answer = resolve)),
    };
    const inbox = await renderInbox(createTestSession(createEmptySandbox(), { source }));
    await nextFrames();
    expect(articles(inbox).map(({ ariaSetSize }) => ariaSetSize)).to.deep.equal(['-1']);
    answer({ references: [{ id: 'b' }] });
    await nextFrames();
    expect(articles(inbox).map(({ ariaSetSize }) => ariaSetSize)).to.deep.equal(['2', '2']);
  });

  it('says of one that it is unread in the words for one', async () => {
    const { inbox } = await renderFeed(1);
    inbox.messages = { unread: 'Unread ones', unreadItem: 'Unread one' };
    await nextFrames();
    expect(articleNames(inbox)).to.deep.equal(['Unread one: Title 0']);
    expect(visibleText(queryAll(inbox, '.filter')[1]!)).to.equal('Unread ones 1');
  });

  it('names what is on its way, and what could not be loaded', async () => {
    const sandbox = createEmptySandbox();
    const source = { load: () => Promise.resolve({ references: [{ id: 'nobody-knows' }] }) };
    const inbox = await renderInbox(createTestSession(sandbox, { source }));
    expect(articleNames(inbox)).to.deep.equal(['Notification']);
    await expect(inbox).to.be.accessible();
  });

  it('is read as a feed by assistive technology', async () => {
    await renderFeed(2, (index) => ({ isRead: index === 1 }));
    interface Node {
      role: string;
      name?: string;
      children?: Node[];
    }
    const snapshot: (options: object) => Promise<unknown> = a11ySnapshot;
    const tree = (await snapshot({})) as Node;
    const flat = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(flat)];
    const told = flat(tree).map(({ role, name }) => `${role}: ${name ?? ''}`);
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
      expect(told, JSON.stringify(told)).to.include(expected);
    expect(told.filter((line) => line.startsWith('article'))).to.have.length(2);
  });
});

describe('the keys of the feed', () => {
  it('move the focus from article to article, and stop at the ends', async () => {
    const feed = await renderFeed(8);
    await movePointerAway();
    articles(feed.inbox)[0]!.focus();
    for (const [key, place] of [
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
      expect(at(feed), key).to.equal(place);
      const { top, bottom } = articles(feed.inbox)[place]!.getBoundingClientRect();
      const frame = listElement(feed.inbox).getBoundingClientRect();
      expect(bottom > frame.top && top < frame.bottom, `${key} brings it into sight`).to.be.true;
    }
  });

  for (const direction of ['ltr', 'rtl']) {
    it(`are not those to the sides, nor with Ctrl, ${direction}`, async () => {
      setPageAttribute('dir', direction);
      const feed = await renderFeed(3);
      articles(feed.inbox)[1]!.focus();
      for (const key of ['ArrowLeft', 'ArrowRight']) {
        await sendKeys({ press: key });
        expect(at(feed), key).to.equal(1);
      }
      for (const [held, key] of [
        ['Control', 'ArrowDown'],
        ['Alt', 'ArrowUp'],
        ['Control', 'Home'],
      ] as const) {
        await pressWith(held, key);
        expect(at(feed), `${held}+${key}`).to.equal(1);
      }
    });
  }

  it('move on from a control within a card', async () => {
    const feed = await renderFeed(3);
    queryOne(cards(feed.inbox)[1]!, '.tools button:first-child').focus();
    await sendKeys({ press: 'ArrowDown' });
    expect(at(feed)).to.equal(2);
  });

  it('come back by Tab to the article at hand, go through what is on it, and on', async () => {
    const feed = await renderFeed(5, linked);
    const { inbox } = feed;
    articles(inbox)[0]!.focus();
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'ArrowDown' });
    const after = document.createElement('button');
    after.textContent = 'After';
    inbox.after(after);
    queryAll(inbox, '.filter').at(-1)!.focus();
    await sendKeys({ press: 'Tab' });
    if (deepActiveElement() === listElement(inbox)) await sendKeys({ press: 'Tab' });
    expect(at(feed)).to.equal(2);
    for (const control of queryAll(cards(inbox)[2]!, 'a, button')) {
      await sendKeys({ press: 'Tab' });
      expect(deepActiveElement() === control, control.outerHTML).to.be.true;
    }
    await sendKeys({ press: 'Tab' });
    expect(deepActiveElement() === after).to.be.true;
    await pressWith('Shift', 'Tab');
    expect(cards(inbox)[2]!.matches(':focus-within'), 'back into the same').to.be.true;
  });

  it('begin where the reader has pressed', async () => {
    const feed = await renderFeed(5);
    await clickOn(queryOne(cards(feed.inbox)[1]!, '.title'));
    await sendKeys({ press: 'ArrowDown' });
    expect(at(feed)).to.equal(2);
    await clickOn(queryOne(cards(feed.inbox)[0]!, '.tools button:first-child'));
    await nextFrames();
    expect(deepActiveElement() === queryOne(cards(feed.inbox)[0]!, '.tools button:first-child')).to.be.true;
    await sendKeys({ press: 'Tab' });
    expect(deepActiveElement() === queryOne(cards(feed.inbox)[0]!, '.tools button:last-child')).to.be.true;
    await sendKeys({ press: 'ArrowDown' });
    expect(at(feed)).to.equal(1);
  });

  it('open by Enter what the article leads to, which is read then', async () => {
    const { followedUrls } = preventNavigation();
    const feed = await renderFeed(2, linked);
    const navigations = recordEvents(feed.inbox, 'nudge-navigate');
    articles(feed.inbox)[1]!.focus();
    await sendKeys({ press: 'Enter' });
    await nextFrames();
    expect(followedUrls.map((url) => new URL(url).pathname)).to.deep.equal(['/orders/1']);
    expect(navigations.map(({ detail }) => [detail.origin, detail.id])).to.deep.equal([
      ['item', feed.ids[1]],
    ]);
    expect(articleNames(feed.inbox)).to.deep.equal(['Unread: Title 0', 'Title 1']);
    expect(at(feed)).to.equal(1);
  });

  it('leave it to the page where the page goes there itself, and do one thing in a card', async () => {
    const { followedUrls } = preventNavigation();
    const feed = await renderFeed(2, linked);
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

  it('stay what they are in a field of the page’s own card, and move on from all else of it', async () => {
    const feed = await renderFeed(3);
    feed.inbox.renderNotification = ({ id }) => {
      const own = document.createElement('div');
      own.innerHTML = '<input value="abc"><div role="article" class="end"><button>Own</button></div>';
      own.querySelector('input')!.ariaLabel = id;
      return own;
    };
    await nextFrames();
    const [field] = queryAll<HTMLInputElement>(feed.inbox, '.feed input');
    field!.focus();
    field!.setSelectionRange(3, 3);
    for (const key of ['Home', 'Delete', 'ArrowDown', 'End', 'Enter']) {
      if (key === 'Delete') field!.setSelectionRange(0, 0);
      await sendKeys({ press: key });
      expect(deepActiveElement() === field, key).to.be.true;
    }
    expect(field!.value).to.equal('bc');
    expect(articles(feed.inbox)).to.have.length(3);
    queryAll(feed.inbox, '.feed button')[0]!.focus();
    await sendKeys({ press: 'ArrowDown' });
    expect(at(feed), 'rows are rows, whatever is in them').to.equal(1);
    await sendKeys({ press: 'ArrowUp' });
    expect(at(feed)).to.equal(0);
  });

  it('leave an own card that takes the focus itself alone', async () => {
    const feed = await renderFeed(2);
    feed.inbox.renderNotification = () => {
      const own = document.createElement('div');
      own.tabIndex = 0;
      return own;
    };
    await nextFrames();
    const [own] = queryAll(feed.inbox, '.feed [tabindex="0"]:not([role])');
    own!.focus();
    expect(deepActiveElement() === own).to.be.true;
  });
});

describe('the focus in the feed', () => {
  it('stays with its article as others come, go and change their order', async () => {
    const feed = await renderFeed(5);
    const { inbox, session, ids } = feed;
    const article = articles(inbox)[3]!;
    article.focus();
    session.notifications.dismiss([ids[0]!]);
    await nextFrames();
    expect(deepActiveElement() === article).to.be.true;
    session.notifications.setIds([ids[4]!, ids[3]!, ids[2]!, ids[1]!]);
    await nextFrames();
    expect(articleNames(inbox)[1]).to.equal('Unread: Title 3');
    expect(deepActiveElement() === article, 'in another order').to.be.true;
  });

  for (const [what, index, next] of [
    ['the first', 0, 0],
    ['one in the middle', 1, 1],
    ['the last', 2, 1],
  ] as const) {
    it(`goes on to the next as ${what} is taken away`, async () => {
      const feed = await renderFeed(3);
      articles(feed.inbox)[index]!.focus();
      feed.session.notifications.dismiss([feed.ids[index]!]);
      await nextFrames();
      expect(at(feed)).to.equal(next);
    });
  }

  it('is on the heading where nothing is left, and nobody’s where it was elsewhere', async () => {
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

  it('is where it was as an article that was on its way is loaded', async () => {
    const sandbox = createEmptySandbox();
    let answer: (() => void) | undefined;
    const held: typeof fetch = async (...request) => {
      await new Promise<void>((resolve) => (answer = resolve));
      return sandbox.fetch(...request);
    };
    const { id } = sandbox.addNotification({ payload: { title: 'Late' } });
    const inbox = await renderInbox(createTestSession(sandbox, { ids: [id], fetch: held }));
    expect(articleNames(inbox)).to.deep.equal(['Loading notifications…']);
    articles(inbox)[0]!.focus();
    answer!();
    await nextFrames();
    expect(articleNames(inbox)).to.deep.equal(['Unread: Late']);
    expect(deepActiveElement() === articles(inbox)[0]).to.be.true;
    await sendKeys({ press: 'Tab' });
    expect(cards(inbox)[0]!.matches(':focus-within'), 'what is on it is reached').to.be.true;
  });
});

const looks = { light: ['light', 'ltr'], dark: ['dark', 'ltr'], 'right-to-left': ['light', 'rtl'] } as const;
const states: Record<string, (inbox: NudgeInbox, feed: Feed) => unknown> = {
  'the unread': (inbox) => (inbox.filter = 'unread'),
  'what waits': async (inbox, { session, sandbox }) => {
    await scrollListTo(inbox, 100);
    session.notifications.add([sandbox.addNotification({ payload: { title: 'New' } }).id]);
  },
  'a line to undo': (inbox) => queryOne(cards(inbox)[0]!, '.tools button:last-child').click(),
  'a tag chosen': (inbox) => queryOne(cards(inbox)[0]!, 'button.tag').click(),
  'a focused article': (inbox) => articles(inbox)[1]!.focus(),
};

for (const [look, [scheme, direction]] of Object.entries(looks)) {
  describe(`what axe finds in a feed, ${look}`, () => {
    before(() => emulateColorScheme(scheme));
    after(() => emulateColorScheme());
    for (const [state, act] of Object.entries(states)) {
      it(`is nothing with ${state}`, async function () {
        this.timeout(10_000);
        setPageAttribute('dir', direction);
        addHostStyle('html { color-scheme: light dark; background: Canvas }');
        const feed = await renderFeed(
          5,
          (index) => ({ payload: { title: `Title ${index}`, tags: [{ tagName: 'Orders' }] } }),
          { height: 300 },
        );
        await act(feed.inbox, feed);
        await nextFrames();
        await expect(feed.inbox).to.be.accessible();
      });
    }
  });
}
