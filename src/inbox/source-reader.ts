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
  /** The list could not be read, or the subscription could not be made. */
  onError: (error: unknown) => void;
  onChange: () => void;
}

/** How many references a page asks for. */
export const pageSize = 25;

/** Reads a host's source: its pages one after the other, its events while it runs. Trusts none of what it gives. */
export class SourceReader {
  readonly #source: NotificationSource;
  readonly #options: SourceReaderOptions;
  readonly #cursors = new Set<string>();
  #controller: AbortController | null = null;
  #loading: Promise<void> | null = null;
  #nextCursor: string | undefined;
  #hasFirst: boolean;

  constructor(source: NotificationSource, options: SourceReaderOptions) {
    this.#source = source;
    this.#options = options;
    this.#hasFirst = !source.load;
  }

  /** Whether the first page is known; true at once for a source that has no pages. */
  get hasFirst(): boolean {
    return this.#hasFirst;
  }

  get hasMore(): boolean {
    return this.#nextCursor !== undefined;
  }

  get isLoading(): boolean {
    return this.#loading !== null;
  }

  start(): void {
    if (this.#controller) return;
    const controller = new AbortController();
    this.#controller = controller;
    void this.loadFirst();
    try {
      const end = this.#source.subscribe?.(
        (event) => {
          const checked = controller.signal.aborted ? null : readSourceEvent(event);
          if (checked) this.#options.onEvent(checked);
        },
        { signal: controller.signal },
      );
      if (typeof end === 'function') controller.signal.addEventListener('abort', end);
    } catch (error) {
      this.#options.onError(error);
    }
  }

  stop(): void {
    this.#controller?.abort();
    this.#controller = null;
    this.#loading = null;
  }

  /** Reads the first page, again if need be: what is new on it is told as new. */
  loadFirst(): Promise<void> {
    return this.#load(undefined);
  }

  loadNext(): Promise<void> {
    return this.#nextCursor === undefined ? Promise.resolve() : this.#load(this.#nextCursor);
  }

  #load(cursor: string | undefined): Promise<void> {
    const controller = this.#controller;
    if (!controller || !this.#source.load) return Promise.resolve();
    this.#loading ??= this.#read(this.#source.load.bind(this.#source), cursor, controller.signal).finally(
      () => {
        if (controller.signal.aborted) return;
        this.#loading = null;
        this.#options.onChange();
      },
    );
    return this.#loading;
  }

  async #read(
    load: NonNullable<NotificationSource['load']>,
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const page = readReferencePage(
        await load({ limit: pageSize, signal, ...(cursor !== undefined && { cursor }) }),
      );
      if (signal.aborted) return;
      const isFirst = cursor === undefined;
      // A refresh brings what is new on top; how far one had scrolled stays as it was.
      if (!isFirst || !this.#hasFirst)
        this.#continueAt(page.references.length > 0 ? page.nextCursor : undefined);
      this.#hasFirst = true;
      this.#options.onReferences(page.references, isFirst ? 'first' : 'next');
    } catch (error) {
      if (!signal.aborted) this.#options.onError(error);
    }
  }

  /** A cursor that came before would lead in a circle, as an empty page might lead nowhere for ever. */
  #continueAt(cursor: string | undefined): void {
    this.#nextCursor = cursor !== undefined && this.#cursors.has(cursor) ? undefined : cursor;
    if (cursor !== undefined) this.#cursors.add(cursor);
  }
}
