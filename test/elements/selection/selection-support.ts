import { expect } from '@open-wc/testing';
import type { NotificationOverrides } from '../../../src/sandbox.js';
import { clickOn, queryAll, visibleText, waitUntil } from '../support.js';
import { renderFeed, type Feed, type FeedOptions } from '../list/feed-support.js';

export const boxes = ({ inbox }: Pick<Feed, 'inbox'>): HTMLInputElement[] =>
  queryAll<HTMLInputElement>(inbox, '.feed > [role=article] > input');

/** The positions of the notifications that are selected. */
export const selected = (feed: Pick<Feed, 'inbox'>): number[] =>
  queryAll(feed.inbox, '.feed > [role=article]').flatMap((article, index) =>
    article.querySelector<HTMLInputElement>(':scope > input')?.checked ? index : [],
  );

export const bar = ({ inbox }: Pick<Feed, 'inbox'>): HTMLElement | undefined =>
  queryAll(inbox, '[part=selection][role=group]')[0];

export const barText = (feed: Feed): string | null => {
  const element = bar(feed);
  return element ? visibleText(element.querySelector('[role=status]')!) : null;
};

const barButtons = (feed: Feed): HTMLButtonElement[] => [...(bar(feed)?.querySelectorAll('button') ?? [])];

export const barNames = (feed: Feed): string[] =>
  barButtons(feed).map((button) => button.ariaLabel ?? visibleText(button));

export const barButton = (feed: Feed, name: string): HTMLButtonElement => {
  const button = barButtons(feed)[barNames(feed).indexOf(name)];
  expect(button, name).to.exist;
  return button!;
};

/** Renders an inbox in which notifications can be selected, and waits for the checkboxes. */
export async function renderSelectable(
  count: number,
  overridesFor?: (index: number) => NotificationOverrides,
  options: FeedOptions = {},
): Promise<Feed> {
  const feed = await renderFeed(count, overridesFor, options);
  feed.inbox.selectable = true;
  await waitUntil(() => boxes(feed).length > 0, 'the checkboxes are there');
  return feed;
}

export async function select(feed: Feed, ...indexes: number[]): Promise<void> {
  for (const index of indexes) boxes(feed)[index]!.click();
  await feed.inbox.updateComplete;
}

export async function pressBar(feed: Feed, name: string): Promise<void> {
  await clickOn(barButton(feed, name));
  await feed.inbox.updateComplete;
}
