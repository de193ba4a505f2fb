import { withDeadline } from '../errors/deadline.js';
import { BatchQueue } from './batch-queue.js';
import type { InboxCounts, InboxStore } from './inbox-store.js';

const none: InboxCounts = { unreadCount: 0, unseenCount: 0, changesInMs: null, lastEvent: 0 };

/** Of how many customers counts are loaded by one statement, and how many of these run at once, so that other requests find a connection. */
const limits = { maxSize: 250, maxRunning: 2 };

/** Loads the counts of customers: those that are requested at the same time by one statement. */
export type CountQueue = BatchQueue<string, InboxCounts>;

export function createCountQueue(store: InboxStore, timeoutMs: number): CountQueue {
  return new BatchQueue(
    async (customerIds) => {
      const counts = await withDeadline(store.counts([...new Set(customerIds)]), timeoutMs);
      return (customerId) => counts.get(customerId) ?? none;
    },
    { ...limits, timeoutMs },
  );
}

/** The counts of a customer, as a page receives them. */
export interface CountBody {
  /** How many are unread. */
  unreadCount: number;
  /** How many of those are unseen. */
  unseenCount: number;
  /** After how many milliseconds they may be others without an event: then the page requests them again. */
  changesInMs?: number | undefined;
  /** The last event that they contain. Of two counts of a customer, the one with the larger number is newer. */
  lastEventId: string;
}

export function toCountBody({ changesInMs, lastEvent, ...counts }: InboxCounts): CountBody {
  return { ...counts, changesInMs: changesInMs ?? undefined, lastEventId: String(lastEvent) };
}
