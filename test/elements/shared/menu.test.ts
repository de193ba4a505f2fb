import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import { wide } from '../bell/bell-support.js';
import { emulatePointers, touchScreen } from '../card/card-support.js';
import { renderFeed } from '../list/feed-support.js';
import { cards, clickOn, queryAll, queryOne, visibleText, waitUntil } from '../support.js';

/** The words of an element that are on more than one line each. */
function brokenWords(element: Element): string[] {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/\S+/g)) {
      const range = new Range();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(word);
    }
  return broken;
}

describe('The menus of <nudge-inbox>', () => {
  beforeEach(async () => {
    emulatePointers(...touchScreen);
    await setViewport({ width: 320, height: 640 });
  });
  after(() => setViewport(wide));

  async function render(): Promise<NudgeInbox> {
    const { inbox } = await renderFeed(1);
    Object.assign(inbox, { desktop: true, snooze: true });
    inbox.style.setProperty('--nudge-font-size', '28px');
    await inbox.updateComplete;
    return inbox;
  }

  const openMenu = async (root: Element): Promise<HTMLElement> => {
    await waitUntil(() => queryAll(root, 'dialog.menu[open]').length === 1, 'the menu is not open');
    return queryOne(root, 'dialog.menu[open]');
  };
  const buttons = (menu: HTMLElement): HTMLElement[] => [...menu.querySelectorAll('button')];

  function expectWhole(menu: HTMLElement): void {
    expect(brokenWords(menu)).to.deep.equal([]);
    expect(menu.scrollWidth).to.equal(menu.clientWidth);
    const { left, right } = menu.getBoundingClientRect();
    expect([left >= 0, right <= 320], `${left} ${right}`).to.deep.equal([true, true]);
  }

  /** Expects that what the button says ends where the line above it does. */
  function expectAtEnd(button: HTMLElement): void {
    const end = button.getBoundingClientRect().right - parseFloat(getComputedStyle(button).paddingRight);
    expect(end).to.be.closeTo(button.closest('form')!.getBoundingClientRect().right, 1);
  }

  it('break no word and fit into 320 pixels with text of double size', async () => {
    const inbox = await render();
    await clickOn(queryOne(inbox, '.panel-menu-button'));
    expectWhole(await openMenu(inbox));
  });

  it('have a field for the time to snooze until that fits, and is not invalid before it was refused', async () => {
    const inbox = await render();
    const [card] = cards(inbox);
    await clickOn(queryOne(card!, '.more-button'));
    const actions = await openMenu(card!);
    await clickOn(buttons(actions).find((button) => visibleText(button).startsWith('Snooze'))!);
    const menu = await openMenu(inbox);
    expectWhole(menu);
    expectAtEnd(buttons(menu).at(-1)!);
    const field = menu.querySelector('input')!;
    expect(field.offsetWidth, 'a date and a time at 16 pixels').to.be.at.least(230);
    const isInvalid = (): string | null => field.getAttribute('aria-invalid');
    expect(isInvalid()).to.equal('false');
    await clickOn(buttons(menu).at(-1)!);
    expect(isInvalid()).to.equal('true');
    field.stepUp();
    field.dispatchEvent(new InputEvent('input'));
    expect(isInvalid()).to.equal('false');
  });

  it('have the button beside the field where there is room', async () => {
    await setViewport(wide);
    const { inbox } = await renderFeed(1);
    inbox.snooze = true;
    await inbox.updateComplete;
    const [card] = cards(inbox);
    await clickOn(queryOne(card!, '.more-button'));
    const actions = await openMenu(card!);
    await clickOn(buttons(actions).find((button) => visibleText(button).startsWith('Snooze'))!);
    const menu = await openMenu(inbox);
    const field = menu.querySelector('input')!.getBoundingClientRect();
    const snooze = buttons(menu).at(-1)!;
    expectAtEnd(snooze);
    const button = snooze.getBoundingClientRect();
    expect(button.left).to.be.at.least(field.right);
    expect(button.bottom).to.be.closeTo(field.bottom, 1);
    const startOf = (name: string): number => menu.querySelector(name)!.getBoundingClientRect().left;
    expect(startOf('form'), 'the line above').to.equal(startOf('svg'));
  });
});
