import { fixtureSync, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { NudgePreferences } from '../../../src/elements/preferences/preferences.js';
import type { NotificationGroup } from '../../../src/session/sources/source.js';
import type { Session } from '../../../src/session/session.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox.js';
import {
  createTestSession,
  deepActiveElement,
  queryAll,
  queryOne,
  visibleText,
  waitUntil,
} from '../support.js';

/** Returns the first groups of the sandbox in order, each with the given fields. */
export function createGroups(
  sandbox: Sandbox,
  ...groupFields: Omit<NotificationGroup, 'id'>[]
): readonly (NotificationGroup & { name: string })[] {
  return groupFields.map(
    (fields, index) => ({ ...sandbox.groups[index]!, isGroupNotificationOff: null, ...fields }) as never,
  );
}

export const on = { isGroupNotificationOff: false };
export const off = { isGroupNotificationOff: true };

export interface RenderedPreferences {
  sandbox: Sandbox;
  session: Session;
  groups: readonly NotificationGroup[];
  element: NudgePreferences;
}

/** Renders the element for a new sandbox with these groups. */
export async function renderGroups(
  ...groupFields: Omit<NotificationGroup, 'id'>[]
): Promise<RenderedPreferences> {
  const sandbox = createSandbox();
  const groups = createGroups(sandbox, ...groupFields);
  const session = createTestSession(sandbox, { groups });
  return { sandbox, session, groups, element: await renderPreferences(session) };
}

/** Loads a notification, which names the customer: what the customer chooses may wait from then on. */
export async function identifyCustomer(
  { notifications }: Pick<Session, 'notifications'>,
  sandbox: Sandbox,
): Promise<void> {
  await notifications.load(sandbox.notificationIds()[0]!);
}

export async function renderPreferences(session: Session | undefined): Promise<NudgePreferences> {
  const element = fixtureSync<NudgePreferences>(
    html`<nudge-preferences .session=${session}></nudge-preferences>`,
  );
  await element.updateComplete;
  return element;
}

export const rows = (element: Element): HTMLElement[] => queryAll(element, '.row');
export const switches = (element: Element): HTMLButtonElement[] => queryAll(element, '[role=switch]');
/** The `aria-checked` value of each switch, in order. */
export const switchStates = (element: Element): (string | null)[] =>
  switches(element).map((button) => button.ariaChecked);

export function buttonNamed(root: Element, text: string): HTMLButtonElement {
  const matches = queryAll<HTMLButtonElement>(root, 'button').filter(
    (button) => button.innerText.trim() === text || button.ariaLabel === text,
  );
  if (matches.length !== 1) throw new Error(`${matches.length} buttons are named ${text}`);
  return matches[0]!;
}

/** The lines that say why a choice is not saved. */
export const problems = (element: Element): string[] => queryAll(element, '[part=problem]').map(visibleText);
/** The line with the undo button, if it is shown. */
export const notices = (element: Element): string[] => queryAll(element, '.undo').map(visibleText);

/** The current text of the polite live region. */
export const statusText = (element: Element): string =>
  queryOne(element, '.visually-hidden[role=status]').textContent.trim();

export function waitForFocus(find: () => Element): Promise<void> {
  return waitUntil(() => deepActiveElement() === find(), 'The focus is elsewhere.');
}

export const preferencesIn = (inbox: Element): NudgePreferences => queryOne(inbox, 'nudge-preferences');

/** Opens the preferences of an inbox by keyboard. */
export async function openPreferences(inbox: NudgeInbox): Promise<NudgePreferences> {
  buttonNamed(inbox, 'Preferences').focus();
  await sendKeys({ press: 'Enter' });
  await waitForFocus(() => queryOne(preferencesIn(inbox), 'h2'));
  return preferencesIn(inbox);
}

/** Creates a sandbox and a session with notifications and groups. */
export function createService(count = 3): [Sandbox, Session] {
  const sandbox = createSandbox();
  const ids = sandbox.notificationIds().slice(0, count);
  return [sandbox, createTestSession(sandbox, { ids, groups: createGroups(sandbox, on, off) })];
}
