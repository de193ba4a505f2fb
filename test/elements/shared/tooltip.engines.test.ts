import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import { openPanel } from '../bell/bell-support.js';
import { engine } from '../engine.js';
import {
  addNotifications,
  bellButton,
  createEmptySandbox,
  createTestSession,
  expectEventually,
  inboxOf,
  installFakeTimers,
  isVisible,
  panelOf,
  queryAll,
  queryOne,
  renderBell,
  renderInbox,
  setPageAttribute,
  stubProperty,
  waitUntil,
} from '../support.js';

const wide = { width: 1000, height: 700 };
/** After this time a tooltip is shown, or hidden. */
const shownMs = 500;
const hiddenMs = 150;

async function renderBellAt(place: string): Promise<NudgeBell> {
  const sandbox = createEmptySandbox();
  const ids = addNotifications(sandbox, 3, () => ({ isRead: false }));
  const bell = await renderBell(createTestSession(sandbox, { ids }));
  bell.style.cssText = `position: fixed; ${place}`;
  return bell;
}

function centerOf(element: Element): [number, number] {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [Math.round(left + width / 2), Math.round(top + height / 2)];
}

async function hover(element: Element): Promise<void> {
  await sendMouse({ type: 'move', position: centerOf(element) });
}

const tooltipOf = (button: Element): HTMLElement | null => button.querySelector('.tooltip:popover-open');
const isShown = (button: Element): boolean => tooltipOf(button) !== null;

