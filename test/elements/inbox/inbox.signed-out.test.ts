import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { NudgeNotification } from '../../../src/elements/notification/notification.js';
import type { NudgePreferences } from '../../../src/elements/preferences/preferences.js';
import { createSandbox } from '../../../src/sandbox.js';
import {
  addNotifications,
  cards,
  cardTitles,
  createEmptySandbox,
  createTestSession,
  expectEventually,
  installFakeTimers,
  queryAll,
  queryOne,
  recordEvents,
  recordWarnings,
  renderInbox,
  visibleText,
  waitUntil,
} from '../support.js';
import { renderOpenBell } from '../list/custom-card-support.js';
import { recordAnnouncements, renderFeed, undoText } from '../list/feed-support.js';

const signedOutText = 'Sign in to see your notifications.';
const noticeText = (inbox: Element): string => visibleText(queryOne(inbox, '[role=status][part]'));

describe('<nudge-inbox> without a signed-in customer', () => {
  it('says so calmly, calls getToken once and fires no nudge-error', async () => {
    const warnings = recordWarnings();
    const errors = recordEvents(document, 'nudge-error');
    const timers = installFakeTimers();
    const sandbox = createEmptySandbox();
    let callCount = 0;
    const getToken = (): null => {
      callCount += 1;
      return null;
    };
    const ids = addNotifications(sandbox, 20);
    const inbox = await renderInbox(createTestSession(sandbox, { ids, getToken }));
    await expectEventually(() => noticeText(inbox), signedOutText);
    await timers.advance(600_000);
    expect(callCount).to.equal(1);
    expect([warnings, errors]).to.deep.equal([[], []]);
    expect(queryAll(inbox, '[role=alert], .placeholder')).to.have.length(0);
  });

  it('shows no number of unread notifications, which the customer cannot see', async () => {
    const sandbox = createEmptySandbox();
    const references = addNotifications(sandbox, 2).map((id) => ({ id, isRead: false }));
    const source = { load: () => Promise.resolve({ references }) };
    const inbox = await renderInbox(createTestSession(sandbox, { source, getToken: () => null }));
    await expectEventually(() => noticeText(inbox), signedOutText);
    expect(queryAll(inbox, '.filter').map(visibleText)).to.deep.equal(['All', 'Unread']);
  });

  it('hides what it showed once the token is refused, and shows it again after a sign-in', async () => {
    const sandbox = createEmptySandbox();
    recordWarnings();
    let token = sandbox.issueToken();
    const [first, ...later] = addNotifications(sandbox, 2);
    const session = createTestSession(sandbox, { ids: [first!], getToken: () => token });
    const inbox = await renderInbox(session);
    const notification = await fixture<NudgeNotification>(
      html`<nudge-notification .session=${session} .notificationId=${first}></nudge-notification>`,
    );
    await waitUntil(() => cardTitles(inbox).length === 1 && queryAll(notification, '.title').length === 1);
    sandbox.expireTokens();
    session.notifications.add(later);
    await expectEventually(() => noticeText(inbox), 'Please sign in again. Try again');
    expect([cards(inbox), queryAll(notification, '.title')]).to.deep.equal([[], []]);
    token = sandbox.issueToken();
    queryOne(inbox, '[role=status] button').click();
    await waitUntil(() => cardTitles(inbox).length === 2 && queryAll(notification, '.title').length === 1);
    expect(noticeText(inbox)).to.equal('');
  });

  it('says so after a sign-out, politely, and no longer offers to undo', async () => {
    const { inbox, session } = await renderFeed(2);
    queryOne(cards(inbox)[0]!, '.tools button:last-child').click();
    await expectEventually(() => undoText(inbox), 'Dismissed Undo');
    const announcements = recordAnnouncements(inbox);
    await session.signOut();
    await expectEventually(() => noticeText(inbox), signedOutText);
    expect(announcements).to.include(signedOutText);
    expect(queryAll(inbox, '.undo, [part=empty] strong')).to.have.length(0);
  });

  it('shows what the page puts into the slot, in a bell too', async () => {
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 1), getToken: () => null });
    const inbox = await renderInbox(session);
    const [bell, inboxOfBell] = await renderOpenBell(session);
    for (const [owner, shown] of [
      [inbox, inbox],
      [bell, inboxOfBell],
    ] as const) {
      await expectEventually(() => noticeText(shown), signedOutText);
      const link = document.createElement('a');
      Object.assign(link, { href: '/sign-in', slot: 'signed-out', textContent: 'Sign in' });
      owner.append(link);
      await waitUntil(() => link.checkVisibility());
      expect(queryOne(shown, '[role=status] p').checkVisibility()).to.be.false;
    }
  });

  it('recovers by a new getToken, after a sign-out in another tab, too', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2);
    const inbox = await fixture<NudgeInbox>(
      html`<nudge-inbox
        .baseUrl=${sandbox.baseUrl}
        memory-only
        .fetch=${sandbox.fetch}
        .ids=${ids}
        .getToken=${() => null}
      ></nudge-inbox>`,
    );
    await expectEventually(() => noticeText(inbox), signedOutText);
    inbox.getToken = () => sandbox.issueToken();
    await waitUntil(() => cardTitles(inbox).length === 2);
    expect(noticeText(inbox)).to.equal('');
    await createTestSession(sandbox).signOut();
    await expectEventually(() => noticeText(inbox), signedOutText);
    inbox.getToken = () => sandbox.issueToken();
    await waitUntil(() => cardTitles(inbox).length === 2);
    expect(noticeText(inbox)).to.equal('');
  });

  it('recovers by a new session, and when its panel opens again', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2);
    let token: string | null = null;
    const [bell, inbox] = await renderOpenBell(createTestSession(sandbox, { ids, getToken: () => token }));
    await expectEventually(() => noticeText(inbox), signedOutText);
    // Changes the store right before the panel closes and opens, which counts as closed nevertheless.
    bell.session!.notifications.add(addNotifications(sandbox, 1));
    bell.open = false;
    await bell.updateComplete;
    token = sandbox.issueToken();
    bell.open = true;
    await waitUntil(() => cardTitles(inbox).length === 3);
    bell.session = createTestSession(sandbox, { ids, getToken: () => null });
    await expectEventually(() => noticeText(inbox), signedOutText);
    bell.session = createTestSession(sandbox, { ids });
    await waitUntil(() => cardTitles(inbox).length === 2);
  });
});

