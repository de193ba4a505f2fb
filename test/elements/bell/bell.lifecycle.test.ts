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

function threeNotifications(): ReturnType<typeof createTestSession> {
  const sandbox = createEmptySandbox();
  return createTestSession(sandbox, { ids: addNotifications(sandbox, 3) });
}

async function open(bell: NudgeBell): Promise<HTMLDialogElement> {
  bell.open = true;
  await nextFrames();
  return panelOf(bell);
}

describe('a nudge-bell that lives long', () => {
  before(() => setViewport(wide));

  it('stays open and asks nothing twice as it moves within the page', async () => {
    const sandbox = createEmptySandbox();
    const bell = await renderBell(createTestSession(sandbox, { ids: addNotifications(sandbox, 3) }));
    await open(bell);
    const events = recordEvents(bell, 'nudge-close');
    const count = countRequests(sandbox);
    const place = fixtureSync<HTMLElement>(html`<div></div>`);
    place.append(bell);
    await nextFrames();
    expect([bell.open, isVisible(panelOf(bell)), events.length]).to.deep.equal([true, true, 0]);
    expect(cardTitles(inboxOf(bell))).to.have.length(3);
    expect(countRequests(sandbox)).to.equal(count);
  });

  it('leaves no timer and no listener behind, however often it opens and closes', async function () {
    this.timeout(10_000);
    stubProperty(CSS, 'supports', () => false);
    const time = installFakeTimers();
    const listening = countListeners();
    const bell = await renderBell(threeNotifications());
    await time.advance(1000);
    const counts: string[] = [];
    for (let cycle = 0; cycle < 20; cycle++) {
      await open(bell);
      bell.open = false;
      await nextFrames(1);
      await time.advance(1000);
      counts.push(`${time.pendingCount} ${listening.count}`);
    }
    expect(new Set(counts), counts.join()).to.have.length(1);
    bell.remove();
    await flushTasks();
    expect([time.pendingCount, listening.count]).to.deep.equal([0, 0]);
  });

  it('aborts what it asks as it is removed', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 3);
    sandbox.latency = 1000;
    const time = installFakeTimers();
    const bell = await renderBell(createTestSession(sandbox, { ids }));
    bell.remove();
    await flushTasks();
    expect(sandbox.requests.map(({ status }) => status)).to.deep.equal([null, null, null]);
    expect(time.pendingCount).to.equal(0);
  });
});

/** How many listeners of the page itself there are more than at the beginning. */
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

describe('what a nudge-bell says as notifications arrive', () => {
  it('is one message a burst, in a place that was there before', async () => {
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 1) });
    const time = installFakeTimers();
    const bell = await renderBell(session);
    await time.advance(2000);
    const status = queryOne(bell, '.root > [role=status]');
    expect(status.textContent).to.equal('');
    const arrivals = recordEvents(bell, 'nudge-arrival');
    session.notifications.add(addNotifications(sandbox, 1));
    await time.advance(500);
    session.notifications.add(addNotifications(sandbox, 2));
    await time.advance(500);
    expect(status.textContent).to.equal('');
    await time.advance(1000);
    expect(status.textContent).to.equal('3 new notifications');
    expect(arrivals).to.have.length(2);
    session.notifications.add(addNotifications(sandbox, 1));
    await time.advance(1000);
    expect(status.textContent).to.equal('1 new notification');
    expect(queryOne(bell, '.root > [role=status]') === status).to.be.true;
  });

  it('is nothing in a page that is hidden', async () => {
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: [] });
    const time = installFakeTimers();
    const bell = await renderBell(session);
    stubProperty(document, 'hidden', true);
    session.notifications.add(addNotifications(sandbox, 1));
    await time.advance(2000);
    expect(queryOne(bell, '.root > [role=status]').textContent).to.equal('');
    expect(visibleText(queryOne(bell, '.badge'))).to.equal('1');
  });

  it('is heard with the panel closed: nothing above it hides it', async () => {
    const bell = await renderBell(threeNotifications());
    expect(queryOne(bell, '.root > [role=status]').checkVisibility()).to.be.true;
    expect(queryAll(bell, 'dialog [role=status]').map((status) => status.textContent)).to.deep.equal(['']);
  });
});
