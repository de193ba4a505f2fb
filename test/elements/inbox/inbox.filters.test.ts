import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import {
  addNotifications,
  cards,
  cardTitles,
  clickOn,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  freezeMs,
  nextFrames,
  preventNavigation,
  queryAll,
  queryOne,
  recordEvents,
  renderInbox,
  visibleText,
  waitUntil,
} from '../support.js';
import { articleNames, articles, listElement, renderFeed, scrollListTo } from './feed-support.js';

const day = 24 * 60 * 60 * 1000;
const filterTexts = (inbox: NudgeInbox): string[] => queryAll(inbox, '.filter, .chip').map(visibleText);
const withTags = (...tags: unknown[]): object => ({ tags });

/** Cycles through three kinds of notification: tagged Orders, tagged Invoices, without a tag. */
function createTagged(index: number): object {
  const tags = [[{ tagName: 'Orders' }], [{ tagName: 'Invoices' }], []][index % 3]!;
  return { payload: { title: `Title ${index}`, ...withTags(...tags) } };
}

const tagButton = (inbox: NudgeInbox, index: number): HTMLElement =>
  queryOne(cards(inbox)[index]!, 'button.tag');

describe('<nudge-inbox> tag filter', () => {
  it('shows the notifications with the clicked tag and appears beside the other filters', async () => {
    const { inbox } = await renderFeed(9, createTagged);
    expect(tagButton(inbox, 1).getAttribute('aria-label')).to.include('Invoices');
    await clickOn(tagButton(inbox, 1));
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Title 1', 'Unread: Title 4', 'Unread: Title 7']);
    expect(filterTexts(inbox)).to.deep.equal(['All', 'Unread 8', 'Invoices']);
    expect(deepActiveElement() === tagButton(inbox, 0), 'on the same tag').to.be.true;
    await expect(inbox).to.be.accessible();
  });

  it('is removed by its button without losing the focus', async () => {
    const { inbox } = await renderFeed(9, createTagged);
    tagButton(inbox, 0).focus();
    await sendKeys({ press: 'Enter' });
    await nextFrames();
    const tagFilter = queryOne(inbox, '.chip');
    expect(tagFilter.getAttribute('aria-label')).to.include('Orders');
    tagFilter.focus();
    await sendKeys({ press: ' ' });
    await nextFrames();
    expect(cardTitles(inbox)).to.have.length(9);
    expect(filterTexts(inbox)).to.deep.equal(['All', 'Unread 8']);
    expect(inbox.matches(':focus-within')).to.be.true;
  });

  it('combines with the unread filter and shows a message if nothing matches', async () => {
    const { inbox, session, ids } = await renderFeed(9, (index) => ({
      ...createTagged(index),
      isRead: index > 2,
    }));
    queryAll(inbox, '.filter')[1]!.click();
    await nextFrames();
    tagButton(inbox, 0).click();
    await nextFrames();
    // The press has read it, and it stays.
    expect(cardTitles(inbox)).to.deep.equal(['Title 0']);
    expect(filterTexts(inbox)).to.deep.equal(['All', 'Unread 2', 'Orders']);
    session.notifications.dismiss([ids[0]!]);
    await nextFrames();
    expect(visibleText(queryOne(inbox, '[part=empty]'))).to.equal(
      'No unread notifications tagged Orders. Remove filter Orders',
    );
    await expect(inbox).to.be.accessible();
    queryOne(inbox, '.chip').click();
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 1', 'Unread: Title 2']);
  });

  it('can be removed where nothing matches, which keeps the focus within the inbox', async () => {
    const { inbox, session, ids } = await renderFeed(4, createTagged);
    tagButton(inbox, 1).click();
    session.notifications.dismiss([ids[1]!]);
    await nextFrames();
    expect(visibleText(queryOne(inbox, '[part=empty]'))).to.equal(
      'No notifications tagged Invoices. Remove filter Invoices',
    );
    queryOne(inbox, '[part=empty] button').focus();
    await sendKeys({ press: 'Enter' });
    await nextFrames();
    expect(cardTitles(inbox)).to.have.length(3);
    expect(inbox.matches(':focus-within')).to.be.true;
  });

  it('is one line high and leaves the other filters in place, however long the tag is', async () => {
    const { inbox } = await renderFeed(2, () => ({
      payload: { title: 'Title', ...withTags({ tagName: 'A tag with a name that is far too long to show' }) },
    }));
    inbox.style.width = '320px';
    const filterPlaces = (): number[][] =>
      queryAll(inbox, '.filter').map((filter) => {
        const { top, left, width, height } = filter.getBoundingClientRect();
        return [top, left, width, height];
      });
    const before = filterPlaces();
    tagButton(inbox, 0).click();
    await nextFrames();
    expect(filterPlaces()).to.deep.equal(before);
    const chip = queryOne(inbox, '.chip').getBoundingClientRect();
    const { right } = inbox.getBoundingClientRect();
    expect(chip.height).to.be.within(24, 32);
    expect(chip.right).to.be.at.most(right - 16);
  });

  it('scrolls the list to the top', async () => {
    const { inbox } = await renderFeed(40, createTagged);
    await scrollListTo(inbox, 900);
    tagButton(inbox, 18).click();
    await nextFrames();
    expect(listElement(inbox).scrollTop).to.equal(0);
    expect(cardTitles(inbox)[0]).to.equal('Unread: Title 0');
  });

  it('also matches notifications that load later when they scroll into view', async () => {
    const { inbox } = await renderFeed(60, createTagged);
    tagButton(inbox, 0).click();
    await nextFrames();
    await waitUntil(() => {
      const [pending] = queryAll(inbox, '.pending');
      pending?.scrollIntoView();
      return !pending;
    });
    expect(cardTitles(inbox)).to.have.length(20);
    expect(
      articleNames(inbox)
        .slice(1)
        .every((name) => name!.startsWith('Unread: ')),
    ).to.be.true;
  });

  it('does not apply to a tag with a link, which opens instead', async () => {
    const { followedUrls } = preventNavigation();
    const { inbox } = await renderFeed(2, () => ({
      payload: { title: 'Title', ...withTags({ tagName: 'Orders', url: '/orders' }) },
    }));
    const navigations = recordEvents(inbox, 'nudge-navigate');
    const link = queryOne<HTMLAnchorElement>(cards(inbox)[0]!, 'a.tag');
    await clickOn(link);
    expect(followedUrls).to.deep.equal([link.href]);
    expect(navigations.map(({ detail }) => detail.origin)).to.deep.equal(['tag']);
    expect(filterTexts(inbox)).to.deep.equal(['All', 'Unread 1']);
  });

  it('fires no event outside the inbox', async () => {
    const { inbox } = await renderFeed(2, createTagged);
    const events: Event[] = [];
    inbox.addEventListener('nudge-tag', (event) => events.push(event));
    tagButton(inbox, 0).click();
    await nextFrames();
    expect(events).to.have.length(0);
  });

  it('handles 10,000 tags without a freeze and any tag name', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({ tagName: `Tag ${index}` }));
    const { inbox } = await renderFeed(3, (index) => ({
      payload: { title: `Title ${index}`, ...withTags({ tagName: '__proto__' }, ...(index ? [] : many)) },
    }));
    expect(queryAll(cards(inbox)[0]!, '.tag')).to.have.length.within(1, 50);
    const start = performance.now();
    queryAll(cards(inbox)[0]!, 'button.tag')[1]!.click();
    await inbox.updateComplete;
    expect(performance.now() - start).to.be.lessThan(freezeMs);
    expect(cardTitles(inbox)).to.deep.equal(['Title 0']);
    queryOne(inbox, '.chip').click();
    await nextFrames();
    queryAll(cards(inbox)[1]!, 'button.tag')[0]!.click();
    await nextFrames();
    expect(cardTitles(inbox)).to.have.length(3);
  });

  it('is reset with the session', async () => {
    const { inbox } = await renderFeed(6, createTagged);
    tagButton(inbox, 0).click();
    await nextFrames();
    const sandbox = createEmptySandbox();
    inbox.session = createTestSession(sandbox, { ids: addNotifications(sandbox, 2) });
    await nextFrames();
    expect(filterTexts(inbox)).to.deep.equal(['All', 'Unread 2']);
    expect(cardTitles(inbox)).to.have.length(2);
  });
});