describe('<nudge-preferences> without a signed-in customer', () => {
  it('keeps a choice of the customer it knows, says why it waits, and sends it once there is a token', async () => {
    const sandbox = createSandbox();
    const [group] = sandbox.groups;
    const errors = recordEvents(document, 'nudge-error');
    let token: string | null = sandbox.issueToken();
    const element = await fixture<NudgePreferences>(
      html`<nudge-preferences
        .baseUrl=${sandbox.baseUrl}
        memory-only
        .fetch=${sandbox.fetch}
        .groups=${[{ ...group, isGroupNotificationOff: false }]}
        .getToken=${() => token}
        ><a slot="signed-out" href="/sign-in">Sign in</a></nudge-preferences
      >`,
    );
    await waitUntil(() => queryAll(element, '[role=switch]').length === 1);
    await element.session!.notifications.load(sandbox.notificationIds()[0]!);
    token = null;
    sandbox.expireTokens();
    const link = element.querySelector('a')!;
    expect(link.checkVisibility()).to.be.false;
    queryOne(element, '[role=switch]').click();
    await waitUntil(() => link.checkVisibility());
    expect(visibleText(queryOne(element, '.problem'))).to.contain('Sign in to save your choice.');
    expect(queryOne(element, '[role=switch]').ariaChecked).to.equal('false');
    const saved = recordEvents(element, 'nudge-preference-change');
    element.getToken = () => sandbox.issueToken();
    await waitUntil(() => saved.length > 0);
    expect(saved.map(({ detail }) => detail)).to.deep.equal([
      { groupId: group!.id, isGroupNotificationOff: true },
    ]);
    await waitUntil(() => queryAll(element, '.problem').length === 0);
    expect(link.checkVisibility()).to.be.false;
    expect(errors).to.have.length(0);
  });
});

describe('<nudge-notification> without a signed-in customer', () => {
  it('says so calmly, and recovers by a new getToken', async () => {
    const sandbox = createEmptySandbox();
    const errors = recordEvents(document, 'nudge-error');
    const [id] = addNotifications(sandbox, 1);
    const element = await fixture<NudgeNotification>(
      html`<nudge-notification
        .baseUrl=${sandbox.baseUrl}
        memory-only
        .fetch=${sandbox.fetch}
        .notificationId=${id}
        .getToken=${() => null}
      ></nudge-notification>`,
    );
    await expectEventually(
      () => queryAll(element, '[part=failure] span').map(visibleText).join(),
      signedOutText,
    );
    element.getToken = () => sandbox.issueToken();
    await waitUntil(() => queryAll(element, '.title').map(visibleText).join().includes('Title 0'));
    expect(errors).to.have.length(0);
  });
});
