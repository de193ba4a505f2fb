import type { Flags } from './marks/flags.js';
import type { ItemList } from './item-list.js';
import type { NotificationItem } from './notification-item.js';

/** What a page of the source says: how many there are on all pages. */
export interface PageCounts {
  readonly unreadCount?: number | undefined;
  readonly unseenCount?: number | undefined;
  readonly unreadCountByTag?: Readonly<Record<string, number>> | undefined;
}

/** What the numbers depend on beside the list itself. */
interface CountOptions {
  /** Whether all pages are loaded. */
  readonly isListComplete: boolean;
  /** The "mark all as read" that covers what is not loaded yet. */
  readonly markAll: { readonly isSaved: boolean } | null;
}

/** The numbers of a `NotificationState`. */
interface SelectedCounts {
  readonly unreadCount: number;
  readonly isUnreadCountComplete: boolean;
  readonly unreadCountByTag: ReadonlyMap<string, number> | null;
  readonly unseenCount: number;
  readonly isUnseenCountComplete: boolean;
}

/** How many items are unread and unseen, and what is unknown of the others. */
interface Tally {
  unread: number;
  unseen: number;
  /** Whether the read state of all is known. */
  isReadKnown: boolean;
  /** Whether the read state of all others was counted by the host. */
  isUnreadCounted: boolean;
  /** Whether the host has counted all others that nobody has seen. */
  isUnseenCounted: boolean;
  /** Counted by the host. Nobody has seen them: they are unseen if they are unread. */
  unseenIfUnread: number;
  /** Counted by the host, and seen. */
  seenIfUnread: number;
}

/** Whether the host has counted a notification; null where that is unknown. */
type IsCounted = (id: string) => boolean | null;

/**
 * How many notifications are unread and unseen: those that are known to be so, one by one, and what the host has counted beyond
 * them, such as on pages that are not loaded.
 */
export class Counts {
  readonly #list: ItemList;
  readonly #flags: Flags;
  readonly #unread = new Remainder();
  readonly #unseen = new Remainder();
  readonly #unreadByTag = new UnreadByTag();

  constructor(list: ItemList, flags: Flags) {
    this.#list = list;
    this.#flags = flags;
  }

  /** Whether the host says how many are unread. */
  get isHostCounting(): boolean {
    return this.#unread.count !== null;
  }

  /** Whether it is known how many are unread with each tag. */
  get areTagsCounted(): boolean {
    return this.#unreadByTag.isKnown;
  }

  /** Whether the host has counted the notification if it is unread, which is unknown here. */
  isCountedByHost(id: string): boolean {
    return this.#unread.isCountedByHost(id);
  }

