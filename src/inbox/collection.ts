import type { NudgeError } from '../api/errors.js';
import type { Notification } from '../api/schemas/notification.js';
import type { NotificationReference } from './source.js';

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

export function newItem(reference: NotificationReference): NotificationItem {
  return {
    id: reference.id,
    status: 'pending',
    record: null,
    createdDate: reference.createdDate ?? null,
    isRead: reference.isRead ?? null,
    error: null,
  };
}

/**
 * The item with its record. What was known of its reading stays: a GET may turn `isRead` on at the service,
 * and fetched is not read.
 */
export function withRecord(item: NotificationItem, record: Notification): NotificationItem {
  const isRead = item.isRead ?? record.isRead;
  return {
    ...item,
    status: 'loaded',
    record: record.isRead === isRead ? record : { ...record, isRead },
    createdDate: record.createdDate ?? item.createdDate,
    isRead,
    error: null,
  };
}

export function withRead(item: NotificationItem, isRead: boolean | null): NotificationItem {
  return { ...item, isRead, record: item.record && { ...item.record, isRead } };
}

function timeOf(date: string | null | undefined): number {
  return date ? Date.parse(date) : NaN;
}

/**
 * The order with the new ids in it: each before the first that is known to be older, and at the top where its
 * date is unknown. Those of one call keep their order among themselves.
 */
export function insertNewest(
  order: readonly string[],
  references: readonly NotificationReference[],
  dateOf: (id: string) => string | null | undefined,
): string[] {
  const merged: string[] = [];
  let next = 0;
  for (const reference of references) {
    const time = timeOf(reference.createdDate);
    if (!Number.isNaN(time)) {
      for (let id = order[next]; id !== undefined && timeOf(dateOf(id)) > time; id = order[next]) {
        merged.push(id);
        next += 1;
      }
    }
    merged.push(reference.id);
  }
  return merged.concat(order.slice(next));
}

/**
 * The order with exactly these ids of the host in it, as the host orders them. The others keep their places
 * before and after.
 */
export function arrange(order: readonly string[], given: ReadonlySet<string>): string[] {
  const firstGiven = order.findIndex((id) => given.has(id));
  const isOther = (id: string): boolean => !given.has(id);
  const before = order.slice(0, Math.max(firstGiven, 0)).filter(isOther);
  const after = order.slice(Math.max(firstGiven, 0)).filter(isOther);
  return [...before, ...given, ...after];
}

/** How many are known to be unread, and whether that is all: an unknown one could be unread too. */
export function countUnread(items: readonly NotificationItem[]): {
  unreadCount: number;
  isComplete: boolean;
} {
  let unreadCount = 0;
  let isComplete = true;
  for (const item of items) {
    if (item.status === 'missing') continue;
    if (item.isRead === false) unreadCount += 1;
    if (item.isRead === null) isComplete = false;
  }
  return { unreadCount, isComplete };
}