describe('<nudge-inbox> day headings', () => {
  it('stick to the top of the list while their day is scrolled', async () => {
    const noon = new Date().setHours(12, 0, 0, 0);
    const { inbox } = await renderFeed(30, (index) => ({
      createdDate: new Date(noon - Math.floor(index / 10) * day).toISOString(),
    }));
    const edge = listElement(inbox).getBoundingClientRect().top;
    const atEdge = (): string[] => {
      const { left } = listElement(inbox).getBoundingClientRect();
      const [top] = inbox.shadowRoot!.elementsFromPoint(left + 30, edge + 15);
      return [visibleText(top!.closest('.day') ?? top!)];
    };
    expect(atEdge()).to.deep.equal(['Today']);
    await scrollListTo(inbox, 300);
    expect(atEdge()).to.deep.equal(['Today']);
    const second = articles(inbox)[12]!;
    await scrollListTo(inbox, listElement(inbox).scrollTop + second.getBoundingClientRect().top - edge);
    expect(atEdge()).to.deep.equal(['Yesterday']);
    for (const heading of queryAll(inbox, '.day'))
      expect(getComputedStyle(heading).backgroundColor, 'the background is opaque').not.to.equal(
        'rgba(0, 0, 0, 0)',
      );
  });

  it('hide the line above the first card of their day, wherever pixels are rounded', async () => {
    const { inbox } = await renderFeed(2, (index) => ({
      createdDate: new Date(Date.now() - index * day).toISOString(),
    }));
    const tops = articles(inbox).map((article) => article.getBoundingClientRect().top);
    const overlaps = queryAll(inbox, '.day').map(
      (heading, index) => heading.getBoundingClientRect().bottom - tops[index]!,
    );
    // The line, and what is lost if a layer starts at a whole pixel.
    for (const overlap of overlaps) expect(overlap).to.be.within(1.9, 2.1);
  });

  it('never cover the focused article', async () => {
    const { inbox } = await renderFeed(20);
    await scrollListTo(inbox, 600);
    articles(inbox)[19]!.focus();
    for (let step = 0; step < 15; step += 1) {
      await sendKeys({ press: 'ArrowUp' });
      await nextFrames();
      const article = deepActiveElement()!;
      const covering = queryAll(inbox, '.day').filter((heading) => {
        const { bottom } = heading.getBoundingClientRect();
        return bottom > article.getBoundingClientRect().top + 1;
      });
      expect(covering, article.ariaLabel ?? '').to.have.length(0);
    }
  });
});

