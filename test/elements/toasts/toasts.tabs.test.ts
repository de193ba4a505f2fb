import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeToasts } from '../../../src/elements/toasts/toasts.js';
import {
  addNotifications,
  countRequests,
  createEmptySandbox,
  createRecord,
  createTestSession,
  renderBell,
  renderInbox,
  stubProperty,
  waitUntil,
} from '../support.js';
import { layOut, recordAnnouncements } from '../list/feed-support.js';
import {
  addToasts,
  arrive,
  expectNoToasts,
  renderToasts,
  setHidden,
  timers,
  toastNames,
  waitForToasts,
} from './toasts-support.js';

interface Request {
  options: LockOptions;
  /** Grants the lock; resolves when it is given back. */
  grant: () => Promise<void>;
  /** Lets another tab take the lock over. */
  steal: () => void;
}

/** Stands in for the locks of the site, which other tabs would hold. `held`: the names of those that one holds. */
function installLocks(held: string[] = []): Request[] {
  const requests: Request[] = [];
  stubProperty(navigator, 'locks', {
    query: () => Promise.resolve({ held: held.map((name) => ({ name })) }),
    request: (_name: string, options: LockOptions, callback: () => Promise<void>) =>
      new Promise<void>((resolve, reject) => {
        requests.push({
          options,
          grant: () => callback().then(resolve),
          steal: () => reject(new DOMException('', 'AbortError')),
        });
        options.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      }),
  } as unknown as LockManager);
  return requests;
}

const setFocused = (isFocused: boolean): void => stubProperty(document, 'hasFocus', () => isFocused);

const steals = (requests: Request[]): boolean[] => requests.map(({ options }) => options.steal === true);

describe('Of several tabs', () => {
  it('only the one with the lock shows toasts', async () => {
    const requests = installLocks();
    const page = await renderToasts();
    arrive(page, 'Elsewhere');
    await expectNoToasts(page);
    void requests[0]!.grant();
    arrive(page, 'Here');
    await waitForToasts(page.toasts, 'Here');
  });

  it('each one shows toasts where the locks are refused, as in a sandboxed frame', async () => {
    const refuse = (): Promise<never> =>
      Promise.reject(new DOMException('Access to the Locks API is denied.', 'SecurityError'));
    stubProperty(navigator, 'locks', { query: refuse, request: refuse });
    const page = await renderToasts();
    arrive(page, 'News');
    await waitForToasts(page.toasts, 'News');
  });

  it('a tab with the focus takes the lock over, and others wait for it', async () => {
    const requests = installLocks();
    setFocused(false);
    await renderToasts();
    await waitUntil(() => requests.length === 1);
    setFocused(true);
    window.dispatchEvent(new Event('focus'));
    await waitUntil(() => requests.length === 2);
    expect(steals(requests)).to.deep.equal([false, true]);
    expect(requests[0]!.options.signal!.aborted).to.be.true;
  });

  it('a tab whose lock was taken over shows nothing more, and waits for the lock', async () => {
    const requests = installLocks();
    setFocused(true);
    const page = await renderToasts();
    await waitUntil(() => requests.length === 1);
    void requests[0]!.grant();
    setFocused(false);
    requests[0]!.steal();
    await waitUntil(() => requests.length === 2);
    arrive(page, 'News');
    await expectNoToasts(page);
    expect(steals(requests)).to.deep.equal([true, false]);
  });

  it('a tab that is hidden gives the lock back, and requests it on its return', async () => {
    const requests = installLocks();
    await renderToasts();
    await waitUntil(() => requests.length === 1);
    let isBack = false;
    void requests[0]!.grant().then(() => (isBack = true));
    setHidden(true);
    await waitUntil(() => isBack);
    setHidden(false);
    await waitUntil(() => requests.length === 2);
  });

  it('a tab that gets the lock later shows nothing that was dated before', async () => {
    const requests = installLocks();
    const page = await renderToasts();
    const { now } = Date;
    const returnedAt = now();
    stubProperty(Date, 'now', () => returnedAt);
    const createdDate = new Date(returnedAt - 30_000).toISOString();
    setHidden(true);
    setHidden(false);
    await waitUntil(() => requests.length === 2);
    void requests[1]!.grant();
    arrive(page, { createdDate, payload: { title: 'Elsewhere' } });
    await expectNoToasts(page);
    // Other clocks may be slow: what comes later is new all the same.
    stubProperty(Date, 'now', () => returnedAt + 15_000);
    arrive(page, { createdDate, payload: { title: 'New' } });
    await waitForToasts(page.toasts, 'New');
  });

  for (const [name, held, isShown] of [
    ['shows what was dated before if no other tab has led', [], true],
    ['shows nothing that was dated before if another tab has led', ['nudge-inbox toasts'], false],
  ] as const)
    it(`a new tab ${name}`, async () => {
      const requests = installLocks([...held]);
      const page = await renderToasts();
      await waitUntil(() => requests.length === 1);
      void requests[0]!.grant();
      const createdDate = new Date(Date.now() - 30_000).toISOString();
      arrive(page, { createdDate, payload: { title: 'Earlier' } });
      if (isShown) await waitForToasts(page.toasts, 'Earlier');
      else await expectNoToasts(page);
    });

  it('a tab whose toasts move within the page keeps the lock, and shows also what is dated before', async () => {
    const requests = installLocks();
    const page = await renderToasts();
    await waitUntil(() => requests.length === 1);
    void requests[0]!.grant();
    page.toasts.parentElement!.append(page.toasts);
    arrive(page, { createdDate: new Date(Date.now() - 30_000).toISOString(), payload: { title: 'News' } });
    await waitForToasts(page.toasts, 'News');
    expect(requests.length).to.equal(1);
  });

  it('a tab with several elements holds one lock, until the last one is removed', async () => {
    const requests = installLocks();
    const page = await renderToasts();
    const second = await addToasts(page.session);
    await waitUntil(() => requests.length === 1);
    let isBack = false;
    void requests[0]!.grant().then(() => (isBack = true));
    page.toasts.remove();
    arrive(page, 'News');
    await waitForToasts(second, 'News');
    expect([requests.length, isBack]).to.deep.equal([1, false]);
    second.remove();
    await waitUntil(() => isBack);
  });
});

