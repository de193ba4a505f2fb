import { expect } from '@open-wc/testing';
import { resetMouse, sendMouse } from '@web/test-runner-commands';
import type { NudgeCard } from '../../../src/elements/card/card.js';
import {
  clickOn,
  expectEventually,
  preventNavigation,
  queryAll,
  queryOne,
  recordEvents,
} from '../support.js';
import { emulatePointers, inboxOf, renderFirstCard, touchScreen } from './card-support.js';

const opacityOf = (card: NudgeCard, selector: string): string =>
  getComputedStyle(queryOne(card, selector)).opacity;

const toolsOf = (card: NudgeCard): string[] =>
  queryAll(card, '.when button').map((button) => button.ariaLabel!);

async function hover(element: Element): Promise<void> {
  const { left, top } = element.getBoundingClientRect();
  await sendMouse({ type: 'move', position: [Math.round(left + 2), Math.round(top + 2)] });
}

describe('The tools of a card', () => {
  afterEach(() => resetMouse());

  it('take the place of the time while the pointer is on the card, and move nothing', async () => {
    const card = await renderFirstCard();
    const places = (): string[] =>
      ['.card', '.title', '.when'].map((part) =>
        JSON.stringify(queryOne(card, part).getBoundingClientRect()),
      );
    const before = places();
    expect([opacityOf(card, '.tools'), opacityOf(card, 'time')]).to.deep.equal(['0', '1']);
    await hover(card);
    expect([opacityOf(card, '.tools'), opacityOf(card, 'time')]).to.deep.equal(['1', '0']);
    expect(places()).to.deep.equal(before);
    const { left, top, bottom } = queryOne(card, '.tools').getBoundingClientRect();
    expect(left).to.be.at.least(queryOne(card, '.title').getBoundingClientRect().right);
    const place = card.getBoundingClientRect();
    expect([top >= place.top, bottom <= place.bottom]).to.deep.equal([true, true]);
  });

  it('appear on keyboard focus', async () => {
    const card = await renderFirstCard();
    queryOne(card, '.tools button:first-child').focus();
    expect([opacityOf(card, '.tools'), opacityOf(card, 'time')]).to.deep.equal(['1', '0']);
  });

  it('mark the notification as read without a press on the card, though their icon is replaced', async () => {
    const card = await renderFirstCard({ itemRedirect: '/there' });
    preventNavigation();
    const selections = recordEvents(inboxOf(card), 'nudge-select');
    const changes = recordEvents(inboxOf(card), 'nudge-read-change');
    await clickOn(queryOne(card, '.tools button:first-child svg'));
    await expectEventually(() => changes.length, 1);
    expect(selections).to.have.length(0);
  });

  it('leave the rest of the card to its link, the place of the time included', async () => {
    preventNavigation();
    const card = await renderFirstCard({ itemRedirect: '/there' });
    const topmost = (): string | null | undefined => {
      const { left, top, width, height } = queryOne(card, 'time').getBoundingClientRect();
      return card.shadowRoot!.elementFromPoint(left + width / 2, top + height / 2)?.getAttribute('class');
    };
    await expectEventually(topmost, 'item-link');
  });
});

describe('The buttons of a card', () => {
  it('fit the pointers of the device, also when these change', async () => {
    const setPointers = emulatePointers(...touchScreen);
    const card = await renderFirstCard();
    expect(toolsOf(card)).to.deep.equal(['More actions']);
    setPointers('hover: hover');
    await card.updateComplete;
    expect(toolsOf(card)).to.deep.equal(['Mark as read', 'Dismiss']);
    setPointers('hover: hover', 'any-pointer: coarse');
    await card.updateComplete;
    expect(toolsOf(card)).to.deep.equal(['Mark as read', 'Dismiss', 'More actions']);
  });

  it('fit the device also after a card was removed with its menu open', async () => {
    emulatePointers(...touchScreen);
    const card = await renderFirstCard();
    queryOne(card, '.more-button').click();
    await card.updateComplete;
    inboxOf(card).remove();
    await card.updateComplete;
    emulatePointers('hover: hover');
    expect(toolsOf(await renderFirstCard())).to.deep.equal(['Mark as read', 'Dismiss']);
  });
});
