import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeToasts } from '../../../src/elements/toasts/toasts.js';
import {
  addNotifications,
  bellButton,
  clickOn,
  countRequests,
  createEmptySandbox,
  createTestSession,
  flushTasks,
  installFakeTimers,
  isVisible,
  nextFrames,
  panelOf,
  queryAll,
  renderBell,
  renderInbox,
  stubProperty,
  waitUntil,
} from '../support.js';
import { recordAnnouncements } from '../inbox/feed-support.js';
import {
  closeButtons,
  addToasts,
  arrive,
  renderToasts,
  setHidden,
  stackOf,
  toastNames,
  waitForNoToasts,
  waitForToasts,
} from './toasts-support.js';

describe('Toasts and what lies over the page', () => {
  it('do not come while the panel of the bell is open, which shows the arrival', async () => {
    const page = await renderToasts();
    const bell = await renderBell(page.session);
    await clickOn(bellButton(bell));
    await waitUntil(() => isVisible(panelOf(bell)));
    arrive(page, 'News');
    await waitForNoToasts(page.toasts);
    await clickOn(bellButton(bell));
    await waitUntil(() => !bell.open);
    await waitForNoToasts(page.toasts);
  });

  it('go when the panel of the bell opens', async () => {
    const page = await renderToasts();
    const bell = await renderBell(page.session);
    arrive(page, 'News');
    await waitForToasts(page.toasts, 'News');
    await clickOn(bellButton(bell));
    await waitForToasts(page.toasts);
  });

  it('do not come while an inbox on the screen shows the arrival', async () => {
    const page = await renderToasts();
    await renderInbox(page.session);
    arrive(page, 'News');
    await waitForNoToasts(page.toasts);
  });

  it('wait until a modal dialog is closed', async () => {
    const page = await renderToasts();
    const dialog = await fixture<HTMLDialogElement>(html`<dialog><button>OK</button></dialog>`);
    dialog.showModal();
    arrive(page, 'News');
    await waitForNoToasts(page.toasts);
    dialog.close();
    await waitForToasts(page.toasts, 'News');
  });

  it('wait until a modal dialog in a shadow root is closed', async () => {
    const page = await renderToasts();
    const host = await fixture<HTMLElement>(html`<div></div>`);
    host.attachShadow({ mode: 'open' }).innerHTML = '<dialog><button>OK</button></dialog>';
    const dialog = host.shadowRoot!.querySelector('dialog')!;
    dialog.showModal();
    arrive(page, 'News');
    await waitForNoToasts(page.toasts);
    await sendKeys({ press: 'Escape' });
    await waitForToasts(page.toasts, 'News');
  });

  it('observe the page only while they are covered', async () => {
    const timers = installFakeTimers();
    const page = await renderToasts({ duration: 5000 });
    const observed: AbortSignal[] = [];
    const add = document.addEventListener.bind(document);
    stubProperty(document, 'addEventListener', ((type: string, listener: EventListener, options: object) => {
      if (type === 'fullscreenchange' && 'signal' in options) observed.push(options.signal as AbortSignal);
      add(type, listener, options);
    }) as typeof document.addEventListener);
    const [id] = arrive(page, 'News');
    await timers.advance(100);
    await waitForToasts(page.toasts, 'News');
    const dialog = await fixture<HTMLDialogElement>(html`<dialog><button>OK</button></dialog>`);
    dialog.showModal();
    await timers.advance(5000);
    expect(observed.map(({ aborted }) => aborted)).to.deep.equal([false]);
    page.session.notifications.markRead([id!]);
    await waitForToasts(page.toasts);
    const closed = new Promise((resolve) => dialog.addEventListener('close', resolve));
    dialog.close();
    await closed;
    await timers.advance(100);
    expect(observed.every(({ aborted }) => aborted)).to.be.true;
  });

  it('come in a modal dialog that they are part of', async () => {
    const page = await renderToasts();
    const dialog = await fixture<HTMLDialogElement>(html`<dialog><button>OK</button></dialog>`);
    dialog.append(page.toasts);
    dialog.showModal();
    arrive(page, 'News');
    await waitForToasts(page.toasts, 'News');
    closeButtons(page.toasts)[0]!.focus();
    await sendKeys({ press: 'Escape' });
    await waitForToasts(page.toasts);
    expect(dialog.open).to.be.true;
  });

  it('do not come while the customer has chosen quiet', async () => {
    const page = await renderToasts();
    page.session.alerts.quietUntil = new Date(Date.now() + 60_000);
    arrive(page, 'Quiet');
    await waitForNoToasts(page.toasts);
    page.session.alerts.quietUntil = null;
    arrive(page, 'News');
    await waitForToasts(page.toasts, 'News');
  });

  it('do not come in a hidden page, nor afterwards', async () => {
    const page = await renderToasts();
    setHidden(true);
    arrive(page, 'News');
    await waitForNoToasts(page.toasts);
    setHidden(false);
    await waitForNoToasts(page.toasts);
  });

  it('do not come for what is older than the return to the page', async () => {
    const page = await renderToasts();
    const past = new Date(Date.now() - 60_000).toISOString();
    setHidden(true);
    setHidden(false);
    arrive(page, { createdDate: past, payload: { title: 'Missed' } });
    await waitForNoToasts(page.toasts);
    const future = new Date(Date.now() + 60_000).toISOString();
    arrive(page, { createdDate: future, payload: { title: 'New' } });
    await waitForToasts(page.toasts, 'New');
  });

  it('stay above a popover of the page, and below a dialog that opens later', async () => {
    const page = await renderToasts();
    const popover = await fixture<HTMLElement>(html`<div popover="manual">A menu</div>`);
    popover.showPopover();
    arrive(page, 'News');
    await waitForToasts(page.toasts, 'News');
    expect(popover.matches(':popover-open')).to.be.true;
    const dialog = await fixture<HTMLDialogElement>(
      html`<dialog style="inset: 0; inline-size: 100%; block-size: 100%; max-inline-size: none"></dialog>`,
    );
    dialog.showModal();
    const { left, top, width, height } = stackOf(page.toasts).getBoundingClientRect();
    expect(document.elementFromPoint(left + width / 2, top + height / 2)).to.equal(dialog);
  });
});

