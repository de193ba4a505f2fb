import type { LitElement, ReactiveController } from 'lit';
import type { Notifications } from '../../session/notifications/notification-store.js';
import type { SessionController } from '../base/session-controller.js';
import { rowSelector, findAll, idOf, idsOf } from './rows.js';
import type { ShownItems, ShownItemsHost } from './shown-items.js';
import type { ListScroll } from './scroll.js';
import { isPutAside } from './inbox-filter.js';

/** How many records are requested before the browser has reported which rows are in view. */
const maxFirstRecords = 8;
/**
 * Records load before their rows scroll into view: in the list those of about a screen and a half below. Not in percent: of a
 * list as high as its rows, Chromium reports the end then, too.
 */
const nearMargins: IntersectionObserverInit = { rootMargin: '300px', scrollMargin: '300px 0px 900px' };
/** How long a row must be in view to count as read. */
const readAfterMs = 2000;
/** Up to half of a row; the lower ones for rows that are higher than the list. */
const thresholds = Array.from({ length: 26 }, (_, index) => index / 50);

export interface VisibilityHost extends LitElement, ShownItemsHost {
  view: string;
  readOnView: boolean;
  /** Whether the panel around it is closed, or about to be. */
  isPanelClosed?: boolean;
}

export interface VisibilityOptions {
  sessionController: SessionController;
  items: ShownItems;
  scroll: ListScroll;
  /** Whether a notification is marked as read once it was in view. */
  canMarkRead: (id: string) => boolean;
  /** Runs when the host is shown, at first or again. */
  onShow: () => void;
}

/** Whether at least half of a row is in view, or, of one that is higher than the list, half of the list shows it. */
function isInView(entry: IntersectionObserverEntry): boolean {
  const { target, isIntersecting, intersectionRect, boundingClientRect, rootBounds } = entry;
  const listHeight = target.closest('.list')?.clientHeight ?? Infinity;
  const fullHeight = Math.min(boundingClientRect.height, listHeight, rootBounds?.height ?? Infinity);
  return isIntersecting && intersectionRect.height >= fullHeight / 2;
}

/**
 * Observes what a list shows, and what follows from that: records are requested for rows in view or near it, and the next page at
 * the end; what is listed is marked as seen while the list is on the screen, and a row in view as read, with `read-on-view`.
 * Nothing is visible in a panel that is closed, or about to be.
 */
export class Visibility implements ReactiveController {
  readonly #host: VisibilityHost;
  readonly #options: VisibilityOptions;
  readonly #handlePageChange = (): void => this.#markSeen();
  /** Observes the host, and the rows that are marked as read in view. */
  #viewObserver: IntersectionObserver | undefined;
  /** Observes the rows without a record, and the end of the list. */
  #nearObserver: IntersectionObserver | undefined;
  /** What the second one observes, in document order, and what of that is in view or near it. */
  #candidates = new Set<Element>();
  readonly #near = new Set<Element>();
  /** The rows that are marked as read in view, with a timer for each one in view. */
  readonly #timers = new Map<Element, ReturnType<typeof setTimeout> | undefined>();
  #isShown = false;
  #isOnScreen = false;
  #wasPanelClosed = false;
  /** The store that knows what the list shows. */
  #informedStore: Notifications | undefined;

  constructor(host: VisibilityHost, options: VisibilityOptions) {
    this.#host = host;
    this.#options = options;
    options.sessionController.events.subscribe(({ type }) => {
      // Before the list is rendered; not at once, since a record that the store has already would be another event.
      if (type === 'change' && options.items.all.length === 0) queueMicrotask(() => this.#requestFirst());
    });
    host.addController(this);
  }

  /** Whether the host is rendered, scrolled into view or not. */
  get isShown(): boolean {
    return this.#isShown;
  }

  /** Whether something in view is not loaded. */
  get isUnfinished(): boolean {
    return idsOf(this.#nearTargets).length > 0;
  }

  hostConnected(): void {
    this.#viewObserver = new IntersectionObserver((entries) => this.#handleView(entries), {
      threshold: thresholds,
    });
    this.#nearObserver = new IntersectionObserver((entries) => this.#handleNear(entries), nearMargins);
    this.#viewObserver.observe(this.#host);
    document.addEventListener('visibilitychange', this.#handlePageChange);
  }

  /** A panel that closes and opens within a frame was closed, too, although no observer has noticed. */
  hostUpdate(): void {
    const { isPanelClosed = false } = this.#host;
    if (isPanelClosed === this.#wasPanelClosed) return;
    this.#wasPanelClosed = isPanelClosed;
    this.#reset();
    // Reports it in the next frame, whatever was reported before.
    if (!isPanelClosed) this.#viewObserver?.observe(this.#host);
  }

  hostUpdated(): void {
    const { isConnected, isPanelClosed } = this.#host;
    if (isConnected && !isPanelClosed) this.#observeRows();
    // After the update, but in its task: each change of the store would update the list again.
    queueMicrotask(() => {
      this.#requestVisible();
      this.#markSeen();
    });
  }

  hostDisconnected(): void {
    this.#reset();
    this.#setVisible([]);
    this.#viewObserver = this.#nearObserver = undefined;
    document.removeEventListener('visibilitychange', this.#handlePageChange);
  }

  get #store(): Notifications | undefined {
    return this.#options.sessionController.notificationStore;
  }

  /** In document order. */
  get #nearTargets(): Element[] {
    return [...this.#candidates].filter((element) => this.#near.has(element) && this.#isNearTarget(element));
  }

  /** Whether it is a row without its record, or the end of a list that loads more there: after a failure, only a retry does. */
  #isNearTarget(element: Element): boolean {
    if (!element.classList.contains('end')) return this.#store?.needsRecord(idOf(element)) === true;
    return this.#options.items.hasMore || !this.#options.sessionController.notificationState.problem;
  }

  #reset(): void {
    this.#viewObserver?.disconnect();
    this.#nearObserver?.disconnect();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#candidates.clear();
    this.#near.clear();
    this.#isShown = this.#isOnScreen = false;
  }

