import { expect, fixtureSync, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import {
  addNotifications,
  all,
  asked,
  bellWith,
  clock,
  emptySandbox,
  frames,
  heard,
  inboxOf,
  isShown,
  one,
  panelOf,
  replace,
  seen,
  sessionOf,
  settle,
  titles,
} from '../support.js';

const wide = { width: 1000, height: 700 };

function threeNotifications(): ReturnType<typeof sessionOf> {
  const sandbox = emptySandbox();
  return sessionOf(sandbox, { ids: addNotifications(sandbox, 3) });
}

async function open(bell: NudgeBell): Promise<HTMLDialogElement> {
  bell.open = true;
  await frames();
  return panelOf(bell);
}

describe('a nudge-bell that lives long', () => {
  before(() => setViewport(wide));

  it('stays open and asks nothing twice as it moves within the page', async () => {
    const sandbox = emptySandbox();
    const bell = await bellWith(sessionOf(sandbox, { ids: addNotifications(sandbox, 3) }));
    await open(bell);
    const events = heard(bell, 'nudge-close');
    const count = asked(sandbox);
    const place = fixtureSync<HTMLElement>(html`<div></div>`);
    place.append(bell);
    await frames();
    expect([bell.open, isShown(panelOf(bell)), events.length]).to.deep.equal([true, true, 0]);
    expect(titles(inboxOf(bell))).to.have.length(3);
    expect(asked(sandbox)).to.equal(count);
  });

  it('leaves no timer and no listener behind, however often it opens and closes', async function () {
    this.timeout(10_000);
    replace(CSS, 'supports', () => false);
    const time = clock();
    const listening = countListeners();
    const bell = await bellWith(threeNotifications());
    await time.pass(1000);
    const counts: string[] = [];
    for (let cycle = 0; cycle < 20; cycle++) {
      await open(bell);
      bell.open = false;
      await frames(1);
      await time.pass(1000);
      counts.push(`${time.waiting} ${listening.count}`);
    }
    expect(new Set(counts), counts.join()).to.have.length(1);
    bell.remove();
    await settle();
    expect([time.waiting, listening.count]).to.deep.equal([0, 0]);
  });

  it('aborts what it asks as it is removed', async () => {
    const sandbox = emptySandbox();
    const ids = addNotifications(sandbox, 3);
    sandbox.latency = 1000;
    const time = clock();
    const bell = await bellWith(sessionOf(sandbox, { ids }));
    bell.remove();
    await settle();
    expect(sandbox.requests.map(({ status }) => status)).to.deep.equal([null, null, null]);
    expect(time.waiting).to.equal(0);
  });
});

/** How many listeners of the page itself there are more than at the beginning. */
function countListeners(): { count: number } {
  const state = { count: 0 };
  const targets: EventTarget[] = [window, document];
  const { addEventListener } = EventTarget.prototype;
  const { removeEventListener } = EventTarget.prototype;
  replace(
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
  replace(
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
    const sandbox = emptySandbox();
    const session = sessionOf(sandbox, { ids: addNotifications(sandbox, 1) });
    const time = clock();
    const bell = await bellWith(session);
    await time.pass(2000);
    const status = one(bell, '.root > [role=status]');
    expect(status.textContent).to.equal('');
    const arrivals = heard(bell, 'nudge-arrival');
    session.notifications.add(addNotifications(sandbox, 1));
    await time.pass(500);
    session.notifications.add(addNotifications(sandbox, 2));
    await time.pass(500);
    expect(status.textContent).to.equal('');
    await time.pass(1000);
    expect(status.textContent).to.equal('3 new notifications');
    expect(arrivals).to.have.length(2);
    session.notifications.add(addNotifications(sandbox, 1));
    await time.pass(1000);
    expect(status.textContent).to.equal('1 new notification');
    expect(one(bell, '.root > [role=status]') === status).to.be.true;
  });

  it('is nothing in a page that is hidden', async () => {
    const sandbox = emptySandbox();
    const session = sessionOf(sandbox, { ids: [] });
    const time = clock();
    const bell = await bellWith(session);
    replace(document, 'hidden', true);
    session.notifications.add(addNotifications(sandbox, 1));
    await time.pass(2000);
    expect(one(bell, '.root > [role=status]').textContent).to.equal('');
    expect(seen(one(bell, '.badge'))).to.equal('1');
  });

  it('is heard with the panel closed: nothing above it hides it', async () => {
    const bell = await bellWith(threeNotifications());
    expect(one(bell, '.root > [role=status]').checkVisibility()).to.be.true;
    expect(all(bell, 'dialog [role=status]').map((status) => status.textContent)).to.deep.equal(['']);
  });
});
