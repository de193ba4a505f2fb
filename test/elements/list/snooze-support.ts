import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import {
  cards,
  cardTitles,
  clickOn,
  expectEventually,
  queryAll,
  queryOne,
  stubProperty,
  visibleText,
  waitUntil,
} from '../support.js';
import { articles, hoverOver, renderFeed, type Feed } from './feed-support.js';

/** Sets the clock to half past ten on a Tuesday, when every choice is offered. */
export function setClockToMorning(): void {
  const start = performance.now();
  const morning = Number(new Date(2025, 10, 18, 10, 30));
  stubProperty(Date, 'now', () => morning + performance.now() - start);
}

export async function renderSnoozable(
  count: number,
  options: Parameters<typeof renderFeed>[2] = {},
): Promise<Feed> {
  const feed = await renderFeed(count, undefined, { height: 560, ...options });
  feed.inbox.snooze = true;
  await waitUntil(() => snoozeTools(feed.inbox).length === count, 'nothing can be snoozed');
  return feed;
}

export const snoozeTools = (inbox: Element): HTMLElement[] =>
  cards(inbox).flatMap((card) => queryAll(card, '.tools [aria-haspopup]'));
export const openMenus = (inbox: Element): HTMLElement[] => queryAll(inbox, 'dialog.menu[open]');
export const menuOf = (inbox: Element): HTMLElement => queryOne(inbox, 'dialog.menu[open]');
export const choices = (inbox: Element): string[] =>
  [...menuOf(inbox).querySelectorAll('button')].map(visibleText);
export const choice = (inbox: Element, label: string): HTMLElement =>
  [...menuOf(inbox).querySelectorAll('button')].find((button) => visibleText(button).startsWith(label))!;
export const timeField = (inbox: Element): HTMLInputElement => menuOf(inbox).querySelector('input')!;

/** Opens the choices by the tool of a card. */
export async function openChoices(inbox: NudgeInbox, index = 0): Promise<void> {
  await hoverOver(articles(inbox)[index]!);
  await clickOn(snoozeTools(inbox)[index]!);
  await waitUntil(() => openMenus(inbox).length === 1, 'the menu does not open');
}

/** What a `datetime-local` field holds for a time, in the local time zone. */
export function fieldValue(date: Date): string {
  return new Date(Number(date) - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export const expectUnread = (inbox: Element, ...indexes: number[]): Promise<void> =>
  expectEventually(
    () => cardTitles(inbox),
    indexes.map((index) => `Unread: Title ${index}`),
  );
