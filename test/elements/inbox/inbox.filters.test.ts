import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import { accessibilityTree } from '../engine.js';
import {
  addNotifications,
  cards,
  cardTitles,
  clickOn,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  expectEventually,
  queryAll,
  queryOne,
  visibleText,
} from '../support.js';
import {
  articleNames,
  articles,
  listElement,
  renderFeed,
  renderLoadingInbox,
  scrollListTo,
} from '../list/feed-support.js';

const dayMs = 24 * 60 * 60 * 1000;
const filterTexts = (inbox: NudgeInbox): string[] => queryAll(inbox, '.filter, .chip').map(visibleText);
const emptyTexts = (inbox: NudgeInbox): string[] => queryAll(inbox, '[part=empty]').map(visibleText);

/** Cycles through three kinds of notification: tagged Orders, tagged Invoices, without a tag. */
function createTagged(index: number): object {
  const tags = [[{ tagName: 'Orders' }], [{ tagName: 'Invoices' }], []][index % 3]!;
  return { payload: { title: `Title ${index}`, tags } };
}

const tagButton = (inbox: NudgeInbox, index: number): HTMLElement =>
  queryOne(cards(inbox)[index]!, 'button.tag');

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
    await expectEventually(() => articleNames(inbox), ['Title 0', 'Unread: Title 2']);
    expect(positions()).to.deep.equal(['1 of 2', '2 of 2']);
    inbox.messages = { unread: 'Unread ones', unreadItem: 'Unread one' };
    await expectEventually(() => articleNames(inbox), ['Title 0', 'Unread one: Title 2']);
    expect(filterTexts(inbox)).to.deep.equal(['All', 'Unread ones 1']);
  });

  it('has an unknown set size until the last page is loaded', async () => {
    let respond: (page: { references: { id: string }[] }) => void = () => undefined;
    const source = {
      load: ({ cursor }: { cursor?: string }) =>
        cursor === undefined
          ? Promise.resolve({ references: [{ id: 'a' }], nextCursor: 'more' })
          : new Promise<{ references: { id: string }[] }>((resolve) => (respond = resolve)),
    };
    const inbox = await renderLoadingInbox(createTestSession(createEmptySandbox(), { source }));
    const setSizes = (): (string | null)[] => articles(inbox).map(({ ariaSetSize }) => ariaSetSize);
    await expectEventually(setSizes, ['-1']);
    await expectEventually(() => {
      respond({ references: [{ id: 'b' }] });
      return setSizes();
    }, ['2', '2']);
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

  it('hides the line above the first card of a day, wherever pixels are rounded', async () => {
    const { inbox } = await renderFeed(2, (index) => ({
      createdDate: new Date(Date.now() - index * dayMs).toISOString(),
    }));
    const tops = articles(inbox).map((article) => article.getBoundingClientRect().top);
    const overlaps = queryAll(inbox, '.day').map(
      (heading, index) => heading.getBoundingClientRect().bottom - tops[index]!,
    );
    expect(overlaps).to.have.length(2);
    // The line, and what is lost if a layer starts at a whole pixel.
    for (const overlap of overlaps) expect(overlap).to.be.within(1.9, 2.1);
  });
});

