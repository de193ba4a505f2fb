import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { NotificationSource } from '../../../src/index.js';
import type { Sandbox } from '../../../src/sandbox.js';
import { notIn } from '../engine.js';
import {
  addNotifications,
  clickOn,
  cardTitles,
  countRequests,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  expectEventually,
  inboxOf,
  installFakeTimers,
  queryAll,
  queryOne,
  recordEvents,
  renderBell,
  renderInbox,
  waitUntil,
} from '../support.js';
import { fetchHeld } from '../list/fetch-held.js';
import { articleNames, articles, recordAnnouncements, renderFeed, undoText } from '../list/feed-support.js';
import { focusedName } from './reveal-support.js';

const missingText = 'This notification is no longer available.';

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

afterEach(() => setHash(''));

describe('<nudge-inbox> reveal()', () => {
  it('loads one that is not on the list, and puts it in its place without an arrival', async () => {
    const { inbox, sandbox, session } = await renderFeed(3, (index) => ({
      payload: { title: `Title ${index}` },
      createdDate: new Date(Date.now() - (index + 1) * 3_600_000).toISOString(),
    }));
    const createdDate = new Date(Date.now() - 1.5 * 3_600_000).toISOString();
    const { id } = sandbox.addNotification({ payload: { title: 'Unlisted' }, createdDate });
    const arrivals = recordEvents(document, 'nudge-arrival');
    expect(await inbox.reveal(id)).to.be.true;
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
    const source: NotificationSource = {
      load: ({ cursor }) =>
        cursor === undefined
          ? Promise.resolve({
              references: ids.slice(0, 2).map((id) => ({ id, isRead: false })),
              nextCursor: '2',
              unreadCount: 4,
            })
          : new Promise(() => undefined),
    };
    const session = createTestSession(sandbox, { source });
    const inbox = await fixture<NudgeInbox>(html`<nudge-inbox .session=${session}></nudge-inbox>`);
    await waitUntil(() => session.notifications.state.unreadCount === 4);
    expect(await inbox.reveal(ids[3]!)).to.be.true;
    expect(session.notifications.state.unreadCount).to.equal(3);
  });

  it('says politely that one of another customer is not available, and keeps the session', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2);
    const { id } = sandbox.addNotification({ payload: { title: 'Secret' } });
    const session = createTestSession(sandbox, { ids, fetch: fetchForeign(sandbox, id) });
    const inbox = await renderInbox(session);
    const announcements = recordAnnouncements(inbox);
    expect(await inbox.reveal(id)).to.be.false;
    await expectEventually(() => announcements, [missingText]);
    expect(undoText(inbox)).to.equal(missingText);
    expect(cardTitles(inbox)).to.have.length(2);
    expect(session.notifications.state.problem).to.be.null;
    expect(queryAll(inbox, '[role=alert]')).to.have.length(0);
  });

  it('does not take the customer of such a notification for that of the session, if it comes first', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2);
    const { id } = sandbox.addNotification();
    const session = createTestSession(sandbox, { ids, fetch: fetchForeign(sandbox, id) });
    const inbox = await fixture<NudgeInbox>(html`<nudge-inbox .session=${session}></nudge-inbox>`);
    expect(await inbox.reveal(id)).to.be.false;
    await waitUntil(() => cardTitles(inbox).length === 2);
    expect(session.notifications.state.problem).to.be.null;
  });

  for (const id of ['unknown', '', '..']) {
    it(`says that ${JSON.stringify(id)} is not available`, async () => {
      const { inbox } = await renderFeed(2);
      expect(await inbox.reveal(id)).to.be.false;
      await expectEventually(() => undoText(inbox), missingText);
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
    await waitUntil(() => queryAll(inbox, 'nudge-preferences, .chip').length === 2);
    expect(await inbox.reveal(ids[2]!)).to.be.true;
    expect([inbox.filter, inbox.view]).to.deep.equal(['all', 'inbox']);
    expect(queryAll(inbox, '.chip')).to.have.length(0);
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

  it('focuses that of the last call', async () => {
    const { inbox, ids } = await renderFeed(3);
    const results = await Promise.all([inbox.reveal(ids[0]!), inbox.reveal(ids[2]!)]);
    expect(results).to.deep.equal([false, true]);
    expect(focusedName()).to.equal('Title 2');
  });

  it('focuses the notification while a card above it still loads', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 10);
    const { fetch, isRequested } = fetchHeld(sandbox, ids[0]!);
    const session = createTestSession(sandbox, { ids, fetch });
    const inbox = await fixture<NudgeInbox>(html`<nudge-inbox .session=${session}></nudge-inbox>`);
    await waitUntil(isRequested);
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
    const { fetch, isRequested, release } = fetchHeld(sandbox, ids[1]!);
    const session = createTestSession(sandbox, { ids, fetch });
    // Another element keeps the session running.
    await renderBell(session);
    const inbox = await fixture<NudgeInbox>(html`<nudge-inbox .session=${session}></nudge-inbox>`);
    await waitUntil(isRequested);
    const revealed = inbox.reveal(ids[1]!);
    inbox.remove();
    release();
    expect(await revealed).to.be.false;
    await waitUntil(() => session.notifications.get(ids[1]!).status === 'loaded');
    expect(session.notifications.get(ids[1]!).isRead).to.be.false;
  });

  it('returns false if the customer signs out while the list loads', async () => {
    let isLoading = false;
    const source: NotificationSource = {
      load: () => {
        isLoading = true;
        return new Promise(() => undefined);
      },
    };
    const session = createTestSession(createEmptySandbox(), { source });
    const inbox = await fixture<NudgeInbox>(html`<nudge-inbox .session=${session}></nudge-inbox>`);
    await waitUntil(() => isLoading);
    const revealed = inbox.reveal('x');
    await inbox.updateComplete;
    await session.signOut();
    expect(await revealed).to.be.false;
  });

  for (const [when, end] of [
    ['the inbox is removed', (inbox) => inbox.remove()],
    ['the inbox shows another session', (inbox) => (inbox.session = createTestSession(createEmptySandbox()))],
  ] as [string, (inbox: NudgeInbox) => unknown][]) {
    it(`returns false and lets the session rest if ${when} while the list loads`, async () => {
      let loading: AbortSignal | undefined;
      const source: NotificationSource = {
        load: ({ signal }) => {
          loading = signal;
          return new Promise(() => undefined);
        },
      };
      const session = createTestSession(createEmptySandbox(), { source });
      const inbox = await fixture<NudgeInbox>(html`<nudge-inbox .session=${session}></nudge-inbox>`);
      await waitUntil(() => loading);
      const revealed = inbox.reveal('x');
      await inbox.updateComplete;
      end(inbox);
      await waitUntil(() => loading?.aborted, 'nobody waits for the list any more');
      expect(await revealed).to.be.false;
    });
  }

  it('goes on when the inbox moves within the page while the list loads', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2);
    let respond: (() => void) | undefined;
    const responding = new Promise<void>((resolve) => (respond = resolve));
    const source: NotificationSource = {
      load: () => responding.then(() => ({ references: ids.map((id) => ({ id })) })),
    };
    const session = createTestSession(sandbox, { source });
    const inbox = await fixture<NudgeInbox>(html`<nudge-inbox .session=${session}></nudge-inbox>`);
    const revealed = inbox.reveal(ids[1]!);
    await inbox.updateComplete;
    document.body.append(inbox);
    await inbox.updateComplete;
    respond?.();
    expect(await revealed).to.be.true;
    inbox.remove();
  });

  it('does nothing without a session, or in a detached inbox', async () => {
    const inbox = await fixture<NudgeInbox>(html`<nudge-inbox></nudge-inbox>`);
    expect(await inbox.reveal('x')).to.be.false;
    inbox.remove();
    expect(await inbox.reveal('x')).to.be.false;
  });

  it('leaves it to the inbox to say that nobody is signed in', async () => {
    const inbox = await renderInbox(createTestSession(createEmptySandbox(), { getToken: () => null }));
    expect(await inbox.reveal('x')).to.be.false;
    await waitUntil(() =>
      queryOne(inbox, '[role=status][part]').textContent.includes('Sign in to see your notifications.'),
    );
    expect(undoText(inbox)).to.be.null;
  });
});

