import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { NotificationSource } from '../../../src/index.js';
import type { Sandbox } from '../../../src/sandbox.js';
import {
  addNotifications,
  clickOn,
  cardTitles,
  countRequests,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  inboxOf,
  installFakeTimers,
  isVisible,
  nextFrames,
  panelOf,
  queryAll,
  queryOne,
  recordEvents,
  renderBell,
  renderInbox,
  waitUntil,
} from '../support.js';
import {
  articleNames,
  articles,
  listElement,
  recordAnnouncements,
  renderFeed,
  undoText,
} from './feed-support.js';

/** The payload of a card that is higher than its placeholder. */
const high = {
  body: 'One line of a longer text. '.repeat(8),
  attachments: [{ fileName: 'one.pdf' }, { fileName: 'two.pdf' }],
};
const missingText = 'This notification is no longer available.';

function focusedName(): string | null {
  return deepActiveElement()?.ariaLabel ?? null;
}

function isInView(inbox: NudgeInbox, element: Element): boolean {
  const list = listElement(inbox).getBoundingClientRect();
  const { top, bottom } = element.getBoundingClientRect();
  return top >= list.top - 1 && bottom <= list.bottom + 1;
}

function setHash(hash: string): void {
  history.replaceState(null, '', `${location.pathname}${location.search}${hash}`);
}

/** Returns the sandbox's `fetch`, for which the notification with this id belongs to another customer. */
function fetchForeign({ fetch }: Sandbox, id: string): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!new Request(input).url.includes(id)) return response;
    const body = (await response.json()) as { data: object };
    return Response.json({ ...body, data: { ...body.data, uniqueCustomerId: 'someone-else' } });
  };
}

/** Returns the sandbox's `fetch`, which holds back the record with this id until `release()`. */
function fetchHeld({ fetch }: Sandbox, id: string): { fetch: typeof fetch; release: () => void } {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  return {
    fetch: async (input, init) => {
      if (new Request(input).url.includes(id)) await released;
      return fetch(input, init);
    },
    release,
  };
}

afterEach(() => setHash(''));

