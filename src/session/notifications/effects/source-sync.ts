import { parseTime } from '../../../common/dates.js';
import { SignedOutError } from '../../../api/errors.js';
import { retryAfterOf } from '../../../api/retry-after.js';
import type { GroupPreferenceInput } from '../../../api/schemas/preference.js';
import { isOffline } from '../../../common/page-observer.js';
import { afterNextFrame } from '../../../common/next-frame.js';
import { warnOnce } from '../../../common/warn.js';
import { flagNames, marks } from '../state/marks/marks.js';
import type { NotificationStateContainer } from '../state/notification-change.js';
import type { SourceProgress } from '../state/notification-state.js';
import { RetryTimer } from '../../../common/retry-timer.js';
import { fetchPage, maxEmptyPages } from '../../sources/fetch-page.js';
import type { GivenPage } from '../../sources/first-page.js';
import { parseSourceEvent } from '../../sources/parse.js';
import type { FirstPage, NotificationSource, ReferencePage, SourceEvent } from '../../sources/source.js';
import { SourcePages } from '../../sources/source-pages.js';

/** Receives that a group was switched on or off elsewhere. */
export type OnPreference = (groupId: string, input: GroupPreferenceInput) => void;

/** What a store passes on beside its source. */
interface SourceSyncOptions {
  /** Receives what the source reports about the customer's preferences. */
  onPreference?: OnPreference | undefined;
  /** Receives that a first page has come, so that somebody may be signed in again. */
  onFirstPage?: (() => void) | undefined;
  /** The first page that came with the HTML. */
  givenPage?: GivenPage | undefined;
  /** Whether nobody knows what the device stores before a record has named the customer. */
  deviceWaitsForCustomer?: boolean | undefined;
  /** Whether the browser may store nothing of the pages. */
  memoryOnly?: boolean | undefined;
}

/** Loads a host's source: its pages one after the other, and its events while it runs. Validates everything it gets. */
export class SourceSync {
  readonly name = 'source-sync';
  readonly on = ['cleared'] as const;
  readonly #container: NotificationStateContainer;
  readonly #source: NotificationSource;
  readonly #options: SourceSyncOptions;
  readonly #pages = new SourcePages();
  /** The pages that are loading, by cursor. */
  readonly #loading = new Map<string | undefined, Promise<void>>();
  /** What the source has deleted while each page was under way, which may name it still. */
  readonly #deletedMeanwhile = new Set<Set<string>>();
  /** Loads the first page again until it comes. Afterwards, the source says when to load it again. */
  readonly #retryTimer = new RetryTimer(() => this.#retryFirst());
  /** Shown when the source starts for the first time. */
  #givenPage: GivenPage | undefined;
  #running: AbortController | null = null;
  /** Identifies the further pages: another object once they are dropped, so that one of the former ones counts no more. */
  #round = {};
  /** The load that follows the first page that is under way. */
  #reloading: Promise<void> | undefined;
  /** Whether the last page was one of too many empty ones. */
  #isPaused = false;
  /** Whether events can arrive, as far as the source says. */
  #isConnected = true;
  /** Whether it was reported that the source does not work, and not yet that it works again. */
  #isReturnPending = false;

  constructor(container: NotificationStateContainer, source: NotificationSource, options: SourceSyncOptions) {
    this.#container = container;
    this.#source = source;
    this.#options = options;
    this.#givenPage = options.givenPage;
  }

  /** Stops, and forgets every page. */
  handleUpdate(): void {
    this.#abort();
    this.#pages.clear();
    this.#applyProgress(null);
  }