describe('deep-link', () => {
  const sandbox = createEmptySandbox();
  const ids = addNotifications(sandbox, 30);
  const renderLinked = (): Promise<NudgeBell> =>
    fixture<NudgeBell>(
      html`<nudge-bell
        deep-link="notification"
        .session=${createTestSession(sandbox, { ids })}
      ></nudge-bell>`,
    );

  it('reveals the notification of the hash at first, and when the hash changes', async () => {
    setHash(`#tab=1&notification=${ids[20]}`);
    const bell = await renderLinked();
    await waitUntil(() => focusedName() === 'Title 20');
    bell.open = false;
    location.hash = `#notification=${ids[3]}`;
    await waitUntil(() => focusedName() === 'Title 3');
    expect(bell.open).to.be.true;
  });

  const inEnginesThatTell = notIn('webkit', 'it has no Navigation API yet');
  inEnginesThatTell('reveals the notification whose address a router has written, once', async () => {
    const bell = await renderLinked();
    for (const method of ['pushState', 'replaceState'] as const) {
      setHash('');
      history[method](null, '', `#notification=${ids[4]}`);
      await waitUntil(() => focusedName() === 'Title 4');
      bell.open = false;
      await bell.updateComplete;
      history.replaceState({ scroll: 0 }, '');
      await bell.updateComplete;
      expect(bell.open).to.be.false;
    }
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
    await waitUntil(() => inbox.session?.notifications.state.problem === 'signed-out');
    expect(articles(inbox)).to.have.length(0);
    inbox.getToken = () => sandbox.issueToken();
    await waitUntil(() => focusedName() === 'Title 2');
    queryOne(inbox, 'h2').focus();
    inbox.requestUpdate();
    await inbox.updateComplete;
    expect(deepActiveElement() === queryOne(inbox, 'h2'), 'it is revealed once').to.be.true;
  });

  it('reveals the notification once somebody has signed in, by a new session', async () => {
    setHash(`#notification=${ids[2]}`);
    const session = createTestSession(sandbox, { ids, getToken: () => null });
    const bell = await fixture<NudgeBell>(
      html`<nudge-bell deep-link="notification" .session=${session}></nudge-bell>`,
    );
    await waitUntil(() => bell.open && session.notifications.state.problem === 'signed-out');
    bell.open = false;
    await bell.updateComplete;
    bell.session = createTestSession(sandbox, { ids });
    await waitUntil(() => focusedName() === 'Title 2');
    expect(bell.open).to.be.true;
  });

  for (const tag of ['nudge-bell', 'nudge-inbox'] as const) {
    it(`waits until its <${tag}> can be seen, and marks nothing as read before`, async () => {
      setHash(`#notification=${ids[5]}`);
      const session = createTestSession(sandbox, { ids });
      const element = Object.assign(document.createElement(tag), { session, deepLink: 'notification' });
      const around = await fixture<HTMLElement>(html`<div hidden>${element}</div>`);
      await session.notifications.load(ids[5]!);
      expect(await element.reveal(ids[5]!)).to.be.false;
      expect(session.notifications.get(ids[5]!).isRead).to.be.false;
      around.hidden = false;
      await waitUntil(() => focusedName() === 'Title 5');
      expect(session.notifications.get(ids[5]!).isRead).to.be.true;
    });
  }

  it('opens the bell that can be seen, and no second one for another size of the screen later', async () => {
    setHash(`#notification=${ids[6]}`);
    const session = createTestSession(sandbox, { ids });
    const [first, second] = [0, 1].map(() =>
      Object.assign(document.createElement('nudge-bell'), { session, deepLink: 'notification' }),
    ) as [NudgeBell, NudgeBell];
    const around = await fixture<HTMLElement>(
      html`<div>
        ${first}
        <nav hidden>${second}</nav>
      </div>`,
    );
    await waitUntil(() => focusedName() === 'Title 6');
    around.querySelector('nav')!.hidden = false;
    first.hidden = true;
    await waitUntil(() => !first.open);
    location.hash = `#notification=${ids[7]}`;
    await waitUntil(() => focusedName() === 'Title 7');
    expect([first.open, second.open]).to.deep.equal([false, true]);
  });

  it('ignores other hashes, and any without the attribute', async () => {
    setHash(`#notification=${ids[1]}`);
    const other = await renderBell(createTestSession(sandbox, { ids }));
    setHash('#notifications=x');
    const bell = await renderLinked();
    for (const element of [bell, other]) {
      await waitUntil(() => element.session!.notifications.state.items[0]?.record);
      expect(element.open).to.be.false;
    }
  });

  it('decodes the id, and says that it is not available if it is none', async () => {
    const timers = installFakeTimers();
    const bell = await renderLinked();
    bell.open = true;
    await waitUntil(() => queryAll(bell, 'nudge-inbox').length === 1);
    for (const hash of ['#notification=a%2Fb', '#notification=%E0%A4%A', '#notification=a+b']) {
      location.hash = hash;
      await waitUntil(() => bell.open && undoText(inboxOf(bell)) === missingText);
      bell.open = false;
      await timers.advance(30_000);
      await waitUntil(() => undoText(inboxOf(bell)) === null);
    }
    expect(sandbox.requests.some(({ path }) => path.endsWith('a%2Fb'))).to.be.true;
    expect(sandbox.requests.some(({ path }) => path.endsWith('a%2Bb'))).to.be.true;
  });
});
