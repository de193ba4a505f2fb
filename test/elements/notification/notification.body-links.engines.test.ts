import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { movePointerAway, articles, renderFeed } from '../list/feed-support.js';
import { cards, deepActiveElement, queryAll, waitUntil } from '../support.js';

const withAddresses = (index: number): object => ({
  payload: {
    title: `Title ${index}`,
    body: `https://example.com/${index} ${'word '.repeat(200)} https://example.com/last`,
  },
});

/** Presses Tab until a link in a body has the focus. */
async function tabToAddress(): Promise<void> {
  for (let count = 0; count < 6 && !deepActiveElement()?.matches('.address'); count++)
    await sendKeys({ press: 'Tab' });
}

describe('Links in the bodies of an inbox', () => {
  it('are in the Tab order for one notification at a time', async () => {
    const { inbox } = await renderFeed(3, withAddresses);
    await movePointerAway();
    inbox.bodyLinks = true;
    await inbox.updateComplete;
    await waitUntil(() => queryAll(cards(inbox)[2]!, '.address').length === 2);
    articles(inbox)[1]!.focus();
    await tabToAddress();
    expect(deepActiveElement()?.getAttribute('href')).to.equal('https://example.com/1');
    const stops = cards(inbox).filter((card) => card.getAttribute('tabindex') !== '-1');
    expect(stops).to.deep.equal([cards(inbox)[1]]);
  });

  it('show the whole text when a key focuses one that is cut off', async () => {
    const { inbox } = await renderFeed(1, withAddresses);
    await movePointerAway();
    inbox.bodyLinks = true;
    await inbox.updateComplete;
    const [card] = cards(inbox);
    await waitUntil(() => queryAll(card!, '.link-button').length === 1);
    articles(inbox)[0]!.focus();
    await tabToAddress();
    await waitUntil(() => queryAll(card!, '.body.clamped').length === 0);
    expect(deepActiveElement()?.matches('.address')).to.be.true;
  });
});