  /**
   * Takes what a page says. Without a number, the former one stays.
   *
   * @param added what the page has put on the list
   */
  applyPage({ unreadCount, unseenCount, unreadCountByTag }: PageCounts, added: readonly string[]): void {
    const { read, seen, dismissed } = this.#flags;
    // What is dismissed at the host is not counted there.
    const onlyCounted = (ids: readonly string[]): string[] =>
      ids.filter((id) => dismissed.hostOrServiceValue(id) !== true);
    const newlyListed = onlyCounted(added);
    const isCounting = [unreadCount, unseenCount, unreadCountByTag].some((count) => count !== undefined);
    // Most hosts do not count.
    const listed = isCounting ? onlyCounted(this.#list.wholeOrder) : [];
    const isUnread: IsCounted = (id) => negate(this.#list.get(id).isRead);
    const isUnreadAtHost: IsCounted = (id) => negate(read.hostOrServiceValue(id));
    const isUnseen: IsCounted = (id) => {
      const isUnseenHere = seen.isUnseen(this.#list.get(id));
      // What is read at the host is not counted there as unseen.
      return isUnseenHere === null
        ? null
        : read.hostOrServiceValue(id) !== true && (isUnseenHere || seen.hostOrServiceValue(id) === false);
    };
    if (unreadCount === undefined) this.#unread.addListed(newlyListed, isUnread);
    else this.#unread.set(unreadCount, listed, isUnreadAtHost);
    if (unseenCount === undefined) this.#unseen.addListed(newlyListed, isUnseen);
    else this.#unseen.set(unseenCount, listed, isUnseen);
    if (!unreadCountByTag) this.#unreadByTag.addListed(newlyListed, isUnreadAtHost);
    else this.#unreadByTag.set(Object.entries(unreadCountByTag), listed, isUnreadAtHost);
  }

  /** Some are listed before the page that counts them. */
  addAheadOfPage(ids: readonly string[]): void {
    this.#unreadByTag.addListed(ids, (id) => this.#list.get(id).isRead === false);
  }

  /** The read state of a notification is known now, and was not before. */
  resolveUnknownRead(id: string): void {
    const item = this.#list.get(id);
    this.#unread.resolve(id, item.isRead === false);
    this.#unseen.resolve(id, this.#flags.seen.isUnseen(item) === true);
  }

  /** A notification was marked as read or unread, here or elsewhere. What was unknown of it was the opposite before. */
  changeRead(id: string): void {
    const item = this.#list.get(id);
    const isRead = item.isRead === true;
    this.#unread.resolve(id, isRead);
    this.#unseen.resolve(id, isRead && !this.#flags.seen.isSeen(item));
    if (!this.#list.isListed(id)) this.#changeElsewhere(isRead ? -1 : 1);
  }

  /** A notification was seen elsewhere. */
  changeSeen(id: string): void {
    if (!this.#list.isListed(id) && this.#list.get(id).isRead !== true) this.#unseen.add(-1);
    this.#unseen.resolve(id, true);
  }

  /** A notification that was snoozed is about to be put on the list. */
  addReturned(id: string): void {
    if (!this.#list.isListed(id)) this.#changeElsewhere(this.#list.get(id).isRead === true ? 0 : -1);
  }

  /** Nothing that the host has counted by tag is unread any more. */
  applySavedMarkAll(): void {
    this.#unreadByTag.set([], [], () => false);
  }

  /** @param items what is shown */
  select(items: readonly NotificationItem[], { isListComplete, markAll }: CountOptions): SelectedCounts {
    const tally = this.#tally(items);
    const { count } = this.#unread;
    const elsewhere = count === null ? null : Math.max(0, count - this.#countSnoozedElsewhere());
    // What is not loaded counts as read, unless the host has marked it: then it knows better how many are unread.
    const isMarking = markAll !== null && !(markAll.isSaved && count !== null);
    const isListEnough = tally.isReadKnown && (isMarking || isListComplete);
    return {
      unreadCount: tally.unread + (isMarking || isListEnough ? 0 : (elsewhere ?? 0)),
      isUnreadCountComplete: isListEnough || (count !== null && tally.isUnreadCounted),
      unreadCountByTag: this.#unreadByTag.select(this.#list, items, isMarking),
      ...this.#countUnseen(tally, elsewhere, {
        isListComplete,
        areOthersSeen:
          isListComplete || markAll !== null || this.#flags.seen.areUnlistedSeenBelow(items.at(-1)),
      }),
    };
  }

  clear(): void {
    this.#unread.clear();
    this.#unseen.clear();
    this.#unreadByTag.clear();
  }

  /** One on a page that is not loaded was read or became unread, or is listed from now on. Nobody knows its tags. */
  #changeElsewhere(difference: number): void {
    this.#unread.add(difference);
    this.#unreadByTag.clear();
  }

  /** The host counts these, too: they are unread, snoozed, and on pages that are not loaded. */
  #countSnoozedElsewhere(): number {
    const { read, snoozed } = this.#flags;
    const isUnread = (id: string): boolean => snoozed.get(id)?.wasRead === false && read.resolve(id) !== true;
    const ids = [...this.#list.hidden.snoozed.keys()];
    return ids.filter((id) => !this.#list.isListed(id) && isUnread(id)).length;
  }

  #tally(items: readonly NotificationItem[]): Tally {
    const tally: Tally = {
      unread: 0,
      unseen: 0,
      isReadKnown: true,
      isUnreadCounted: true,
      isUnseenCounted: true,
      unseenIfUnread: 0,
      seenIfUnread: 0,
    };
    for (const item of items) {
      const { id, isRead, status } = item;
      if (status === 'missing' || isRead === true) continue;
      const isUnseen = this.#flags.seen.isUnseen(item);
      if (isRead === false) {
        tally.unread += 1;
        if (isUnseen) tally.unseen += 1;
        continue;
      }
      const isUnreadCounted = this.#unread.isCountedByHost(id);
      tally.isReadKnown = false;
      tally.isUnreadCounted &&= isUnreadCounted;
      if (!isUnreadCounted && !this.#unseen.isCountedByHost(id)) tally.isUnseenCounted &&= isUnseen === false;
      else if (isUnseen === null) tally.unseenIfUnread += 1;
      else tally.seenIfUnread += 1;
    }
    return tally;
  }

  /**
   * @param unread how many the host has counted as unread that are not known one by one. Each of them is listed, and unseen or seen
   * (`unseenIfUnread`, `seenIfUnread`), or it is one of the others, on a page that is not loaded.
   */
  #countUnseen(
    { unseen, unseenIfUnread, seenIfUnread, isUnseenCounted }: Tally,
    unread: number | null,
    { isListComplete, areOthersSeen }: { isListComplete: boolean; areOthersSeen: boolean },
  ): Pick<SelectedCounts, 'unseenCount' | 'isUnseenCountComplete'> {
    const others = isListComplete ? 0 : Infinity;
    const canBeUnseen = unseenIfUnread + (areOthersSeen ? 0 : others);
    const canBeSeen = seenIfUnread + (areOthersSeen ? others : 0);
    const { count } = this.#unseen;
    if (count !== null) {
      // What is read elsewhere is seen too, but was not necessarily unseen before.
      const unseenElsewhere = Math.min(count, unread ?? Infinity, canBeUnseen);
      return { unseenCount: unseen + unseenElsewhere, isUnseenCountComplete: true };
    }
    if (unread === null)
      return { unseenCount: unseen, isUnseenCountComplete: isUnseenCounted && areOthersSeen };
    const atMost = Math.min(unread, canBeUnseen);
    const atLeast = Math.min(atMost, Math.max(0, unread - canBeSeen));
    return { unseenCount: unseen + atLeast, isUnseenCountComplete: isUnseenCounted && atLeast === atMost };
  }
}

/**
 * What remains of the number of the host without what is known one by one. It gets less as pages and records are loaded, so that
 * the sum stays the same.
 */
class Remainder {
  #count: number | null = null;
  /** Listed, but nobody knows whether the host has counted them. */
  readonly #unknown = new Set<string>();

  /** Null while the host has not said how many there are in all. */
  get count(): number | null {
    return this.#count;
  }

  /** Whether the host has counted the id if it is one of them, which is unknown here. */
  isCountedByHost(id: string): boolean {
    return this.#count !== null && this.#unknown.has(id);
  }

  /** @param count how many there are in all */
  set(count: number, listed: readonly string[], isCounted: IsCounted): void {
    this.#count = count;
    this.#unknown.clear();
    this.addListed(listed, isCounted);
  }

  /** Some that the host may have counted are on the list. */
  addListed(ids: readonly string[], isCounted: IsCounted): void {
    for (const id of ids) {
      const isOneOfThem = isCounted(id);
      if (isOneOfThem === null) this.#unknown.add(id);
      else if (isOneOfThem) this.add(-1);
    }
  }

  add(difference: number): void {
    if (this.#count !== null) this.#count = Math.max(0, this.#count + difference);
  }

  /** It is known now whether the host has counted this one. */
  resolve(id: string, isCounted: boolean): void {
    if (this.#unknown.delete(id) && isCounted) this.add(-1);
  }

  clear(): void {
    this.#count = null;
    this.#unknown.clear();
  }
}

/** How many are unread with each tag, on all pages: as the host has counted them, and what has changed here since. */
class UnreadByTag {
  #counts: ReadonlyMap<string, number> | null = null;
  /** Those that were counted and are on the list. */
  readonly #counted = new Set<string>();

  /** Whether the host has counted, and what has changed since is known. */
  get isKnown(): boolean {
    return this.#counts !== null;
  }

  set(
    counts: Iterable<readonly [tag: string, count: number]>,
    listed: readonly string[],
    isCounted: IsCounted,
  ): void {
    this.#counts = new Map(counts);
    this.#counted.clear();
    this.addListed(listed, isCounted);
  }

  /** Some that the host may have counted are on the list. */
  addListed(ids: readonly string[], isCounted: IsCounted): void {
    for (const id of ids) {
      const isOneOfThem = isCounted(id);
      if (isOneOfThem) this.#counted.add(id);
      else if (isOneOfThem === null) {
        this.clear();
        return;
      }
    }
  }

  /** Something has changed of which nobody knows the tags: the host has to count again. */
  clear(): void {
    this.#counts = null;
    this.#counted.clear();
  }

  /** The numbers as of now; null while they are unknown. While all is marked as read, nothing that was counted is unread. */
  select(
    list: ItemList,
    items: readonly NotificationItem[],
    isMarking: boolean,
  ): ReadonlyMap<string, number> | null {
    if (!this.#counts) return null;
    const counts = new Map<string, number>(isMarking ? [] : this.#counts);
    const counted = new Set<string>(isMarking ? [] : this.#counted);
    const add = (id: string, difference: number): boolean => {
      const tags = list.get(id).record?.payload.tags;
      for (const tag of new Set(tags?.map(({ tagName }) => tagName)))
        if (tag !== null) counts.set(tag, (counts.get(tag) ?? 0) + difference);
      return tags !== undefined;
    };
    for (const { id, isRead, status } of items) {
      const isUnread = status !== 'missing' && isRead !== true;
      if (counted.delete(id) === isUnread) continue;
      if (!add(id, isUnread ? 1 : -1)) return null;
    }
    // What is counted is no longer shown, such as because it was dismissed.
    for (const id of counted) if (!add(id, -1)) return null;
    return counts;
  }
}

function negate(value: boolean | null): boolean | null {
  return value === null ? null : !value;
}
