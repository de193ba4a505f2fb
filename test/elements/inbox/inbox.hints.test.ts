import { expect } from '@open-wc/testing';
import { cards, cardTitles, expectEventually, queryAll, queryOne, visibleText } from '../support.js';
import { articleNames, renderFeed, undoText } from '../list/feed-support.js';

const hint = (index: number): string => `Title ${index}`;
const headings = (inbox: Element): string[] => queryAll(inbox, '.date').map(visibleText);

describe('<nudge-inbox> with hints of its references', () => {
  it('marks an important notification, in a word for screen readers', async () => {
    const { inbox, session, ids } = await renderFeed(2);
    session.notifications.add([{ id: ids[1]!, importance: 'high' }]);
    await expectEventually(() => articleNames(inbox), ['Unread: Title 0', 'Unread: Important: Title 1']);
    const marks = queryAll(cards(inbox)[1]!, '.title [part=important]');
    expect(marks.map(({ textContent }) => textContent.trim())).to.deep.equal(['Important:']);
    expect(queryAll(cards(inbox)[0]!, '[part=important]')).to.have.length(0);
    session.notifications.add([{ id: ids[1]!, importance: 'normal' }]);
    await expectEventually(() => queryAll(cards(inbox)[1]!, '[part=important]').length, 0);
  });

  it('lists pinned notifications first, below a heading of their own', async () => {
    const { inbox, session, ids } = await renderFeed(3);
    session.notifications.add([{ id: ids[2]!, isPinned: true }]);
    await expectEventually(() => headings(inbox), ['Pinned', 'Today']);
    expect(cardTitles(inbox).map((title) => title.slice(-7))).to.deep.equal([2, 0, 1].map(hint));
    expect(queryOne(inbox, '[part~=pinned]').textContent).to.equal('Pinned');
    session.notifications.add([{ id: ids[2]!, isPinned: false }]);
    await expectEventually(() => headings(inbox), ['Today']);
  });

  it('lists what was dismissed by date alone', async () => {
    const { inbox, session, ids } = await renderFeed(3);
    session.notifications.add([{ id: ids[2]!, isPinned: true }]);
    session.notifications.dismiss(ids);
    inbox.filter = 'dismissed';
    await expectEventually(() => cards(inbox).length, 3);
    expect(headings(inbox)).to.deep.equal(['Today']);
    expect(cardTitles(inbox).map((title) => title.slice(-7))).to.deep.equal([0, 1, 2].map(hint));
  });

  it('says that one that has expired is not available', async () => {
    const { inbox, session, ids } = await renderFeed(2);
    session.notifications.add([{ id: ids[1]!, expiresDate: '2000-01-01T00:00:00Z' }]);
    expect(await inbox.reveal(ids[1]!)).to.be.false;
    await expectEventually(() => undoText(inbox), 'This notification is no longer available.');
    expect(cards(inbox)).to.have.length(1);
  });
});
