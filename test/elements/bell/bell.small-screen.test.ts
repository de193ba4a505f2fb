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

function threeNotifications(): ReturnType<typeof createTestSession> {
  const sandbox = createEmptySandbox();
  return createTestSession(sandbox, { ids: addNotifications(sandbox, 3) });
}

async function open(bell: NudgeBell): Promise<HTMLDialogElement> {
  bell.open = true;
  await nextFrames();
  return panelOf(bell);
}

describe('a nudge-bell on a small screen', () => {
  beforeEach(() => setViewport(narrow));
  after(() => setViewport(wide));

  it('opens a sheet over the whole width, which is modal, with a Close to see', async () => {
    const bell = await renderBell(threeNotifications());
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
    ['its Close', (bell: NudgeBell) => clickOn(queryOne(bell, '[slot=header-actions]')), 'close-button'],
  ] as const) {
    it(`closes by ${name}, and gives the focus back`, async () => {
      const bell = await renderBell(threeNotifications());
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

  it('closes by a press on the page behind, unless the page keeps it open', async () => {
    const bell = await renderBell(threeNotifications());
    const closes = recordEvents(bell, 'nudge-close');
    bell.addEventListener('nudge-close', (event) => event.preventDefault(), { once: true });
    await clickOn(bellButton(bell));
    await nextFrames();
    for (const isOpen of [true, false]) {
      await clickOn(document.documentElement.appendChild(corner()));
      await nextFrames();
      expect(isVisible(panelOf(bell))).to.equal(isOpen);
    }
    expect(closes.map(({ detail }) => detail.reason)).to.deep.equal(['outside', 'outside']);
  });

  /** A thing of the page in its upper corner, behind the sheet's back; it leaves with the next moment. */
  function corner(): HTMLElement {
    const element = document.createElement('i');
    element.style.cssText = 'position: fixed; top: 2px; right: 2px; width: 4px; height: 4px';
    setTimeout(() => element.remove());
    return element;
  }

  it('opens again at once after it was closed', async () => {
    const bell = await renderBell(threeNotifications());
    await open(bell);
    bell.open = false;
    await bell.updateComplete;
    bell.open = true;
    await bell.updateComplete;
    await nextFrames();
    expect([bell.open, panelOf(bell).matches(':modal')]).to.deep.equal([true, true]);
  });

  it('opens again where the browser tells of the closing before its end', async () => {
    const bell = await renderBell(threeNotifications());
    await open(bell);
    bell.open = false;
    await bell.updateComplete;
    bell.open = true;
    await bell.updateComplete;
    // Before the event `toggle`: which of the two comes first is up to the browser.
    panelOf(bell).dispatchEvent(new Event('close'));
    await nextFrames();
    expect([bell.open, panelOf(bell).matches(':modal')]).to.deep.equal([true, true]);
  });

  it('stays a modal sheet as it moves within the page', async () => {
    const bell = await renderBell(threeNotifications());
    await open(bell);
    const place = fixtureSync<HTMLElement>(html`<div></div>`);
    place.append(bell);
    await nextFrames();
    expect([bell.open, panelOf(bell).matches(':modal')]).to.deep.equal([true, true]);
  });

  it('is a sheet at the bottom also after it was placed beside the bell', async () => {
    stubProperty(CSS, 'supports', () => false);
    await setViewport(wide);
    const bell = await renderBell(threeNotifications());
    await open(bell);
    bell.open = false;
    await setViewport(narrow);
    const { left, width, bottom } = (await open(bell)).getBoundingClientRect();
    expect([left, width, bottom]).to.deep.equal([0, narrow.width, narrow.height]);
  });
});