describe('<nudge-inbox> tag filter', () => {
  it('shows the notifications with the clicked tag and appears beside the other filters', async () => {
    const { inbox } = await renderFeed(9, createTagged);
    expect(tagButton(inbox, 1).getAttribute('aria-label')).to.include('Invoices');
    await clickOn(tagButton(inbox, 1));
    await expectEventually(() => cardTitles(inbox), ['Title 1', 'Unread: Title 4', 'Unread: Title 7']);
    expect(filterTexts(inbox)).to.deep.equal(['All', 'Unread 8', 'Invoices']);
    expect(deepActiveElement() === tagButton(inbox, 0), 'on the same tag').to.be.true;
  });

  it('is removed by its button without losing the focus', async () => {
    const { inbox } = await renderFeed(9, createTagged);
    tagButton(inbox, 0).focus();
    await sendKeys({ press: 'Enter' });
    await expectEventually(() => cardTitles(inbox).length, 3);
    const tagFilter = queryOne(inbox, '.chip');
    expect(tagFilter.getAttribute('aria-label')).to.include('Orders');
    tagFilter.focus();
    await sendKeys({ press: ' ' });
    await expectEventually(() => cardTitles(inbox).length, 9);
    expect(filterTexts(inbox)).to.deep.equal(['All', 'Unread 8']);
    expect(inbox.matches(':focus-within')).to.be.true;
  });

  it('combines with the unread filter and shows a message if nothing matches', async () => {
    const { inbox, session, ids } = await renderFeed(9, (index) => ({
      ...createTagged(index),
      isRead: index > 2,
    }));
    queryAll(inbox, '.filter')[1]!.click();
    await expectEventually(() => cardTitles(inbox).length, 3);
    tagButton(inbox, 0).click();
    // The press has read it, and it stays.
    await expectEventually(() => cardTitles(inbox), ['Title 0']);
    expect(filterTexts(inbox)).to.deep.equal(['All', 'Unread 2', 'Orders']);
    session.notifications.dismiss([ids[0]!]);
    await expectEventually(
      () => emptyTexts(inbox),
      ['No unread notifications tagged Orders. Remove filter Orders'],
    );
    queryOne(inbox, '.chip').click();
    await expectEventually(() => cardTitles(inbox), ['Unread: Title 1', 'Unread: Title 2']);
  });

  it('can be removed where nothing matches, which keeps the focus within the inbox', async () => {
    const { inbox, session, ids } = await renderFeed(4, createTagged);
    tagButton(inbox, 1).click();
    session.notifications.dismiss([ids[1]!]);
    await expectEventually(
      () => emptyTexts(inbox),
      ['No notifications tagged Invoices. Remove filter Invoices'],
    );
    queryOne(inbox, '[part=empty] button').focus();
    await sendKeys({ press: 'Enter' });
    await expectEventually(() => cardTitles(inbox).length, 3);
    expect(inbox.matches(':focus-within')).to.be.true;
  });

  it('is one line high and leaves the other filters in place, however long the tag is', async () => {
    const { inbox } = await renderFeed(2, () => ({
      payload: { title: 'Title', tags: [{ tagName: 'A tag with a name that is far too long to show' }] },
    }));
    inbox.style.width = '320px';
    const filterPlaces = (): number[][] =>
      queryAll(inbox, '.filter').map((filter) => {
        const { top, left, width, height } = filter.getBoundingClientRect();
        return [top, left, width, height];
      });
    const before = filterPlaces();
    tagButton(inbox, 0).click();
    await expectEventually(() => queryAll(inbox, '.chip').length, 1);
    expect(filterPlaces()).to.deep.equal(before);
    const chip = queryOne(inbox, '.chip').getBoundingClientRect();
    const { right } = inbox.getBoundingClientRect();
    expect(chip.height).to.be.within(24, 32);
    expect(chip.right).to.be.at.most(right - 16);
  });

  it('scrolls the list to the top', async () => {
    const { inbox } = await renderFeed(25, createTagged);
    await scrollListTo(inbox, 900);
    tagButton(inbox, 18).click();
    await expectEventually(() => articleNames(inbox).length, 9);
    expect(listElement(inbox).scrollTop).to.equal(0);
  });

  it('is reset with the session', async () => {
    const { inbox } = await renderFeed(6, createTagged);
    tagButton(inbox, 0).click();
    await expectEventually(() => filterTexts(inbox), ['All', 'Unread 5', 'Orders']);
    const sandbox = createEmptySandbox();
    inbox.session = createTestSession(sandbox, { ids: addNotifications(sandbox, 2) });
    await expectEventually(() => articleNames(inbox), ['Unread: Title 0', 'Unread: Title 1']);
    expect(filterTexts(inbox)).to.deep.equal(['All', 'Unread 2']);
  });
});

describe('<nudge-inbox> product-space', () => {
  it('shows only the notifications of that product space', async () => {
    const { inbox } = await renderFeed(4, (index) => ({
      payload: { title: `Title ${index}` },
      productSpaceId: ['shop', 'bank', null][index % 3]!,
    }));
    inbox.productSpace = 'shop';
    await expectEventually(() => cardTitles(inbox), ['Unread: Title 0', 'Unread: Title 3']);
    inbox.setAttribute('product-space', 'bank');
    await expectEventually(() => cardTitles(inbox), ['Unread: Title 1']);
    inbox.removeAttribute('product-space');
    await expectEventually(() => cardTitles(inbox).length, 4);
  });
});
