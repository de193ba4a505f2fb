import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { html } from 'lit';
import type { SessionOptions } from '../../../src/inbox/session.js';
import type { NotificationOverrides } from '../../../src/sandbox.js';
import { emulateColorScheme, followColorScheme } from '../engine.js';
import {
  addHostStyle,
  cardTitles,
  clickOn,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  nextFrames,
  preventNavigation,
  queryAll,
  queryOne,
  recordEvents,
  setPageAttribute,
  visibleText,
  waitUntil,
} from '../support.js';
import {
  addArrivals,
  articles,
  movePointerAway,
  pressWithModifier,
  recordAnnouncements,
  renderFeed,
  scrollListTo,
  undoText,
  type Feed,
} from './feed-support.js';

const boxes = ({ inbox }: Pick<Feed, 'inbox'>): HTMLInputElement[] =>
  queryAll<HTMLInputElement>(inbox, '.feed > [role=article] > input');
const selected = (feed: Feed): number[] =>
  boxes(feed).flatMap(({ checked }, index) => (checked ? index : []));
const bar = ({ inbox }: Pick<Feed, 'inbox'>): HTMLElement | undefined =>
  queryAll(inbox, '[part=selection][role=group]')[0];
const barText = (feed: Feed): string | null => {
  const element = bar(feed);
  return element ? visibleText(element.querySelector('[role=status]')!) : null;
};
const barButton = (feed: Pick<Feed, 'inbox'>, name: string): HTMLButtonElement => {
  const button = [...(bar(feed)?.querySelectorAll('button') ?? [])].find(
    (candidate) => (candidate.ariaLabel ?? visibleText(candidate)) === name,
  );
  expect(button, name).to.exist;
  return button!;
};
const barButtons = (feed: Feed): string[] =>
  [...(bar(feed)?.querySelectorAll('button') ?? [])].map((button) => button.ariaLabel ?? visibleText(button));

/** Renders an inbox in which notifications can be selected, and waits for the checkboxes. */
async function renderSelectable(
  count: number,
  overridesFor?: (index: number) => NotificationOverrides,
  options: Partial<SessionOptions> & { height?: number } = {},
): Promise<Feed> {
  const feed = await renderFeed(count, overridesFor, options);
  feed.inbox.selectable = true;
  await waitUntil(() => boxes(feed).length > 0, 'the checkboxes are there');
  return feed;
}

async function select(feed: Feed, ...indexes: number[]): Promise<void> {
  for (const index of indexes) boxes(feed)[index]!.click();
  await feed.inbox.updateComplete;
}

async function pressBar(feed: Feed, name: string): Promise<void> {
  await clickOn(barButton(feed, name));
  await nextFrames();
}

async function shiftClick(element: Element): Promise<void> {
  await sendKeys({ down: 'Shift' });
  await clickOn(element);
  await sendKeys({ up: 'Shift' });
}

