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
import {
  addHostStyle,
  addNotifications,
  bellButton,
  clickOn,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  emulateColorScheme,
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
} from '../support.js';

const view = (inbox: NudgeInbox): NudgePreferences => queryOne(inbox, 'nudge-preferences');

function service(count = 3): [Sandbox, Session] {
  const sandbox = createSandbox();
  const ids = sandbox.notificationIds().slice(0, count);
  return [sandbox, createTestSession(sandbox, { ids, groups: createGroups(sandbox, on, off) })];
}

async function openPreferences(inbox: NudgeInbox): Promise<NudgePreferences> {
  buttonNamed(inbox, 'Preferences').focus();
  await sendKeys({ press: 'Enter' });
  await flushTasks();
  return view(inbox);
}

describe('the preferences of a nudge-inbox', () => {
  it('are offered where there are groups, live', async () => {
    const [sandbox, session] = service();
    const inbox = await renderInbox(session);
    expect(buttonNamed(inbox, 'Preferences').getBoundingClientRect().width).to.be.at.least(24);
    session.preferences.setGroups([]);
    await flushTasks();
    expect(() => buttonNamed(inbox, 'Preferences')).to.throw();
    session.preferences.setGroups(createGroups(sandbox, on));
    await flushTasks();
    buttonNamed(inbox, 'Preferences');
  });

  it('take the place of the list and the focus, and give both back', async () => {
    const [, session] = service();
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

  it('give the focus to the heading where their button is gone', async () => {
    const [, session] = service();
    const inbox = await renderInbox(session);
    await openPreferences(inbox);
    session.preferences.setGroups([]);
    buttonNamed(inbox, 'Back').focus();
    await sendKeys({ press: 'Enter' });
    await flushTasks();
    expect(deepActiveElement()).to.equal(queryOne(inbox, 'h2'));
  });

  it('leave the list where the reader was', async () => {
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

  it('are a view that the page may set, without taking the focus', async () => {
    const [, session] = service();
    const inbox = await renderInbox(session);
    inbox.setAttribute('view', 'preferences');
    await flushTasks();
    expect(switchStates(view(inbox))).to.have.length(2);
    expect(deepActiveElement()).to.equal(document.body);
    inbox.setAttribute('view', 'elsewhere');
    await flushTasks();
    expect(queryAll(inbox, 'nudge-preferences')).to.have.length(0);
  });
});

describe('the preferences in a nudge-bell', () => {
  it('have the button that closes the panel; Escape closes it too', async () => {
    const [, session] = service();
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
    expect(isVisible(panelOf(bell))).to.equal(false);
    expect(deepActiveElement()).to.equal(bellButton(bell));
  });

  it('make way for what is new as it opens again', async () => {
    const [, session] = service();
    const bell = await renderBell(session);
    await clickOn(bellButton(bell));
    await openPreferences(inboxOf(bell));
    await clickOn(bellButton(bell));
    expect(bell.open).to.equal(false);
    await clickOn(bellButton(bell));
    expect(inboxOf(bell).view).to.equal('inbox');
  });

  it('tell the page of a choice, and of one that failed, once', async () => {
    const [sandbox, session] = service();
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

  it('are saved though the customer has left them', async () => {
    const [sandbox, session] = service();
    const bell = await renderBell(session);
    const changes = recordEvents(document, 'nudge-preference-change');
    await clickOn(bellButton(bell));
    const preferences = await openPreferences(inboxOf(bell));
    sandbox.latency = 30;
    switches(preferences)[0]!.click();
    buttonNamed(inboxOf(bell), 'Back').click();
    await new Promise((resolve) => setTimeout(resolve, 60));
    await flushTasks();
    expect(changes).to.have.length(1);
  });
});

const looks = { light: ['light', 'ltr'], dark: ['dark', 'ltr'], 'right-to-left': ['light', 'rtl'] } as const;

for (const [look, [scheme, direction]] of Object.entries(looks)) {
  describe(`what axe finds in preferences, ${look}`, () => {
    before(() => emulateColorScheme(scheme));
    after(() => emulateColorScheme());
    beforeEach(() => {
      setPageAttribute('dir', direction);
      addHostStyle('html { color-scheme: light dark; background: Canvas }');
    });

    it('is nothing in all that a row can be', async () => {
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

    it('is nothing where there is nothing, and after Mute all', async () => {
      const { element: empty } = await renderGroups();
      await expect(empty).to.be.accessible();
      const { element } = await renderGroups(on, on);
      await clickOn(buttonNamed(element, 'Mute all'));
      await expect(element).to.be.accessible();
    });

    it('is nothing in the view of an inbox', async () => {
      const [, session] = service();
      const inbox = await renderInbox(session);
      await openPreferences(inbox);
      await expect(inbox).to.be.accessible();
    });

    it('is no text or target that is lost where it is narrow and spaced', async () => {
      addHostStyle('nudge-preferences { inline-size: 320px }');
      const { element, sandbox } = await renderGroups(on, {}, on, { isRequired: true });
      sandbox.failNext({ status: 400 });
      await clickOn(switches(element)[0]!);
      const spaced = new CSSStyleSheet();
      spaced.replaceSync(
        '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }',
      );
      element.shadowRoot!.adoptedStyleSheets.push(spaced);
      const { left, right } = element.getBoundingClientRect();
      for (const part of queryAll(element, '.row *, header *')) {
        const box = part.getBoundingClientRect();
        if (box.width > 0) {
          expect(box.left, part.className).to.be.at.least(left);
          expect(box.right, part.className).to.be.at.most(right);
        }
      }
      for (const { innerText, className, offsetHeight, offsetWidth } of queryAll(element, 'button')) {
        // The switch is pressed by its words, too.
        expect(offsetHeight, innerText || className).to.be.at.least(className === 'switch' ? 22 : 24);
        expect(offsetWidth, innerText || className).to.be.at.least(24);
      }
    });
  });
}
