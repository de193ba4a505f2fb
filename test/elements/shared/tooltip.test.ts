import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import {
  addNotifications,
  bellButton,
  createEmptySandbox,
  createTestSession,
  inboxOf,
  isVisible,
  nextFrames,
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

async function renderBellAt(place: string): Promise<NudgeBell> {
  const sandbox = createEmptySandbox();
  const ids = addNotifications(sandbox, 3, () => ({ isRead: false }));
  const bell = await renderBell(createTestSession(sandbox, { ids }));
  bell.style.cssText = `position: fixed; ${place}`;
  return bell;
}

async function openPanel(bell: NudgeBell): Promise<void> {
  bell.open = true;
  await nextFrames();
}

function centerOf(element: Element): [number, number] {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [Math.round(left + width / 2), Math.round(top + height / 2)];
}

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
const hover = (element: Element): Promise<void> => sendMouse({ type: 'move', position: centerOf(element) });
const tooltipOf = (button: Element): HTMLElement | null => button.querySelector('.tooltip:popover-open');
const isShown = (button: Element) => (): boolean => tooltipOf(button) !== null;
const isHidden = (button: Element) => (): boolean => tooltipOf(button) === null;

describe('The tooltip of an icon button', () => {
  before(() => setViewport(wide));
  afterEach(() => sendMouse({ type: 'move', position: [999, 699] }));

  const markAllReadIn = (bell: NudgeBell): HTMLElement =>
    queryOne(inboxOf(bell), 'header .icon-button:first-of-type');

  it('appears on hover with the name of the button and stays while the pointer is on it', async () => {
    const bell = await renderBellAt('top: 0; right: 0');
    await openPanel(bell);
    const button = markAllReadIn(bell);
    await hover(button);
    await waitUntil(isShown(button));
    expect(tooltipOf(button)!.innerText).to.equal('Mark all as read');
    await hover(tooltipOf(button)!);
    await wait(300);
    expect(isShown(button)()).to.be.true;
    await sendMouse({ type: 'move', position: [10, 690] });
    await waitUntil(isHidden(button));
  });

  it('appears on the bell for the keyboard and disappears with the focus', async () => {
    const bell = await renderBellAt('top: 0; left: 0');
    await sendKeys({ press: 'Tab' });
    const button = bellButton(bell);
    await waitUntil(isShown(button));
    expect(tooltipOf(button)!.innerText).to.equal('Notifications, 3 new');
    button.blur();
    expect(isShown(button)()).to.be.false;
  });

  it('closes on Escape, which leaves the panel open', async () => {
    const bell = await renderBellAt('top: 0; right: 0');
    await openPanel(bell);
    await sendKeys({ press: 'Tab' });
    const button = markAllReadIn(bell);
    await waitUntil(isShown(button));
    await sendKeys({ press: 'Escape' });
    expect([isShown(button)(), isVisible(panelOf(bell))]).to.deep.equal([false, true]);
    await sendKeys({ press: 'Escape' });
    await nextFrames();
    expect(isVisible(panelOf(bell))).to.be.false;
  });

  it('is not shown for a press', async () => {
    const bell = await renderBellAt('top: 0; right: 0');
    await openPanel(bell);
    const button = markAllReadIn(bell);
    await hover(button);
    await sendMouse({ type: 'down' });
    await wait(700);
    await sendMouse({ type: 'up' });
    expect(isShown(button)()).to.be.false;
  });

  it('is not shown on touch', async () => {
    const bell = await renderBellAt('top: 0; right: 0');
    stubProperty(PointerEvent.prototype, 'pointerType', 'touch');
    await hover(bellButton(bell));
    await wait(700);
    expect(isShown(bellButton(bell))()).to.be.false;
  });

  it('is not shown on elements of the page around it', async () => {
    const page = await fixture<HTMLElement>(html`<div class="icon-button"></div>`);
    const sandbox = createEmptySandbox();
    const inbox = await renderInbox(createTestSession(sandbox, { ids: addNotifications(sandbox, 3) }));
    inbox.className = 'bell';
    page.append(inbox);
    await nextFrames();
    await hover(queryOne(inbox, 'h2'));
    await wait(700);
    expect(page.querySelectorAll('.tooltip')).to.have.length(0);
  });

  it('leaves the accessible name of its button unchanged', async () => {
    const bell = await renderBellAt('top: 0; right: 0');
    await openPanel(bell);
    const button = markAllReadIn(bell);
    await hover(button);
    await waitUntil(isShown(button));
    expect([button.ariaLabel, button.title, tooltipOf(button)!.ariaHidden]).to.deep.equal([
      'Mark all as read',
      '',
      'true',
    ]);
    await expect(bell).to.be.accessible();
  });

  for (const direction of ['ltr', 'rtl'])
    for (const place of ['top: 0; left: 0', 'top: 0; right: 0', 'bottom: 0; left: 0', 'bottom: 0; right: 0'])
      it(`is wholly in the window and beside its button, from ${place}, ${direction}`, async () => {
        setPageAttribute('dir', direction);
        const bell = await renderBellAt(place);
        const expectVisible = async (button: Element): Promise<void> => {
          await hover(button);
          await waitUntil(isShown(button));
          const tooltip = tooltipOf(button)!.getBoundingClientRect();
          const { top, bottom } = button.getBoundingClientRect();
          expect(tooltip.left).to.be.at.least(0);
          expect(tooltip.right).to.be.at.most(wide.width);
          expect(tooltip.top).to.be.at.least(0);
          expect(tooltip.bottom).to.be.at.most(wide.height);
          expect(tooltip.bottom <= top || tooltip.top >= bottom, 'not over its button').to.be.true;
          const middle = centerOf(tooltipOf(button)!);
          expect(document.elementFromPoint(...middle)?.localName, 'not covered').to.equal('nudge-bell');
        };
        await expectVisible(bellButton(bell));
        await openPanel(bell);
        for (const button of queryAll(inboxOf(bell), 'header .icon-button')) await expectVisible(button);
        await expectVisible(queryOne(bell, '[slot=header-actions]'));
      });
});
