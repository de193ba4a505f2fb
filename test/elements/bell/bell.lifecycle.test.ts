import { expect, fixtureSync, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import {
  addNotifications,
  cardTitles,
  countRequests,
  createEmptySandbox,
  createTestSession,
  flushTasks,
  inboxOf,
  installFakeTimers,
  isVisible,
  nextFrames,
  panelOf,
  queryAll,
  queryOne,
  recordEvents,
  renderBell,
  stubProperty,
  visibleText,
} from '../support.js';

const wide = { width: 1000, height: 700 };

function createSessionOfThree(): ReturnType<typeof createTestSession> {
  const sandbox = createEmptySandbox();
  return createTestSession(sandbox, { ids: addNotifications(sandbox, 3) });
}

async function openPanel(bell: NudgeBell): Promise<HTMLDialogElement> {
  bell.open = true;
  await nextFrames();
  return panelOf(bell);
}

describe('<nudge-bell>', () => {
  before(() => setViewport(wide));

  it('stays open and repeats no request when it moves within the page', async () => {
    const sandbox = createEmptySandbox();
    const bell = await renderBell(createTestSession(sandbox, { ids: addNotifications(sandbox, 3) }));
    await openPanel(bell);
    const events = recordEvents(bell, 'nudge-close');
    const count = countRequests(sandbox);
    const container = fixtureSync<HTMLElement>(html`<div></div>`);
    container.append(bell);
    await nextFrames();
    expect([bell.open, isVisible(panelOf(bell)), events.length]).to.deep.equal([true, true, 0]);
    expect(cardTitles(inboxOf(bell))).to.have.length(3);
    expect(countRequests(sandbox)).to.equal(count);
  });

  it('leaves no timers or listeners behind after many open and close cycles', async function () {
    this.timeout(10_000);
    stubProperty(CSS, 'supports', () => false);
    const timers = installFakeTimers();
    const listeners = countListeners();
    const bell = await renderBell(createSessionOfThree());
    await timers.advance(1000);
    const counts: string[] = [];
    for (let cycle = 0; cycle < 20; cycle++) {
      await openPanel(bell);
      bell.open = false;
      await nextFrames(1);
      await timers.advance(1000);
      counts.push(`${timers.pendingCount} ${listeners.count}`);
    }
    expect(new Set(counts), counts.join()).to.have.length(1);
    bell.remove();
    await nextFrames();
    expect([timers.pendingCount, listeners.count]).to.deep.equal([0, 0]);
  });

  it('aborts its requests when it is removed', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 3);
    sandbox.latency = 1000;
    const timers = installFakeTimers();
    const bell = await renderBell(createTestSession(sandbox, { ids }));
    bell.remove();
    await flushTasks();
    expect(sandbox.requests.map(({ status }) => status)).to.deep.equal([null, null, null]);
    expect(timers.pendingCount).to.equal(0);
  });
});

/** Counts the listeners that are added to the window and the document from now on. */
function countListeners(): { count: number } {
  const state = { count: 0 };
  const targets: EventTarget[] = [window, document];
  const { addEventListener } = EventTarget.prototype;
  const { removeEventListener } = EventTarget.prototype;
  stubProperty(
    EventTarget.prototype,
    'addEventListener',
    function (this: EventTarget | undefined, ...all: unknown[]) {
      const [, , options] = all as [string, unknown, AddEventListenerOptions | undefined];
      if (targets.includes(this ?? window)) {
        state.count += 1;
        options?.signal?.addEventListener('abort', () => (state.count -= 1));
      }
      Reflect.apply(addEventListener, this ?? window, all);
    },
  );
  stubProperty(
    EventTarget.prototype,
    'removeEventListener',
    function (this: EventTarget | undefined, ...all: unknown[]) {
      if (targets.includes(this ?? window)) state.count -= 1;
      Reflect.apply(removeEventListener, this ?? window, all);
    },
  );
  return state;
}

describe('<nudge-bell> live region', () => {
  it('announces one message per burst in an existing element', async () => {
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 1) });
    const timers = installFakeTimers();
    const bell = await renderBell(session);
    await timers.advance(2000);
    const status = queryOne(bell, '.root > [role=status]');
    expect(status.textContent).to.equal('');
    const arrivals = recordEvents(bell, 'nudge-arrival');
    session.notifications.add(addNotifications(sandbox, 1));
    await timers.advance(500);
    session.notifications.add(addNotifications(sandbox, 2));
    await timers.advance(500);
    expect(status.textContent).to.equal('');
    await timers.advance(1000);
    expect(status.textContent).to.equal('3 new notifications');
    expect(arrivals).to.have.length(2);
    session.notifications.add(addNotifications(sandbox, 1));
    await timers.advance(1000);
    expect(status.textContent).to.equal('1 new notification');
    expect(queryOne(bell, '.root > [role=status]') === status).to.be.true;
  });

  it('stays empty while the page is hidden', async () => {
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: [] });
    const timers = installFakeTimers();
    const bell = await renderBell(session);
    stubProperty(document, 'hidden', true);
    session.notifications.add(addNotifications(sandbox, 1));
    await timers.advance(2000);
    expect(queryOne(bell, '.root > [role=status]').textContent).to.equal('');
    expect(visibleText(queryOne(bell, '.badge'))).to.equal('1');
  });

  it('is rendered while the panel is closed', async () => {
    const bell = await renderBell(createSessionOfThree());
    expect(queryOne(bell, '.root > [role=status]').checkVisibility()).to.be.true;
    bell.open = true;
    await bell.updateComplete;
    bell.open = false;
    await bell.updateComplete;
    expect(queryOne(bell, '.root > [role=status]').checkVisibility()).to.be.true;
    expect(queryAll(bell, 'dialog [role=status]').map((status) => status.textContent)).to.deep.equal(['']);
  });
});
