import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { html as litHtml } from 'lit';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import {
  cardTitles,
  clickOn,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  expectEventually,
  preventNavigation,
  queryAll,
  queryOne,
  recordEvents,
  setPageAttribute,
  visibleText,
  waitUntil,
} from '../support.js';
import { fetchHeld } from '../list/fetch-held.js';
import {
  addArrivals,
  articles,
  recordAnnouncements,
  renderFeed,
  undoText,
  type Feed,
} from '../list/feed-support.js';
import {
  bar,
  barButton,
  barNames,
  barText,
  boxes,
  pressBar,
  renderSelectable,
  select,
  selected,
} from './selection-support.js';

describe('<nudge-inbox selectable>', () => {
  it('has no checkboxes by default, nor after the attribute is gone', async () => {
    const feed = await renderFeed(2);
    expect(boxes(feed)).to.have.length(0);
    feed.inbox.setAttribute('selectable', '');
    await waitUntil(() => boxes(feed).length === 2);
    await select(feed, 0);
    expect(barText(feed)).to.equal('1 selected');
    feed.inbox.removeAttribute('selectable');
    await feed.inbox.updateComplete;
    expect(boxes(feed)).to.have.length(0);
    expect(bar(feed)).to.be.undefined;
    expect(queryAll(feed.inbox, '[data-selected]')).to.have.length(0);
    feed.inbox.selectable = true;
    await feed.inbox.updateComplete;
    expect(boxes(feed)).to.have.length(2);
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

  for (const direction of ['ltr', 'rtl'] as const)
    it(`has checkboxes with the title in their names, before the text, ${direction}`, async () => {
      setPageAttribute('dir', direction);
      const feed = await renderSelectable(2, (index) => ({ isRead: index === 1 }));
      expect(boxes(feed).map(({ ariaLabel }) => ariaLabel)).to.deep.equal([
        'Select: Title 0',
        'Select: Title 1',
      ]);
      const title = queryOne(queryAll(feed.inbox, 'nudge-card')[0]!, '.title').getBoundingClientRect();
      const { left, right } = boxes(feed)[0]!.getBoundingClientRect();
      expect(direction === 'rtl' ? left >= title.right : right <= title.left).to.be.true;
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

  it('announces the number, once for each change', async () => {
    const feed = await renderSelectable(4);
    expect(
      queryAll(feed.inbox, '.filter-row [role=status]'),
      'the live region is there before',
    ).to.have.length(1);
    const announcements = recordAnnouncements(feed.inbox);
    await select(feed, 0);
    await expectEventually(() => announcements, ['1 selected']);
    await select(feed, 1, 2);
    await expectEventually(() => announcements, ['1 selected', '3 selected']);
  });

  it('shows its bar in the place of the filters, so that the list does not move', async () => {
    const feed = await renderSelectable(3);
    const top = (): number => articles(feed.inbox)[0]!.getBoundingClientRect().top;
    const before = top();
    await select(feed, 0);
    expect(top()).to.equal(before);
    expect(queryOne(feed.inbox, '.filters').checkVisibility({ visibilityProperty: true })).to.be.false;
    await pressBar(feed, 'Cancel');
    expect(queryOne(feed.inbox, '.filters').checkVisibility({ visibilityProperty: true })).to.be.true;
  });

  it('goes on when Escape closes a dialog of a card', async () => {
    const feed = await renderSelectable(2);
    await select(feed, 0);
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
    expect(barNames(feed)).to.deep.equal(['Select all', 'Mark as read', 'Dismiss', 'Cancel']);
    await pressBar(feed, 'Mark as read');
    expect(changes.map(({ detail }) => detail)).to.deep.equal([
      { ids: [feed.ids[0], feed.ids[2]], isRead: true },
    ]);
    expect(undoText(feed.inbox)).to.equal('Marked as read Undo');
    expect(selected(feed), 'they stay selected').to.deep.equal([0, 1, 2]);
    expect(barNames(feed)).to.include('Mark as unread');
    await clickOn(queryOne(feed.inbox, '.undo button'));
    const before = ['Unread: Title 0', 'Title 1', 'Unread: Title 2', 'Unread: Title 3'];
    await expectEventually(() => cardTitles(feed.inbox), before);
    await pressBar(feed, 'Mark as read');
    await pressBar(feed, 'Mark as unread');
    await expectEventually(() => cardTitles(feed.inbox)[1], 'Unread: Title 1');
    expect(undoText(feed.inbox)).to.equal('Marked as unread Undo');
  });

  it('restores what was dismissed', async () => {
    const feed = await renderSelectable(3);
    feed.session.notifications.dismiss(feed.ids);
    feed.inbox.filter = 'dismissed';
    await waitUntil(() => boxes(feed).length === 3);
    await select(feed, 0, 1);
    expect(barNames(feed)).to.include('Restore').and.not.include('Dismiss');
    await pressBar(feed, 'Restore');
    expect(cardTitles(feed.inbox)).to.deep.equal(['Unread: Title 2']);
    expect(undoText(feed.inbox)).to.equal('2 restored Undo');
  });

  it('selects and dismisses all that are listed, rendered or not, and the focus goes to the heading', async () => {
    const feed = await renderSelectable(70);
    await select(feed, 0);
    await pressBar(feed, 'Select all');
    expect(barText(feed)).to.equal('70 selected');
    expect(boxes(feed).length).to.be.below(70);
    expect(barButton(feed, 'Select all').ariaDisabled).to.equal('true');
    await pressBar(feed, 'Dismiss');
    expect(undoText(feed.inbox)).to.equal('70 dismissed Undo');
    expect(visibleText(queryOne(feed.inbox, '.empty'))).to.include('You’re all caught up');
    await waitUntil(() => deepActiveElement()?.localName === 'h2', 'the heading has the focus');
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
    await clickOn(barButton(feed, 'Select all'));
    const known = session.notifications.state.items.filter(
      ({ record }) => record?.payload.tags.length === 1,
    ).length;
    expect(known).to.be.below(30);
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
    await waitUntil(() => boxes(feed).some(({ ariaLabel }) => ariaLabel === 'Auswählen: Title 1'));
    expect(selected(feed)).to.deep.equal([2]);
    expect(barText(feed)).to.equal('1 ausgewählt');
  });

  it('loses what leaves the list', async () => {
    const feed = await renderSelectable(3);
    await select(feed, 0, 1);
    feed.session.notifications.dismiss([feed.ids[0]!]);
    await expectEventually(() => barText(feed), '1 selected');
    feed.session.notifications.restore([feed.ids[0]!]);
    await waitUntil(() => boxes(feed).length === 3);
    expect(selected(feed)).to.deep.equal([1]);
  });

  it('ends with another filter, tab, product space or session', async () => {
    const feed = await renderFeed(3);
    const { inbox, session, sandbox, ids } = feed;
    inbox.tabs = [{ id: 'first' }, { id: 'second' }];
    inbox.selectable = true;
    const acts: Record<string, () => unknown> = {
      filter: () => (inbox.filter = 'unread'),
      tab: () => (inbox.tab = 'second'),
      'product space': () => (inbox.productSpace = session.notifications.get(ids[0]!).record!.productSpaceId),
      session: () => (inbox.session = createTestSession(sandbox, { ids })),
    };
    for (const [what, act] of Object.entries(acts)) {
      await waitUntil(() => boxes(feed).length === 3);
      await select(feed, 0, 1);
      expect(bar(feed), what).to.exist;
      act();
      await inbox.updateComplete;
      expect(selected(feed), what).to.deep.equal([]);
      expect(bar(feed), what).to.be.undefined;
    }
  });

  it('can contain a text or a template of the page', async () => {
    const feed = await renderFeed(2);
    feed.inbox.renderNotification = ({ payload, isRead }) =>
      litHtml`<b>${payload.title} ${isRead ? 'old' : 'new'}</b>`;
    feed.inbox.selectable = true;
    await waitUntil(() => boxes(feed).length === 2);
    await select(feed, 0);
    feed.session.notifications.markRead([feed.ids[0]!]);
    await expectEventually(() => visibleText(articles(feed.inbox)[0]!), 'Title 0 old');
    expect(selected(feed)).to.deep.equal([0]);
    expect(boxes(feed)).to.have.length(2);
  });

  it('has no checkbox for a notification that loads, and can dismiss one that is missing', async () => {
    const sandbox = createEmptySandbox();
    const slow = sandbox.addNotification({ payload: { title: 'Slow' } });
    const known = sandbox.addNotification({ payload: { title: 'Known' } });
    const { fetch, release } = fetchHeld(sandbox, slow.id);
    const session = createTestSession(sandbox, { ids: ['nobody-knows', slow.id, known.id], fetch });
    const inbox = await fixture<NudgeInbox>(html`<nudge-inbox .session=${session} selectable></nudge-inbox>`);
    const feed: Feed = { inbox, session, sandbox, ids: [] };
    await waitUntil(() => boxes(feed).length === 2, 'two can be selected');
    expect(boxes(feed).map(({ ariaLabel }) => ariaLabel)).to.deep.equal([
      'Select: Notification',
      'Select: Known',
    ]);
    await select(feed, 0);
    expect(barNames(feed)).to.deep.equal(['Select all', 'Dismiss', 'Cancel']);
    await pressBar(feed, 'Dismiss');
    expect(articles(inbox)).to.have.length(2);
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
});
