import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { InboxTab } from '../../../src/elements/list/inbox-tab.js';
import type { NotificationOverrides } from '../../../src/sandbox.js';
import { clickOn, queryAll, visibleText, waitUntil } from '../support.js';
import { renderFeed, type Feed } from '../list/feed-support.js';

export const tabs: InboxTab[] = [
  { id: 'all', label: 'All' },
  { id: 'orders', label: 'Orders', tags: ['order', 'return'] },
  { id: 'money', label: 'Money', tags: ['invoice', 'return'] },
];

/** Cycles through an order, a return, which is in two tabs, an invoice, and one without tags. */
export function createTagged(index: number): NotificationOverrides {
  const tagName = ['order', 'return', 'invoice'][index % 4];
  return { payload: { title: `Title ${index}`, ...(tagName && { tags: [{ tagName }] }) } };
}

export async function renderTabs(count = 4, options: Parameters<typeof renderFeed>[2] = {}): Promise<Feed> {
  const feed = await renderFeed(count, createTagged, options);
  feed.inbox.tabs = tabs;
  await feed.inbox.updateComplete;
  return feed;
}

export const tabButtons = (inbox: Element): HTMLElement[] => queryAll(inbox, '[role=tab]');
export const tabTexts = (inbox: Element): string[] => tabButtons(inbox).map(visibleText);
export const selectedTab = (inbox: Element): string =>
  tabButtons(inbox)
    .filter(({ ariaSelected }) => ariaSelected === 'true')
    .map(visibleText)
    .join();

export async function selectTab(inbox: NudgeInbox, index: number): Promise<void> {
  await clickOn(tabButtons(inbox)[index]!);
  await waitUntil(() => tabButtons(inbox)[index]!.ariaSelected === 'true', 'the tab is not selected');
}