describe('<nudge-inbox selectable>', () => {
  it('has no checkboxes by default, nor after the attribute is gone', async () => {
    const feed = await renderFeed(2);
    expect(boxes(feed)).to.have.length(0);
    feed.inbox.setAttribute('selectable', '');
    await waitUntil(() => boxes(feed).length === 2);
    await select(feed, 0);
    expect(barText(feed)).to.equal('1 selected');
    feed.inbox.removeAttribute('selectable');
    await nextFrames();
    expect(boxes(feed)).to.have.length(0);
    expect(bar(feed)).to.be.undefined;
    expect(queryAll(feed.inbox, '[data-selected]')).to.have.length(0);
    feed.inbox.selectable = true;
    await nextFrames();
    expect(selected(feed), 'what was selected before').to.deep.equal([]);
  });

  it('moves no card when the checkboxes appear', async () => {
    const { inbox } = await renderFeed(2);
    const titleLeft = (): number =>
      queryOne(queryAll(inbox, 'nudge-card')[0]!, '.title').getBoundingClientRect().left;
    const before = titleLeft();
    inbox.selectable = true;
    await inbox.updateComplete;
    const room = titleLeft();
    expect(room).to.be.greaterThan(before + 20);
    await waitUntil(() => boxes({ inbox }).length === 2);
    expect(titleLeft()).to.equal(room);
  });

  it('has a checkbox of at least 24 pixels with the title in its name', async () => {
    const feed = await renderSelectable(2, (index) => ({ isRead: index === 1 }));
    expect(boxes(feed).map(({ ariaLabel }) => ariaLabel)).to.deep.equal([
      'Select: Title 0',
      'Select: Title 1',
    ]);
    const { width, height } = boxes(feed)[0]!.getBoundingClientRect();
    expect(Math.min(width, height)).to.be.at.least(24);
    await select(feed, 0);
    await expect(feed.inbox).to.be.accessible();
  });

  for (const [mode, [scheme, direction]] of Object.entries({
    dark: ['dark', 'ltr'],
    'right-to-left': ['light', 'rtl'],
  } as const))
    it(`is accessible in ${mode} mode while some are selected`, async () => {
      await emulateColorScheme(scheme);
      setPageAttribute('dir', direction);
      addHostStyle(`html { ${followColorScheme()}; background: Canvas }`);
      const feed = await renderSelectable(3, (index) => ({ isRead: index === 1 }));
      await select(feed, 0, 1);
      const [box] = boxes(feed);
      const title = queryOne(queryAll(feed.inbox, 'nudge-card')[0]!, '.title').getBoundingClientRect();
      const { left, right } = box!.getBoundingClientRect();
      expect(direction === 'rtl' ? left >= title.right : right <= title.left, 'beside the text').to.be.true;
      await expect(feed.inbox).to.be.accessible();
      await emulateColorScheme();
    });

  it('selects by a click, which does not press the card', async () => {
    const { followedUrls } = preventNavigation();
    const feed = await renderSelectable(3, () => ({ payload: { title: 'Title', itemRedirect: '/there' } }));
    const presses = recordEvents(document.body, 'nudge-select');
    await clickOn(boxes(feed)[1]!);
    expect(selected(feed)).to.deep.equal([1]);
    expect(barText(feed)).to.equal('1 selected');
    await clickOn(boxes(feed)[1]!);
    expect(selected(feed)).to.deep.equal([]);
    expect(bar(feed)).to.be.undefined;
    expect(presses).to.deep.equal([]);
    expect(followedUrls).to.deep.equal([]);
    expect(queryAll(feed.inbox, '.feed > .unread'), 'nothing is read').to.have.length(3);
  });

  it('does not pull the card aside by a touch on the checkbox', async () => {
    const feed = await renderSelectable(2);
    const touch = (type: string, clientX: number): boolean =>
      boxes(feed)[0]!.dispatchEvent(
        new PointerEvent(type, {
          pointerType: 'touch',
          isPrimary: true,
          pointerId: 7,
          clientX,
          clientY: 100,
          bubbles: true,
          composed: true,
        }),
      );
    touch('pointerdown', 20);
    for (const x of [80, 140, 200]) touch('pointermove', x);
    touch('pointerup', 200);
    await nextFrames();
    expect(queryAll(feed.inbox, '.feed > .unread')).to.have.length(2);
    expect(undoText(feed.inbox)).to.be.null;
  });

  it('is reached by Tab after its article, with the others out of the Tab order, and by Space', async () => {
    const feed = await renderSelectable(3);
    await movePointerAway();
    articles(feed.inbox)[1]!.focus();
    await sendKeys({ press: 'Tab' });
    expect(deepActiveElement() === boxes(feed)[1], 'the checkbox has the focus').to.be.true;
    await sendKeys({ press: ' ' });
    expect(selected(feed)).to.deep.equal([1]);
    expect(boxes(feed).map(({ tabIndex }) => tabIndex)).to.deep.equal([-1, 0, -1]);
    await sendKeys({ press: 'ArrowDown' });
    expect(deepActiveElement() === articles(feed.inbox)[2], 'the arrow key goes on').to.be.true;
    expect(boxes(feed).map(({ tabIndex }) => tabIndex)).to.deep.equal([-1, -1, 0]);
  });

  it('selects a range by a click with Shift, or takes it out', async () => {
    const feed = await renderSelectable(6, undefined, { height: 900 });
    await clickOn(boxes(feed)[1]!);
    await shiftClick(boxes(feed)[4]!);
    expect(selected(feed)).to.deep.equal([1, 2, 3, 4]);
    expect(barText(feed)).to.equal('4 selected');
    await clickOn(boxes(feed)[2]!);
    expect(selected(feed)).to.deep.equal([1, 3, 4]);
    await shiftClick(boxes(feed)[4]!);
    expect(selected(feed)).to.deep.equal([1]);
  });

  it('announces the number, once for each change', async () => {
    const feed = await renderSelectable(4);
    expect(
      queryAll(feed.inbox, '.filter-row [role=status]'),
      'the live region is there before',
    ).to.have.length(1);
    const announcements = recordAnnouncements(feed.inbox);
    await select(feed, 0);
    await nextFrames();
    await select(feed, 1, 2);
    await nextFrames();
    expect(announcements).to.deep.equal(['1 selected', '3 selected']);
  });

  it('takes the place of the filters, so that the list does not move', async () => {
    const feed = await renderSelectable(3);
    const top = (): number => articles(feed.inbox)[0]!.getBoundingClientRect().top;
    const before = top();
    await select(feed, 0);
    expect(top()).to.equal(before);
    expect(queryOne(feed.inbox, '.filters').checkVisibility({ visibilityProperty: true })).to.be.false;
    await pressBar(feed, 'Cancel');
    expect(queryOne(feed.inbox, '.filters').checkVisibility({ visibilityProperty: true })).to.be.true;
  });

  it('ends by Escape, in the list and in the bar', async () => {
    const feed = await renderSelectable(3);
    await select(feed, 0, 2);
    articles(feed.inbox)[1]!.focus();
    await sendKeys({ press: 'Escape' });
    expect(selected(feed)).to.deep.equal([]);
    expect(deepActiveElement() === articles(feed.inbox)[1]).to.be.true;
    await select(feed, 2);
    await nextFrames();
    barButton(feed, 'Dismiss').focus();
    await sendKeys({ press: 'Escape' });
    await nextFrames();
    expect(selected(feed)).to.deep.equal([]);
    expect(deepActiveElement()?.closest('[role=article]') === articles(feed.inbox)[2]).to.be.true;
  });

  it('stays in a dialog of a card on Escape', async () => {
    const feed = await renderSelectable(2);
    await select(feed, 0);
    await clickOn(barButton(feed, 'Mark as read'));
    const dialog = document.createElement('dialog');
    articles(feed.inbox)[0]!.append(dialog);
    dialog.showModal();
    await sendKeys({ press: 'Escape' });
    expect(dialog.open).to.be.false;
    expect(selected(feed)).to.deep.equal([0]);
  });
});

