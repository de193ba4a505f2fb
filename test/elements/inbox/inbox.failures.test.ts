import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { NotificationSource } from '../../../src/inbox/sources/source.js';
import type { Sandbox } from '../../../src/sandbox.js';
import {
  addNotifications,
  cardTitles,
  clickOn,
  countRequests,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  flushTasks,
  inboxOf,
  installFakeTimers,
  nextFrames,
  queryAll,
  queryOne,
  recordEvents,
  recordWarnings,
  renderBell,
  renderInbox,
  stubProperty,
  visibleText,
  waitUntil,
} from '../support.js';
import { articleNames, articles, undoText } from './feed-support.js';

const filterButtons = (inbox: NudgeInbox): HTMLElement[] => queryAll(inbox, '.filter');
const noticeText = (inbox: NudgeInbox): string => visibleText(queryOne(inbox, '[role=status][part]'));

describe('<nudge-inbox>', () => {
  it('announces that it is loading while the list is pending', async () => {
    const source: NotificationSource = { load: () => new Promise(() => undefined) };
    const inbox = await renderInbox(createTestSession(createEmptySandbox(), { source }));
    expect(queryAll(inbox, '.placeholder')).to.have.length(4);
    expect(queryOne(inbox, '[role=status][part]').textContent.trim()).to.equal('Loading notifications…');
    expect(queryOne(inbox, '.list').getAttribute('aria-busy')).to.equal('true');
  });

  it('shows a problem in an existing live region that is rendered', async () => {
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 1) });
    const inbox = await renderInbox(session);
    const status = queryOne(inbox, '[role=status][part]');
    expect(status.textContent.trim()).to.equal('');
    expect(status.checkVisibility(), 'rendered for screen readers').to.be.true;
    expect(status.closest('[aria-busy]') === null, 'outside the busy region').to.be.true;
    stubProperty(navigator, 'onLine', false);
    window.dispatchEvent(new Event('offline'));
    await nextFrames();
    expect(queryOne(inbox, '[role=status][part]') === status).to.be.true;
    expect(visibleText(status)).to.equal('You’re offline. Showing what’s already loaded.');
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0']);
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
    stubProperty(navigator, 'onLine', false);
    window.dispatchEvent(new Event('offline'));
    for (const button of filterButtons(inbox).reverse()) await clickOn(button);
    expect(articles(inbox)).to.have.length(50);
    await scrollToRow(70);
  });

  it('has words, a picture and an action of its own for each problem that leaves nothing to show', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2);
    const timers = installFakeTimers();
    const describeProblem = (inbox: NudgeInbox): (string | undefined)[] => {
      const problem = queryOne(inbox, '[role=status][part]');
      return [visibleText(problem), problem.querySelector('path')?.getAttribute('d') ?? undefined];
    };
    const signedOut = await renderInbox(createTestSession(sandbox, { ids, getToken: () => null }));
    sandbox.offline = true;
    const unreachable = await renderInbox(createTestSession(sandbox, { ids }));
    await timers.advance(120_000);
    stubProperty(navigator, 'onLine', false);
    const offline = await renderInbox(createTestSession(sandbox, { ids }));
    const problems = [signedOut, unreachable, offline].map(describeProblem);
    expect(problems.map(([text]) => text)).to.deep.equal([
      'Sign in to see your notifications.',
      'Can’t load your notifications right now. Try again',
      'You’re offline. Your notifications will appear when you’re back online.',
    ]);
    expect(new Set(problems.map(([, picture]) => picture)).size, 'three pictures').to.equal(3);
    for (const inbox of [signedOut, unreachable, offline]) {
      expect(queryAll(inbox, '.placeholder'), 'nothing is loading').to.have.length(0);
      await expect(inbox).to.be.accessible();
      const markAll = queryOne(inbox, 'header .icon-button');
      expect(markAll.getAttribute('aria-disabled')).to.equal('true');
      markAll.click();
      await nextFrames();
      expect(undoText(inbox)).to.be.null;
    }
  });

  it('shows no placeholder below an error, however many notifications are listed', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 80);
    const inbox = await renderInbox(createTestSession(sandbox, { ids, getToken: () => null }));
    expect(noticeText(inbox)).to.equal('Sign in to see your notifications.');
    expect(queryAll(inbox, '.placeholder')).to.have.length(0);
  });

  it('retries by itself after growing pauses while it is shown, without another report', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2);
    const timers = installFakeTimers();
    stubProperty(Math, 'random', () => 0.9);
    sandbox.offline = true;
    const inbox = await renderInbox(createTestSession(sandbox, { ids }));
    const errors = recordEvents(inbox, 'nudge-error');
    await timers.advance(20_000);
    queryOne(inbox, '[role=status] button').focus();
    const button = deepActiveElement();
    for (let step = 0; step < 15; step += 1) {
      await timers.advance(20_000);
      expect(noticeText(inbox), 'the error does not flicker').to.match(/^Can’t load/);
    }
    expect(deepActiveElement() === button, 'the focus stays').to.be.true;
    expect(errors).to.have.length(1);
    const count = countRequests(sandbox);
    // Four to begin with, then after 5.6, 9.2, 16.4, 30.8 and 56 seconds, and every 56 seconds.
    expect(count).to.be.within(10, 16);
    inbox.hidden = true;
    await nextFrames();
    await timers.advance(600_000);
    expect(countRequests(sandbox), 'none while hidden').to.equal(count);
    inbox.hidden = false;
    sandbox.offline = false;
    await nextFrames();
    await timers.advance(1000);
    expect(cardTitles(inbox)).to.have.length(2);
    expect(noticeText(inbox)).to.equal('');
  });

  it('recovers by itself from a failing source while it is shown', async () => {
    recordWarnings();
    const sandbox = createEmptySandbox();
    const [id] = addNotifications(sandbox, 1);
    const timers = installFakeTimers();
    stubProperty(Math, 'random', () => 0.9);
    let isBroken = true;
    let requestCount = 0;
    const source: NotificationSource = {
      load: () => {
        requestCount += 1;
        return isBroken ? Promise.reject(new Error('no')) : Promise.resolve({ references: [{ id: id! }] });
      },
    };
    const inbox = await renderInbox(createTestSession(sandbox, { source }));
    const errors = recordEvents(inbox, 'nudge-error');
    await timers.advance(120_000);
    expect(noticeText(inbox)).to.equal('Can’t load your notifications right now. Try again');
    expect(errors, 'the first was reported before').to.have.length(0);
    expect(requestCount).to.be.within(3, 40);
    isBroken = false;
    await timers.advance(60_000);
    expect(cardTitles(inbox)).to.have.length(1);
    const countAtLast = requestCount;
    await timers.advance(600_000);
    expect(requestCount).to.equal(countAtLast);
  });

  it('does not request a further page again by itself while there are notifications to show', async () => {
    recordWarnings();
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2);
    const timers = installFakeTimers();
    let requestCount = 0;
    const source: NotificationSource = {
      load: ({ cursor }) => {
        requestCount += 1;
        if (cursor !== undefined) return Promise.reject(new Error('no'));
        return Promise.resolve({ references: ids.map((id) => ({ id })), nextCursor: 'next' });
      },
    };
    const inbox = await renderInbox(createTestSession(sandbox, { source }));
    await waitUntil(() => requestCount === 2, 'no request for a further page');
    await timers.advance(1000);
    expect([requestCount, cardTitles(inbox).length]).to.deep.equal([2, 2]);
    await timers.advance(600_000);
    expect(requestCount).to.equal(2);
    expect(noticeText(inbox)).to.equal('Can’t load your notifications right now. Try again');
  });

  it('does not request a further page again by itself while what is out of view is not loaded', async () => {
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
    await waitUntil(() => requestCount === 2, 'no request for a further page');
    await timers.advance(1000);
    expect([requestCount, cardTitles(inbox).length]).to.deep.equal([2, 1]);
    expect(inbox.session!.notifications.state.items.some(({ status }) => status === 'pending')).to.be.true;
    await timers.advance(600_000);
    expect(requestCount).to.equal(2);
  });

  it('does not ask for a token again by itself', async () => {
    const timers = installFakeTimers();
    const sandbox = createEmptySandbox();
    let tokenCount = 0;
    const getToken = (): null => {
      tokenCount += 1;
      return null;
    };
    await renderInbox(createTestSession(sandbox, { ids: addNotifications(sandbox, 2), getToken }));
    const before = tokenCount;
    await timers.advance(600_000);
    expect(tokenCount).to.equal(before);
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

  it('resumes loading when the network comes back', async () => {
    const sandbox = createEmptySandbox();
    stubProperty(navigator, 'onLine', false);
    const inbox = await renderInbox(createTestSession(sandbox, { ids: addNotifications(sandbox, 2) }));
    expect(countRequests(sandbox)).to.equal(0);
    expect(noticeText(inbox)).to.contain('You’re offline.');
    stubProperty(navigator, 'onLine', true);
    window.dispatchEvent(new Event('online'));
    await nextFrames();
    expect(cardTitles(inbox)).to.have.length(2);
    expect(noticeText(inbox)).to.equal('');
  });

  it('offers a retry if the service does not respond, and keeps the focus on recovery', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2);
    const timers = installFakeTimers();
    sandbox.offline = true;
    const inbox = await renderInbox(createTestSession(sandbox, { ids }));
    const errors = recordEvents(inbox, 'nudge-error');
    expect(noticeText(inbox)).to.equal('Can’t connect. Trying again…');
    await timers.advance(120_000);
    expect(noticeText(inbox)).to.equal('Can’t load your notifications right now. Try again');
    expect(errors).to.have.length(1);
    await expect(inbox).to.be.accessible();
    sandbox.offline = false;
    queryOne(inbox, '[role=status] button').focus();
    await sendKeys({ press: 'Enter' });
    await nextFrames();
    expect(cardTitles(inbox)).to.have.length(2);
    expect(noticeText(inbox)).to.equal('');
    expect(inbox.matches(':focus-within')).to.be.true;
  });

  it('offers a retry if the token is refused, and recovers', async () => {
    const sandbox = createEmptySandbox();
    let token = 'refused';
    const warnings = recordWarnings();
    const inbox = await renderInbox(
      createTestSession(sandbox, { ids: addNotifications(sandbox, 2), getToken: () => token }),
    );
    expect(warnings).to.have.length(1);
    expect(noticeText(inbox)).to.equal('Please sign in again. Try again');
    expect(queryAll(inbox, '.placeholder'), 'nothing is loading').to.have.length(0);
    token = sandbox.issueToken();
    queryOne(inbox, '[role=status] button').click();
    await nextFrames();
    expect(cardTitles(inbox)).to.have.length(2);
  });

  it('offers a retry if getToken never settles, and recovers', async () => {
    const warnings = recordWarnings();
    const sandbox = createEmptySandbox();
    const timers = installFakeTimers();
    let isHanging = true;
    const getToken = (): string | Promise<string> =>
      isHanging ? new Promise(() => undefined) : sandbox.issueToken();
    const inbox = await renderInbox(
      createTestSession(sandbox, { ids: addNotifications(sandbox, 20), getToken }),
    );
    await timers.advance(180_000);
    expect(noticeText(inbox)).to.equal('Can’t load your notifications right now. Try again');
    isHanging = false;
    queryOne(inbox, '[role=status] button').click();
    // A call that hangs may be under way, and is given up first.
    await timers.advance(60_000);
    await waitUntil(() => cardTitles(inbox).length > 5);
    expect(noticeText(inbox)).to.equal('');
    expect(warnings).to.have.length(1);
  });

  it('offers one retry if the service refuses every notification, and recovers', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 20);
    sandbox.failNext({ status: 403 }, 11);
    const inbox = await renderInbox(createTestSession(sandbox, { ids }));
    await flushTasks();
    expect(noticeText(inbox)).to.equal('Please sign in again. Try again');
    expect(queryAll(inbox, '.failure-row')).to.have.length(0);
    queryOne(inbox, '[role=status] button').click();
    await flushTasks();
    expect(cardTitles(inbox).length).to.be.above(5);
    expect(noticeText(inbox)).to.equal('');
  });

  it('offers a retry if the source rejects load(), and recovers', async () => {
    recordWarnings();
    const sandbox = createEmptySandbox();
    const [id] = addNotifications(sandbox, 1);
    let isBroken = true;
    const source: NotificationSource = {
      load: () =>
        isBroken ? Promise.reject(new Error('no')) : Promise.resolve({ references: [{ id: id! }] }),
    };
    const inbox = await renderInbox(createTestSession(sandbox, { source }));
    expect(noticeText(inbox)).to.contain('Can’t load your notifications right now');
    isBroken = false;
    queryOne(inbox, '[role=status] button').click();
    await nextFrames();
    expect(cardTitles(inbox)).to.have.length(1);
  });

  it('shows the failure of one record in its row with a retry button', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 3);
    const timers = installFakeTimers();
    sandbox.failNext({ status: 500 }, 3, ids[1]);
    const inbox = await renderInbox(createTestSession(sandbox, { ids }));
    await timers.advance(120_000);
    expect(cardTitles(inbox)).to.have.length(2);
    expect(visibleText(queryAll(inbox, '.feed > :not(.day)')[1]!)).to.equal(
      'Couldn’t load this notification. Try again',
    );
    await expect(inbox).to.be.accessible();
    queryOne(inbox, '.feed button').focus();
    await sendKeys({ press: 'Enter' });
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 1', 'Unread: Title 2']);
    expect(inbox.matches(':focus-within')).to.be.true;
  });

  it('shows a record that never arrives as failed in its row alone', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 8);
    const timers = installFakeTimers();
    sandbox.failNext('network', Infinity, ids[3]);
    const inbox = await renderInbox(createTestSession(sandbox, { ids }));
    await timers.advance(120_000);
    expect(cardTitles(inbox)).to.have.length(7);
    expect(noticeText(inbox)).to.equal('');
    expect(queryAll(inbox, '.failure-row').map(visibleText)).to.deep.equal([
      'Couldn’t load this notification. Try again',
    ]);
  });

  it('reports a missing record in its row and does not count it', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 1);
    const inbox = await renderInbox(createTestSession(sandbox, { ids: ['gone', ...ids] }));
    expect(visibleText(queryAll(inbox, '.feed > :not(.day)')[0]!)).to.equal(
      'This notification is no longer available. Dismiss',
    );
    expect(filterButtons(inbox).map(visibleText)).to.deep.equal(['All', 'Unread 1']);
    await flushTasks();
    expect(countRequests(sandbox, 'gone')).to.equal(1);
  });

  it('lets the user dismiss a missing record, by its button or with Delete', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 1);
    const inbox = await renderInbox(createTestSession(sandbox, { ids: ['gone', ...ids, 'gone too'] }));
    expect(articleNames(inbox)).to.have.length(3);
    await expect(inbox).to.be.accessible();
    await clickOn(queryAll(inbox, '.failure-row button')[0]!);
    await nextFrames();
    expect(articleNames(inbox)).to.deep.equal(['Unread: Title 0', 'Notification']);
    articles(inbox)[1]!.focus();
    await sendKeys({ press: 'Delete' });
    await nextFrames();
    expect(articleNames(inbox)).to.deep.equal(['Unread: Title 0']);
    expect(undoText(inbox)).to.equal('2 dismissed Undo');
  });
});

