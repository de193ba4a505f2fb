import { expect, fixture, html } from '@open-wc/testing';
import { a11ySnapshot, sendKeys } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import {
  all,
  cards,
  emptySandbox,
  focused,
  frames,
  heard,
  hostStyle,
  inboxWith,
  one,
  pageAttribute,
  press,
  seen,
  sessionOf,
  stayHere,
  wish,
} from '../support.js';
import { articles, feedOf, list, names, pointAway, scrollTo, type Feed } from './feed-support.js';

/** Which of the articles has the focus itself, from 0 on; -1 for none. */
const at = ({ inbox }: Feed): number => articles(inbox).findIndex((article) => article === focused());
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
    const { inbox, session, ids } = await feedOf(3, (index) => ({ isRead: index === 1 }));
    expect(one(inbox, '[role=feed]').ariaLabel).to.equal('Notifications');
    expect(names(inbox)).to.deep.equal(['Unread: Title 0', 'Title 1', 'Unread: Title 2']);
    const places = (): (string | null)[] =>
      articles(inbox).map(({ ariaPosInSet, ariaSetSize }) => `${ariaPosInSet} of ${ariaSetSize}`);
    expect(places()).to.deep.equal(['1 of 3', '2 of 3', '3 of 3']);
    session.notifications.markRead([ids[0]!]);
    session.notifications.dismiss([ids[1]!]);
    await frames();
    expect(names(inbox)).to.deep.equal(['Title 0', 'Unread: Title 2']);
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
    const inbox = await inboxWith(sessionOf(emptySandbox(), { source }));
    await frames();
    expect(articles(inbox).map(({ ariaSetSize }) => ariaSetSize)).to.deep.equal(['-1']);
    answer({ references: [{ id: 'b' }] });
    await frames();
    expect(articles(inbox).map(({ ariaSetSize }) => ariaSetSize)).to.deep.equal(['2', '2']);
  });

  it('says of one that it is unread in the words for one', async () => {
    const { inbox } = await feedOf(1);
    inbox.messages = { unread: 'Unread ones', unreadItem: 'Unread one' };
    await frames();
    expect(names(inbox)).to.deep.equal(['Unread one: Title 0']);
    expect(seen(all(inbox, '.filter')[1]!)).to.equal('Unread ones 1');
  });

  it('names what is on its way, and what could not be loaded', async () => {
    const sandbox = emptySandbox();
    const source = { load: () => Promise.resolve({ references: [{ id: 'nobody-knows' }] }) };
    const inbox = await inboxWith(sessionOf(sandbox, { source }));
    expect(names(inbox)).to.deep.equal(['Notification']);
    await expect(inbox).to.be.accessible();
  });

  it('is read as a feed by assistive technology', async () => {
    await feedOf(2, (index) => ({ isRead: index === 1 }));
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
    const feed = await feedOf(8);
    await pointAway();
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
      const frame = list(feed.inbox).getBoundingClientRect();
      expect(bottom > frame.top && top < frame.bottom, `${key} brings it into sight`).to.be.true;
    }
  });

  for (const direction of ['ltr', 'rtl']) {
    it(`are not those to the sides, nor with Ctrl, ${direction}`, async () => {
      pageAttribute('dir', direction);
      const feed = await feedOf(3);
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
    const feed = await feedOf(3);
    one(cards(feed.inbox)[1]!, '.tools button:first-child').focus();
    await sendKeys({ press: 'ArrowDown' });
    expect(at(feed)).to.equal(2);
  });

  it('come back by Tab to the article at hand, go through what is on it, and on', async () => {
    const feed = await feedOf(5, linked);
    const { inbox } = feed;
    articles(inbox)[0]!.focus();
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'ArrowDown' });
    const after = document.createElement('button');
    after.textContent = 'After';
    inbox.after(after);
    all(inbox, '.filter').at(-1)!.focus();
    await sendKeys({ press: 'Tab' });
    if (focused() === list(inbox)) await sendKeys({ press: 'Tab' });
    expect(at(feed)).to.equal(2);
    for (const control of all(cards(inbox)[2]!, 'a, button')) {
      await sendKeys({ press: 'Tab' });
      expect(focused() === control, control.outerHTML).to.be.true;
    }
    await sendKeys({ press: 'Tab' });
    expect(focused() === after).to.be.true;
    await pressWith('Shift', 'Tab');
    expect(cards(inbox)[2]!.matches(':focus-within'), 'back into the same').to.be.true;
  });

  it('begin where the reader has pressed', async () => {
    const feed = await feedOf(5);
    await press(one(cards(feed.inbox)[1]!, '.title'));
    await sendKeys({ press: 'ArrowDown' });
    expect(at(feed)).to.equal(2);
    await press(one(cards(feed.inbox)[0]!, '.tools button:first-child'));
    await frames();
    expect(focused() === one(cards(feed.inbox)[0]!, '.tools button:first-child')).to.be.true;
    await sendKeys({ press: 'Tab' });
    expect(focused() === one(cards(feed.inbox)[0]!, '.tools button:last-child')).to.be.true;
    await sendKeys({ press: 'ArrowDown' });
    expect(at(feed)).to.equal(1);
  });

  it('open by Enter what the article leads to, which is read then', async () => {
    const { followed } = stayHere();
    const feed = await feedOf(2, linked);
    const navigations = heard(feed.inbox, 'nudge-navigate');
    articles(feed.inbox)[1]!.focus();
    await sendKeys({ press: 'Enter' });
    await frames();
    expect(followed.map((url) => new URL(url).pathname)).to.deep.equal(['/orders/1']);
    expect(navigations.map(({ detail }) => [detail.origin, detail.id])).to.deep.equal([
      ['item', feed.ids[1]],
    ]);
    expect(names(feed.inbox)).to.deep.equal(['Unread: Title 0', 'Title 1']);
    expect(at(feed)).to.equal(1);
  });

  it('leave it to the page where the page goes there itself, and do one thing in a card', async () => {
    const { followed } = stayHere();
    const feed = await feedOf(2, linked);
    const navigations = heard(feed.inbox, 'nudge-navigate');
    feed.inbox.addEventListener('nudge-navigate', (event) => event.preventDefault());
    articles(feed.inbox)[0]!.focus();
    await sendKeys({ press: 'Enter' });
    expect([navigations.length, followed]).to.deep.equal([1, []]);
    one(cards(feed.inbox)[1]!, '.tools button:first-child').focus();
    await sendKeys({ press: 'Enter' });
    await frames();
    expect(navigations).to.have.length(1);
    expect(names(feed.inbox)[1]).to.equal('Title 1');
  });

  it('stay what they are in a field of the page’s own card, and move on from all else of it', async () => {
    const feed = await feedOf(3);
    feed.inbox.renderNotification = ({ id }) => {
      const own = document.createElement('div');
      own.innerHTML = '<input value="abc"><div role="article" class="end"><button>Own</button></div>';
      own.querySelector('input')!.ariaLabel = id;
      return own;
    };
    await frames();
    const [field] = all<HTMLInputElement>(feed.inbox, '.feed input');
    field!.focus();
    field!.setSelectionRange(3, 3);
    for (const key of ['Home', 'Delete', 'ArrowDown', 'End', 'Enter']) {
      if (key === 'Delete') field!.setSelectionRange(0, 0);
      await sendKeys({ press: key });
      expect(focused() === field, key).to.be.true;
    }
    expect(field!.value).to.equal('bc');
    expect(articles(feed.inbox)).to.have.length(3);
    all(feed.inbox, '.feed button')[0]!.focus();
    await sendKeys({ press: 'ArrowDown' });
    expect(at(feed), 'rows are rows, whatever is in them').to.equal(1);
    await sendKeys({ press: 'ArrowUp' });
    expect(at(feed)).to.equal(0);
  });

  it('leave an own card that takes the focus itself alone', async () => {
    const feed = await feedOf(2);
    feed.inbox.renderNotification = () => {
      const own = document.createElement('div');
      own.tabIndex = 0;
      return own;
    };
    await frames();
    const [own] = all(feed.inbox, '.feed [tabindex="0"]:not([role])');
    own!.focus();
    expect(focused() === own).to.be.true;
  });
});

