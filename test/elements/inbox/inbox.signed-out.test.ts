import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { NudgeNotification } from '../../../src/elements/notification/notification.js';
import type { NudgePreferences } from '../../../src/elements/preferences/preferences.js';
import { createSandbox } from '../../../src/sandbox.js';
import {
  addNotifications,
  bellButton,
  cards,
  cardTitles,
  createEmptySandbox,
  createTestSession,
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
  visibleText,
  waitUntil,
} from '../support.js';
import { recordAnnouncements, renderFeed, undoText } from './feed-support.js';

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
    expect(noticeText(inbox)).to.equal(signedOutText);
    await timers.advance(600_000);
    expect(callCount).to.equal(1);
    expect([warnings, errors]).to.deep.equal([[], []]);
    expect(queryAll(inbox, '[role=alert], .placeholder')).to.have.length(0);
    await expect(inbox).to.be.accessible();
  });

  it('shows no number of unread notifications, which the customer cannot see', async () => {
    const sandbox = createEmptySandbox();
    const references = addNotifications(sandbox, 2).map((id) => ({ id, isRead: false }));
    const source = { load: () => Promise.resolve({ references }) };
    const inbox = await renderInbox(createTestSession(sandbox, { source, getToken: () => null }));
    await waitUntil(() => noticeText(inbox) === signedOutText);
    expect(queryAll(inbox, '.filter').map(visibleText)).to.deep.equal(['All', 'Unread']);
  });

  it('says so after a sign-out, and no longer offers to undo', async () => {
    const { inbox, session } = await renderFeed(2);
    queryOne(cards(inbox)[0]!, '.tools button:last-child').click();
    await nextFrames();
    expect(undoText(inbox)).to.equal('Dismissed Undo');
    await session.signOut();
    await nextFrames();
    expect(noticeText(inbox)).to.equal(signedOutText);
    expect(queryAll(inbox, '.undo, [part=empty] strong')).to.have.length(0);
  });

  it('announces it politely', async () => {
    const sandbox = createEmptySandbox();
    const inbox = await renderInbox(createTestSession(sandbox));
    const announcements = recordAnnouncements(inbox);
    inbox.session = createTestSession(sandbox, { ids: addNotifications(sandbox, 1), getToken: () => null });
    await nextFrames();
    expect(announcements).to.include(signedOutText);
  });

  it('shows what the page puts into the slot, in a bell too', async () => {
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 1), getToken: () => null });
    const link = document.createElement('a');
    Object.assign(link, { href: '/sign-in', slot: 'signed-out', textContent: 'Sign in' });
    const inbox = await renderInbox(session);
    inbox.append(link);
    await nextFrames();
    expect(link.checkVisibility()).to.be.true;
    expect(queryOne(inbox, '[role=status] p').checkVisibility()).to.be.false;
    const bell = await renderBell(session);
    bell.append(link);
    bellButton(bell).click();
    await nextFrames();
    expect(link.checkVisibility()).to.be.true;
    expect(queryOne(inboxOf(bell), '[role=status] p').checkVisibility()).to.be.false;
  });

  it('recovers by a new getToken', async () => {
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
    await nextFrames();
    expect(noticeText(inbox)).to.equal(signedOutText);
    inbox.getToken = () => sandbox.issueToken();
    await nextFrames();
    expect(cardTitles(inbox)).to.have.length(2);
    expect(noticeText(inbox)).to.equal('');
  });

  it('recovers by a new getToken after a sign-out in another tab', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2);
    const inbox = await fixture<NudgeInbox>(
      html`<nudge-inbox
        .baseUrl=${sandbox.baseUrl}
        memory-only
        .fetch=${sandbox.fetch}
        .ids=${ids}
        .getToken=${() => sandbox.issueToken()}
      ></nudge-inbox>`,
    );
    await waitUntil(() => cardTitles(inbox).length === 2);
    await createTestSession(sandbox, { memoryOnly: true }).signOut();
    await waitUntil(() => noticeText(inbox) === signedOutText);
    inbox.getToken = () => sandbox.issueToken();
    await waitUntil(() => cardTitles(inbox).length === 2);
    expect(noticeText(inbox)).to.equal('');
  });

  it('recovers by a new session, and when its panel opens again', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2);
    let token: string | null = null;
    const bell = await renderBell(createTestSession(sandbox, { ids, getToken: () => token }));
    bell.open = true;
    await nextFrames();
    expect(noticeText(inboxOf(bell))).to.equal(signedOutText);
    bell.open = false;
    await nextFrames();
    token = sandbox.issueToken();
    bell.open = true;
    await nextFrames();
    expect(cardTitles(inboxOf(bell))).to.have.length(2);
    bell.session = createTestSession(sandbox, { ids, getToken: () => null });
    await nextFrames();
    expect(noticeText(inboxOf(bell))).to.equal(signedOutText);
    bell.session = createTestSession(sandbox, { ids });
    await nextFrames();
    expect(cardTitles(inboxOf(bell))).to.have.length(2);
  });
});

describe('<nudge-preferences> without a signed-in customer', () => {
  it('keeps a choice, says why it waits, and sends it once there is a token', async () => {
    const sandbox = createSandbox();
    const [group] = sandbox.groups;
    const errors = recordEvents(document, 'nudge-error');
    const element = await fixture<NudgePreferences>(
      html`<nudge-preferences
        .baseUrl=${sandbox.baseUrl}
        memory-only
        .fetch=${sandbox.fetch}
        .groups=${[{ ...group, isGroupNotificationOff: false }]}
        .getToken=${() => null}
        ><a slot="signed-out" href="/sign-in">Sign in</a></nudge-preferences
      >`,
    );
    await flushTasks();
    const link = element.querySelector('a')!;
    expect(link.checkVisibility()).to.be.false;
    queryOne(element, '[role=switch]').click();
    await flushTasks(20);
    expect(visibleText(queryOne(element, '.problem'))).to.contain('Sign in to save your choice.');
    expect(link.checkVisibility()).to.be.true;
    expect(queryOne(element, '[role=switch]').ariaChecked).to.equal('false');
    const saved = recordEvents(element, 'nudge-preference-change');
    element.getToken = () => sandbox.issueToken();
    await flushTasks(20);
    expect(saved.map(({ detail }) => detail)).to.deep.equal([
      { groupId: group!.id, isGroupNotificationOff: true },
    ]);
    expect(queryAll(element, '.problem')).to.have.length(0);
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
    await flushTasks(20);
    expect(visibleText(queryOne(element, '[part=failure] span'))).to.equal(signedOutText);
    element.getToken = () => sandbox.issueToken();
    await flushTasks(20);
    expect(visibleText(queryOne(element, '.title'))).to.contain('Title 0');
    expect(errors).to.have.length(0);
  });
});