  start(): void {
    if (this.#running) return;
    const { signal } = (this.#running = new AbortController());
    const page = this.#givenPage?.take();
    this.#givenPage = undefined;
    if (page) {
      this.#loading.set(undefined, this.#startWith(page, signal));
      return;
    }
    // First, so that an event stream is likely to be open before the page is computed.
    void this.#run(signal, () => this.#subscribe(signal));
    void this.loadFirst();
  }

  stop(): void {
    this.#abort();
    this.#applyProgress();
  }

  /** Loads the first page, or loads it again to find what is new. */
  async loadFirst(): Promise<void> {
    await this.#load(undefined).catch(() => undefined);
  }

  /** Finds out by a request of its own whether there is a network, which the browser denies. */
  probe(): void {
    if (this.#running) void this.#refresh(this.#running.signal);
  }

  async loadNext(): Promise<void> {
    const { nextCursor } = this.#pages;
    if (nextCursor !== undefined) await this.#load(nextCursor).catch(() => undefined);
  }

  /** Takes what the host has deleted off the list. A page that is under way may still name it. */
  handleDeleted(ids: readonly string[]): void {
    for (const deleted of this.#deletedMeanwhile) for (const id of ids) deleted.add(id);
    this.#pages.remove(new Set(ids));
    this.#container.apply({ type: 'deleted', ids });
  }

  /** Drops the further pages, those under way too. */
  #forgetPages(): void {
    this.#pages.forget();
    this.#round = {};
    for (const cursor of this.#loading.keys()) if (cursor !== undefined) this.#loading.delete(cursor);
  }

  /** Shows the page that came with the HTML, and requests nothing before it is on the screen. */
  async #startWith(page: FirstPage, signal: AbortSignal): Promise<void> {
    // The clock of the host may be ahead.
    this.#applyPage(page, undefined, Math.min(parseTime(page.loadedDate), Date.now()));
    this.#applyProgress(null);
    await afterNextFrame();
    if (signal.aborted) return;
    this.#loading.delete(undefined);
    this.#source.continueFrom?.(page);
    void this.#run(signal, () => this.#subscribe(signal));
    if (!this.#source.continueFrom) void this.loadFirst();
  }

  #abort(): void {
    // A page that is left, or whose customer has gone, has to request what it shows next.
    this.#givenPage = undefined;
    this.#retryTimer.cancel();
    this.#running?.abort();
    this.#running = null;
    this.#loading.clear();
    this.#reloading = undefined;
    this.#isConnected = true;
  }

  #subscribe(signal: AbortSignal): unknown {
    const end = this.#source.subscribe?.(
      (value) => {
        const event = signal.aborted ? null : parseSourceEvent(value);
        if (!event) return;
        const { list, source, counts } = this.#container.state;
        // Whether the host had counted what is gone depends on whether it was read, which only the source knows.
        const isUncertain =
          (event.type === 'dismiss' || event.type === 'remove') &&
          counts.isHostCounting &&
          !event.ids.every((id) => list.isListed(id) && list.get(id).isRead !== null);
        this.#applyEvent(event);
        if (isUncertain) void this.#refresh(signal);
        // A source that emits is likely to respond as well.
        else if (source.problem) this.#retryFirst();
      },
      {
        signal,
        refresh: () => this.#refresh(signal),
        setConnected: (isConnected) => {
          if (!signal.aborted) this.#setConnected(isConnected);
        },
      },
    );
    if (typeof end === 'function') signal.addEventListener('abort', () => void this.#run(signal, end));
    return end;
  }

  #setConnected(isConnected: boolean): void {
    if (this.#isConnected === isConnected) return;
    this.#isConnected = isConnected;
    this.#applyProgress();
    this.#reportReturn();
  }

  #applyEvent(event: SourceEvent): void {
    if (event.type === 'add') {
      for (const deleted of this.#deletedMeanwhile) for (const { id } of event.references) deleted.delete(id);
      const { list } = this.#container.state;
      this.#pages.notePinned(event.references);
      const newestTime = parseTime(list.get(this.#pages.newestId ?? '').createdDate ?? '');
      const newest = event.references.filter(
        ({ id, createdDate = '' }) => !list.has(id) && !(parseTime(createdDate) < newestTime),
      );
      // The source lists them first. A first page that is under way has to list them, and says where they are.
      if (!this.#loading.has(undefined)) this.#pages.prepend(newest.map(({ id }) => id));
      this.#container.apply({ type: 'added', references: event.references });
    } else if (event.type === 'remove') {
      this.handleDeleted(event.ids);
    } else if (event.type === 'reset') {
      this.#forgetPages();
      if (this.#running) void this.#refresh(this.#running.signal);
    } else if (event.type === 'preference') {
      const { groupId, isGroupNotificationOff } = event;
      this.#options.onPreference?.(groupId, { isGroupNotificationOff });
    } else if (event.type !== 'customer') {
      for (const flag of flagNames) {
        const value = marks[flag].valueOf(event);
        if (value !== undefined) this.#container.apply({ type: 'markedByHost', flag, ids: event.ids, value });
      }
    }
  }

  /**
   * Loads the first page again for the source, which need not handle a failure. One that is under way may lack what the source
   * has missed: another one follows it, once for all calls.
   */
  #refresh(signal: AbortSignal): Promise<void> {
    const load = (): Promise<void> =>
      signal.aborted ? Promise.resolve() : this.#load(undefined, this.#container.state.source.problem);
    const current = this.#loading.get(undefined);
    const loading = current ? (this.#reloading ??= this.#loadAfter(current, load)) : load();
    loading.catch(() => undefined);
    return loading;
  }

  /** Loads the first page. The problem stays until it comes. */
  #retryFirst(): void {
    this.#load(undefined, this.#container.state.source.problem).catch(() => undefined);
  }

  async #loadAfter(current: Promise<void>, load: () => Promise<void>): Promise<void> {
    await current.catch(() => undefined);
    this.#reloading = undefined;
    await load();
  }

  /**
   * Loads a page, once for all callers. Rejects if that fails.
   *
   * @param problem What is shown meanwhile.
   */
  #load(cursor?: string, problem: SourceProgress['problem'] = null): Promise<void> {
    const signal = this.#running?.signal;
    if (!signal || !this.#source.load) return Promise.resolve();
    let loading = this.#loading.get(cursor);
    const before = this.#container.state.source.problem;
    // Until a page comes, nobody has signed in.
    const shown = before === 'signed-out' ? before : problem;
    if (!loading || shown !== before) this.#applyProgress(shown);
    if (!loading) {
      loading = this.#loadPage(cursor, signal);
      this.#loading.set(cursor, loading);
    }
    return loading;
  }

  async #loadPage(cursor: string | undefined, signal: AbortSignal): Promise<void> {
    let problem: SourceProgress['problem'] = 'unreachable';
    let retryAfter: number | null = null;
    const round = this.#round;
    const deleted = new Set<string>();
    this.#deletedMeanwhile.add(deleted);
    const requestedAt = Date.now();
    try {
      this.#container.noteSent(this.name, `load the ${cursor === undefined ? 'first' : 'next'} page`);
      const page = await fetchPage(this.#source, cursor, { signal, memoryOnly: this.#options.memoryOnly });
      if (signal.aborted || (cursor !== undefined && round !== this.#round)) return;
      const references = page.references.filter(({ id }) => !deleted.has(id));
      this.#applyPage({ ...page, references }, cursor, requestedAt);
      problem = null;
    } catch (error) {
      retryAfter = retryAfterOf(error);
      const before = this.#container.state.source.problem;
      if (error instanceof SignedOutError || before === 'signed-out') problem = 'signed-out';
      // Repeated attempts that fail count as one failure, which was reported before. Want of a network is no error.
      else if (!signal.aborted && !before && !isOffline())
        this.#container.apply({ type: 'sourceFailed', error });
      throw error;
    } finally {
      this.#deletedMeanwhile.delete(deleted);
      if (!signal.aborted) {
        this.#loading.delete(cursor);
        if (problem === null) this.#retryTimer.cancel();
        // No event may follow that says that there is a network.
        else if (!this.#pages.hasFirst || isOffline()) this.#retryTimer.schedule(retryAfter);
        // There is nothing to load, and no event, until somebody has signed in.
        if (problem === 'signed-out') this.#abort();
        this.#applyProgress(problem);
        this.#reportReturn();
      }
    }
  }

  #applyPage(page: ReferencePage, cursor: string | undefined, requestedAt: number): void {
    const { references, snoozed = [], unreadCount, unseenCount, unreadCountByTag } = page;
    const { answers, saves } = page;
    const change = this.#pages.apply(page, cursor);
    this.#isPaused = page.references.length === 0 && this.#pages.nextCursor !== undefined;
    if (this.#isPaused)
      warnOnce(`${maxEmptyPages} pages of the source in a row were empty: the next is loaded on request.`);
    // First, since the page counts them.
    if (snoozed.length > 0)
      this.#container.apply({ type: 'added', references: snoozed, isAheadOfPage: true });
    this.#container.apply({
      type: 'pageLoaded',
      references,
      page: cursor === undefined ? 'first' : 'next',
      requestedAt,
      ...change,
      isComplete: this.#pages.nextCursor === undefined,
      unreadCount,
      unseenCount,
      unreadCountByTag,
      answers,
      saves,
    });
    if (cursor !== undefined) return;
    if (unreadCount !== undefined || references.some(({ isRead }) => isRead === false))
      this.#warnOfUnsavedRead();
    this.#options.onFirstPage?.();
  }

  /** Since the list says what is unread, a bell needs no record, and so does not learn what the device has stored. */
  #warnOfUnsavedRead(): void {
    if (!this.#options.deviceWaitsForCustomer || this.#container.state.flags.read.isSavedByHost) return;
    warnOnce(
      'The list says what is unread, but nothing saves what was read: after a reload, the badge is back. Save it, or set a customer key.',
    );
  }

  /** Runs code of the host and reports what it throws, now or later. */
  async #run(signal: AbortSignal, callHost: () => unknown): Promise<void> {
    try {
      await callHost();
    } catch (error) {
      if (!signal.aborted) this.#container.apply({ type: 'sourceFailed', error });
    }
  }

  /** A source without pages is ready at once. */
  #applyProgress(problem = this.#container.state.source.problem): void {
    const isReady = this.#pages.hasFirst || !this.#source.load;
    const status: SourceProgress['status'] = isReady ? 'ready' : this.#running ? 'loading' : 'idle';
    const hasMore = this.#pages.nextCursor !== undefined;
    const isReconnecting = !this.#isConnected;
    this.#isReturnPending ||= isReconnecting || problem === 'unreachable';
    const isPaused = hasMore && this.#isPaused;
    this.#container.apply({ type: 'source', source: { status, hasMore, isPaused, problem, isReconnecting } });
  }

  #reportReturn(): void {
    if (!this.#isReturnPending || !this.#isConnected || this.#container.state.source.problem) return;
    this.#isReturnPending = false;
    this.#container.apply({ type: 'sourceReturned' });
  }
}
