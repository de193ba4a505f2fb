import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { cards, inboxOf, queryOne, renderBell, waitUntil } from '../support.js';
import { createSessionOf, openPanel, wide } from '../bell/bell-support.js';
import { articles, listElement, renderFeed, scrollListTo } from '../list/feed-support.js';
import { renderTabs, tabButtons } from '../inbox/tabs-support.js';
import { notIn } from '../engine.js';

/** Whether an element of the page can move in a direction. The target is the element, whatever scrolls in its shadow tree. */
function canPageScroll(target: EventTarget | null, isDown: boolean): boolean {
  for (let around = target instanceof Element ? target : null; around; around = around.parentElement) {
    const { scrollTop, scrollHeight, clientHeight } = around;
    if (isDown ? scrollTop < scrollHeight - clientHeight : scrollTop > 0) return true;
  }
  return false;
}

/** Cancels what would scroll something else than a part of the page, as the lock of a modal dialog does. */
function lock(event: Event): void {
  const isDown = !(event instanceof WheelEvent) || event.deltaY > 0;
  if (!canPageScroll(event.target, isDown)) event.preventDefault();
}

/** Dispatches the event of a wheel, as the browser does. Returns whether it scrolls, or zooms. */
function wheel(target: Element, init: WheelEventInit): boolean {
  return target.dispatchEvent(
    new WheelEvent('wheel', { bubbles: true, composed: true, cancelable: true, ...init }),
  );
}

/** Moves fingers, each from one place to another. Returns whether that scrolls, or zooms. */
function swipe(target: Element, ...moves: readonly { x?: number; y?: number }[]): boolean {
  const dispatch = (type: string, isMoved: boolean): boolean => {
    const touches = moves.map(({ x = 0, y = 0 }, identifier) => {
      const [clientX, clientY] = isMoved ? [100 + x, 100 + y] : [100, 100];
      return new Touch({ identifier, target, clientX, clientY });
    });
    return target.dispatchEvent(
      new TouchEvent(type, { bubbles: true, composed: true, cancelable: true, touches }),
    );
  };
  dispatch('touchstart', false);
  return dispatch('touchmove', true);
}

const itTouches = notIn(['firefox', 'webkit'], 'a desktop has no touch events');

describe('A page that locks its scrolling', () => {
  beforeEach(() => {
    for (const type of ['wheel', 'touchmove']) document.addEventListener(type, lock, { passive: false });
  });
  afterEach(() => {
    for (const type of ['wheel', 'touchmove']) document.removeEventListener(type, lock);
  });

  it('lets a wheel scroll the list as far as that goes', async () => {
    const { inbox } = await renderFeed(20);
    const [row] = articles(inbox) as [HTMLElement];
    expect(wheel(row, { deltaY: 100 }), 'at the start, down').to.equal(true);
    expect(wheel(row, { deltaY: -100 }), 'at the start, up').to.equal(false);
    await scrollListTo(inbox, 50);
    expect(wheel(row, { deltaY: -100 }), 'in the middle, up').to.equal(true);
    await scrollListTo(inbox, 1e6);
    expect(wheel(row, { deltaY: 100 }), 'at the end, down').to.equal(false);
  });

  it('lets a wheel over a card scroll the list, and none over the header', async () => {
    const { inbox } = await renderFeed(20);
    const text = queryOne(articles(inbox)[1]!.querySelector('nudge-card')!, '.title');
    expect(wheel(text, { deltaY: 100 })).to.equal(true);
    expect(wheel(queryOne(inbox, 'h2'), { deltaY: 100 })).to.equal(false);
  });

  it('sees a wheel with Ctrl, which zooms', async () => {
    const { inbox } = await renderFeed(20);
    expect(wheel(articles(inbox)[0]!, { deltaY: 100, ctrlKey: true })).to.equal(false);
  });

  it('lets a wheel scroll the whole inbox where that scrolls in place of the list', async () => {
    const { inbox } = await renderFeed(20);
    inbox.style.setProperty('--_list-flex', 'none');
    const root = queryOne(inbox, '.root');
    expect(root.scrollHeight).to.be.above(root.clientHeight);
    expect(wheel(articles(inbox)[0]!, { deltaY: 100 }), 'over the list').to.equal(true);
    expect(wheel(queryOne(inbox, 'h2'), { deltaY: 100 }), 'over the header').to.equal(true);
    expect(wheel(articles(inbox)[0]!, { deltaY: -100 }), 'at the start').to.equal(false);
  });

  for (const direction of ['ltr', 'rtl'])
    it(`lets a wheel scroll tabs to the side, ${direction}`, async () => {
      const { inbox } = await renderTabs();
      inbox.dir = direction;
      inbox.tabs = Array.from({ length: 12 }, (_, index) => ({ id: `${index}`, label: `Label ${index}` }));
      inbox.style.width = '320px';
      await inbox.updateComplete;
      const onwards = direction === 'ltr' ? 100 : -100;
      const [tab] = tabButtons(inbox) as [HTMLElement];
      expect(wheel(tab, { deltaX: onwards }), 'at the start, onwards').to.equal(true);
      expect(wheel(tab, { deltaX: -onwards }), 'at the start, back').to.equal(false);
      expect(wheel(tab, { deltaY: onwards, shiftKey: true }), 'with Shift').to.equal(true);
      queryOne(inbox, '.tabs').scrollLeft = 1e6 * Math.sign(onwards);
      expect(wheel(tab, { deltaX: onwards }), 'at the end, onwards').to.equal(false);
      expect(wheel(tab, { deltaX: -onwards }), 'at the end, back').to.equal(true);
    });

  it('has no part in the panel of a bell, which keeps the wheel at its end', async () => {
    await setViewport(wide);
    const bell = await renderBell(createSessionOf(20));
    await openPanel(bell);
    const inbox = inboxOf(bell);
    await waitUntil(() => cards(inbox).length > 6);
    let count = 0;
    const add = (): number => (count += 1);
    document.addEventListener('wheel', add);
    wheel(articles(inbox)[0]!, { deltaY: -100 });
    document.removeEventListener('wheel', add);
    expect(count).to.equal(0);
  });

  it('sees a wheel over a short list', async () => {
    const { inbox } = await renderFeed(1);
    const { scrollHeight, clientHeight } = listElement(inbox);
    expect(scrollHeight).to.equal(clientHeight);
    expect(wheel(articles(inbox)[0]!, { deltaY: 100 })).to.equal(false);
  });

  itTouches('lets a finger scroll the list as far as that goes', async () => {
    const { inbox } = await renderFeed(20);
    const [row] = articles(inbox) as [HTMLElement];
    expect(swipe(row, { y: -50 }), 'at the start, down').to.equal(true);
    await scrollListTo(inbox, 1e6);
    expect(swipe(row, { y: -50 }), 'at the end, down').to.equal(false);
    expect(swipe(row, { y: -10, x: 60 }), 'to the side').to.equal(false);
  });

  itTouches('sees two fingers, which zoom', async () => {
    const { inbox } = await renderFeed(20);
    expect(swipe(articles(inbox)[0]!, { y: -50 }, { y: 50 })).to.equal(false);
  });
});