describe('the focus in the feed', () => {
  it('stays with its article as others come, go and change their order', async () => {
    const feed = await feedOf(5);
    const { inbox, session, ids } = feed;
    const article = articles(inbox)[3]!;
    article.focus();
    session.notifications.dismiss([ids[0]!]);
    await frames();
    expect(focused() === article).to.be.true;
    session.notifications.setIds([ids[4]!, ids[3]!, ids[2]!, ids[1]!]);
    await frames();
    expect(names(inbox)[1]).to.equal('Unread: Title 3');
    expect(focused() === article, 'in another order').to.be.true;
  });

  for (const [what, index, next] of [
    ['the first', 0, 0],
    ['one in the middle', 1, 1],
    ['the last', 2, 1],
  ] as const) {
    it(`goes on to the next as ${what} is taken away`, async () => {
      const feed = await feedOf(3);
      articles(feed.inbox)[index]!.focus();
      feed.session.notifications.dismiss([feed.ids[index]!]);
      await frames();
      expect(at(feed)).to.equal(next);
    });
  }

  it('is on the heading where nothing is left, and nobody’s where it was elsewhere', async () => {
    const feed = await feedOf(2);
    articles(feed.inbox)[1]!.focus();
    feed.session.notifications.dismiss(feed.ids);
    await frames();
    expect(focused() === one(feed.inbox, 'h2')).to.be.true;
    const other = await feedOf(2);
    const field = await fixture<HTMLElement>(html`<input aria-label="Field" />`);
    field.focus();
    other.session.notifications.dismiss([other.ids[0]!]);
    await frames();
    expect(focused() === field).to.be.true;
  });

  it('is where it was as an article that was on its way is loaded', async () => {
    const sandbox = emptySandbox();
    let answer: (() => void) | undefined;
    const held: typeof fetch = async (...request) => {
      await new Promise<void>((resolve) => (answer = resolve));
      return sandbox.fetch(...request);
    };
    const { id } = sandbox.addNotification({ payload: { title: 'Late' } });
    const inbox = await inboxWith(sessionOf(sandbox, { ids: [id], fetch: held }));
    expect(names(inbox)).to.deep.equal(['Loading notifications…']);
    articles(inbox)[0]!.focus();
    answer!();
    await frames();
    expect(names(inbox)).to.deep.equal(['Unread: Late']);
    expect(focused() === articles(inbox)[0]).to.be.true;
    await sendKeys({ press: 'Tab' });
    expect(cards(inbox)[0]!.matches(':focus-within'), 'what is on it is reached').to.be.true;
  });
});