  #observeRows(): void {
    const rows = findAll(this.#host, rowSelector);
    const elements = [...rows, ...findAll(this.#host, '.end')];
    const candidates = new Set<Element>(elements.filter((element) => this.#isNearTarget(element)));
    for (const element of this.#candidates) if (!candidates.has(element)) this.#unobserveNear(element);
    for (const element of candidates)
      if (!this.#candidates.has(element)) this.#nearObserver?.observe(element);
    this.#candidates = candidates;

    const isOn = this.#host.readOnView && !isPutAside(this.#host.filter);
    const isMarked = (row: Element): boolean => isOn && this.#options.canMarkRead(idOf(row));
    const targets = new Set<Element>(rows.filter(isMarked));
    for (const row of this.#timers.keys()) if (!targets.has(row)) this.#unobserveRead(row);
    for (const row of targets) {
      if (this.#timers.has(row)) continue;
      this.#timers.set(row, undefined);
      this.#viewObserver?.observe(row);
    }
  }

  #unobserveNear(element: Element): void {
    this.#nearObserver?.unobserve(element);
    this.#candidates.delete(element);
    this.#near.delete(element);
  }

  #unobserveRead(row: Element): void {
    clearTimeout(this.#timers.get(row));
    this.#timers.delete(row);
    this.#viewObserver?.unobserve(row);
  }

  #handleNear(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.#near.add(target);
      else this.#near.delete(target);
    }
    this.#requestVisible();
    // Whether loading is tried again depends on what is in view.
    if (this.#options.sessionController.notificationState.problem === 'unreachable')
      this.#host.requestUpdate();
    const end = this.#nearTargets.find((element) => element.classList.contains('end'));
    if (!end) return;
    // Reports it again after the next update, also if it is still near.
    this.#unobserveNear(end);
    if (this.#options.items.hasMore) {
      this.#options.items.addRows();
      this.#host.requestUpdate();
    } else void this.#store?.loadMore();
  }

  #handleView(entries: readonly IntersectionObserverEntry[]): void {
    for (const entry of entries) {
      if (entry.target !== this.#host) this.#handleRow(entry);
      else if (!this.#host.isPanelClosed) this.#handleHost(entry.isIntersecting);
    }
  }

  #handleHost(isIntersecting: boolean): void {
    const wasShown = this.#isShown;
    const wasOnScreen = this.#isOnScreen;
    this.#isOnScreen = isIntersecting;
    this.#isShown = this.#host.getClientRects().length > 0;
    if (this.#isOnScreen && !wasOnScreen) {
      this.#requestVisible();
      this.#markSeen();
    }
    if (this.#isShown === wasShown) return;
    if (this.#isShown) this.#options.onShow();
    this.#host.requestUpdate();
  }

  #handleRow(entry: IntersectionObserverEntry): void {
    const { target } = entry;
    if (!this.#timers.has(target)) return;
    const timer = this.#timers.get(target);
    if (isInView(entry) === (timer !== undefined)) return;
    clearTimeout(timer);
    const report = (): void => {
      // Nobody saw the row in a hidden page. The update on the page's return observes it anew.
      if (document.hidden) this.#unobserveRead(target);
      else this.#store?.markRead(idsOf([target]));
    };
    this.#timers.set(target, timer === undefined ? setTimeout(report, readAfterMs) : undefined);
  }

  /** Requests what the list is about to show first. */
  #requestFirst(): void {
    const { items } = this.#options.sessionController.notificationState;
    const isExpected = this.#host.filter === 'all' && this.#options.items.all.length === 0;
    if (isExpected && this.#isOnScreen) this.#setVisible(items.slice(0, maxFirstRecords).map(({ id }) => id));
  }

  /** Requests the records of the rows that are visible, or about to be, without one. */
  #requestVisible(): void {
    const { items, scroll } = this.#options;
    const near = idsOf(this.#nearTargets);
    const isKnown = near.length > 0 || scroll.isScrolled || !this.#isOnScreen;
    this.#setVisible(isKnown ? near : items.all.slice(0, maxFirstRecords).map(({ id }) => id));
  }

  #setVisible(ids: readonly string[]): void {
    const store = this.#host.isConnected ? this.#store : undefined;
    if (store !== this.#informedStore) this.#informedStore?.setVisible([], { list: this });
    this.#informedStore = store;
    store?.setVisible(ids, { list: this, includeDismissed: this.#host.filter === 'dismissed' });
  }

  /** Marks what is listed as seen, unless the page is hidden or prerendered. */
  #markSeen(): void {
    const { view, filter } = this.#host;
    if (!this.#isOnScreen || document.visibilityState !== 'visible') return;
    if (view === 'preferences' || isPutAside(filter)) return;
    const { unseenCount, isUnseenCountComplete, status } = this.#options.sessionController.notificationState;
    if (unseenCount === 0 && isUnseenCountComplete) return;
    if (status === 'ready') this.#store?.markSeen();
  }
}
