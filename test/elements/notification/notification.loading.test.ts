import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeNotification } from '../../../src/elements/notification/notification.js';
import type { Session } from '../../../src/session/session.js';
import type { SourceEvent } from '../../../src/session/sources/source.js';
import type { Sandbox } from '../../../src/sandbox.js';
import {
  addNotifications,
  countRequests,
  createEmptySandbox,
  createTestSession,
  expectEventually,
  installFakeTimers,
  queryAll,
  queryOne,
  recordEvents,
  recordWarnings,
  visibleText,
  waitUntil,
} from '../support.js';

async function renderById(session: Session | undefined, id: string): Promise<NudgeNotification> {
  return fixture<NudgeNotification>(
    html`<nudge-notification .session=${session} notification-id=${id}></nudge-notification>`,
  );
}

const titles = (element: NudgeNotification): string[] => queryAll(element, '.title').map(visibleText);
const placeholders = (element: NudgeNotification): HTMLElement[] => queryAll(element, '.placeholder');
const failures = (element: NudgeNotification): string[] => queryAll(element, '.failure-row').map(visibleText);

/** Renders the element and waits until it shows its notification. */
async function renderLoaded(session: Session, id: string): Promise<NudgeNotification> {
  const element = await renderById(session, id);
  await expectEventually(() => titles(element).length, 1);
  return element;
}

