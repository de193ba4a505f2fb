import { expect, fixtureSync, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { openDB } from 'idb';
import type { NudgePreferences } from '../../../src/elements/preferences/preferences.js';
import { createSandbox } from '../../../src/sandbox.js';
import {
  buttonNamed,
  createGroups,
  off,
  on,
  renderGroups,
  renderPreferences,
  rows,
  setOffline,
  statusText,
  switches,
  switchStates,
} from './preferences-support.js';
import { accessibilityTree } from '../engine.js';
import {
  clickOn,
  countRequests,
  createTestSession,
  deepActiveElement,
  flushTasks,
  installFakeTimers,
  queryAll,
  queryOne,
  recordEvents,
  recordWarnings,
  setPageAttribute,
  visibleText,
  waitUntil,
} from '../support.js';

const badRequest = { status: 400 } as const;

/** Loads the stored row of the customer. */
async function loadRow(customerKey: string): Promise<unknown> {
  const database = await openDB('nudge-inbox', 1, {
    upgrade: (created) => void created.createObjectStore('customers'),
  });
  const row: unknown = await database.transaction('customers').store.get(customerKey);
  database.close();
  return row ?? null;
}

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
    const options = { groups: createGroups(sandbox, {}), customerKey: crypto.randomUUID() };
    const first = await renderPreferences(createTestSession(sandbox, options));
    buttonNamed(first, 'Don’t receive').click();
    await waitUntil(() => switches(first).length === 1);
    expect(visibleText(rows(first)[0]!)).not.to.contain('on this device');
    first.remove();
    await waitUntil(async () =>
      JSON.stringify(await loadRow(options.customerKey)).includes(sandbox.groups[0]!.id),
    );
    const session = createTestSession(sandbox, options);
    const later = await renderPreferences(session);
    await waitUntil(() => switches(later).length === 1);
    expect(switchStates(later)).to.deep.equal(['false']);
    expect(visibleText(rows(later)[0]!)).to.contain('Last saved on this device');
    await session.signOut();
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
    await waitUntil(() => changes.length > 0);
    await flushTasks();
    expect(switches(element)[0]!.ariaBusy).to.equal('false');
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

  it('toggles by keyboard and keeps the focus', async () => {
    const { element } = await renderGroups(on, on);
    element.focus();
    expect(deepActiveElement()?.localName).to.equal('h2');
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: ' ' });
    await flushTasks();
    expect(switchStates(element)).to.deep.equal(['true', 'false']);
    await sendKeys({ press: 'Enter' });
    await flushTasks();
    expect(switchStates(element)).to.deep.equal(['true', 'true']);
    expect(deepActiveElement()).to.equal(switches(element)[1]);
  });

  it('saves the last of several fast choices', async () => {
    const { element, sandbox, groups } = await renderGroups(on);
    const [button] = switches(element);
    for (let times = 0; times < 5; times++) {
      button!.click();
      await element.updateComplete;
    }
    await flushTasks(20);
    expect(switchStates(element)).to.deep.equal(['false']);
    expect(sandbox.preference(groups[0]!.id)).to.equal(true);
  });

  it('requests no notifications', async () => {
    const sandbox = createSandbox();
    const ids = sandbox.notificationIds();
    await renderPreferences(createTestSession(sandbox, { ids, groups: createGroups(sandbox, on) }));
    expect(countRequests(sandbox)).to.equal(0);
  });

  it('shows a default name for a group without a name', async () => {
    const { element, sandbox } = await renderGroups({ ...on, name: ' ', description: '' });
    expect(visibleText(rows(element)[0]!)).to.equal('Other notifications');
    sandbox.failNext(badRequest);
    await clickOn(switches(element)[0]!);
    expect(statusText(element)).to.match(/^Other notifications: Couldn’t save/);
  });

  it('shows a message if there are no groups', async () => {
    const { element } = await renderGroups();
    expect(visibleText(queryOne(element, '[part=empty]'))).to.equal('No preferences yet.');
    expect(queryAll(element, 'button')).to.have.length(0);
  });

  it('uses the language of the page', async () => {
    setPageAttribute('lang', 'de');
    const { element } = await renderGroups(on, on, { isRequired: true });
    await flushTasks(20);
    expect(visibleText(queryOne(element, 'h2'))).to.equal('Einstellungen');
    expect(visibleText(element.shadowRoot!.querySelector('.root')!)).to.contain('Immer an');
  });
});

