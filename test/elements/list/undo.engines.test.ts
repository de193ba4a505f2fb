import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import {
  cards,
  cardTitles,
  clickOn,
  deepActiveElement,
  expectEventually,
  queryAll,
  queryOne,
  recordEvents,
  waitUntil,
} from '../support.js';
import {
  articleNames,
  articles,
  hoverOver,
  listElement,
  pressWithModifier,
  renderFeed,
  undoText,
} from './feed-support.js';
import { dismissButton, undoButton } from './undo-support.js';

describe('<nudge-inbox> dismissal', () => {
  it('removes a card by its button, and Undo restores the card and its focus', async () => {
    const feed = await renderFeed(4);
    const { inbox, ids } = feed;
    const changes = recordEvents(document.body, 'nudge-dismiss-change');
    await hoverOver(cards(inbox)[1]!);
    await clickOn(dismissButton(feed, 1));
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 2', 'Unread: Title 3']);
    expect(undoText(inbox)).to.equal('Dismissed Undo');
    expect(deepActiveElement() === articles(inbox)[1], 'the next article has the focus').to.be.true;
    await clickOn(undoButton(feed));
    await expectEventually(
      () => cardTitles(inbox),
      [0, 1, 2, 3].map((index) => `Unread: Title ${index}`),
    );
    await waitUntil(() => deepActiveElement() === articles(inbox)[1]);
    expect(undoText(inbox)).to.be.null;
    expect(changes.map(({ detail }) => detail)).to.deep.equal([
      { ids: [ids[1]], isDismissed: true },
      { ids: [ids[1]], isDismissed: false },
    ]);
  });

  it('moves nothing above the next article, which may be partly out of view', async () => {
    const feed = await renderFeed(6, () => ({ payload: { title: 'Title', body: 'Line\n'.repeat(3) } }));
    const { inbox } = feed;
    await hoverOver(cards(inbox)[1]!);
    await clickOn(dismissButton(feed, 1));
    expect(articles(inbox)).to.have.length(5);
    expect(deepActiveElement() === articles(inbox)[1], 'the next article has the focus').to.be.true;
    expect(listElement(inbox).scrollTop).to.equal(0);
  });

  it('works with Delete on an article and can be undone by keyboard', async () => {
    const feed = await renderFeed(3);
    const { inbox } = feed;
    articles(inbox)[2]!.focus();
    await sendKeys({ press: 'Delete' });
    expect(articleNames(inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 1']);
    expect(deepActiveElement() === articles(inbox)[1], 'the last article has the focus').to.be.true;
    undoButton(feed).focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => articles(inbox).length === 3 && deepActiveElement() === articles(inbox)[2]);
  });

  it('leaves Undo within a few tab stops, however many notifications follow', async () => {
    const feed = await renderFeed(30);
    articles(feed.inbox)[1]!.focus();
    await sendKeys({ press: 'Delete' });
    let stops = 0;
    while (deepActiveElement() !== undoButton(feed) && stops < 10) {
      await sendKeys({ press: 'Tab' });
      stops += 1;
    }
    expect(deepActiveElement() === undoButton(feed), `after ${stops} stops`).to.be.true;
  });

  it('shows the empty message after the last card and focuses the heading', async () => {
    const feed = await renderFeed(1);
    articles(feed.inbox)[0]!.focus();
    await sendKeys({ press: 'Delete' });
    expect(queryAll(feed.inbox, '[part=empty]')).to.have.length(1);
    await waitUntil(() => deepActiveElement() === queryOne(feed.inbox, 'h2'));
    await clickOn(undoButton(feed));
    await waitUntil(() => deepActiveElement() === articles(feed.inbox)[0]);
  });
});

describe('<nudge-inbox> Undo message', () => {
  it('can be undone by Ctrl+Z or Cmd+Z, once', async () => {
    const feed = await renderFeed(4);
    const { inbox } = feed;
    articles(inbox)[1]!.focus();
    for (const modifier of ['Control', 'Meta']) {
      await sendKeys({ press: 'Delete' });
      await sendKeys({ press: 'Delete' });
      expect(articleNames(inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 3']);
      await pressWithModifier(modifier, 'z');
      expect(articles(inbox)).to.have.length(4);
      expect(undoText(inbox)).to.be.null;
      await waitUntil(() => deepActiveElement() === articles(inbox)[1]);
      await pressWithModifier(modifier, 'z');
      expect(articles(inbox)).to.have.length(4);
    }
  });
});
