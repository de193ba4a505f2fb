import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import type { Session } from '../../../src/inbox/session.js';
import {
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
} from '../support.js';

const wide = { width: 1000, height: 700 };
const narrow = { width: 390, height: 700 };

function createSessionWithGroups(): Session {
  const sandbox = createEmptySandbox();
  return createTestSession(sandbox, {
    ids: addNotifications(sandbox, 2),
    groups: [{ id: 'g-1', name: 'Orders', isGroupNotificationOff: false }],
  });
}

/** Renders a bell between two links. */
async function renderBetweenLinks(): Promise<[before: HTMLElement, bell: NudgeBell, after: HTMLElement]> {
  const bell = await renderBell(createSessionWithGroups());
  const page = await fixture<HTMLElement>(html`<div><a href="#b">Before</a><a href="#a">After</a></div>`);
  const [before, after] = page.querySelectorAll('a');
  before!.after(bell);
  await nextFrames();
  return [before!, bell, after!];
}

async function openByKeyboard(bell: NudgeBell): Promise<void> {
  bellButton(bell).focus();
  await sendKeys({ press: 'Enter' });
  await nextFrames();
  expect(isVisible(panelOf(bell))).to.be.true;
}

async function pressShiftTab(): Promise<void> {
  await sendKeys({ down: 'Shift' });
  await sendKeys({ press: 'Tab' });
  await sendKeys({ up: 'Shift' });
}

async function openPreferences(bell: NudgeBell): Promise<void> {
  queryAll(inboxOf(bell), 'header .icon-button')[1]!.click();
  await nextFrames();
  expect(inboxOf(bell).view).to.equal('preferences');
}

describe('<nudge-bell> focus', () => {
  beforeEach(() => setViewport(wide));
  after(() => setViewport(wide));

  it('moves on behind the bell after the last control of the panel, which closes', async () => {
    const [, bell, after] = await renderBetweenLinks();
    const closes = recordEvents(bell, 'nudge-close');
    await openByKeyboard(bell);
    const path: (Element | null)[] = [];
    while (bell.open && path.length < 20) {
      await sendKeys({ press: 'Tab' });
      await flushTasks();
      path.push(deepActiveElement());
    }
    expect(path.pop()).to.equal(after);
    expect(path.length, 'controls of the panel').to.be.at.least(5);
    expect(isVisible(panelOf(bell))).to.be.false;
    expect(closes.map(({ detail }) => detail.reason)).to.deep.equal(['browser']);
    await expect(bell).to.be.accessible();
  });

  it('moves back to the bell before the first control, and on from there, which closes the panel', async () => {
    const [before, bell] = await renderBetweenLinks();
    await openByKeyboard(bell);
    await pressShiftTab();
    expect([deepActiveElement(), bell.open]).to.deep.equal([bellButton(bell), true]);
    await pressShiftTab();
    await flushTasks();
    expect([deepActiveElement(), isVisible(panelOf(bell))]).to.deep.equal([before, false]);
  });

  it('stays within the modal sheet', async () => {
    await setViewport(narrow);
    const [, bell] = await renderBetweenLinks();
    await openByKeyboard(bell);
    for (let presses = 0; presses < 12; presses++) {
      await sendKeys({ press: 'Tab' });
      expect(document.activeElement === bell || document.activeElement === document.body).to.be.true;
    }
    expect(isVisible(panelOf(bell))).to.be.true;
  });

  it('may be in content that the page puts into the panel', async () => {
    const bell = await renderBell(createSessionWithGroups());
    bell.innerHTML = '<a slot="footer" href="#all">All notifications</a>';
    await openByKeyboard(bell);
    bell.querySelector('a')!.focus();
    await flushTasks();
    expect([deepActiveElement(), isVisible(panelOf(bell))]).to.deep.equal([bell.querySelector('a'), true]);
  });

  for (const [name, viewport] of [
    ['panel', wide],
    ['sheet', narrow],
  ] as const)
    it(`returns from the preferences to the notifications on Escape, and then closes the ${name}`, async () => {
      await setViewport(viewport);
      const bell = await renderBell(createSessionWithGroups());
      await openByKeyboard(bell);
      await openPreferences(bell);
      await sendKeys({ press: 'Escape' });
      await nextFrames();
      expect([inboxOf(bell).view, isVisible(panelOf(bell))]).to.deep.equal(['inbox', true]);
      await sendKeys({ press: 'Escape' });
      await nextFrames();
      expect([isVisible(panelOf(bell)), deepActiveElement()]).to.deep.equal([false, bellButton(bell)]);
    });

  it('returns from the preferences on the back gesture of a phone', async () => {
    await setViewport(narrow);
    const bell = await renderBell(createSessionWithGroups());
    await openByKeyboard(bell);
    await openPreferences(bell);
    panelOf(bell).dispatchEvent(new Event('cancel', { cancelable: true }));
    await nextFrames();
    expect([inboxOf(bell).view, isVisible(panelOf(bell))]).to.deep.equal(['inbox', true]);
  });

  it('shows a ring on the panel for the keyboard only', async () => {
    const bell = await renderBell(createSessionWithGroups());
    const ring = (): string => getComputedStyle(inboxOf(bell), '::after').borderTopStyle;
    await sendKeys({ press: 'Tab' });
    expect(deepActiveElement()).to.equal(bellButton(bell));
    await sendKeys({ press: 'Enter' });
    await nextFrames();
    expect([deepActiveElement(), ring()], 'by keyboard').to.deep.equal([panelOf(bell), 'solid']);
    await clickOn(queryOne(bell, '[slot=header-actions]'));
    await clickOn(bellButton(bell));
    await nextFrames();
    expect([deepActiveElement(), ring()], 'by mouse').to.deep.equal([panelOf(bell), 'none']);
    await clickOn(queryOne(bell, '[slot=header-actions]'));
    bellButton(bell).blur();
    bell.open = true;
    await nextFrames();
    expect([deepActiveElement(), ring()], 'by script').to.deep.equal([panelOf(bell), 'none']);
  });
});
