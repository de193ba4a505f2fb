import { expect } from '@open-wc/testing';
import { resetMouse, sendMouse, setViewport } from '@web/test-runner-commands';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import { allowMotion, emulateColorScheme } from '../engine.js';
import {
  addHostStyle,
  addNotifications,
  bellButton,
  clickOn,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  flushTasks,
  inboxOf,
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

const wide = { width: 1000, height: 700 };
const portrait = { width: 390, height: 700 };
const landscape = { width: 700, height: 390 };

async function renderOpenBell(count = 3): Promise<NudgeBell> {
  const sandbox = createEmptySandbox();
  const ids = addNotifications(sandbox, count, () => ({ isRead: false }));
  const groups = [{ id: 'g-1', name: 'Orders', isGroupNotificationOff: false }];
  const bell = await renderBell(createTestSession(sandbox, { ids, groups }));
  await clickOn(bellButton(bell));
  await nextFrames();
  // The module for dragging loads on opening.
  await import('../../../src/elements/bell/sheet-drag.js');
  await flushTasks();
  return bell;
}

/** Drags with the mouse from the heading by a distance, in small steps, and holds still before the release. */
async function drag(
  bell: NudgeBell,
  distance: number,
  from: Element = queryOne(inboxOf(bell), 'h2'),
): Promise<void> {
  const { left, top, height } = from.getBoundingClientRect();
  const [x, y] = [Math.round(left + 8), Math.round(top + height / 2)];
  await sendMouse({ type: 'move', position: [x, y] });
  await sendMouse({ type: 'down' });
  for (const part of [0.25, 0.5, 0.75, 1])
    await sendMouse({ type: 'move', position: [x, Math.round(y + distance * part)] });
}

async function release(): Promise<void> {
  // Longer than a fling waits.
  await new Promise((resolve) => setTimeout(resolve, 120));
  await sendMouse({ type: 'up' });
  await nextFrames();
}

/** How far the sheet is from its place, one pixel below the end of the screen. */
const offsetOf = (bell: NudgeBell): number =>
  Math.round(inboxOf(bell).getBoundingClientRect().bottom - innerHeight - 1);

/** Flings the heading with a finger: two quick moves, which real time would make slow on a busy machine. */
function fling(bell: NudgeBell, distance: number): void {
  const heading = queryOne(inboxOf(bell), 'header');
  const fire = (type: string, clientY: number): boolean =>
    heading.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        composed: true,
        isPrimary: true,
        buttons: type === 'pointerup' ? 0 : 1,
        pointerType: 'touch',
        clientY,
      }),
    );
  // A synthetic pointer cannot be captured.
  inboxOf(bell).setPointerCapture = () => undefined;
  fire('pointerdown', 100);
  fire('pointermove', 100 + distance / 2);
  fire('pointermove', 100 + distance);
  fire('pointerup', 100 + distance);
}

