import { isObject } from '../../common/type-guards.js';
import { warnOnce } from '../../common/warn.js';
import type { NotificationItem } from '../../inbox/notifications/notification-item.js';

/** One tab of an inbox. */
export interface InboxTab {
  /** Identifies the tab. */
  readonly id: string;
  /** The name of the tab. Default: its id. */
  readonly label?: string | null | undefined;
  /** The tab shows notifications with any of these tags; without tags, all notifications. */
  readonly tags?: readonly string[] | null | undefined;
}

const isText = (value: unknown): value is string => typeof value === 'string';

function isTab(value: unknown): value is InboxTab {
  if (!isObject(value)) return false;
  const { id, label = null, tags = null } = value;
  return (
    isText(id) &&
    id !== '' &&
    (label === null || isText(label)) &&
    (tags === null || (Array.isArray(tags) && tags.every(isText)))
  );
}

/** The tabs that can be shown: the page may have set anything. Warns of the others. */
export function parseTabs(tabs: readonly unknown[]): InboxTab[] {
  const byId = new Map<string, InboxTab>();
  for (const tab of tabs) {
    if (!isTab(tab)) warnOnce('<nudge-inbox> leaves out a tab: it needs an id, and a list of tags if any.');
    else if (byId.has(tab.id)) warnOnce('<nudge-inbox> leaves out a tab: another one has the same id.');
    else byId.set(tab.id, tab);
  }
  return [...byId.values()];
}

/** Whether the tab shows only some of the notifications. */
export const hasTags = (tab: InboxTab | undefined): boolean => (tab?.tags?.length ?? 0) > 0;

/** Whether the tab shows a notification. Its tags are unknown until it is loaded. */
export function isInTab({ record, status }: NotificationItem, tab: InboxTab | undefined): boolean {
  const { tags } = tab ?? {};
  if (!tags?.length) return true;
  if (!record) return status === 'pending';
  return record.payload.tags.some(({ tagName }) => tagName !== null && tags.includes(tagName));
}
