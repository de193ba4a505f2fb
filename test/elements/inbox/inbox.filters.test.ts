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
const filters = (inbox: NudgeInbox): string[] => queryAll(inbox, '.filter').map(visibleText);
const tagged = (...tags: unknown[]): object => ({ tags });

/** Of every three: one about orders, one about invoices, one about nothing. */
function about(index: number): object {
  const tags = [[{ tagName: 'Orders' }], [{ tagName: 'Invoices' }], []][index % 3]!;
  return { payload: { title: `Title ${index}`, ...tagged(...tags) } };
}

const tagOn = (inbox: NudgeInbox, index: number): HTMLElement => queryOne(cards(inbox)[index]!, 'button.tag');

describe('the tag of a card in a nudge-inbox', () => {
  it('shows by a press those that have it, and is shown beside the filters', async () => {
    const { inbox } = await renderFeed(9, about);
    expect(tagOn(inbox, 1).getAttribute('aria-label')).to.include('Invoices');
    await clickOn(tagOn(inbox, 1));
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal([1, 4, 7].map((index) => `Unread: Title ${index}`));
    expect(filters(inbox)).to.deep.equal(['All', 'Unread 9', 'Invoices']);
    expect(deepActiveElement() === tagOn(inbox, 0), 'where it was').to.be.true;
    await expect(inbox).to.be.accessible();
  });

  it('is taken away by its button, and the focus is not lost', async () => {
    const { inbox } = await renderFeed(9, about);
    tagOn(inbox, 0).focus();
    await sendKeys({ press: 'Enter' });
    await nextFrames();
    const chosen = queryAll(inbox, '.filter')[2]!;
    expect(chosen.getAttribute('aria-label')).to.include('Orders');
    chosen.focus();
    await sendKeys({ press: 'Space' });
    await nextFrames();
    expect(cardTitles(inbox)).to.have.length(9);
    expect(filters(inbox)).to.deep.equal(['All', 'Unread 9']);
    expect(inbox.matches(':focus-within')).to.be.true;
  });

  it('goes together with the unread, and says where nothing is left', async () => {
    const { inbox, session, ids } = await renderFeed(9, (index) => ({ ...about(index), isRead: index > 2 }));
    tagOn(inbox, 0).click();
    queryAll(inbox, '.filter')[1]!.click();
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0']);
    expect(filters(inbox)).to.deep.equal(['All', 'Unread 3', 'Orders']);
    session.notifications.dismiss([ids[0]!]);
    await nextFrames();
    expect(queryAll(inbox, '[part=empty]')).to.have.length(1);
    queryAll(inbox, '.filter')[2]!.click();
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 1', 'Unread: Title 2']);
  });

  it('starts from the top', async () => {
    const { inbox } = await renderFeed(40, about);
    await scrollListTo(inbox, 900);
    tagOn(inbox, 18).click();
    await nextFrames();
    expect(listElement(inbox).scrollTop).to.equal(0);
    expect(cardTitles(inbox)[0]).to.equal('Unread: Title 0');
  });

  it('finds also what is not loaded yet, as it comes into sight', async () => {
    const { inbox } = await renderFeed(60, about);
    tagOn(inbox, 0).click();
    await nextFrames();
    await waitUntil(() => {
      const [pending] = queryAll(inbox, '.pending');
      pending?.scrollIntoView();
      return !pending;
    });
    expect(cardTitles(inbox)).to.have.length(20);
    expect(articleNames(inbox).every((name) => name!.startsWith('Unread: '))).to.be.true;
  });

  it('stays a link where it has one, and opens that', async () => {
    const { followedUrls } = preventNavigation();
    const { inbox } = await renderFeed(2, () => ({
      payload: { title: 'Title', ...tagged({ tagName: 'Orders', url: '/orders' }) },
    }));
    const navigations = recordEvents(inbox, 'nudge-navigate');
    const link = queryOne<HTMLAnchorElement>(cards(inbox)[0]!, 'a.tag');
    await clickOn(link);
    expect(followedUrls).to.deep.equal([link.href]);
    expect(navigations.map(({ detail }) => detail.origin)).to.deep.equal(['tag']);
    expect(filters(inbox)).to.deep.equal(['All', 'Unread 2']);
  });

  it('is told to nobody outside', async () => {
    const { inbox } = await renderFeed(2, about);
    const told: Event[] = [];
    inbox.addEventListener('nudge-tag', (event) => told.push(event));
    tagOn(inbox, 0).click();
    await nextFrames();
    expect(told).to.have.length(0);
  });

  it('is one of ten thousand and freezes nothing, and names of any spelling are only names', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({ tagName: `Tag ${index}` }));
    const { inbox } = await renderFeed(3, (index) => ({
      payload: { title: `Title ${index}`, ...tagged({ tagName: '__proto__' }, ...(index ? [] : many)) },
    }));
    expect(queryAll(cards(inbox)[0]!, '.tag')).to.have.length.within(1, 50);
    const start = performance.now();
    queryAll(cards(inbox)[0]!, 'button.tag')[1]!.click();
    await inbox.updateComplete;
    expect(performance.now() - start).to.be.lessThan(200);
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0']);
    queryAll(inbox, '.filter')[2]!.click();
    await nextFrames();
    queryAll(cards(inbox)[1]!, 'button.tag')[0]!.click();
    await nextFrames();
    expect(cardTitles(inbox)).to.have.length(3);
  });

  it('is forgotten with the session', async () => {
    const { inbox } = await renderFeed(6, about);
    tagOn(inbox, 0).click();
    await nextFrames();
    const sandbox = createEmptySandbox();
    inbox.session = createTestSession(sandbox, { ids: addNotifications(sandbox, 2) });
    await nextFrames();
    expect(filters(inbox)).to.deep.equal(['All', 'Unread 2']);
    expect(cardTitles(inbox)).to.have.length(2);
  });
});