describe('<nudge-bell> sheet', () => {
  beforeEach(() => setViewport(portrait));
  afterEach(() => resetMouse());
  after(() => setViewport(wide));

  it('follows a drag of its header, and closes after a long one', async () => {
    const bell = await renderOpenBell();
    const closes = recordEvents(bell, 'nudge-close');
    await drag(bell, 400);
    expect(offsetOf(bell)).to.equal(400);
    await release();
    expect(isVisible(panelOf(bell))).to.be.false;
    expect(deepActiveElement()).to.equal(bellButton(bell));
    expect(closes.map(({ detail }) => detail.reason)).to.deep.equal(['drag']);
  });

  it('returns to its place after a short drag, and does not go up', async () => {
    const bell = await renderOpenBell();
    const closes = recordEvents(bell, 'nudge-close');
    for (const [distance, offset] of [
      [60, 60],
      [-40, 0],
    ] as const) {
      await drag(bell, distance);
      expect(offsetOf(bell)).to.equal(offset);
      await release();
      expect([isVisible(panelOf(bell)), offsetOf(bell)]).to.deep.equal([true, 0]);
    }
    expect(closes).to.have.length(0);
  });

  it('closes on a short but fast drag', async () => {
    const bell = await renderOpenBell();
    fling(bell, 80);
    await nextFrames();
    expect(isVisible(panelOf(bell))).to.be.false;
  });

  it('returns to its place if the page cancels nudge-close', async () => {
    const bell = await renderOpenBell();
    bell.addEventListener('nudge-close', (event) => event.preventDefault());
    await drag(bell, 400);
    await release();
    expect([isVisible(panelOf(bell)), offsetOf(bell)]).to.deep.equal([true, 0]);
  });

  it('presses no button on which a drag starts', async () => {
    const bell = await renderOpenBell();
    const closes = recordEvents(bell, 'nudge-close');
    await drag(bell, 60, queryOne(bell, '[slot=header-actions]'));
    await release();
    expect([isVisible(panelOf(bell)), closes.length]).to.deep.equal([true, 0]);
  });

  it('closes when the customer goes back in the history of the page', async () => {
    const bell = await renderOpenBell();
    const closes = recordEvents(bell, 'nudge-close');
    history.pushState(null, '', '#elsewhere');
    expect(isVisible(panelOf(bell))).to.be.true;
    history.back();
    await waitUntil(() => !isVisible(panelOf(bell)));
    expect(closes.map(({ detail }) => detail.reason)).to.deep.equal(['navigate']);
  });

  it('is in its place when the page, left in the middle of a drag, comes back', async () => {
    const bell = await renderOpenBell();
    await drag(bell, 200);
    expect(offsetOf(bell)).to.equal(200);
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await nextFrames();
    expect([isVisible(panelOf(bell)), offsetOf(bell)]).to.deep.equal([true, 0]);
    await release();
    await drag(bell, 400);
    await release();
    expect(isVisible(panelOf(bell))).to.be.false;
  });

  it('is not dragged by its list', async () => {
    const bell = await renderOpenBell();
    await drag(bell, 300, queryOne(inboxOf(bell), '.feed'));
    expect(offsetOf(bell)).to.equal(0);
  });

  it('can be dragged in the preferences, too', async () => {
    const bell = await renderOpenBell();
    queryAll(inboxOf(bell), 'header .icon-button')[1]!.click();
    await nextFrames();
    await drag(bell, 400, queryOne(queryOne(inboxOf(bell), 'nudge-preferences'), 'h2'));
    await release();
    expect(isVisible(panelOf(bell))).to.be.false;
  });

  it('can be dragged each time it opens', async () => {
    const bell = await renderOpenBell();
    const closes = recordEvents(bell, 'nudge-close');
    for (let time = 1; time <= 2; time++) {
      await drag(bell, 400);
      await release();
      expect(closes).to.have.length(time);
      bell.open = true;
      await nextFrames();
      expect(offsetOf(bell)).to.equal(0);
    }
  });

  it('stays at the bottom of the screen, over its whole width, when a phone is turned', async () => {
    const bell = await renderOpenBell();
    for (const { width, height } of [landscape, portrait]) {
      await setViewport({ width, height });
      await nextFrames();
      const { left, right, top, bottom } = inboxOf(bell).getBoundingClientRect();
      expect([left, right, bottom]).to.deep.equal([0, width, height + 1]);
      expect(top).to.be.within(10, 60);
      expect(panelOf(bell).matches(':modal')).to.be.true;
    }
  });

  it('is what a panel becomes when its window gets narrow, and no longer is in a wide one', async () => {
    await setViewport(wide);
    const bell = await renderOpenBell();
    const { width } = panelOf(bell).getBoundingClientRect();
    await setViewport(portrait);
    await nextFrames();
    const { left, right, bottom } = inboxOf(bell).getBoundingClientRect();
    expect([left, right, bottom]).to.deep.equal([0, portrait.width, portrait.height + 1]);
    await setViewport(wide);
    await nextFrames();
    expect(panelOf(bell).getBoundingClientRect().width).to.equal(width);
    expect(panelOf(bell).getBoundingClientRect().height).to.be.at.most(600);
  });

  it('keeps its place whatever size the page gives the panel', async () => {
    addHostStyle(
      'nudge-bell::part(panel) { inline-size: 200px; block-size: 100px; inset: 5px; margin: 9px }',
    );
    const bell = await renderOpenBell();
    const { left, width, bottom } = inboxOf(bell).getBoundingClientRect();
    expect([left, width, bottom]).to.deep.equal([0, portrait.width, portrait.height + 1]);
  });

  for (const [name, viewport] of [
    ['sheet', portrait],
    ['panel', wide],
  ] as const)
    it(`moves when it opens and closes: the ${name}`, async () => {
      await setViewport(viewport);
      await allowMotion();
      try {
        const bell = await renderOpenBell();
        const panel = panelOf(bell);
        const running = (): string[] =>
          [...panel.getAnimations(), ...inboxOf(bell).getAnimations()].flatMap((animation) =>
            animation instanceof CSSTransition ? [animation.transitionProperty] : [],
          );
        await waitUntil(() => running().length === 0);
        expect(inboxOf(bell).checkVisibility({ opacityProperty: true })).to.be.true;
        expect([panel, inboxOf(bell)].map((part) => getComputedStyle(part).opacity)).to.deep.equal([
          '1',
          '1',
        ]);
        bell.open = false;
        await bell.updateComplete;
        await new Promise(requestAnimationFrame);
        // Other browsers take a closed panel out of the top layer at once.
        if (CSS.supports('overlay', 'auto')) {
          expect(running()).to.include.members(['opacity', 'translate', 'display', 'overlay']);
          expect(panel.checkVisibility(), 'until it has faded').to.be.true;
        }
        expect(deepActiveElement()).to.equal(bellButton(bell));
        await waitUntil(() => !panel.checkVisibility());
      } finally {
        await emulateColorScheme();
      }
    });
});

describe('<nudge-bell> panel height', () => {
  after(() => setViewport(wide));

  for (const [name, viewport] of [
    ['panel', wide],
    ['sheet', portrait],
  ] as const)
    it(`stays the same in the ${name}, whatever it shows`, async () => {
      await setViewport(viewport);
      const bell = await renderOpenBell(1);
      const inbox = inboxOf(bell);
      const heights = [inbox.offsetHeight];
      inbox.filter = 'unread';
      await nextFrames();
      bell.session!.notifications.markAllRead();
      await nextFrames();
      heights.push(inbox.offsetHeight);
      inbox.view = 'preferences';
      await nextFrames();
      heights.push(inbox.offsetHeight);
      bell.session = createTestSession(createEmptySandbox(), { ids: ['n-1'], getToken: () => null });
      inbox.view = 'inbox';
      await nextFrames();
      heights.push(inbox.offsetHeight);
      expect(new Set(heights), heights.join()).to.have.length(1);
    });

  it('lets the end of an inline list scroll the page, and that of the panel does not', async () => {
    await setViewport(wide);
    const bell = await renderOpenBell();
    const inline = await renderInbox(bell.session);
    const behaviorOf = (inbox: Element): string =>
      getComputedStyle(queryOne(inbox, '.list')).overscrollBehaviorY;
    expect([behaviorOf(inline), behaviorOf(inboxOf(bell))]).to.deep.equal(['auto', 'contain']);
  });
});
