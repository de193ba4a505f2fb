import { expect, fixture, fixtureSync, html } from '@open-wc/testing';
import type { NudgePreferences } from '../../../src/elements/preferences/preferences.js';
import { createSandbox } from '../../../src/sandbox.js';
import {
  buttonNamed,
  createGroups,
  createService,
  identifyCustomer,
  notices,
  off,
  on,
  openPreferences,
  problems,
  renderGroups,
  renderPreferences,
  rows,
  statusText,
  switches,
  switchStates,
} from './preferences-support.js';
import { openByClick } from '../bell/bell-support.js';
import { accessibilityTree } from '../engine.js';
import {
  addHostStyle,
  bellButton,
  clickOn,
  countRequests,
  createTestSession,
  deepActiveElement,
  expectEventually,
  inboxOf,
  installFakeTimers,
  isVisible,
  panelOf,
  queryAll,
  queryOne,
  recordEvents,
  recordWarnings,
  renderBell,
  renderInbox,
  setOffline,
  setPageAttribute,
  stubProperty,
  visibleText,
  waitUntil,
} from '../support.js';

const badRequest = { status: 400 } as const;
const offlineLine = 'You’re offline. Keep this page open to save your choice.';

describe('<nudge-preferences>', () => {
  it('shows each group with name, description and a switch for its state', async () => {
    const { element, groups } = await renderGroups(on, off);
    expect(visibleText(queryOne(element, 'h2'))).to.equal('Preferences');
    expect(rows(element).map(visibleText)).to.deep.equal(
      groups.map(({ name, description }) => `${name} ${description}`),
    );
    expect(switchStates(element)).to.deep.equal(['true', 'false']);
  });

  it('marks a choice that only this device knows', async () => {
    const sandbox = createSandbox();
    const session = createTestSession(sandbox, { groups: createGroups(sandbox, off) });
    const { groups } = session.preferences.state;
    stubProperty(session.preferences, 'state', {
      status: 'ready',
      isSignedOut: false,
      groups: groups.map((group) => ({ ...group, isFromDevice: true })),
    });
    const element = await renderPreferences(session);
    expect(switchStates(element)).to.deep.equal(['false']);
    expect(visibleText(rows(element)[0]!)).to.contain('Last saved on this device');
  });

  it('says what a choice waits for', async () => {
    const sandbox = createSandbox();
    const session = createTestSession(sandbox, { groups: createGroups(sandbox, off) });
    const { state } = session.preferences;
    const groups = state.groups.map((group) => ({ ...group, status: 'waiting' as const }));
    for (const [isSignedOut, text] of [
      [true, 'Sign in to save your choice.'],
      [false, 'Can’t connect. Trying again…'],
    ] as const) {
      stubProperty(session.preferences, 'state', { ...state, isSignedOut, groups });
      const element = await renderPreferences(session);
      expect(problems(element)).to.deep.equal([`${text} Try again`]);
    }
  });

  it('labels and describes the switch by the texts of its group', async () => {
    const { groups } = await renderGroups(on);
    const { name, description } = groups[0]!;
    const [node] = (await accessibilityTree()).filter(({ role }) => role === 'switch');
    expect(node).to.include({ name, description, checked: true });
  });

  it('shows a change at once and fires an event after it is saved', async () => {
    const { element, sandbox, groups } = await renderGroups(on, on);
    const changes = recordEvents(document, 'nudge-preference-change');
    sandbox.latency = 30;
    switches(element)[0]!.click();
    await element.updateComplete;
    expect(switchStates(element)).to.deep.equal(['false', 'true']);
    expect(switches(element)[0]!.ariaBusy).to.equal('true');
    expect(changes).to.have.length(0);
    await expectEventually(() => switches(element)[0]!.ariaBusy, 'false');
    expect(sandbox.preference(groups[0]!.id)).to.equal(true);
    expect(changes.map(({ detail }) => detail)).to.deep.equal([
      { groupId: groups[0]!.id, isGroupNotificationOff: true },
    ]);
  });

  it('toggles on a click on a name or description', async () => {
    const { element } = await renderGroups(on, on);
    await clickOn(queryAll(element, '.description')[1]!);
    expect(switchStates(element)).to.deep.equal(['true', 'false']);
    await clickOn(queryAll(element, '.name')[1]!);
    expect(switchStates(element)).to.deep.equal(['true', 'true']);
  });

  it('requests no notifications', async () => {
    const sandbox = createSandbox();
    const options = { ids: sandbox.notificationIds(), groups: createGroups(sandbox, on) };
    const element = await renderPreferences(createTestSession(sandbox, options));
    switches(element)[0]!.click();
    await expectEventually(() => sandbox.preference(options.groups[0]!.id), true);
    expect(countRequests(sandbox)).to.equal(0);
  });

  it('shows a default name for a group without a name', async () => {
    const { element, sandbox } = await renderGroups({ ...on, name: ' ', description: '' });
    expect(visibleText(rows(element)[0]!)).to.equal('Other notifications');
    sandbox.failNext(badRequest);
    await clickOn(switches(element)[0]!);
    await expectEventually(() => statusText(element), 'Other notifications: Couldn’t save your choice.');
  });

  it('clips no text or target at 320 pixels with wider text spacing', async () => {
    addHostStyle('nudge-preferences { inline-size: 320px }');
    const { element, sandbox } = await renderGroups(on, {}, on, { isRequired: true });
    sandbox.failNext(badRequest);
    await clickOn(switches(element)[0]!);
    await expectEventually(() => problems(element).length, 1);
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

  it('shows a message if there are no groups', async () => {
    const { element } = await renderGroups();
    expect(visibleText(queryOne(element, '[part=empty]'))).to.equal('No preferences yet.');
    expect(queryAll(element, 'button')).to.have.length(0);
  });

  it('says that the groups could not be loaded, and requests them again until they come', async () => {
    const warnings = recordWarnings();
    const sandbox = createSandbox();
    const groups = createGroups(sandbox, on);
    let respond: (value: typeof groups) => void = () => undefined;
    const responses = [
      () => Promise.reject(new Error('broken')),
      () => new Promise<typeof groups>((resolve) => (respond = resolve)),
    ];
    const loadGroups = () => responses.shift()!();
    const timers = installFakeTimers();
    const element = await renderPreferences(createTestSession(sandbox, { source: { loadGroups } }));
    const text = (): string => queryAll(element, '[part=empty]').map(visibleText).join('');
    await expectEventually(text, 'Can’t connect. Trying again… Try again');
    await timers.advance(10_000);
    expect(responses, 'they are requested again').to.have.length(0);
    await expectEventually(text, '', 'it says that while they are requested');
    respond(groups);
    await waitUntil(() => switches(element).length === 1, 'they are not shown');
    expect(warnings).to.have.length(1);
  });

  it('uses the language of the page', async () => {
    setPageAttribute('lang', 'de');
    const { element } = await renderGroups(on, on, { isRequired: true });
    await expectEventually(() => visibleText(queryOne(element, 'h2')), 'Einstellungen');
    expect(visibleText(element.shadowRoot!.querySelector('.root')!)).to.contain('Immer an');
  });
});

describe('<nudge-preferences> with a failed change', () => {
  it('rolls it back, shows the failure in its row and keeps the others usable', async () => {
    const { element, sandbox, groups } = await renderGroups(on, on);
    const errors = recordEvents(document, 'nudge-error');
    sandbox.failNext(badRequest);
    await clickOn(switches(element)[0]!);
    await expectEventually(() => problems(element), ['Couldn’t save your choice. Try again']);
    expect(switchStates(element)).to.deep.equal(['true', 'true']);
    expect(rows(element)[0]!.contains(queryOne(element, '[part=problem]'))).to.equal(true);
    expect(errors.map(({ detail }) => detail.operation)).to.deep.equal(['set-preference']);
    await clickOn(switches(element)[1]!);
    await expectEventually(() => sandbox.preference(groups[1]!.id), true);
    expect(switchStates(element)).to.deep.equal(['true', 'false']);
  });

  it('announces it with the name of the group each time', async () => {
    const { element, sandbox, groups } = await renderGroups(on);
    const line = `${groups[0]!.name}: Couldn’t save your choice.`;
    sandbox.failNext(badRequest, 2);
    expect(statusText(element)).to.equal('');
    await clickOn(switches(element)[0]!);
    await expectEventually(() => statusText(element), line);
    sandbox.latency = 20;
    switches(element)[0]!.click();
    await element.updateComplete;
    expect(statusText(element)).to.equal('');
    await expectEventually(() => statusText(element), line);
  });

  it('adds the failure to the description of the switch', async () => {
    const { element, sandbox, groups } = await renderGroups(on);
    sandbox.failNext(badRequest);
    await clickOn(switches(element)[0]!);
    await expectEventually(() => problems(element).length, 1);
    const [node] = (await accessibilityTree()).filter(({ role }) => role === 'switch');
    expect(node!.description).to.equal(`${groups[0]!.description} Couldn’t save your choice.`);
  });
});

describe('<nudge-preferences> with a pending change', () => {
  it('shows that it is offline and saves the change when it is online', async () => {
    const { element, sandbox, session, groups } = await renderGroups(on);
    await identifyCustomer(session, sandbox);
    const errors = recordEvents(document, 'nudge-error');
    setOffline(sandbox, true);
    await clickOn(switches(element)[0]!);
    await expectEventually(() => problems(element), [offlineLine]);
    expect(statusText(element)).to.equal(offlineLine);
    expect(switchStates(element)).to.deep.equal(['false']);
    setOffline(sandbox, false);
    await expectEventually(() => sandbox.preference(groups[0]!.id), true);
    await expectEventually(() => [...problems(element), statusText(element)], ['']);
    expect(errors).to.have.length(0);
  });

  it('shows a missing token and offers a retry with another token', async () => {
    const sandbox = createSandbox();
    let token: string | null = null;
    const groups = createGroups(sandbox, on);
    const element = await renderPreferences(createTestSession(sandbox, { groups, getToken: () => token }));
    await clickOn(switches(element)[0]!);
    await expectEventually(() => problems(element), ['Sign in to save your choice. Try again']);
    // Nobody is known who has chosen it: whoever signs in makes the choice.
    expect(switchStates(element)).to.deep.equal(['true']);
    token = sandbox.issueToken();
    await clickOn(buttonNamed(element, 'Try again'));
    await expectEventually(() => problems(element), []);
    expect(sandbox.preference(groups[0]!.id)).to.equal(true);
  });

  it('saves by a new getToken what a refused token has held up', async () => {
    const sandbox = createSandbox();
    const groups = createGroups(sandbox, on);
    const refused = sandbox.issueToken();
    recordWarnings();
    const element = await fixture<NudgePreferences>(
      html`<nudge-preferences
        memory-only
        .baseUrl=${sandbox.baseUrl}
        .fetch=${sandbox.fetch}
        .groups=${groups}
        .getToken=${() => refused}
      ></nudge-preferences>`,
    );
    await identifyCustomer(element.session!, sandbox);
    sandbox.expireTokens();
    await clickOn(switches(element)[0]!);
    await expectEventually(() => problems(element), ['Sign in to save your choice. Try again']);
    element.getToken = () => sandbox.issueToken();
    await expectEventually(() => sandbox.preference(groups[0]!.id), true);
    await expectEventually(() => problems(element), []);
  });
});

describe('<nudge-preferences> with a group of unknown state', () => {
  it('shows two unpressed buttons, labelled by the name of the group, instead of a switch', async () => {
    const { element, groups } = await renderGroups({});
    expect(switches(element)).to.have.length(0);
    const choice = queryOne(element, '[role=group]');
    expect(queryAll(element, '.choice button').map((button) => button.ariaPressed)).to.deep.equal([
      'false',
      'false',
    ]);
    expect(visibleText(choice)).to.equal('Receive Don’t receive Not set');
    const name = element.shadowRoot!.getElementById(choice.getAttribute('aria-labelledby')!);
    expect(visibleText(name!)).to.equal(groups[0]!.name);
  });

  it('keeps the unknown state if a choice is not saved', async () => {
    const { element, sandbox } = await renderGroups({});
    sandbox.failNext(badRequest);
    await clickOn(buttonNamed(element, 'Don’t receive'));
    await expectEventually(() => problems(element), ['Couldn’t save your choice. Try again']);
    expect(switches(element)).to.have.length(0);
    expect(buttonNamed(element, 'Don’t receive').ariaPressed).to.equal('false');
    await clickOn(buttonNamed(element, 'Try again'));
    await expectEventually(() => switchStates(element), ['false']);
  });
});

describe('<nudge-preferences> groups', () => {
  it('are listed by section, those without a section first', async () => {
    const { element, groups } = await renderGroups(
      { ...on, section: 'Shop' },
      { ...on, section: 'Account' },
      on,
      { ...on, section: 'Shop' },
    );
    const names = groups.map(({ name }) => name);
    const order = queryAll(element, 'h3, .name').map(visibleText);
    expect(order).to.deep.equal([names[2], 'Shop', names[0], names[3], 'Account', names[1]]);
  });

  it('show a note if they are required', async () => {
    const { element, groups } = await renderGroups({ isRequired: true }, on);
    expect(switchStates(element)).to.deep.equal(['true']);
    expect(visibleText(rows(element)[0]!)).to.equal(`${groups[0]!.name} ${groups[0]!.description} Always on`);
    await clickOn(queryAll(element, '.name')[0]!);
    expect(switchStates(element)).to.deep.equal(['true']);
  });
});

describe('<nudge-preferences> Mute all', () => {
  const muteAll = (element: Element): Promise<void> => clickOn(buttonNamed(element, 'Mute all'));

  it('turns off all groups but the required ones and can be undone', async () => {
    const { element, sandbox, groups } = await renderGroups(on, off, {}, { isRequired: true });
    await muteAll(element);
    await expectEventually(() => notices(element), ['All muted Undo']);
    expect(switchStates(element)).to.deep.equal(['false', 'false', 'false']);
    expect(groups.map(({ id }) => sandbox.preference(id))).to.deep.equal([true, undefined, true, undefined]);
    expect(buttonNamed(element, 'Mute all').ariaDisabled).to.equal('true');
    await clickOn(buttonNamed(element, 'Undo'));
    // An unknown state cannot be restored.
    await expectEventually(() => switchStates(element), ['true', 'false', 'false']);
    expect(notices(element)).to.deep.equal([]);
    expect(element.matches(':focus-within')).to.equal(true);
  });

  it('can no longer be undone once another customer is signed in', async () => {
    const { element, sandbox } = await renderGroups(on, on);
    await muteAll(element);
    await expectEventually(() => notices(element), ['All muted Undo']);
    element.session = createTestSession(sandbox, { groups: createGroups(sandbox, on, on) });
    await expectEventually(() => notices(element), []);
  });

  it('does not announce to another customer that all are muted', async () => {
    const { element, sandbox, session } = await renderGroups(on, on);
    const muting: Promise<unknown>[] = [];
    const { preferences } = session;
    const original = preferences.muteAll.bind(preferences);
    stubProperty(preferences, 'muteAll', () => {
      const result = original();
      muting.push(result);
      return result;
    });
    buttonNamed(element, 'Mute all').click();
    element.session = createTestSession(sandbox, { groups: createGroups(sandbox, on, on) });
    await Promise.all(muting);
    await element.updateComplete;
    expect(muting).to.have.length(1);
    expect(notices(element)).to.deep.equal([]);
  });

  it('does nothing if all groups are muted and keeps the previous Undo', async () => {
    const { element } = await renderGroups(on, off);
    await muteAll(element);
    await expectEventually(() => notices(element), ['All muted Undo']);
    await muteAll(element);
    await clickOn(buttonNamed(element, 'Undo'));
    await expectEventually(() => switchStates(element), ['true', 'false']);
  });

  it('reports once how many choices were not saved', async () => {
    const { element, sandbox, groups } = await renderGroups(on, on, on);
    const errors = recordEvents(document, 'nudge-error');
    for (const index of [0, 2]) sandbox.failNext(badRequest, 1, groups[index]!.id);
    await muteAll(element);
    await expectEventually(() => notices(element), ['Couldn’t save 2 choices. Undo']);
    expect(switchStates(element)).to.deep.equal(['true', 'false', 'true']);
    expect(problems(element)).to.have.length(2);
    expect(statusText(element)).to.equal('');
    expect(errors).to.have.length(2);
  });

  it('says that it waits for the connection while it is offline, and that all are muted once it is saved', async () => {
    const { element, sandbox, session, groups } = await renderGroups(on, on);
    await identifyCustomer(session, sandbox);
    const saved = (): unknown[] => groups.map(({ id }) => sandbox.preference(id));
    setOffline(sandbox, true);
    await muteAll(element);
    await expectEventually(() => notices(element), [`${offlineLine} Undo`]);
    expect(statusText(element), 'it is announced once').to.equal('');
    expect(problems(element)).to.deep.equal([offlineLine, offlineLine]);
    setOffline(sandbox, false);
    await expectEventually(() => notices(element), ['All muted Undo']);
    expect(saved()).to.deep.equal([true, true]);
    await clickOn(buttonNamed(element, 'Undo'));
    await expectEventually(saved, [false, false]);
  });

  it('announces a later choice that waits, too', async () => {
    const { element, sandbox, session } = await renderGroups(on, on);
    await identifyCustomer(session, sandbox);
    setOffline(sandbox, true);
    await muteAll(element);
    await expectEventually(() => notices(element), [`${offlineLine} Undo`]);
    await clickOn(switches(element)[0]!);
    await expectEventually(() => statusText(element), offlineLine);
    setOffline(sandbox, false);
    await expectEventually(() => switchStates(element), ['true', 'false']);
  });

  it('reports how many choices could not be restored', async () => {
    const { element, sandbox } = await renderGroups(on, on);
    await muteAll(element);
    await expectEventually(() => notices(element), ['All muted Undo']);
    sandbox.failNext(badRequest);
    await clickOn(buttonNamed(element, 'Undo'));
    await expectEventually(() => notices(element), ['Couldn’t save 1 choice.']);
    expect(switchStates(element)).to.deep.equal(['false', 'true']);
  });

  it('is not offered for a single group', async () => {
    const { element } = await renderGroups(on, { isRequired: true });
    expect(queryAll(element, 'button')).to.deep.equal(switches(element));
  });
});

describe('<nudge-preferences> groups', () => {
  it('keep names and switches together when groups are added and removed', async () => {
    const { element, session, groups } = await renderGroups(on, on, on);
    session.preferences.setGroups([groups[1]!, groups[2]!]);
    await element.updateComplete;
    session.preferences.setGroups([groups[1]!, groups[2]!, groups[0]!]);
    await element.updateComplete;
    const ids = queryAll(element, '[id]').map(({ id }) => id);
    expect(new Set(ids).size).to.equal(ids.length);
    await clickOn(queryAll(element, '.name')[2]!);
    expect(session.preferences.state.groups[2]!.isGroupNotificationOff).to.equal(true);
  });

  it('can be set by attribute or property at any time', async () => {
    const warnings = recordWarnings();
    const sandbox = createSandbox();
    const element = fixtureSync<NudgePreferences>(
      html`<nudge-preferences
        base-url=${sandbox.baseUrl}
        memory-only
        .getToken=${() => sandbox.issueToken()}
        .fetch=${sandbox.fetch}
        groups=${JSON.stringify([...createGroups(sandbox, on), 'none', null])}
      ></nudge-preferences>`,
    );
    await element.updateComplete;
    expect(switchStates(element)).to.deep.equal(['true']);
    const session = element.session;
    element.groups = createGroups(sandbox, on, off);
    await element.updateComplete;
    expect(switchStates(element)).to.deep.equal(['true', 'false']);
    expect(element.session).to.equal(session);
    expect(warnings).to.deep.equal([
      '[nudge-inbox] Groups without an id, or with one that is there already, are left out.',
    ]);
  });

  it('cause a warning if they are missing', async () => {
    const warnings = recordWarnings();
    const timers = installFakeTimers();
    const sandbox = createSandbox();
    fixtureSync(
      html`<nudge-preferences
        base-url=${sandbox.baseUrl}
        memory-only
        .getToken=${() => sandbox.issueToken()}
      ></nudge-preferences>`,
    );
    await timers.advance(1000);
    expect(warnings.join()).to.contain(
      '<nudge-preferences> shows nothing: it lacks groups, or in their place a backend-url or a session.',
    );
  });
});

describe('<nudge-inbox> preferences', () => {
  it('are offered while there are groups', async () => {
    const [sandbox, session] = createService();
    const inbox = await renderInbox(session);
    expect(buttonNamed(inbox, 'Preferences').getBoundingClientRect().width).to.be.at.least(24);
    session.preferences.setGroups([]);
    await inbox.updateComplete;
    expect(() => buttonNamed(inbox, 'Preferences')).to.throw();
    session.preferences.setGroups(createGroups(sandbox, on));
    await inbox.updateComplete;
    buttonNamed(inbox, 'Preferences');
  });

  it('can be shown by the view attribute without moving the focus', async () => {
    const [, session] = createService();
    const inbox = await renderInbox(session);
    inbox.setAttribute('view', 'preferences');
    await expectEventually(() => queryAll(inbox, 'nudge-preferences').map(switchStates), [['true', 'false']]);
    expect(deepActiveElement()).to.equal(document.body);
    inbox.setAttribute('view', 'inbox');
    await expectEventually(() => queryAll(inbox, 'nudge-preferences').length, 0);
  });
});

describe('<nudge-bell> preferences', () => {
  it('show the close button, and are replaced by the list when the panel reopens', async () => {
    const [, session] = createService();
    const bell = await renderBell(session);
    await openByClick(bell);
    const preferences = await openPreferences(inboxOf(bell));
    const close = buttonNamed(bell, 'Close').getBoundingClientRect();
    const header = queryOne(preferences, 'header').getBoundingClientRect();
    expect(close.width).to.be.at.least(24);
    expect(close.bottom).to.be.within(header.top, header.bottom);
    await clickOn(bellButton(bell));
    await waitUntil(() => !isVisible(panelOf(bell)), 'The panel is open.');
    await openByClick(bell);
    expect(inboxOf(bell).view).to.equal('inbox');
  });

  it('are saved even if the view was left', async () => {
    const [sandbox, session] = createService();
    const bell = await renderBell(session);
    const changes = recordEvents(document, 'nudge-preference-change');
    await openByClick(bell);
    const preferences = await openPreferences(inboxOf(bell));
    sandbox.latency = 30;
    switches(preferences)[0]!.click();
    buttonNamed(inboxOf(bell), 'Back').click();
    await expectEventually(() => changes.length, 1);
  });
});