describe('the headings of days', () => {
  it('stay at the top edge as the list is scrolled, each for its day', async () => {
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
      expect(getComputedStyle(heading).backgroundColor, 'nothing shines through').not.to.equal(
        'rgba(0, 0, 0, 0)',
      );
  });

  it('never hide the article that has the focus', async () => {
    const { inbox } = await renderFeed(20);
    await scrollListTo(inbox, 600);
    articles(inbox)[19]!.focus();
    for (let step = 0; step < 15; step += 1) {
      await sendKeys({ press: 'ArrowUp' });
      const article = deepActiveElement()!;
      const covering = queryAll(inbox, '.day').filter((heading) => {
        const { bottom } = heading.getBoundingClientRect();
        return bottom > article.getBoundingClientRect().top + 1;
      });
      expect(covering, article.ariaLabel ?? '').to.have.length(0);
    }
  });
});

describe('ten thousand notifications', () => {
  it('are rendered in portions, and scroll without a long task', async function () {
    this.timeout(30_000);
    const sandbox = createEmptySandbox();
    const [id] = addNotifications(sandbox, 1);
    // The same record for each, so that what is measured is the list.
    const answer = await sandbox.fetch(`${sandbox.baseUrl}/nudge/in-app-notifications/${id!}`, {
      headers: { authorization: `Bearer ${sandbox.issueToken()}` },
    });
    const body = await answer.text();
    expect(body).to.include('Title 0');
    const fetch = (url: RequestInfo | URL): Promise<Response> => {
      const asked = new Request(url).url.split('/').at(-1)!;
      return Promise.resolve(new Response(body.replace(id!, asked)));
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
    observer.disconnect();
    const reached = Math.round(listElement(inbox).scrollTop / articles(inbox)[0]!.offsetHeight);
    expect(articles(inbox).length, 'no more than the reader came near').to.be.within(reached, reached + 150);
    expect(Math.max(0, ...tasks), `of ${tasks.length} long tasks`).to.be.lessThan(200);
    const { top, bottom } = listElement(inbox).getBoundingClientRect();
    const inSight = articles(inbox).filter((article) => {
      const box = article.getBoundingClientRect();
      return box.bottom > top && box.top < bottom;
    });
    expect(inSight.map(({ ariaLabel }) => ariaLabel)).to.deep.equal(inSight.map(() => 'Unread: Title 0'));
    expect(inSight[0]!.ariaSetSize).to.equal('10000');
  });
});
