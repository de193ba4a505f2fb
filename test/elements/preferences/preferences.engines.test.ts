import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import { createSandbox } from '../../../src/sandbox.js';
import {
  buttonNamed,
  createGroups,
  createService,
  on,
  openPreferences,
  problems,
  renderGroups,
  renderPreferences,
  rows,
  switches,
  switchStates,
  waitForFocus,
} from './preferences-support.js';
import {
  addNotifications,
  clickOn,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  expectEventually,
  queryOne,
  renderInbox,
  visibleText,
  waitUntil,
} from '../support.js';

describe('<nudge-preferences>', () => {
  it('toggles by keyboard and keeps the focus', async () => {
    const { element } = await renderGroups(on, on);
    element.focus();
    expect(deepActiveElement()?.localName).to.equal('h2');
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: ' ' });
    await expectEventually(() => switchStates(element), ['true', 'false']);
    await sendKeys({ press: 'Enter' });
    await expectEventually(() => switchStates(element), ['true', 'true']);
    expect(deepActiveElement()).to.equal(switches(element)[1]);
  });

  it('offers a retry that moves the focus to the switch', async () => {
    const { element, sandbox, groups } = await renderGroups(on, on);
    sandbox.failNext({ status: 400 });
    await clickOn(switches(element)[1]!);
    await expectEventually(() => problems(element).length, 1);
    await sendKeys({ press: 'Tab' });
    expect(deepActiveElement()).to.equal(buttonNamed(element, 'Try again'));
    await sendKeys({ press: 'Enter' });
    await expectEventually(() => sandbox.preference(groups[1]!.id), true);
    await expectEventually(() => problems(element), []);
    expect(switchStates(element)).to.deep.equal(['true', 'false']);
    await waitForFocus(() => switches(element)[1]!);
  });

  it('shows a focused switch once a choice is saved', async () => {
    const sandbox = createSandbox();
    let save: () => void = () => undefined;
    const saving = new Promise<void>((resolve) => (save = resolve));
    const session = createTestSession(sandbox, {
      groups: createGroups(sandbox, {}, on),
      fetch: (...request) => saving.then(() => sandbox.fetch(...request)),
    });
    const element = await renderPreferences(session);
    const receiveButton = buttonNamed(element, 'Receive');
    receiveButton.focus();
    await sendKeys({ press: 'Enter' });
    await element.updateComplete;
    expect(receiveButton.ariaPressed).to.equal('true');
    expect(buttonNamed(element, 'Don’t receive').ariaPressed).to.equal('false');
    expect(deepActiveElement()).to.equal(receiveButton);
    save();
    await expectEventually(() => switchStates(element), ['true', 'true']);
    await waitForFocus(() => switches(element)[0]!);
  });

  it('keeps the focus on a switch when the list changes', async () => {
    const { element, session, groups } = await renderGroups(on, on, on);
    const [, second] = switches(element);
    second!.focus();
    session.preferences.setGroups([groups[2]!, groups[1]!, groups[0]!]);
    await element.updateComplete;
    expect(deepActiveElement()).to.equal(second);
    expect(visibleText(rows(element)[1]!)).to.contain(groups[1]!.name!);
    session.preferences.setGroups([groups[1]!]);
    await element.updateComplete;
    expect(deepActiveElement()).to.equal(second);
    await sendKeys({ press: ' ' });
    await element.updateComplete;
    expect(session.preferences.state.groups[0]!.isGroupNotificationOff).to.equal(true);
  });

  it('moves the focus to the heading when the focused switch is removed', async () => {
    const { element, session, groups } = await renderGroups(on, on);
    switches(element)[1]!.focus();
    session.preferences.setGroups([groups[0]!]);
    await element.updateComplete;
    expect(deepActiveElement()).to.equal(queryOne(element, 'h2'));
  });
});

describe('<nudge-inbox> preferences', () => {
  it('replace the list, take the focus and return both on Back', async () => {
    const [, session] = createService();
    const inbox = await renderInbox(session);
    const preferences = await openPreferences(inbox);
    expect(inbox.view).to.equal('preferences');
    expect(switchStates(preferences)).to.deep.equal(['true', 'false']);
    expect(queryOne(inbox, '.list').checkVisibility()).to.equal(false);
    await sendKeys({ down: 'Shift' });
    await sendKeys({ press: 'Tab' });
    await sendKeys({ up: 'Shift' });
    expect(deepActiveElement()).to.equal(buttonNamed(inbox, 'Back'));
    await sendKeys({ press: 'Enter' });
    await waitForFocus(() => buttonNamed(inbox, 'Preferences'));
    expect(inbox.view).to.equal('inbox');
    expect(queryOne(inbox, '.list').checkVisibility()).to.equal(true);
  });

  it('return the focus to the heading if their button is gone', async () => {
    const [, session] = createService();
    const inbox = await renderInbox(session);
    await openPreferences(inbox);
    session.preferences.setGroups([]);
    buttonNamed(inbox, 'Back').focus();
    await sendKeys({ press: 'Enter' });
    await waitForFocus(() => queryOne(inbox, 'h2'));
  });

  it('keep the scroll position of the list', async () => {
    const sandbox = createEmptySandbox();
    const groups = [{ id: 'g', name: 'Group', ...on }];
    const inbox = await renderInbox(
      createTestSession(sandbox, { ids: addNotifications(sandbox, 30), groups }),
    );
    const list = await scrollList(inbox);
    await openPreferences(inbox);
    await clickOn(buttonNamed(inbox, 'Back'));
    await expectEventually(() => list.scrollTop, 300);
  });

  it('start another list at its top, if the page changes the filter meanwhile', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 30, () => ({ isRead: false }));
    const inbox = await renderInbox(createTestSession(sandbox, { ids }));
    const list = await scrollList(inbox);
    inbox.view = 'preferences';
    await waitUntil(() => !list.checkVisibility(), 'The list is visible.');
    inbox.filter = 'unread';
    inbox.view = 'inbox';
    await waitUntil(() => list.checkVisibility(), 'The list is hidden.');
    await expectEventually(() => list.scrollTop, 0);
  });

  /** Makes the inbox low, and scrolls its list. */
  async function scrollList(inbox: NudgeInbox): Promise<HTMLElement> {
    inbox.style.blockSize = '400px';
    const list = queryOne(inbox, '.list');
    await waitUntil(() => list.scrollHeight > 1000, 'The list is short.');
    list.scrollTo(0, 300);
    return list;
  }
});
