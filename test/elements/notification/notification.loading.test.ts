import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeNotification } from '../../../src/elements/notification/notification.js';
import type { Session } from '../../../src/inbox/session.js';
import type { Sandbox } from '../../../src/sandbox.js';
import {
  addNotifications,
  countRequests,
  createEmptySandbox,
  createTestSession,
  flushTasks,
  installFakeTimers,
  queryAll,
  queryOne,
  recordEvents,
  recordWarnings,
  visibleText,
} from '../support.js';

async function renderById(session: Session | undefined, id: string): Promise<NudgeNotification> {
  return fixture<NudgeNotification>(
    html`<nudge-notification .session=${session} notification-id=${id}></nudge-notification>`,
  );
}

/** Creates a sandbox with a number of notifications, and a session for it. */
function createSandboxSession(count = 1): { sandbox: Sandbox; session: Session; ids: string[] } {
  const sandbox = createEmptySandbox();
  return { sandbox, session: createTestSession(sandbox), ids: addNotifications(sandbox, count) };
}

describe('<nudge-notification> with a notification-id', () => {
  it('shows a placeholder until the record is loaded', async () => {
    const { sandbox, session, ids } = createSandboxSession();
    const element = await renderById(session, ids[0]!);
    expect(queryOne(element, '.placeholder').getAttribute('aria-hidden')).to.equal('true');
    await expect(element).to.be.accessible();
    await flushTasks();
    expect(queryAll(element, '.placeholder')).to.have.length(0);
    expect(visibleText(queryOne(element, '.title'))).to.contain('Title 0');
    expect(countRequests(sandbox)).to.equal(1);
  });

  it('shares one request between several elements', async () => {
    const { sandbox, session, ids } = createSandboxSession();
    const elements = [await renderById(session, ids[0]!), await renderById(session, ids[0]!)];
    await flushTasks();
    expect(elements.map((element) => visibleText(queryOne(element, '.title')))).to.deep.equal(
      elements.map(() => 'Unread: Title 0'),
    );
    expect(countRequests(sandbox)).to.equal(1);
  });

  it('loads another record when the id changes', async () => {
    const { session, ids } = createSandboxSession(2);
    const element = await renderById(session, ids[0]!);
    await flushTasks();
    element.setAttribute('notification-id', ids[1]!);
    await element.updateComplete;
    expect(queryAll(element, '.placeholder')).to.have.length(1);
    await flushTasks();
    expect(visibleText(queryOne(element, '.title'))).to.contain('Title 1');
  });

  it('renders nothing after the id is removed', async () => {
    const { session, ids } = createSandboxSession();
    const element = await renderById(session, ids[0]!);
    await flushTasks();
    element.removeAttribute('notification-id');
    await element.updateComplete;
    expect(queryAll(element, '*')).to.have.length(0);
  });

  it('offers a retry after a failure and recovers', async () => {
    const { sandbox, session, ids } = createSandboxSession();
    const timers = installFakeTimers();
    sandbox.failNext({ status: 500 }, 3);
    const element = await renderById(session, ids[0]!);
    const errors = recordEvents(element, 'nudge-error');
    await timers.advance(60_000);
    expect(visibleText(queryOne(element, '.failure-row'))).to.equal(
      'Couldn’t load this notification. Try again',
    );
    expect(errors.map(({ detail }) => detail.operation)).to.deep.equal(['load']);
    await expect(element).to.be.accessible();
    queryOne(element, 'button').click();
    await element.updateComplete;
    expect(queryAll(element, '.placeholder'), 'during the retry').to.have.length(1);
    await flushTasks();
    expect(visibleText(queryOne(element, '.title'))).to.contain('Title 0');
  });

  it('shows a placeholder instead of the previous failure when the id changes', async () => {
    const { sandbox, session, ids } = createSandboxSession(2);
    const timers = installFakeTimers();
    sandbox.failNext({ status: 500 }, 3);
    const element = await renderById(session, ids[0]!);
    await timers.advance(60_000);
    element.notificationId = ids[1];
    await element.updateComplete;
    expect(queryAll(element, '.failure-row')).to.have.length(0);
    expect(queryAll(element, '.placeholder')).to.have.length(1);
  });

  it('reports a missing record and does not request it again', async () => {
    const { sandbox, session } = createSandboxSession();
    const element = await renderById(session, 'nobody-knows');
    await flushTasks();
    expect(visibleText(queryOne(element, '.failure-row'))).to.equal(
      'This notification is no longer available.',
    );
    expect(queryAll(element, 'button')).to.have.length(0);
    expect(countRequests(sandbox)).to.equal(1);
    await expect(element).to.be.accessible();
  });

  it('recovers from a missing token', async () => {
    const { sandbox, ids } = createSandboxSession();
    let token: string | null = null;
    const element = await renderById(createTestSession(sandbox, { getToken: () => token }), ids[0]!);
    await flushTasks();
    expect(queryAll(element, '.failure-row button')).to.have.length(1);
    token = sandbox.issueToken();
    queryOne(element, 'button').click();
    await flushTasks();
    expect(visibleText(queryOne(element, '.title'))).to.contain('Title 0');
  });

  it('loads again if it was removed while loading and is attached later', async () => {
    const { sandbox, session, ids } = createSandboxSession();
    const element = await renderById(session, ids[0]!);
    const { parentElement } = element;
    element.remove();
    await flushTasks();
    parentElement!.append(element);
    await flushTasks();
    expect(queryAll(element, '.failure-row')).to.have.length(0);
    expect(visibleText(queryOne(element, '.title'))).to.contain('Title 0');
    expect(sandbox.requests.length).to.be.below(3);
  });

  it('repeats no request when it moves within the page', async () => {
    const { sandbox, session, ids } = createSandboxSession();
    const element = await renderById(session, ids[0]!);
    element.parentElement!.prepend(element);
    await flushTasks();
    expect(visibleText(queryOne(element, '.title'))).to.contain('Title 0');
    expect(countRequests(sandbox)).to.equal(1);
  });

  it('changes the read state in its session and fires events only for itself', async () => {
    const { session, ids } = createSandboxSession(2);
    session.notifications.add(ids);
    const elements = [await renderById(session, ids[0]!), await renderById(session, ids[1]!)];
    await flushTasks();
    const [first, second] = elements.map((element) => recordEvents(element, 'nudge-read-change'));
    queryOne(elements[0]!, '.tools button:first-child').click();
    await flushTasks();
    expect(session.notifications.get(ids[0]!).isRead).to.be.true;
    expect(queryAll(elements[0]!, '.dot')).to.have.length(0);
    expect(first!.map(({ detail }) => detail)).to.deep.equal([{ ids: [ids[0]], isRead: true }]);
    expect(second).to.have.length(0);
  });

  it('creates its own session without ids', async () => {
    const { sandbox, ids } = createSandboxSession();
    const warnings = recordWarnings();
    const timers = installFakeTimers();
    const element = await fixture<NudgeNotification>(
      html`<nudge-notification
        base-url=${sandbox.baseUrl}
        memory-only
        .getToken=${() => sandbox.issueToken()}
        .fetch=${sandbox.fetch}
        notification-id=${ids[0]!}
      ></nudge-notification>`,
    );
    await timers.advance(1000);
    expect(visibleText(queryOne(element, '.title'))).to.contain('Title 0');
    expect(warnings).to.deep.equal([]);
  });

  it('warns once about all missing properties', async () => {
    const warnings = recordWarnings();
    const timers = installFakeTimers();
    await renderById(undefined, 'some-id');
    await timers.advance(1000);
    expect(warnings).to.deep.equal([
      '[nudge-inbox] <nudge-notification> shows nothing: it lacks base-url, getToken, or a session.',
    ]);
  });
});