describe('The tooltip of an icon button', () => {
  let timers: ReturnType<typeof installFakeTimers>;

  before(() => setViewport(wide));
  beforeEach(() => (timers = installFakeTimers()));
  afterEach(() => sendMouse({ type: 'move', position: [999, 699] }));

  const markAllReadIn = (bell: NudgeBell): HTMLElement =>
    queryOne(inboxOf(bell), 'header .icon-button:first-of-type');

  /** Lets the time pass until the tooltip of the button is shown. */
  async function waitForTooltip(button: Element): Promise<HTMLElement> {
    await waitUntil(async () => {
      await timers.advance(shownMs);
      return isShown(button);
    }, 'The tooltip is missing.');
    return tooltipOf(button)!;
  }

  async function pointAt(button: Element): Promise<HTMLElement> {
    await hover(button);
    return waitForTooltip(button);
  }

  it('covers nothing that can be pressed below a header', async () => {
    const bell = await renderBellAt('top: 60px; right: 0');
    await openPanel(bell);
    const inbox = inboxOf(bell);
    const buttons = queryAll(inbox, 'header .icon-button');
    const below = queryAll(inbox, '.filters button, .panel-menu-button');
    expect(below.length).to.be.above(1);
    for (const button of buttons) {
      const { bottom } = (await pointAt(button)).getBoundingClientRect();
      for (const other of below) expect(bottom).to.be.at.most(other.getBoundingClientRect().top);
    }
  });

  it('appears on hover with the name of the button and stays while the pointer is on it', async () => {
    const bell = await renderBellAt('top: 0; right: 0');
    await openPanel(bell);
    const button = markAllReadIn(bell);
    const tooltip = await pointAt(button);
    expect(tooltip.innerText).to.equal('Mark all as read');
    expect([button.ariaLabel, button.title, tooltip.ariaHidden], 'the name is unchanged').to.deep.equal([
      'Mark all as read',
      '',
      'true',
    ]);
    await hover(tooltip);
    await timers.advance(hiddenMs);
    expect(isShown(button)).to.be.true;
    await sendMouse({ type: 'move', position: [10, 690] });
    await timers.advance(hiddenMs);
    expect(isShown(button)).to.be.false;
  });

  it('appears on the bell for the keyboard and disappears with the focus', async () => {
    const bell = await renderBellAt('top: 0; left: 0');
    const button = bellButton(bell);
    await expectEventually(() => button.ariaLabel, 'Notifications, 3 new');
    await sendKeys({ press: 'Tab' });
    expect((await waitForTooltip(button)).innerText).to.equal('Notifications, 3 new');
    button.blur();
    expect(isShown(button)).to.be.false;
  });

  it('closes on Escape, which leaves the panel open', async () => {
    const bell = await renderBellAt('top: 0; right: 0');
    await openPanel(bell);
    const button = markAllReadIn(bell);
    await sendKeys({ press: 'Tab' });
    await waitForTooltip(button);
    await sendKeys({ press: 'Escape' });
    expect([isShown(button), isVisible(panelOf(bell))]).to.deep.equal([false, true]);
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !isVisible(panelOf(bell)), 'The panel is open.');
  });

  it('is not shown for a press', async () => {
    const bell = await renderBellAt('top: 0; right: 0');
    await openPanel(bell);
    const button = markAllReadIn(bell);
    await hover(button);
    await sendMouse({ type: 'down' });
    await timers.advance(shownMs);
    await sendMouse({ type: 'up' });
    await timers.advance(shownMs);
    expect(isShown(button)).to.be.false;
  });

  it('is not shown on a button that comes to a pointer at rest, until that moves', async () => {
    await sendMouse({ type: 'move', position: [500, 300] });
    const bell = await renderBellAt('top: 0; left: 0');
    const button = bellButton(bell);
    bell.style.cssText = 'position: fixed; top: 280px; left: 480px';
    // WebKit notices it only once the pointer moves.
    if (engine !== 'webkit')
      await waitUntil(async () => {
        await new Promise(requestAnimationFrame);
        return button.matches(':hover');
      }, 'The pointer is not on it.');
    await timers.advance(shownMs);
    expect(isShown(button)).to.be.false;
    await sendMouse({ type: 'move', position: [501, 301] });
    await waitForTooltip(button);
  });

  it('is not shown on touch', async () => {
    const bell = await renderBellAt('top: 0; right: 0');
    stubProperty(PointerEvent.prototype, 'pointerType', 'touch');
    await hover(bellButton(bell));
    await timers.advance(shownMs);
    expect(isShown(bellButton(bell))).to.be.false;
  });

  it('is not shown on elements of the page around it', async () => {
    const page = await fixture<HTMLElement>(html`<div class="icon-button"></div>`);
    const sandbox = createEmptySandbox();
    const inbox = await renderInbox(createTestSession(sandbox, { ids: addNotifications(sandbox, 3) }));
    inbox.className = 'bell';
    page.append(inbox);
    await hover(queryOne(inbox, 'h2'));
    await timers.advance(shownMs);
    expect(page.querySelectorAll('.tooltip')).to.have.length(0);
  });

  for (const [direction, place] of [
    ['ltr', 'top: 0; left: 0'],
    ['ltr', 'top: 0; right: 0'],
    ['rtl', 'bottom: 0; left: 0'],
  ] as const)
    it(`is wholly in the window and beside its button, from ${place}, ${direction}`, async () => {
      setPageAttribute('dir', direction);
      const bell = await renderBellAt(place);
      const expectVisible = async (button: Element): Promise<void> => {
        const tooltip = await pointAt(button);
        const { left, right, top, bottom } = tooltip.getBoundingClientRect();
        const place = button.getBoundingClientRect();
        expect(left).to.be.at.least(0);
        expect(right).to.be.at.most(wide.width);
        expect(top).to.be.at.least(0);
        expect(bottom).to.be.at.most(wide.height);
        expect(bottom <= place.top || top >= place.bottom, 'not over its button').to.be.true;
        const topmost = document.elementFromPoint(...centerOf(tooltip));
        expect(topmost?.localName, 'not covered').to.equal('nudge-bell');
      };
      await expectVisible(bellButton(bell));
      await openPanel(bell);
      for (const button of queryAll(inboxOf(bell), 'header .icon-button')) await expectVisible(button);
      await expectVisible(queryOne(bell, '[slot=header-actions]'));
    });
});
