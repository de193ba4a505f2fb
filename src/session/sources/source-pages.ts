import type { NotificationReference, ReferencePage } from './source.js';

/** What a page changes on the list. */
interface PageChange {
  /** Whether it is the first since {@link SourcePages.forget}: it replaces the whole list. */
  isAfterReset: boolean;
  /** What the source lists no more. */
  gone: string[];
  /** What is no longer pinned. */
  unpinned: string[];
  /** What it follows, if it fills a gap. */
  after: string | undefined;
}

/** What the pages of a source have listed, and where they go on. */
export class SourcePages {
  /** Every id that a page has named. */
  readonly #knownIds = new Set<string>();
  /** The ids on the pages that follow the first load by its cursors. Not those of a first page that is loaded again, nor of pages that fill a gap. */
  readonly #cursorIds = new Set<string>();
  /** The pinned ids with which the last first page began, wherever they belong. */
  #pinned: readonly string[] = [];
  /**
   * The ids that the source has listed, newest first: there may be 100,000. The list cannot stand in for this order: it is by date, and
   * has the host's own ids and what other tabs have stored, so that it does not say what a page covers and lists no more.
   */
  #order: string[] = [];
  /** The ids of `#order`. */
  readonly #ordered = new Set<string>();
  #nextCursor: string | undefined;
  /** Where pages were missed, the latest last: newer than what was known, and older than the first page that followed. */
  #gaps: { readonly cursor: string; readonly after: string }[] = [];
  #hasFirst = false;
  /** Whether the pages were forgotten: the next first page replaces the whole list. */
  #isAfterReset = false;

  get hasFirst(): boolean {
    return this.#hasFirst;
  }

  /** Where the next page starts: that of the latest gap comes first. Undefined if everything is loaded. */
  get nextCursor(): string | undefined {
    return this.#gaps.at(-1)?.cursor ?? this.#nextCursor;
  }

  get newestId(): string | undefined {
    return this.#order[0];
  }

  clear(): void {
    this.forget();
    this.#order = [];
    this.#ordered.clear();
    this.#pinned = [];
    this.#hasFirst = false;
  }

  /** Drops the further pages: what the next first page does not list comes back with them. */
  forget(): void {
    this.#knownIds.clear();
    this.#cursorIds.clear();
    this.#nextCursor = undefined;
    this.#gaps = [];
    this.#isAfterReset = this.#hasFirst;
  }

  /** Takes what has arrived as newest. */
  prepend(ids: readonly string[]): void {
    if (!this.#hasFirst) return;
    this.#order = [...ids, ...this.#order];
    for (const id of ids) this.#ordered.add(id);
  }

  /** Takes what arrivals say about being pinned. */
  notePinned(references: readonly NotificationReference[]): void {
    const pinned = new Set(this.#pinned);
    for (const { id, isPinned } of references) {
      if (isPinned === true) pinned.add(id);
      else if (isPinned === false) pinned.delete(id);
    }
    this.#pinned = [...pinned];
  }

  /** Removes ids. What was missed after one of them then follows the one before it. */
  remove(gone: ReadonlySet<string>): void {
    this.#gaps = this.#gaps.map(({ cursor, after }) => {
      const before = this.#order.slice(0, this.#order.indexOf(after) + 1);
      return { cursor, after: before.findLast((id) => !gone.has(id)) ?? after };
    });
    this.#order = this.#order.filter((id) => !gone.has(id));
    for (const id of gone) this.#ordered.delete(id);
  }

