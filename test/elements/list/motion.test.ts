import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import { allowMotion, emulateColorScheme } from '../engine.js';
import {
  addNotifications,
  cards,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  expectEventually,
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
  renderLoadingInbox,
  type Feed,
} from './feed-support.js';

const dayMs = 24 * 60 * 60 * 1000;

describe('<nudge-inbox> in motion', () => {
  before(() => allowMotion());
  after(() => emulateColorScheme());

  const leavingRows = ({ inbox }: Feed): HTMLElement[] => queryAll(inbox, '.feed > [inert]');
  const dismissFirst = ({ inbox }: Feed): void =>
    queryOne(cards(inbox)[0]!, '.tools button:last-child').click();
  const movingPositions = ({ inbox }: Feed): (string | null)[] =>
    articles(inbox)
      .filter((article) => article.getAnimations().length > 0)
      .map(({ ariaPosInSet }) => ariaPosInSet);

  // https://www.w3.org/TR/WCAG22/#three-flashes-or-below-threshold
  it('pulses while it loads, less than three times a second', async () => {
    const source = { load: () => new Promise<never>(() => undefined) };
    const session = createTestSession(createEmptySandbox(), { source });
    const inbox = await fixture<NudgeInbox>(html`<nudge-inbox .session=${session}></nudge-inbox>`);
    const repeated = (): unknown[] =>
      inbox
        .shadowRoot!.getAnimations()
        .map(({ effect }) => effect?.getTiming())
        .filter((timing) => timing?.iterations === Infinity)
        .map((timing) => timing?.duration);
    await waitUntil(() => repeated().length > 0, 'Nothing pulses.');
    expect(repeated().filter((ms) => Number(ms) < 1000 / 3)).to.deep.equal([]);
  });

  it('collapses a dismissed card, which is no part of the feed any more', async () => {
    const feed = await renderFeed(4);
    const { inbox } = feed;
    const { top, height } = articles(inbox)[1]!.getBoundingClientRect();
    articles(inbox)[0]!.focus();
    dismissFirst(feed);
    await inbox.updateComplete;
    expect(leavingRows(feed)).to.have.length(1);
    expect(articleNames(inbox)).to.deep.equal(['Unread: Title 1', 'Unread: Title 2', 'Unread: Title 3']);
    expect(deepActiveElement() === articles(inbox)[0], 'the next article has the focus').to.be.true;
    await waitUntil(() => leavingRows(feed).length === 0, 'the dismissed card does not go');
    expect(articles(inbox)[0]!.getBoundingClientRect().top).to.be.closeTo(top - height, 1);
  });

  it('shows a card that is restored while it leaves, once', async () => {
    const feed = await renderFeed(3);
    dismissFirst(feed);
    await feed.inbox.updateComplete;
    expect(leavingRows(feed)).to.have.length(1);
    queryOne(feed.inbox, '.undo button').click();
    await feed.inbox.updateComplete;
    expect(leavingRows(feed)).to.have.length(0);
    expect(articleNames(feed.inbox)).to.deep.equal([0, 1, 2].map((index) => `Unread: Title ${index}`));
    expect(articles(feed.inbox).map(({ ariaPosInSet }) => ariaPosInSet)).to.deep.equal(['1', '2', '3']);
  });

  it('lets arrivals slide in, but not the list itself', async () => {
    const feed = await renderFeed(4);
    await movePointerAway();
    expect(movingPositions(feed)).to.deep.equal([]);
    addArrivals(feed, 'New');
    await feed.inbox.updateComplete;
    expect(articles(feed.inbox)).to.have.length(5);
    expect(movingPositions(feed)).to.deep.equal(['1']);
  });

  it('removes the heading of a day with its placeholder, at once, if that belongs to another tab', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2, (index) => ({
      payload: { title: `Title ${index}`, tags: index === 0 ? [{ tagName: 'order' }] : [] },
    }));
    const references = ids.map((id, index) => ({
      id,
      isRead: true,
      createdDate: new Date(Date.now() - index * dayMs).toISOString(),
    }));
    let deliver = (): void => undefined;
    const isDelivered = new Promise<void>((done) => (deliver = done));
    const session = createTestSession(sandbox, {
      source: { load: () => Promise.resolve({ references }) },
      fetch: async (...request) => {
        if (new Request(...request).url.includes(ids[1]!)) await isDelivered;
        return sandbox.fetch(...request);
      },
    });
    const inbox = await renderLoadingInbox(session);
    inbox.tabs = [{ id: 'orders', label: 'Orders', tags: ['order'] }];
    await expectEventually(() => articleNames(inbox), ['Title 0', 'Loading notifications…']);
    expect(queryAll(inbox, '.day')).to.have.length(2);
    const leaving: Node[] = [];
    const observer = new MutationObserver((records) => leaving.push(...records.map(({ target }) => target)));
    observer.observe(inbox.shadowRoot!, { attributeFilter: ['inert'], subtree: true });
    deliver();
    await expectEventually(() => articleNames(inbox), ['Title 0']);
    expect(queryAll(inbox, '.day')).to.have.length(1);
    expect(leaving, 'with motion').to.deep.equal([]);
  });

  it('removes many rows at once', async () => {
    const feed = await renderFeed(10, (index) => ({ isRead: index > 1 }));
    queryAll(feed.inbox, '.filter')[1]!.click();
    await feed.inbox.updateComplete;
    expect(articles(feed.inbox)).to.have.length(2);
    expect(leavingRows(feed)).to.have.length(0);
  });
});

describe('<nudge-inbox> with reduced motion', () => {
  it('removes and adds cards at once', async () => {
    const feed = await renderFeed(4);
    const { inbox } = feed;
    await movePointerAway();
    queryOne(cards(inbox)[0]!, '.tools button:last-child').click();
    await inbox.updateComplete;
    expect(queryAll(inbox, '.feed > *').filter(({ inert }) => inert)).to.have.length(0);
    addArrivals(feed, 'New');
    await inbox.updateComplete;
    expect(articles(inbox)).to.have.length(4);
    expect(articles(inbox).flatMap((article) => article.getAnimations({ subtree: true }))).to.deep.equal([]);
  });
});