describe('<nudge-bell> with an error', () => {
  for (const [problem, breakSandbox, repairSandbox] of [
    ['is signed out', () => undefined, () => undefined],
    [
      'cannot reach the service',
      (sandbox: Sandbox) => (sandbox.offline = true),
      (sandbox: Sandbox) => (sandbox.offline = false),
    ],
  ] as const) {
    it(`loads the list again when the panel opens after the user ${problem}`, async () => {
      const timers = installFakeTimers();
      const sandbox = createEmptySandbox();
      const ids = addNotifications(sandbox, 2);
      let isSignedIn = problem !== 'is signed out';
      breakSandbox(sandbox);
      const getToken = (): string | null => (isSignedIn ? sandbox.issueToken() : null);
      const bell = await renderBell(createTestSession(sandbox, { ids, getToken }));
      await timers.advance(120_000);
      const requestCount = countRequests(sandbox);
      await timers.advance(600_000);
      expect(countRequests(sandbox), 'none while closed').to.equal(requestCount);
      bell.open = true;
      await nextFrames();
      await timers.advance(30_000);
      expect(noticeText(inboxOf(bell))).to.match(/Try again$|^Sign in/);
      bell.open = false;
      await nextFrames();
      isSignedIn = true;
      repairSandbox(sandbox);
      bell.open = true;
      await nextFrames();
      await timers.advance(1000);
      expect(cardTitles(inboxOf(bell))).to.have.length(2);
      expect(noticeText(inboxOf(bell))).to.equal('');
    });
  }
});

