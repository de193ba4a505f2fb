import { expect } from '@open-wc/testing';
import { resetMouse, sendKeys, sendMouse } from '@web/test-runner-commands';
import type { NudgeCard } from '../../../src/elements/card/card.js';
import {
  addNotifications,
  cards,
  clickOn,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  nextFrames,
  preventNavigation,
  queryAll,
  queryOne,
  recordEvents,
  renderInbox,
  setPageAttribute,
  stubProperty,
  visibleText,
} from '../support.js';

async function renderFirstCard(payload: object = {}): Promise<NudgeCard> {
  const sandbox = createEmptySandbox();
  const ids = addNotifications(sandbox, 3, () => ({ payload: { title: 'Title', ...payload } }));
  const inbox = await renderInbox(createTestSession(sandbox, { ids }));
  return cards(inbox)[0]!;
}

const inboxOf = (card: NudgeCard): Element => (card.getRootNode() as ShadowRoot).host;
const opacityOf = (card: NudgeCard, selector: string): string =>
  getComputedStyle(queryOne(card, selector)).opacity;

/** The media features of a screen that is touched. */
const touchScreen = ['hover: none', 'any-pointer: coarse'];

/** A screen with these media features alone. Returns a function that gives it others. */
function emulatePointers(...initial: string[]): (...features: string[]) => void {
  let features = initial;
  const media = new EventTarget();
  const { matchMedia } = window;
  stubProperty(window, 'matchMedia', (query) => {
    if (!query.includes('hover')) return matchMedia.call(window, query);
    const list = {
      get matches() {
        return features.some((feature) => query.includes(`(${feature})`));
      },
      addEventListener: media.addEventListener.bind(media),
      removeEventListener: media.removeEventListener.bind(media),
    };
    return list as MediaQueryList;
  });
  return (...changed) => {
    features = changed;
    media.dispatchEvent(new Event('change'));
  };
}

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
    await nextFrames();
    expect([selections.length, changes.length]).to.deep.equal([0, 1]);
  });

  it('leave the rest of the card to its link, the place of the time included', async () => {
    preventNavigation();
    const card = await renderFirstCard({ itemRedirect: '/there' });
    const { left, top, width, height } = queryOne(card, 'time').getBoundingClientRect();
    const target = card.shadowRoot!.elementFromPoint(left + width / 2, top + height / 2);
    expect(target?.getAttribute('class')).to.equal('item-link');
  });
});

describe('The buttons of a card', () => {
  for (const [screen, features, expected] of [
    ['a mouse', ['hover: hover'], ['Mark as read', 'Dismiss']],
    ['a touch screen', touchScreen, ['More actions']],
    ['both', ['hover: hover', 'any-pointer: coarse'], ['Mark as read', 'Dismiss', 'More actions']],
  ] as const) {
    it(`fit a device with ${screen}`, async () => {
      emulatePointers(...features);
      expect(toolsOf(await renderFirstCard())).to.deep.equal(expected);
    });
  }

  it('change with the pointers of the device', async () => {
    const setPointers = emulatePointers(...touchScreen);
    const card = await renderFirstCard();
    expect(toolsOf(card)).to.deep.equal(['More actions']);
    setPointers('hover: hover');
    await card.updateComplete;
    expect(toolsOf(card)).to.deep.equal(['Mark as read', 'Dismiss']);
  });

  it('fit the device also after a card was removed with its menu open', async () => {
    emulatePointers(...touchScreen);
    const card = await renderFirstCard();
    queryOne(card, '.more-button').click();
    await nextFrames();
    inboxOf(card).remove();
    await nextFrames();
    emulatePointers('hover: hover');
    expect(toolsOf(await renderFirstCard())).to.deep.equal(['Mark as read', 'Dismiss']);
  });
});

describe('The menu of a card', () => {
  beforeEach(() => void emulatePointers(...touchScreen));

  const opener = (card: NudgeCard): HTMLElement => queryOne(card, '.more-button');
  const menus = (card: NudgeCard): HTMLDialogElement[] => queryAll<HTMLDialogElement>(card, '.menu');
  const items = (card: NudgeCard): HTMLElement[] => queryAll(card, '.menu button');

  /** Opens the menu by keyboard. */
  async function openMenu(card: NudgeCard): Promise<HTMLDialogElement> {
    opener(card).focus();
    await sendKeys({ press: 'Enter' });
    await nextFrames();
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
    await expect(card).to.be.accessible();
  });

  it('closes on Escape and on a click outside, with the focus back on its button', async () => {
    const card = await renderFirstCard();
    for (const close of [
      () => sendKeys({ press: 'Escape' }),
      () => sendMouse({ type: 'click', position: [5, 300] }),
    ]) {
      await openMenu(card);
      await close();
      await nextFrames();
      expect(menus(card)).to.have.length(0);
      expect(deepActiveElement() === opener(card)).to.be.true;
    }
  });

  it('marks the notification as read, with the focus back on its button', async () => {
    const card = await renderFirstCard();
    const reads = recordEvents(document, 'nudge-read-change');
    await openMenu(card);
    await clickOn(items(card)[0]!);
    await nextFrames();
    expect(reads.map(({ detail }) => detail.isRead)).to.deep.equal([true]);
    expect(menus(card)).to.have.length(0);
    expect(deepActiveElement() === opener(card)).to.be.true;
    await openMenu(card);
    expect(items(card).map(visibleText)).to.deep.equal(['Mark as unread', 'Dismiss']);
  });

  it('dismisses the notification, with the focus on the next one and an undo', async () => {
    const card = await renderFirstCard();
    const inbox = inboxOf(card);
    await openMenu(card);
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Enter' });
    await nextFrames();
    expect(card.isConnected).to.be.false;
    expect(visibleText(queryOne(inbox, '.undo'))).to.equal('Dismissed Undo');
    expect(deepActiveElement() === queryAll(inbox, '[role=article]')[0]).to.be.true;
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
    await nextFrames();
    expect(menu.open).to.be.false;
  });
});
