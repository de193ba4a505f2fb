import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { NudgeCard } from '../../../src/elements/card/card.js';
import {
  clickOn,
  deepActiveElement,
  expectEventually,
  queryAll,
  queryOne,
  recordEvents,
  setPageAttribute,
  visibleText,
  waitUntil,
} from '../support.js';
import { emulatePointers, inboxOf, renderFirstCard, touchScreen } from './card-support.js';

describe('The menu of a card', () => {
  beforeEach(() => void emulatePointers(...touchScreen));

  const opener = (card: NudgeCard): HTMLElement => queryOne(card, '.more-button');
  const menus = (card: NudgeCard): HTMLDialogElement[] => queryAll<HTMLDialogElement>(card, '.menu');
  const items = (card: NudgeCard): HTMLElement[] => queryAll(card, '.menu button');

  /** Opens the menu by keyboard. */
  async function openMenu(card: NudgeCard): Promise<HTMLDialogElement> {
    opener(card).focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => menus(card)[0]?.open, 'The menu is closed.');
    return menus(card)[0]!;
  }

  it('opens from a button of 44 pixels that says what it opens', async () => {
    const card = await renderFirstCard();
    const menu = await openMenu(card);
    const { width, height } = opener(card).getBoundingClientRect();
    expect([width, height]).to.deep.equal([44, 44]);
    expect([opener(card).ariaLabel, opener(card).getAttribute('aria-haspopup')]).to.deep.equal([
      'More actions',
      'dialog',
    ]);
    expect(menu.matches(':modal')).to.be.true;
    expect(items(card).map(visibleText)).to.deep.equal(['Mark as read', 'Dismiss']);
    expect(items(card).every((item) => item.getBoundingClientRect().height >= 44)).to.be.true;
    expect(deepActiveElement() === items(card)[0]).to.be.true;
  });

  it('closes on Escape and on a click outside, with the focus back on its button', async () => {
    const card = await renderFirstCard();
    for (const close of [
      () => sendKeys({ press: 'Escape' }),
      () => sendMouse({ type: 'click', position: [5, 300] }),
    ]) {
      await openMenu(card);
      await close();
      await expectEventually(() => menus(card).length, 0);
      await waitUntil(() => deepActiveElement() === opener(card), 'The focus is not back.');
    }
  });

  it('marks the notification as read, with the focus back on its button', async () => {
    const card = await renderFirstCard();
    const reads = recordEvents(document, 'nudge-read-change');
    await openMenu(card);
    await clickOn(items(card)[0]!);
    await expectEventually(() => menus(card).length, 0);
    await waitUntil(() => deepActiveElement() === opener(card), 'The focus is not back.');
    expect(reads.map(({ detail }) => detail.isRead)).to.deep.equal([true]);
    await openMenu(card);
    expect(items(card).map(visibleText)).to.deep.equal(['Mark as unread', 'Dismiss']);
  });

  it('dismisses the notification, with the focus on the next one and an undo', async () => {
    const card = await renderFirstCard();
    const inbox = inboxOf(card);
    await openMenu(card);
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => !card.isConnected, 'The card is still there.');
    await expectEventually(() => queryAll(inbox, '.undo').map(visibleText), ['Dismissed Undo']);
    await waitUntil(
      () => deepActiveElement() === queryAll(inbox, '[role=article]')[0],
      'The focus is not on the next one.',
    );
  });

  for (const direction of ['ltr', 'rtl']) {
    it(`lies within the window in a page with dir="${direction}"`, async () => {
      setPageAttribute('dir', direction);
      const card = await renderFirstCard();
      const place = (await openMenu(card)).getBoundingClientRect();
      expect([place.left >= 0, place.right <= innerWidth, place.bottom <= innerHeight]).to.deep.equal([
        true,
        true,
        true,
      ]);
      const side = direction === 'rtl' ? 'left' : 'right';
      expect(Math.abs(place[side] - opener(card).getBoundingClientRect()[side])).to.be.below(10);
    });
  }

  it('does not block the page when the panel around it is hidden', async () => {
    const card = await renderFirstCard();
    const menu = await openMenu(card);
    (inboxOf(card) as HTMLElement).hidden = true;
    await waitUntil(() => !menu.open, 'The menu is open.');
  });
});