describe('Toasts', () => {
  it('do not come while an inbox on the screen shows the arrival', async () => {
    const page = await renderToasts();
    // The browser reports only in a frame that it is on the screen.
    await layOut(await renderInbox(page.session));
    arrive(page, 'News');
    await expectNoToasts(page);
  });

  it('do not come while the customer has chosen quiet', async () => {
    const page = await renderToasts();
    page.session.alerts.quietUntil = new Date(Date.now() + 60_000);
    arrive(page, 'Quiet');
    await expectNoToasts(page);
    page.session.alerts.quietUntil = null;
    arrive(page, 'News');
    await waitForToasts(page.toasts, 'News');
  });

  it('do not come in a hidden page, nor afterwards for what is older', async () => {
    const page = await renderToasts();
    setHidden(true);
    // With its record, since a hidden page requests none.
    const record = createRecord({ title: 'News' }, { id: 'news', isRead: false });
    page.session.notifications.add([{ id: 'news', record }]);
    await expectNoToasts(page);
    setHidden(false);
    await expectNoToasts(page);
    const past = new Date(Date.now() - 60_000).toISOString();
    arrive(page, { createdDate: past, payload: { title: 'Missed' } });
    await expectNoToasts(page);
    const future = new Date(Date.now() + 60_000).toISOString();
    arrive(page, { createdDate: future, payload: { title: 'New' } });
    await waitForToasts(page.toasts, 'New');
  });

  for (const order of ['before', 'after'])
    it(`leave the announcement to a bell ${order} them, which makes it once`, async () => {
      const sandbox = createEmptySandbox();
      const session = createTestSession(sandbox);
      const first = order === 'before' ? await renderBell(session) : undefined;
      const toasts = await addToasts(session);
      const bell = first ?? (await renderBell(session));
      const announcements = recordAnnouncements(toasts, bell);
      arrive({ session, sandbox }, 'Second', 'First');
      await waitForToasts(toasts, 'Second', 'First');
      await timers.advance(2000);
      expect(announcements).to.deep.equal(['2 new notifications']);
    });

  it('announce arrivals once, by their number, if there is no bell', async () => {
    const page = await renderToasts();
    const announcements = recordAnnouncements(page.toasts);
    arrive(page, 'Second', 'First');
    await waitForToasts(page.toasts, 'Second', 'First');
    await timers.advance(2000);
    expect(announcements).to.deep.equal(['2 new notifications']);
  });
});

