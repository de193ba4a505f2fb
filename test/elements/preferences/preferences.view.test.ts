import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { NudgePreferences } from '../../../src/elements/preferences/preferences.js';
import type { Session } from '../../../src/inbox/session.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox.js';
import {
  buttonNamed,
  createGroups,
  off,
  on,
  renderGroups,
  switches,
  switchStates,
} from './preferences-support.js';
import { emulateColorScheme, followColorScheme } from '../engine.js';
import {
  addHostStyle,
  addNotifications,
  bellButton,
  clickOn,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  flushTasks,
  inboxOf,
  isVisible,
  nextFrames,
  panelOf,
  queryAll,
  queryOne,
  recordEvents,
  renderBell,
  renderInbox,
  setPageAttribute,
  waitUntil,
} from '../support.js';

const preferencesIn = (inbox: NudgeInbox): NudgePreferences => queryOne(inbox, 'nudge-preferences');

function createService(count = 3): [Sandbox, Session] {
  const sandbox = createSandbox();
  const ids = sandbox.notificationIds().slice(0, count);
  return [sandbox, createTestSession(sandbox, { ids, groups: createGroups(sandbox, on, off) })];
}

async function openPreferences(inbox: NudgeInbox): Promise<NudgePreferences> {
  buttonNamed(inbox, 'Preferences').focus();
  await sendKeys({ press: 'Enter' });
  await flushTasks();
  return preferencesIn(inbox);
}

describe('<nudge-inbox> preferences', () => {
  it('are offered while there are groups', async () => {
    const [sandbox, session] = createService();
    const inbox = await renderInbox(session);
    expect(buttonNamed(inbox, 'Preferences').getBoundingClientRect().width).to.be.at.least(24);
    session.preferences.setGroups([]);
    await flushTasks();
    expect(() => buttonNamed(inbox, 'Preferences')).to.throw();
    session.preferences.setGroups(createGroups(sandbox, on));
    await flushTasks();
    buttonNamed(inbox, 'Preferences');
  });

  it('replace the list, take the focus and return both on Back', async () => {
    const [, session] = createService();
    const inbox = await renderInbox(session);
    const preferences = await openPreferences(inbox);
    expect(inbox.view).to.equal('preferences');
    expect(switchStates(preferences)).to.deep.equal(['true', 'false']);
    expect(queryOne(inbox, '.list').checkVisibility()).to.equal(false);
    expect(deepActiveElement()).to.equal(queryOne(preferences, 'h2'));
    await sendKeys({ down: 'Shift' });
    await sendKeys({ press: 'Tab' });
    await sendKeys({ up: 'Shift' });
    expect(deepActiveElement()).to.equal(buttonNamed(inbox, 'Back'));
    await sendKeys({ press: 'Enter' });
    await flushTasks();
    expect(inbox.view).to.equal('inbox');
    expect(queryOne(inbox, '.list').checkVisibility()).to.equal(true);
    expect(deepActiveElement()).to.equal(buttonNamed(inbox, 'Preferences'));
  });

  it('return the focus to the heading if their button is gone', async () => {
    const [, session] = createService();
    const inbox = await renderInbox(session);
    await openPreferences(inbox);
    session.preferences.setGroups([]);
    buttonNamed(inbox, 'Back').focus();
    await sendKeys({ press: 'Enter' });
    await flushTasks();
    expect(deepActiveElement()).to.equal(queryOne(inbox, 'h2'));
  });

  it('keep the scroll position of the list', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 30);
    const inbox = await renderInbox(
      createTestSession(sandbox, { ids, groups: [{ id: 'g', name: 'Group', ...on }] }),
    );
    inbox.style.blockSize = '400px';
    await nextFrames();
    const list = queryOne(inbox, '.list');
    list.scrollTo(0, 300);
    await openPreferences(inbox);
    await nextFrames();
    await clickOn(buttonNamed(inbox, 'Back'));
    await nextFrames();
    expect(list.scrollTop).to.equal(300);
  });

  it('start another list at its top, if the page changes the filter meanwhile', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 30, () => ({ isRead: false }));
    const inbox = await renderInbox(createTestSession(sandbox, { ids }));
    inbox.style.blockSize = '400px';
    await nextFrames();
    const list = queryOne(inbox, '.list');
    list.scrollTo(0, 300);
    inbox.view = 'preferences';
    await nextFrames();
    inbox.filter = 'unread';
    inbox.view = 'inbox';
    await nextFrames();
    expect(list.scrollTop).to.equal(0);
  });

  it('can be shown by the view attribute without moving the focus', async () => {
    const [, session] = createService();
    const inbox = await renderInbox(session);
    inbox.setAttribute('view', 'preferences');
    await flushTasks();
    expect(switchStates(preferencesIn(inbox))).to.have.length(2);
    expect(deepActiveElement()).to.equal(document.body);
    inbox.setAttribute('view', 'elsewhere');
    await flushTasks();
    expect(queryAll(inbox, 'nudge-preferences')).to.have.length(0);
  });
});