describe('Toasts and announcements', () => {
  it('announce arrivals once, by their number', async () => {
    const page = await renderToasts();
    const announcements = recordAnnouncements(page.toasts);
    arrive(page, 'Second', 'First');
    await waitUntil(() => announcements.length > 0);
    await nextFrames();
    expect(announcements).to.deep.equal(['2 new notifications']);
  });

  for (const order of ['before', 'after'])
    it(`leave the announcement to a bell ${order} them`, async () => {
      const sandbox = createEmptySandbox();
      const session = createTestSession(sandbox);
      const addBell = () => renderBell(session);
      const first = order === 'before' ? await addBell() : undefined;
      const toasts = await addToasts(session);
      const bell = first ?? (await addBell());
      const announcements = recordAnnouncements(toasts, bell);
      arrive({ session, sandbox }, 'Second', 'First');
      await waitForToasts(toasts, 'Second', 'First');
      await waitUntil(() => announcements.length > 0);
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(announcements).to.deep.equal(['2 new notifications']);
    });
});

describe('Two <nudge-toasts> on a page', () => {
  it('show an arrival of one session once', async () => {
    const page = await renderToasts();
    const second = await addToasts(page.session);
    arrive(page, 'News');
    await waitForToasts(page.toasts, 'News');
    await waitForNoToasts(second);
  });

  it('show an arrival by the second one if the first one is not rendered', async () => {
    const page = await renderToasts();
    page.toasts.hidden = true;
    const second = await addToasts(page.session);
    arrive(page, 'News');
    await waitForToasts(second, 'News');
    expect(toastNames(page.toasts)).to.deep.equal([]);
  });

  it('show an arrival of two sessions once', async () => {
    const page = await renderToasts();
    const other = createTestSession(page.sandbox);
    const second = await addToasts(other);
    const [id] = arrive(page, 'News');
    await waitForToasts(page.toasts, 'News');
    other.notifications.add([id!]);
    await waitForNoToasts(second);
  });
});

