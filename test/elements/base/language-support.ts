import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import { localizationFor } from '../../../src/localization/localization.js';
import { queryOne, renderBell, visibleText, waitUntil } from '../support.js';
import { badgeText, createSessionOf } from '../bell/bell-support.js';

/** Waits until the messages of these languages are loaded, as on a page that has used them before. */
export async function loadLanguages(...languages: string[]): Promise<void> {
  for (const language of languages)
    await waitUntil(() => localizationFor(language).locale === language, `${language} is loaded`);
}

/** Renders a bell that shows its count. */
export async function renderBellWithCount(unread: number): Promise<NudgeBell> {
  const bell = await renderBell(createSessionOf(unread, () => ({ isRead: false })));
  await waitUntil(() => badgeText(bell), 'The bell has no badge.');
  return bell;
}

export const readButtonName = (card: Element): string =>
  queryOne(card, '.tools button:first-child').getAttribute('aria-label')!;
export const visibleTime = (card: Element): string => visibleText(queryOne(card, 'time > [aria-hidden]'));