describe('The bar of a selection', () => {
  it('marks as read and then as unread, in one act with one undo each', async () => {
    const feed = await renderSelectable(4, (index) => ({ isRead: index === 1 }));
    const changes = recordEvents(document.body, 'nudge-read-change');
    await select(feed, 0, 1, 2);
    expect(barButtons(feed)).to.deep.equal(['Select all', 'Mark as read', 'Dismiss', 'Cancel']);
    await pressBar(feed, 'Mark as read');
    expect(changes.map(({ detail }) => detail)).to.deep.equal([
      { ids: [feed.ids[0], feed.ids[2]], isRead: true },
    ]);
    expect(undoText(feed.inbox)).to.equal('Marked as read Undo');
    expect(selected(feed), 'they stay selected').to.deep.equal([0, 1, 2]);
    expect(barButtons(feed)).to.include('Mark as unread');
    await clickOn(queryOne(feed.inbox, '.undo button'));
    await nextFrames();
    expect(cardTitles(feed.inbox)).to.deep.equal([
      'Unread: Title 0',
      'Title 1',
      'Unread: Title 2',
      'Unread: Title 3',
    ]);
    await pressBar(feed, 'Mark as read');
    await pressBar(feed, 'Mark as unread');
    expect(cardTitles(feed.inbox)[1]).to.equal('Unread: Title 1');
    expect(undoText(feed.inbox)).to.equal('Marked as unread Undo');
  });

  it('dismisses in one act with one undo, and the focus goes to the next notification', async () => {
    const feed = await renderSelectable(5);
    const changes = recordEvents(document.body, 'nudge-dismiss-change');
    await select(feed, 1, 2);
    await pressBar(feed, 'Dismiss');
    expect(changes.map(({ detail }) => detail)).to.deep.equal([
      { ids: feed.ids.slice(1, 3), isDismissed: true },
    ]);
    expect(cardTitles(feed.inbox)).to.deep.equal([0, 3, 4].map((index) => `Unread: Title ${index}`));
    expect(deepActiveElement()?.getAttribute('data-id')).to.equal(feed.ids[3]);
    expect(bar(feed)).to.be.undefined;
    expect(undoText(feed.inbox)).to.equal('2 dismissed Undo');
    await clickOn(queryOne(feed.inbox, '.undo button'));
    await nextFrames();
    expect(articles(feed.inbox)).to.have.length(5);
    expect(selected(feed)).to.deep.equal([]);
  });

  it('restores what was dismissed', async () => {
    const feed = await renderSelectable(3);
    feed.session.notifications.dismiss(feed.ids);
    feed.inbox.filter = 'dismissed';
    await waitUntil(() => boxes(feed).length === 3);
    await select(feed, 0, 1);
    expect(barButtons(feed)).to.include('Restore').and.not.include('Dismiss');
    await pressBar(feed, 'Restore');
    expect(cardTitles(feed.inbox)).to.deep.equal(['Unread: Title 2']);
    expect(undoText(feed.inbox)).to.equal('2 restored Undo');
  });

  it('dismisses all, and the focus goes to the heading', async () => {
    const feed = await renderSelectable(3);
    await select(feed, 0);
    await pressBar(feed, 'Select all');
    expect(barText(feed)).to.equal('3 selected');
    expect(barButton(feed, 'Select all').ariaDisabled).to.equal('true');
    await pressBar(feed, 'Dismiss');
    expect(visibleText(queryOne(feed.inbox, '.empty'))).to.include('You’re all caught up');
    await waitUntil(() => deepActiveElement()?.localName === 'h2', 'the heading has the focus');
  });

  it('selects all that are listed, rendered or not', async () => {
    const feed = await renderSelectable(70);
    await select(feed, 0);
    await pressBar(feed, 'Select all');
    expect(barText(feed)).to.equal('70 selected');
    expect(boxes(feed).length).to.be.below(70);
    await pressBar(feed, 'Dismiss');
    expect(undoText(feed.inbox)).to.equal('70 dismissed Undo');
  });

  it('leaves out those that may turn out not to belong to the tab', async () => {
    const feed = await renderFeed(
      60,
      (index) => ({
        payload: { title: `Title ${index}`, tags: index % 2 === 0 ? [{ tagName: 'Orders' }] : [] },
      }),
      { height: 300 },
    );
    const { inbox, session } = feed;
    inbox.tabs = [{ id: 'orders', tags: ['Orders'] }];
    inbox.selectable = true;
    await waitUntil(() => boxes(feed).length > 1);
    await select(feed, 0);
    const known = session.notifications.state.items.filter(
      ({ record }) => record?.payload.tags.length === 1,
    ).length;
    await pressBar(feed, 'Select all');
    expect(barText(feed)).to.equal(`${known} selected`);
  });
});

