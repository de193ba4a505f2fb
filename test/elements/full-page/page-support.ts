import { sendKeys } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { NotificationOverrides } from '../../../src/sandbox.js';
import {
  cards,
  clickOn,
  deepActiveElement,
  expectEventually,
  queryAll,
  queryOne,
  visibleText,
  waitUntil,
} from '../support.js';
import { articles, renderFeed, type Feed, type FeedOptions } from '../list/feed-support.js';

export const title = (index: number): string => `Title ${index}`;

export interface PageOptions extends FeedOptions {
  /** The width of the element, in pixels. */
  width?: number;
  deepLink?: string;
  overrides?: (index: number) => NotificationOverrides;
}

/** Renders an inbox as a full page that is wide, unless a width is given. */
export async function renderPage(
  count: number,
  { width = 1000, deepLink, overrides, ...options }: PageOptions = {},
): Promise<Feed> {
  const readByDefault = (index: number): NotificationOverrides => ({
    isRead: true,
    payload: { title: title(index) },
    ...overrides?.(index),
  });
  const feed = await renderFeed(count, readByDefault, { height: 560, ...options });
  const { inbox } = feed;
  inbox.style.boxSizing = 'border-box';
  inbox.style.width = `${width}px`;
  if (deepLink !== undefined) inbox.deepLink = deepLink;
  inbox.layout = 'page';
  await waitUntil(() => queryAll(inbox, '[type=search]').length === 1, 'the page is not loaded');
  await waitUntil(() => isWide(inbox) === width >= 900, 'the layout does not follow the width');
  // Several at a time.
  await waitUntil(
    () => cards(inbox).every(({ settings }) => settings?.mode === 'opener'),
    'some cards do not open',
  );
  return feed;
}

/** Whether list and detail are side by side. */
export function isWide(inbox: NudgeInbox): boolean {
  const [detail] = queryAll(inbox, '[part=detail]');
  return detail !== undefined && isShown(queryOne(inbox, '.list')) && isShown(detail);
}

function isShown(element: Element): boolean {
  return [element, ...element.children].some((candidate) => candidate.getClientRects().length > 0);
}

/** The card that shows a notification as a whole; undefined if none is shown. */
export function wholeCard(inbox: NudgeInbox): Element | undefined {
  return queryAll(inbox, '[part=detail] > nudge-card')[0];
}

/** The title of the notification that is shown as a whole; null if there is none. */
export function detailTitle(inbox: NudgeInbox): string | null {
  const [heading] = wholeCard(inbox)?.shadowRoot?.querySelectorAll('[role=heading]') ?? [];
  return heading ? visibleText(heading) : null;
}

export const expectDetail = (inbox: NudgeInbox, expected: string | null): Promise<void> =>
  expectEventually(() => detailTitle(inbox), expected);

export const isListShown = (inbox: NudgeInbox): boolean =>
  articles(inbox).some((article) => article.getClientRects().length > 0);

/** Presses the card of a notification of the list, and waits until it is shown. */
export async function openCard(inbox: NudgeInbox, index: number): Promise<void> {
  // Not the text, of which a double click selects a word, and so does a press right after one in the test before.
  await clickOn(queryOne(articles(inbox)[index]!.querySelector('nudge-card')!, '.avatars'));
  await expectDetail(inbox, title(index));
  // In the place of the list, its title gets the focus.
  if (!isListShown(inbox)) await expectEventually(() => deepActiveElement()?.role, 'heading');
}

/** The button of the detail with this name. */
export const detailButton = (inbox: NudgeInbox, name: string): HTMLButtonElement | undefined =>
  queryAll<HTMLButtonElement>(inbox, '[part=detail] button').find(
    (button) => (button.ariaLabel ?? visibleText(button)) === name,
  );

export const focusedText = (): string | null => {
  const element = deepActiveElement();
  return element && (element.ariaLabel ?? visibleText(element));
};

export const expectFocus = (text: string): Promise<void> => expectEventually(() => focusedText(), text);

export const searchField = (inbox: NudgeInbox): HTMLInputElement => queryOne(inbox, '[type=search]');

export async function search(inbox: NudgeInbox, query: string): Promise<void> {
  searchField(inbox).focus();
  await sendKeys({ type: query });
}

/** What the search says about its results. */
export const searchResult = (inbox: NudgeInbox): string | null => {
  const [result] = queryAll(inbox, '#search-result');
  return result ? visibleText(result) : null;
};

export const loadMoreButton = (inbox: NudgeInbox): HTMLElement | undefined =>
  queryAll(inbox, '[part=search] button')[0];
