import { looseObject, nullableBoolean, nullableNumber } from './schemas/lenient.js';

/** Pagination of a list (contract, section 2.1). */
const metaDataSchema = looseObject({
  page: nullableNumber,
  hasMore: nullableBoolean,
  pageSize: nullableNumber,
  count: nullableNumber,
});
const noMetaData = { page: null, hasMore: null, pageSize: null, count: null };

/** How a page gets its next one. */
export interface Following<Item> {
  /** The page that was asked for. */
  page: string;
  signal: AbortSignal | undefined;
  ask(page: string): Promise<Page<Item>>;
}

/**
 * One page of a list. `for await (const item of page)` gives its items and, where the operation takes `page`, those of
 * the pages behind it, each asked for when it is due.
 */
export class Page<Item> implements AsyncIterable<Item> {
  readonly items: readonly Item[];
  /** Number of this page as the service counts; null where it did not say, as with the three that follow. */
  readonly page: number | null;
  /** Whether there are further pages. */
  readonly hasMore: boolean | null;
  /** How many items a page holds. */
  readonly pageSize: number | null;
  /** The service's count. Whether of this page or of all, the contract does not say. */
  readonly count: number | null;
  readonly #following: Following<Item> | null;

  constructor(items: readonly Item[], metaData: unknown, following: Following<Item> | null = null) {
    const { page, hasMore, pageSize, count } = metaDataSchema.safeParse(metaData).data ?? noMetaData;
    this.items = items;
    this.page = page;
    this.hasMore = hasMore;
    this.pageSize = pageSize;
    this.count = count;
    this.#following = following;
  }

  /**
   * The next page, or null if there is none: the service says so or does not say, this page is empty, the operation takes
   * no `page`, or what came is no progress (a page that is not behind this one, or the same items again).
   * @throws what the list throws; the reason of its signal
   */
  async nextPage(): Promise<Page<Item> | null> {
    const asked = Number(this.#following?.page) + 1;
    if (!this.#following || !this.hasMore || !this.items.length || !Number.isSafeInteger(asked)) return null;
    const next = await this.#following.ask(String(asked));
    const progresses = this.page === null || next.page === null || next.page > this.page;
    return progresses && JSON.stringify(next.items) !== JSON.stringify(this.items) ? next : null;
  }

  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    return Page.#itemsFrom<Item>(this);
  }

  static async *#itemsFrom<Item>(first: Page<Item>): AsyncGenerator<Item, void, undefined> {
    for (let page: Page<Item> | null = first; page; page = await page.nextPage()) {
      for (const item of page.items) {
        first.#following?.signal?.throwIfAborted();
        yield item;
      }
    }
  }
}