describe('<nudge-preferences> with a failed change', () => {
  it('rolls it back, shows the failure in its row and keeps the others usable', async () => {
    const { element, sandbox, groups } = await renderGroups(on, on);
    const errors = recordEvents(document, 'nudge-error');
    sandbox.failNext(badRequest);
    await clickOn(switches(element)[0]!);
    expect(switchStates(element)).to.deep.equal(['true', 'true']);
    expect(visibleText(queryOne(element, '[part=problem]'))).to.equal('Couldn’t save your choice. Try again');
    expect(rows(element)[0]!.contains(queryOne(element, '[part=problem]'))).to.equal(true);
    expect(errors.map(({ detail }) => detail.operation)).to.deep.equal(['set-preference']);
    await clickOn(switches(element)[1]!);
    expect(switchStates(element)).to.deep.equal(['true', 'false']);
    expect(sandbox.preference(groups[1]!.id)).to.equal(true);
  });

  it('announces it with the name of the group each time', async () => {
    const { element, sandbox, groups } = await renderGroups(on);
    const line = `${groups[0]!.name}: Couldn’t save your choice.`;
    sandbox.failNext(badRequest, 2);
    expect(statusText(element)).to.equal('');
    await clickOn(switches(element)[0]!);
    expect(statusText(element)).to.equal(line);
    sandbox.latency = 20;
    switches(element)[0]!.click();
    await element.updateComplete;
    expect(statusText(element)).to.equal('');
    await waitUntil(() => statusText(element) === line);
  });

  it('adds the failure to the description of the switch', async () => {
    const { element, sandbox, groups } = await renderGroups(on);
    sandbox.failNext(badRequest);
    await clickOn(switches(element)[0]!);
    const [node] = (await accessibilityTree()).filter(({ role }) => role === 'switch');
    expect(node!.description).to.equal(`${groups[0]!.description} Couldn’t save your choice.`);
  });

  it('offers a retry that moves the focus to the switch', async () => {
    const { element, sandbox, groups } = await renderGroups(on, on);
    sandbox.failNext(badRequest);
    await clickOn(switches(element)[1]!);
    await sendKeys({ press: 'Tab' });
    expect(deepActiveElement()).to.equal(buttonNamed(element, 'Try again'));
    await sendKeys({ press: 'Enter' });
    await flushTasks();
    expect(switchStates(element)).to.deep.equal(['true', 'false']);
    expect(sandbox.preference(groups[1]!.id)).to.equal(true);
    expect(queryAll(element, '[part=problem]')).to.have.length(0);
    expect(deepActiveElement()).to.equal(switches(element)[1]);
  });
});

