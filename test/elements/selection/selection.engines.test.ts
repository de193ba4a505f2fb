import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { clickOn, deepActiveElement, recordEvents, waitUntil, cardTitles, queryOne } from '../support.js';
import { articles, movePointerAway, renderFeed, undoText } from '../list/feed-support.js';
import {
  bar,
  barButton,
  barText,
  boxes,
  pressBar,
  renderSelectable,
  select,
  selected,
} from './selection-support.js';

describe('<nudge-inbox selectable>', () => {
  it('is reached by Tab after its article, with the others out of the Tab order, and by Space', async () => {
    const feed = await renderSelectable(3);
    await movePointerAway();
    articles(feed.inbox)[1]!.focus();
    await sendKeys({ press: 'Tab' });
    expect(deepActiveElement() === boxes(feed)[1], 'the checkbox has the focus').to.be.true;
    await sendKeys({ press: ' ' });
    expect(selected(feed)).to.deep.equal([1]);
    expect(boxes(feed).map(({ tabIndex }) => tabIndex)).to.deep.equal([-1, 0, -1]);
    await sendKeys({ press: 'ArrowDown' });
    expect(deepActiveElement() === articles(feed.inbox)[2], 'the arrow key goes on').to.be.true;
    expect(boxes(feed).map(({ tabIndex }) => tabIndex)).to.deep.equal([-1, -1, 0]);
  });

  it('selects a range by a click with Shift, or takes it out', async () => {
    const feed = await renderSelectable(6, undefined, { height: 900 });
    await waitUntil(() => boxes(feed).length === 6);
    const shiftClick = async (index: number): Promise<void> => {
      await sendKeys({ down: 'Shift' });
      await clickOn(boxes(feed)[index]!);
      await sendKeys({ up: 'Shift' });
    };
    await clickOn(boxes(feed)[1]!);
    await shiftClick(4);
    expect(selected(feed)).to.deep.equal([1, 2, 3, 4]);
    expect(barText(feed)).to.equal('4 selected');
    await clickOn(boxes(feed)[2]!);
    expect(selected(feed)).to.deep.equal([1, 3, 4]);
    await shiftClick(4);
    expect(selected(feed)).to.deep.equal([1]);
  });

  it('ends by Escape, in the list and in the bar', async () => {
    const feed = await renderSelectable(3);
    await select(feed, 0, 2);
    articles(feed.inbox)[1]!.focus();
    await sendKeys({ press: 'Escape' });
    expect(selected(feed)).to.deep.equal([]);
    expect(deepActiveElement() === articles(feed.inbox)[1]).to.be.true;
    await select(feed, 2);
    barButton(feed, 'Dismiss').focus();
    await sendKeys({ press: 'Escape' });
    expect(selected(feed)).to.deep.equal([]);
    await waitUntil(() => deepActiveElement()?.closest('[role=article]') === articles(feed.inbox)[2]);
  });

  it('dismisses in one act with one undo, and the focus goes to the next notification', async () => {
    const feed = await renderSelectable(5);
    const changes = recordEvents(document.body, 'nudge-dismiss-change');
    await select(feed, 1, 2);
    await pressBar(feed, 'Dismiss');
    expect(changes.map(({ detail }) => detail)).to.deep.equal([
      { ids: feed.ids.slice(1, 3), isDismissed: true },
    ]);
    expect(cardTitles(feed.inbox)).to.deep.equal([0, 3, 4].map((index) => `Unread: Title ${index}`));
    await waitUntil(() => deepActiveElement()?.getAttribute('data-id') === feed.ids[3]);
    expect(bar(feed)).to.be.undefined;
    expect(undoText(feed.inbox)).to.equal('2 dismissed Undo');
    await clickOn(queryOne(feed.inbox, '.undo button'));
    expect(articles(feed.inbox)).to.have.length(5);
    expect(selected(feed)).to.deep.equal([]);
  });

  it('shows a card of the page beside its checkbox', async () => {
    const feed = await renderFeed(3);
    feed.inbox.renderNotification = ({ payload }, { previous }) => {
      const card = previous ?? document.createElement('p');
      card.textContent = payload.title;
      return card;
    };
    feed.inbox.selectable = true;
    await waitUntil(() => boxes(feed).length === 3);
    await clickOn(boxes(feed)[1]!);
    expect(selected(feed)).to.deep.equal([1]);
    const ownCards = [...feed.inbox.querySelectorAll('p')];
    await waitUntil(() => ownCards.every((card) => card.getBoundingClientRect().height > 0));
    const { right } = boxes(feed)[1]!.getBoundingClientRect();
    expect(ownCards[1]!.getBoundingClientRect().left).to.be.at.least(right);
    await pressBar(feed, 'Dismiss');
    await waitUntil(() => feed.inbox.querySelectorAll('p').length === 2);
  });
});
