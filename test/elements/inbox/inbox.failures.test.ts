import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { NotificationSource } from '../../../src/inbox/sources/source.js';
import type { Sandbox } from '../../../src/sandbox.js';
import {
  addNotifications,
  cardTitles,
  countRequests,
  createEmptySandbox,
  createTestSession,
  flushTasks,
  installFakeTimers,
  nextFrames,
  queryAll,
  queryOne,
  recordEvents,
  recordWarnings,
  renderInbox,
  stubProperty,
  visibleText,
  waitUntil,
} from '../support.js';

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

  it('offers a retry if there is no token, and recovers', async () => {
    const sandbox = createEmptySandbox();
    let token: string | null = null;
    const inbox = await renderInbox(
      createTestSession(sandbox, { ids: addNotifications(sandbox, 2), getToken: () => token }),
    );
    expect(noticeText(inbox)).to.equal('Please sign in again. Try again');
    expect(queryAll(inbox, '.placeholder'), 'nothing is loading').to.have.length(0);
    token = sandbox.issueToken();
    queryOne(inbox, '[role=status] button').click();
    await nextFrames();
    expect(cardTitles(inbox)).to.have.length(2);
  });

  it('offers a retry if getToken never settles, and recovers', async () => {
    const sandbox = createEmptySandbox();
    const timers = installFakeTimers();
    let isHanging = true;
    const getToken = (): string | Promise<string> =>
      isHanging ? new Promise(() => undefined) : sandbox.issueToken();
    const inbox = await renderInbox(
      createTestSession(sandbox, { ids: addNotifications(sandbox, 20), getToken }),
    );
    await timers.advance(60_000);
    expect(noticeText(inbox)).to.equal('Please sign in again. Try again');
    isHanging = false;
    queryOne(inbox, '[role=status] button').click();
    await nextFrames();
    expect(cardTitles(inbox).length).to.be.above(5);
    expect(noticeText(inbox)).to.equal('');
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
      'This notification is no longer available.',
    );
    expect(queryAll(inbox, '.feed button')).to.have.length(0);
    expect(filterButtons(inbox).map(visibleText)).to.deep.equal(['All', 'Unread 1']);
    await flushTasks();
    expect(countRequests(sandbox, 'gone')).to.equal(1);
  });
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
    await waitUntil(() => noticeText(inbox) !== '' && cardTitles(inbox).length > 0);
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
    await waitUntil(() => noticeText(inbox) !== '' && cardTitles(inbox).length > 0);
    await timers.advance(120_000);
    expect(noticeText(inbox)).to.equal('Can’t load your notifications right now. Try again');
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 1']);
  });
});