describe('<nudge-preferences> with a pending change', () => {
  it('shows that it is offline and saves the change when it is online', async () => {
    const { element, sandbox, groups } = await renderGroups(on);
    const errors = recordEvents(document, 'nudge-error');
    setOffline(true);
    await clickOn(switches(element)[0]!);
    const line = 'You’re offline. Keep this page open to save your choice.';
    expect(visibleText(queryOne(element, '[part=problem]'))).to.equal(line);
    expect(statusText(element)).to.equal(line);
    expect(switchStates(element)).to.deep.equal(['false']);
    expect(sandbox.requests).to.have.length(0);
    setOffline(false);
    await flushTasks(20);
    expect(sandbox.preference(groups[0]!.id)).to.equal(true);
    expect(queryAll(element, '[part=problem]')).to.have.length(0);
    expect(statusText(element)).to.equal('');
    expect(errors).to.have.length(0);
  });

  it('shows a missing token and offers a retry with another token', async () => {
    const sandbox = createSandbox();
    let token: string | null = null;
    const groups = createGroups(sandbox, on);
    const element = await renderPreferences(createTestSession(sandbox, { groups, getToken: () => token }));
    await clickOn(switches(element)[0]!);
    expect(visibleText(queryOne(element, '[part=problem]'))).to.equal(
      'Sign in to save your choice. Try again',
    );
    expect(switchStates(element)).to.deep.equal(['false']);
    token = sandbox.issueToken();
    await clickOn(buttonNamed(element, 'Try again'));
    await flushTasks(20);
    expect(sandbox.preference(groups[0]!.id)).to.equal(true);
    expect(queryAll(element, '[part=problem]')).to.have.length(0);
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

  it('shows a focused switch once a choice is saved', async () => {
    const { element, sandbox } = await renderGroups({}, on);
    const receiveButton = buttonNamed(element, 'Receive');
    receiveButton.focus();
    sandbox.latency = 500;
    await sendKeys({ press: 'Enter' });
    await element.updateComplete;
    expect(receiveButton.ariaPressed).to.equal('true');
    expect(buttonNamed(element, 'Don’t receive').ariaPressed).to.equal('false');
    expect(deepActiveElement()).to.equal(receiveButton);
    await waitUntil(() => switches(element).length === 2);
    expect(switchStates(element)).to.deep.equal(['true', 'true']);
    expect(deepActiveElement()).to.equal(switches(element)[0]);
  });

  it('keeps the unknown state if a choice is not saved', async () => {
    const { element, sandbox } = await renderGroups({});
    sandbox.failNext(badRequest);
    await clickOn(buttonNamed(element, 'Don’t receive'));
    expect(switches(element)).to.have.length(0);
    expect(buttonNamed(element, 'Don’t receive').ariaPressed).to.equal('false');
    expect(deepActiveElement()).to.equal(buttonNamed(element, 'Don’t receive'));
    expect(visibleText(queryOne(element, '[part=problem]'))).to.match(/^Couldn’t save/);
    await clickOn(buttonNamed(element, 'Try again'));
    expect(switchStates(element)).to.deep.equal(['false']);
    expect(deepActiveElement()).to.equal(switches(element)[0]);
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
  it('turns off all groups but the required ones and can be undone', async () => {
    const { element, sandbox, groups } = await renderGroups(on, off, {}, { isRequired: true });
    await clickOn(buttonNamed(element, 'Mute all'));
    expect(switchStates(element)).to.deep.equal(['false', 'false', 'false']);
    expect(groups.map(({ id }) => sandbox.preference(id))).to.deep.equal([true, undefined, true, undefined]);
    expect(visibleText(queryOne(element, '.undo'))).to.equal('All muted Undo');
    expect(buttonNamed(element, 'Mute all').ariaDisabled).to.equal('true');
    await clickOn(buttonNamed(element, 'Undo'));
    // An unknown state cannot be restored.
    expect(switchStates(element)).to.deep.equal(['true', 'false', 'false']);
    expect(queryAll(element, '.undo')).to.have.length(0);
    expect(element.matches(':focus-within')).to.equal(true);
  });

  it('can no longer be undone once another customer is signed in', async () => {
    const { element, sandbox } = await renderGroups(on, on);
    await clickOn(buttonNamed(element, 'Mute all'));
    expect(queryAll(element, '.undo')).to.have.length(1);
    element.session = createTestSession(sandbox, { groups: createGroups(sandbox, on, on) });
    await waitUntil(() => queryAll(element, '.undo').length === 0);
  });

  it('does not announce to another customer that all are muted', async () => {
    const { element, sandbox } = await renderGroups(on, on);
    buttonNamed(element, 'Mute all').click();
    element.session = createTestSession(sandbox, { groups: createGroups(sandbox, on, on) });
    await waitUntil(() => sandbox.requests.filter(({ method }) => method !== 'GET').length >= 2);
    await flushTasks();
    expect(queryAll(element, '.undo')).to.have.length(0);
  });

  it('does nothing if all groups are muted and keeps the previous Undo', async () => {
    const { element } = await renderGroups(on, off);
    await clickOn(buttonNamed(element, 'Mute all'));
    await clickOn(buttonNamed(element, 'Mute all'));
    await clickOn(buttonNamed(element, 'Undo'));
    expect(switchStates(element)).to.deep.equal(['true', 'false']);
  });

  it('reports once how many choices were not saved', async () => {
    const { element, sandbox, groups } = await renderGroups(on, on, on);
    const errors = recordEvents(document, 'nudge-error');
    for (const index of [0, 2]) sandbox.failNext(badRequest, 1, groups[index]!.id);
    await clickOn(buttonNamed(element, 'Mute all'));
    expect(switchStates(element)).to.deep.equal(['true', 'false', 'true']);
    expect(visibleText(queryOne(element, '.undo'))).to.equal('Couldn’t save 2 choices. Undo');
    expect(queryAll(element, '[part=problem]')).to.have.length(2);
    expect(statusText(element)).to.equal('');
    expect(errors).to.have.length(2);
  });

  it('says that it waits for the connection while it is offline, and that all are muted once it is saved', async () => {
    const { element, sandbox, groups } = await renderGroups(on, on);
    setOffline(true);
    await clickOn(buttonNamed(element, 'Mute all'));
    const line = 'You’re offline. Keep this page open to save your choice.';
    expect(visibleText(queryOne(element, '.undo'))).to.equal(`${line} Undo`);
    expect(statusText(element), 'it is announced once').to.equal('');
    expect(queryAll(element, '[part=problem]').map(visibleText)).to.deep.equal([line, line]);
    setOffline(false);
    await flushTasks(20);
    expect(groups.map(({ id }) => sandbox.preference(id))).to.deep.equal([true, true]);
    expect(visibleText(queryOne(element, '.undo'))).to.equal('All muted Undo');
    await clickOn(buttonNamed(element, 'Undo'));
    await flushTasks(20);
    expect(groups.map(({ id }) => sandbox.preference(id))).to.deep.equal([false, false]);
  });

  it('can be undone while it waits for the connection', async () => {
    const { element, sandbox } = await renderGroups(on, on);
    setOffline(true);
    await clickOn(buttonNamed(element, 'Mute all'));
    await clickOn(buttonNamed(element, 'Undo'));
    expect(switchStates(element)).to.deep.equal(['true', 'true']);
    setOffline(false);
    await flushTasks(20);
    expect(switchStates(element)).to.deep.equal(['true', 'true']);
    expect(queryAll(element, '.undo, [part=problem]')).to.have.length(0);
    expect(sandbox.requests.filter(({ status }) => status !== 200)).to.deep.equal([]);
  });

  it('announces a later choice that waits, too', async () => {
    const { element } = await renderGroups(on, on);
    setOffline(true);
    await clickOn(buttonNamed(element, 'Mute all'));
    await clickOn(switches(element)[0]!);
    expect(statusText(element)).to.equal('You’re offline. Keep this page open to save your choice.');
    setOffline(false);
    await flushTasks(20);
    expect(switchStates(element)).to.deep.equal(['true', 'false']);
  });

  it('reports how many choices could not be restored', async () => {
    const { element, sandbox } = await renderGroups(on, on);
    await clickOn(buttonNamed(element, 'Mute all'));
    sandbox.failNext(badRequest);
    await clickOn(buttonNamed(element, 'Undo'));
    await flushTasks();
    expect(visibleText(queryOne(element, '.undo'))).to.match(/^Couldn’t save 1 choice\./);
    expect(switchStates(element)).to.deep.equal(['false', 'true']);
  });

  it('is not offered for a single group', async () => {
    const { element } = await renderGroups(on, { isRequired: true });
    expect(queryAll(element, 'button')).to.deep.equal(switches(element));
  });
});

describe('<nudge-preferences> groups', () => {
  it('keep the focus on their switch when the list changes', async () => {
    const { element, session, groups } = await renderGroups(on, on, on);
    const [, second] = switches(element);
    second!.focus();
    session.preferences.setGroups([groups[2]!, groups[1]!, groups[0]!]);
    await flushTasks();
    expect(deepActiveElement()).to.equal(second);
    expect(visibleText(rows(element)[1]!)).to.contain(groups[1]!.name!);
    session.preferences.setGroups([groups[1]!]);
    await flushTasks();
    expect(deepActiveElement()).to.equal(second);
    await sendKeys({ press: ' ' });
    await flushTasks();
    expect(session.preferences.state.groups[0]!.isGroupNotificationOff).to.equal(true);
  });

  it('move the focus to the heading when the focused one is removed', async () => {
    const { element, session, groups } = await renderGroups(on, on);
    switches(element)[1]!.focus();
    session.preferences.setGroups([groups[0]!]);
    await flushTasks();
    expect(deepActiveElement()).to.equal(queryOne(element, 'h2'));
  });

  it('keep names and switches together when groups are added and removed', async () => {
    const { element, session, groups } = await renderGroups(on, on, on);
    session.preferences.setGroups([groups[1]!, groups[2]!]);
    await flushTasks();
    session.preferences.setGroups([groups[1]!, groups[2]!, groups[0]!]);
    await flushTasks();
    const ids = queryAll(element, '[id]').map(({ id }) => id);
    expect(new Set(ids).size).to.equal(ids.length);
    await clickOn(queryAll(element, '.name')[2]!);
    expect(session.preferences.state.groups[2]!.isGroupNotificationOff).to.equal(true);
  });

  it('can be set by attribute or property at any time', async () => {
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
    const session = element.activeSession;
    element.groups = createGroups(sandbox, on, off);
    await element.updateComplete;
    expect(switchStates(element)).to.deep.equal(['true', 'false']);
    expect(element.activeSession).to.equal(session);
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
    expect(warnings.join()).to.contain('<nudge-preferences> shows nothing: it lacks groups, or a session.');
  });
});
