import { expect } from '@open-wc/testing';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import type { SourceEvent } from '../../../src/inbox/sources/source.js';
import {
  addNotifications,
  bellButton,
  cards,
  clickOn,
  createEmptySandbox,
  createTestSession,
  inboxOf,
  nextFrames,
  queryAll,
  queryOne,
  recordEvents,
  renderBell,
  renderInbox,
  stubProperty,
  visibleText,
} from '../support.js';

const nameOf = (bell: NudgeBell): string | null => bellButton(bell).getAttribute('aria-label');
const badgeOf = (bell: NudgeBell): string | null => {
  const [badge] = queryAll(bell, '.badge');
  return badge ? visibleText(badge) : null;
};

function createService() {
  const sandbox = createEmptySandbox();
  const ids = addNotifications(sandbox, 3);
  const seen: string[][] = [];
  let emit: (event: SourceEvent) => void = () => undefined;
  const source = {
    subscribe: (emitEvent: typeof emit) => {
      emit = emitEvent;
      return undefined;
    },
    setSeen: (seenIds: string[]) => {
      seen.push(seenIds);
      return Promise.resolve();
    },
  };
  const arrive = (): string => {
    const { id } = sandbox.addNotification({ payload: { title: 'Arrival' } });
    emit({ type: 'add', references: [{ id }] });
    return id;
  };
  return { session: createTestSession(sandbox, { ids, source }), ids, seen, arrive };
}

describe('<nudge-bell> badge', () => {
  it('counts what is new until the panel opens, while the dots of the unread ones stay', async () => {
    const { session, ids, seen } = createService();
    const bell = await renderBell(session);
    await nextFrames();
    expect([badgeOf(bell), nameOf(bell)]).to.deep.equal(['3', 'Notifications, 3 new']);
    expect(seen, 'loading marks nothing').to.deep.equal([]);
    const changes = recordEvents(document.body, 'nudge-seen-change');
    await clickOn(bellButton(bell));
    await nextFrames();
    expect([badgeOf(bell), nameOf(bell)]).to.deep.equal([null, 'Notifications']);
    expect(queryAll(cards(inboxOf(bell))[0]!, '.dot')).to.have.length(1);
    expect(session.notifications.state).to.include({ unreadCount: 3, unseenCount: 0 });
    expect(seen).to.deep.equal([ids]);
    expect(changes.map(({ detail }) => detail)).to.deep.equal([{ ids }]);
  });

  it('counts what arrives after the panel was closed, and nothing that arrives while it is open', async () => {
    const { session, arrive } = createService();
    const bell = await renderBell(session);
    await clickOn(bellButton(bell));
    await nextFrames();
    arrive();
    await nextFrames();
    expect(badgeOf(bell)).to.be.null;
    bell.open = false;
    await nextFrames();
    arrive();
    await nextFrames();
    expect([badgeOf(bell), nameOf(bell)]).to.deep.equal(['1', 'Notifications, 1 new']);
  });

  it('counts what arrives in a hidden page, until the customer returns to the open panel', async () => {
    const { session, arrive } = createService();
    const bell = await renderBell(session);
    await clickOn(bellButton(bell));
    await nextFrames();
    stubProperty(document, 'visibilityState', 'hidden');
    arrive();
    await nextFrames();
    expect(badgeOf(bell)).to.equal('1');
    stubProperty(document, 'visibilityState', 'visible');
    document.dispatchEvent(new Event('visibilitychange'));
    await nextFrames();
    expect(badgeOf(bell)).to.be.null;
  });

  it('counts all unread ones with badge="unread"', async () => {
    const { session, ids } = createService();
    const bell = await renderBell(session);
    bell.setAttribute('badge', 'unread');
    await clickOn(bellButton(bell));
    await nextFrames();
    expect([badgeOf(bell), nameOf(bell)]).to.deep.equal(['3', 'Notifications, 3 unread']);
    session.notifications.markRead([ids[0]!]);
    await nextFrames();
    expect(nameOf(bell)).to.equal('Notifications, 2 unread');
  });

  it('does not count what is read, nor what is unread again', async () => {
    const { session, ids } = createService();
    const bell = await renderBell(session);
    session.notifications.markRead([ids[0]!, ids[1]!]);
    await nextFrames();
    expect(badgeOf(bell)).to.equal('1');
    session.notifications.markUnread([ids[0]!]);
    await nextFrames();
    expect(badgeOf(bell)).to.equal('1');
  });
});

describe('<nudge-inbox>', () => {
  it('marks what it lists as seen once it is in the viewport', async () => {
    const { session, seen, ids } = createService();
    const spacer = document.createElement('div');
    spacer.style.height = '3000px';
    document.body.prepend(spacer);
    try {
      const inbox = await renderInbox(session);
      expect([seen, session.notifications.state.unseenCount]).to.deep.equal([[], 3]);
      inbox.scrollIntoView();
      await nextFrames();
      expect([seen, session.notifications.state.unseenCount]).to.deep.equal([[ids], 0]);
    } finally {
      spacer.remove();
    }
  });

  it('marks nothing while it shows the preferences', async () => {
    const { session, arrive } = createService();
    const inbox = await renderInbox(session);
    inbox.view = 'preferences';
    await nextFrames();
    arrive();
    await nextFrames();
    expect(session.notifications.state.unseenCount).to.equal(1);
    inbox.view = 'inbox';
    await nextFrames();
    expect(session.notifications.state.unseenCount).to.equal(0);
    expect(queryOne(inbox, '.feed').childElementCount).to.be.above(3);
  });
});
