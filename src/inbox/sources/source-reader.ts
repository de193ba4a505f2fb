import {
  readReferencePage,
  readSourceEvent,
  type NotificationReference,
  type NotificationSource,
  type SourceEvent,
} from './source.js';

export interface SourceReaderOptions {
  onReferences: (references: readonly NotificationReference[], page: 'first' | 'next') => void;
  onEvent: (event: SourceEvent) => void;
  /** A page could not be read, or the subscription could not be made. */
  onError: (error: unknown) => void;
  onChange: () => void;
}

/** How many references a page asks for. */
export const pageSize = 25;

/** Reads a host's source: its pages one after the other, its events while it runs. Trusts none of what it gives. */
export class SourceReader {
  readonly #source: NotificationSource;
  readonly #options: SourceReaderOptions;
  /** What its pages have named, by id. */
  readonly #named = new Set<string>();
  /** What is being read, by its cursor. */
  readonly #reading = new Map<string | undefined, Promise<void>>();
  #controller: AbortController | null = null;
  #nextCursor: string | undefined;
  #hasFirst: boolean;
  #hasFailed = false;

  constructor(source: NotificationSource, options: SourceReaderOptions) {
    this.#source = source;
    this.#options = options;
    this.#hasFirst = !source.load;
  }

  /** `ready` once the first page is known; at once for a source that has no pages. */
  get status(): 'idle' | 'loading' | 'ready' {
    return this.#hasFirst ? 'ready' : this.#controller ? 'loading' : 'idle';
  }

  get hasMore(): boolean {
    return this.#nextCursor !== undefined;
  }

  /** Whether the last page that was asked for could not be read. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  start(): void {
    if (this.#controller) return;
    const { signal } = (this.#controller = new AbortController());
    void this.loadFirst();
    void this.#attempt(signal, () => {
      const end = this.#source.subscribe?.(
        (event) => {
          const checked = signal.aborted ? null : readSourceEvent(event);
          if (!checked) return;
          this.#options.onEvent(checked);
          // Who speaks may answer, too.
          if (this.#hasFailed) void this.loadFirst();
        },
        { signal },
      );
      if (typeof end === 'function') signal.addEventListener('abort', () => void this.#attempt(signal, end));
      return end;
    });
  }

  stop(): void {
    this.#controller?.abort();
    this.#controller = null;
    this.#reading.clear();
  }

  /** Stops, and is as new. */
  clear(): void {
    this.stop();
    this.#named.clear();
    this.#nextCursor = undefined;
    this.#hasFirst = !this.#source.load;
    this.#hasFailed = false;
  }

  /** Reads the first page, again if need be: what is new on it is told as new. */
  loadFirst(): Promise<void> {
    return this.#load();
  }

  loadNext(): Promise<void> {
    return this.#nextCursor === undefined ? Promise.resolve() : this.#load(this.#nextCursor);
  }

  #load(cursor?: string): Promise<void> {
    const signal = this.#controller?.signal;
    if (!signal || !this.#source.load) return Promise.resolve();
    let reading = this.#reading.get(cursor);
    if (!reading) {
      this.#hasFailed = false;
      reading = this.#attempt(signal, () => this.#read(cursor, signal)).then((hasFailed) => {
        if (signal.aborted) return;
        this.#hasFailed = hasFailed;
        this.#reading.delete(cursor);
        this.#options.onChange();
      });
      this.#reading.set(cursor, reading);
    }
    return reading;
  }

  async #read(cursor: string | undefined, signal: AbortSignal): Promise<void> {
    const page = readReferencePage(
      await this.#source.load?.({ limit: pageSize, signal, ...(cursor !== undefined && { cursor }) }),
    );
    if (signal.aborted) return;
    const isFirst = cursor === undefined;
    // A refresh brings what is new on top; how far one had scrolled stays as it was.
    if (!isFirst || !this.#hasFirst) {
      const { size } = this.#named;
      for (const { id } of page.references) this.#named.add(id);
      // A page that names nothing new might lead on in a circle, or nowhere for ever.
      this.#nextCursor = this.#named.size > size ? page.nextCursor : undefined;
    }
    this.#options.onReferences(page.references, isFirst ? 'first' : 'next');
    this.#hasFirst = true;
  }

  /** Runs what the host wrote, and returns whether it failed. What it throws, at once or later, is told until the end. */
  async #attempt(signal: AbortSignal, act: () => unknown): Promise<boolean> {
    try {
      await act();
      return false;
    } catch (error) {
      if (!signal.aborted) this.#options.onError(error);
      return true;
    }
  }
}
