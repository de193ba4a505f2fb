import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { NotificationSource } from '../../../src/session/sources/source.js';
import {
  addNotifications,
  cardTitles,
  clickOn,
  countRequests,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  expectEventually,
  inboxOf,
  installFakeTimers,
  queryAll,
  queryOne,
  recordEvents,
  recordWarnings,
  renderBell,
  renderInbox,
  setOffline,
  stubProperty,
  visibleText,
  waitUntil,
} from '../support.js';
import { articleNames, articles, layOut, renderLoadingInbox, undoText } from '../list/feed-support.js';

const offlineText = 'You’re offline. Showing what’s already loaded.';
const unreachableText = 'Can’t load your notifications right now. Try again';

const filterButtons = (inbox: NudgeInbox): HTMLElement[] => queryAll(inbox, '.filter');
const noticeText = (inbox: NudgeInbox): string => visibleText(queryOne(inbox, '[role=status][part]'));
const retryButton = (inbox: NudgeInbox): HTMLElement => queryOne(inbox, '[role=status] button');
const failureTexts = (inbox: NudgeInbox): string[] => queryAll(inbox, '.failure-row').map(visibleText);

type FakeTimers = ReturnType<typeof installFakeTimers>;

/** Lets time pass, a second at a time, until the condition is met. */
async function passTimeUntil(timers: FakeTimers, condition: () => boolean, message: string): Promise<void> {
  await waitUntil(async () => {
    if (condition()) return true;
    await timers.advance(1000);
    return condition();
  }, message);
}

const waitForFailure = (timers: FakeTimers, inbox: NudgeInbox): Promise<void> =>
  passTimeUntil(timers, () => noticeText(inbox) === unreachableText, 'the failure is not shown');

