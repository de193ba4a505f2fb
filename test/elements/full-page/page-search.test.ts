import { expect } from '@open-wc/testing';
import type { NotificationSource } from '../../../src/index.js';
import {
  addNotifications,
  clickOn,
  countRequests,
  createEmptySandbox,
  deepActiveElement,
  expectEventually,
  installFakeTimers,
  queryAll,
  queryOne,
  visibleText,
  waitUntil,
} from '../support.js';
import { articleNames, recordAnnouncements } from '../list/feed-support.js';
import {
  detailTitle,
  loadMoreButton,
  openCard,
  renderPage,
  search,
  searchField,
  searchResult,
} from './page-support.js';

describe('The search of <nudge-inbox layout="page">', () => {
  it('finds what the texts, tags and senders contain, whatever their accents, capitals and order', async () => {
    const payloads = [
      { title: 'Crème brûlée is back', body: 'At the café.' },
      { title: 'Your invoice', subTitle: 'Autumn term', tags: [{ tagName: 'Billing' }] },
      { title: 'İstanbul', avatar: [{ fallBackName: 'Zoë Smith' }] },
    ];
    const { inbox } = await renderPage(3, { overrides: (index) => ({ payload: payloads[index]! }) });
    expect(searchField(inbox).ariaLabel).to.equal('Search notifications');
    expect(searchResult(inbox)).to.equal(null);
    for (const [query, found] of [
      ['CREME BRULEE', 'Crème brûlée is back'],
      ['café', 'Crème brûlée is back'],
      ['autumn', 'Your invoice'],
      ['bill', 'Your invoice'],
      ['zoe', 'İstanbul'],
      ['ıstanbul', 'İstanbul'],
      ['ISTANBUL', 'İstanbul'],
      ['billing invoice', 'Your invoice'],
    ] as const) {
      searchField(inbox).value = query;
      searchField(inbox).dispatchEvent(new Event('input', { bubbles: true }));
      await expectEventually(() => articleNames(inbox), [found], query);
      expect(searchResult(inbox)).to.equal('1 of 3 loaded notifications');
      expect(loadMoreButton(inbox), 'everything is loaded').to.equal(undefined);
    }
  });

  it('says in words that nothing was found', async () => {
    const { inbox } = await renderPage(3);
    await search(inbox, 'zzz');
    await waitUntil(() => articleNames(inbox).length === 0);
    expect(visibleText(queryOne(inbox, '.empty:not(.choose)'))).to.equal(
      'No loaded notification matches your search.',
    );
    expect(searchResult(inbox)).to.equal('0 of 3 loaded notifications');
  });

  it('announces the number of results once the customer pauses', async () => {
    const { inbox } = await renderPage(12);
    // A busy machine pauses between two keys.
    const timers = installFakeTimers();
    const announcements = recordAnnouncements(inbox);
    await search(inbox, 'title 1');
    await timers.advance(1000);
    await expectEventually(() => announcements, ['3 of 12 loaded notifications']);
  });

  it('leaves the notification that is shown', async () => {
    const { inbox } = await renderPage(3);
    await openCard(inbox, 0);
    await search(inbox, 'title 2');
    await waitUntil(() => articleNames(inbox).length === 1);
    expect(detailTitle(inbox)).to.equal('Title 0');
  });

  it('ends when a notification is revealed that it does not find', async () => {
    const { inbox, ids } = await renderPage(3);
    await search(inbox, 'title 2');
    await waitUntil(() => articleNames(inbox).length === 1);
    expect(await inbox.reveal(ids[0]!)).to.be.true;
    expect(searchField(inbox).value).to.equal('');
    expect(articleNames(inbox)).to.have.length(3);
  });

  it('covers what is loaded, and loads further records on demand', async () => {
    const { inbox, sandbox, session } = await renderPage(80);
    const isLoading = (): boolean =>
      session.notifications.state.items.some(({ status }, index) => index < 25 && status === 'pending');
    await waitUntil(() => !isLoading());
    const requestCount = countRequests(sandbox);
    expect(requestCount, 'not everything is loaded').to.be.below(80);
    const announcements = recordAnnouncements(inbox);
    await search(inbox, 'title 7');
    await waitUntil(() => announcements.length > 0);
    expect(countRequests(sandbox), 'the search alone loads nothing').to.equal(requestCount);
    expect(searchResult(inbox)).to.match(/^\d+ of \d+ loaded notifications$/);
    await clickOn(loadMoreButton(inbox)!);
    await waitUntil(() => countRequests(sandbox) === Math.min(80, requestCount + 50));
    await waitUntil(() => loadMoreButton(inbox)?.ariaDisabled !== 'true');
    if (loadMoreButton(inbox)) await clickOn(loadMoreButton(inbox)!);
    await expectEventually(() => searchResult(inbox), '17 of 80 loaded notifications');
    await waitUntil(() => deepActiveElement() === searchField(inbox), 'the focus is lost with the button');
  });

  it('loads the next page of the source on demand, and no page without it', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 60);
    const cursors: (string | undefined)[] = [];
    const source: NotificationSource = {
      load: ({ cursor }) => {
        cursors.push(cursor);
        const start = Number(cursor ?? 0);
        return Promise.resolve({
          references: ids.slice(start, start + 20).map((id) => ({ id })),
          ...(start < 40 && { nextCursor: String(start + 20) }),
        });
      },
    };
    const { inbox } = await renderPage(0, {
      source,
      fetch: sandbox.fetch,
      getToken: () => sandbox.issueToken(),
    });
    await waitUntil(() => articleNames(inbox).length >= 20);
    const announcements = recordAnnouncements(inbox);
    await search(inbox, 'title 59');
    const loadedCount = cursors.length;
    await waitUntil(() => announcements.length > 0);
    expect(cursors).to.have.length(loadedCount);
    expect(queryAll(inbox, '.end')).to.have.length(0);
    await waitUntil(() => {
      if (loadMoreButton(inbox)?.ariaDisabled !== 'true') loadMoreButton(inbox)?.click();
      return articleNames(inbox).length === 1;
    });
    expect(articleNames(inbox)[0]).to.contain('Title 59');
    await expectEventually(() => searchResult(inbox), '1 of 60 loaded notifications');
  });
});
