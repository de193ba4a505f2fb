import { isObject } from '../../common/type-guards.js';
import { warnOnce } from '../../common/warn.js';
import type { NotificationItem } from '../../session/notifications/state/notification-item.js';

/** Which notifications a tab shows. */
interface TabContent {
  /** The tab shows notifications with any of these tags; without tags, whatever their tags. */
  readonly tags?: readonly string[] | null | undefined;
  /** The tab shows notifications of any of these product spaces; without product spaces, of all. */
  readonly productSpaces?: readonly string[] | null | undefined;
}

/** One tab of an inbox. */
export interface InboxTab extends TabContent {
  /** Identifies the tab. */
  readonly id: string;
  /** The name of the tab. Default: its id. */
  readonly label?: string | null | undefined;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextList = (value: unknown): boolean =>
  value === null || (Array.isArray(value) && value.every(isText));

function isTab(value: unknown): value is InboxTab {
  if (!isObject(value)) return false;
  const { id, label = null, tags = null, productSpaces = null } = value;
  return (
    isText(id) &&
    id !== '' &&
    (label === null || isText(label)) &&
    isTextList(tags) &&
    isTextList(productSpaces)
  );
}

/** The tabs that can be shown: the page may have set anything. Warns of the others. */
export function parseInboxTabs(tabs: readonly unknown[]): InboxTab[] {
  const byId = new Map<string, InboxTab>();
  for (const tab of tabs) {
    if (!isTab(tab))
      warnOnce(
        '<nudge-inbox> leaves out a tab: it needs an id, and lists of tags and product spaces if any.',
      );
    else if (byId.has(tab.id)) warnOnce('<nudge-inbox> leaves out a tab: another one has the same id.');
    else byId.set(tab.id, tab);
  }
  return [...byId.values()];
}

/** Whether the tab shows only some of the notifications. */
export const isSelective = (tab: TabContent | undefined): boolean =>
  (tab?.tags?.length ?? 0) + (tab?.productSpaces?.length ?? 0) > 0;

/** Whether the tab shows a notification. Its tags and its product space are unknown until it is loaded. */
export function isInInboxTab({ record, status }: NotificationItem, tab: TabContent | undefined): boolean {
  if (!tab || !isSelective(tab)) return true;
  if (!record) return status === 'pending';
  const isAmong = (value: string | null, wanted: TabContent['tags']): boolean =>
    !wanted?.length || (value !== null && wanted.includes(value));
  return (
    isAmong(record.productSpaceId, tab.productSpaces) &&
    (!tab.tags?.length || record.payload.tags.some(({ tagName }) => isAmong(tagName, tab.tags)))
  );
}
