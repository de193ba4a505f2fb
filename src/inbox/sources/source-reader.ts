import type { NotificationCore, SourceProgress } from '../notifications/notification-state.js';
import {
  pageSize,
  parseReferencePage,
  parseSourceEvent,
  type NotificationSource,
  type SourceEvent,
} from './source.js';

/** Reads a host's source: its pages one after the other, and its events while it runs. Validates everything it gets. */
export class SourceReader {
  readonly #core: NotificationCore;
  readonly #source: NotificationSource;
  /** Every id that a page has named. */
  readonly #knownIds = new Set<string>();
  /** The pages that are loading, by cursor. */
  readonly #loading = new Map<string | undefined, Promise<void>>();
  #running: AbortController | null = null;
  #nextCursor: string | undefined;
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
    void this.loadFirst();
    void this.#run(signal, () => this.#subscribe(signal));
  }

  stop(): void {
    this.#abort();
    this.#publishProgress();
  }

  /** Loads the first page, or loads it again to find what is new. */
  loadFirst(): Promise<void> {
    return this.#load();
  }

  loadNext(): Promise<void> {
    return this.#nextCursor === undefined ? Promise.resolve() : this.#load(this.#nextCursor);
  }

  /** Stops, and forgets every page. */
  #clear(): void {
    this.#abort();
    this.#knownIds.clear();
    this.#nextCursor = undefined;
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
        if (this.#core.state.source.hasFailed) void this.loadFirst();
      },
      { signal },
    );
    if (typeof end === 'function') signal.addEventListener('abort', () => void this.#run(signal, end));
    return end;
  }

  #applyEvent(event: SourceEvent): void {
    if (event.type === 'add') this.#core.apply({ type: 'added', references: event.references });
    else if (event.type === 'remove') this.#core.apply({ type: 'removed', ids: event.ids });
    else this.#core.apply({ type: 'readByHost', ids: event.ids, isRead: event.isRead });
  }

  #load(cursor?: string): Promise<void> {
    const signal = this.#running?.signal;
    if (!signal || !this.#source.load) return Promise.resolve();
    let loading = this.#loading.get(cursor);
    if (!loading) {
      this.#publishProgress(false);
      loading = this.#run(signal, () => this.#loadPage(cursor, signal)).then((hasFailed) => {
        if (signal.aborted) return;
        this.#loading.delete(cursor);
        this.#publishProgress(hasFailed);
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
    this.#core.apply({ type: 'listed', references: page.references, page: isFirst ? 'first' : 'next' });
    this.#hasFirstPage = true;
  }

  /** Runs code of the host. Reports what it throws, now or later, and resolves with whether it failed. */
  async #run(signal: AbortSignal, callHost: () => unknown): Promise<boolean> {
    try {
      await callHost();
      return false;
    } catch (error) {
      if (!signal.aborted) this.#core.apply({ type: 'sourceFailed', error });
      return true;
    }
  }

  /** A source without pages is ready at once. */
  #publishProgress(hasFailed = this.#core.state.source.hasFailed): void {
    const isReady = this.#hasFirstPage || !this.#source.load;
    const status: SourceProgress['status'] = isReady ? 'ready' : this.#running ? 'loading' : 'idle';
    const source = { status, hasMore: this.#nextCursor !== undefined, hasFailed };
    this.#core.apply({ type: 'source', source });
  }
}
