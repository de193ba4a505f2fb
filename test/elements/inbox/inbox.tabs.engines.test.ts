import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import { deepActiveElement, expectEventually, setPageAttribute, visibleText } from '../support.js';
import { renderTabs, selectedTab, tabButtons } from './tabs-support.js';

describe('<nudge-inbox> tabs', () => {
  async function pressKeys(inbox: NudgeInbox, steps: [key: string, tab: string][]): Promise<void> {
    tabButtons(inbox)[0]!.focus();
    for (const [press, expected] of steps) {
      await sendKeys({ press });
      await expectEventually(() => visibleText(deepActiveElement()!), expected, press);
      expect(selectedTab(inbox), press).to.equal(expected);
    }
  }

  it('are one stop for Tab, and arrow keys, Home and End select another one', async () => {
    const { inbox } = await renderTabs();
    expect(tabButtons(inbox).map(({ tabIndex }) => tabIndex)).to.deep.equal([0, -1, -1]);
    await pressKeys(inbox, [
      ['ArrowRight', 'Orders 2'],
      ['ArrowRight', 'Money 2'],
      ['ArrowRight', 'All 4'],
      ['ArrowLeft', 'Money 2'],
      ['Home', 'All 4'],
      ['End', 'Money 2'],
      ['ArrowDown', 'Money 2'],
    ]);
    expect(tabButtons(inbox).map(({ tabIndex }) => tabIndex)).to.deep.equal([-1, -1, 0]);
  });

  it('follow the direction of the page', async () => {
    setPageAttribute('dir', 'rtl');
    const { inbox } = await renderTabs();
    const [first, second] = tabButtons(inbox).map((tab) => tab.getBoundingClientRect());
    expect(first!.left).to.be.greaterThan(second!.left);
    await pressKeys(inbox, [
      ['ArrowLeft', 'Orders 2'],
      ['ArrowRight', 'All 4'],
    ]);
  });
});