describe('<nudge-bell> preferences', () => {
  it('show the close button, and return to the notifications on Escape before the panel closes', async () => {
    const [, session] = createService();
    const bell = await renderBell(session);
    await clickOn(bellButton(bell));
    await nextFrames();
    const preferences = await openPreferences(inboxOf(bell));
    const close = buttonNamed(bell, 'Close').getBoundingClientRect();
    const header = queryOne(preferences, 'header').getBoundingClientRect();
    expect(close.width).to.be.at.least(24);
    expect(close.bottom).to.be.within(header.top, header.bottom);
    switches(preferences)[0]!.focus();
    await sendKeys({ press: 'Escape' });
    await flushTasks();
    expect([inboxOf(bell).view, isVisible(panelOf(bell))]).to.deep.equal(['inbox', true]);
    expect(deepActiveElement()).to.equal(buttonNamed(inboxOf(bell), 'Preferences'));
    await sendKeys({ press: 'Escape' });
    await flushTasks();
    expect(isVisible(panelOf(bell))).to.equal(false);
    expect(deepActiveElement()).to.equal(bellButton(bell));
  });

  it('are replaced by the list when the panel reopens', async () => {
    const [, session] = createService();
    const bell = await renderBell(session);
    await clickOn(bellButton(bell));
    await openPreferences(inboxOf(bell));
    await clickOn(bellButton(bell));
    expect(bell.open).to.equal(false);
    await clickOn(bellButton(bell));
    expect(inboxOf(bell).view).to.equal('inbox');
  });

  it('fire one event per change and per failure', async () => {
    const [sandbox, session] = createService();
    const bell = await renderBell(session);
    const changes = recordEvents(document, 'nudge-preference-change');
    const errors = recordEvents(document, 'nudge-error');
    await clickOn(bellButton(bell));
    const preferences = await openPreferences(inboxOf(bell));
    await clickOn(switches(preferences)[0]!);
    expect(changes.map(({ target }) => target)).to.deep.equal([bell]);
    expect(changes[0]!.detail.isGroupNotificationOff).to.equal(true);
    sandbox.failNext({ status: 400 });
    await clickOn(switches(preferences)[1]!);
    expect(errors.map(({ target, detail }) => [target, detail.operation])).to.deep.equal([
      [bell, 'set-preference'],
    ]);
  });

  it('are saved even if the view was left', async () => {
    const [sandbox, session] = createService();
    const bell = await renderBell(session);
    const changes = recordEvents(document, 'nudge-preference-change');
    await clickOn(bellButton(bell));
    const preferences = await openPreferences(inboxOf(bell));
    sandbox.latency = 30;
    switches(preferences)[0]!.click();
    buttonNamed(inboxOf(bell), 'Back').click();
    await waitUntil(() => changes.length > 0);
    await flushTasks();
    expect(changes).to.have.length(1);
  });
});

const modes = { light: ['light', 'ltr'], dark: ['dark', 'ltr'], 'right-to-left': ['light', 'rtl'] } as const;

for (const [mode, [scheme, direction]] of Object.entries(modes)) {
  describe(`<nudge-preferences> in ${mode} mode`, () => {
    before(() => emulateColorScheme(scheme));
    after(() => emulateColorScheme());
    beforeEach(() => {
      setPageAttribute('dir', direction);
      addHostStyle(`html { ${followColorScheme()}; background: Canvas }`);
    });

    it('is accessible in every state of a row', async () => {
      const { element, sandbox } = await renderGroups(on, { ...off, section: 'News' }, {}, on, {
        isRequired: true,
      });
      sandbox.failNext({ status: 400 });
      await clickOn(switches(element)[0]!);
      sandbox.latency = 600_000;
      switches(element)[1]!.click();
      buttonNamed(element, 'Receive').click();
      await flushTasks();
      await expect(element).to.be.accessible();
    });

    it('is accessible without groups and after Mute all', async () => {
      const { element: empty } = await renderGroups();
      await expect(empty).to.be.accessible();
      const { element } = await renderGroups(on, on);
      await clickOn(buttonNamed(element, 'Mute all'));
      await expect(element).to.be.accessible();
    });

    it('is accessible in the view of an inbox', async () => {
      const [, session] = createService();
      const inbox = await renderInbox(session);
      await openPreferences(inbox);
      await expect(inbox).to.be.accessible();
    });

    it('clips no text or target at 320 pixels with wider text spacing', async () => {
      addHostStyle('nudge-preferences { inline-size: 320px }');
      const { element, sandbox } = await renderGroups(on, {}, on, { isRequired: true });
      sandbox.failNext({ status: 400 });
      await clickOn(switches(element)[0]!);
      const spacingSheet = new CSSStyleSheet();
      spacingSheet.replaceSync(
        '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }',
      );
      element.shadowRoot!.adoptedStyleSheets.push(spacingSheet);
      const { left, right } = element.getBoundingClientRect();
      for (const part of queryAll(element, '.row *, header *')) {
        const box = part.getBoundingClientRect();
        if (box.width > 0) {
          expect(box.left, part.className).to.be.at.least(left);
          expect(box.right, part.className).to.be.at.most(right);
        }
      }
      for (const { innerText, className, offsetHeight, offsetWidth } of queryAll(element, 'button')) {
        // A click on the texts of the row toggles the switch, too.
        expect(offsetHeight, innerText || className).to.be.at.least(className === 'switch' ? 22 : 24);
        expect(offsetWidth, innerText || className).to.be.at.least(24);
      }
    });
  });
}
