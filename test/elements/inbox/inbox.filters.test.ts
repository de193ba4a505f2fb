import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import {
  addNotifications,
  all,
  cards,
  emptySandbox,
  focused,
  frames,
  heard,
  inboxWith,
  one,
  press,
  seen,
  sessionOf,
  stayHere,
  titles,
  waitUntil,
} from '../support.js';
import { articles, feedOf, list, names, scrollTo } from './feed-support.js';

const day = 24 * 60 * 60 * 1000;
const filters = (inbox: NudgeInbox): string[] => all(inbox, '.filter').map(seen);
const tagged = (...tags: unknown[]): object => ({ tags });

/** Of every three: one about orders, one about invoices, one about nothing. */
function about(index: number): object {
  const tags = [[{ tagName: 'Orders' }], [{ tagName: 'Invoices' }], []][index % 3]!;
  return { payload: { title: `Title ${index}`, ...tagged(...tags) } };
}

const tagOn = (inbox: NudgeInbox, index: number): HTMLElement => one(cards(inbox)[index]!, 'button.tag');

describe('the tag of a card in a nudge-inbox', () => {
  it('shows by a press those that have it, and is shown beside the filters', async () => {
    const { inbox } = await feedOf(9, about);
    expect(tagOn(inbox, 1).getAttribute('aria-label')).to.include('Invoices');
    await press(tagOn(inbox, 1));
    await frames();
    expect(titles(inbox)).to.deep.equal([1, 4, 7].map((index) => `Unread: Title ${index}`));
    expect(filters(inbox)).to.deep.equal(['All', 'Unread 9', 'Invoices']);
    expect(focused() === tagOn(inbox, 0), 'where it was').to.be.true;
    await expect(inbox).to.be.accessible();
  });

  it('is taken away by its button, and the focus is not lost', async () => {
    const { inbox } = await feedOf(9, about);
    tagOn(inbox, 0).focus();
    await sendKeys({ press: 'Enter' });
    await frames();
    const chosen = all(inbox, '.filter')[2]!;
    expect(chosen.getAttribute('aria-label')).to.include('Orders');
    chosen.focus();
    await sendKeys({ press: 'Space' });
    await frames();
    expect(titles(inbox)).to.have.length(9);
    expect(filters(inbox)).to.deep.equal(['All', 'Unread 9']);
    expect(inbox.matches(':focus-within')).to.be.true;
  });

  it('goes together with the unread, and says where nothing is left', async () => {
    const { inbox, session, ids } = await feedOf(9, (index) => ({ ...about(index), isRead: index > 2 }));
    tagOn(inbox, 0).click();
    all(inbox, '.filter')[1]!.click();
    await frames();
    expect(titles(inbox)).to.deep.equal(['Unread: Title 0']);
    expect(filters(inbox)).to.deep.equal(['All', 'Unread 3', 'Orders']);
    session.notifications.dismiss([ids[0]!]);
    await frames();
    expect(all(inbox, '[part=empty]')).to.have.length(1);
    all(inbox, '.filter')[2]!.click();
    await frames();
    expect(titles(inbox)).to.deep.equal(['Unread: Title 1', 'Unread: Title 2']);
  });

  it('starts from the top', async () => {
    const { inbox } = await feedOf(40, about);
    await scrollTo(inbox, 900);
    tagOn(inbox, 18).click();
    await frames();
    expect(list(inbox).scrollTop).to.equal(0);
    expect(titles(inbox)[0]).to.equal('Unread: Title 0');
  });

  it('finds also what is not loaded yet, as it comes into sight', async () => {
    const { inbox } = await feedOf(60, about);
    tagOn(inbox, 0).click();
    await frames();
    await waitUntil(() => {
      const [pending] = all(inbox, '.pending');
      pending?.scrollIntoView();
      return !pending;
    });
    expect(titles(inbox)).to.have.length(20);
    expect(names(inbox).every((name) => name!.startsWith('Unread: '))).to.be.true;
  });

  it('stays a link where it has one, and opens that', async () => {
    const { followed } = stayHere();
    const { inbox } = await feedOf(2, () => ({
      payload: { title: 'Title', ...tagged({ tagName: 'Orders', url: '/orders' }) },
    }));
    const navigations = heard(inbox, 'nudge-navigate');
    const link = one<HTMLAnchorElement>(cards(inbox)[0]!, 'a.tag');
    await press(link);
    expect(followed).to.deep.equal([link.href]);
    expect(navigations.map(({ detail }) => detail.origin)).to.deep.equal(['tag']);
    expect(filters(inbox)).to.deep.equal(['All', 'Unread 2']);
  });

  it('is told to nobody outside', async () => {
    const { inbox } = await feedOf(2, about);
    const told: Event[] = [];
    inbox.addEventListener('nudge-tag', (event) => told.push(event));
    tagOn(inbox, 0).click();
    await frames();
    expect(told).to.have.length(0);
  });

  it('is one of ten thousand and freezes nothing, and names of any spelling are only names', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({ tagName: `Tag ${index}` }));
    const { inbox } = await feedOf(3, (index) => ({
      payload: { title: `Title ${index}`, ...tagged({ tagName: '__proto__' }, ...(index ? [] : many)) },
    }));
    expect(all(cards(inbox)[0]!, '.tag')).to.have.length.within(1, 50);
    const start = performance.now();
    all(cards(inbox)[0]!, 'button.tag')[1]!.click();
    await inbox.updateComplete;
    expect(performance.now() - start).to.be.lessThan(200);
    expect(titles(inbox)).to.deep.equal(['Unread: Title 0']);
    all(inbox, '.filter')[2]!.click();
    await frames();
    all(cards(inbox)[1]!, 'button.tag')[0]!.click();
    await frames();
    expect(titles(inbox)).to.have.length(3);
  });

  it('is forgotten with the session', async () => {
    const { inbox } = await feedOf(6, about);
    tagOn(inbox, 0).click();
    await frames();
    const sandbox = emptySandbox();
    inbox.session = sessionOf(sandbox, { ids: addNotifications(sandbox, 2) });
    await frames();
    expect(filters(inbox)).to.deep.equal(['All', 'Unread 2']);
    expect(titles(inbox)).to.have.length(2);
  });
});