  /** Takes a page. The first one has no cursor. */
  apply({ references, nextCursor }: ReferencePage, cursor: string | undefined): PageChange {
    // A first page may begin with those that are pinned: they say nothing about where the page ends.
    const isPinned = (reference: NotificationReference): boolean =>
      cursor === undefined && reference.isPinned === true;
    const pinned = references.filter(isPinned).map(({ id }) => id);
    const others = pinned.length > 0 ? references.filter((reference) => !isPinned(reference)) : references;
    const ids = [...new Set(others.map(({ id }) => id))];
    const isLast = nextCursor === undefined;
    const isAfterReset = cursor === undefined && this.#isAfterReset;
    const isReload = cursor === undefined && this.#hasFirst && !isAfterReset;
    const gap = cursor !== undefined && cursor === this.#gaps.at(-1)?.cursor ? this.#gaps.pop() : undefined;
    if (!isReload && !gap) this.#followCursor([...pinned, ...ids], nextCursor);
    else if (!isLast) this.#noteGap(ids, nextCursor, gap?.after);
    else if (isReload) {
      this.#nextCursor = undefined;
      this.#gaps = [];
    }
    for (const id of ids) this.#knownIds.add(id);
    if (cursor !== undefined) {
      this.#insert(ids, gap?.after);
      return { isAfterReset, gone: [], unpinned: [], after: gap?.after };
    }
    const replaced = this.#replaceFirst(ids, pinned, isLast || !isReload);
    this.#hasFirst = true;
    this.#isAfterReset = false;
    return { isAfterReset, ...replaced, after: undefined };
  }

  /** Goes on where the page ends, if there is anything new on it: otherwise it may lead back to itself, or on for ever. */
  #followCursor(ids: readonly string[], nextCursor: string | undefined): void {
    const { size } = this.#cursorIds;
    // What moved up onto the first page is new here.
    if (nextCursor !== undefined) for (const id of ids) this.#cursorIds.add(id);
    this.#nextCursor = this.#cursorIds.size > size || ids.length === 0 ? nextCursor : undefined;
  }

  /**
   * Notes that pages are missing below a page that reaches none of the ids that were known: when the first page is loaded again, the
   * cursor stays at the last page that was loaded.
   *
   * @param before the id above the page, if it fills a gap
   */
  #noteGap(ids: readonly string[], cursor: string, before: string | undefined): void {
    const after = ids.at(-1) ?? before;
    if (after !== undefined && !ids.some((id) => this.#knownIds.has(id))) this.#gaps.push({ cursor, after });
  }

  /**
   * Updates the order from a first page. It covers everything down to the last known id on it, or the whole list if it is also
   * the last page, or everything is loaded anew.
   */
  #replaceFirst(
    ids: readonly string[],
    pinned: readonly string[],
    isWhole: boolean,
  ): Pick<PageChange, 'gone' | 'unpinned'> {
    // Before the first page nothing is known, and that may be long.
    const listed = new Set(this.#hasFirst ? ids : []);
    const end = isWhole ? this.#order.length : this.#order.findLastIndex((id) => listed.has(id)) + 1;
    const removed = this.#order.slice(0, end).filter((id) => !listed.has(id));
    this.remove(new Set(removed));
    this.#order = [...ids, ...this.#order.filter((id) => !listed.has(id))];
    for (const id of ids) this.#ordered.add(id);
    const stillPinned = new Set(pinned);
    const unpinned = this.#pinned.filter((id) => !stillPinned.has(id));
    this.#pinned = pinned;
    // A further page may list what was pinned, too.
    const gone = [...removed, ...unpinned.filter((id) => !this.#ordered.has(id))];
    return { gone: gone.filter((id) => !stillPinned.has(id)), unpinned };
  }

  /** Takes a further page: that after an id, or the last. */
  #insert(ids: readonly string[], after: string | undefined): void {
    if (after === undefined) {
      // In place, since each of many pages would copy all those before it.
      for (const id of ids) if (!this.#ordered.has(id)) this.#order.push(id);
    } else {
      const index = this.#order.indexOf(after) + 1;
      this.#order = [...new Set([...this.#order.slice(0, index), ...ids, ...this.#order.slice(index)])];
    }
    for (const id of ids) this.#ordered.add(id);
  }
}