const looks = { light: ['light', 'ltr'], dark: ['dark', 'ltr'], 'right-to-left': ['light', 'rtl'] } as const;
const states: Record<string, (inbox: NudgeInbox, feed: Feed) => unknown> = {
  'the unread': (inbox) => (inbox.filter = 'unread'),
  'what waits': async (inbox, { session, sandbox }) => {
    await scrollTo(inbox, 100);
    session.notifications.add([sandbox.addNotification({ payload: { title: 'New' } }).id]);
  },
  'a line to undo': (inbox) => one(cards(inbox)[0]!, '.tools button:last-child').click(),
  'a tag chosen': (inbox) => one(cards(inbox)[0]!, 'button.tag').click(),
  'a focused article': (inbox) => articles(inbox)[1]!.focus(),
};

for (const [look, [scheme, direction]] of Object.entries(looks)) {
  describe(`what axe finds in a feed, ${look}`, () => {
    before(() => wish(scheme));
    after(() => wish());
    for (const [state, act] of Object.entries(states)) {
      it(`is nothing with ${state}`, async function () {
        this.timeout(10_000);
        pageAttribute('dir', direction);
        hostStyle('html { color-scheme: light dark; background: Canvas }');
        const feed = await feedOf(
          5,
          (index) => ({ payload: { title: `Title ${index}`, tags: [{ tagName: 'Orders' }] } }),
          { height: 300 },
        );
        await act(feed.inbox, feed);
        await frames();
        await expect(feed.inbox).to.be.accessible();
      });
    }
  });
}
