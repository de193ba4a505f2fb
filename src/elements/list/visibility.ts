import type { ReactiveController } from 'lit';
import { isPageHidden, PageObserver } from '../../common/page-observer.js';
import type { Notifications } from '../../session/notifications/notification-store.js';
import { firstIds } from '../../session/notifications/state/notification-item.js';
import { isPutAside } from './inbox-filter.js';
import type { ListElement } from './list-host.js';
import { rowId, rowIds, rowSelector } from './rows.js';
import { isRendered, observeView } from '../base/platform.js';

/**
 * Records load before their rows scroll into view: in the list those of about a screen and a half below. Not in percent: of a
 * list as high as its rows, Chromium reports the end then, too.
 */
const nearMargins: IntersectionObserverInit = { rootMargin: '300px', scrollMargin: '300px 0px 900px' };
/** How long a row must be in view to count as read. */
const readAfterMs = 2000;
/** Up to half of a row; the lower ones for rows that are higher than the list. */
const thresholds = [...new Array(26).keys()].map((index) => index / 50);

/** Whether at least half of a row is in view, or, of one that is higher than the list, half of the list shows it. */
function isInView(entry: IntersectionObserverEntry): boolean {
  const { target, isIntersecting, intersectionRect, boundingClientRect, rootBounds } = entry;
  const listHeight = target.closest('.list')?.clientHeight ?? Infinity;
  const fullHeight = Math.min(boundingClientRect.height, listHeight, rootBounds?.height ?? Infinity);
  return isIntersecting && intersectionRect.height >= fullHeight / 2;
}

/**
 * Observes four things, and does what follows from each:
 * - The inbox is rendered, scrolled into the viewport or not: `handleShow()` runs.
 * - The inbox is on the screen, at least in part: what is listed is marked as seen.
 * - A row is near: on the screen, or up to a screen and a half below. Its record is requested, and the next page at the end.
 * - A row is in view, at least half of it: it is marked as read, with `read-on-view`.
 *
 * None of them is the case in a panel that is closed, or only expected to open.
 */
export class Visibility implements ReactiveController {
  readonly #element: ListElement;
  readonly #pageObserver = new PageObserver(() => this.#markSeen());
  /** Observes the inbox, and the rows that are marked as read once they were in view. */
  #viewObserver: ReturnType<typeof observeView> | undefined;
  /** Observes the rows without a record, and the end of the list. */
  #nearObserver: ReturnType<typeof observeView> | undefined;
  /** What `#nearObserver` observes, in document order, and what of that is near. */
  #candidates = new Set<Element>();
  readonly #near = new Set<Element>();
  /** The rows that are marked as read once they were in view, with a timer for each that is in view. */
  readonly #timers = new Map<Element, ReturnType<typeof setTimeout> | undefined>();
  #isInboxRendered = false;
  /** Undefined before the browser has reported it. */
  #isOnScreen: boolean | undefined;
  #wasPanelClosed = false;
  #isFirstRequestDue = false;
  /** The store that knows what the list shows. */
  #informedStore: Notifications | undefined;

  constructor(element: ListElement) {
    this.#element = element;
    element.addController(this);
  }

  /** Whether the inbox is rendered, scrolled into view or not. */
  get isInboxRendered(): boolean {
    return this.#isInboxRendered;
  }

  /** Whether the first records are about to be requested, in this task. */
  get isFirstRequestDue(): boolean {
    return this.#isFirstRequestDue;
  }

