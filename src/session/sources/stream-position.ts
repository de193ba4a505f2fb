import type { ReferencePage } from './source.js';

/** How far a source has come, with its first page and with the events of its stream. It outlives the subscriptions. */
export class StreamPosition {
  /**
   * Whether the page names the last event that it contains. Then the stream opens after the page has loaded, and starts with the next
   * event: in between, none is missed.
   */
  readonly startsAfterPage: boolean;
  /** The last event that was received, or is on the first page. A stream that is opened again, also later, starts after it. */
  lastEventId = '';
  #firstPage: Promise<unknown> | undefined;
  #listedEventId: Promise<string | undefined> | undefined;
  /** Whose page was loaded last, if it says so. */
  #customer: string | undefined;

  constructor(startsAfterPage: boolean) {
    this.startsAfterPage = startsAfterPage;
  }

  /** The first page, while it is under way. */
  get firstPage(): Promise<unknown> | undefined {
    return this.#firstPage;
  }

  /** The last event of the first page that was requested last, once that has loaded. */
  get listedEventId(): Promise<string | undefined> | undefined {
    return this.#listedEventId;
  }

  /** Takes a first page that is requested. */
  handleFirstPage(loading: Promise<ReferencePage>): void {
    this.#firstPage = loading;
    this.#listedEventId = this.#awaitPage(loading);
  }

  async #awaitPage(loading: Promise<ReferencePage>): Promise<string | undefined> {
    try {
      const { lastEventId, customer } = await loading;
      // The events of another customer have other numbers.
      if (customer !== (this.#customer ?? customer)) this.lastEventId = '';
      this.#customer = customer ?? this.#customer;
      // What this page misses from now on, such as while it is hidden, may be about further pages.
      if (this.startsAfterPage) this.lastEventId ||= lastEventId ?? '';
      return lastEventId;
    } catch {
      return undefined;
    } finally {
      if (this.#firstPage === loading) this.#firstPage = undefined;
    }
  }
}
