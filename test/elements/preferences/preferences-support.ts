import { fixtureSync, html } from '@open-wc/testing';
import type { NudgePreferences } from '../../../src/elements/preferences/preferences.js';
import type { NotificationGroup } from '../../../src/inbox/sources/source.js';
import type { Session } from '../../../src/inbox/session.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox.js';
import { createTestSession, flushTasks, queryAll, queryOne, stubProperty } from '../support.js';

/** Returns the first groups of the sandbox in order, each with the given fields. */
export function createGroups(
  sandbox: Sandbox,
  ...groupFields: Omit<NotificationGroup, 'id'>[]
): readonly (NotificationGroup & { name: string })[] {
  return groupFields.map((fields, index) => ({ ...sandbox.groups[index]!, ...fields }) as never);
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

export async function renderPreferences(session: Session | undefined): Promise<NudgePreferences> {
  const element = fixtureSync<NudgePreferences>(
    html`<nudge-preferences .session=${session}></nudge-preferences>`,
  );
  await element.updateComplete;
  await flushTasks();
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

/** The current text of the polite live region. */
export const statusText = (element: Element): string =>
  queryOne(element, '.visually-hidden[role=status]').textContent.trim();

export function setOffline(isOffline: boolean): void {
  stubProperty(navigator, 'onLine', !isOffline);
  window.dispatchEvent(new Event(isOffline ? 'offline' : 'online'));
}
