import { looseObject, nullableBoolean, nullableNumber } from './schemas/lenient.js';

/** Pagination metadata of a list. */
const metaDataSchema = looseObject({
  page: nullableNumber,
  hasMore: nullableBoolean,
  pageSize: nullableNumber,
  count: nullableNumber,
});
const noMetaData = { page: null, hasMore: null, pageSize: null, count: null };

/** How a page loads the next one. */
export interface Pagination<Item> {
  /** The requested page number. */
  page: string;
  /** The signal of the request. It also stops the iteration. */
  signal: AbortSignal | undefined;
  loadPage(page: string): Promise<Page<Item>>;
}

/**
 * One page of a list. `for await (const item of page)` iterates over its items and, where the operation takes `page`,
 * over those of the following pages. Each page is requested when the iteration reaches it.
 *
 * @example
 * for await (const job of await client.jobs.list({ projectId })) console.log(job.status);
 */
export class Page<Item> implements AsyncIterable<Item> {
  /** The items of this page. */
  readonly items: readonly Item[];
  /** The number of this page according to the service, or null if the response does not contain it. */
  readonly page: number | null;
  /** Whether there are more pages, or null if the response does not say. */
  readonly hasMore: boolean | null;
  /** How many items a page contains, or null if the response does not say. */
  readonly pageSize: number | null;
  /** The service's count, or null. The service does not say whether it counts the items of this page or of all pages. */
  readonly count: number | null;
  readonly #pagination: Pagination<Item> | null;

  constructor(items: readonly Item[], metaData: unknown, pagination: Pagination<Item> | null = null) {
    const { page, hasMore, pageSize, count } = metaDataSchema.safeParse(metaData).data ?? noMetaData;
    this.items = items;
    this.page = page;
    this.hasMore = hasMore;
    this.pageSize = pageSize;
    this.count = count;
    this.#pagination = pagination;
  }

  /**
   * Loads the next page.
   *
   * @returns the page, or null at the end: `hasMore` is not true, this page is empty, the operation takes no `page`, or the
   * response makes no progress (its page number is not larger, or its items are the same)
   * @throws what the list operation throws; the signal's reason
   */
  async nextPage(): Promise<Page<Item> | null> {
    const number = Number(this.#pagination?.page) + 1;
    if (!this.#pagination || !this.hasMore || !this.items.length || !Number.isSafeInteger(number))
      return null;
    const next = await this.#pagination.loadPage(String(number));
    const isLater = this.page === null || next.page === null || next.page > this.page;
    return isLater && JSON.stringify(next.items) !== JSON.stringify(this.items) ? next : null;
  }

  /** Iterates over the items of this page and of all that follow, each requested when it is reached. */
  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    return Page.#itemsFrom<Item>(this);
  }

  static async *#itemsFrom<Item>(first: Page<Item>): AsyncGenerator<Item, void, undefined> {
    for (let page: Page<Item> | null = first; page; page = await page.nextPage()) {
      for (const item of page.items) {
        first.#pagination?.signal?.throwIfAborted();
        yield item;
      }
    }
  }
}