  hostConnected(): void {
    this.#viewObserver = observeView((entries) => this.#handleView(entries), {
      threshold: thresholds,
    });
    this.#nearObserver = observeView((entries) => this.#handleNear(entries), nearMargins);
    this.#viewObserver.observe(this.#element.inbox);
    this.#pageObserver.start();
  }

  /** A panel that closes and opens within a frame was closed, too, although no observer has noticed. */
  hostUpdate(): void {
    const isClosed = this.#isPanelClosed;
    if (isClosed === this.#wasPanelClosed) return;
    this.#wasPanelClosed = isClosed;
    this.#reset();
    // Reports it in the next frame, whatever was reported before.
    if (!isClosed) this.#viewObserver?.observe(this.#element.inbox);
  }

  hostUpdated(): void {
    if (this.#element.isConnected && !this.#isPanelClosed) this.#observeRows();
    // After the update, but in its task: each change of the store would update the list again.
    queueMicrotask(() => {
      this.#requestNear();
      this.#markSeen();
    });
  }

  hostDisconnected(): void {
    this.#reset();
    this.#setVisible([]);
    this.#viewObserver = this.#nearObserver = undefined;
    this.#pageObserver.stop();
  }

  get #isPanelClosed(): boolean {
    return this.#element.panelState !== 'open';
  }

  get #store(): Notifications | undefined {
    return this.#element.session?.notifications;
  }

  /** In document order. */
  get #nearTargets(): Element[] {
    return [...this.#candidates].filter((element) => this.#near.has(element) && this.#isNearTarget(element));
  }

  /** Whether it is a row without its record, or the end of a list that loads more there: after a failure, only a retry does. */
  #isNearTarget(element: Element): boolean {
    if (!element.classList.contains('end')) return this.#store?.needsRecord(rowId(element)) === true;
    return this.#element.hasMoreRows || !this.#store?.state.problem;
  }

  #reset(): void {
    this.#viewObserver?.disconnect();
    this.#nearObserver?.disconnect();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#candidates.clear();
    this.#near.clear();
    this.#isInboxRendered = false;
    this.#isOnScreen = undefined;
  }

  #observeRows(): void {
    const rows = [...this.#element.querySelectorAll(rowSelector)];
    const elements = [...rows, ...this.#element.querySelectorAll(':scope > .end')];
    const candidates = new Set<Element>(elements.filter((element) => this.#isNearTarget(element)));
    for (const element of this.#candidates) if (!candidates.has(element)) this.#unobserveNear(element);
    for (const element of candidates)
      if (!this.#candidates.has(element)) this.#nearObserver?.observe(element);
    this.#candidates = candidates;

    const isOn = this.#element.host.element.readOnView && !isPutAside(this.#element.filter);
    const isMarked = (row: Element): boolean => isOn && this.#element.canMarkRead(rowId(row));
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
    this.#requestNear();
    const end = this.#nearTargets.find((element) => element.classList.contains('end'));
    if (!end) return;
    // Reports it again after the next update, also if it is still near.
    this.#unobserveNear(end);
    if (this.#element.hasMoreRows) this.#element.addRows();
    else void this.#store?.loadMore();
  }

  #handleView(entries: readonly IntersectionObserverEntry[]): void {
    for (const entry of entries) {
      if (entry.target !== this.#element.inbox) this.#handleRow(entry);
      else if (!this.#isPanelClosed) this.#handleInbox(entry.isIntersecting);
    }
  }

  #handleInbox(isIntersecting: boolean): void {
    const wasRendered = this.#isInboxRendered;
    const wasOnScreen = this.#isOnScreen;
    this.#isOnScreen = isIntersecting;
    this.#isInboxRendered = isRendered(this.#element.inbox);
    if (this.#isOnScreen && !wasOnScreen) {
      this.#requestNear();
      this.#markSeen();
    }
    if (this.#isInboxRendered && !wasRendered) this.#element.handleShow();
  }

  #handleRow(entry: IntersectionObserverEntry): void {
    const { target } = entry;
    if (!this.#timers.has(target)) return;
    const timer = this.#timers.get(target);
    if (isInView(entry) === (timer !== undefined)) return;
    clearTimeout(timer);
    const report = (): void => {
      // Nobody saw the row in a hidden page. The update on the page's return observes it anew.
      if (isPageHidden()) this.#unobserveRead(target);
      else this.#store?.markRead(rowIds([target]));
    };
    this.#timers.set(target, timer === undefined ? setTimeout(report, readAfterMs) : undefined);
  }

  /** Requests what the list is about to show first, once its store has something and before that is rendered. */
  handleStoreChange(): void {
    const isEmpty = this.#element.items.length === 0;
    if (!isEmpty || !this.#store?.state.items.length) return;
    this.#isFirstRequestDue = true;
    // Not at once, since a record that the store has already would be another event.
    queueMicrotask(() => {
      this.#isFirstRequestDue = false;
      // A list with another filter may begin with others.
      const isBeginning = this.#element.filter === 'all' && this.#element.items.length === 0;
      if (isBeginning && this.#mayBeOnScreen) this.#setVisible(firstIds(this.#store?.state.items));
    });
  }

  /** The first records are requested before the browser has laid the list out, which would show that. */
  get #mayBeOnScreen(): boolean {
    return this.#isOnScreen ?? this.#element.panelState !== 'closed';
  }

  /** Requests the records of the rows that are near; before that is known, of those at the top. */
  #requestNear(): void {
    const near = rowIds(this.#nearTargets);
    const isKnown = near.length > 0 || this.#element.isScrolled || !this.#mayBeOnScreen;
    this.#setVisible(isKnown ? near : firstIds(this.#element.items));
  }

  #setVisible(ids: readonly string[]): void {
    const store = this.#element.isConnected ? this.#store : undefined;
    if (store !== this.#informedStore) this.#informedStore?.setVisible([], { list: this });
    this.#informedStore = store;
    store?.setVisible(ids, { list: this, includeDismissed: this.#element.filter === 'dismissed' });
  }

  /** Marks what is listed as seen, unless the page is hidden or prerendered. */
  #markSeen(): void {
    const { host, filter } = this.#element;
    if (!this.#isOnScreen || isPageHidden()) return;
    if (host.element.view === 'preferences' || isPutAside(filter)) return;
    const store = this.#store;
    if (store?.state.status !== 'ready') return;
    if (store.state.unseenCount > 0 || !store.state.isUnseenCountComplete) store.markSeen();
  }
}
