import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { notIn } from '../engine.js';
import { deepActiveElement, setPageAttribute, waitUntil } from '../support.js';
import { articleNames } from '../list/feed-support.js';
import { renderPage, search, searchField } from './page-support.js';

describe('The search of <nudge-inbox layout="page">', () => {
  for (const direction of ['ltr', 'rtl'] as const)
    notIn('firefox', 'it draws no button in a search field')(
      `is cleared by the button at the end of its field, ${direction}, anywhere in 24 pixels`,
      async () => {
        setPageAttribute('dir', direction);
        const { inbox } = await renderPage(3);
        for (const fromEnd of [6, 26]) {
          await search(inbox, 'title 2');
          await waitUntil(() => articleNames(inbox).length === 1);
          const { left, right, top, height } = searchField(inbox).getBoundingClientRect();
          const x = Math.round(direction === 'ltr' ? right - fromEnd : left + fromEnd);
          await sendMouse({ type: 'click', position: [x, Math.round(top + height / 2)] });
          await waitUntil(
            () => articleNames(inbox).length === 3,
            `not cleared ${fromEnd} pixels from the end`,
          );
        }
      },
    );

  it('ends on Escape, and leaves only the next one to the page', async () => {
    const { inbox } = await renderPage(3);
    await search(inbox, 'title 2');
    await waitUntil(() => articleNames(inbox).length === 1);
    const isPrevented: boolean[] = [];
    const record = (event: KeyboardEvent): void => void isPrevented.push(event.defaultPrevented);
    document.addEventListener('keydown', record);
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => articleNames(inbox).length === 3);
    expect(searchField(inbox).value).to.equal('');
    await sendKeys({ press: 'Escape' });
    document.removeEventListener('keydown', record);
    expect(isPrevented).to.deep.equal([false]);
    expect(deepActiveElement()).to.equal(searchField(inbox));
  });
});
