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

async function loading(session: Session | undefined, id: string): Promise<NudgeNotification> {
  return fixture<NudgeNotification>(
    html`<nudge-notification .session=${session} notification-id=${id}></nudge-notification>`,
  );
}

/** A sandbox with so many notifications, a session for it, and the ids. */
function setUp(count = 1): { sandbox: Sandbox; session: Session; ids: string[] } {
  const sandbox = createEmptySandbox();
  return { sandbox, session: createTestSession(sandbox), ids: addNotifications(sandbox, count) };
}

describe('a nudge-notification by its id', () => {
  it('shows its shape until it is there', async () => {
    const { sandbox, session, ids } = setUp();
    const element = await loading(session, ids[0]!);
    expect(queryOne(element, '.placeholder').getAttribute('aria-hidden')).to.equal('true');
    await expect(element).to.be.accessible();
    await flushTasks();
    expect(queryAll(element, '.placeholder')).to.have.length(0);
    expect(visibleText(queryOne(element, '.title'))).to.contain('Title 0');
    expect(countRequests(sandbox)).to.equal(1);
  });

  it('asks once, however many elements show it', async () => {
    const { sandbox, session, ids } = setUp();
    const elements = [await loading(session, ids[0]!), await loading(session, ids[0]!)];
    await flushTasks();
    expect(elements.map((element) => visibleText(queryOne(element, '.title')))).to.deep.equal(
      elements.map(() => 'Unread: Title 0'),
    );
    expect(countRequests(sandbox)).to.equal(1);
  });

  it('shows the next as its id changes', async () => {
    const { session, ids } = setUp(2);
    const element = await loading(session, ids[0]!);
    await flushTasks();
    element.setAttribute('notification-id', ids[1]!);
    await element.updateComplete;
    expect(queryAll(element, '.placeholder')).to.have.length(1);
    await flushTasks();
    expect(visibleText(queryOne(element, '.title'))).to.contain('Title 1');
  });

  it('goes blank as its id goes', async () => {
    const { session, ids } = setUp();
    const element = await loading(session, ids[0]!);
    await flushTasks();
    element.removeAttribute('notification-id');
    await element.updateComplete;
    expect(queryAll(element, '*')).to.have.length(0);
  });

  it('offers to try again where it could not be loaded, and recovers', async () => {
    const { sandbox, session, ids } = setUp();
    const timers = installFakeTimers();
    sandbox.failNext({ status: 500 }, 3);
    const element = await loading(session, ids[0]!);
    const errors = recordEvents(element, 'nudge-error');
    await timers.advance(60_000);
    expect(visibleText(queryOne(element, '.failure-row'))).to.equal(
      'This notification could not be loaded. Try again',
    );
    expect(errors.map(({ detail }) => detail.operation)).to.deep.equal(['load']);
    await expect(element).to.be.accessible();
    queryOne(element, 'button').click();
    await element.updateComplete;
    expect(queryAll(element, '.placeholder'), 'while it is tried').to.have.length(1);
    await flushTasks();
    expect(visibleText(queryOne(element, '.title'))).to.contain('Title 0');
  });

  it('shows its shape, not the failure of another, as its id changes', async () => {
    const { sandbox, session, ids } = setUp(2);
    const timers = installFakeTimers();
    sandbox.failNext({ status: 500 }, 3);
    const element = await loading(session, ids[0]!);
    await timers.advance(60_000);
    element.notificationId = ids[1];
    await element.updateComplete;
    expect(queryAll(element, '.failure-row')).to.have.length(0);
    expect(queryAll(element, '.placeholder')).to.have.length(1);
  });

  it('says that it is gone where there is none, and asks no more', async () => {
    const { sandbox, session } = setUp();
    const element = await loading(session, 'nobody-knows');
    await flushTasks();
    expect(visibleText(queryOne(element, '.failure-row'))).to.equal(
      'This notification is no longer available.',
    );
    expect(queryAll(element, 'button')).to.have.length(0);
    expect(countRequests(sandbox)).to.equal(1);
    await expect(element).to.be.accessible();
  });

  it('recovers from a refused token', async () => {
    const { sandbox, ids } = setUp();
    let token: string | null = null;
    const element = await loading(createTestSession(sandbox, { getToken: () => token }), ids[0]!);
    await flushTasks();
    expect(queryAll(element, '.failure-row button')).to.have.length(1);
    token = sandbox.issueToken();
    queryOne(element, 'button').click();
    await flushTasks();
    expect(visibleText(queryOne(element, '.title'))).to.contain('Title 0');
  });

  it('loads again where it was taken away while it loaded, and came back later', async () => {
    const { sandbox, session, ids } = setUp();
    const element = await loading(session, ids[0]!);
    const { parentElement } = element;
    element.remove();
    await flushTasks();
    parentElement!.append(element);
    await flushTasks();
    expect(queryAll(element, '.failure-row')).to.have.length(0);
    expect(visibleText(queryOne(element, '.title'))).to.contain('Title 0');
    expect(sandbox.requests.length).to.be.below(3);
  });

  it('asks nothing twice as it moves within the page', async () => {
    const { sandbox, session, ids } = setUp();
    const element = await loading(session, ids[0]!);
    element.parentElement!.prepend(element);
    await flushTasks();
    expect(visibleText(queryOne(element, '.title'))).to.contain('Title 0');
    expect(countRequests(sandbox)).to.equal(1);
  });

  it('is read and unread in its session, and tells of itself alone', async () => {
    const { session, ids } = setUp(2);
    session.notifications.add(ids);
    const elements = [await loading(session, ids[0]!), await loading(session, ids[1]!)];
    await flushTasks();
    const [first, second] = elements.map((element) => recordEvents(element, 'nudge-read-change'));
    queryOne(elements[0]!, '.tools button:first-child').click();
    await flushTasks();
    expect(session.notifications.get(ids[0]!).isRead).to.be.true;
    expect(queryAll(elements[0]!, '.dot')).to.have.length(0);
    expect(first!.map(({ detail }) => detail)).to.deep.equal([{ ids: [ids[0]], isRead: true }]);
    expect(second).to.have.length(0);
  });

  it('makes a session of its own settings, for which it needs no ids', async () => {
    const { sandbox, ids } = setUp();
    const warnings = recordWarnings();
    const timers = installFakeTimers();
    const element = await fixture<NudgeNotification>(
      html`<nudge-notification
        base-url=${sandbox.baseUrl}
        .getToken=${() => sandbox.issueToken()}
        .fetch=${sandbox.fetch}
        notification-id=${ids[0]!}
      ></nudge-notification>`,
    );
    await timers.advance(1000);
    expect(visibleText(queryOne(element, '.title'))).to.contain('Title 0');
    expect(warnings).to.deep.equal([]);
  });

  it('names in one warning what it lacks', async () => {
    const warnings = recordWarnings();
    const timers = installFakeTimers();
    await loading(undefined, 'some-id');
    await timers.advance(1000);
    expect(warnings).to.deep.equal([
      '[nudge-inbox] <nudge-notification> shows nothing: it lacks base-url, getToken, or a session.',
    ]);
  });
});