describe('<nudge-inbox> reveal()', () => {
  it('scrolls to a notification far below, focuses it and marks it as read', async () => {
    const { inbox, ids, session } = await renderFeed(120);
    expect(await inbox.reveal(ids[100]!)).to.be.true;
    await nextFrames();
    expect(focusedName()).to.equal('Title 100');
    expect(isInView(inbox, deepActiveElement()!)).to.be.true;
    expect(session.notifications.get(ids[100]!).isRead).to.be.true;
  });

  it('shows the whole of a high one between notifications that are not loaded', async () => {
    const { inbox, ids } = await renderFeed(60, (index) => ({
      payload: {
        title: `Title ${index}`,
        ...high,
      },
    }));
    expect(await inbox.reveal(ids[30]!)).to.be.true;
    await nextFrames(10);
    const article = deepActiveElement()!;
    expect(article.getBoundingClientRect().height).to.be.above(140);
    expect(isInView(inbox, article)).to.be.true;
  });

  describe('while the one above it loads', () => {
    /** Reveals a notification. `loadOther` loads the one above it. */
    async function revealFirst(): Promise<{ inbox: NudgeInbox; loadOther: () => Promise<void> }> {
      const sandbox = createEmptySandbox();
      const ids = addNotifications(sandbox, 60, (index) => ({
        payload: { title: `Title ${index}`, ...high },
      }));
      const { fetch, release } = fetchHeld(sandbox, ids[29]!);
      const inbox = await renderInbox(createTestSession(sandbox, { ids, fetch }));
      inbox.style.height = '310px';
      await nextFrames();
      expect(await inbox.reveal(ids[30]!)).to.be.true;
      await nextFrames(3);
      expect(isInView(inbox, deepActiveElement()!)).to.be.true;
      const loadOther = async (): Promise<void> => {
        release();
        await waitUntil(() => articles(inbox)[29]!.querySelector('nudge-card') !== null);
        await nextFrames(10);
      };
      return { inbox, loadOther };
    }

    it('keeps it in view', async () => {
      const { inbox, loadOther } = await revealFirst();
      await loadOther();
      expect(focusedName()).to.equal('Title 30');
      expect(isInView(inbox, deepActiveElement()!)).to.be.true;
    });

    it('lets the customer move away', async () => {
      const { inbox, loadOther } = await revealFirst();
      await sendKeys({ press: 'Home' });
      await loadOther();
      expect(focusedName()).to.equal('Unread: Title 0');
      expect(listElement(inbox).scrollTop).to.be.below(100);
    });
  });

  it('loads one that is not on the list, and puts it in its place without an arrival', async () => {
    const { inbox, sandbox, session } = await renderFeed(3, (index) => ({
      payload: { title: `Title ${index}` },
      createdDate: new Date(Date.now() - (index + 1) * 3_600_000).toISOString(),
    }));
    const createdDate = new Date(Date.now() - 1.5 * 3_600_000).toISOString();
    const { id } = sandbox.addNotification({ payload: { title: 'Unlisted' }, createdDate });
    const arrivals = recordEvents(document, 'nudge-arrival');
    expect(await inbox.reveal(id)).to.be.true;
    await nextFrames();
    expect(articleNames(inbox)).to.deep.equal([
      'Unread: Title 0',
      'Unlisted',
      'Unread: Title 1',
      'Unread: Title 2',
    ]);
    expect(focusedName()).to.equal('Unlisted');
    expect([arrivals.length, countRequests(sandbox, id)]).to.deep.equal([0, 1]);
    expect(session.notifications.state.unreadCount).to.equal(3);
  });

  it('keeps the count of the host exact for one on a page that is not loaded', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 4);
    const toReferences = (page: string[]) => page.map((id) => ({ id, isRead: false }));
    const source: NotificationSource = {
      load: ({ cursor }) =>
        cursor === undefined
          ? Promise.resolve({ references: toReferences(ids.slice(0, 2)), nextCursor: '2', unreadCount: 4 })
          : new Promise(() => undefined),
    };
    const inbox = await renderInbox(createTestSession(sandbox, { source }));
    expect(inbox.session!.notifications.state.unreadCount).to.equal(4);
    expect(await inbox.reveal(ids[3]!)).to.be.true;
    expect(inbox.session!.notifications.state.unreadCount).to.equal(3);
  });

  it('says politely that one of another customer is not available, and keeps the session', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2);
    const { id } = sandbox.addNotification({ payload: { title: 'Secret' } });
    const session = createTestSession(sandbox, { ids, fetch: fetchForeign(sandbox, id) });
    const inbox = await renderInbox(session);
    const announcements = recordAnnouncements(inbox);
    expect(await inbox.reveal(id)).to.be.false;
    await nextFrames();
    expect(undoText(inbox)).to.equal(missingText);
    expect(announcements).to.deep.equal([missingText]);
    expect(cardTitles(inbox)).to.have.length(2);
    expect(session.notifications.state.problem).to.be.null;
    expect(queryAll(inbox, '[role=alert]')).to.have.length(0);
  });

  it('does not take the customer of such a notification for that of the session, if it comes first', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2);
    const { id } = sandbox.addNotification();
    const inbox = await fixture<NudgeInbox>(
      html`<nudge-inbox
        .session=${createTestSession(sandbox, { ids, fetch: fetchForeign(sandbox, id) })}
      ></nudge-inbox>`,
    );
    expect(await inbox.reveal(id)).to.be.false;
    await nextFrames();
    expect(cardTitles(inbox)).to.have.length(2);
  });

  for (const id of ['unknown', '', '.', '..', '/', '%']) {
    it(`says that ${JSON.stringify(id)} is not available`, async () => {
      const { inbox } = await renderFeed(2);
      expect(await inbox.reveal(id)).to.be.false;
      await nextFrames();
      expect(undoText(inbox)).to.equal(missingText);
      expect(cardTitles(inbox)).to.have.length(2);
    });
  }

  it('removes the filter and the tag that hide the notification, and leaves the preferences', async () => {
    const { inbox, ids } = await renderFeed(3, (index) => ({
      payload: { title: `Title ${index}`, tags: [{ tagName: `Tag ${index}` }] },
      isRead: index === 2,
    }));
    inbox.filter = 'unread';
    queryAll(inbox, 'nudge-card')[0]!.shadowRoot!.querySelector<HTMLElement>('button.tag')!.click();
    inbox.view = 'preferences';
    await nextFrames();
    expect(await inbox.reveal(ids[2]!)).to.be.true;
    expect([inbox.filter, inbox.view]).to.deep.equal(['all', 'inbox']);
    expect(focusedName()).to.equal('Title 2');
  });

  it('leaves a filter that shows the notification', async () => {
    const { inbox, ids } = await renderFeed(3);
    inbox.filter = 'unread';
    expect(await inbox.reveal(ids[1]!)).to.be.true;
    expect(inbox.filter).to.equal('unread');
    expect(focusedName()).to.equal('Title 1');
  });

  it('restores a dismissed notification', async () => {
    const { inbox, ids, session } = await renderFeed(3);
    session.notifications.dismiss([ids[1]!]);
    expect(await inbox.reveal(ids[1]!)).to.be.true;
    expect(focusedName()).to.equal('Title 1');
    expect(articles(inbox)).to.have.length(3);
  });

  it('puts one back that the source lists as snoozed', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2);
    const { notifications } = createTestSession(sandbox, { ids });
    const [first, second] = await Promise.all(ids.map((id) => notifications.load(id)));
    const snoozedUntil = new Date(Date.now() + 3_600_000).toISOString();
    const references = [
      { id: ids[0]!, record: first },
      { id: ids[1]!, record: second, snoozedUntil },
    ];
    const source: NotificationSource = { load: () => Promise.resolve({ references }) };
    const inbox = await renderInbox(createTestSession(sandbox, { source }));
    expect(await inbox.reveal(ids[1]!)).to.equal(true);
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0', 'Title 1']);
  });

  it('focuses that of the last call', async () => {
    const { inbox, ids } = await renderFeed(3);
    const results = await Promise.all([inbox.reveal(ids[0]!), inbox.reveal(ids[2]!)]);
    expect(results).to.deep.equal([false, true]);
    expect(focusedName()).to.equal('Title 2');
  });

  it('focuses the notification while a card above it still loads', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 10);
    const { fetch } = fetchHeld(sandbox, ids[0]!);
    const inbox = await renderInbox(createTestSession(sandbox, { ids, fetch }));
    expect(await inbox.reveal(ids[3]!)).to.be.true;
    expect(focusedName()).to.equal('Title 3');
    expect(articles(inbox)[3]!.checkVisibility({ visibilityProperty: true })).to.be.true;
  });

  it('closes the menu of the panel', async () => {
    const { inbox, ids } = await renderFeed(3);
    await clickOn(queryOne(inbox, '.panel-menu-button'));
    expect(queryAll(inbox, '.menu')).to.have.length(1);
    expect(await inbox.reveal(ids[1]!)).to.be.true;
    expect(focusedName()).to.equal('Title 1');
    expect(queryAll(inbox, '.menu')).to.have.length(0);
  });

  it('leaves the focus in a field of the page to which the customer has gone meanwhile', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 40);
    const { fetch, release } = fetchHeld(sandbox, ids[30]!);
    const session = createTestSession(sandbox, { ids, fetch });
    const inbox = await renderInbox(session);
    inbox.style.height = '400px';
    const field = await fixture<HTMLInputElement>(html`<input aria-label="Search" />`);
    const revealed = inbox.reveal(ids[30]!);
    field.focus();
    release();
    expect(await revealed).to.be.true;
    await nextFrames();
    expect(deepActiveElement() === field).to.be.true;
    expect(isInView(inbox, articles(inbox)[30]!)).to.be.true;
    expect(session.notifications.get(ids[30]!).isRead).to.be.true;
  });

  it('takes the focus from the button that was pressed to reveal it', async () => {
    const { inbox, ids } = await renderFeed(3);
    const button = await fixture<HTMLButtonElement>(html`<button>Show</button>`);
    button.focus();
    expect(await inbox.reveal(ids[1]!)).to.be.true;
    expect(focusedName()).to.equal('Title 1');
  });

  it('does not mark it as read if the inbox is removed while it loads', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 3);
    const { fetch, release } = fetchHeld(sandbox, ids[1]!);
    const session = createTestSession(sandbox, { ids, fetch });
    // Another element keeps the session running.
    await renderInbox(session);
    const inbox = await renderInbox(session);
    const revealed = inbox.reveal(ids[1]!);
    inbox.remove();
    release();
    expect(await revealed).to.be.false;
    expect(session.notifications.get(ids[1]!).isRead).not.to.be.true;
  });

  it('returns false if the customer signs out while the list loads', async () => {
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { source: { load: () => new Promise(() => undefined) } });
    const inbox = await renderInbox(session);
    const revealed = inbox.reveal('x');
    await nextFrames();
    await session.signOut();
    expect(await revealed).to.be.false;
  });

  it('does nothing without a session, or in a detached inbox', async () => {
    const inbox = await fixture<NudgeInbox>(html`<nudge-inbox></nudge-inbox>`);
    expect(await inbox.reveal('x')).to.be.false;
    inbox.remove();
    expect(await inbox.reveal('x')).to.be.false;
  });

  it('leaves it to the inbox to say that nobody is signed in', async () => {
    const sandbox = createEmptySandbox();
    const inbox = await renderInbox(createTestSession(sandbox, { getToken: () => null }));
    expect(await inbox.reveal('x')).to.be.false;
    await nextFrames();
    expect(undoText(inbox)).to.be.null;
    expect(queryOne(inbox, '[role=status][part]').textContent).to.contain('Sign in to see');
  });
});

