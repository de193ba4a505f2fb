import type { NudgeError } from '../../api/errors.js';
import type { Notification } from '../../api/schemas/notification.js';

/**
 * One notification of the list.
 * - `pending`: not fetched yet.
 * - `loaded`: `record` holds it.
 * - `failed`: this one could not be fetched, and trying again may help.
 * - `missing`: the service refused it; it is not counted.
 */
export interface NotificationItem {
  readonly id: string;
  readonly status: 'pending' | 'loaded' | 'failed' | 'missing';
  /** As the service gave it, but for `isRead`, which is what this session knows. */
  readonly record: Notification | null;
  /** ISO 8601: the record's, else the source's hint. */
  readonly createdDate: string | null;
  /** Null while nobody knows. */
  readonly isRead: boolean | null;
  readonly error: NudgeError | null;
}

export function newItem(id: string): NotificationItem {
  return { id, status: 'pending', record: null, createdDate: null, isRead: null, error: null };
}

/**
 * The item with its record. What was known of its reading stays: a GET may turn `isRead` on at the service,
 * and fetched is not read.
 */
export function withRecord(
  item: NotificationItem,
  record: Notification,
): NotificationItem & { readonly record: Notification } {
  const isRead = item.isRead ?? record.isRead;
  return {
    ...item,
    status: 'loaded',
    record: { ...record, isRead },
    createdDate: record.createdDate ?? item.createdDate,
    isRead,
    error: null,
  };
}

export function withRead(item: NotificationItem, isRead: boolean | null): NotificationItem {
  if (item.isRead === isRead) return item;
  return { ...item, isRead, record: item.record && { ...item.record, isRead } };
}

/**
 * The order with the new ids in it: each before the first that is not known to be newer, and at the top where its
 * date is unknown. Those of one call keep their order among themselves.
 */
export function insertNewest(
  order: readonly string[],
  added: readonly string[],
  dateOf: (id: string) => string | null | undefined,
): string[] {
  // Of no date NaN, than which nothing is newer.
  const timeOf = (id: string): number => Date.parse(dateOf(id) ?? '');
  const merged: string[] = [];
  let next = 0;
  for (const id of added) {
    const time = timeOf(id);
    for (let known = order[next]; known !== undefined && timeOf(known) > time; known = order[next]) {
      merged.push(known);
      next += 1;
    }
    merged.push(id);
  }
  return merged.concat(order.slice(next));
}

/**
 * The order with exactly these ids of the host in it, as the host orders them. The others keep their places
 * before and after.
 */
export function arrange(order: readonly string[], given: ReadonlySet<string>): string[] {
  const others = order.filter((id) => !given.has(id));
  const firstGiven = Math.max(
    0,
    order.findIndex((id) => given.has(id)),
  );
  return [...others.slice(0, firstGiven), ...given, ...others.slice(firstGiven)];
}

/** How many are known to be unread, and whether that is all: an unknown one could be unread too. */
export function countUnread(items: readonly NotificationItem[]): {
  unreadCount: number;
  isComplete: boolean;
} {
  const existing = items.filter(({ status }) => status !== 'missing');
  return {
    unreadCount: existing.filter(({ isRead }) => isRead === false).length,
    isComplete: existing.every(({ isRead }) => isRead !== null),
  };
}
