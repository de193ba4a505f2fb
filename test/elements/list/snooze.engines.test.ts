import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { clickOn, deepActiveElement, waitUntil } from '../support.js';
import { articles, undoText } from './feed-support.js';
import {
  choice,
  expectUnread,
  fieldValue,
  openChoices,
  openMenus,
  renderSnoozable,
  setClockToMorning,
  snoozeTools,
  timeField,
} from './snooze-support.js';

describe('<nudge-inbox snooze>', () => {
  beforeEach(() => setClockToMorning());

  it('works by the keyboard, and gives the focus back', async () => {
    const { inbox } = await renderSnoozable(3);
    const [opener] = snoozeTools(inbox);
    opener!.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => openMenus(inbox).length === 1);
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => openMenus(inbox).length === 0);
    expect(deepActiveElement()).to.equal(opener);
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => openMenus(inbox).length === 1);
    choice(inbox, 'Next week').focus();
    await sendKeys({ press: 'Enter' });
    await expectUnread(inbox, 1, 2);
    await waitUntil(() => deepActiveElement() === articles(inbox)[0], 'the next notification has the focus');
  });

  it('snoozes until a chosen time', async () => {
    const { inbox } = await renderSnoozable(2);
    await openChoices(inbox);
    timeField(inbox).value = fieldValue(new Date(2025, 11, 24, 18));
    await clickOn(choice(inbox, 'Snooze'));
    await expectUnread(inbox, 1);
    expect(undoText(inbox)).to.match(/^Snoozed until December 24, 2025\W+(at )?6:00 PM Undo$/);
  });

  it('refuses a chosen time that is in the past, more than a year ahead or missing', async () => {
    const { inbox } = await renderSnoozable(1);
    await openChoices(inbox);
    const button = choice(inbox, 'Snooze');
    for (const value of [fieldValue(new Date(2025, 10, 18, 10)), fieldValue(new Date(2027, 0, 1)), '']) {
      timeField(inbox).value = value;
      await clickOn(button);
      expect(openMenus(inbox), value).to.have.length(1);
      expect(timeField(inbox).value).to.equal(value);
      expect(timeField(inbox).validity.valid).to.equal(false);
    }
    expect(articles(inbox)).to.have.length(1);
    expect(undoText(inbox)).to.equal(null);
  });
});
