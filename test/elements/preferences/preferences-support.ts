import { fixtureSync, html } from '@open-wc/testing';
import { a11ySnapshot } from '@web/test-runner-commands';
import type { NudgePreferences } from '../../../src/elements/preferences/preferences.js';
import type { NotificationGroup } from '../../../src/inbox/preferences/preference-state.js';
import type { Session } from '../../../src/inbox/session.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox.js';
import { all, one, replace, sessionOf, settle } from '../support.js';

/** The customer of the sandbox, and its first groups in order, with what is special about each. */
export function groupsOf(
  sandbox: Sandbox,
  ...given: Omit<NotificationGroup, 'id'>[]
): readonly (NotificationGroup & { name: string })[] {
  return given.map((fields, index) => ({ ...sandbox.groups[index]!, ...fields }) as never);
}

export const on = { isGroupNotificationOff: false };
export const off = { isGroupNotificationOff: true };

export interface Shown {
  sandbox: Sandbox;
  session: Session;
  groups: readonly NotificationGroup[];
  element: NudgePreferences;
}

/** The element over a sandbox of its own, with these as its first groups. */
export async function preferencesWith(...given: Omit<NotificationGroup, 'id'>[]): Promise<Shown> {
  const sandbox = createSandbox();
  const groups = groupsOf(sandbox, ...given);
  const session = sessionOf(sandbox, { groups });
  return { sandbox, session, groups, element: await show(session) };
}

export async function show(session: Session | undefined): Promise<NudgePreferences> {
  const element = fixtureSync<NudgePreferences>(
    html`<nudge-preferences .session=${session}></nudge-preferences>`,
  );
  await element.updateComplete;
  await settle();
  return element;
}

export const rows = (element: Element): HTMLElement[] => all(element, '.row');
export const switches = (element: Element): HTMLButtonElement[] => all(element, '[role=switch]');
/** What each switch says, in order. */
export const states = (element: Element): (string | null)[] =>
  switches(element).map((button) => button.ariaChecked);

export function named(root: Element, text: string): HTMLButtonElement {
  const found = all<HTMLButtonElement>(root, 'button').filter(
    (button) => button.innerText.trim() === text || button.ariaLabel === text,
  );
  if (found.length !== 1) throw new Error(`${found.length} buttons say ${text}`);
  return found[0]!;
}

/** The page as a screen reader knows it, as text. */
export async function heardPage(): Promise<string> {
  const snapshot: (options: object) => Promise<unknown> = a11ySnapshot;
  return JSON.stringify(await snapshot({}));
}

/** What a screen reader is told politely at this moment. */
export const told = (element: Element): string =>
  one(element, '.visually-hidden[role=status]').textContent.trim();

export function goOffline(isOffline: boolean): void {
  replace(navigator, 'onLine', !isOffline);
  window.dispatchEvent(new Event(isOffline ? 'offline' : 'online'));
}
