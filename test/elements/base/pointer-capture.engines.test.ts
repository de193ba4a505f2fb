import { expect } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { queryAll, waitUntil } from '../support.js';
import { renderFeed } from '../list/feed-support.js';

/** As a drawer does that can be dragged: the target is the element, whatever is pressed in its shadow tree. */
function capture({ target, pointerId }: PointerEvent): void {
  if (target instanceof Element) target.setPointerCapture(pointerId);
}

describe('A page that captures the pointer at the target of a press', () => {
  beforeEach(() => document.body.addEventListener('pointerdown', capture));
  afterEach(() => document.body.removeEventListener('pointerdown', capture));

  it('does not take the click from a control', async () => {
    const { inbox } = await renderFeed(1);
    const [, unread] = queryAll(inbox, '.filter') as [HTMLElement, HTMLElement];
    const { left, top, width, height } = unread.getBoundingClientRect();
    const position: [number, number] = [Math.round(left + width / 2), Math.round(top + height / 2)];
    await sendMouse({ type: 'click', position });
    await waitUntil(() => unread.getAttribute('aria-pressed') === 'true');
    expect(unread.getAttribute('aria-pressed')).to.equal('true');
  });
});
