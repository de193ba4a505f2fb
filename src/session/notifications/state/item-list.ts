import type { Notification } from '../../../api/schemas/notification.js';
import {
  listDate,
  newItem,
  withAnswer,
  withRead,
  withRecord,
  type NotificationItem,
} from './notification-item.js';
import { HiddenIds } from './hidden-ids.js';
import type { AnswerStates } from './marks/answer-states.js';
import type { ReadStates } from './marks/read-states.js';
import type { Flags } from './marks/flags.js';
import { arrangeHostIds, insertNewest, newestFirst } from './list-order.js';

/** What a list needs to know to place an id. */
type ListReference = Pick<NotificationItem, 'id'> & Partial<ListHints>;

/** What a list takes from a reference. */
type ListHints = Pick<NotificationItem, 'createdDate' | 'importance' | 'isPinned' | 'expiresDate'>;

/**
 * Which notifications there are, in order, and what is known about each. An id is only ever used as the key of a map or
 * set, so that every spelling works.
 *
 * There may be 100,000, of which most customers have dismissed, snoozed and pinned none: what looks through all of them first finds out
 * whether it has to. The same is true of whatever looks through the list elsewhere.
 */
export class ItemList {
  /** Which ids are not shown, on the list or once they are. */
  readonly hidden = new HiddenIds(() => (this.#visibleOrder = null));
  readonly #reads: ReadStates;
  readonly #answers: AnswerStates;
  /** Includes records that were requested by id without being on the list. */
  readonly #items = new Map<string, NotificationItem>();
  /** The items of which only the device has provided the record. */
  readonly #cached = new Map<string, NotificationItem>();
  /** Newest first, including the dismissed and the snoozed ids, which keep their places. */
  #order: readonly string[] = [];
  #visibleOrder: readonly string[] | null = null;
  readonly #listed = new Set<string>();
  /** Each snoozed item with the time until which it is: the same object for as long as both are. */
  readonly #snoozedItems = new WeakMap<NotificationItem, NotificationItem>();
  readonly #pinned = new Set<string>();
  /** The host's own list. */
  #hostIds: ReadonlySet<string> = new Set();
  /** Listed only because the host's own list names them. */
  #hostOnly = new Set<string>();
  /** Listed only because the device stored their records. */
  #provisional = new Set<string>();
  /** Listed by date, before the page that names them. */
  readonly #aheadOfPage = new Set<string>();

  /** @param flags Resolve the read state and the answer of each item. */
  constructor({ read, answered }: Pick<Flags, 'read' | 'answered'>) {
    this.#reads = read;
    this.#answers = answered;
  }

  /** The ids, the pinned ones first, else newest first, without the dismissed, the snoozed and the expired ones. */
  get order(): readonly string[] {
    return (this.#visibleOrder ??= this.#pinnedFirst(this.hidden.omitFrom(this.#order)));
  }

  /** All of them, newest first. */
  get wholeOrder(): readonly string[] {
    return this.#order;
  }

  get items(): NotificationItem[] {
    return this.order.map((id) => this.get(id));
  }

  /** The dismissed ones that are listed, newest first. */
  get dismissedItems(): NotificationItem[] {
    if (!this.hidden.hasDismissed) return [];
    return this.#order
      .filter((id) => this.hidden.isDismissed(id) && !this.hidden.isExpired(id))
      .map((id) => this.get(id));
  }

  /** The snoozed ones that are listed, newest first, without those that are dismissed or no longer exist. */
  get snoozedItems(): NotificationItem[] {
    const { hidden } = this;
    if (hidden.snoozed.size === 0) return [];
    return this.#order.flatMap((id) => {
      const until = hidden.snoozed.get(id);
      if (until === undefined || hidden.isDismissed(id) || hidden.isExpired(id)) return [];
      const item = this.get(id);
      return item.status === 'missing' ? [] : this.#withUntil(item, until);
    });
  }

  /** Whether anything is known about the id, on the list or not. */
  has(id: string): boolean {
    return this.#items.has(id);
  }

  /** Whether the id is on the list, dismissed or not. */
  isListed(id: string): boolean {
    return this.#listed.has(id);
  }

  /** Whether the id is on the list, and not only because the device stored its record. */
  isConfirmed(id: string): boolean {
    return this.#listed.has(id) && !this.#provisional.has(id);
  }

  get(id: string): NotificationItem {
    return this.#items.get(id) ?? this.#cached.get(id) ?? newItem(id);
  }

  /** Replaces an item. Its read state and its answer are what all claims about it resolve to. Returns what is stored. */
  replace(item: NotificationItem): NotificationItem {
    const resolved = withAnswer(withRead(item, this.#reads.isRead(item)), this.#answers.answerOf(item.id));
    this.#items.set(item.id, resolved);
    return resolved;
  }

  /** Resolves the read state after a claim about it has changed. Returns whether it is another one. */
  resolveRead(id: string): boolean {
    const item = this.get(id);
    // Only that: what else has changed is still to be reported.
    const resolved = withRead(item, this.#reads.isRead(item));
    this.#items.set(id, resolved);
    return resolved !== item;
  }

  /** Resolves the answer after a claim about it has changed. Returns whether it is another one. */
  resolveAnswer(id: string): boolean {
    const item = this.get(id);
    const resolved = withAnswer(item, this.#answers.answerOf(id));
    this.#items.set(id, resolved);
    return resolved !== item;
  }

  /** Adds the new ids by date, or at the top where a date is unknown. Returns those that it added. */
  insert(references: readonly ListReference[]): readonly string[] {
    return this.hidden.omitFrom(this.#insert(references));
  }

  /** Adds ids by date until the pages that name them are appended, which may be far below. Returns those that it added. */
  insertAheadOfPage(references: readonly ListReference[]): readonly string[] {
    const added = this.#insert(newestFirst(references));
    for (const id of added) this.#aheadOfPage.add(id);
    return this.hidden.omitFrom(added);
  }

  /** Whether it is listed by date only, and no page that was loaded names it. */
  isAheadOfPage(id: string): boolean {
    return this.#aheadOfPage.has(id);
  }

  /** Adds the new ids after another, or at the end. */
  append(references: readonly ListReference[], after?: string): void {
    this.#unlist(references.map(({ id }) => id).filter((id) => this.#aheadOfPage.delete(id)));
    const added = this.#register(references);
    const index = after === undefined ? this.#order.length : this.#order.indexOf(after) + 1;
    this.setOrder([...this.#order.slice(0, index), ...added, ...this.#order.slice(index)]);
  }

  /** Puts the listed ids in another order. */
  setOrder(order: readonly string[]): void {
    this.#order = order;
    this.#visibleOrder = null;
  }

  /** Replaces the host's own list of ids. Returns those that it put on top of its former list. */
  syncHostIds(references: readonly ListReference[]): readonly string[] {
    const before = this.#hostOnly;
    const named = new Set(references.map(({ id }) => id));
    const ids = [...named];
    const isNew = (id: string): boolean => !this.#listed.has(id) || this.#provisional.has(id);
    const hostOnly = new Set(ids.filter((id) => before.has(id) || isNew(id)));
    const newestKnown = ids.findIndex((id) => !isNew(id));
    this.#hostIds = named;
    this.#hostOnly = new Set();
    this.remove([...before].filter((id) => !named.has(id)));
    this.#register(references);
    this.#hostOnly = hostOnly;
    this.setOrder(arrangeHostIds(this.#order, named));
    return this.hidden.omitFrom(ids.slice(0, Math.max(newestKnown, 0)));
  }

  /** Takes the records that the device stored. With `isListed` they are on the list until {@link confirmFirstPage}. */
  restoreCached(records: readonly Notification[], isListed: boolean): void {
    const items = records.map((record) => withRecord(this.get(record.id), record));
    for (const item of items) {
      this.#cached.set(item.id, item);
      if (this.has(item.id)) this.replace(item);
    }
    if (isListed) this.#provisional = new Set(this.#insert(items));
  }

  /** Whether the item has a record that the device stored, and that was not fetched since. */
  isCached(id: string): boolean {
    return this.#cached.has(id);
  }

  /** Whether the record is still to be fetched: nobody has it, or only the device. */
  needsRecord(id: string): boolean {
    return this.isCached(id) || this.get(id).status === 'pending';
  }

  dropCached(id: string): void {
    this.#cached.delete(id);
  }

  /** Unlists what only the device knew: what the source's first page names is listed again in its place there. */
  confirmFirstPage(ids: readonly string[]): void {
    const provisional = [...this.#provisional];
    if (provisional.length === 0) return;
    const named = new Set(ids);
    this.#provisional = new Set();
    this.remove(provisional.filter((id) => !named.has(id)));
    this.#unlist(provisional);
  }

  remove(ids: readonly string[]): void {
    if (ids.length === 0) return;
    for (const id of new Set(ids)) {
      this.#items.delete(id);
      this.#aheadOfPage.delete(id);
      this.#hostOnly.delete(id);
      this.#provisional.delete(id);
      this.#pinned.delete(id);
      this.hidden.noteRemoved(id);
    }
    this.#unlist(ids);
  }

  /** Removes what the source lists no more, except what the host lists itself, or what is dismissed and may be restored. */
  removeUnlisted(ids: readonly string[]): void {
    for (const id of ids) if (this.#hostIds.has(id)) this.#hostOnly.add(id);
    this.remove(ids.filter((id) => !this.#hostIds.has(id) && !this.hidden.isDismissed(id)));
  }

  unpin(ids: readonly string[]): void {
    this.#applyHints(ids.map((id) => ({ id, isPinned: false })));
  }

  clear(): void {
    this.#items.clear();
    this.#listed.clear();
    this.hidden.clear();
    this.#cached.clear();
    this.#pinned.clear();
    this.#provisional.clear();
    this.#aheadOfPage.clear();
    this.setOrder([]);
    this.#hostIds = new Set();
    this.#hostOnly = new Set();
  }

  #insert(references: readonly ListReference[]): string[] {
    const added = this.#register(references);
    this.setOrder(insertNewest(this.#order, added, (id) => listDate(this.get(id))));
    return added;
  }

  #withUntil(item: NotificationItem, until: number): NotificationItem {
    const date = new Date(until).toISOString();
    let snoozed = this.#snoozedItems.get(item);
    if (snoozed?.snoozedUntil !== date)
      this.#snoozedItems.set(item, (snoozed = { ...item, snoozedUntil: date }));
    return snoozed;
  }

  #unlist(ids: readonly string[]): void {
    if (ids.length === 0) return;
    for (const id of ids) this.#listed.delete(id);
    this.setOrder(this.#order.filter((id) => this.#listed.has(id)));
  }

  #pinnedFirst(ids: readonly string[]): readonly string[] {
    if (this.#pinned.size === 0) return ids;
    const pinned: string[] = [];
    const others: string[] = [];
    for (const id of ids) (this.#pinned.has(id) ? pinned : others).push(id);
    return pinned.concat(others);
  }

  /** Takes what each reference says. */
  #applyHints(references: readonly ListReference[]): void {
    for (const reference of references) {
      const { id, isPinned } = reference;
      this.replace(withHints(this.get(id), reference));
      if (isPinned === undefined || isPinned === this.#pinned.has(id)) continue;
      if (isPinned) this.#pinned.add(id);
      else this.#pinned.delete(id);
      this.#visibleOrder = null;
    }
  }

  /** Takes what each reference says. Returns the ids that are not on the list yet, each once. */
  #register(references: readonly ListReference[]): string[] {
    this.#applyHints(references);
    const added: string[] = [];
    for (const { id } of references) {
      if (this.#listed.has(id)) {
        this.#hostOnly.delete(id);
        this.#provisional.delete(id);
      } else {
        this.#listed.add(id);
        added.push(id);
      }
    }
    return added;
  }
}

/** The item with what a reference says of it: the same object where nothing changes. */
function withHints(item: NotificationItem, reference: ListReference): NotificationItem {
  const { createdDate, importance, isPinned, expiresDate } = reference;
  let hinted = item;
  if (createdDate && !item.createdDate) hinted = { ...hinted, createdDate };
  if (importance && importance !== item.importance) hinted = { ...hinted, importance };
  if (isPinned !== undefined && isPinned !== item.isPinned) hinted = { ...hinted, isPinned };
  if (expiresDate !== undefined && expiresDate !== item.expiresDate) hinted = { ...hinted, expiresDate };
  return hinted;
}
