import type { NotificationCore, SourceProgress } from '../notifications/notification-state.js';
import { SourceOrder } from './source-order.js';
import {
  pageSize,
  parseReferencePage,
  parseSourceEvent,
  type NotificationReference,
  type NotificationSource,
  type ReferencePage,
  type SourceEvent,
} from './source.js';

/** Reads a host's source: its pages one after the other, and its events while it runs. Validates everything it gets. */
export class SourceReader {
  readonly #core: NotificationCore;
  readonly #source: NotificationSource;
  /** Every id that a page has named. */
  readonly #knownIds = new Set<string>();
  readonly #order = new SourceOrder();
  /** The pages that are loading, by cursor. */
  readonly #loading = new Map<string | undefined, Promise<void>>();
  #running: AbortController | null = null;
  #nextCursor: string | undefined;
  /** Where pages were missed, the latest last: newer than what was known, and older than the first page that followed. */
  #gaps: { readonly cursor: string; readonly after: string | undefined }[] = [];
  #hasFirstPage = false;

  constructor(core: NotificationCore, source: NotificationSource) {
    this.#core = core;
    this.#source = source;
    this.#publishProgress();
    core.addEffect(({ change }) => {
      if (change.type === 'reset' || change.type === 'signedOut') this.#clear();
    });
  }

  start(): void {
    if (this.#running) return;
    const { signal } = (this.#running = new AbortController());
    // First, so that an event stream is likely to be open before the page is computed.
    void this.#run(signal, () => this.#subscribe(signal));
    void this.loadFirst();
  }

  stop(): void {
    this.#abort();
    this.#publishProgress();
  }

  /** Loads the first page, or loads it again to find what is new. */
  async loadFirst(): Promise<void> {
    await this.#load().catch(() => undefined);
  }

  /** Loads the next page: first what was missed, then what is older than everything known. */
  async loadNext(): Promise<void> {
    const cursor = this.#gaps.at(-1)?.cursor ?? this.#nextCursor;
    if (cursor !== undefined) await this.#load(cursor).catch(() => undefined);
  }

  /** Stops, and forgets every page. */
  #clear(): void {
    this.#abort();
    this.#knownIds.clear();
    this.#order.clear();
    this.#nextCursor = undefined;
    this.#gaps = [];
    this.#hasFirstPage = false;
    this.#publishProgress(false);
  }

  #abort(): void {
    this.#running?.abort();
    this.#running = null;
    this.#loading.clear();
  }

  #subscribe(signal: AbortSignal): unknown {
    const end = this.#source.subscribe?.(
      (value) => {
        const event = signal.aborted ? null : parseSourceEvent(value);
        if (!event) return;
        this.#applyEvent(event);
        // A source that emits is likely to respond as well.
        if (this.#core.state.source.hasFailed) void this.#refresh(signal);
      },
      { signal, refresh: () => this.#refresh(signal) },
    );
    if (typeof end === 'function') signal.addEventListener('abort', () => void this.#run(signal, end));
    return end;
  }

  #applyEvent(event: SourceEvent): void {
    if (event.type === 'add') {
      this.#order.prepend(this.#newestOf(event.references));
      this.#core.apply({ type: 'added', references: event.references });
    } else if (event.type === 'remove') {
      this.#order.remove(event.ids);
      this.#core.apply({ type: 'removed', ids: event.ids });
    } else this.#core.apply({ type: 'readByHost', ids: event.ids, isRead: event.isRead });
  }

