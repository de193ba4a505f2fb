import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { panelReady } from '../../../src/elements/bell/loaded-panel.js';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import {
  addNotifications,
  bellButton,
  cards,
  cardTitles,
  clickOn,
  countRequests,
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
  waitUntil,
} from '../support.js';

function renderBellWithCount(unread: number, read = 0): Promise<NudgeBell> {
  const sandbox = createEmptySandbox();
  const ids = addNotifications(sandbox, unread + read, (index) => ({ isRead: index >= unread }));
  return renderBell(createTestSession(sandbox, { ids }));
}

describe('<nudge-bell>', () => {
  async function openByClick(bell: NudgeBell): Promise<NudgeBell> {
    await clickOn(bellButton(bell));
    expect(isVisible(panelOf(bell))).to.be.true;
    return bell;
  }

  it('starts closed', async () => {
    const bell = await renderBellWithCount(1);
    expect(queryAll(bell, 'dialog').filter(isVisible)).to.have.length(0);
    expect(bellButton(bell).getAttribute('aria-expanded')).to.equal('false');
    await expect(bell).to.be.accessible();
  });

  it('creates its panel closed when the page is idle, without requests and cards', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 3);
    const source = { load: () => Promise.resolve({ references: ids.map((id) => ({ id, isRead: false })) }) };
    const bell = await renderBell(createTestSession(sandbox, { source }));
    await panelReady;
    await nextFrames();
    expect(isVisible(panelOf(bell))).to.be.false;
    expect(bell.open).to.be.false;
    expect(bellButton(bell).getAttribute('aria-expanded')).to.equal('false');
    expect(countRequests(sandbox)).to.equal(0);
    expect(cards(inboxOf(bell))).to.have.length(0);
    await expect(bell).to.be.accessible();
    await openByClick(bell);
    await waitUntil(() => cards(inboxOf(bell)).length === 3, 'no cards');
  });

  it('loads the font of its panel before that is opened, without showing it', async () => {
    // For a letter of “All”, the name of a filter.
    const font = new FontFace('Panel Font', 'url(data:font/woff2;base64,)', { unicodeRange: 'U+41' });
    document.fonts.add(font);
    document.body.style.setProperty('--nudge-font-family', 'Panel Font');
    const bell = await renderBellWithCount(0);
    await waitUntil(() => font.status !== 'unloaded', 'the font does not load');
    document.body.removeAttribute('style');
    document.fonts.delete(font);
    expect(isVisible(panelOf(bell))).to.be.false;
    expect(panelOf(bell).getAnimations({ subtree: true })).to.have.length(0);
  });

  it('leaves the layout of cards further down until its first frame is painted', async () => {
    const bell = await renderBellWithCount(12);
    await panelReady;
    await waitUntil(() => cards(inboxOf(bell)).length === 12, 'no cards');
    const countSkipped = (): number =>
      queryAll(inboxOf(bell), '[role=article]').filter(
        (row) => getComputedStyle(row).contentVisibility === 'hidden',
      ).length;
    bellButton(bell).click();
    await bell.updateComplete;
    expect(countSkipped()).to.equal(7);
    await waitUntil(() => countSkipped() === 0, 'further cards stay hidden');
  });

  it('opens on click, moves the focus into the panel and fires nudge-open', async () => {
    const bell = await renderBellWithCount(2);
    const events = recordEvents(document.body, 'nudge-open');
    await openByClick(bell);
    await nextFrames();
    expect(events.map(({ detail }) => detail)).to.deep.equal([{ reason: 'button' }]);
    expect(bellButton(bell).getAttribute('aria-expanded')).to.equal('true');
    expect(bell.hasAttribute('open')).to.be.true;
    expect(panelOf(bell).matches(':focus-within')).to.be.true;
    expect(cardTitles(inboxOf(bell))).to.have.length(2);
    await expect(bell).to.be.accessible();
  });

  for (const key of ['Enter', ' ']) {
    it(`opens on ${key} and returns the focus to the button on Escape`, async () => {
      const bell = await renderBellWithCount(1);
      const closes = recordEvents(bell, 'nudge-close');
      bellButton(bell).focus();
      await sendKeys({ press: key });
      await flushTasks();
      expect(isVisible(panelOf(bell))).to.be.true;
      expect(panelOf(bell).matches(':focus-within')).to.be.true;
      await sendKeys({ press: 'Escape' });
      await flushTasks();
      expect(isVisible(panelOf(bell))).to.be.false;
      expect(bell.open).to.be.false;
      expect(deepActiveElement() === bellButton(bell)).to.be.true;
      expect(closes.map(({ detail }) => detail)).to.deep.equal([{ reason: 'escape' }]);
    });
  }

  it('focuses the panel itself each time it opens', async () => {
    const bell = await renderBellWithCount(2);
    for (let time = 0; time < 2; time++) {
      await openByClick(bell);
      await nextFrames();
      expect(deepActiveElement() === panelOf(bell)).to.be.true;
      await clickOn(bellButton(bell));
    }
  });

  it('returns the focus from inside a card on Escape and stops the key event from bubbling', async () => {
    const bell = await renderBellWithCount(2);
    const escapes: string[] = [];
    const recordKey = ({ key }: KeyboardEvent): void => void escapes.push(key);
    bell.parentElement!.addEventListener('keydown', recordKey);
    await openByClick(bell);
    await nextFrames();
    queryOne(inboxOf(bell).shadowRoot!.querySelector('nudge-card')!, '.tools button:first-child').focus();
    await sendKeys({ press: 'Escape' });
    await flushTasks();
    expect(deepActiveElement() === bellButton(bell)).to.be.true;
    expect(escapes).to.deep.equal([]);
  });

  it('closes by its close button and returns the focus', async () => {
    const bell = await openByClick(await renderBellWithCount(1));
    const closes = recordEvents(bell, 'nudge-close');
    queryOne(bell, '[slot=header-actions]').focus();
    await sendKeys({ press: 'Enter' });
    await flushTasks();
    expect(isVisible(panelOf(bell))).to.be.false;
    expect(deepActiveElement() === bellButton(bell)).to.be.true;
    expect(closes.map(({ detail }) => detail)).to.deep.equal([{ reason: 'close-button' }]);
  });

  it('closes on a click outside and leaves the focus there', async () => {
    const bell = await openByClick(await renderBellWithCount(1));
    const closes = recordEvents(bell, 'nudge-close');
    const field = document.createElement('input');
    field.style.cssText = 'position: fixed; right: 10px; bottom: 10px; inline-size: 60px';
    field.ariaLabel = 'Field';
    bell.parentElement!.append(field);
    await clickOn(field);
    expect(isVisible(panelOf(bell))).to.be.false;
    expect(bell.open).to.be.false;
    expect(deepActiveElement() === field).to.be.true;
    expect(closes.map(({ detail }) => detail)).to.deep.equal([{ reason: 'browser' }]);
  });

  it('closes on a click on its button and stays closed', async () => {
    const bell = await openByClick(await renderBellWithCount(1));
    const opens = recordEvents(bell, 'nudge-open');
    const closes = recordEvents(bell, 'nudge-close');
    await clickOn(bellButton(bell));
    await nextFrames();
    expect(isVisible(panelOf(bell))).to.be.false;
    expect(opens).to.have.length(0);
    expect(closes.map(({ detail }) => detail)).to.deep.equal([{ reason: 'button' }]);
    await clickOn(bellButton(bell));
    expect(isVisible(panelOf(bell))).to.be.true;
  });

  it('stays closed if the page cancels nudge-open', async () => {
    const bell = await renderBellWithCount(1);
    bell.addEventListener('nudge-open', (event) => event.preventDefault());
    await clickOn(bellButton(bell));
    expect([bell.open, queryAll(bell, 'dialog').filter(isVisible)]).to.deep.equal([false, []]);
  });

  it('stays open if the page cancels nudge-close', async () => {
    const bell = await openByClick(await renderBellWithCount(1));
    bell.addEventListener('nudge-close', (event) => event.preventDefault());
    await sendKeys({ press: 'Escape' });
    await clickOn(bellButton(bell));
    queryOne(bell, '[slot=header-actions]').click();
    await flushTasks();
    expect([bell.open, isVisible(panelOf(bell))]).to.deep.equal([true, true]);
  });

  it('opens and closes by property and attribute without firing events', async () => {
    const bell = await renderBellWithCount(1);
    const events = [...recordEvents(bell, 'nudge-open'), ...recordEvents(bell, 'nudge-close')];
    for (const [change, isOpen] of [
      [() => (bell.open = true), true],
      [() => (bell.open = false), false],
      [() => bell.setAttribute('open', ''), true],
      [() => bell.removeAttribute('open'), false],
      [() => (bell.open = true), true],
    ] as const) {
      change();
      await nextFrames();
      expect([bell.open, isVisible(panelOf(bell))]).to.deep.equal([isOpen, isOpen]);
    }
    expect(events).to.have.length(0);
  });

  it('starts open with the open attribute', async () => {
    const bell = await fixture<NudgeBell>(
      html`<nudge-bell .session=${createTestSession(createEmptySandbox())} open></nudge-bell>`,
    );
    await nextFrames();
    expect(isVisible(panelOf(bell))).to.be.true;
  });

  it('closes and fires nudge-close when another popover opens', async () => {
    const bell = await openByClick(await renderBellWithCount(1));
    const closes = recordEvents(bell, 'nudge-close');
    const other = await fixture<HTMLElement>(html`<div popover="auto">Other</div>`);
    other.showPopover();
    await nextFrames();
    expect([bell.open, isVisible(panelOf(bell))]).to.deep.equal([false, false]);
    expect(closes.map(({ detail, cancelable }) => [detail.reason, cancelable])).to.deep.equal([
      ['browser', false],
    ]);
    expect(isVisible(other)).to.be.true;
  });

  it('closes when the page cancels nudge-navigate to use its own router', async () => {
    const bell = await openByClick(
      await (async () => {
        const sandbox = createEmptySandbox();
        const ids = addNotifications(sandbox, 1, () => ({
          payload: { title: 'Go', itemRedirect: '/there' },
        }));
        return renderBell(createTestSession(sandbox, { ids }));
      })(),
    );
    await nextFrames();
    const closes = recordEvents(bell, 'nudge-close');
    bell.addEventListener('nudge-navigate', (event) => event.preventDefault());
    queryOne(inboxOf(bell).shadowRoot!.querySelector('nudge-card')!, '.item-link').click();
    await flushTasks();
    expect(isVisible(panelOf(bell))).to.be.false;
    expect(closes.map(({ detail }) => detail)).to.deep.equal([{ reason: 'navigate' }]);
  });
});