describe('<nudge-bell> reveal()', () => {
  it('opens the panel at the notification', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 60);
    const bell = await renderBell(createTestSession(sandbox, { ids }));
    expect(await bell.reveal(ids[40]!)).to.be.true;
    await nextFrames();
    expect(bell.open).to.be.true;
    expect(panelOf(bell).matches(':popover-open, :modal')).to.be.true;
    expect(focusedName()).to.equal('Title 40');
    expect(isInView(inboxOf(bell), deepActiveElement()!)).to.be.true;
    bell.open = false;
    await nextFrames();
    bell.open = true;
    await nextFrames();
    expect(listElement(inboxOf(bell)).scrollTop).to.equal(0);
  });
});

describe('<nudge-bell> reveal() and a panel that is closed meanwhile', () => {
  it('does not mark the notification as read', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 3);
    const { fetch, release } = fetchHeld(sandbox, ids[1]!);
    const session = createTestSession(sandbox, { ids, fetch });
    const bell = await renderBell(session);
    const revealed = bell.reveal(ids[1]!);
    await nextFrames();
    await sendKeys({ press: 'Escape' });
    await nextFrames();
    expect(isVisible(panelOf(bell))).to.be.false;
    release();
    expect(await revealed).to.be.false;
    expect(session.notifications.get(ids[1]!).isRead).not.to.be.true;
    expect(bell.open).to.be.false;
  });
});