describe('Two <nudge-toasts> on a page', () => {
  it('show an arrival by the second one if the first one is not rendered', async () => {
    const page = await renderToasts();
    page.toasts.hidden = true;
    const second = await addToasts(page.session);
    arrive(page, 'News');
    await waitForToasts(second, 'News');
    expect(toastNames(page.toasts)).to.deep.equal([]);
  });

  it('show an arrival once, also if they have two sessions', async () => {
    const page = await renderToasts();
    const session = createTestSession(page.sandbox);
    const [same, other] = [await addToasts(page.session), await addToasts(session)];
    const ids = arrive(page, 'News');
    await waitForToasts(page.toasts, 'News');
    session.notifications.add(ids);
    await expectNoToasts({ toasts: other, session });
    expect(toastNames(same)).to.deep.equal([]);
  });
});

describe('<nudge-toasts> with the settings of a bell', () => {
  async function renderBoth(order: 'bell first' | 'toasts first'): Promise<{
    bell: HTMLElementTagNameMap['nudge-bell'];
    toasts: NudgeToasts;
    sandbox: ReturnType<typeof createEmptySandbox>;
    ids: string[];
  }> {
    const sandbox = createEmptySandbox();
    const settings = {
      baseUrl: sandbox.baseUrl,
      fetch: sandbox.fetch,
      getToken: () => sandbox.issueToken(),
      memoryOnly: true,
    };
    const ids = addNotifications(sandbox, 1);
    const container = await fixture<HTMLElement>(html`<div></div>`);
    const bell = Object.assign(document.createElement('nudge-bell'), settings, { ids });
    // They leave out what the bell lists.
    const toasts = Object.assign(document.createElement('nudge-toasts'), settings);
    container.append(...(order === 'bell first' ? [bell, toasts] : [toasts, bell]));
    await Promise.all([bell.updateComplete, toasts.updateComplete]);
    return { bell, toasts, sandbox, ids };
  }

  for (const order of ['bell first', 'toasts first'] as const)
    it(`shares its session at once, ${order}, and shows the first arrival`, async () => {
      const { bell, toasts, ids, sandbox } = await renderBoth(order);
      expect(bell.session).not.to.equal(undefined);
      expect(toasts.session === bell.session).to.be.true;
      expect(toasts.session?.notifications.state.items.map(({ id }) => id)).to.deep.equal(ids);
      await waitUntil(() => bell.session?.notifications.state.status === 'ready');
      const { id } = sandbox.addNotification({ payload: { title: 'News' } });
      bell.session!.notifications.add([id]);
      await waitForToasts(toasts, 'News');
      expect(countRequests(sandbox, id)).to.equal(1);
    });

  it('keeps it while the page replaces getToken of one after the other', async () => {
    const { bell, toasts, sandbox } = await renderBoth('bell first');
    const session = bell.session;
    bell.getToken = () => sandbox.issueToken();
    await bell.updateComplete;
    await waitUntil(() => !toasts.isUpdatePending);
    expect(toasts.session === session).to.be.true;
  });

  it('keeps it when the bell has gone, and shares it with the next one, which brings its ids', async () => {
    const { bell, toasts, sandbox } = await renderBoth('bell first');
    const before = bell.session;
    bell.remove();
    await toasts.updateComplete;
    expect(toasts.session === before).to.be.true;
    const { baseUrl, fetch, getToken, memoryOnly } = bell;
    const ids = addNotifications(sandbox, 2);
    const next = Object.assign(document.createElement('nudge-bell'), {
      baseUrl,
      fetch,
      getToken,
      memoryOnly,
      ids,
    });
    toasts.before(next);
    await next.updateComplete;
    expect(next.session === before).to.be.true;
    expect(next.session?.notifications.state.items.map(({ id }) => id)).to.deep.equal(ids);
  });

  it('has a session of its own with a token of another customer', async () => {
    const { bell, toasts } = await renderBoth('bell first');
    const other = document.createElement('nudge-toasts');
    const { baseUrl, fetch, ids, memoryOnly } = bell;
    Object.assign(other, { baseUrl, fetch, ids, memoryOnly, getToken: () => 'another token' });
    toasts.after(other);
    await other.updateComplete;
    expect(other.session).not.to.equal(undefined);
    expect(other.session === bell.session).to.be.false;
  });
});
