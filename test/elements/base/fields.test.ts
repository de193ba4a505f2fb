import { expect } from '@open-wc/testing';
import { renderPage, searchField } from '../full-page/page-support.js';
import { openChoices, renderSnoozable, setClockToMorning, timeField } from '../list/snooze-support.js';

/** Applies the styles for a coarse pointer, as a phone does. */
function applyCoarseStyles({ adoptedStyleSheets }: ShadowRoot): void {
  const sheet = new CSSStyleSheet();
  for (const rule of adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules]))
    if (rule instanceof CSSMediaRule && rule.conditionText === '(pointer: coarse)')
      for (const { cssText } of rule.cssRules) sheet.insertRule(cssText, sheet.cssRules.length);
  adoptedStyleSheets.push(sheet);
}

function expectLargeText(inbox: Element, field: Element): void {
  const size = (): number => Number.parseFloat(getComputedStyle(field).fontSize);
  expect(size()).to.be.below(16);
  applyCoarseStyles(inbox.shadowRoot!);
  expect(size()).to.equal(16);
}

describe('A field under a coarse pointer has a text of 16 pixels, so that iOS does not zoom the page', () => {
  it('in the search', async () => {
    const { inbox } = await renderPage(1);
    expectLargeText(inbox, searchField(inbox));
  });

  it('in the menu with the times', async () => {
    setClockToMorning();
    const { inbox } = await renderSnoozable(1);
    await openChoices(inbox);
    expectLargeText(inbox, timeField(inbox));
  });
});
