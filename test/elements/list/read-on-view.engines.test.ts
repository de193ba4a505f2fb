import { expect } from '@open-wc/testing';
import type { NotificationSource } from '../../../src/session/sources/source.js';
import {
  addNotifications,
  createEmptySandbox,
  createTestSession,
  expectEventually,
  installFakeTimers,
  isVisible,
  panelOf,
  recordEvents,
  recordWarnings,
  stubProperty,
  waitUntil,
} from '../support.js';
import { renderOpenBell } from './custom-card-support.js';
import { articleNames, articles, layOut, listElement, renderFeed, type Feed } from './feed-support.js';
import { readButton } from './undo-support.js';

async function renderReadOnView(
  count: number,
  options: Parameters<typeof renderFeed>[2] = {},
): Promise<Feed> {
  const feed = await renderFeed(count, undefined, options);
  feed.inbox.setAttribute('read-on-view', '');
  await feed.inbox.updateComplete;
  await layOut(feed.inbox);
  return feed;
}

const countRead = ({ inbox }: Feed): number =>
  articleNames(inbox).filter((name) => !name!.startsWith('Unread')).length;

describe('<nudge-inbox> read-on-view', () => {
  it('marks only cards that were visible for two seconds', async () => {
    const timers = installFakeTimers();
    const feed = await renderReadOnView(20);
    const reads = recordEvents(feed.inbox, 'nudge-read-change');
    await timers.advance(1900);
    expect(countRead(feed)).to.equal(0);
    await timers.advance(200);
    const { bottom } = listElement(feed.inbox).getBoundingClientRect();
    const inView = articles(feed.inbox).filter((article) => {
      const { top, height } = article.getBoundingClientRect();
      return top + height / 2 <= bottom;
    });
    expect(inView.length).to.be.within(2, 10);
    await expectEventually(() => countRead(feed), inView.length);
    expect(reads.flatMap(({ detail }) => detail.ids)).to.deep.equal(feed.ids.slice(0, inView.length));
  });

  it('marks a card that is much higher than the list', async () => {
    const timers = installFakeTimers();
    const feed = await renderFeed(2);
    feed.inbox.renderNotification = () => {
      const card = document.createElement('div');
      card.style.height = '3000px';
      return card;
    };
    await waitUntil(() => articles(feed.inbox)[0]!.getBoundingClientRect().height >= 3000);
    feed.inbox.readOnView = true;
    await feed.inbox.updateComplete;
    await layOut(feed.inbox);
    await timers.advance(2100);
    await expectEventually(() => countRead(feed), 1);
  });

  it('does not mark cards that are scrolled past', async () => {
    const timers = installFakeTimers();
    const feed = await renderReadOnView(20);
    await timers.advance(1500);
    listElement(feed.inbox).scrollTop = 1000;
    await layOut(feed.inbox);
    await timers.advance(1500);
    expect(countRead(feed)).to.equal(0);
    await timers.advance(600);
    await waitUntil(() => countRead(feed) > 1);
    expect(articleNames(feed.inbox)[0]).to.equal('Unread: Title 0');
  });

  it('pauses while the page is hidden and restarts when it is visible', async () => {
    const timers = installFakeTimers();
    const feed = await renderReadOnView(2);
    const setHidden = async (isHidden: boolean): Promise<void> => {
      stubProperty(document, 'hidden', isHidden);
      stubProperty(document, 'visibilityState', isHidden ? 'hidden' : 'visible');
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      await feed.inbox.updateComplete;
      await layOut(feed.inbox);
    };
    await setHidden(true);
    await timers.advance(10_000);
    expect(countRead(feed)).to.equal(0);
    await setHidden(false);
    await timers.advance(1900);
    expect(countRead(feed), 'the two seconds start again').to.equal(0);
    await waitUntil(async () => {
      await timers.advance(100);
      return countRead(feed) === 2;
    });
  });

  it('does nothing in a closed panel and restarts when the panel opens', async () => {
    const timers = installFakeTimers();
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 2) });
    const [bell, inbox] = await renderOpenBell(session);
    await waitUntil(() => articles(inbox).length === 2);
    bell.readOnView = true;
    await waitUntil(() => inbox.readOnView);
    await inbox.updateComplete;
    await layOut(inbox);
    await timers.advance(1500);
    bell.open = false;
    await waitUntil(() => !isVisible(panelOf(bell)));
    await layOut(inbox);
    await timers.advance(5000);
    expect(session.notifications.state.unreadCount).to.equal(2);
    bell.open = true;
    await waitUntil(() => isVisible(panelOf(bell)));
    await layOut(inbox);
    await timers.advance(2100);
    await expectEventually(() => session.notifications.state.unreadCount, 0);
  });

  it('does not mark a card again that the customer marked as unread', async () => {
    const timers = installFakeTimers();
    const feed = await renderReadOnView(2);
    await timers.advance(2100);
    await expectEventually(() => countRead(feed), 2);
    readButton(feed, 0).click();
    await expectEventually(() => articleNames(feed.inbox), ['Unread: Title 0', 'Title 1']);
    await layOut(feed.inbox);
    await timers.advance(10_000);
    expect(articleNames(feed.inbox)).to.deep.equal(['Unread: Title 0', 'Title 1']);
  });

  it('does not retry if the source rejects setRead()', async () => {
    recordWarnings();
    const timers = installFakeTimers();
    let requestedCount = 0;
    const source: NotificationSource = {
      setRead: (ids) => {
        requestedCount += ids.length;
        return Promise.reject(new Error('no'));
      },
    };
    const feed = await renderReadOnView(2, { source });
    const errors = recordEvents(feed.inbox, 'nudge-error');
    await waitUntil(async () => {
      await timers.advance(1000);
      return errors.length > 0;
    });
    await expectEventually(() => countRead(feed), 0);
    await layOut(feed.inbox);
    await timers.advance(10_000);
    expect(requestedCount).to.equal(2);
    expect(countRead(feed)).to.equal(0);
  });

  it('does nothing without the attribute', async () => {
    const timers = installFakeTimers();
    const feed = await renderReadOnView(2);
    feed.inbox.removeAttribute('read-on-view');
    await feed.inbox.updateComplete;
    await layOut(feed.inbox);
    await timers.advance(5000);
    expect(countRead(feed)).to.equal(0);
  });

  it('leaves snoozed ones unread, however long they are in view', async () => {
    const timers = installFakeTimers();
    const { inbox, session, ids } = await renderFeed(2);
    await session.notifications.snooze(ids, new Date(Date.now() + 3_600_000));
    Object.assign(inbox, { snooze: true, readOnView: true, filter: 'snoozed' });
    await expectEventually(() => articleNames(inbox), ['Unread: Title 0', 'Unread: Title 1']);
    await layOut(inbox);
    await timers.advance(5000);
    expect(ids.map((id) => session.notifications.get(id).isRead)).to.deep.equal([false, false]);
  });
});
