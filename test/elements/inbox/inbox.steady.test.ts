import { expect } from '@open-wc/testing';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import { cards, queryAll, queryOne, visibleText, waitUntil } from '../support.js';
import { renderFeed, type Feed } from '../list/feed-support.js';

/** Where everything is that can be pressed above the list, by its name without a number. */
function placesOf(inbox: NudgeInbox): Record<string, { x: number; y: number }> {
  const buttons = queryAll(inbox, 'header button, .filters button, .tabs button');
  const entries = buttons.map((button) => {
    const name = button.ariaLabel ?? visibleText(button);
    const { x, y } = button.getBoundingClientRect();
    return [name.replace(/[\d+,].*/, '').trim(), { x, y }] as const;
  });
  return Object.fromEntries(entries);
}

function expectSamePlaces(inbox: NudgeInbox, before: Record<string, object>): void {
  const after = placesOf(inbox);
  for (const [name, place] of Object.entries(before)) expect(after[name], name).to.deep.equal(place);
}

/** Of 360 pixels, with a heading that needs two lines once there is less room. */
async function renderNarrow(count: number): Promise<Feed> {
  const feed = await renderFeed(count, (index) => ({ payload: { title: `Title ${index}` } }));
  feed.inbox.style.width = '360px';
  feed.inbox.heading = 'Your messages from the shop';
  await feed.inbox.updateComplete;
  return feed;
}

const group = { id: 'g-1', name: 'Orders', isGroupNotificationOff: false };

describe('What can be pressed in an inbox stays where it is', () => {
  for (const direction of ['ltr', 'rtl'])
    it(`when the groups come late, ${direction}`, async () => {
      const { inbox, session } = await renderNarrow(2);
      inbox.dir = direction;
      await inbox.updateComplete;
      const before = placesOf(inbox);
      expect(before).to.have.any.keys('Mark all as read').and.not.have.any.keys('Preferences');
      session.preferences.setGroups([group]);
      await waitUntil(() => 'Preferences' in placesOf(inbox));
      expectSamePlaces(inbox, before);
    });

  it('when notifications come late, one and thirty', async () => {
    const { inbox, session, sandbox } = await renderNarrow(0);
    inbox.tabs = [
      { id: 'all', label: 'All' },
      { id: 'orders', label: 'Orders', tags: ['order'] },
    ];
    await inbox.updateComplete;
    const before = placesOf(inbox);
    for (const [count, text] of [
      [1, '1'],
      [29, '30'],
    ] as const) {
      const ids = Array.from(
        { length: count },
        () => sandbox.addNotification({ payload: { title: 'Late' } }).id,
      );
      session.notifications.add(ids.map((id) => ({ id, isRead: false })));
      await waitUntil(() => queryAll(inbox, '.count').some((badge) => visibleText(badge) === text), text);
      expectSamePlaces(inbox, before);
    }
  });

  it('when notifications are read, however long their titles are', async () => {
    const { inbox, session, ids } = await renderFeed(
      15,
      (index) => ({ payload: { title: 'A word '.repeat(index + 1) }, isRead: false }),
      { height: 2000 },
    );
    const heights = (): number[] => cards(inbox).map((card) => card.getBoundingClientRect().height);
    const before = heights();
    session.notifications.markRead(ids);
    await waitUntil(() => cards(inbox).every((card) => queryAll(card, '.unread').length === 0));
    expect(heights()).to.deep.equal(before);
  });

  it('when a line says that the service does not respond, and when it goes', async () => {
    const { inbox, session, sandbox } = await renderFeed(3);
    inbox.style.height = '600px';
    const placesOfCards = (): number[] =>
      cards(inbox)
        .slice(0, 3)
        .map((card) => card.getBoundingClientRect().y);
    const before = placesOfCards();
    sandbox.offline = true;
    const { id } = sandbox.addNotification({ payload: { title: 'The oldest' } });
    session.notifications.add([{ id, createdDate: '2001-01-01' }]);
    await waitUntil(() => queryAll(inbox, '.notice').length === 1, 'nothing is said');
    expect(placesOfCards()).to.deep.equal(before);
    sandbox.offline = false;
    await session.notifications.refresh();
    await waitUntil(() => queryAll(inbox, '.notice').length === 0, 'the line stays');
    expect(placesOfCards()).to.deep.equal(before);
  });

  it('when the number beside the dismissed ones comes late', async () => {
    const { inbox, session, sandbox } = await renderNarrow(0);
    inbox.filter = 'dismissed';
    await inbox.updateComplete;
    const before = placesOf(inbox);
    session.notifications.add([sandbox.addNotification({ payload: { title: 'Late' } }).id]);
    await waitUntil(() => queryAll(inbox, '.count').length === 1);
    expectSamePlaces(inbox, before);
    expect(visibleText(queryOne(inbox, '.count'))).to.equal('1');
  });
});
