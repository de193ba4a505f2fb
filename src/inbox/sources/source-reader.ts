import {
  pageSize,
  parseReferencePage,
  parseSourceEvent,
  type NotificationReference,
  type NotificationSource,
  type SourceEvent,
} from './source.js';

export interface SourceReaderOptions {
  onReferences: (references: readonly NotificationReference[], page: 'first' | 'next') => void;
  onEvent: (event: SourceEvent) => void;
  /** A page could not be loaded, or the subscription failed. */
  onError: (error: unknown) => void;
  /** `status`, `hasMore` or `hasFailed` may have changed. */
  onChange: () => void;
}

/** Reads a host's source: its pages one after the other, and its events while it runs. Validates everything it gets. */
export class SourceReader {
  readonly #source: NotificationSource;
  readonly #options: SourceReaderOptions;
  /** Every id that a page has named. */
  readonly #knownIds = new Set<string>();
  /** The pages that are loading, by cursor. */
  readonly #loading = new Map<string | undefined, Promise<void>>();
  #running: AbortController | null = null;
  #nextCursor: string | undefined;
  #hasFirstPage: boolean;
  #hasFailed = false;

  constructor(source: NotificationSource, options: SourceReaderOptions) {
    this.#source = source;
    this.#options = options;
    this.#hasFirstPage = !source.load;
  }

  /** `ready` once the first page is known; at once for a source without pages. */
  get status(): 'idle' | 'loading' | 'ready' {
    return this.#hasFirstPage ? 'ready' : this.#running ? 'loading' : 'idle';
  }

  get hasMore(): boolean {
    return this.#nextCursor !== undefined;
  }

  /** Whether the last requested page could not be loaded. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  start(): void {
    if (this.#running) return;
    const { signal } = (this.#running = new AbortController());
    void this.loadFirst();
    void this.#run(signal, () => this.#subscribe(signal));
  }

  stop(): void {
    this.#running?.abort();
    this.#running = null;
    this.#loading.clear();
  }

  /** Stops, and forgets every page. */
  clear(): void {
    this.stop();
    this.#knownIds.clear();
    this.#nextCursor = undefined;
    this.#hasFirstPage = !this.#source.load;
    this.#hasFailed = false;
  }

  /** Loads the first page, or loads it again to find what is new. */
  loadFirst(): Promise<void> {
    return this.#load();
  }

  loadNext(): Promise<void> {
    return this.#nextCursor === undefined ? Promise.resolve() : this.#load(this.#nextCursor);
  }

  #subscribe(signal: AbortSignal): unknown {
    const end = this.#source.subscribe?.(
      (value) => {
        const event = signal.aborted ? null : parseSourceEvent(value);
        if (!event) return;
        this.#options.onEvent(event);
        // A source that emits is likely to respond as well.
        if (this.#hasFailed) void this.loadFirst();
      },
      { signal },
    );
    if (typeof end === 'function') signal.addEventListener('abort', () => void this.#run(signal, end));
    return end;
  }

  #load(cursor?: string): Promise<void> {
    const signal = this.#running?.signal;
    if (!signal || !this.#source.load) return Promise.resolve();
    let loading = this.#loading.get(cursor);
    if (!loading) {
      this.#hasFailed = false;
      loading = this.#run(signal, () => this.#loadPage(cursor, signal)).then((hasFailed) => {
        if (signal.aborted) return;
        this.#hasFailed = hasFailed;
        this.#loading.delete(cursor);
        this.#options.onChange();
      });
      this.#loading.set(cursor, loading);
    }
    return loading;
  }

  async #loadPage(cursor: string | undefined, signal: AbortSignal): Promise<void> {
    const page = parseReferencePage(
      await this.#source.load?.({ limit: pageSize, signal, ...(cursor !== undefined && { cursor }) }),
    );
    if (signal.aborted) return;
    const isFirst = cursor === undefined;
    // Loading the first page again adds what is new on top. The cursor stays where the reader is.
    if (!isFirst || !this.#hasFirstPage) {
      const { size } = this.#knownIds;
      for (const { id } of page.references) this.#knownIds.add(id);
      // A page without a new id may lead back to itself, or on for ever.
      this.#nextCursor = this.#knownIds.size > size ? page.nextCursor : undefined;
    }
    this.#options.onReferences(page.references, isFirst ? 'first' : 'next');
    this.#hasFirstPage = true;
  }

  /** Runs code of the host. Reports what it throws, now or later, and resolves with whether it failed. */
  async #run(signal: AbortSignal, callHost: () => unknown): Promise<boolean> {
    try {
      await callHost();
      return false;
    } catch (error) {
      if (!signal.aborted) this.#options.onError(error);
      return true;
    }
  }
}