describe('<nudge-inbox>', () => {
  it('announces that it is loading while the list is pending', async () => {
    const source: NotificationSource = { load: () => new Promise(() => undefined) };
    const inbox = await renderLoadingInbox(createTestSession(createEmptySandbox(), { source }));
    await expectEventually(() => queryAll(inbox, '.placeholder').length, 4);
    expect(queryOne(inbox, '[role=status][part]').textContent.trim()).to.equal('Loading notifications…');
    expect(queryOne(inbox, '.list').getAttribute('aria-busy')).to.equal('true');
  });

  it('does not say that there is nothing before it has a session, and before a first page has come', async () => {
    const inbox = await renderLoadingInbox(undefined);
    expect([queryAll(inbox, '.placeholder').length, queryAll(inbox, '[part=empty]').length]).to.deep.equal([
      4, 0,
    ]);
    stubProperty(document, 'visibilityState', 'hidden');
    const sandbox = createEmptySandbox();
    const references = addNotifications(sandbox, 3).map((id) => ({ id }));
    inbox.session = createTestSession(sandbox, { source: { load: () => Promise.resolve({ references }) } });
    await inbox.updateComplete;
    expect([queryAll(inbox, '.placeholder').length, queryAll(inbox, '[part=empty]').length]).to.deep.equal([
      4, 0,
    ]);
    // The press shows that the customer sees the page.
    await clickOn(queryOne(inbox, 'h2'));
    await expectEventually(() => cardTitles(inbox).length, 3);
    await expectEventually(() => inbox.session?.notifications.state.unseenCount, 0);
  });

  it('shows a problem in an existing live region that is rendered, until it has passed', async () => {
    const sandbox = createEmptySandbox();
    const references = addNotifications(sandbox, 1).map((id) => ({ id }));
    const source: NotificationSource = {
      load: () => (sandbox.offline ? Promise.reject(new TypeError()) : Promise.resolve({ references })),
    };
    const inbox = await renderInbox(createTestSession(sandbox, { source }));
    const status = queryOne(inbox, '[role=status][part]');
    expect(status.textContent.trim()).to.equal('');
    expect(status.checkVisibility(), 'rendered for screen readers').to.be.true;
    expect(status.closest('[aria-busy]') === null, 'outside the busy region').to.be.true;
    setOffline(sandbox, true);
    await expectEventually(() => visibleText(status), offlineText);
    expect(queryOne(inbox, '[role=status][part]') === status).to.be.true;
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0']);
    setOffline(sandbox, false);
    await expectEventually(() => noticeText(inbox), '');
  });

  it('says in one line that its source has lost the connection, and for 5 seconds that it is back', async () => {
    const sandbox = createEmptySandbox();
    let setConnected: (isConnected: boolean) => void = () => undefined;
    const source: NotificationSource = {
      subscribe: (_, options) => void (setConnected = options.setConnected ?? setConnected),
    };
    const ids = addNotifications(sandbox, 1);
    const inbox = await renderInbox(createTestSession(sandbox, { ids, source }));
    const timers = installFakeTimers();
    // One that nobody could see is over without a word.
    inbox.style.display = 'none';
    await layOut(inbox);
    setConnected(false);
    await inbox.updateComplete;
    setConnected(true);
    await inbox.updateComplete;
    expect(noticeText(inbox)).to.equal('');
    inbox.style.display = '';
    await layOut(inbox);
    setConnected(false);
    await expectEventually(() => noticeText(inbox), 'Reconnecting… New notifications may be delayed.');
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0']);
    setConnected(true);
    await expectEventually(() => noticeText(inbox), 'Connected again.');
    await timers.advance(4999);
    expect(noticeText(inbox)).to.equal('Connected again.');
    await timers.advance(1);
    await expectEventually(() => noticeText(inbox), '');
  });

  it('reaches every loaded notification while offline, also after another filter', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 70);
    const inbox = await renderInbox(createTestSession(sandbox, { ids }));
    const list = queryOne(inbox, '.list');
    inbox.style.blockSize = '400px';
    const scrollToRow = async (count: number): Promise<void> => {
      await waitUntil(() => {
        list.scrollTop = list.scrollHeight;
        return articles(inbox).length === count;
      });
    };
    await scrollToRow(70);
    setOffline(sandbox, true);
    for (const button of filterButtons(inbox).reverse()) await clickOn(button);
    await expectEventually(() => articles(inbox).length, 50);
    await scrollToRow(70);
  });

  it('has words, a picture and an action of its own for each problem that leaves nothing to show', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 80);
    const timers = installFakeTimers();
    const expectOnlyProblem = async (inbox: NudgeInbox, text: string): Promise<string | undefined> => {
      await expectEventually(() => noticeText(inbox), text);
      await expectEventually(() => queryAll(inbox, '.placeholder').length, 0, 'nothing is loading');
      const markAll = queryOne(inbox, 'header .icon-button');
      expect(markAll.getAttribute('aria-disabled')).to.equal('true');
      markAll.click();
      await inbox.updateComplete;
      expect(undoText(inbox)).to.be.null;
      return queryOne(inbox, '[role=status][part]').querySelector('path')?.getAttribute('d') ?? undefined;
    };
    const signedOut = await renderLoadingInbox(createTestSession(sandbox, { ids, getToken: () => null }));
    const pictures = [await expectOnlyProblem(signedOut, 'Sign in to see your notifications.')];
    sandbox.offline = true;
    const unreachable = await renderLoadingInbox(createTestSession(sandbox, { ids }));
    await waitForFailure(timers, unreachable);
    pictures.push(await expectOnlyProblem(unreachable, unreachableText));
    setOffline(sandbox, true);
    const offline = await renderLoadingInbox(createTestSession(sandbox, { ids }));
    pictures.push(
      await expectOnlyProblem(
        offline,
        'You’re offline. Your notifications will appear when you’re back online.',
      ),
    );
    expect(new Set(pictures).size, 'three pictures').to.equal(3);
  });

  it('shows a problem above what is loaded, and recovers by a button', async () => {
    recordWarnings();
    const sandbox = createEmptySandbox();
    const references = addNotifications(sandbox, 2).map((id) => ({ id }));
    const timers = installFakeTimers();
    let isBroken = false;
    const source: NotificationSource = {
      load: () => (isBroken ? Promise.reject(new Error('no')) : Promise.resolve({ references })),
    };
    const session = createTestSession(sandbox, { source });
    const inbox = await renderInbox(session);
    isBroken = true;
    await timers.advance(60_000);
    void session.notifications.refresh();
    await expectEventually(() => noticeText(inbox), unreachableText);
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 1']);
    expect(queryOne(inbox, '.list').getAttribute('aria-busy'), 'nothing is loading').to.equal('false');
    isBroken = false;
    retryButton(inbox).click();
    await expectEventually(() => noticeText(inbox), '');
  });

  it('lays out the first cards of a list that has failed at first, as of any other', async () => {
    recordWarnings();
    const sandbox = createEmptySandbox();
    const references = addNotifications(sandbox, 10).map((id) => ({ id }));
    let isBroken = true;
    const source: NotificationSource = {
      load: () => (isBroken ? Promise.reject(new Error('no')) : Promise.resolve({ references })),
    };
    const inbox = await renderLoadingInbox(createTestSession(sandbox, { source }));
    await expectEventually(() => noticeText(inbox), unreachableText);
    isBroken = false;
    retryButton(inbox).click();
    await expectEventually(
      () => articles(inbox).map((row) => getComputedStyle(row).contentVisibility),
      [...Array<string>(6).fill('visible'), ...Array<string>(4).fill('auto')],
    );
  });

  it('shows the same error and leaves the focus while its session tries again, until that succeeds', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2);
    const timers = installFakeTimers();
    sandbox.offline = true;
    const inbox = await renderLoadingInbox(createTestSession(sandbox, { ids }));
    const errors = recordEvents(inbox, 'nudge-error');
    await waitForFailure(timers, inbox);
    retryButton(inbox).focus();
    const button = deepActiveElement();
    const requestCount = countRequests(sandbox);
    for (let step = 0; step < 15; step += 1) {
      await timers.advance(20_000);
      expect(noticeText(inbox), 'the error does not flicker').to.equal(unreachableText);
    }
    expect(deepActiveElement() === button, 'the focus stays').to.be.true;
    expect(errors).to.have.length(1);
    expect(countRequests(sandbox)).to.be.greaterThan(requestCount);
    sandbox.offline = false;
    await passTimeUntil(timers, () => cardTitles(inbox).length === 2, 'the inbox does not recover');
    expect(noticeText(inbox)).to.equal('');
  });

  it('does not request a further page again by itself, whatever else is not loaded out of view', async () => {
    recordWarnings();
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 60);
    const timers = installFakeTimers();
    let requestCount = 0;
    const source: NotificationSource = {
      load: ({ cursor }) => {
        requestCount += 1;
        if (cursor !== undefined) return Promise.reject(new Error('no'));
        const references = ids.map((id, index) => ({ id, isRead: index > 0 }));
        return Promise.resolve({ references, nextCursor: 'next' });
      },
    };
    const inbox = await renderInbox(createTestSession(sandbox, { source }));
    inbox.filter = 'unread';
    await expectEventually(() => noticeText(inbox), unreachableText);
    expect([requestCount, cardTitles(inbox).length]).to.deep.equal([2, 1]);
    expect(inbox.session!.notifications.state.items.some(({ status }) => status === 'pending')).to.be.true;
    await timers.advance(600_000);
    expect(requestCount).to.equal(2);
  });

  it('warns that the response is not one of the service', async () => {
    const warnings = recordWarnings();
    const sandbox = createEmptySandbox();
    sandbox.failNext('truncated', 2);
    const inbox = await renderInbox(createTestSession(sandbox, { ids: addNotifications(sandbox, 2) }));
    await waitUntil(() => queryAll(inbox, '[part=failure]').length === 2);
    expect(warnings).to.deep.equal([
      '[nudge-inbox] ResponseError: GET /nudge/in-app-notifications/{inAppNotificationId}: the response is not an envelope of the service',
    ]);
  });

  it('offers a retry if the service does not respond, and keeps the focus on recovery', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2);
    const timers = installFakeTimers();
    sandbox.offline = true;
    const inbox = await renderLoadingInbox(createTestSession(sandbox, { ids }));
    const errors = recordEvents(inbox, 'nudge-error');
    await expectEventually(() => noticeText(inbox), 'Can’t connect. Trying again…');
    await waitForFailure(timers, inbox);
    expect(errors).to.have.length(1);
    sandbox.offline = false;
    retryButton(inbox).focus();
    await sendKeys({ press: 'Enter' });
    await expectEventually(() => cardTitles(inbox).length, 2);
    expect(noticeText(inbox)).to.equal('');
    expect(inbox.matches(':focus-within')).to.be.true;
  });

  it('offers a retry if the token is refused, and recovers', async () => {
    const sandbox = createEmptySandbox();
    let token = 'refused';
    const warnings = recordWarnings();
    const inbox = await renderLoadingInbox(
      createTestSession(sandbox, { ids: addNotifications(sandbox, 2), getToken: () => token }),
    );
    await expectEventually(() => noticeText(inbox), 'Please sign in again. Try again');
    expect(warnings).to.have.length(1);
    expect(queryAll(inbox, '.placeholder'), 'nothing is loading').to.have.length(0);
    token = sandbox.issueToken();
    retryButton(inbox).click();
    await expectEventually(() => cardTitles(inbox).length, 2);
  });

  it('shows the failure of one record in its row with a retry button', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 3);
    const timers = installFakeTimers();
    sandbox.failNext({ status: 500 }, 3, ids[1]);
    const inbox = await renderLoadingInbox(createTestSession(sandbox, { ids }));
    await passTimeUntil(timers, () => failureTexts(inbox).length === 1, 'the failure is not shown');
    expect(failureTexts(inbox)).to.deep.equal(['Couldn’t load this notification. Try again']);
    await expectEventually(() => cardTitles(inbox), ['Unread: Title 0', 'Unread: Title 2']);
    expect(noticeText(inbox)).to.equal('');
    queryOne(inbox, '.feed button').focus();
    await sendKeys({ press: 'Enter' });
    await expectEventually(
      () => cardTitles(inbox),
      ['Unread: Title 0', 'Unread: Title 1', 'Unread: Title 2'],
    );
    expect(inbox.matches(':focus-within')).to.be.true;
  });

  it('shows a missing record in its row, does not count it, and lets the customer dismiss it by its button or with Delete', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 1);
    const inbox = await renderInbox(createTestSession(sandbox, { ids: ['gone', ...ids, 'gone too'] }));
    await expectEventually(() => articleNames(inbox), ['Notification', 'Unread: Title 0', 'Notification']);
    await expectEventually(() => failureTexts(inbox)[0], 'This notification is no longer available. Dismiss');
    expect(filterButtons(inbox).map(visibleText)).to.deep.equal(['All', 'Unread 1']);
    expect(countRequests(sandbox, 'gone')).to.equal(2);
    await clickOn(queryAll(inbox, '.failure-row button')[0]!);
    await expectEventually(() => articleNames(inbox), ['Unread: Title 0', 'Notification']);
    articles(inbox)[1]!.focus();
    await sendKeys({ press: 'Delete' });
    await expectEventually(() => articleNames(inbox), ['Unread: Title 0']);
    expect(undoText(inbox)).to.equal('2 dismissed Undo');
  });
});

describe('<nudge-bell> with an error', () => {
  it('loads the list again at once when the panel opens after the service was unreachable', async () => {
    const timers = installFakeTimers();
    const sandbox = createEmptySandbox();
    sandbox.offline = true;
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 2) });
    const bell = await renderBell(session);
    const isUnreachable = (): boolean => session.notifications.state.problem === 'unreachable';
    await passTimeUntil(timers, isUnreachable, 'the service is not unreachable');
    bell.open = true;
    await waitUntil(() => queryAll(bell, 'nudge-inbox').some((inbox) => inbox.checkVisibility()));
    const inbox = inboxOf(bell);
    await waitForFailure(timers, inbox);
    bell.open = false;
    await waitUntil(() => !inbox.checkVisibility(), 'the panel is open');
    await layOut(inbox);
    sandbox.offline = false;
    bell.open = true;
    await expectEventually(() => cardTitles(inbox).length, 2);
    expect(noticeText(inbox)).to.equal('');
  });
});