  /** The ids that were unknown, and that a first page requested from now on must list, since they are the newest. */
  #newestOf(references: readonly NotificationReference[]): string[] {
    if (!this.#hasFirstPage || this.#loading.has(undefined)) return [];
    const { list } = this.#core.state;
    const newestTime = Date.parse(list.get(this.#order.newest ?? '').createdDate ?? '');
    // NaN, the time of an unknown date, is not less than any other.
    const isOlder = (date = ''): boolean => Date.parse(date) < newestTime;
    return references.flatMap(({ id, createdDate }) => (list.has(id) || isOlder(createdDate) ? [] : id));
  }

  /** Loads the first page again for the source, which need not handle a failure. */
  #refresh(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    const loading = this.#load(undefined, this.#core.state.source.hasFailed);
    loading.catch(() => undefined);
    return loading;
  }

  /**
   * Loads a page, once for all callers. Rejects if that fails.
   *
   * @param hasFailed What is shown meanwhile: whether the last page could not be loaded.
   */
  #load(cursor?: string, hasFailed = false): Promise<void> {
    const signal = this.#running?.signal;
    if (!signal || !this.#source.load) return Promise.resolve();
    let loading = this.#loading.get(cursor);
    if (!loading || hasFailed !== this.#core.state.source.hasFailed) this.#publishProgress(hasFailed);
    if (!loading) {
      loading = this.#loadPage(cursor, signal).then(
        () => this.#endLoad(cursor, signal),
        (error: unknown) => {
          // A source that tries again by itself reports its failure once.
          if (!signal.aborted && !this.#core.state.source.hasFailed)
            this.#core.apply({ type: 'sourceFailed', error });
          this.#endLoad(cursor, signal, true);
          throw error;
        },
      );
      this.#loading.set(cursor, loading);
    }
    return loading;
  }

  #endLoad(cursor: string | undefined, signal: AbortSignal, hasFailed = false): void {
    if (signal.aborted) return;
    this.#loading.delete(cursor);
    this.#publishProgress(hasFailed);
  }

  async #loadPage(cursor: string | undefined, signal: AbortSignal): Promise<void> {
    const page = parseReferencePage(
      await this.#source.load?.({ limit: pageSize, signal, ...(cursor !== undefined && { cursor }) }),
    );
    if (signal.aborted) return;
    const { references } = page;
    const gap = this.#gaps.at(-1);
    if (cursor === undefined) {
      const gone = this.#hasFirstPage ? this.#updateFirst(page) : this.#addPage(page);
      this.#core.apply({ type: 'listed', references, page: 'first', gone });
    } else if (cursor === gap?.cursor) {
      this.#fillGap(page, gap.after);
      this.#core.apply({ type: 'listed', references, page: 'next', gone: [], after: gap.after });
    } else {
      this.#addPage(page);
      this.#core.apply({ type: 'listed', references, page: 'next', gone: [] });
    }
    this.#hasFirstPage = true;
  }

  #addPage({ references, nextCursor }: ReferencePage): string[] {
    const ids = references.map(({ id }) => id);
    // A page without a new id may lead back to itself, or on for ever.
    this.#nextCursor = this.#learn(ids) > 0 ? nextCursor : undefined;
    this.#order.append(ids);
    return [];
  }

  /** Takes the first page, loaded again: what is new is added on top. Returns the ids that the source lists no more. */
  #updateFirst({ references, nextCursor }: ReferencePage): string[] {
    const ids = references.map(({ id }) => id);
    const hasGap = this.#learn(ids) === ids.length && this.#knownIds.size > ids.length;
    if (nextCursor === undefined) {
      this.#nextCursor = undefined;
      this.#gaps = [];
    } else if (hasGap) this.#gaps.push({ cursor: nextCursor, after: ids.at(-1) });
    return this.#order.replaceFirstPage(new Set(ids), nextCursor === undefined);
  }

  #fillGap({ references, nextCursor }: ReferencePage, after: string | undefined): void {
    const ids = references.map(({ id }) => id);
    const isFilled = nextCursor === undefined || this.#learn(ids) < ids.length || ids.length === 0;
    this.#gaps.pop();
    if (!isFilled) this.#gaps.push({ cursor: nextCursor, after: ids.at(-1) });
    this.#order.append(ids, after);
  }

  /** Returns how many of the ids no page has named before. */
  #learn(ids: readonly string[]): number {
    const { size } = this.#knownIds;
    for (const id of ids) this.#knownIds.add(id);
    return this.#knownIds.size - size;
  }

  /** Runs code of the host and reports what it throws, now or later. */
  async #run(signal: AbortSignal, callHost: () => unknown): Promise<void> {
    try {
      await callHost();
    } catch (error) {
      if (!signal.aborted) this.#core.apply({ type: 'sourceFailed', error });
    }
  }

  /** A source without pages is ready at once. */
  #publishProgress(hasFailed = this.#core.state.source.hasFailed): void {
    const isReady = this.#hasFirstPage || !this.#source.load;
    const status: SourceProgress['status'] = isReady ? 'ready' : this.#running ? 'loading' : 'idle';
    const hasMore = this.#gaps.length > 0 || this.#nextCursor !== undefined;
    const source = { status, hasMore, hasFailed };
    this.#core.apply({ type: 'source', source });
  }
}