describe('<nudge-inbox> on a later visit while the source fails', () => {
  let sandbox: Sandbox;
  let ids: string[];
  const customerKey = 'later-visit';

  beforeEach(async () => {
    recordWarnings();
    sandbox = createEmptySandbox();
    ids = addNotifications(sandbox, 2);
    const references = ids.map((id) => ({ id }));
    const earlier = createTestSession(sandbox, {
      customerKey,
      source: { load: () => Promise.resolve({ references }) },
    });
    const inbox = await renderInbox(earlier);
    await waitUntil(() => cardTitles(inbox).length === 2);
    inbox.remove();
    await flushTasks();
    earlier.close();
  });

  afterEach(() => createTestSession(sandbox, { customerKey }).signOut());

  it('shows what the device stored, with the problem and a button to try again', async () => {
    let isBroken = true;
    const source: NotificationSource = {
      load: () =>
        isBroken ? Promise.reject(new Error('no')) : Promise.resolve({ references: [{ id: ids[1]! }] }),
    };
    const session = createTestSession(sandbox, { customerKey, source });
    const inbox = await renderInbox(session);
    await waitUntil(() => noticeText(inbox) !== '' && cardTitles(inbox).filter(Boolean).length === 2);
    expect(noticeText(inbox)).to.equal('Can’t load your notifications right now. Try again');
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 1']);
    expect(queryOne(inbox, '.list').getAttribute('aria-busy'), 'nothing is loading').to.equal('false');
    await expect(inbox).to.be.accessible();
    isBroken = false;
    queryOne(inbox, '[role=status] button').click();
    await nextFrames();
    expect(noticeText(inbox)).to.equal('');
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 1']);
  });

  it('shows what the device stored also without the service', async () => {
    sandbox.offline = true;
    const source: NotificationSource = { load: () => Promise.reject(new Error('no')) };
    const timers = installFakeTimers();
    const inbox = await renderInbox(createTestSession(sandbox, { customerKey, source }));
    await waitUntil(() => noticeText(inbox) !== '' && cardTitles(inbox).filter(Boolean).length === 2);
    await timers.advance(120_000);
    expect(noticeText(inbox)).to.equal('Can’t load your notifications right now. Try again');
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 1']);
  });
});
