import type { InboxReference } from './inbox-event.js';
import { isId, isStorableTime, maxIds } from './request-input.js';

/** A notification to deliver. */
export interface DeliveredNotification {
  /** Its id at the service. */
  id: string;
  /** When it was created. Default: now. */
  createdDate?: string | Date;
  /** Whether it was read already. Default: no. */
  isRead?: boolean;
  /** The service's record of it. With it, the page does not request it from the service. */
  record?: unknown;
}

/** Throws a TypeError that names no value: errors of the host's code end up in logs. */
export function assertId(value: unknown, name: string): asserts value is string {
  if (!isId(value)) throw new TypeError(`${name} must be a string of 1 to 256 characters.`);
}

/**
 * Parses a notification of the host's code.
 *
 * @throws TypeError if its id or date is invalid
 */
export function parseDelivered({ id, createdDate, isRead, record }: DeliveredNotification): InboxReference {
  assertId(id, 'The id of a notification');
  const date = new Date(createdDate ?? Date.now());
  if (!isStorableTime(date.getTime()))
    throw new TypeError('createdDate must be a date in ISO 8601, of the years 1970 to 9999.');
  return {
    id,
    createdDate: date.toISOString(),
    isRead: isRead === true,
    isSeen: isRead === true,
    isDismissed: false,
    ...(record !== undefined && record !== null && { record }),
  };
}

/** The ids, or the only one. */
export function parseIds(ids: string | readonly string[]): readonly string[] {
  const list = typeof ids === 'string' ? [ids] : ids;
  for (const id of list) assertId(id, 'The id of a notification');
  return list;
}

/** Divides a list, so that no statement changes too many rows. */
export function toBatches<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / maxIds);
  return Array.from({ length: count }, (_, index) => items.slice(index * maxIds, (index + 1) * maxIds));
}
