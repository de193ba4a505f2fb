import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { focusedIndex, press, renderWithShortcuts } from '../selection/shortcuts-support.js';
import { renderPage, searchField } from '../full-page/page-support.js';
import { boxes, renderSelectable, selected } from '../selection/selection-support.js';
import {
  openChoices,
  openMenus,
  renderSnoozable,
  setClockToMorning,
  timeField,
} from '../list/snooze-support.js';
import { on, renderGroups, switches, switchStates } from '../preferences/preferences-support.js';
import { createSlotted } from '../list/custom-card-support.js';
import { expectEventually, waitUntil } from '../support.js';

const keyTypes = ['keydown', 'keypress', 'keyup'];
/** Engines differ in which keys have this event. */
const withoutPresses = (events: readonly string[]): string[] =>
  events.filter((event) => !event.startsWith('keypress'));
const fieldTypes = ['beforeinput', 'input', 'change', 'cut', 'copy', 'paste'];

describe('A page around the elements', () => {
  let seen: string[] = [];
  const record = (event: Event): void => {
    seen.push(event instanceof KeyboardEvent ? `${event.type} ${event.key}` : event.type);
  };

  beforeEach(() => {
    seen = [];
    for (const type of [...keyTypes, ...fieldTypes]) document.addEventListener(type, record);
  });

  afterEach(() => {
    for (const type of [...keyTypes, ...fieldTypes]) document.removeEventListener(type, record);
  });

  it('does not see what is typed into the search', async () => {
    const { inbox } = await renderPage(3);
    const field = searchField(inbox);
    field.focus();
    await sendKeys({ type: 'sub' });
    for (const key of ['Backspace', 'ArrowLeft', 'Enter', 'Escape']) await sendKeys({ press: key });
    await sendKeys({ type: 'x' });
    for (const type of ['cut', 'copy', 'paste'])
      field.dispatchEvent(new ClipboardEvent(type, { bubbles: true, composed: true }));
    field.blur();
    expect(field.value).to.equal('x');
    expect(seen).to.deep.equal([]);
  });

  it('sees the keys in the search that type nothing there, each to its end', async () => {
    const { inbox } = await renderPage(3);
    const field = searchField(inbox);
    field.focus();
    await sendKeys({ press: 'Escape' });
    // A real one would move the focus out of the page.
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'F6', bubbles: true, composed: true }));
    await sendKeys({ down: 'Control' });
    await sendKeys({ down: 'y' });
    await sendKeys({ up: 'Control' });
    await sendKeys({ up: 'y' });
    await sendKeys({ press: 'Tab' });
    expect(withoutPresses(seen)).to.deep.equal([
      'keydown Escape',
      'keyup Escape',
      'keydown F6',
      'keydown Control',
      'keydown y',
      'keyup Control',
      'keyup y',
      'keydown Tab',
      'keyup Tab',
    ]);
  });

  it('sees of the field for a time only the keys with Ctrl', async () => {
    setClockToMorning();
    const { inbox } = await renderSnoozable(1);
    await openChoices(inbox);
    seen = [];
    timeField(inbox).focus();
    await sendKeys({ type: '12' });
    await sendKeys({ press: 'ArrowUp' });
    await sendKeys({ down: 'Control' });
    await sendKeys({ press: 'y' });
    await sendKeys({ up: 'Control' });
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => openMenus(inbox).length === 0);
    expect(withoutPresses(seen)).to.deep.equal(['keydown Control', 'keydown y', 'keyup y', 'keyup Control']);
  });

  it('sees nothing when a checkbox is used, nor a shortcut on it', async () => {
    const feed = await renderSelectable(2);
    feed.inbox.shortcuts = true;
    await feed.inbox.updateComplete;
    boxes(feed)[1]!.focus();
    await sendKeys({ press: ' ' });
    expect(selected(feed)).to.deep.equal([1]);
    await sendKeys({ press: 'x' });
    await feed.inbox.updateComplete;
    expect(selected(feed)).to.deep.equal([]);
    expect(seen).to.deep.equal([]);
  });

  it('sees of the keys of the list only those that it does not use', async () => {
    const feed = await renderWithShortcuts(3);
    seen = [];
    await press(feed, 'j', 'ArrowDown', 'q', 'Enter');
    expect(focusedIndex(feed)).to.equal(2);
    expect(seen).to.deep.equal(['keydown q', 'keypress q', 'keyup q']);
  });

  it('does not see the keys that press a switch', async () => {
    const { element } = await renderGroups(on);
    switches(element)[0]!.focus();
    await sendKeys({ press: ' ' });
    await expectEventually(() => switchStates(element), ['false']);
    await sendKeys({ press: 'Enter' });
    await expectEventually(() => switchStates(element), ['true']);
    await sendKeys({ press: 's' });
    expect(seen).to.deep.equal(['keydown s', 'keypress s', 'keyup s']);
  });

  it('sees what is typed into its own field in a slot', async () => {
    const { inbox } = await renderPage(1);
    const slotted = createSlotted('footer');
    const field = document.createElement('input');
    slotted.replaceChildren(field);
    inbox.append(slotted);
    field.focus();
    await sendKeys({ press: 's' });
    expect(seen).to.deep.equal(['keydown s', 'keypress s', 'beforeinput', 'input', 'keyup s']);
  });
});
