import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import {
  addNotifications,
  bellButton,
  cardTitles,
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

function bellOf(unread: number, read = 0): Promise<NudgeBell> {
  const sandbox = createEmptySandbox();
  const ids = addNotifications(sandbox, unread + read, (index) => ({ isRead: index >= unread }));
  return renderBell(createTestSession(sandbox, { ids }));
}

describe('opening and closing a nudge-bell', () => {
  async function opened(bell: NudgeBell): Promise<NudgeBell> {
    await clickOn(bellButton(bell));
    expect(isVisible(panelOf(bell))).to.be.true;
    return bell;
  }

  it('is closed at first, and has fetched and built nothing of the panel', async () => {
    const bell = await bellOf(1);
    expect(isVisible(panelOf(bell))).to.be.false;
    expect(bellButton(bell).getAttribute('aria-expanded')).to.equal('false');
    expect(queryAll(bell, 'nudge-inbox')).to.have.length(0);
    await expect(bell).to.be.accessible();
  });

  it('opens by a press, moves the focus in, and tells the page', async () => {
    const bell = await bellOf(2);
    const events = recordEvents(document.body, 'nudge-open');
    await opened(bell);
    await nextFrames();
    expect(events.map(({ detail }) => detail)).to.deep.equal([{ reason: 'button' }]);
    expect(bellButton(bell).getAttribute('aria-expanded')).to.equal('true');
    expect(bell.hasAttribute('open')).to.be.true;
    expect(panelOf(bell).matches(':focus-within')).to.be.true;
    expect(cardTitles(inboxOf(bell))).to.have.length(2);
    await expect(bell).to.be.accessible();
  });

  for (const key of ['Enter', 'Space']) {
    it(`opens by ${key}, and Escape gives the focus back`, async () => {
      const bell = await bellOf(1);
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

  it('moves the focus to the panel as a whole, each time', async () => {
    const bell = await bellOf(2);
    for (let time = 0; time < 2; time++) {
      await opened(bell);
      await nextFrames();
      expect(deepActiveElement() === panelOf(bell)).to.be.true;
      await clickOn(bellButton(bell));
    }
  });

  it('gives the focus back from a place deep within, and keeps Escape from all around', async () => {
    const bell = await bellOf(2);
    const escapes: string[] = [];
    const keep = ({ key }: KeyboardEvent): void => void escapes.push(key);
    bell.parentElement!.addEventListener('keydown', keep);
    await opened(bell);
    await nextFrames();
    queryOne(
      inboxOf(bell).shadowRoot!.querySelector('nudge-notification')!,
      '.tools button:first-child',
    ).focus();
    await sendKeys({ press: 'Escape' });
    await flushTasks();
    expect(deepActiveElement() === bellButton(bell)).to.be.true;
    expect(escapes).to.deep.equal([]);
  });

  it('closes by its Close, and gives the focus back', async () => {
    const bell = await opened(await bellOf(1));
    const closes = recordEvents(bell, 'nudge-close');
    queryOne(bell, '[slot=header-actions]').focus();
    await sendKeys({ press: 'Enter' });
    await flushTasks();
    expect(isVisible(panelOf(bell))).to.be.false;
    expect(deepActiveElement() === bellButton(bell)).to.be.true;
    expect(closes.map(({ detail }) => detail)).to.deep.equal([{ reason: 'close-button' }]);
  });

  it('closes by a press elsewhere, and leaves the focus there', async () => {
    const bell = await opened(await bellOf(1));
    const closes = recordEvents(bell, 'nudge-close');
    const field = document.createElement('input');
    field.style.cssText = 'position: fixed; left: 10px; bottom: 10px';
    field.ariaLabel = 'Field';
    bell.parentElement!.append(field);
    await clickOn(field);
    expect(isVisible(panelOf(bell))).to.be.false;
    expect(bell.open).to.be.false;
    expect(deepActiveElement() === field).to.be.true;
    expect(closes.map(({ detail }) => detail)).to.deep.equal([{ reason: 'browser' }]);
  });

  it('closes by a press on the bell, and stays closed', async () => {
    const bell = await opened(await bellOf(1));
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

  it('stays closed where the page says so', async () => {
    const bell = await bellOf(1);
    bell.addEventListener('nudge-open', (event) => event.preventDefault());
    await clickOn(bellButton(bell));
    expect([bell.open, isVisible(panelOf(bell))]).to.deep.equal([false, false]);
  });

  it('stays open where the page says so', async () => {
    const bell = await opened(await bellOf(1));
    bell.addEventListener('nudge-close', (event) => event.preventDefault());
    await sendKeys({ press: 'Escape' });
    await clickOn(bellButton(bell));
    queryOne(bell, '[slot=header-actions]').click();
    await flushTasks();
    expect([bell.open, isVisible(panelOf(bell))]).to.deep.equal([true, true]);
  });

  it('follows its property and attribute without an event', async () => {
    const bell = await bellOf(1);
    const events = [...recordEvents(bell, 'nudge-open'), ...recordEvents(bell, 'nudge-close')];
    for (const [act, isOpen] of [
      [() => (bell.open = true), true],
      [() => (bell.open = false), false],
      [() => bell.setAttribute('open', ''), true],
      [() => bell.removeAttribute('open'), false],
      [() => (bell.open = true), true],
    ] as const) {
      act();
      await nextFrames();
      expect([bell.open, isVisible(panelOf(bell))]).to.deep.equal([isOpen, isOpen]);
    }
    expect(events).to.have.length(0);
  });

  it('is open from the start where the page says so', async () => {
    const bell = await fixture<NudgeBell>(
      html`<nudge-bell .session=${createTestSession(createEmptySandbox())} open></nudge-bell>`,
    );
    await nextFrames();
    expect(isVisible(panelOf(bell))).to.be.true;
  });

  it('is closed by another popover, and says so', async () => {
    const bell = await opened(await bellOf(1));
    const closes = recordEvents(bell, 'nudge-close');
    const other = await fixture<HTMLElement>(html`<div popover="auto">Other</div>`);
    other.showPopover();
    await nextFrames();
    expect([bell.open, isVisible(panelOf(bell))]).to.deep.equal([false, false]);
    expect(closes.map(({ detail, cancelable }) => [detail.reason, cancelable])).to.deep.equal([
      ['browser', false],
    ]);
    expect(isVisible(other as HTMLDialogElement)).to.be.true;
  });

  it('closes once the router of the page has taken a link over', async () => {
    const bell = await opened(
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
    queryOne(inboxOf(bell).shadowRoot!.querySelector('nudge-notification')!, '.item-link').click();
    await flushTasks();
    expect(isVisible(panelOf(bell))).to.be.false;
    expect(closes.map(({ detail }) => detail)).to.deep.equal([{ reason: 'navigate' }]);
  });
});