/** Renders an element whose first attempts to load fail, and lets the time pass until it says so. */
async function renderFailed(sandbox: Sandbox, session: Session, id: string): Promise<NudgeNotification> {
  const timers = installFakeTimers();
  sandbox.failNext({ status: 500 }, 3);
  const element = await renderById(session, id);
  await waitUntil(async () => {
    await timers.advance(1000);
    return failures(element).length > 0;
  }, 'The failure is missing.');
  return element;
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
    expect(placeholders(element).map(({ ariaHidden }) => ariaHidden)).to.deep.equal(['true']);
    await expectEventually(() => titles(element), ['Unread: Title 0']);
    expect(placeholders(element)).to.have.length(0);
    expect(countRequests(sandbox)).to.equal(1);
  });

  it('shares one request between several elements', async () => {
    const { sandbox, session, ids } = createSandboxSession();
    const elements = [await renderById(session, ids[0]!), await renderById(session, ids[0]!)];
    for (const element of elements) await expectEventually(() => titles(element), ['Unread: Title 0']);
    expect(countRequests(sandbox)).to.equal(1);
  });

  it('loads another record when the id changes, and renders nothing after the id is removed', async () => {
    const { session, ids } = createSandboxSession(2);
    const element = await renderLoaded(session, ids[0]!);
    element.setAttribute('notification-id', ids[1]!);
    await element.updateComplete;
    expect(placeholders(element)).to.have.length(1);
    await expectEventually(() => titles(element), ['Unread: Title 1']);
    element.removeAttribute('notification-id');
    await element.updateComplete;
    expect(queryAll(element, '*')).to.have.length(0);
  });

  it('offers a retry after a failure and recovers', async () => {
    const { sandbox, session, ids } = createSandboxSession();
    const errors = recordEvents(document, 'nudge-error');
    const element = await renderFailed(sandbox, session, ids[0]!);
    expect(failures(element)).to.deep.equal(['Couldn’t load this notification. Try again']);
    expect(errors.map(({ detail }) => detail.operation)).to.deep.equal(['load']);
    queryOne(element, 'button').click();
    await element.updateComplete;
    expect(placeholders(element), 'during the retry').to.have.length(1);
    await expectEventually(() => titles(element), ['Unread: Title 0']);
  });

  it('shows a placeholder instead of the previous failure when the id changes', async () => {
    const { sandbox, session, ids } = createSandboxSession(2);
    const element = await renderFailed(sandbox, session, ids[0]!);
    element.notificationId = ids[1];
    await element.updateComplete;
    expect([failures(element).length, placeholders(element).length]).to.deep.equal([0, 1]);
  });

  it('reports a missing record, without a retry', async () => {
    const { sandbox, session } = createSandboxSession();
    const element = await renderById(session, 'nobody-knows');
    await expectEventually(() => failures(element), ['This notification is no longer available.']);
    expect(queryAll(element, 'button')).to.have.length(0);
    expect(countRequests(sandbox)).to.equal(1);
  });

  it('says that a notification is no longer available once it is removed, and shows it if it is only off the list', async () => {
    const { sandbox, ids } = createSandboxSession(2);
    let emit: (event: SourceEvent) => void = () => undefined;
    const session = createTestSession(sandbox, {
      source: { subscribe: (emitEvent: typeof emit) => void (emit = emitEvent) },
    });
    const [deleted, unlisted] = [await renderLoaded(session, ids[0]!), await renderLoaded(session, ids[1]!)];
    await waitUntil(() => countRequests(sandbox) === 2);
    emit({ type: 'add', references: ids.map((id) => ({ id })) });
    sandbox.removeNotification(ids[0]!);
    emit({ type: 'remove', ids });
    await expectEventually(() => failures(deleted), ['This notification is no longer available.']);
    await expectEventually(() => titles(unlisted), ['Unread: Title 1']);
    expect(countRequests(sandbox)).to.equal(4);
  });

  it('recovers from a missing token', async () => {
    const { sandbox, ids } = createSandboxSession();
    let token: string | null = null;
    const element = await renderById(createTestSession(sandbox, { getToken: () => token }), ids[0]!);
    await expectEventually(() => queryAll(element, '.failure-row button').length, 1);
    token = sandbox.issueToken();
    queryOne(element, 'button').click();
    await expectEventually(() => titles(element), ['Unread: Title 0']);
  });

  it('loads again if it was removed while loading and is attached later', async () => {
    const { sandbox, ids } = createSandboxSession();
    const signals: (AbortSignal | null | undefined)[] = [];
    const session = createTestSession(sandbox, {
      fetch: (input, init) => {
        signals.push(init?.signal);
        return sandbox.fetch(input, init);
      },
    });
    sandbox.latency = 600_000;
    const element = await renderById(session, ids[0]!);
    const { parentElement } = element;
    await expectEventually(() => signals.length, 1);
    element.remove();
    await waitUntil(() => signals[0]?.aborted, 'It goes on loading.');
    sandbox.latency = 0;
    parentElement!.append(element);
    await expectEventually(() => titles(element), ['Unread: Title 0']);
  });

  it('repeats no request when it moves within the page', async () => {
    const { sandbox, session, ids } = createSandboxSession();
    const element = await renderById(session, ids[0]!);
    element.parentElement!.prepend(element);
    await expectEventually(() => titles(element), ['Unread: Title 0']);
    expect(countRequests(sandbox)).to.equal(1);
  });

  it('changes the read state in its session and fires events only for itself', async () => {
    const { session, ids } = createSandboxSession(2);
    session.notifications.add(ids);
    const elements = [await renderLoaded(session, ids[0]!), await renderLoaded(session, ids[1]!)];
    const [first, second] = elements.map((element) => recordEvents(element, 'nudge-read-change'));
    queryOne(elements[0]!, '.tools button:first-child').click();
    await expectEventually(() => titles(elements[0]!), ['Title 0']);
    expect(session.notifications.get(ids[0]!).isRead).to.be.true;
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
    await expectEventually(() => titles(element), ['Unread: Title 0']);
    await timers.advance(1000);
    expect(warnings).to.deep.equal([]);
  });

  it('warns once about all missing properties', async () => {
    const warnings = recordWarnings();
    const timers = installFakeTimers();
    await renderById(undefined, 'some-id');
    await timers.advance(1000);
    expect(warnings).to.deep.equal([
      '[nudge-inbox] <nudge-notification> shows nothing: it lacks base-url, getToken, or in their place a backend-url or a session.',
    ]);
  });
});
