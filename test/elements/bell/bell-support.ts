import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import type { Session } from '../../../src/session/session.js';
import type { NotificationOverrides } from '../../../src/sandbox.js';
import {
  addNotifications,
  bellButton,
  cards,
  clickOn,
  createEmptySandbox,
  createTestSession,
  inboxOf,
  isVisible,
  panelOf,
  queryAll,
  queryOne,
  visibleText,
  waitUntil,
} from '../support.js';

/** In a window of this size, the panel is a popover at the bell. */
export const wide = { width: 1000, height: 700 };
/** In a window of this size, the panel is a sheet. */
export const narrow = { width: 390, height: 700 };

/** Creates a session with a number of notifications, and a group, so that the panel has preferences. */
export function createSessionOf(
  count: number,
  overridesFor?: (index: number) => NotificationOverrides,
): Session {
  const sandbox = createEmptySandbox();
  return createTestSession(sandbox, {
    ids: addNotifications(sandbox, count, overridesFor),
    groups: [{ id: 'g-1', name: 'Orders', isGroupNotificationOff: false }],
  });
}

/** The text of the badge; null if there is none. */
export function badgeText(bell: NudgeBell): string | null {
  const [badge] = queryAll(bell, '.badge');
  return badge ? visibleText(badge) : null;
}

export const bellName = (bell: NudgeBell): string | null => bellButton(bell).getAttribute('aria-label');

/** One that is laid out for a press to come is inert. */
export const isPanelVisible = (bell: NudgeBell): boolean =>
  queryAll<HTMLDialogElement>(bell, 'dialog').some((dialog) => isVisible(dialog) && !dialog.inert);

export async function waitForPanel(bell: NudgeBell): Promise<HTMLDialogElement> {
  await waitUntil(() => isPanelVisible(bell), 'The panel is not shown.');
  return panelOf(bell);
}

export async function waitUntilClosed(bell: NudgeBell): Promise<void> {
  await waitUntil(() => !isPanelVisible(bell), 'The panel is still shown.');
}

export async function openPanel(bell: NudgeBell): Promise<HTMLDialogElement> {
  bell.open = true;
  return waitForPanel(bell);
}

export async function closePanel(bell: NudgeBell): Promise<void> {
  bell.open = false;
  await waitUntilClosed(bell);
}

export async function openByClick(bell: NudgeBell): Promise<HTMLDialogElement> {
  await clickOn(bellButton(bell));
  return waitForPanel(bell);
}

/** Waits until the panel shows so many cards. */
export async function waitForCards(bell: NudgeBell, count: number): Promise<void> {
  await waitUntil(() => cards(inboxOf(bell)).length === count, `There are not ${count} cards.`);
}

export async function showPreferences(bell: NudgeBell): Promise<void> {
  queryOne(inboxOf(bell), '.preferences-place > button').click();
  await waitUntil(() => queryAll(inboxOf(bell), 'nudge-preferences').length === 1, 'no preferences');
}
