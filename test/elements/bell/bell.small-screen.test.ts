import { expect, fixtureSync, html } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import {
  addNotifications,
  bellButton,
  cardTitles,
  clickOn,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  inboxOf,
  isVisible,
  nextFrames,
  panelOf,
  queryOne,
  recordEvents,
  renderBell,
  stubProperty,
} from '../support.js';

const wide = { width: 1000, height: 700 };
const narrow = { width: 360, height: 640 };

function createSessionOfThree(): ReturnType<typeof createTestSession> {
  const sandbox = createEmptySandbox();
  return createTestSession(sandbox, { ids: addNotifications(sandbox, 3) });
}

async function openPanel(bell: NudgeBell): Promise<HTMLDialogElement> {
  bell.open = true;
  await nextFrames();
  return panelOf(bell);
}

describe('<nudge-bell> on a small screen', () => {
  beforeEach(() => setViewport(narrow));
  after(() => setViewport(wide));

  it('opens a modal sheet of full width with a visible close button', async () => {
    const bell = await renderBell(createSessionOfThree());
    await clickOn(bellButton(bell));
    await nextFrames();
    const { left, width, bottom } = panelOf(bell).getBoundingClientRect();
    expect([left, width, bottom]).to.deep.equal([0, narrow.width, narrow.height]);
    expect(panelOf(bell).matches(':modal')).to.be.true;
    expect(queryOne(bell, '[slot=header-actions]').checkVisibility()).to.be.true;
    expect(panelOf(bell).matches(':focus-within')).to.be.true;
    expect(cardTitles(inboxOf(bell))).to.have.length(3);
    await expect(bell).to.be.accessible();
  });

  for (const [name, close, reason] of [
    ['Escape', () => sendKeys({ press: 'Escape' }), 'escape'],
    [
      'the close button',
      (bell: NudgeBell) => clickOn(queryOne(bell, '[slot=header-actions]')),
      'close-button',
    ],
  ] as const) {
    it(`closes by ${name} and returns the focus to the button`, async () => {
      const bell = await renderBell(createSessionOfThree());
      const closes = recordEvents(bell, 'nudge-close');
      await clickOn(bellButton(bell));
      await nextFrames();
      await close(bell);
      await nextFrames();
      expect([bell.open, isVisible(panelOf(bell))]).to.deep.equal([false, false]);
      expect(deepActiveElement() === bellButton(bell)).to.be.true;
      expect(closes.map(({ detail }) => detail.reason)).to.deep.equal([reason]);
    });
  }

  it('closes on a click on the backdrop unless the page cancels nudge-close', async () => {
    const bell = await renderBell(createSessionOfThree());
    const closes = recordEvents(bell, 'nudge-close');
    bell.addEventListener('nudge-close', (event) => event.preventDefault(), { once: true });
    await clickOn(bellButton(bell));
    await nextFrames();
    for (const isOpen of [true, false]) {
      await clickOn(document.documentElement.appendChild(createCornerElement()));
      await nextFrames();
      expect(isVisible(panelOf(bell))).to.equal(isOpen);
    }
    expect(closes.map(({ detail }) => detail.reason)).to.deep.equal(['outside', 'outside']);
  });

  /** Creates an element in the top corner of the page, behind the sheet. It is removed in the next task. */
  function createCornerElement(): HTMLElement {
    const element = document.createElement('i');
    element.style.cssText = 'position: fixed; top: 2px; right: 2px; width: 4px; height: 4px';
    setTimeout(() => element.remove());
    return element;
  }

  it('reopens immediately after it was closed', async () => {
    const bell = await renderBell(createSessionOfThree());
    await openPanel(bell);
    bell.open = false;
    await bell.updateComplete;
    bell.open = true;
    await bell.updateComplete;
    await nextFrames();
    expect([bell.open, panelOf(bell).matches(':modal')]).to.deep.equal([true, true]);
  });

  it('reopens if the browser fires close before toggle', async () => {
    const bell = await renderBell(createSessionOfThree());
    await openPanel(bell);
    bell.open = false;
    await bell.updateComplete;
    bell.open = true;
    await bell.updateComplete;
    // Before `toggle`: browsers fire the two events in either order.
    panelOf(bell).dispatchEvent(new Event('close'));
    await nextFrames();
    expect([bell.open, panelOf(bell).matches(':modal')]).to.deep.equal([true, true]);
  });

  it('stays a modal sheet when it moves within the page', async () => {
    const bell = await renderBell(createSessionOfThree());
    await openPanel(bell);
    const container = fixtureSync<HTMLElement>(html`<div></div>`);
    container.append(bell);
    await nextFrames();
    expect([bell.open, panelOf(bell).matches(':modal')]).to.deep.equal([true, true]);
  });

  it('opens as a bottom sheet after it was open as a popover', async () => {
    stubProperty(CSS, 'supports', () => false);
    await setViewport(wide);
    const bell = await renderBell(createSessionOfThree());
    await openPanel(bell);
    bell.open = false;
    await setViewport(narrow);
    const { left, width, bottom } = (await openPanel(bell)).getBoundingClientRect();
    expect([left, width, bottom]).to.deep.equal([0, narrow.width, narrow.height]);
  });
});
