import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { allowMotion, emulateColorScheme } from '../engine.js';
import {
  addNotifications,
  cards,
  createEmptySandbox,
  deepActiveElement,
  flushTasks,
  nextFrames,
  queryAll,
  queryOne,
  waitUntil,
} from '../support.js';
import {
  addArrivals,
  articleNames,
  articles,
  movePointerAway,
  renderFeed,
  type Feed,
} from './feed-support.js';

const leavingRows = ({ inbox }: Feed): HTMLElement[] => queryAll(inbox, '.feed > [inert]');
const dismissFirst = ({ inbox }: Feed): void =>
  queryOne(cards(inbox)[0]!, '.tools button:last-child').click();

describe('<nudge-inbox> in motion', () => {
  before(() => allowMotion());
  after(() => emulateColorScheme());

  it('collapses a dismissed card, which is no part of the feed any more', async () => {
    const feed = await renderFeed(4);
    const { inbox } = feed;
    const { top, height } = articles(inbox)[1]!.getBoundingClientRect();
    articles(inbox)[0]!.focus();
    // A card may have left before the browser reports that the key was pressed.
    const namesWhileLeaving = waitUntil(() => leavingRows(feed).length === 1).then(() => articleNames(inbox));
    await sendKeys({ press: 'Delete' });
    expect(await namesWhileLeaving).to.deep.equal(['Unread: Title 1', 'Unread: Title 2', 'Unread: Title 3']);
    expect(deepActiveElement() === articles(inbox)[0], 'the next article has the focus').to.be.true;
    await waitUntil(() => leavingRows(feed).length === 0);
    expect(articles(inbox)[0]!.getBoundingClientRect().top).to.be.closeTo(top - height, 1);
  });

  it('restores a card that is still leaving', async () => {
    const feed = await renderFeed(3);
    dismissFirst(feed);
    await waitUntil(() => leavingRows(feed).length === 1);
    queryOne(feed.inbox, '.undo button').click();
    await waitUntil(() => leavingRows(feed).length === 0);
    expect(articleNames(feed.inbox)).to.deep.equal([0, 1, 2].map((index) => `Unread: Title ${index}`));
    expect(articles(feed.inbox).map(({ ariaPosInSet }) => ariaPosInSet)).to.deep.equal(['1', '2', '3']);
  });

  it('shows a restored card only once while it was still leaving', async () => {
    const feed = await renderFeed(3);
    dismissFirst(feed);
    await waitUntil(() => leavingRows(feed).length === 1);
    queryOne(feed.inbox, '.undo button').click();
    await waitUntil(() => articles(feed.inbox).length === 3);
    expect(leavingRows(feed)).to.have.length(0);
  });

  it('lets arrivals slide in, but not the list itself', async () => {
    const feed = await renderFeed(4);
    await movePointerAway();
    const moving = (): (string | null)[] =>
      articles(feed.inbox)
        .filter((article) => article.getAnimations().length > 0)
        .map(({ ariaLabel }) => ariaLabel);
    expect(moving()).to.deep.equal([]);
    addArrivals(feed, 'New');
    await waitUntil(() => articles(feed.inbox).length === 5);
    expect(moving()).to.deep.equal(['Unread: New']);
    await waitUntil(() => moving().length === 0);
  });

  it('removes the heading of a day with its placeholder if that belongs to another tab', async () => {
    const sandbox = createEmptySandbox();
    const createdDate = new Date().toISOString();
    const references = addNotifications(sandbox, 1).map((id) => ({ id, isRead: true, createdDate }));
    let deliver = (): void => undefined;
    const isDelivered = new Promise<void>((done) => (deliver = done));
    const feed = await renderFeed(0, undefined, {
      source: { load: () => Promise.resolve({ references }) },
      fetch: async (...request) => {
        await isDelivered;
        return sandbox.fetch(...request);
      },
    });
    feed.inbox.tabs = [{ id: 'orders', label: 'Orders', tags: ['order'] }];
    await waitUntil(() => queryAll(feed.inbox, '.day').length === 1);
    deliver();
    await waitUntil(() => articles(feed.inbox).length === 0);
    expect([queryAll(feed.inbox, '.day'), leavingRows(feed)]).to.deep.equal([[], []]);
  });

  it('removes many rows at once', async () => {
    const feed = await renderFeed(10, (index) => ({ isRead: index > 1 }));
    queryAll(feed.inbox, '.filter')[1]!.click();
    await waitUntil(() => articles(feed.inbox).length === 2);
    expect(leavingRows(feed)).to.have.length(0);
  });
});

describe('<nudge-inbox> with reduced motion', () => {
  it('removes and adds cards at once', async () => {
    const feed = await renderFeed(4);
    await movePointerAway();
    dismissFirst(feed);
    await flushTasks();
    expect(leavingRows(feed)).to.have.length(0);
    addArrivals(feed, 'New');
    await nextFrames();
    expect(articles(feed.inbox).flatMap((article) => article.getAnimations({ subtree: true }))).to.deep.equal(
      [],
    );
  });
});