describe('A selection', () => {
  it('survives arrivals, other records and another language', async () => {
    const feed = await renderSelectable(3);
    await select(feed, 1);
    boxes(feed)[1]!.blur();
    addArrivals(feed, 'New');
    feed.session.notifications.markRead([feed.ids[1]!]);
    await waitUntil(() => articles(feed.inbox).length === 4);
    expect(selected(feed)).to.deep.equal([2]);
    feed.inbox.lang = 'de';
    await waitUntil(() => boxes(feed)[2]!.ariaLabel === 'Auswählen: Title 1', 'German is loaded');
    expect(selected(feed)).to.deep.equal([2]);
    expect(barText(feed)).to.equal('1 ausgewählt');
  });

  it('loses what leaves the list', async () => {
    const feed = await renderSelectable(3);
    await select(feed, 0, 1);
    feed.session.notifications.dismiss([feed.ids[0]!]);
    await nextFrames();
    expect(barText(feed)).to.equal('1 selected');
    feed.session.notifications.restore([feed.ids[0]!]);
    await nextFrames();
    expect(selected(feed)).to.deep.equal([1]);
  });

  const ends: Record<string, (feed: Feed) => void> = {
    'another filter': ({ inbox }) => (inbox.filter = 'unread'),
    'another tab': ({ inbox }) => (inbox.tab = 'second'),
    'another product space': ({ inbox, session, ids }) =>
      (inbox.productSpace = session.notifications.get(ids[0]!).record!.productSpaceId),
    'another session': ({ inbox, sandbox, ids }) => (inbox.session = createTestSession(sandbox, { ids })),
  };
  for (const [what, act] of Object.entries(ends))
    it(`ends with ${what}`, async () => {
      const feed = await renderFeed(3);
      feed.inbox.tabs = [{ id: 'first' }, { id: 'second' }];
      feed.inbox.selectable = true;
      await waitUntil(() => boxes(feed).length === 3);
      await select(feed, 0, 1);
      act(feed);
      await waitUntil(() => boxes(feed).length === 3);
      await nextFrames();
      expect(selected(feed)).to.deep.equal([]);
      expect(bar(feed)).to.be.undefined;
    });

  it('can contain the cards of the page, which are not rendered again', async () => {
    const feed = await renderFeed(3);
    let renders = 0;
    feed.inbox.renderNotification = ({ payload }, { previous }) => {
      renders += 1;
      const card = previous ?? document.createElement('p');
      card.textContent = payload.title;
      return card;
    };
    feed.inbox.selectable = true;
    await waitUntil(() => boxes(feed).length === 3);
    const before = renders;
    await clickOn(boxes(feed)[1]!);
    expect(selected(feed)).to.deep.equal([1]);
    expect(renders).to.equal(before);
    const { right } = boxes(feed)[1]!.getBoundingClientRect();
    expect(feed.inbox.querySelectorAll('p')[1]!.getBoundingClientRect().left).to.be.at.least(right);
    await pressBar(feed, 'Dismiss');
    expect(feed.inbox.querySelectorAll('p')).to.have.length(2);
  });

  it('can contain a text or a template of the page', async () => {
    const feed = await renderFeed(2);
    feed.inbox.renderNotification = ({ payload }) => html`<b>${payload.title}</b>`;
    feed.inbox.selectable = true;
    await waitUntil(() => boxes(feed).length === 2);
    await select(feed, 0);
    feed.session.notifications.markRead([feed.ids[0]!]);
    await nextFrames();
    expect(selected(feed)).to.deep.equal([0]);
    expect(boxes(feed)).to.have.length(2);
  });

  it('has no checkbox for a notification that loads, and can dismiss one that is missing', async () => {
    const sandbox = createEmptySandbox();
    let release = (): void => undefined;
    const wait = new Promise<void>((resolve) => (release = resolve));
    const { id } = sandbox.addNotification({ payload: { title: 'Slow' } });
    const fetchSlowly: typeof fetch = async (input, init) => {
      if (String(input instanceof Request ? input.url : input).includes(id)) await wait;
      return sandbox.fetch(input, init);
    };
    const known = sandbox.addNotification({ payload: { title: 'Known' } });
    const feed = await renderFeed(0, undefined, {
      ids: ['nobody-knows', id, known.id],
      fetch: fetchSlowly,
      baseUrl: sandbox.baseUrl,
      getToken: () => sandbox.issueToken(),
    });
    feed.inbox.selectable = true;
    await waitUntil(() => boxes(feed).length === 2, 'two can be selected');
    expect(boxes(feed).map(({ ariaLabel }) => ariaLabel)).to.deep.equal([
      'Select: Notification',
      'Select: Known',
    ]);
    await select(feed, 0);
    expect(barButtons(feed)).to.deep.equal(['Select all', 'Dismiss', 'Cancel']);
    await pressBar(feed, 'Dismiss');
    expect(articles(feed.inbox)).to.have.length(2);
    release();
    await waitUntil(() => boxes(feed).length === 2, 'the slow one is there');
  });

  it('fits into 360 pixels in the longest language', async () => {
    const feed = await renderSelectable(3);
    feed.inbox.style.width = '360px';
    feed.inbox.lang = 'fr';
    await waitUntil(() => boxes(feed)[0]?.ariaLabel?.startsWith('Sélectionner'));
    await select(feed, 0, 1, 2);
    const { left, right } = feed.inbox.getBoundingClientRect();
    for (const button of bar(feed)!.querySelectorAll('button, span')) {
      const rect = button.getBoundingClientRect();
      expect(rect.left >= left && rect.right <= right, visibleText(button)).to.be.true;
      expect(button.scrollWidth, visibleText(button)).to.be.at.most(button.clientWidth + 1);
    }
  });

  it('stays when the list scrolls and grows', async () => {
    const feed = await renderSelectable(60);
    await select(feed, 0, 1);
    await scrollListTo(feed.inbox, 1e6);
    await nextFrames();
    expect(barText(feed)).to.equal('2 selected');
    expect(selected(feed)).to.deep.equal([0, 1]);
  });

  it('is independent of that of another inbox with the same session', async () => {
    const feed = await renderSelectable(2);
    const other = document.createElement('nudge-inbox');
    Object.assign(other, { session: feed.session, selectable: true });
    feed.inbox.after(other);
    await waitUntil(() => boxes({ inbox: other }).length === 2);
    await select(feed, 0);
    await nextFrames();
    expect(boxes({ inbox: other }).some(({ checked }) => checked)).to.be.false;
    await pressWithModifier('Control', 'z');
    expect(selected(feed)).to.deep.equal([0]);
    other.remove();
  });
});
