import { expect } from '@open-wc/testing';
import { cardTitles, nextFrames, setPageAttribute, visibleText, queryOne, waitUntil } from '../support.js';
import { addArrivals, renderFeed, type Feed } from './feed-support.js';

async function renderTwoSpaces(): Promise<Feed> {
  const feed = await renderFeed(4, (index) => ({
    payload: { title: `Title ${index}` },
    productSpaceId: ['shop', 'bank', null][index % 3]!,
  }));
  feed.inbox.productSpace = 'shop';
  await nextFrames();
  return feed;
}

describe('<nudge-inbox> product-space', () => {
  it('shows only the notifications of that product space', async () => {
    const { inbox } = await renderTwoSpaces();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 3']);
    inbox.setAttribute('product-space', 'bank');
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 1']);
    inbox.removeAttribute('product-space');
    await nextFrames();
    expect(cardTitles(inbox)).to.have.length(4);
  });

  it('applies together with the filter', async () => {
    const { inbox, session, ids } = await renderTwoSpaces();
    session.notifications.markRead([ids[0]!]);
    inbox.filter = 'unread';
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 3']);
  });

  it('hides an arrival of another one', async () => {
    const feed = await renderTwoSpaces();
    addArrivals(feed, 'Elsewhere');
    await waitUntil(() => feed.session.notifications.state.items[0]?.record != null);
    await nextFrames();
    expect(cardTitles(feed.inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 3']);
  });

  it('shows a revealed notification of another one all the same', async () => {
    const { inbox, ids } = await renderTwoSpaces();
    expect(await inbox.reveal(ids[2]!)).to.be.true;
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0', 'Title 2', 'Unread: Title 3']);
  });

  it('says that a product space without notifications is empty', async () => {
    setPageAttribute('lang', 'en');
    const { inbox } = await renderTwoSpaces();
    inbox.productSpace = 'empty';
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal([]);
    expect(visibleText(queryOne(inbox, '.empty'))).to.contain('caught up');
  });
});
