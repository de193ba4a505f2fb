import type { NudgeNotification } from '../../../src/elements/notification/notification.js';
import { recordEvents } from '../support.js';

export const unread = { isRead: false };
/** What {@link recordReads} has of a card that was marked as read. */
export const hasReadOnce = [{ ids: ['n-1'], isRead: true }];

export function recordReads(element: NudgeNotification): () => unknown[] {
  const events = recordEvents(element, 'nudge-read-change');
  return () => events.map(({ detail }) => detail);
}
