import { sendKeys } from '@web/test-runner-commands';
import type { SessionOptions } from '../../../src/session/session-options.js';
import type { NotificationOverrides } from '../../../src/sandbox.js';
import { deepActiveElement, queryAll, waitUntil } from '../support.js';
import { articles, movePointerAway, renderFeed, type Feed } from '../list/feed-support.js';

export const focusedIndex = ({ inbox }: Feed): number =>
  articles(inbox).findIndex((article) => article === deepActiveElement());

/** The list of shortcuts. */
export const sheet = ({ inbox }: Feed): HTMLDialogElement | undefined =>
  queryAll<HTMLDialogElement>(inbox, 'dialog[part=shortcuts]')[0];

/** Renders an inbox with shortcuts, with the focus on its first notification. */
export async function renderWithShortcuts(
  count: number,
  overridesFor?: (index: number) => NotificationOverrides,
  { selectable = false, ...options }: Partial<SessionOptions> & { selectable?: boolean } = {},
): Promise<Feed> {
  const feed = await renderFeed(count, overridesFor, options);
  feed.inbox.shortcuts = true;
  feed.inbox.selectable = selectable;
  await waitUntil(() => articles(feed.inbox)[0]?.ariaKeyShortcuts, 'the keys are announced');
  await movePointerAway();
  articles(feed.inbox)[0]!.focus();
  return feed;
}

export async function press({ inbox }: Feed, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await sendKeys({ press: key });
    await inbox.updateComplete;
  }
}
