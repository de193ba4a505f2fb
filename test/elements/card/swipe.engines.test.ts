import { expect } from '@open-wc/testing';
import type { NudgeCard } from '../../../src/elements/card/card.js';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import { allowMotion, emulateColorScheme } from '../engine.js';
import {
  addNotifications,
  cards,
  cardTitles,
  createEmptySandbox,
  createTestSession,
  expectEventually,
  holdAnimations,
  preventNavigation,
  queryAll,
  queryOne,
  renderInbox,
  setPageAttribute,
  visibleText,
  waitUntil,
} from '../support.js';

async function renderThree(): Promise<NudgeInbox> {
  const sandbox = createEmptySandbox();
  const ids = addNotifications(sandbox, 3, (index) => ({
    payload: { title: `Title ${index}`, itemRedirect: '/there' },
  }));
  const inbox = await renderInbox(createTestSession(sandbox, { ids }));
  // Until a row is in view for a frame, the browser does not lay out its card.
  await expectEventually(() => cardTitles(inbox), ['Unread: Title 0', 'Unread: Title 1', 'Unread: Title 2']);
  return inbox;
}

/** A finger on the title of a card; the browser test has real ones. */
function touch(card: NudgeCard, type: string, x = 0): void {
  queryOne(card, '.title').dispatchEvent(
    new PointerEvent(type, {
      pointerType: 'touch',
      isPrimary: true,
      pointerId: 7,
      clientX: 200 + x,
      clientY: 100,
      bubbles: true,
      composed: true,
    }),
  );
}

async function pull(card: NudgeCard, distance: number): Promise<void> {
  touch(card, 'pointerdown');
  for (const part of [0.3, 0.7, 1]) touch(card, 'pointermove', distance * part);
  await card.updateComplete;
}

async function swipe(card: NudgeCard, distance: number): Promise<void> {
  await pull(card, distance);
  touch(card, 'pointerup', distance);
}

const offsetOf = (card: NudgeCard): number =>
  queryOne(card, '.card').getBoundingClientRect().left - card.getBoundingClientRect().left;
const undoTexts = (inbox: NudgeInbox): string[] => queryAll(inbox, '.undo').map(visibleText);

