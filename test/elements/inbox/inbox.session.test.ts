import { expect } from '@open-wc/testing';
import {
  addNotifications,
  cards,
  cardTitles,
  createEmptySandbox,
  createTestSession,
  nextFrames,
  queryAll,
  queryOne,
  renderInbox,
} from '../support.js';

describe('<nudge-inbox> with a new session', () => {
  it('resets the tag filter, the Undo message and pending arrivals', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 3, () => ({
      payload: { title: 'Title', tags: [{ tagName: 'Sale', icon: null, url: null }] },
    }));
    const inbox = await renderInbox(createTestSession(sandbox, { ids }));
    queryOne(cards(inbox)[0]!, '[aria-label="Dismiss"]').click();
    await nextFrames();
    queryOne(cards(inbox)[0]!, 'button.tag').click();
    await nextFrames();
    expect([queryAll(inbox, '.undo').length, queryAll(inbox, '.chip').length]).to.deep.equal([1, 1]);

    const other = createEmptySandbox();
    inbox.session = createTestSession(other, { ids: addNotifications(other, 2) });
    await nextFrames();
    expect([queryAll(inbox, '.undo').length, queryAll(inbox, '.chip').length]).to.deep.equal([0, 0]);
    expect(cardTitles(inbox)).to.have.length(2);
  });
});
