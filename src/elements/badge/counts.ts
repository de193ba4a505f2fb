import { isObject } from '../../common/type-guards.js';
import type { Notifications } from '../../session/notifications/notification-store.js';
import { parseCount } from '../../session/sources/parse-count.js';

/** How many notifications of a customer a badge counts; undefined if that is not known. */
export interface Counts {
  /** Those that came since the list was open last. */
  readonly unseen: number | undefined;
  /** All that are unread. */
  readonly unread: number | undefined;
}

/** What a response or a message says. */
interface CountsMessage {
  /** Whose counts they are. */
  customer: string | undefined;
  /** Null if there are none. */
  counts: Counts | null;
  /** After how many milliseconds they may be others without a change. */
  changesInMs: number | undefined;
}

/** Parses what a host sends, as a list says it: without `unseenCount`, all that is unread counts as unseen. */
export function parseCounts(value: unknown): CountsMessage {
  const { customer, unreadCount, unseenCount, changesInMs } = isObject(value) ? value : {};
  const unread = parseCount(unreadCount);
  const unseen = parseCount(unseenCount) ?? unread;
  return {
    customer: typeof customer === 'string' && customer !== '' ? customer : undefined,
    counts: unseen === undefined ? null : { unread, unseen },
    changesInMs: parseCount(changesInMs),
  };
}

/** The counts of a session's store, as its bell shows them: of what is not known exactly, there is no number. */
export function countsOfStore({ state }: Notifications): Counts {
  return {
    unread: state.isUnreadCountComplete ? state.unreadCount : undefined,
    unseen: state.isUnseenCountComplete ? state.unseenCount : undefined,
  };
}
