import { expect } from '@open-wc/testing';
import {
  addNotifications,
  all,
  cards,
  emptySandbox,
  frames,
  inboxWith,
  one,
  sessionOf,
  titles,
} from '../support.js';

describe('a nudge-inbox that is given another session', () => {
  it('begins anew: no tag, nothing to undo, nothing that waits', async () => {
    const sandbox = emptySandbox();
    const ids = addNotifications(sandbox, 3, () => ({
      payload: { title: 'Title', tags: [{ tagName: 'Sale', icon: null, url: null }] },
    }));
    const inbox = await inboxWith(sessionOf(sandbox, { ids }));
    one(cards(inbox)[0]!, '[aria-label="Dismiss"]').click();
    await frames();
    one(cards(inbox)[0]!, 'button.tag').click();
    await frames();
    expect([all(inbox, '.undo').length, all(inbox, '.filter').length]).to.deep.equal([1, 3]);

    const other = emptySandbox();
    inbox.session = sessionOf(other, { ids: addNotifications(other, 2) });
    await frames();
    expect([all(inbox, '.undo').length, all(inbox, '.filter').length]).to.deep.equal([0, 2]);
    expect(titles(inbox)).to.have.length(2);
  });
});