describe('deep-link', () => {
  const sandbox = createEmptySandbox();
  const ids = addNotifications(sandbox, 30);
  const renderLinked = async (): Promise<NudgeBell> => {
    const bell = await fixture<NudgeBell>(
      html`<nudge-bell
        deep-link="notification"
        .session=${createTestSession(sandbox, { ids })}
      ></nudge-bell>`,
    );
    await nextFrames();
    return bell;
  };

  it('reveals the notification of the hash at first, and when the hash changes', async () => {
    setHash(`#tab=1&notification=${ids[20]}`);
    const bell = await renderLinked();
    await waitUntil(() => focusedName() === 'Title 20');
    bell.open = false;
    location.hash = `#notification=${ids[3]}`;
    await waitUntil(() => focusedName() === 'Title 3');
    expect(bell.open).to.be.true;
  });

  it('reveals the notification once somebody has signed in, by a new getToken', async () => {
    setHash(`#notification=${ids[2]}`);
    const inbox = await fixture<NudgeInbox>(
      html`<nudge-inbox
        deep-link="notification"
        .baseUrl=${sandbox.baseUrl}
        .fetch=${sandbox.fetch}
        .ids=${ids}
        .getToken=${() => null}
      ></nudge-inbox>`,
    );
    await nextFrames();
    expect(articles(inbox)).to.have.length(0);
    inbox.getToken = () => sandbox.issueToken();
    await waitUntil(() => focusedName() === 'Title 2');
    queryOne(inbox, 'h2').focus();
    inbox.requestUpdate();
    await nextFrames();
    expect(deepActiveElement() === queryOne(inbox, 'h2'), 'it is revealed once').to.be.true;
  });

  it('reveals the notification once somebody has signed in, by a new session', async () => {
    setHash(`#notification=${ids[2]}`);
    const bell = await fixture<NudgeBell>(
      html`<nudge-bell
        deep-link="notification"
        .session=${createTestSession(sandbox, { ids, getToken: () => null })}
      ></nudge-bell>`,
    );
    await waitUntil(() => bell.open);
    await nextFrames();
    bell.open = false;
    await nextFrames();
    bell.session = createTestSession(sandbox, { ids });
    await waitUntil(() => focusedName() === 'Title 2');
    expect(bell.open).to.be.true;
  });

  it('ignores other hashes, and any without the attribute', async () => {
    setHash('#notifications=x');
    const bell = await renderLinked();
    expect(bell.open).to.be.false;
    setHash(`#notification=${ids[1]}`);
    const other = await renderBell(createTestSession(sandbox, { ids }));
    expect(other.open).to.be.false;
  });

  it('decodes the id, and says that it is not available if it is none', async () => {
    const bell = await renderLinked();
    for (const hash of ['#notification=a%2Fb', '#notification=%E0%A4%A', '#notification=a+b']) {
      location.hash = hash;
      await waitUntil(() => bell.open && undoText(inboxOf(bell)) === missingText);
      bell.open = false;
      const timers = installFakeTimers();
      await timers.advance(30_000);
    }
    expect(sandbox.requests.some(({ path }) => path.endsWith('a%2Fb'))).to.be.true;
    expect(sandbox.requests.some(({ path }) => path.endsWith('a%2Bb'))).to.be.true;
  });
});
