import { expect } from '@open-wc/testing';
import { renderPage, searchField } from '../full-page/page-support.js';
import { listElement, renderFeed } from '../list/feed-support.js';
import { cards, queryOne } from '../support.js';

/** The events in the first column of a table of the documentation, by the heading of its other column. */
async function documented(heading: string): Promise<string[]> {
  const response = await fetch('/docs/dialogs.md');
  const text = await response.text();
  const [, table = ''] = text.split(new RegExp(`\\| Event +\\| ${heading} +\\|\n`));
  const [rows = ''] = table.split('\n\n');
  const cells = rows.split('\n').map((row) => row.split('|')[1] ?? '');
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, type = '']) => type));
}

/** Whether the page sees an event that happens there. */
function leaves(type: string, target: EventTarget): boolean {
  let isSeen = false;
  const see = (): boolean => (isSeen = true);
  document.addEventListener(type, see);
  const init = { bubbles: true, composed: true, cancelable: true };
  target.dispatchEvent(
    type === 'wheel' ? new WheelEvent(type, { ...init, deltaY: 1 }) : new Event(type, init),
  );
  document.removeEventListener(type, see);
  return isSeen;
}

describe('The page around an element sees', () => {
  it('what the documentation lists, from fields and from cards', async () => {
    const { inbox } = await renderPage(3);
    const types = await documented('Why it leaves');
    expect(types).to.include.members(['pointerdown', 'focusin', 'click']);
    const targets = [
      searchField(inbox),
      cards(inbox)[0]!.shadowRoot!.querySelector('.title')!,
      listElement(inbox),
    ];
    for (const type of types)
      for (const target of targets)
        expect(leaves(type, target), `${type} ${target.className}`).to.equal(true);
  });

  it('none of the others that the documentation lists, each from where it is about something within', async () => {
    const { inbox } = await renderPage(3);
    const feed = await renderFeed(20);
    const types = await documented('Ends at the element');
    expect(types).to.include.members(['wheel', 'copy', 'transitionend']);
    // A finger and a key have a history: their own tests show them.
    const others = types.filter((type) => !/^touch|^key/.test(type));
    for (const type of others)
      expect(leaves(type, type === 'wheel' ? listElement(feed.inbox) : searchField(inbox)), type).to.equal(
        false,
      );
    for (const type of ['transitionend', 'animationend', 'copy'])
      expect(leaves(type, queryOne(inbox, 'h2')), type).to.equal(false);
    for (const type of ['contextmenu', 'selectstart', 'dragstart'])
      expect(leaves(type, queryOne(inbox, 'h2')), type).to.equal(true);
  });
});
