import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeNotification } from '../../../src/elements/notification/notification.js';
import type { Session } from '../../../src/inbox/session.js';
import type { Sandbox } from '../../../src/sandbox.js';
import {
  addNotifications,
  all,
  asked,
  clock,
  emptySandbox,
  heard,
  one,
  seen,
  sessionOf,
  settle,
  warnings,
} from '../support.js';

async function loading(session: Session | undefined, id: string): Promise<NudgeNotification> {
  return fixture<NudgeNotification>(
    html`<nudge-notification .session=${session} notification-id=${id}></nudge-notification>`,
  );
}

/** A sandbox with so many notifications, a session for it, and the ids. */
function setUp(count = 1): { sandbox: Sandbox; session: Session; ids: string[] } {
  const sandbox = emptySandbox();
  return { sandbox, session: sessionOf(sandbox), ids: addNotifications(sandbox, count) };
}

describe('a nudge-notification by its id', () => {
  it('shows its shape until it is there', async () => {
    const { sandbox, session, ids } = setUp();
    const element = await loading(session, ids[0]!);
    expect(one(element, '.placeholder').getAttribute('aria-hidden')).to.equal('true');
    await expect(element).to.be.accessible();
    await settle();
    expect(all(element, '.placeholder')).to.have.length(0);
    expect(seen(one(element, '.title'))).to.contain('Title 0');
    expect(asked(sandbox)).to.equal(1);
  });

  it('asks once, however many elements show it', async () => {
    const { sandbox, session, ids } = setUp();
    const elements = [await loading(session, ids[0]!), await loading(session, ids[0]!)];
    await settle();
    expect(elements.map((element) => seen(one(element, '.title')))).to.deep.equal(
      elements.map(() => 'Unread: Title 0'),
    );
    expect(asked(sandbox)).to.equal(1);
  });

  it('shows the next as its id changes', async () => {
    const { session, ids } = setUp(2);
    const element = await loading(session, ids[0]!);
    await settle();
    element.setAttribute('notification-id', ids[1]!);
    await element.updateComplete;
    expect(all(element, '.placeholder')).to.have.length(1);
    await settle();
    expect(seen(one(element, '.title'))).to.contain('Title 1');
  });

  it('goes blank as its id goes', async () => {
    const { session, ids } = setUp();
    const element = await loading(session, ids[0]!);
    await settle();
    element.removeAttribute('notification-id');
    await element.updateComplete;
    expect(all(element, '*')).to.have.length(0);
  });

  it('offers to try again where it could not be loaded, and recovers', async () => {
    const { sandbox, session, ids } = setUp();
    const time = clock();
    sandbox.failNext({ status: 500 }, 3);
    const element = await loading(session, ids[0]!);
    const errors = heard(element, 'nudge-error');
    await time.pass(60_000);
    expect(seen(one(element, '.failure-row'))).to.equal('This notification could not be loaded. Try again');
    expect(errors.map(({ detail }) => detail.operation)).to.deep.equal(['load']);
    await expect(element).to.be.accessible();
    one(element, 'button').click();
    await element.updateComplete;
    expect(all(element, '.placeholder'), 'while it is tried').to.have.length(1);
    await settle();
    expect(seen(one(element, '.title'))).to.contain('Title 0');
  });

  it('shows its shape, not the failure of another, as its id changes', async () => {
    const { sandbox, session, ids } = setUp(2);
    const time = clock();
    sandbox.failNext({ status: 500 }, 3);
    const element = await loading(session, ids[0]!);
    await time.pass(60_000);
    element.notificationId = ids[1];
    await element.updateComplete;
    expect(all(element, '.failure-row')).to.have.length(0);
    expect(all(element, '.placeholder')).to.have.length(1);
  });

  it('says that it is gone where there is none, and asks no more', async () => {
    const { sandbox, session } = setUp();
    const element = await loading(session, 'nobody-knows');
    await settle();
    expect(seen(one(element, '.failure-row'))).to.equal('This notification is no longer available.');
    expect(all(element, 'button')).to.have.length(0);
    expect(asked(sandbox)).to.equal(1);
    await expect(element).to.be.accessible();
  });

  it('recovers from a refused token', async () => {
    const { sandbox, ids } = setUp();
    let token: string | null = null;
    const element = await loading(sessionOf(sandbox, { getToken: () => token }), ids[0]!);
    await settle();
    expect(all(element, '.failure-row button')).to.have.length(1);
    token = sandbox.issueToken();
    one(element, 'button').click();
    await settle();
    expect(seen(one(element, '.title'))).to.contain('Title 0');
  });

  it('loads again where it was taken away while it loaded, and came back later', async () => {
    const { sandbox, session, ids } = setUp();
    const element = await loading(session, ids[0]!);
    const { parentElement } = element;
    element.remove();
    await settle();
    parentElement!.append(element);
    await settle();
    expect(all(element, '.failure-row')).to.have.length(0);
    expect(seen(one(element, '.title'))).to.contain('Title 0');
    expect(sandbox.requests.length).to.be.below(3);
  });

  it('asks nothing twice as it moves within the page', async () => {
    const { sandbox, session, ids } = setUp();
    const element = await loading(session, ids[0]!);
    element.parentElement!.prepend(element);
    await settle();
    expect(seen(one(element, '.title'))).to.contain('Title 0');
    expect(asked(sandbox)).to.equal(1);
  });

  it('is read and unread in its session, and tells of itself alone', async () => {
    const { session, ids } = setUp(2);
    session.notifications.add(ids);
    const elements = [await loading(session, ids[0]!), await loading(session, ids[1]!)];
    await settle();
    const [first, second] = elements.map((element) => heard(element, 'nudge-read-change'));
    one(elements[0]!, '.tools button:first-child').click();
    await settle();
    expect(session.notifications.get(ids[0]!).isRead).to.be.true;
    expect(all(elements[0]!, '.dot')).to.have.length(0);
    expect(first!.map(({ detail }) => detail)).to.deep.equal([{ ids: [ids[0]], isRead: true }]);
    expect(second).to.have.length(0);
  });

  it('makes a session of its own settings, for which it needs no ids', async () => {
    const { sandbox, ids } = setUp();
    const told = warnings();
    const time = clock();
    const element = await fixture<NudgeNotification>(
      html`<nudge-notification
        base-url=${sandbox.baseUrl}
        .getToken=${() => sandbox.issueToken()}
        .fetch=${sandbox.fetch}
        notification-id=${ids[0]!}
      ></nudge-notification>`,
    );
    await time.pass(1000);
    expect(seen(one(element, '.title'))).to.contain('Title 0');
    expect(told).to.deep.equal([]);
  });

  it('names in one warning what it lacks', async () => {
    const told = warnings();
    const time = clock();
    await loading(undefined, 'some-id');
    await time.pass(1000);
    expect(told).to.deep.equal([
      '[nudge-inbox] <nudge-notification> shows nothing: it lacks base-url, getToken, or a session.',
    ]);
  });
});