describe('<nudge-toasts> with the settings of a bell', () => {
  async function renderBoth(order: 'bell first' | 'toasts first'): Promise<{
    bell: HTMLElementTagNameMap['nudge-bell'];
    toasts: NudgeToasts;
    sandbox: ReturnType<typeof createEmptySandbox>;
  }> {
    const sandbox = createEmptySandbox();
    const settings = {
      baseUrl: sandbox.baseUrl,
      fetch: sandbox.fetch,
      getToken: () => sandbox.issueToken(),
      ids: addNotifications(sandbox, 1),
      memoryOnly: true,
    };
    const container = await fixture<HTMLElement>(html`<div></div>`);
    const bell = Object.assign(document.createElement('nudge-bell'), settings);
    const toasts = Object.assign(document.createElement('nudge-toasts'), settings);
    container.append(...(order === 'bell first' ? [bell, toasts] : [toasts, bell]));
    await waitUntil(() => toasts.activeSession !== undefined);
    return { bell, toasts, sandbox };
  }

  for (const order of ['bell first', 'toasts first'] as const)
    it(`shares its session, ${order}`, async () => {
      const { bell, toasts, sandbox } = await renderBoth(order);
      expect(toasts.activeSession === bell.activeSession).to.be.true;
      const { id } = sandbox.addNotification({ payload: { title: 'News' } });
      bell.activeSession!.notifications.add([id]);
      await waitForToasts(toasts, 'News');
      expect(countRequests(sandbox, id)).to.equal(1);
    });

  it('keeps it while the page replaces getToken of one after the other', async () => {
    const { bell, toasts, sandbox } = await renderBoth('bell first');
    const session = bell.activeSession;
    bell.getToken = () => sandbox.issueToken();
    await nextFrames();
    expect(toasts.activeSession === session).to.be.true;
  });

  it('creates a session of its own when the bell has gone, and gives it up for that of the next one', async () => {
    const { bell, toasts } = await renderBoth('bell first');
    const before = bell.activeSession;
    const parent = bell.parentElement!;
    bell.remove();
    await waitUntil(() => toasts.activeSession !== undefined && toasts.activeSession !== before);
    parent.prepend(bell);
    await waitUntil(() => toasts.activeSession === before);
  });

  it('has a session of its own with a token of another customer', async () => {
    const { bell, toasts } = await renderBoth('bell first');
    const other = document.createElement('nudge-toasts');
    const { baseUrl, fetch, ids, memoryOnly } = bell;
    Object.assign(other, { baseUrl, fetch, ids, memoryOnly, getToken: () => 'another token' });
    toasts.after(other);
    await waitUntil(() => other.activeSession !== undefined);
    expect(other.activeSession === bell.activeSession).to.be.false;
  });
});

describe('<nudge-toasts> that is removed', () => {
  it('shows nothing any more, and again what comes after it is back', async () => {
    const page = await renderToasts();
    arrive(page, 'Before');
    await waitForToasts(page.toasts, 'Before');
    const parent = page.toasts.parentElement!;
    page.toasts.remove();
    arrive(page, 'Meanwhile');
    await flushTasks();
    parent.append(page.toasts);
    await waitForNoToasts(page.toasts);
    arrive(page, 'After');
    await waitForToasts(page.toasts, 'After');
    expect(queryAll(page.toasts, 'nudge-toast')).to.have.length(1);
  });
});
