import type { InboxReference } from '../inbox-event.js';
import {
  maxPinned,
  maxSnoozed,
  type InboxCounts,
  type InboxMark,
  type ListPage,
  type ListPosition,
} from '../inbox-store.js';
import { toStanding, type Answered } from './apply-answer.js';

/** A notification, however it is answered. */
type Dated = Omit<InboxReference, 'answer'>;

export interface StoredReference extends Dated, Answered {
  /** Whether it was read when it was snoozed, and was not marked since: then it comes back as unread. */
  returnsUnread: boolean;
}

const descending = (a: string, b: string): number => (a === b ? 0 : a < b ? 1 : -1);

export const newestFirst = (a: ListPosition, b: ListPosition): number =>
  descending(a.createdDate, b.createdDate) || descending(a.id, b.id);

export const isExpired = ({ expiresDate }: Dated): boolean =>
  expiresDate !== undefined && Date.parse(expiresDate) <= Date.now();

const isAway = ({ snoozedUntil }: Dated): boolean =>
  snoozedUntil !== null && Date.parse(snoozedUntil) > Date.now();

/** Since when it has been on the list: what was snoozed since its return. */
export const liveDate = ({ createdDate, snoozedUntil }: Dated): string =>
  snoozedUntil !== null && snoozedUntil > createdDate ? snoozedUntil : createdDate;

/** The pinned ones that the first page names. They are retained. */
export const findNamedPinned = <Reference extends Dated>(references: readonly Reference[]): Reference[] =>
  references
    .filter((reference) => reference.isPinned && !reference.isDismissed && !isExpired(reference))
    .toSorted(newestFirst)
    .slice(0, maxPinned);

/** Those beyond what a customer may have, without what has expired: the oldest of all that are not spared. */
export function findExcess(
  notifications: ReadonlyMap<string, StoredReference>,
  maxPerCustomer: number,
): readonly StoredReference[] {
  if (notifications.size <= maxPerCustomer) return [];
  const stored = [...notifications.values()];
  const spared = new Set(findNamedPinned(stored));
  const others = stored
    .filter((reference) => !isExpired(reference) && !spared.has(reference))
    .toSorted((a, b) => descending(liveDate(a), liveDate(b)) || descending(a.id, b.id));
  return others.slice(Math.max(maxPerCustomer - spared.size, 0));
}

/** The notification as it is now: some change when they come back. */
export function toReference({ returnsUnread, ...stored }: StoredReference): InboxReference {
  const answer = toStanding(stored.answer);
  const reference: InboxReference & Partial<StoredReference> = { ...structuredClone(stored), answer };
  // They are only counted.
  delete reference.tags;
  delete reference.claim;
  const isBack = reference.snoozedUntil !== null && !isAway(reference);
  return {
    ...reference,
    isRead: reference.isRead && !(returnsUnread && isBack),
    isSeen: reference.isSeen || isAway(reference),
  };
}

/** Changes a notification. Returns whether it was different before. */
export function applyMark(stored: StoredReference, mark: InboxMark): boolean {
  const { isRead, isSeen, isDismissed, snoozedUntil } = toReference(stored);
  switch (mark.type) {
    case 'read':
      if (isRead === mark.isRead) return false;
      stored.isRead = mark.isRead;
      stored.isSeen ||= mark.isRead;
      stored.returnsUnread = false;
      return true;
    case 'seen':
      if (!isSeen) stored.isSeen = true;
      return !isSeen;
    case 'dismiss':
      stored.isDismissed = mark.isDismissed;
      return isDismissed !== mark.isDismissed;
    case 'snooze':
      if (snoozedUntil === mark.snoozedUntil) return false;
      stored.snoozedUntil = mark.snoozedUntil;
      stored.isRead = isRead;
      stored.isSeen = mark.snoozedUntil === null;
      stored.returnsUnread = isRead && mark.snoozedUntil !== null;
      return true;
  }
}

/** The counts of these notifications: all of a customer that have not expired. */
export function countAll(current: readonly InboxReference[]): Pick<ListPage, 'unreadCount' | 'unseenCount'> {
  const shown = current.filter(({ isDismissed }) => !isDismissed);
  return {
    unreadCount: shown.filter(({ isRead }) => !isRead).length,
    unseenCount: shown.filter(({ isSeen }) => !isSeen).length,
  };
}

/** When a notification next changes what is counted, in milliseconds since 1970: when it comes back, or expires while it counts. */
function countChangeTimes(reference: InboxReference): number[] {
  const { isDismissed, isRead, isSeen, snoozedUntil, expiresDate } = reference;
  if (isDismissed) return [];
  return [
    ...(snoozedUntil !== null && isAway(reference) ? [Date.parse(snoozedUntil)] : []),
    ...(expiresDate !== undefined && !(isRead && isSeen) ? [Date.parse(expiresDate)] : []),
  ];
}

/** How many are unread with each tag; null if the tags of one are unknown. */
export function countByTag(current: readonly StoredReference[]): ReadonlyMap<string, number> | null {
  const counts = new Map<string, number>();
  for (const stored of current) {
    const { isRead, isDismissed } = toReference(stored);
    if (isRead || isDismissed) continue;
    if (!stored.tags) return null;
    for (const tag of stored.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return counts;
}

/** What comes back next, and what came back last, but not before this date. */
export function findSnoozed(references: readonly InboxReference[], from: string): InboxReference[] {
  const snoozed = references
    .flatMap((reference) =>
      reference.snoozedUntil === null ? [] : { reference, until: reference.snoozedUntil },
    )
    .toSorted((one, other) => descending(other.until, one.until));
  const back = snoozed.filter(({ reference, until }) => !isAway(reference) && until >= from);
  const away = snoozed.filter(({ reference }) => isAway(reference));
  return [...back.slice(-maxSnoozed), ...away.slice(0, maxSnoozed)].map(({ reference }) => reference);
}

/** The counts of a customer, and in how many milliseconds they change by themselves. */
export function countsOf(
  notifications: ReadonlyMap<string, StoredReference>,
): Pick<InboxCounts, 'unreadCount' | 'unseenCount' | 'changesInMs'> {
  const current = [...notifications.values()].filter((stored) => !isExpired(stored)).map(toReference);
  const changeTime = Math.min(...current.flatMap(countChangeTimes));
  const changesInMs = changeTime === Infinity ? null : changeTime - Date.now();
  return { ...countAll(current), changesInMs };
}