describe('the headings of days', () => {
  it('stay at the top edge as the list is scrolled, each for its day', async () => {
    const noon = new Date().setHours(12, 0, 0, 0);
    const { inbox } = await feedOf(30, (index) => ({
      createdDate: new Date(noon - Math.floor(index / 10) * day).toISOString(),
    }));
    const edge = list(inbox).getBoundingClientRect().top;
    const atEdge = (): string[] => {
      const { left } = list(inbox).getBoundingClientRect();
      const [top] = inbox.shadowRoot!.elementsFromPoint(left + 30, edge + 15);
      return [seen(top!.closest('.day') ?? top!)];
    };
    expect(atEdge()).to.deep.equal(['Today']);
    await scrollTo(inbox, 300);
    expect(atEdge()).to.deep.equal(['Today']);
    const second = articles(inbox)[12]!;
    await scrollTo(inbox, list(inbox).scrollTop + second.getBoundingClientRect().top - edge);
    expect(atEdge()).to.deep.equal(['Yesterday']);
    for (const heading of all(inbox, '.day'))
      expect(getComputedStyle(heading).backgroundColor, 'nothing shines through').not.to.equal(
        'rgba(0, 0, 0, 0)',
      );
  });

  it('never hide the article that has the focus', async () => {
    const { inbox } = await feedOf(20);
    await scrollTo(inbox, 600);
    articles(inbox)[19]!.focus();
    for (let step = 0; step < 15; step += 1) {
      await sendKeys({ press: 'ArrowUp' });
      const article = focused()!;
      const covering = all(inbox, '.day').filter((heading) => {
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
    const sandbox = emptySandbox();
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
    const inbox = await inboxWith(sessionOf(sandbox, { ids, fetch }));
    inbox.style.height = '560px';
    await frames(20);
    expect(articles(inbox)).to.have.length(50);
    const tasks: number[] = [];
    const observer = new PerformanceObserver((entries) => {
      for (const { duration } of entries.getEntries()) tasks.push(Math.round(duration));
    });
    observer.observe({ type: 'longtask' });
    for (let step = 0; step < 60; step += 1) {
      list(inbox).scrollBy(0, 400);
      await frames(1);
    }
    await frames(10);
    observer.disconnect();
    const reached = Math.round(list(inbox).scrollTop / articles(inbox)[0]!.offsetHeight);
    expect(articles(inbox).length, 'no more than the reader came near').to.be.within(reached, reached + 150);
    expect(Math.max(0, ...tasks), `of ${tasks.length} long tasks`).to.be.lessThan(200);
    const { top, bottom } = list(inbox).getBoundingClientRect();
    const inSight = articles(inbox).filter((article) => {
      const box = article.getBoundingClientRect();
      return box.bottom > top && box.top < bottom;
    });
    expect(inSight.map(({ ariaLabel }) => ariaLabel)).to.deep.equal(inSight.map(() => 'Unread: Title 0'));
    expect(inSight[0]!.ariaSetSize).to.equal('10000');
  });
});
