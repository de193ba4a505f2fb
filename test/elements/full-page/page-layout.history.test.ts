import { expect } from '@open-wc/testing';
import { clickOn, recordWarnings, stubProperty, waitUntil } from '../support.js';
import { detailButton, expectDetail, isListShown, openCard, renderPage, wholeCard } from './page-support.js';

const setHash = (hash: string): void =>
  history.replaceState(null, '', `${location.pathname}${location.search}${hash}`);
const deepLink = 'notification';

/** Records the entries that are added from now on. Browsers limit `history.length`. */
function recordEntries(): string[] {
  const entries: string[] = [];
  const pushState = history.pushState.bind(history);
  stubProperty(history, 'pushState', (data, unused, url) => {
    entries.push(new URL(url ?? '', location.href).hash);
    pushState(data, unused, url);
  });
  return entries;
}

describe('<nudge-inbox layout="page"> and the history of the browser', () => {
  beforeEach(() => setHash(''));
  afterEach(() => setHash(''));

  it('is left alone without deep-link', async () => {
    const entries = recordEntries();
    const { inbox } = await renderPage(3, { width: 360 });
    await openCard(inbox, 0);
    await clickOn(detailButton(inbox, 'Back')!);
    await waitUntil(() => isListShown(inbox));
    expect(entries).to.deep.equal([]);
    expect(location.hash).to.equal('');
  });

  it('has one entry for each notification', async () => {
    const { inbox, ids } = await renderPage(3, { deepLink });
    const entries = recordEntries();
    await openCard(inbox, 0);
    expect(location.hash).to.equal(`#notification=${ids[0]!}`);
    await openCard(inbox, 0);
    await openCard(inbox, 2);
    expect(entries).to.deep.equal([ids[0], ids[2]].map((id) => `#notification=${id!}`));
  });

  for (const filter of ['dismissed', 'snoozed'] as const) {
    it(`leads back in the list of those that are ${filter}, which stay so`, async () => {
      const { inbox, ids, session } = await renderPage(3, { deepLink });
      const { notifications } = session;
      if (filter === 'dismissed') notifications.dismiss(ids);
      else await notifications.snooze(ids, new Date(Date.now() + 3_600_000));
      inbox.snooze = true;
      inbox.filter = filter;
      await waitUntil(() => isListShown(inbox));
      await openCard(inbox, 0);
      await openCard(inbox, 1);
      history.back();
      await expectDetail(inbox, 'Title 0');
      expect(inbox.filter).to.equal(filter);
      expect(notifications.state.items).to.deep.equal([]);
    });
  }

  it('leads back to one that was dismissed since, which stays so', async () => {
    const { inbox, ids, session } = await renderPage(3, { deepLink });
    await openCard(inbox, 0);
    await openCard(inbox, 1);
    session.notifications.dismiss([ids[0]!]);
    history.back();
    await expectDetail(inbox, 'Title 0');
    expect(inbox.filter).to.equal('dismissed');
    expect(session.notifications.state.dismissedItems).to.have.length(1);
  });

  it('leaves one as unread that was marked so since', async () => {
    const { inbox, ids, session } = await renderPage(3, { deepLink });
    await openCard(inbox, 0);
    await openCard(inbox, 1);
    session.notifications.markUnread([ids[0]!]);
    history.back();
    await expectDetail(inbox, 'Unread: Title 0');
    expect(session.notifications.get(ids[0]!).isRead).to.equal(false);
  });

  it('keeps the state of a router, and the rest of the hash', async () => {
    const { inbox, ids } = await renderPage(2, { deepLink });
    history.replaceState({ key: 'abc' }, '', '#view=all');
    await openCard(inbox, 1);
    expect(location.hash).to.equal(`#view=all&notification=${ids[1]!}`);
    expect(history.state).to.deep.equal({ key: 'abc' });
    await clickOn(detailButton(inbox, 'Dismiss')!);
    await waitUntil(() => location.hash === '#view=all');
  });

  it('does not name a notification that is gone', async () => {
    const { inbox, session } = await renderPage(2, { deepLink });
    await openCard(inbox, 0);
    const entries = recordEntries();
    await session.signOut();
    await waitUntil(() => location.hash === '');
    expect(entries).to.deep.equal([]);
    expect(wholeCard(inbox)).to.equal(undefined);
  });

  it('shows the notification also where the browser refuses an entry, and says so once', async () => {
    const { inbox } = await renderPage(2, { deepLink });
    const warnings = recordWarnings();
    stubProperty(history, 'pushState', () => {
      throw new DOMException('too many', 'SecurityError');
    });
    await openCard(inbox, 1);
    await openCard(inbox, 0);
    expect(warnings).to.deep.equal([
      '[nudge-inbox] The address of the page does not name the notification: SecurityError: too many',
    ]);
  });
});
