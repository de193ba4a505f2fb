import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { NotificationSource } from '../../../src/index.js';
import {
  addNotifications,
  clickOn,
  countRequests,
  createEmptySandbox,
  deepActiveElement,
  nextFrames,
  queryAll,
  queryOne,
  setPageAttribute,
  visibleText,
  waitUntil,
} from '../support.js';
import { notIn } from '../engine.js';
import { articleNames, recordAnnouncements } from './feed-support.js';
import {
  detailTitle,
  loadMoreButton,
  openCard,
  renderPage,
  search,
  searchField,
  searchResult,
} from './page-support.js';

const payloads = [
  { title: 'Crème brûlée is back', body: 'At the café.' },
  { title: 'Your invoice', subTitle: 'Autumn term', tags: [{ tagName: 'Billing' }] },
  { title: 'İstanbul', avatar: [{ fallBackName: 'Zoë Smith' }] },
];
const overrides = (index: number): object => ({ payload: payloads[index] });

describe('The search of <nudge-inbox layout="page">', () => {
  it('has a name, and says nothing before somebody searches', async () => {
    const { inbox } = await renderPage(3);
    expect(searchField(inbox).ariaLabel).to.equal('Search notifications');
    expect(searchResult(inbox)).to.equal(null);
  });

  for (const [what, query, found] of [
    ['titles, whatever their accents and capitals', 'CREME BRULEE', 'Crème brûlée is back'],
    ['texts', 'café', 'Crème brûlée is back'],
    ['subtitles', 'autumn', 'Your invoice'],
    ['tags', 'bill', 'Your invoice'],
    ['names of senders', 'zoe', 'İstanbul'],
    ['capitals of other languages', 'istanbul', 'İstanbul'],
    ['several words in any order', 'billing invoice', 'Your invoice'],
  ] as const)
    it(`finds ${what}`, async () => {
      const { inbox } = await renderPage(3, { overrides });
      await search(inbox, query);
      await waitUntil(() => articleNames(inbox).join() === found);
      expect(searchResult(inbox)).to.equal('1 of 3 loaded notifications');
      expect(loadMoreButton(inbox), 'everything is loaded').to.equal(undefined);
    });

  it('finds the dotted and the dotless i in Turkish', async () => {
    setPageAttribute('lang', 'tr');
    const { inbox } = await renderPage(3, { overrides });
    await search(inbox, 'ISTANBUL');
    await waitUntil(() => articleNames(inbox).join() === 'İstanbul');
  });

  for (const direction of ['ltr', 'rtl'] as const)
    notIn('firefox', 'it draws no button in a search field')(
      `is cleared by the button at the end of its field, ${direction}, anywhere in 24 pixels`,
      async () => {
        setPageAttribute('dir', direction);
        const { inbox } = await renderPage(3, { overrides });
        for (const fromEnd of [6, 14, 26]) {
          await search(inbox, 'invoice');
          await waitUntil(() => articleNames(inbox).length === 1);
          const { left, right, top, height } = searchField(inbox).getBoundingClientRect();
          const x = Math.round(direction === 'ltr' ? right - fromEnd : left + fromEnd);
          await sendMouse({ type: 'click', position: [x, Math.round(top + height / 2)] });
          await waitUntil(() => articleNames(inbox).length === 3, `cleared ${fromEnd} pixels from the end`);
        }
      },
    );

  it('says in words that nothing was found', async () => {
    const { inbox } = await renderPage(3);
    await search(inbox, 'zzz');
    await waitUntil(() => articleNames(inbox).length === 0);
    expect(visibleText(queryOne(inbox, '.empty:not(.choose)'))).to.equal(
      'No loaded notification matches your search.',
    );
    expect(searchResult(inbox)).to.equal('0 of 3 loaded notifications');
    await expect(inbox).to.be.accessible();
  });

  it('announces the number of results once the customer pauses', async () => {
    const { inbox } = await renderPage(12);
    const announcements = recordAnnouncements(inbox);
    await search(inbox, 'title 1');
    await waitUntil(() => announcements.length > 0);
    await nextFrames();
    expect(announcements).to.deep.equal(['3 of 12 loaded notifications']);
  });

  it('ends on Escape, and only then leaves the key to the page', async () => {
    const { inbox } = await renderPage(3);
    await search(inbox, 'title 2');
    await waitUntil(() => articleNames(inbox).length === 1);
    const isPrevented: boolean[] = [];
    const record = (event: KeyboardEvent): void => void isPrevented.push(event.defaultPrevented);
    document.addEventListener('keydown', record);
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => articleNames(inbox).length === 3);
    expect(searchField(inbox).value).to.equal('');
    await sendKeys({ press: 'Escape' });
    document.removeEventListener('keydown', record);
    expect(isPrevented).to.deep.equal([true, false]);
    expect(deepActiveElement()).to.equal(searchField(inbox));
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
    const { inbox, sandbox } = await renderPage(80);
    await search(inbox, 'title 7');
    await waitUntil(() => searchResult(inbox) !== null);
    const requests = countRequests(sandbox);
    expect(requests, 'not everything is loaded').to.be.below(80);
    await nextFrames(10);
    expect(countRequests(sandbox), 'the search alone loads nothing').to.equal(requests);
    expect(searchResult(inbox)).to.match(/^\d+ of \d+ loaded notifications$/);
    await clickOn(loadMoreButton(inbox)!);
    await waitUntil(() => countRequests(sandbox) === Math.min(80, requests + 50));
    while (loadMoreButton(inbox)) {
      const before = searchResult(inbox);
      await clickOn(loadMoreButton(inbox)!);
      await waitUntil(() => searchResult(inbox) !== before);
      await nextFrames();
    }
    expect(searchResult(inbox)).to.equal('17 of 80 loaded notifications');
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
    await search(inbox, 'title 59');
    await waitUntil(() => searchResult(inbox) !== null);
    const loaded = cursors.length;
    await nextFrames(10);
    expect(cursors).to.have.length(loaded);
    expect(queryAll(inbox, '.end')).to.have.length(0);
    for (let step = 0; step < 6 && loadMoreButton(inbox); step++) {
      await waitUntil(() => loadMoreButton(inbox)?.ariaDisabled !== 'true');
      loadMoreButton(inbox)?.click();
      await nextFrames();
    }
    await waitUntil(() => articleNames(inbox).length === 1);
    expect(articleNames(inbox)[0]).to.contain('Title 59');
    expect(searchResult(inbox)).to.equal('1 of 60 loaded notifications');
  });
});