describe('A swipe over a card', () => {
  it('towards the end of the line marks it as read or unread, with an undo', async () => {
    const inbox = await renderThree();
    const [card] = cards(inbox);
    await swipe(card!, 160);
    await expectEventually(() => undoTexts(inbox), ['Marked as read Undo']);
    expect(cardTitles(inbox)[0]).to.equal('Title 0');
    queryOne(inbox, '.undo button').click();
    await expectEventually(() => cardTitles(inbox)[0], 'Unread: Title 0');
    await swipe(card!, 160);
    await expectEventually(() => cardTitles(inbox)[0], 'Title 0');
    await swipe(card!, 160);
    await expectEventually(() => undoTexts(inbox), ['Marked as unread Undo']);
  });

  it('back towards its start dismisses it, with an undo', async () => {
    const inbox = await renderThree();
    await swipe(cards(inbox)[0]!, -160);
    await expectEventually(() => cardTitles(inbox), ['Unread: Title 1', 'Unread: Title 2']);
    expect(undoTexts(inbox)).to.deep.equal(['Dismissed Undo']);
  });

  it('is mirrored in right-to-left direction', async () => {
    setPageAttribute('dir', 'rtl');
    const inbox = await renderThree();
    await swipe(cards(inbox)[0]!, -160);
    await expectEventually(() => undoTexts(inbox), ['Marked as read Undo']);
    await swipe(cards(inbox)[0]!, 160);
    await expectEventually(() => undoTexts(inbox), ['Dismissed Undo']);
  });

  it('moves the card with the finger and shows what would happen', async () => {
    const [card] = cards(await renderThree());
    await pull(card!, 60);
    expect(offsetOf(card!)).to.be.within(40, 60);
    expect(visibleText(queryOne(card!, '.swipe'))).to.equal('Mark as read');
    expect(queryAll(card!, '.swipe svg')).to.have.length(1);
    expect(queryOne(card!, '.swipe').matches('.far')).to.be.false;
    touch(card!, 'pointermove', -160);
    await card!.updateComplete;
    expect(offsetOf(card!)).to.be.below(-100);
    expect(visibleText(queryOne(card!, '.swipe.far'))).to.equal('Dismiss');
  });

  it('does nothing if it is too short, and lets the card snap back', async () => {
    const { followedUrls } = preventNavigation();
    const inbox = await renderThree();
    const [card] = cards(inbox);
    await swipe(card!, 60);
    await waitUntil(() => offsetOf(card!) === 0 && queryAll(card!, '.swipe').length === 0);
    await swipe(card!, -60);
    await waitUntil(() => offsetOf(card!) === 0 && queryAll(card!, '.swipe').length === 0);
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 1', 'Unread: Title 2']);
    expect(followedUrls).to.deep.equal([]);
  });

  it('ends without effect when the browser scrolls instead', async () => {
    const inbox = await renderThree();
    const [card] = cards(inbox);
    await pull(card!, 160);
    touch(card!, 'pointercancel');
    await waitUntil(() => offsetOf(card!) === 0 && queryAll(card!, '.swipe').length === 0);
    expect(cardTitles(inbox)[0]).to.equal('Unread: Title 0');
  });

  it('needs a finger: a mouse selects text', async () => {
    const inbox = await renderThree();
    const [card, second] = cards(inbox);
    const mouse = { pointerType: 'mouse', isPrimary: true, bubbles: true, composed: true };
    for (const [type, clientX] of [
      ['pointerdown', 200],
      ['pointermove', 360],
      ['pointerup', 360],
    ] as const)
      queryOne(card!, '.title').dispatchEvent(new PointerEvent(type, { ...mouse, clientX }));
    await swipe(second!, 160);
    await expectEventually(() => cardTitles(inbox)[1], 'Title 1');
    expect(cardTitles(inbox)[0]).to.equal('Unread: Title 0');
    expect(offsetOf(card!)).to.equal(0);
  });

  it('leaves scrolling and zooming to the browser', async () => {
    const [card] = cards(await renderThree());
    expect(getComputedStyle(card!).touchAction).to.equal('pan-y pinch-zoom');
  });
});

describe('A swipe over a card, in motion', () => {
  before(() => allowMotion());
  after(() => emulateColorScheme());

  /** Returns where the card is after so many milliseconds of its motion. */
  function offsetAfter(card: NudgeCard, ms: number): number {
    for (const animation of queryOne(card, '.card').getAnimations()) animation.currentTime = ms;
    return offsetOf(card);
  }

  for (const [direction, distance] of [
    ['ltr', -160],
    ['rtl', 160],
  ] as const)
    it(`lets what it dismisses go on to that side, in ${direction} direction`, async () => {
      setPageAttribute('dir', direction);
      const inbox = await renderThree();
      const [card] = cards(inbox);
      const letGo = holdAnimations();
      await pull(card!, distance);
      const pulled = offsetOf(card!);
      touch(card!, 'pointerup', distance);
      await inbox.updateComplete;
      expect(offsetAfter(card!, 100) / pulled).to.be.above(1.5);
      expect(queryAll(card!, '.swipe.far'), 'what uncovers it').to.have.length(1);
      letGo();
      await waitUntil(() => !card!.isConnected, 'The card does not go.');
    });

  it('lets a card that stays snap back', async () => {
    const inbox = await renderThree();
    const [card] = cards(inbox);
    const letGo = holdAnimations();
    await swipe(card!, 160);
    await inbox.updateComplete;
    expect(offsetAfter(card!, 100)).to.be.within(0, 100);
    letGo();
    await waitUntil(() => offsetOf(card!) === 0 && queryAll(card!, '.swipe').length === 0);
  });
});
