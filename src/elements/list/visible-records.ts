import type { LitElement, ReactiveController } from 'lit';
import type { Notifications } from '../../session/notifications/notification-store.js';
import type { SessionController } from '../base/session-controller.js';
import { findAll, findList, idOf, idsOf, articleSelector } from './feed-elements.js';
import type { FeedItems, FeedItemsHost } from './feed-items.js';
import type { FeedScroll } from './feed-scroll.js';
import { findFirstScreen } from './first-screen.js';
import { ListViewport } from './list-viewport.js';

export interface VisibleRecordsOptions {
  sessionController: SessionController;
  items: FeedItems;
  scroll: FeedScroll;
}

/** Has the store request the records that the list shows or is about to show, and the next page at its end. */
export class VisibleRecords implements ReactiveController {
  readonly #host: LitElement & FeedItemsHost;
  readonly #sessionController: SessionController;
  readonly #items: FeedItems;
  readonly #scroll: FeedScroll;
  readonly #viewport: ListViewport;
  /** The store that knows what the list shows. */
  #informedStore: Notifications | undefined;
  readonly #needsRecord = (id: string): boolean => this.#store?.needsRecord(id) === true;

  constructor(host: LitElement & FeedItemsHost, { sessionController, items, scroll }: VisibleRecordsOptions) {
    this.#host = host;
    this.#sessionController = sessionController;
    this.#items = items;
    this.#scroll = scroll;
    sessionController.events.subscribe(({ type }) => {
      // Before the list is rendered; not at once, since a record that the store has already would be another event.
      if (type === 'change' && items.all.length === 0) queueMicrotask(() => this.#requestFirst());
    });
    host.addController(this);
    this.#viewport = new ListViewport(host, {
      findCandidates: () => [...findAll(host, articleSelector), ...findAll(host, '.end')],
      isTarget: (element) => this.#isTarget(element),
      onChange: () => this.#handleViewportChange(),
    });
  }

  get #store(): Notifications | undefined {
    return this.#sessionController.notificationStore;
  }

  /** Whether something in view is not loaded. */
  get isUnfinished(): boolean {
    return idsOf(this.#viewport.visible).length > 0;
  }

  hostUpdated(): void {
    // After the update, but in its task: a record that the store has already would update the list again.
    queueMicrotask(() => this.#requestVisible());
  }

  hostDisconnected(): void {
    this.#setVisible([]);
  }

  /** A row without its record, or the end of the list. */
  #isTarget(element: Element): boolean {
    return element.classList.contains('end') ? this.#canGrow : this.#needsRecord(idOf(element));
  }

  /** Whether the end of the list brings more: after a failure, only the customer's retry loads a page. */
  get #canGrow(): boolean {
    return this.#items.hasMore || !this.#sessionController.notificationState.problem;
  }

  /** Requests what the list is about to show first. */
  #requestFirst(): void {
    const { items } = this.#sessionController.notificationState;
    if (this.#host.filter === 'all' && this.#items.all.length === 0)
      this.#setVisible(findFirstScreen(findList(this.#host), items, this.#needsRecord));
  }

  /** Requests the records of the rows that are visible without one. */
  #requestVisible(): void {
    const observed = idsOf(this.#viewport.visible);
    const isKnown = observed.length > 0 || this.#scroll.isScrolled;
    this.#setVisible(
      isKnown ? observed : findFirstScreen(findList(this.#host), this.#items.all, this.#needsRecord),
    );
  }

  #setVisible(ids: readonly string[]): void {
    const store = this.#host.isConnected ? this.#store : undefined;
    if (store !== this.#informedStore) this.#informedStore?.setVisible([], { list: this });
    this.#informedStore = store;
    store?.setVisible(ids, { list: this, includeDismissed: this.#host.filter === 'dismissed' });
  }

  #handleViewportChange(): void {
    this.#requestVisible();
    // Whether loading is tried again depends on what is in view.
    if (this.#sessionController.notificationState.problem === 'unreachable') this.#host.requestUpdate();
    const end = this.#viewport.visible.find((element) => element.classList.contains('end'));
    if (!end) return;
    this.#viewport.reobserve(end);
    if (this.#items.hasMore) {
      this.#items.addRows();
      this.#host.requestUpdate();
    } else void this.#store?.loadMore();
  }
}