describe('<nudge-inbox> with 10,000 notifications', () => {
  it('renders in batches and scrolls without a long task', async function () {
    this.timeout(30_000);
    const sandbox = createEmptySandbox();
    const [id] = addNotifications(sandbox, 1);
    // All ids return the same record, so that the test measures only the list.
    const response = await sandbox.fetch(`${sandbox.baseUrl}/nudge/in-app-notifications/${id!}`, {
      headers: { authorization: `Bearer ${sandbox.issueToken()}` },
    });
    const body = await response.text();
    expect(body).to.include('Title 0');
    const fetch = (url: RequestInfo | URL): Promise<Response> => {
      const requestedId = new Request(url).url.split('/').at(-1)!;
      return Promise.resolve(new Response(body.replace(id!, requestedId)));
    };
    const ids = Array.from({ length: 10_000 }, (_, index) => `n-${index}`);
    const inbox = await renderInbox(createTestSession(sandbox, { ids, fetch }));
    inbox.style.height = '560px';
    await nextFrames(20);
    expect(articles(inbox)).to.have.length(50);
    const tasks: number[] = [];
    const observer = new PerformanceObserver((entries) => {
      for (const { duration } of entries.getEntries()) tasks.push(Math.round(duration));
    });
    observer.observe({ type: 'longtask' });
    for (let step = 0; step < 60; step += 1) {
      listElement(inbox).scrollBy(0, 400);
      await nextFrames(1);
    }
    await nextFrames(10);
    const reachedIndex = Math.round(listElement(inbox).scrollTop / articles(inbox)[0]!.offsetHeight);
    await waitUntil(() => articles(inbox).length >= reachedIndex);
    observer.disconnect();
    expect(articles(inbox).length, 'only rows near the viewport').to.be.within(
      reachedIndex,
      reachedIndex + 150,
    );
    expect(Math.max(0, ...tasks), `of ${tasks.length} long tasks`).to.be.lessThan(freezeMs);
    const { top, bottom } = listElement(inbox).getBoundingClientRect();
    const visibleArticles = articles(inbox).filter((article) => {
      const box = article.getBoundingClientRect();
      return box.bottom > top && box.top < bottom;
    });
    expect(visibleArticles.map(({ ariaLabel }) => ariaLabel)).to.deep.equal(
      visibleArticles.map(() => 'Unread: Title 0'),
    );
    expect(visibleArticles[0]!.ariaSetSize).to.equal('10000');
  });
});
