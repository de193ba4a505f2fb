import { expect, fixtureSync, html } from '@open-wc/testing';
import { resetMouse, sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import { allowMotion, emulateColorScheme } from '../engine.js';
import {
  bellButton,
  clickOn,
  deepActiveElement,
  expectEventually,
  inboxOf,
  panelOf,
  queryOne,
  recordEvents,
  renderBell,
  waitUntil,
} from '../support.js';
import {
  createSessionOf,
  isPanelVisible,
  narrow,
  openByClick,
  openPanel,
  showPreferences,
  waitForCards,
  waitForPanel,
  waitUntilClosed,
  wide,
} from './bell-support.js';

const landscape = { width: 700, height: 390 };

async function renderOpenBell(): Promise<NudgeBell> {
  const bell = await renderBell(createSessionOf(3));
  await openByClick(bell);
  await waitForCards(bell, 3);
  return bell;
}

/** Drags with the mouse from the heading by a distance, in small steps. */
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

const release = (): Promise<void> => sendMouse({ type: 'up' });

/** Holds still for so long that it is no fling, and releases. */
async function holdAndRelease(): Promise<void> {
  const movedAt = performance.now();
  await waitUntil(() => performance.now() > movedAt + 100);
  await release();
}

/** How far the sheet is from its place, one pixel below the end of the screen. */
const offsetOf = (bell: NudgeBell): number =>
  Math.round(inboxOf(bell).getBoundingClientRect().bottom - innerHeight - 1);

/** The left and right edge of the sheet, and its end. */
function placeOf(bell: NudgeBell): number[] {
  const { left, right, bottom } = inboxOf(bell).getBoundingClientRect();
  return [left, right, bottom];
}

/** Flings the header with a finger: 40 pixels in 20 milliseconds, two times. */
function fling(bell: NudgeBell): void {
  const header = queryOne(inboxOf(bell), 'header');
  const fire = (type: string, clientY: number, timeStamp: number): void => {
    const event = new PointerEvent(type, {
      bubbles: true,
      composed: true,
      isPrimary: true,
      buttons: type === 'pointerup' ? 0 : 1,
      pointerType: 'touch',
      clientY,
    });
    Object.defineProperty(event, 'timeStamp', { value: timeStamp });
    header.dispatchEvent(event);
  };
  // A synthetic pointer cannot be captured.
  inboxOf(bell).setPointerCapture = () => undefined;
  fire('pointerdown', 100, 0);
  fire('pointermove', 140, 20);
  fire('pointermove', 180, 40);
  fire('pointerup', 180, 60);
}

describe('<nudge-bell> sheet', () => {
  beforeEach(() => setViewport(narrow));
  afterEach(() => resetMouse());
  after(() => setViewport(wide));

  it('is modal and of full width with a visible close button, and closes on Escape', async () => {
    const bell = await renderOpenBell();
    const closes = recordEvents(bell, 'nudge-close');
    const { left, width, bottom } = panelOf(bell).getBoundingClientRect();
    expect([left, width, bottom]).to.deep.equal([0, narrow.width, narrow.height]);
    expect(panelOf(bell).matches(':modal:focus-within')).to.be.true;
    expect(panelOf(bell).getAttribute('aria-modal')).to.equal('true');
    expect(queryOne(bell, '[slot=header-actions]').checkVisibility()).to.be.true;
    await sendKeys({ press: 'Escape' });
    await waitUntilClosed(bell);
    expect([bell.open, deepActiveElement() === bellButton(bell)]).to.deep.equal([false, true]);
    expect(closes.map(({ detail }) => detail.reason)).to.deep.equal(['escape']);
  });

  it('closes on a click on the backdrop unless the page cancels nudge-close', async () => {
    const bell = await renderOpenBell();
    const closes = recordEvents(bell, 'nudge-close');
    bell.addEventListener('nudge-close', (event) => event.preventDefault(), { once: true });
    const corner: [number, number] = [innerWidth - 4, 4];
    await sendMouse({ type: 'click', position: corner });
    await expectEventually(() => closes.map(({ detail }) => detail.reason), ['outside']);
    expect([bell.open, isPanelVisible(bell)]).to.deep.equal([true, true]);
    await sendMouse({ type: 'click', position: corner });
    await waitUntilClosed(bell);
    expect(closes.map(({ detail }) => detail.reason)).to.deep.equal(['outside', 'outside']);
  });

  it('reopens immediately after it was closed', async () => {
    const bell = await renderOpenBell();
    bell.open = false;
    await bell.updateComplete;
    bell.open = true;
    await waitUntil(() => panelOf(bell).matches(':modal'));
    expect(bell.open).to.be.true;
  });

  it('stays modal when it moves within the page', async () => {
    const bell = await renderOpenBell();
    fixtureSync<HTMLElement>(html`<div></div>`).append(bell);
    await waitUntil(() => panelOf(bell).matches(':modal'));
    expect(bell.open).to.be.true;
  });

  it('returns from the preferences on the back gesture of a phone', async () => {
    const bell = await renderOpenBell();
    await showPreferences(bell);
    panelOf(bell).dispatchEvent(new Event('cancel', { cancelable: true }));
    await expectEventually(() => inboxOf(bell).view, 'inbox');
    expect(isPanelVisible(bell)).to.be.true;
  });

  it('follows a drag of its header, and closes after a long one', async () => {
    const bell = await renderOpenBell();
    const closes = recordEvents(bell, 'nudge-close');
    await drag(bell, 400);
    expect(offsetOf(bell)).to.equal(400);
    await release();
    await waitUntilClosed(bell);
    expect(deepActiveElement()).to.equal(bellButton(bell));
    expect(closes.map(({ detail }) => detail.reason)).to.deep.equal(['drag']);
  });

  it('returns to its place after a short drag, and does not go up', async () => {
    const bell = await renderOpenBell();
    for (const [distance, offset] of [
      [60, 60],
      [-40, 0],
    ] as const) {
      await drag(bell, distance);
      expect(offsetOf(bell)).to.equal(offset);
      await holdAndRelease();
      await expectEventually(() => offsetOf(bell), 0);
      expect(isPanelVisible(bell)).to.be.true;
    }
  });

  it('closes on a short but fast drag', async () => {
    const bell = await renderOpenBell();
    fling(bell);
    await waitUntilClosed(bell);
  });

  it('presses no button on which a drag starts', async () => {
    const bell = await renderOpenBell();
    const closes = recordEvents(bell, 'nudge-close');
    await drag(bell, 60, queryOne(bell, '[slot=header-actions]'));
    await holdAndRelease();
    await expectEventually(() => offsetOf(bell), 0);
    expect([isPanelVisible(bell), closes.length]).to.deep.equal([true, 0]);
  });

  it('is not dragged by its list', async () => {
    const bell = await renderOpenBell();
    await drag(bell, 300, queryOne(inboxOf(bell), '.feed'));
    expect(offsetOf(bell)).to.equal(0);
  });

  it('can be dragged in the preferences, and again when it has reopened', async () => {
    const bell = await renderOpenBell();
    const closes = recordEvents(bell, 'nudge-close');
    await showPreferences(bell);
    await drag(bell, 400, queryOne(queryOne(inboxOf(bell), 'nudge-preferences'), 'h2'));
    await release();
    await waitUntilClosed(bell);
    await openPanel(bell);
    expect(offsetOf(bell)).to.equal(0);
    await drag(bell, 400);
    await release();
    await waitUntilClosed(bell);
    expect(closes.map(({ detail }) => detail.reason)).to.deep.equal(['drag', 'drag']);
  });

  it('stays at the bottom of the screen, over its whole width, when a phone is turned', async () => {
    const bell = await renderOpenBell();
    for (const { width, height } of [landscape, narrow]) {
      await setViewport({ width, height });
      await expectEventually(() => placeOf(bell), [0, width, height + 1]);
      expect(inboxOf(bell).getBoundingClientRect().top).to.be.within(10, 60);
      expect(panelOf(bell).matches(':modal')).to.be.true;
    }
  });

  it('is what a panel becomes when its window gets narrow, and no longer is in a wide one', async () => {
    await setViewport(wide);
    const bell = await renderOpenBell();
    const { width, height } = panelOf(bell).getBoundingClientRect();
    expect(height).to.be.at.most(600);
    await setViewport(narrow);
    await expectEventually(() => placeOf(bell), [0, narrow.width, narrow.height + 1]);
    await setViewport(wide);
    await expectEventually(() => {
      const panel = panelOf(bell).getBoundingClientRect();
      return [panel.width, panel.height];
    }, [width, height]);
  });

  for (const [name, viewport] of [
    ['sheet', narrow],
    ['panel', wide],
  ] as const)
    it(`moves when it opens and closes: the ${name}`, async () => {
      await setViewport(viewport);
      await allowMotion();
      try {
        const bell = await renderBell(createSessionOf(3));
        await clickOn(bellButton(bell));
        const panel = await waitForPanel(bell);
        const running = (): string[] =>
          [...panel.getAnimations(), ...inboxOf(bell).getAnimations()].flatMap((animation) =>
            animation instanceof CSSTransition ? [animation.transitionProperty] : [],
          );
        await waitUntil(() => running().length === 0);
        expect([panel, inboxOf(bell)].map((part) => getComputedStyle(part).opacity)).to.deep.equal([
          '1',
          '1',
        ]);
        bell.open = false;
        await bell.updateComplete;
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
